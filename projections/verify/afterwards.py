"""Work out again what was done to a game afterwards: corrections, void games, payments as made."""

from collections.abc import Callable, Mapping, Sequence

from ledger.afterwards import payout, sitting_corrections
from ledger.afterwards.affected import restarted
from ledger.afterwards.game_corrections import Insertion, Slips, correct
from ledger.events.amendment import GameCorrected, GamePaid, GameVoided
from ledger.events.base import Event
from ledger.events.game import Action, GameBegun
from ledger.events.sitting import GameStarted
from ledger.play.commands_again import command_of
from ledger.refusals import Invalid, Refused
from ledger.state import game_fold as games
from ledger.state.in_force import entries_in_force, events_in_force
from ledger.table.conduct import end_game

WITHHELD = "a game cannot be decided again, because parts of its record are withheld; it is taken as it was recorded"


def anew(work: Callable[[], Event], excuse: str | None) -> tuple[Event | None, str | None]:
    """The event that follows from the record, None if that cannot be told; and why a difference is allowed, if it is.

    Raises Refused or Invalid if the record would be refused and no difference is allowed.
    """
    try:
        return work(), excuse
    except ValueError:
        return None, WITHHELD
    except (Refused, Invalid):
        if excuse is None:
            raise
        return None, excuse


def worked_out(event: GameCorrected | GameVoided | GamePaid, before: Sequence[Event], stream: str) -> Event:
    """The event that the same amendment gives now, from the events before it. Raises as `anew` expects."""
    match event:
        case GameVoided(agreed_by=agreed_by, reason=reason):
            return payout.void(before, stream, agreed_by, reason)
        case GamePaid(stands=True):
            return _standing(before)
        case GamePaid(paid=paid, done=done, reason=reason):
            return payout.as_paid(before, paid, done, reason)
        case GameCorrected(struck=struck, reason=reason):
            begun = next((first for first in event.begun if isinstance(first, GameBegun)), None)
            return correct(before, stream, Slips(struck, _insertions(event, before)), reason, begun)[0]


def _standing(before: Sequence[Event]) -> Event:
    stands = payout.standing(games.fold(before[:-1]), before)
    if stands is None:
        raise Refused(None, "paid_otherwise", "no payment was recorded that could stand after the correction")
    return stands


def _insertions(event: GameCorrected, before: Sequence[Event]) -> tuple[Insertion, ...]:
    """The acts that a correction inserted, each after the last act before it that was in force already."""
    stood = {act.step for act in events_in_force(before) if isinstance(act, Action)}
    after, inserted = event.after, []
    for act in event.tail:
        if isinstance(act, Action) and act.step in event.inserted:
            inserted.append((act.step, Insertion(after, command_of(act))))
        elif isinstance(act, Action) and act.step in stood:
            after = act.step
    return tuple(insertion for _, insertion in sorted(inserted, key=lambda pair: pair[0]))


def restated(
    entries: Sequence[Event], game: str, events: Sequence[Event], others: Mapping[str, Sequence[Event]]
) -> Event:
    """The entry that restates a game in its sitting's book, after a correction of that game.

    `entries` is the book so far, `events` the record of the game, `others` the records of the sitting's other games.
    """
    after = games.fold(events)
    # A payment may have been recorded with the correction, or stand after it.
    last = next((event for event in reversed(events) if not isinstance(event, GamePaid)), events[-1])
    begun = last.begun if isinstance(last, GameCorrected) else ()
    started = next(e for e in entries_in_force(entries) if isinstance(e, GameStarted) and e.game == game)
    anew = restarted(started, begun[0]) if begun and isinstance(begun[0], GameBegun) else None
    ended = end_game(game, after) if after.settlement else None
    return sitting_corrections.restate(entries, game, ended, anew, {**others, game: events})
