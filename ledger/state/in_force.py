"""What stands of a record after its corrections, and the whole of it with what was struck.

A game, and a sitting, is the replay of what stands. These functions judge nothing: a correction says what it put
in the place of what.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

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
from ledger.events.sitting import Entry, GameEnded, GameStarted

BESIDE = (*ASIDE, HandUnsealed)
"""Events of a game that are no part of its play; a correction leaves them where they are."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One fact of a game's record. `version` is that of the recorded event which says it, `struck` whether a later
    one took it back, `inserted` whether a correction put it there."""

    event: Event
    version: int
    struck: bool = False
    inserted: bool = False


def record_of(events: Iterable[Event]) -> tuple[RecordLine, ...]:
    """The whole record of a game in the order of play, struck lines in their places, corrections where they came."""
    lines: list[RecordLine] = []
    for version, event in enumerate(events, 1):
        if isinstance(event, GameCorrected):
            lines = _corrected(lines, event, version)
        lines.append(RecordLine(event, version))
    return tuple(lines)


def events_in_force(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events of a game that stand, in the order of play."""
    if not any(isinstance(event, GameCorrected) for event in events):
        return tuple(events)
    lines = record_of(events)
    return tuple(line.event for line in lines if not line.struck and not isinstance(line.event, GameCorrected))


def as_written(events: Sequence[Event]) -> tuple[Event, ...]:
    """A game's record as it was before anybody corrected it."""
    return tuple(takewhile(lambda event: not isinstance(event, GameCorrected), events))


def _corrected(lines: Sequence[RecordLine], correction: GameCorrected, version: int) -> list[RecordLine]:
    """The lines with the tail of a correction in the place of what it took back."""
    at = _after(lines, correction.after)
    found = list(lines[:at])
    found[:1] = [RecordLine(begun, version) for begun in correction.begun] or found[:1]
    tail = list(correction.tail)
    for line in lines[at:]:
        if line.struck or isinstance(line.event, (GameCorrected, *BESIDE)):
            found.append(line)
            continue
        place = next((n for n, event in enumerate(tail) if _is_same(event, line.event)), None)
        if place is None:
            found.append(replace(line, struck=True))
            continue
        found += [RecordLine(event, version, inserted=True) for event in tail[:place]]
        found.append(replace(line, event=_noted(tail[place], line.event)))
        del tail[: place + 1]
    return found + [RecordLine(event, version, inserted=True) for event in tail]


def _noted(event: Event, before: Event) -> Event:
    """An act as a correction left it, with the note that was first written of it."""
    if isinstance(event, Action) and isinstance(before, Action):
        return replace(event, note=before.note)
    return event


def _after(lines: Sequence[RecordLine], step: int) -> int:
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
    """What stands of a game: its beginning, and the rest in the order of play."""
    begun, *acts = events_in_force(events)
    assert isinstance(begun, GameBegun), "a game's first event is GameBegun"
    return begun, tuple(acts)


def entries_in_force(events: Iterable[Event]) -> list[Event]:
    """The events of a sitting that stand."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, Amendment):
            found = _amended(found, event)
        else:
            found.append(event)
    return found


def _amended(found: Sequence[Event], amendment: Amendment) -> list[Event]:
    taken_back: set[object] = set()
    match amendment:
        case SittingCorrected(struck=struck):
            taken_back.update(("entry", n) for n in struck)
        case GameRestated(game=game, reopened=True):
            taken_back.add(("ended", game))
        case GameWithdrawn(game=game):
            taken_back.update({("started", game), ("ended", game)})
    instead = {_place(event): event for event in amendment.replaced}
    return [instead.get(_place(event), event) for event in found if _place(event) not in taken_back]


def _place(event: Event) -> object:
    match event:
        case Entry(entry=n):
            return ("entry", n)
        case GameStarted(game=game):
            return ("started", game)
        case GameEnded(game=game):
            return ("ended", game)
        case _:
            return event.topic
