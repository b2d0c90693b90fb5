"""The buy-back: the reconciliation of each sitting, by colour and by player."""

from typing import Any
from uuid import UUID

from ledger.books.reckoning import RECKONED, reckon
from ledger.books.sheet import COLOURS, Colour, Holding, Reckoning, Sums
from ledger.events.amendment import Amendment
from ledger.events.base import Event
from projections.read_model import Rows, Table
from projections.refolded import Record, Refolded
from projections.tables import ReadTables

RECKONINGS = Table("reckonings", Sums, key=("sitting",))
RECKONED_COLOURS = Table("reckoned_colours", Colour, key=("sitting", "colour"))
RECKONED_PLAYERS = Table("reckoned_players", Holding, key=("sitting", "member"))

AFTER: tuple[type[Event], ...] = (*RECKONED, Amendment)
"""The events on which the reckoning of a sitting depends."""


def make(rows: Rows, stream: UUID, record: Record[Reckoning]) -> None:
    """Insert the rows of one sitting."""
    reckoning = record.state
    running = UUID(reckoning.running) if reckoning.running else None
    rows.insert(RECKONINGS, reckoning, sitting=stream, running=running)
    for colour in reckoning.colours.values():
        rows.insert(RECKONED_COLOURS, colour, sitting=stream)
    for holding in reckoning.players.values():
        rows.insert(RECKONED_PLAYERS, holding, sitting=stream)


MODEL = Refolded("buyback", (RECKONINGS, RECKONED_COLOURS, RECKONED_PLAYERS), AFTER, reckon, (make,))

_RECKONING = """
    SELECT to_jsonb(reckonings) - '{club,sitting}'::text[] AS sums,
        (SELECT jsonb_object_agg(colour, to_jsonb(c) - '{club,sitting}'::text[])
        FROM reckoned_colours c WHERE c.club = %(club)s AND c.sitting = reckonings.sitting) AS colours,
        (SELECT jsonb_agg(to_jsonb(p) - '{club,sitting}'::text[] ORDER BY place)
        FROM reckoned_players p WHERE p.club = %(club)s AND p.sitting = reckonings.sitting) AS players
    FROM reckonings WHERE club = %(club)s AND sitting = %(sitting)s
"""


def reckoning_of(tables: ReadTables, sitting: UUID) -> Reckoning | None:
    """The reckoning of a sitting, its players in the order in which they sat down; None if there is none yet."""
    return next(iter(tables.select(_read, _RECKONING, {"sitting": sitting})), None)


def _read(*, sums: dict[str, Any], colours: dict[str, Any], players: list[dict[str, Any]]) -> Reckoning:
    return Reckoning(
        **sums,
        colours={name: Colour(**colours[name]) for name in COLOURS},
        players={row["member"]: Holding(**row) for row in players},
    )
