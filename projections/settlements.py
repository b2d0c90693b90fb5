"""Settlements: the document of each game that is over, as it stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec

from ledger.events.amendment import GameCorrected
from ledger.events.game import Phase
from ledger.events.settlement import Settlement
from ledger.seats import Member
from ledger.state.game import Game
from projections.pages import Page, number, page
from projections.read_model import Rows, Table
from projections.refolded import Record
from projections.tables import ReadTables

SETTLEMENTS = Table("settlements", ("game",), ("sitting", "number", "corrected", "demanded", "document", "paid"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The settlement of a game as it stands; `demanded` are those who demanded a show, in seat order.

    `paid` is what was in fact paid out, None where that is what the laws award.
    """

    game: UUID
    number: int
    corrected: bool
    demanded: tuple[Member, ...]
    document: Settlement
    paid: Mapping[Member, int] | None


def make(rows: Rows, stream: UUID, record: Record[Game]) -> None:
    """The row of one game: none until it is over, and none where it is void."""
    game = record.state
    if game.settlement is None or game.phase == Phase.VOID:
        return
    rows.insert(
        SETTLEMENTS,
        (stream,),
        sitting=UUID(game.sitting),
        number=game.number,
        corrected=any(isinstance(event, GameCorrected) for event in record.events),
        demanded=[member for member in game.seats if game.players[member].demand],
        document=_json(game.settlement),
        paid=None if game.paid is None else _json(game.paid),
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


_OF_SITTING = """
    SELECT game, number, corrected, demanded, document, paid FROM settlements
    WHERE sitting = %(sitting)s AND (%(above)s::bigint IS NULL OR number > %(above)s)
    ORDER BY number LIMIT %(rows)s
"""


def settlements_of(tables: ReadTables, sitting: UUID, *, limit: int = 50, cursor: str | None = None) -> Page[Settled]:
    """The settlements of a sitting's games, in the order in which they were played. Raises BadCursor."""
    asked = {"sitting": sitting, "above": number(cursor), "rows": limit + 1}
    return page(tables.select(_read, _OF_SITTING, asked), limit, lambda settled: str(settled.number))


def _read(*, demanded: list[Member], document: str, paid: str | None, **known: Any) -> Settled:
    return Settled(
        **known,
        demanded=tuple(demanded),
        document=msgspec.json.decode(document, type=Settlement),
        paid=msgspec.json.decode(paid) if paid else None,
    )
