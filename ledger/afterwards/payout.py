"""Record what the table in fact paid out of a pool, and make a running game void.

The settlement is what the laws give, the payment is what was done. A payment recorded stands through every correction
of its game.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from ledger.books import accounts
from ledger.books.postings import difference_posted
from ledger.events.amendment import GamePaid, GameVoided
from ledger.events.base import Event
from ledger.events.game import GameBegun, GameSettled, GameUnopened, Phase, Turn
from ledger.events.settlement import Done, Penalty, Refund, Reward, Settlement
from ledger.laws.jackpot import after_unopened
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.game_fold import fold
from ledger.state.in_force import begun_and_acts


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where a payment in another total than the laws award came from, in minor units.

    `carried` of what the laws carry, and `kitty` of what they set aside, were paid out; less than nought, so much more
    was carried or set aside. `penalties`, by who owed them, and `refunds`, by whom they were due to, were not
    collected.
    """

    carried: int = 0
    kitty: int = 0
    penalties: Mapping[Member, int] = field(default_factory=dict)
    refunds: Mapping[Member, int] = field(default_factory=dict)


AS_AWARDED = Sources()


def as_awarded(events: Sequence[Event]) -> Settlement | None:
    """The settlement that the laws give, even if the table paid otherwise; None while the game is not over."""
    _, acts = begun_and_acts(events)
    settlements = [event.settlement for event in acts if isinstance(event, GameSettled | GameUnopened)]
    return settlements[-1] if settlements else None


def awarded(events: Sequence[Event]) -> Settlement:
    """The settlement that the laws give a game that is over, even if the table paid otherwise."""
    settlement = as_awarded(events)
    assert settlement is not None, "the game is not over"
    return settlement


def pay(
    events: Sequence[Event],
    paid: Mapping[Member, int],
    reason: str | None,
    sources: Sources = AS_AWARDED,
    following: GameBegun | None = None,
) -> GamePaid:
    """Record what each player was paid out of the pool, in minor units.

    A later payment replaces an earlier one. `following` is the beginning of the next game, if that was played already:
    its jack-pot says what was carried. Raises Refused (`wrong_phase`) before the game is over, and Invalid if the sum
    is neither that of the awards nor explained by its sources, a source has not so much, an amount is negative, or
    somebody is named who was not dealt in.
    """
    document = as_awarded(events)
    if document is None:
        raise Refused(None, "wrong_phase", "a pool is paid out when the game is over")
    _check_paid(document, paid)
    _check_total(document, sum(paid.values()), sources)
    done = None if sources == AS_AWARDED else _done(events, document, sources, following)
    return as_paid(events, paid, done, reason)


def _check_paid(document: Settlement, paid: Mapping[Member, int]) -> None:
    if any(m not in document.results for m in paid):
        raise Invalid({"paid": ["names somebody who was not dealt into this game"]})
    if min(paid.values(), default=0) < 0:
        raise Invalid({"paid": ["has an amount below nought"]})


def _check_total(document: Settlement, given: int, sources: Sources) -> None:
    """Raise Invalid unless the payment is as much as the awards and its sources come to."""
    due = sum(award.amount for award in document.awards)
    # A penalty that is not carried is part of the pool that was divided.
    short = 0 if document.minimum else sum(sources.penalties.values())
    come_to = due + sources.carried + sources.kitty - short
    if given == come_to:
        return
    if sources == AS_AWARDED:
        where = "say in `from` where the difference came from: carried, kitty, penalties, refunds"
        raise Invalid({"paid": [f"adds up to {given}, and the laws award {due}: {where}"]})
    raise Invalid({"from": [f"comes to {come_to} with the {due} that the laws award, and {given} was paid"]})


def _done(events: Sequence[Event], document: Settlement, sources: Sources, following: GameBegun | None) -> Done:
    """What the table did besides paying out the pool, by the sources of what it paid."""
    penalties = _collected(document.penalties, sources.penalties)
    uncollected = sum(sources.penalties.values()) if document.minimum else 0
    carried = document.carried_out - sources.carried - uncollected
    kitty = document.kitty - sources.kitty
    if carried < 0:
        raise Invalid({"from": [f"takes more than the {document.carried_out} that the laws carry"]})
    if kitty < 0:
        raise Invalid({"from": [f"takes more than the {document.kitty} that the laws set aside for the kitty"]})
    if kitty and fold(events).articles.kitty is None:
        raise Invalid({"from": ["this sitting has no kitty"]})
    return Done(
        carried_out=carried,
        minimum=_minimum(events, document, carried, following),
        kitty=kitty,
        reward=_reward(document, kitty),
        penalties=penalties,
        refunds=_made(document.refunds, sources.refunds),
    )


def _collected(penalties: Sequence[Penalty], uncollected: Mapping[Member, int]) -> tuple[Penalty, ...]:
    owed = {penalty.player: penalty.amount for penalty in penalties}
    _check_uncollected("penalties", owed, uncollected)
    left = [replace(p, amount=p.amount - uncollected.get(p.player, 0)) for p in penalties]
    return tuple(penalty for penalty in left if penalty.amount)


def _made(refunds: Sequence[Refund], uncollected: Mapping[Member, int]) -> tuple[Refund, ...]:
    _check_uncollected("refunds", {refund.payee: refund.amount for refund in refunds}, uncollected)
    left = [replace(r, amount=r.amount - uncollected.get(r.payee, 0)) for r in refunds]
    return tuple(refund for refund in left if refund.amount)


def _check_uncollected(what: str, due: Mapping[Member, int], uncollected: Mapping[Member, int]) -> None:
    if any(not 0 <= n <= due.get(member, 0) for member, n in uncollected.items()):
        known = ", ".join(str(n) for n in due.values()) or "none"
        raise Invalid({"from": [f"names {what} that were not due, or more than was: due were {known}"]})


def _reward(document: Settlement, kitty: int) -> Reward | None:
    """The reward, less what was not set aside for it in this game."""
    if document.reward is None:
        return None
    amount = document.reward.amount - max(0, document.kitty - kitty)
    return replace(document.reward, amount=amount) if amount else None


def _minimum(events: Sequence[Event], document: Settlement, carried: int, following: GameBegun | None) -> str | None:
    """The openers of the jack-pot that the table had next: those of the next game, if it was played with that pool."""
    if following is not None and following.carried_in == carried:
        return following.minimum
    if carried == 0:
        return None
    if document.carried_out:
        return document.minimum
    return after_unopened(fold(events))


def as_paid(
    events: Sequence[Event],
    paid: Mapping[Member, int],
    done: Done | None,
    reason: str | None = None,
    *,
    stands: bool = False,
) -> GamePaid:
    """The event of a payment, with what it makes of the settlement that the laws give.

    `done` is what the table did besides; None if that is what the laws give.
    """
    document, game = awarded(events), fold(events)
    present = game.settlement
    assert present is not None, "the game is over"
    more = _more(document, paid, done or document.to_be_done)
    left = {m: document.funds[m] - document.advances.get(m, 0) + n for m, n in more.items()}
    funds = {m: max(n, 0) for m, n in left.items()}
    advances = {m: -n for m, n in left.items() if n < 0}
    lent = {m: advances.get(m, 0) - present.advances.get(m, 0) for m in left}
    return GamePaid(
        paid={m: n for m, n in paid.items() if n},
        results={m: document.results[m] + n for m, n in more.items()},
        funds=funds,
        advances=advances,
        moved=_moved(game, done or document.to_be_done, funds, lent),
        issued=sum(lent.values()),
        done=done,
        stands=stands,
        reason=reason,
    )


def _more(document: Settlement, paid: Mapping[Member, int], done: Done) -> dict[Member, int]:
    """By how much each player has more than the laws give him."""
    more = {m: paid.get(m, 0) for m in document.results}
    for award in document.awards:
        more[award.player] -= award.amount
    for sign, side in ((1, done), (-1, document.to_be_done)):
        if side.reward:
            more[side.reward.player] += sign * side.reward.amount
        for penalty in side.penalties:
            more[penalty.player] -= sign * penalty.amount
        for refund in side.refunds:
            more[refund.payer] -= sign * refund.amount
            more[refund.payee] += sign * refund.amount
    return more


def _moved(game: Game, done: Done, funds: Mapping[Member, int], lent: Mapping[Member, int]) -> dict[str, int]:
    """The differences of the accounts from how they stand in a game that is over, those that are not nought."""
    present, was = game.settlement, game.as_done
    assert present is not None, "the game is over"
    assert was is not None, "the game is over"
    moved = {str(accounts.player(m)): present.funds[m] - n for m, n in funds.items()}
    moved |= {str(accounts.loan(m)): n for m, n in lent.items()}
    moved[str(accounts.CARRIED)] = was.carried_out - done.carried_out
    moved[str(accounts.KITTY)] = was.to_kitty - done.to_kitty
    return {account: n for account, n in moved.items() if n}


def standing(before: Game, events: Sequence[Event]) -> GamePaid | None:
    """The payment that was recorded `before` a correction and stands after it; None if there was none. `events` are the
    game's, with its correction.

    Raises Refused (`paid_otherwise`) if the corrected pool does not hold what was paid out of it, or if the corrected
    acts do not end the game.
    """
    done, document = before.as_done, as_awarded(events)
    if before.paid is None or done is None:
        return None
    if document is None:
        raise Refused(None, "paid_otherwise", "the pool of this game was paid out: put in the acts that end it as well")
    there = document.pool + sum(penalty.amount for penalty in done.penalties)
    gone = sum(before.paid.values()) + done.kitty + done.carried_out
    if there != gone:
        what = f"{gone} was recorded as paid, set aside or carried out of this pool, and now it would hold {there}"
        raise Refused(None, "paid_otherwise", f"{what}: say in `paid` of the correction what was paid")
    return as_paid(events, before.paid, done, stands=True)


def void(events: Sequence[Event], stream: str, agreed_by: Collection[Member], reason: str | None) -> GameVoided:
    """Make a running game void with the consent of all its players; every stake is returned.

    `stream` is the game's id. Raises Refused: `game_over`, or `not_agreed` (law 80) without everybody's consent.
    """
    game = fold(events)
    if game.over:
        raise Refused(None, "game_over", "this game is over")
    if set(agreed_by) != set(game.seats):
        raise Refused(80, "not_agreed", "a game is made void only if every one of its players agrees, by name")
    begun, acts = begun_and_acts(events)
    moved, issued = difference_posted((begun, *acts), (), stream)
    return GameVoided(
        agreed_by=tuple(agreed_by),
        funds=begun.funds,
        moved=moved,
        issued=issued,
        turn=Turn(phase=Phase.VOID),
        reason=reason,
    )
