"""What the table in fact paid out of a pool, and a game made void: who has what afterwards."""

from collections.abc import Collection, Mapping, Sequence

from ledger.books import accounts
from ledger.events.amendment import GamePaid, GameVoided
from ledger.events.base import Event
from ledger.events.game import GameSettled, GameUnopened, Phase, Turn
from ledger.events.settlement import Settlement
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import fold
from ledger.state.in_force import begun_and_acts


def as_awarded(events: Sequence[Event]) -> Settlement | None:
    """The settlement by the laws, whatever was paid; None while the game is not over."""
    _, acts = begun_and_acts(events)
    found = [event.settlement for event in acts if isinstance(event, GameSettled | GameUnopened)]
    return found[-1] if found else None


def awarded(events: Sequence[Event]) -> Settlement:
    """The settlement by the laws of a game that is over."""
    found = as_awarded(events)
    assert found is not None, "the game is not over"
    return found


def pay(events: Sequence[Event], paid: Mapping[Member, int], reason: str | None) -> GamePaid:
    """Record what each was paid out of the pool, in minor units: in all as much as the laws award.

    A later record of it takes its place. Raises Refused before the game is over, Invalid where sums do not agree.
    """
    document, now = as_awarded(events), fold(events).settlement
    if document is None or now is None:
        raise Refused(None, "wrong_phase", "a pool is paid out when the game is over")
    if any(m not in document.results for m in paid):
        raise Invalid({"paid": ["names somebody who was not dealt into this game"]})
    awards = {award.player: award.amount for award in document.awards}
    due, given = sum(awards.values()), sum(paid.values())
    if given != due or min(paid.values(), default=0) < 0:
        raise Invalid({"paid": [f"{given} is paid in all, and the laws award {due}"]})
    more = {m: paid.get(m, 0) - awards.get(m, 0) for m in document.results}
    left = {m: document.funds[m] - document.advances.get(m, 0) + n for m, n in more.items()}
    funds = {m: max(n, 0) for m, n in left.items()}
    advances = {m: -n for m, n in left.items() if n < 0}
    lent = {m: advances.get(m, 0) - now.advances.get(m, 0) for m in left}
    moved = {str(accounts.player(m)): now.funds[m] - n for m, n in funds.items()}
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
    """Make a running game void, by the consent of all its players. Raises Refused (80) without it."""
    game = fold(events)
    if game.over:
        raise Refused(None, "game_over", "this game is over")
    if set(agreed_by) != set(game.seats):
        raise Refused(80, "not_agreed", "a game is made void by every one of its players, by name")
    begun, acts = begun_and_acts(events)
    moved, issued = accounts.difference((begun, *acts), (), stream)
    return GameVoided(
        agreed_by=tuple(agreed_by),
        funds=begun.funds,
        moved=moved,
        issued=issued,
        turn=Turn(phase=Phase.VOID),
        reason=reason,
    )
