"""What was said of a game afterwards, worked out again: corrections, games made void, pools paid otherwise."""

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
from ledger.state import game as games
from ledger.state.in_force import entries_in_force, events_in_force
from ledger.table.conduct import end_game

WITHHELD = "a game cannot be decided again, for parts of its record are withheld; it is taken as it was recorded"


def anew(work: Callable[[], Event], excuse: str | None) -> tuple[Event | None, str | None]:
    """What follows from the record, None where that cannot be told, and the excuse for it if it is another.

    Raises Refused or Invalid where there is none.
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
    match event:
        case GameVoided(agreed_by=agreed_by, reason=reason):
            return payout.void(before, stream, agreed_by, reason)
        case GamePaid(paid=paid, reason=reason):
            return payout.pay(before, paid, reason)
        case GameCorrected(struck=struck, reason=reason):
            begun = next((each for each in event.begun if isinstance(each, GameBegun)), None)
            return correct(before, stream, Slips(struck, _insertions(event, before)), reason, begun)[0]


def _insertions(event: GameCorrected, before: Sequence[Event]) -> tuple[Insertion, ...]:
    """The acts that a correction put in, each after the act before it that had stood already."""
    stood = {each.step for each in events_in_force(before) if isinstance(each, Action)}
    after, found = event.after, []
    for each in event.tail:
        if isinstance(each, Action) and each.step in event.inserted:
            found.append((each.step, Insertion(after, command_of(each))))
        elif isinstance(each, Action) and each.step in stood:
            after = each.step
    return tuple(insertion for _, insertion in sorted(found, key=lambda pair: pair[0]))


def restated(
    entries: Sequence[Event], game: str, events: Sequence[Event], others: Mapping[str, Sequence[Event]]
) -> Event:
    after, last = games.fold(events), events[-1]
    begun = last.begun if isinstance(last, GameCorrected) else ()
    started = next(e for e in entries_in_force(entries) if isinstance(e, GameStarted) and e.game == game)
    anew = restarted(started, begun[0]) if begun and isinstance(begun[0], GameBegun) else None
    ended = end_game(game, after) if after.settlement else None
    return sitting_corrections.restate(entries, game, ended, anew, {**others, game: events})
