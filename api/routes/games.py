"""Games: begun, read, replayed, and their settlement."""

from dataclasses import dataclass
from typing import Any

from api.answers.game import game_body
from api.answers.record import frame_body
from api.joined import Joined
from api.lists import Answer as Listed
from api.lists import answered, freshened
from api.noun import Answer, Call, Noun, etag, unless_known, written
from api.problems import Problem
from api.routes.results import period_of
from api.schemas.games import BegunGame, NewGame, OneGame
from api.schemas.lists import FrameQuery, FreshListQuery, listed
from api.schemas.record import Replay
from api.schemas.results import FoundGame, GamesQuery, ListedGame
from api.schemas.settlements import OneSettlement
from api.service import service
from ledger.afterwards.disputes import readings_ruled
from ledger.afterwards.payout import awarded
from ledger.afterwards.what_if import Turned, turned_by
from ledger.application.club_books import NotFound
from ledger.events.base import Event
from ledger.events.settlement import Settlement as Settled
from ledger.refusals import Refused
from ledger.state import game_fold as games
from ledger.state.game import Game as GameState
from ledger.telling.redaction import Reader, known_events
from ledger.telling.replay import Frame, beside, frames
from ledger.telling.sentences import Amount, Name
from projections import daybook, season

noun = Noun("games", __name__, description="Games, from the ante to the settlement.")

_FINISHED = {"Cache-Control": "private, no-cache"}
"""A reader's own cache may keep a finished game, but must ask each time: it can be corrected, and adjusted later."""


def _headers(game: GameState) -> dict[str, str]:
    return {"ETag": etag(game.version), **(_FINISHED if game.over else {})}


@noun.writes("/v1/sittings/<id:sitting>/games", NewGame, BegunGame, creates="/v1/games/{id}")
def begin_game(call: Call) -> Answer:
    """Begin the next game, its ante or jack-pot payments staked. If-Match names the version of the sitting."""
    books, sitting_id, body = call.books, call.ids["sitting"], call.input
    saved = books.start_game(call.request, sitting_id, body["dealer"], body["sitting_out"])
    known = known_events(books.game_events(saved.stream), call.reader)
    return written(saved, game_body(saved.stream, games.fold(known[: saved.last])))


@noun.reads("/v1/sittings/<id:sitting>/games", listed(ListedGame), query=FreshListQuery)
def list_games(call: Call) -> Listed:
    """The games of a sitting, in their order."""
    tables = service().read_tables(call.club)
    position = freshened(tables, call.input)
    page = daybook.games_of(tables, call.ids["sitting"], limit=call.input["limit"], cursor=call.input["cursor"])
    return answered(page, call.input, position)


@noun.reads("/v1/clubs/<id:club>/games", listed(FoundGame), query=GamesQuery)
def find_games(call: Call) -> Listed:
    """The games of the whole club that meet every condition of the query, the last of the last sitting first."""
    tables = service().read_tables(call.club)
    position = freshened(tables, call.input)
    found = season.games_of_club(tables, wanted_of(call.input), limit=call.input["limit"], cursor=call.input["cursor"])
    return answered(found, call.input, position)


def wanted_of(query: dict[str, Any]) -> season.Wanted:
    """The games that a query asks for."""
    conditions = ("member", "sitting", "state", "hand_class", "law", "jack_pot", "disputed", "corrected")
    return season.Wanted(**{name: query[name] for name in conditions}, period=period_of(query))


@noun.reads("/v1/games/<id:game>", OneGame, conditional=True)
def read_game(call: Call) -> Any:
    """A game as it is now, and what may lawfully be done in it."""
    game_id = call.ids["game"]
    known = known_events(call.books.game_events(game_id), call.reader)
    game = games.fold(known)
    return unless_known(game.version, lambda: game_body(game_id, game), _headers(game))


@noun.reads("/v1/games/<id:game>/settlement", OneSettlement)
def read_settlement(call: Call) -> Answer:
    """The settlement of a game that is over, each sum with its law."""
    settled = settlement_of(call)
    beside = {
        "turned_by": settled.turned_by,
        "ruled": readings_ruled(settled.events),
        "paid": settled.game.paid,
        "done": settled.game.done,
    }
    return Joined(beside, settled.settlement), _headers(settled.game)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledGame:
    """A game that is over, as its reader may know it, and the readings that would have turned its settlement."""

    events: tuple[Event, ...]
    game: GameState
    settlement: Settled
    turned_by: tuple[Turned, ...] | None


def settlement_of(call: Call) -> SettledGame:
    """The game that a request names. Raises a 404 problem where it has no settlement."""
    known = known_events(call.books.game_events(call.ids["game"]), call.reader)
    game = games.fold(known)
    if game.settlement is None:
        says = "it was made void, and every stake went back" if game.phase == "void" else "it is not over"
        raise Problem("not-found", f"this game has no settlement: {says}")
    return SettledGame(events=known, game=game, settlement=game.settlement, turned_by=turned_by(known, awarded(known)))


@noun.reads("/v1/games/<id:game>/replay", Replay, query=FrameQuery)
def replay_game(call: Call) -> Answer:
    """A game step by step, with the law of each line and with struck lines marked; with `step`, one frame of it.

    With `beside`, a second record comes with it: the game as it was first written, or under another reading.
    """
    events = call.books.game_events(call.ids["game"])
    name, step, other = call.books.club().name_of, call.input["step"], call.input["beside"]
    shown = [frame for frame in frames(events, call.reader, name) if step in (None, frame.step)]
    if not shown:
        raise NotFound
    body = {
        "game": call.ids["game"],
        "frames": [frame_body(frame) for frame in shown],
        "beside": _beside(second_record(events, call.reader, other, name), step) if other else None,
    }
    return body, _headers(games.fold(events))


@dataclass(frozen=True, slots=True)
class SecondRecord:
    """A record that stands beside a game's. Where it would have been unlawful at a step, it has no frames."""

    record: str
    frames: tuple[Frame, ...]
    unlawful_at: int | None


def _beside(second: SecondRecord, step: int | None) -> dict[str, Any]:
    shown = [frame_body(frame) for frame in second.frames if step in (None, frame.step)]
    return {"record": second.record, "frames": shown, "unlawful_at": second.unlawful_at}


def second_record(events: list[Event], reader: Reader, other: str, name: Name, amount: Amount = str) -> SecondRecord:
    """The record of a game as it was `written`, or under another reading. Raises Refused where it cannot be judged."""
    try:
        return SecondRecord(other, beside(events, reader, other, name, amount), None)
    except Refused as refused:
        if refused.code == "number_withheld":
            raise
        return SecondRecord(other, (), refused.step)
