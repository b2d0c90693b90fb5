"""The buy-back: each sitting reckoned up, by colour and by player."""

from typing import Any
from uuid import UUID

from ledger.books.reckoning import COLOURS, RECKONED, Colour, Holding, Reckoning, Sums, reckon
from ledger.events.amendment import Amendment
from projections.read_model import Rows, Table
from projections.refolded import Record, Refolded
from projections.tables import ReadTables

RECKONINGS = Table("reckonings", Sums, key=("sitting",))
RECKONED_COLOURS = Table("reckoned_colours", Colour, key=("sitting", "colour"))
RECKONED_PLAYERS = Table("reckoned_players", Holding, key=("sitting", "member"))

AFTER = (*RECKONED, Amendment)
"""What the reckoning of a sitting follows from."""


def make(rows: Rows, stream: UUID, record: Record[Reckoning]) -> None:
    """The rows of one sitting."""
    found = record.state
    rows.insert(RECKONINGS, found, sitting=stream)
    for colour in found.colours.values():
        rows.insert(RECKONED_COLOURS, colour, sitting=stream)
    for holding in found.players.values():
        rows.insert(RECKONED_PLAYERS, holding, sitting=stream)


MODEL = Refolded("buyback", (RECKONINGS, RECKONED_COLOURS, RECKONED_PLAYERS), AFTER, reckon, (make,))

_RECKONING = """
    SELECT to_jsonb(reckonings) - 'sitting' AS sums,
        (SELECT jsonb_object_agg(colour, to_jsonb(c) - 'sitting')
        FROM reckoned_colours c WHERE c.sitting = reckonings.sitting) AS colours,
        (SELECT jsonb_agg(to_jsonb(p) - 'sitting' ORDER BY place)
        FROM reckoned_players p WHERE p.sitting = reckonings.sitting) AS players
    FROM reckonings WHERE sitting = %(sitting)s
"""


def reckoning_of(tables: ReadTables, sitting: UUID) -> Reckoning | None:
    """A sitting reckoned up, its players in the order in which they sat down; None where the tables have not come
    to it yet."""
    return next(iter(tables.select(_read, _RECKONING, {"sitting": sitting})), None)


def _read(*, sums: dict[str, Any], colours: dict[str, Any], players: list[dict[str, Any]]) -> Reckoning:
    return Reckoning(
        **sums,
        colours={name: Colour(**colours[name]) for name in COLOURS},
        players={each["member"]: Holding(**each) for each in players},
    )
