"""The buy-back: each sitting reckoned up, by colour and by player."""

from dataclasses import fields
from typing import Any
from uuid import UUID

from ledger.books.reckoning import COLOURS, RECKONED, Colour, Holding, Reckoning, reckon
from ledger.events.amendment import Amendment
from projections.read_model import Rows, Table, columns
from projections.refolded import Record, Refolded
from projections.tables import ReadTables

_SUMS = tuple(f.name for f in fields(Reckoning) if f.name not in ("colours", "players"))

RECKONINGS = Table("reckonings", ("sitting",), _SUMS)
RECKONED_COLOURS = Table("reckoned_colours", ("sitting", "colour"), tuple(f.name for f in fields(Colour)))
RECKONED_PLAYERS = Table("reckoned_players", ("sitting", "member"), tuple(f.name for f in fields(Holding)))

AFTER = (*RECKONED, Amendment)
"""What the reckoning of a sitting follows from."""


def make(rows: Rows, stream: UUID, record: Record[Reckoning]) -> None:
    """The rows of one sitting."""
    found = record.state
    sums = {name: getattr(found, name) for name in _SUMS}
    rows.insert(RECKONINGS, (stream,), **{**sums, "running": UUID(found.running) if found.running else None})
    for name, colour in found.colours.items():
        rows.insert(RECKONED_COLOURS, (stream, name), **columns(colour))
    for member, holding in found.players.items():
        rows.insert(RECKONED_PLAYERS, (stream, member), **columns(holding))


MODEL = Refolded("buyback", (RECKONINGS, RECKONED_COLOURS, RECKONED_PLAYERS), AFTER, reckon, (make,))

_RECKONING = """
    SELECT to_jsonb(reckonings) - 'sitting' AS sums,
        (SELECT jsonb_object_agg(colour, to_jsonb(c) - 'sitting' - 'colour')
        FROM reckoned_colours c WHERE c.sitting = reckonings.sitting) AS colours,
        (SELECT jsonb_object_agg(member, to_jsonb(p) - 'sitting' - 'member')
        FROM reckoned_players p WHERE p.sitting = reckonings.sitting) AS players
    FROM reckonings WHERE sitting = %(sitting)s
"""


def reckoning_of(tables: ReadTables, sitting: UUID) -> Reckoning | None:
    """A sitting reckoned up, its players in the order in which they sat down; None where the tables have not come
    to it yet."""
    return next(iter(tables.select(_read, _RECKONING, {"sitting": sitting})), None)


def _read(*, sums: dict[str, Any], colours: dict[str, Any], players: dict[str, Any]) -> Reckoning:
    seated = sorted(players, key=lambda member: players[member]["place"])
    return Reckoning(
        **sums,
        colours={name: Colour(**colours[name]) for name in COLOURS},
        players={member: Holding(**players[member]) for member in seated},
    )
