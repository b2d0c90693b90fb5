"""Record what the table in fact paid out of a pool, and make a running game void."""

from collections.abc import Collection, Mapping, Sequence

from ledger.books import accounts
from ledger.books.postings import difference_posted
from ledger.events.amendment import GamePaid, GameVoided
from ledger.events.base import Event
from ledger.events.game import GameSettled, GameUnopened, Phase, Turn
from ledger.events.settlement import Settlement
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game_fold import fold
from ledger.state.in_force import begun_and_acts


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


def pay(events: Sequence[Event], paid: Mapping[Member, int], reason: str | None) -> GamePaid:
    """Record what each player was paid out of the pool, in minor units. The sum must be that of the laws' awards.

    A later payment replaces an earlier one. Raises Refused (`wrong_phase`) before the game is over, and Invalid if
    the sum is another, an amount is negative, or somebody is named who was not dealt in.
    """
    document, present = as_awarded(events), fold(events).settlement
    if document is None or present is None:
        raise Refused(None, "wrong_phase", "a pool is paid out when the game is over")
    if any(m not in document.results for m in paid):
        raise Invalid({"paid": ["names somebody who was not dealt into this game"]})
    awards = {award.player: award.amount for award in document.awards}
    due, given = sum(awards.values()), sum(paid.values())
    if given != due or min(paid.values(), default=0) < 0:
        raise Invalid({"paid": [f"adds up to {given}, but must add up to {due}, which the laws award"]})
    more = {m: paid.get(m, 0) - awards.get(m, 0) for m in document.results}
    left = {m: document.funds[m] - document.advances.get(m, 0) + n for m, n in more.items()}
    funds = {m: max(n, 0) for m, n in left.items()}
    advances = {m: -n for m, n in left.items() if n < 0}
    lent = {m: advances.get(m, 0) - present.advances.get(m, 0) for m in left}
    moved = {str(accounts.player(m)): present.funds[m] - n for m, n in funds.items()}
    moved |= {str(accounts.loan(m)): n for m, n in lent.items()}
    return GamePaid(
        paid={m: n for m, n in paid.items() if n},
        results={m: document.results[m] + n for m, n in more.items()},
        funds=funds,
        advances=advances,
        moved={account: n for account, n in moved.items() if n},
        issued=sum(lent.values()),
        reason=reason,
    )


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
