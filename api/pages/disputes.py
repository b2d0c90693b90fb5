"""Disputes: the step complained of, who must referee, who is asked in which order, what was ruled, what it changed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from flask import Response

from api.answers.audit import money_of_game
from api.answers.corrections import dispute_body
from api.noun import Call
from api.pages.mending import acts_that_stand, forms_of_acts
from api.pages.screens import Screens, page
from api.printed import money
from api.schemas.disputes import ListedDispute
from ledger.afterwards.disputes import Dispute, disputes, who_may_be_asked
from ledger.application.club_books import NotFound
from ledger.events.amendment import GameCorrected
from ledger.events.dispute import Disputed, DisputeKind
from ledger.events.game import Action, GameBegun
from ledger.laws.readings import READINGS, complete
from ledger.play.drawing import MOST_GIVEN
from ledger.seats import Member
from ledger.state import game_fold as games
from ledger.store import Recorded
from ledger.telling.redaction import known_events
from ledger.telling.replay import Entry, Frame, frames
from ledger.telling.sentences import sentence

screens = Screens("disputes", __name__)

KINDS: Mapping[DisputeKind, str] = {
    DisputeKind.FACT: "a fact: what was done at the table",
    DisputeKind.LAW: "a law: what it says of this case",
    DisputeKind.DRAW_COUNT: "how many cards were asked for in the draw",
}
"""What a dispute may be about, in words."""

LAWS_OF_THE_ORDER: Mapping[DisputeKind, int] = {DisputeKind.FACT: 79, DisputeKind.LAW: 79, DisputeKind.DRAW_COUNT: 46}
"""The law that sets the order of the witnesses."""


@dataclass(frozen=True, slots=True)
class Change:
    """What the correction that came with a ruling changed: in words, and each player's result before and after."""

    sentence: str
    results: tuple[tuple[Member, int | None, int | None], ...]


@screens.shows("/games/<id:game>/disputes")
def of_game(call: Call) -> Response:
    """The disputes of a game, in their order."""
    game_id = call.ids["game"]
    events = call.books.game_events(game_id)
    return page(
        "disputes.html",
        here="tables",
        id=game_id,
        game=games.fold(known_events(events, call.reader)),
        disputes=[ListedDispute().dump(dispute_body(dispute, call.reader)) for dispute in disputes(events).values()],
        kinds=KINDS,
    )


@screens.shows("/games/<id:game>/disputes/<number:n>")
def dispute(call: Call) -> Response:
    """One dispute, from the step complained of to what was ruled. Who records it hears witnesses and rules here."""
    game_id, club = call.ids["game"], call.books.club()
    recorded = call.books.recorded(game_id)
    events = [line.event for line in recorded]
    case = disputes(events).get(call.numbers["n"])
    if case is None:
        raise NotFound
    amount = partial(money, currency=club.currency)
    shown, seen = frames(events, call.reader, club.name_of, amount), games.fold(known_events(events, call.reader))
    complaint = complained_of(shown, case.laid.step)
    return page(
        "dispute.html",
        here="tables",
        id=game_id,
        game=seen,
        dispute=ListedDispute().dump(dispute_body(case, call.reader)),
        kinds=KINDS,
        law_of_referee=77 if case.laid.referee == seen.dealer else 78,
        law_of_order=LAWS_OF_THE_ORDER[case.laid.kind],
        frame=complaint and complaint[0],
        complaint=complaint and complaint[1],
        may_be_asked=who_may_be_asked(seen, case),
        told=next((given.number for given in case.evidence.values() if given.can_give), None),
        most=MOST_GIVEN,
        readings=READINGS,
        in_force=complete(seen.articles.readings),
        change=_change(recorded, case, partial(sentence, name=club.name_of, amount=amount)),
        closed=call.books.sitting(UUID(seen.sitting)).closed,
        acts=acts_that_stand(shown),
        forms=forms_of_acts(),
        step=case.laid.step,
    )


def complained_of(shown: Sequence[Frame], step: int | None) -> tuple[Frame, Entry] | None:
    """The line of a step, struck or not, with the frame in which it stands; None where no step is named."""
    lines = ((frame, entry) for frame in shown for entry in frame.entries)
    return next(((frame, entry) for frame, entry in lines if step is not None and step_of(entry) == step), None)


def step_of(entry: Entry) -> int | None:
    """The step which a line of a record is; None for what is no step of the play."""
    match entry.event:
        case GameBegun():
            return 0
        case Action(step=step):
            return step
    return None


def on_line(entry: Entry, by_number: Mapping[int, Dispute]) -> list[Dispute]:
    """The disputes that are marked on a line of a record: those over its step, and the one that it lays."""
    if isinstance(entry.event, Disputed):
        return [by_number[entry.event.n]]
    step = step_of(entry)
    return [dispute for dispute in by_number.values() if step is not None and dispute.laid.step == step]


def _change(recorded: Sequence[Recorded], dispute: Dispute, in_words: Callable[[Any], str]) -> Change | None:
    """What the correction changed that was saved with the ruling; None where there is none."""
    at = dispute.ruled_at
    if at is None:
        return None
    events, command = [line.event for line in recorded], recorded[at - 1].command
    saved_with_it = (n for n in range(at, len(recorded)) if recorded[n].command == command)
    corrected = next((n for n in saved_with_it if isinstance(events[n], GameCorrected)), None)
    if corrected is None:
        return None
    before, after = (money_of_game(events[:end])["results"] or {} for end in (at, corrected + 1))
    members = dict.fromkeys((*before, *after))
    return Change(in_words(events[corrected]), tuple((m, before.get(m), after.get(m)) for m in members))
