"""The acts of a game."""

from typing import Any

from api.answers.game import game_body
from api.answers.record import events_body, line_body
from api.lists import Answer as Listed
from api.lists import current, page_of
from api.noun import Answer, Call, Noun, written
from api.schemas.actions import AnyActs, Waiver
from api.schemas.lists import FreshListQuery, listed
from api.schemas.record import Recorded, RecordedEvent
from ledger.application.club_books import Saved
from ledger.state import game_fold as games
from ledger.state.in_force import RecordLine, record_of
from ledger.telling.redaction import known_events

noun = Noun("actions", __name__, description="The acts of a game, as the scorekeeper records them.")

FRAME = "/v1/games/{game}/replay?step={step}"
"""The path of a game as it was after a step."""


@noun.writes("/v1/games/<id:game>/actions", AnyActs, Recorded, creates=FRAME)
def record_action(call: Call) -> Answer:
    """Record an act, or a list of acts; the last lawful act settles the game with it.

    The acts of a list are judged one after the other and recorded together, or not at all: a refusal names the first
    act that is forbidden by its `index`, from 0. Where the cards of a list do not agree with hidden cards, the refusal
    does not say which act it was. The list has one Idempotency-Key; If-Match names the version before its first act.
    """
    acts = call.input
    if isinstance(acts, tuple):
        return _recorded(call, call.books.act_all(call.request, call.ids["game"], acts))
    return _recorded(call, call.books.act(call.request, call.ids["game"], acts))


@noun.writes("/v1/games/<id:game>/waivers", Waiver, Recorded, creates=FRAME)
def waive_law(call: Call) -> Answer:
    """Set a law aside for this game, by the consent of all its players and before the act (80)."""
    return _recorded(call, call.books.act(call.request, call.ids["game"], call.input))


def _recorded(call: Call, saved: Saved) -> Answer:
    books, game_id = call.books, call.ids["game"]
    known = known_events(books.game_events(game_id), call.reader)
    then = games.fold(known[: saved.last])
    body = {
        "step": then.step,
        "events": events_body(known[saved.first - 1 : saved.last]),
        "game": game_body(game_id, then),
    }
    return written(saved, body)


@noun.reads("/v1/games/<id:game>/actions", listed(RecordedEvent), query=FreshListQuery)
def list_actions(call: Call) -> Listed:
    """The whole record of a game since its beginning, in the order of play; what was struck is marked."""
    position = current(call.books, call.input)
    recorded = call.books.recorded(call.ids["game"])
    lines = record_of(known_events([record.event for record in recorded], call.reader))[1:]

    def shown(line: RecordLine) -> dict[str, Any]:
        return line_body(line, recorded[line.version - 1], call.reader)

    return page_of(list(lines), call.input, position, shown=shown)
