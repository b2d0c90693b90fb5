"""Corrections of a game from its replay: lines struck, acts put in, and what would follow, which is asked first."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from flask import Response

from api.answers.adjustments import game_numbers
from api.noun import Call
from api.pages.afterwards import affected_games
from api.pages.screens import Screens, page
from api.printed import money
from api.schemas.lists import FrameQuery
from ledger.afterwards.payout import as_awarded
from ledger.application.club_books import NotFound
from ledger.events.game import Action
from ledger.play.acts import ACTS
from ledger.play.values import Field, Kind, fields_of
from ledger.roles import RECORDERS
from ledger.state import game_fold as games
from ledger.telling.redaction import known_events
from ledger.telling.replay import Entry, Frame, frames

screens = Screens("mending", __name__)


@dataclass(frozen=True, slots=True)
class Control:
    """A field of an act in a form: its name, what is put into it, and the words to choose from, if it has any."""

    name: str
    holds: str
    words: tuple[str, ...]
    required: bool


@dataclass(frozen=True, slots=True)
class ActForm:
    """An act that may be put in, and the fields that it has besides the player."""

    word: str
    controls: tuple[Control, ...]


@screens.shows("/games/<id:game>/correction", roles=RECORDERS, query=FrameQuery)
def correction(call: Call) -> Response:
    """A correction of a game, beginning from a step: what would follow is asked first, then it is recorded."""
    game_id, club = call.ids["game"], call.books.club()
    events = call.books.game_events(game_id)
    shown = frames(events, call.reader, club.name_of, partial(money, currency=club.currency))
    step = call.input["step"]
    if step is not None and step not in {frame.step for frame in shown}:
        raise NotFound
    known = known_events(events, call.reader)
    seen, by_law = games.fold(known), as_awarded(known)
    sitting = call.books.sitting(UUID(seen.sitting))
    return page(
        "correction.html",
        here="tables",
        id=game_id,
        game=seen,
        closed=sitting.closed,
        another_runs=sitting.game not in (None, str(game_id)),
        running=sitting.game,
        settlement=by_law if seen.settlement else None,
        affected=[one for one in affected_games(call, UUID(seen.sitting)) if one.mending.game == str(game_id)],
        later=_later_games(call, UUID(seen.sitting), seen.number),
        acts=acts_that_stand(shown),
        forms=forms_of_acts(),
        step=step,
    )


def _later_games(call: Call, sitting: UUID, number: int) -> dict[str, int]:
    """The games of a sitting that were begun after another, each with its number."""
    return {game: later for game, later in game_numbers(call.books, sitting).items() if later > number}


def acts_that_stand(shown: Sequence[Frame]) -> list[tuple[int, Entry]]:
    """The acts of a record that may be struck, each with its step."""
    lines = ((entry.event, entry) for frame in shown for entry in frame.entries if not entry.struck)
    return [(event.step, entry) for event, entry in lines if isinstance(event, Action)]


def forms_of_acts() -> list[ActForm]:
    """Every act that may be put in, with its fields as the commands declare them."""
    return [
        ActForm(act.word, tuple(_control(field) for field in fields_of(act.command)))
        for act in ACTS
        if act.route == "actions"
    ]


def _control(field: Field) -> Control:
    words = tuple(field.value.words) if field.value.words else ()
    return Control(field.name, _holds(field), words, field.required)


def _holds(field: Field) -> str:
    """What a control takes: money, number, cards, member and so on; `…_each` where every player has one."""
    value = field.value
    match value.kind:
        case Kind.NUMBER:
            return "money" if field.name == "amount" else "number"
        case Kind.LIST | Kind.EITHER | Kind.CARD:
            return "card" if value.kind is Kind.CARD else "cards"
        case Kind.BY_MEMBER:
            return "cards_each" if value.holds_cards else "number_each"
    return value.kind.name.lower()
