"""The games of a sitting that a correction leaves to be mended, and what each would begin from now.

A later game keeps its own record. It is affected when the carried pool or the openers it began with would be others
now, or when its acts, begun from what the players would now have, are unlawful or settle otherwise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ledger.afterwards.game_corrections import Slips, replayed
from ledger.events.base import Event
from ledger.events.game import GameBegun, GameSettled, GameUnopened
from ledger.events.settlement import Settlement
from ledger.events.sitting import GameEnded, GameStarted
from ledger.laws.ante import check_payments, payments
from ledger.refusals import Invalid, Refused
from ledger.state import sitting as sittings
from ledger.state.in_force import begun_and_acts
from ledger.state.sitting import Sitting


def affected(entries: Sequence[Event], games: Mapping[str, Sequence[Event]]) -> tuple[str, ...]:
    """The games to be mended, in their order. `entries` are those of the sitting that stand, `games` what is recorded
    of each game that is over, by its id."""
    found: list[str] = []
    state: Sitting | None = None
    for event in entries:
        if isinstance(event, GameStarted) and event.game in games:
            assert state is not None
            if _is_affected(state, games[event.game]):
                found.append(event.game)
        state = sittings.apply(state, event)
    return tuple(found)


def _is_affected(before: Sitting, events: Sequence[Event]) -> bool:
    begun, acts = begun_and_acts(events)
    was = [event.settlement for event in acts if isinstance(event, GameSettled | GameUnopened)]
    if (begun.carried_in, begun.minimum) != (before.carried, before.minimum):
        return True
    if (begun.table, begun.articles) != (before.seats, before.articles):
        return True
    try:
        anew = rebased(before, begun)
        if anew == begun:
            return False
        settlement = replayed(events, Slips(), anew).game.settlement
    except (Refused, Invalid):
        return True
    return settlement is None or _without_funds(settlement) != _without_funds(was[-1])


def _without_funds(settlement: Settlement) -> Settlement:
    return replace(settlement, funds={}, edition="")


def rebased(before: Sitting, begun: GameBegun) -> GameBegun:
    """The beginning of a game on what the sitting would now have before it. Raises Refused (20)."""
    ante, paid = payments(begun.articles, begun.seats, jack_pot=before.minimum is not None)
    due = {m: paid.get(m, 0) + (ante if m == begun.ante_man else 0) for m in begun.seats}
    funds = {m: before.funds[m] for m in begun.seats}
    check_payments(funds, due)
    return replace(
        begun,
        funds=funds,
        ante=ante,
        payments=paid,
        carried_in=before.carried,
        minimum=before.minimum,
        kitty=before.kitty,
    )


def before_game(entries: Sequence[Event], game: str) -> Sitting:
    """The sitting as it would now stand before a game began."""
    state: Sitting | None = None
    for event in entries:
        if isinstance(event, GameStarted) and event.game == game:
            break
        state = sittings.apply(state, event)
    assert state is not None
    return state


def restarted(started: GameStarted, begun: GameBegun) -> GameStarted:
    """The sitting's entry of a game's beginning, after the game was rebased."""
    due = {m: begun.payments.get(m, 0) + (begun.ante if m == begun.ante_man else 0) for m in begun.seats}
    return replace(started, staked={m: n for m, n in due.items() if n}, carried_in=begun.carried_in)


def over(entries: Sequence[Event]) -> tuple[str, ...]:
    """The games of a sitting that have come to an end, in their order."""
    return tuple(event.game for event in entries if isinstance(event, GameEnded))
