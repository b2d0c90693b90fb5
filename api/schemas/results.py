"""Lists of sittings and games, and results."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validates_schema

from api.schemas.described import described_by
from api.schemas.fields import Day
from api.schemas.lists import FreshListQuery
from api.schemas.sittings import JackPotDue
from projections import daybook, results


@described_by(
    daybook.SittingRow,
    names={"sitting": "id", "stake_limit": "limit", "running": "game"},
    says={"games": "how many games were begun", "running": "the running game"},
)
class ListedSitting(Schema):
    """A sitting in the club's list."""

    jack_pot = JackPotDue()


@described_by(daybook.GameRow, names={"game": "id", "players": "seats"})
class ListedGame(Schema):
    """A game in the list of its sitting."""

    jack_pot = JackPotDue()


@described_by(
    results.Total,
    names={"member": "player"},
    says={
        "jack_pots_played": "those in which he staked",
        "shows_net": "the net result of the games in which he demanded a show",
        "shows_took": "what he was given out of the pools of those games",
    },
)
class Result(Schema):
    """What a player won or lost in finished games, and in how many he was dealt in, played and so on."""


@described_by(
    results.Result,
    without=("member", "begun_position"),
    first=("game", "sitting", "number", "held_on", "settled_at"),
)
class GameResult(Schema):
    """The result of one game for one player. `took` is what he took from the pool, `running` his net result in all his
    games of the period up to this one."""

    held_on = fields.String(required=True, metadata={"format": "date"})


class MemberResults(Schema):
    """A member's results: the total of the period, and one page of them game by game, the last begun first."""

    total = fields.Nested(Result, required=True)
    items = fields.List(fields.Nested(GameResult), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "the next `cursor`; null at the end"})


class ResultsQuery(FreshListQuery):
    """Which part of a list is wanted, how fresh, and of which days. A game belongs to the day on which its sitting
    was held, whenever it was written down."""

    first = Day(load_default=None, data_key="from", metadata={"description": "the first day"})
    last = Day(load_default=None, data_key="to", metadata={"description": "the last day, itself included"})

    @validates_schema
    def _a_period_does_not_end_before_it_begins(self, loaded: dict[str, Any], **_: object) -> None:
        if loaded["first"] and loaded["last"] and loaded["last"] < loaded["first"]:
            raise ValidationError("is before `from`", "to")
