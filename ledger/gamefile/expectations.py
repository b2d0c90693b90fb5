"""Compare the expectations of a game file with the sitting and its games as they are."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from ledger.events.base import Event
from ledger.events.settlement import Settlement
from ledger.events.sitting import CountersBoughtBack
from ledger.gamefile.lines import (
    Expectation,
    ExpectCarried,
    ExpectCash,
    ExpectHas,
    ExpectHolds,
    ExpectKitty,
    ExpectLaws,
    ExpectNextDealer,
    ExpectOwes,
    ExpectPays,
    ExpectPhase,
    ExpectPool,
    ExpectResults,
    ExpectRewarded,
    ExpectTakes,
    ExpectTurn,
)
from ledger.laws.deal import next_dealer
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.sitting import Sitting, owed_between

T = TypeVar("T")


def actual_expectation(
    expected: Expectation, sitting: Sitting | None, game: Game | None, sitting_events: Sequence[Event]
) -> Expectation:
    """The expectation with the values that the table has. It equals `expected` if that is met.

    Raises LookupError with the reason while there is nothing to compare it with, such as before a first game.
    """
    match expected:
        case ExpectPool():
            return ExpectPool(_there(game, "no game has been begun").pool)
        case ExpectPhase():
            return ExpectPhase(_there(game, "no game has been begun").phase)
        case ExpectTurn():
            running = _there(game, "no game has been begun")
            return ExpectTurn(_there(running.turn.player, "it is nobody's turn"))
        case ExpectCash(player=m):
            return ExpectCash(m, _cash(sitting_events, m))
        case ExpectHas() | ExpectOwes() | ExpectCarried() | ExpectKitty() | ExpectNextDealer():
            return _at_table(expected, _there(sitting, "no sitting has been opened"), game)
    return _in_settlement(expected, _there(game.settlement if game else None, "no game has been settled yet"))


def _there(value: T | None, otherwise: str) -> T:
    if value is None:
        raise LookupError(otherwise)
    return value


def _cash(events: Sequence[Event], player: Member) -> int:
    paid = (e.cash_due for e in reversed(events) if isinstance(e, CountersBoughtBack) and e.player == player)
    return _there(next(paid, None), f"{player}'s counters have not been bought back")


def _at_table(expected: Expectation, sitting: Sitting, game: Game | None) -> Expectation:
    match expected:
        case ExpectHas(player=m):
            playing = sitting.game is not None and game is not None and m in game.players
            return ExpectHas(m, game.players[m].funds if playing and game else sitting.funds[m])
        case ExpectOwes(player=m, to=to):
            return ExpectOwes(m, to, owed_between(sitting, m, to))
        case ExpectCarried():
            return ExpectCarried(sitting.carried, sitting.minimum)
        case ExpectKitty():
            return ExpectKitty(sitting.kitty)
    return ExpectNextDealer(_there(next_dealer(sitting), "nobody knows yet who deals"))


def _in_settlement(expected: Expectation, document: Settlement) -> Expectation:
    match expected:
        case ExpectTakes(player=m):
            return ExpectTakes(m, sum(a.amount for a in document.awards if a.player == m))
        case ExpectPays(player=m):
            return ExpectPays(m, sum(p.amount for p in document.penalties if p.player == m))
        case ExpectRewarded(player=m):
            reward = document.reward
            return ExpectRewarded(m, reward.amount if reward and reward.player == m else 0)
        case ExpectHolds(player=m):
            return ExpectHolds(m, next((h.name for h in document.hands if h.player == m), "nothing shown"))
        case ExpectLaws(laws=laws):
            # The order in which a file lists the laws does not matter.
            return expected if set(laws) == set(document.laws) else ExpectLaws(document.laws)
        case ExpectResults(results=results):
            won_or_lost = {m: document.results.get(m, 0) for m in (*results, *document.results)}
            named = {m: n for m, n in won_or_lost.items() if n or m in results}
            return replace(expected, results=named)
    raise TypeError(f"{type(expected).__name__} is not an expectation of a settlement")
