"""Settlements: the document of each finished game, as it is now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any
from uuid import UUID

import msgspec

from ledger.events.adjustment import GameAdjusted
from ledger.events.amendment import GameCorrected
from ledger.events.base import Event
from ledger.events.game import Phase
from ledger.events.settlement import Done, Settlement
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.game_fold import fold
from projections.pages import Page, number, page
from projections.read_model import Rows, Table
from projections.refolded import Record
from projections.tables import ReadTables


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTheClose:
    """The settlement of a game as it was when its sitting closed, its fields as those of `Settled`."""

    corrected: bool
    demanded: Sequence[Member]
    document: Settlement
    paid: Mapping[Member, int] | None
    done: Done | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The settlement of a game as it is now; `demanded` are the players who demanded a show, in seat order.

    `paid` is what the table in fact paid out, None if that is what the laws award; `done` what it did besides, None if
    that is what the laws give. If the game was adjusted after the close of its sitting, `adjusted` is by how much each
    result differs from what it was at the close, and `at_the_close` is the document of then. The table stores `paid`,
    `done` and the documents as JSON.
    """

    game: UUID
    sitting: UUID
    number: int
    corrected: bool
    demanded: Sequence[Member]
    document: Settlement
    paid: Mapping[Member, int] | None
    done: Done | None
    adjusted: Mapping[Member, int] | None
    at_the_close: AtTheClose | None


SETTLEMENTS = Table("settlements", Settled, key=("game",))


def make(rows: Rows, stream: UUID, record: Record[Game]) -> None:
    """Insert the row of one game: none until it is over, and none if it is void."""
    game = record.state
    if game.settlement is None or game.phase == Phase.VOID:
        return
    now, events = _as_of(game, record.events), record.events
    adjusted = next((event for event in events if isinstance(event, GameAdjusted)), None)
    then = events[: adjusted.since - 1] if adjusted else None
    settled = Settled(
        game=stream,
        sitting=UUID(game.sitting),
        number=game.number,
        corrected=now.corrected,
        demanded=now.demanded,
        document=now.document,
        paid=now.paid,
        done=now.done,
        adjusted=game.adjusted if adjusted else None,
        at_the_close=_as_of(fold(then), then) if then else None,
    )
    written = ("document", "paid", "done", "adjusted", "at_the_close")
    texts = {name: None if (value := getattr(settled, name)) is None else _json(value) for name in written}
    rows.insert(SETTLEMENTS, settled, **texts)


def _as_of(game: Game, events: Sequence[Event]) -> AtTheClose:
    assert game.settlement is not None, "the game is over"
    return AtTheClose(
        corrected=any(isinstance(event, GameCorrected) for event in events),
        demanded=[member for member in game.seats if game.players[member].demand],
        document=game.settlement,
        paid=game.paid,
        done=game.done,
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


_OF_SITTING = """
    SELECT * FROM settlements
    WHERE club = %(club)s AND sitting = %(sitting)s AND (%(above)s::bigint IS NULL OR number > %(above)s)
    ORDER BY number LIMIT %(rows)s
"""


def settlements_of(tables: ReadTables, sitting: UUID, *, limit: int = 50, cursor: str | None = None) -> Page[Settled]:
    """The settlements of a sitting's games, in the order in which they were played. Raises BadCursor.

    What a game was at the close of its sitting stays its settlement in this list, and `adjusted` says what it is since.
    """
    parameters = {"sitting": sitting, "above": number(cursor), "rows": limit + 1}
    return page(tables.select(_read, _OF_SITTING, parameters), limit, lambda settled: str(settled.number))


def _read(
    *,
    document: str,
    paid: str | None,
    done: str | None,
    adjusted: str | None,
    at_the_close: str | None,
    **known: Any,
) -> Settled:
    closed = msgspec.json.decode(at_the_close, type=AtTheClose) if at_the_close else None
    present = {
        **known,
        "document": msgspec.json.decode(document, type=Settlement),
        "paid": msgspec.json.decode(paid) if paid else None,
        "done": msgspec.json.decode(done, type=Done) if done else None,
    }
    as_listed = {f.name: getattr(closed, f.name) for f in fields(closed)} if closed else present
    by_how_much = msgspec.json.decode(adjusted) if adjusted else None
    return Settled(**{**present, **as_listed}, adjusted=by_how_much, at_the_close=closed)
