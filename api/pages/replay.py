"""A game step by step: the table after a step, and the record with the law beside each line."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from typing import Any
from uuid import UUID

from flask import Response

from api.noun import Call
from api.pages.disputes import KINDS, on_line
from api.pages.screens import Screens, page
from api.pages.season import head_of
from api.printed import money
from api.routes.games import second_record
from api.schemas.lists import FrameQuery
from ledger.afterwards.disputes import disputes
from ledger.application.club_books import NotFound
from ledger.events.amendment import GameCorrected
from ledger.events.game import Phase
from ledger.laws.readings import READINGS
from ledger.state import game_fold as games
from ledger.telling.redaction import known_events
from ledger.telling.replay import Frame, frames

screens = Screens("replay", __name__)

PHASES = (Phase.ANTE, Phase.SAY, Phase.DRAW, Phase.BETTING, Phase.SHOW)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reader is in a game: the steps around his own, and where each phase begins."""

    step: int
    last: int
    before: int | None
    after: int | None
    phases: tuple[tuple[str, int], ...]


@screens.shows("/games/<id:game>", query=FrameQuery)
def game(call: Call) -> Response:
    """A game after a step; without `step` after its last. With `beside`, a second record stands beside the first,
    and the lines in which they differ are marked."""
    game_id, other = call.ids["game"], call.input["beside"]
    position = call.books.memory.position
    events = call.books.game_events(game_id)
    club = call.books.club()
    amount = partial(money, currency=club.currency)
    shown = frames(events, call.reader, club.name_of, amount)
    place = _place(shown, call.input["step"])
    second = second_record(events, call.reader, other, club.name_of, amount) if other else None
    seen, laid = games.fold(known_events(events, call.reader)), disputes(events)
    return page(
        "replay.html",
        here="tables",
        kept=not seen.over,
        position=None if seen.over else position,
        concerns=(game_id,),
        id=game_id,
        game=seen,
        head=head_of(call, seen, events),
        frames=shown,
        disputes=laid,
        ruled_on=any(dispute.ruled for dispute in laid.values()),
        on_line=on_line,
        kinds=KINDS,
        closed=call.books.sitting(UUID(seen.sitting)).closed,
        frame=next(frame for frame in shown if frame.step == place.step),
        place=place,
        corrected=any(entry.struck or entry.inserted for frame in shown for entry in frame.entries),
        beside=second,
        differing=_differing(shown, second.frames) if second and second.frames else (set(), set()),
        other=other,
        readings=READINGS.values(),
    )


Line = tuple[int, int]
"""A line of a record: its step, and its place among the lines of that step."""


def _differing(first: tuple[Frame, ...], second: tuple[Frame, ...]) -> tuple[set[Line], set[Line]]:
    """The lines of each of two records that have no fellow in the other."""
    ours, theirs = _sentences(first), _sentences(second)
    matching = SequenceMatcher(None, list(ours.values()), list(theirs.values()), autojunk=False).get_matching_blocks()
    shared = [{n for block in matching for n in range(block[side], block[side] + block.size)} for side in (0, 1)]
    return _outside(ours, shared[0]), _outside(theirs, shared[1])


def _sentences(record: tuple[Frame, ...]) -> dict[Line, str]:
    """The sentences of the lines that stand."""
    return {
        (frame.step, n): entry.sentence
        for frame in record
        for n, entry in enumerate(frame.entries)
        if not entry.struck and not isinstance(entry.event, GameCorrected)
    }


def _outside(lines: dict[Line, str], shared: set[int]) -> set[Line]:
    return {line for n, line in enumerate(lines) if n not in shared}


def _place(shown: tuple[Frame, ...], step: int | None) -> Place:
    """The place of a step among those shown; of the last where none is named. Raises NotFound."""
    steps = [frame.step for frame in shown]
    here = steps[-1] if step is None else step
    if here not in steps:
        raise NotFound
    at = steps.index(here)
    return Place(
        step=here,
        last=steps[-1],
        before=steps[at - 1] if at else None,
        after=steps[at + 1] if at + 1 < len(steps) else None,
        phases=tuple(_beginnings(shown)),
    )


def _beginnings(shown: tuple[Frame, ...]) -> Any:
    """Each phase that the game came to, and the first step after which it was in that phase."""
    first: dict[str, int] = {}
    for frame in shown:
        first.setdefault(frame.turn.phase, frame.step)
    return ((phase.value, first[phase]) for phase in PHASES if phase in first)
