"""Settlements: the document of each finished game, as it is now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec

from ledger.events.amendment import GameCorrected
from ledger.events.game import Phase
from ledger.events.settlement import Done, Settlement
from ledger.seats import Member
from ledger.state.game import Game
from projections.pages import Page, number, page
from projections.read_model import Rows, Table
from projections.refolded import Record
from projections.tables import ReadTables


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The settlement of a game as it is now; `demanded` are the players who demanded a show, in seat order.

    `paid` is what the table in fact paid out, None if that is what the laws award; `done` what it did besides, None if
    that is what the laws give. The table stores `paid`, `done` and `document` as JSON.
    """

    game: UUID
    sitting: UUID
    number: int
    corrected: bool
    demanded: Sequence[Member]
    document: Settlement
    paid: Mapping[Member, int] | None
    done: Done | None


SETTLEMENTS = Table("settlements", Settled, key=("game",))


def make(rows: Rows, stream: UUID, record: Record[Game]) -> None:
    """Insert the row of one game: none until it is over, and none if it is void."""
    game = record.state
    if game.settlement is None or game.phase == Phase.VOID:
        return
    settled = Settled(
        game=stream,
        sitting=UUID(game.sitting),
        number=game.number,
        corrected=any(isinstance(event, GameCorrected) for event in record.events),
        demanded=[member for member in game.seats if game.players[member].demand],
        document=game.settlement,
        paid=game.paid,
        done=game.done,
    )
    paid = None if game.paid is None else _json(game.paid)
    done = None if game.done is None else _json(game.done)
    rows.insert(SETTLEMENTS, settled, document=_json(game.settlement), paid=paid, done=done)


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


_OF_SITTING = """
    SELECT * FROM settlements
    WHERE club = %(club)s AND sitting = %(sitting)s AND (%(above)s::bigint IS NULL OR number > %(above)s)
    ORDER BY number LIMIT %(rows)s
"""


def settlements_of(tables: ReadTables, sitting: UUID, *, limit: int = 50, cursor: str | None = None) -> Page[Settled]:
    """The settlements of a sitting's games, in the order in which they were played. Raises BadCursor."""
    parameters = {"sitting": sitting, "above": number(cursor), "rows": limit + 1}
    return page(tables.select(_read, _OF_SITTING, parameters), limit, lambda settled: str(settled.number))


def _read(*, document: str, paid: str | None, done: str | None, **known: Any) -> Settled:
    return Settled(
        **known,
        document=msgspec.json.decode(document, type=Settlement),
        paid=msgspec.json.decode(paid) if paid else None,
        done=msgspec.json.decode(done, type=Done) if done else None,
    )
