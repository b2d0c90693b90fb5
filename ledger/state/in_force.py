"""Which events of a record are in force after its corrections; and the whole record, struck events included.

A game, and a sitting, is folded from the events in force. These functions judge nothing: a correction carries the
events that take the place of those it strikes.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from ledger.events.adjustment import GameAdjusted
from ledger.events.amendment import (
    Amendment,
    GameCorrected,
    GameRestated,
    GameWithdrawn,
    HandUnsealed,
    SittingCorrected,
)
from ledger.events.base import Event
from ledger.events.dispute import ASIDE
from ledger.events.game import Action, GameBegun
from ledger.events.pen import GamePenTaken
from ledger.events.sitting import Entry, GameEnded, GameStarted

BESIDE = (*ASIDE, HandUnsealed, GamePenTaken, GameAdjusted)
"""The events of a game that are no part of its play. A correction leaves them where they are."""


class RecordLine(Struct, frozen=True):
    """One event in the record of a game.

    `version` is that of the stored event which holds it. `struck`: a later event struck it; `inserted`: a correction
    put it there.
    """

    event: Event
    version: int
    struck: bool = False
    inserted: bool = False


def record_of(events: Iterable[Event]) -> tuple[RecordLine, ...]:
    """The whole record of a game in the order of play, struck lines and corrections in their places.

    Who held the pen is no line of it.
    """
    lines: list[RecordLine] = []
    for version, event in enumerate(events, 1):
        if isinstance(event, GamePenTaken):
            continue
        if isinstance(event, GameCorrected):
            lines = _corrected(lines, event, version)
        lines.append(RecordLine(event, version))
    return tuple(lines)


def events_in_force(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events of a game that are in force, in the order of play."""
    if not any(isinstance(event, GameCorrected) for event in events):
        return tuple(events)
    lines = record_of(events)
    return tuple(line.event for line in lines if not line.struck and not isinstance(line.event, GameCorrected))


def as_written(events: Sequence[Event]) -> tuple[Event, ...]:
    """A game's record as it was before anybody corrected it."""
    return tuple(takewhile(lambda event: not isinstance(event, GameCorrected), events))


def _corrected(lines: Sequence[RecordLine], correction: GameCorrected, version: int) -> list[RecordLine]:
    """The lines with the tail of a correction in the place of what it struck.

    A line that recurs in the tail stays, what the tail has before it is inserted, and every other line is struck.
    """
    at = _after(lines, correction.after)
    corrected = list(lines[:at])
    corrected[:1] = [RecordLine(begun, version) for begun in correction.begun] or corrected[:1]
    tail = list(correction.tail)
    for line in lines[at:]:
        if line.struck or isinstance(line.event, (GameCorrected, *BESIDE)):
            corrected.append(line)
            continue
        place = next((n for n, event in enumerate(tail) if _is_same(event, line.event)), None)
        if place is None:
            corrected.append(replace(line, struck=True))
            continue
        corrected += [RecordLine(event, version, inserted=True) for event in tail[:place]]
        corrected.append(replace(line, event=_noted(tail[place], line.event)))
        del tail[: place + 1]
    return corrected + [RecordLine(event, version, inserted=True) for event in tail]


def _noted(event: Event, before: Event) -> Event:
    """An act as a correction left it, with the note that was first written to it."""
    if isinstance(event, Action) and isinstance(before, Action):
        return replace(event, note=before.note)
    return event


def _after(lines: Sequence[RecordLine], step: int) -> int:
    """The index of the first line after a step; of step 0, after the game's first event."""
    if step == 0:
        return 1
    return next(
        n
        for n, line in enumerate(lines, 1)
        if not line.struck and isinstance(line.event, Action) and line.event.step == step
    )


def _is_same(event: Event, recorded: Event) -> bool:
    if isinstance(event, Action) and isinstance(recorded, Action):
        return event.step == recorded.step
    return event == recorded


def begun_and_acts(events: Sequence[Event]) -> tuple[GameBegun, tuple[Event, ...]]:
    """The events of a game that are in force: its beginning, and the rest in the order of play."""
    begun, *acts = events_in_force(events)
    assert isinstance(begun, GameBegun), "a game's first event is GameBegun"
    return begun, tuple(acts)


def entries_in_force(events: Iterable[Event]) -> list[Event]:
    """The events of a sitting that are in force, in the order of the book. The amendments are not among them."""
    in_force: list[Event] = []
    for event in events:
        if isinstance(event, Amendment):
            in_force = _amended(in_force, event)
        else:
            in_force.append(event)
    return in_force


def _amended(events: Sequence[Event], amendment: Amendment) -> list[Event]:
    """The events that are left after an amendment: some struck, some replaced."""
    struck_places: set[object] = set()
    match amendment:
        case SittingCorrected(struck=struck):
            struck_places.update(("entry", n) for n in struck)
        case GameRestated(game=game, reopened=True):
            struck_places.add(("ended", game))
        case GameWithdrawn(game=game):
            struck_places.update({("started", game), ("ended", game)})
    replacements = {_place(event): event for event in amendment.replaced}
    return [replacements.get(_place(event), event) for event in events if _place(event) not in struck_places]


def _place(event: Event) -> object:
    """The place of an event in the book, which the event that replaces it shares."""
    match event:
        case Entry(entry=n):
            return ("entry", n)
        case GameStarted(game=game):
            return ("started", game)
        case GameEnded(game=game):
            return ("ended", game)
        case _:
            return event.topic
