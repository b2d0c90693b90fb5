"""Lists of sittings and games, and results."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validates_schema

from api.schemas.fields import Day
from api.schemas.lists import FreshListQuery
from api.schemas.sittings import JackPot


class ListedSitting(Schema):
    """A sitting in the club's list."""

    id = fields.String(required=True)
    number = fields.Integer(required=True)
    held_on = fields.String(required=True)
    status = fields.String(required=True)
    ante = fields.Integer(required=True)
    limit = fields.Integer(required=True)
    seats = fields.List(fields.String(), required=True)
    games = fields.Integer(required=True, metadata={"description": "how many games were begun"})
    game = fields.String(required=True, allow_none=True, metadata={"description": "the running game"})
    carried = fields.Integer(required=True)
    jack_pot = fields.Nested(JackPot, required=True, allow_none=True)
    opened_at = fields.String(required=True)
    closed_at = fields.String(required=True, allow_none=True)


class ListedGame(Schema):
    """A game in the list of its sitting."""

    id = fields.String(required=True)
    sitting = fields.String(required=True)
    number = fields.Integer(required=True)
    phase = fields.String(required=True)
    dealer = fields.String(required=True)
    seats = fields.List(fields.String(), required=True)
    jack_pot = fields.Nested(JackPot, required=True, allow_none=True)
    carried_in = fields.Integer(required=True)
    pool = fields.Integer(required=True)
    carried_out = fields.Integer(required=True, allow_none=True)
    begun_at = fields.String(required=True)
    settled_at = fields.String(required=True, allow_none=True)


class Result(Schema):
    """What a player won or lost in the games that are over, and in how many he was dealt in, played and so on."""

    player = fields.String(required=True)
    net = fields.Integer(required=True)
    games = fields.Integer(required=True)
    played = fields.Integer(required=True)
    opened = fields.Integer(required=True)
    won = fields.Integer(required=True)
    shown = fields.Integer(required=True)
    passed_before_draw = fields.Integer(required=True)
    passed_after_draw = fields.Integer(required=True)
    jack_pots_played = fields.Integer(required=True, metadata={"description": "those in which he staked"})
    jack_pots_won = fields.Integer(required=True)
    shows_demanded = fields.Integer(required=True)
    shows_net = fields.Integer(
        required=True, metadata={"description": "the net result of the games in which he demanded a show"}
    )
    shows_took = fields.Integer(
        required=True, metadata={"description": "what he was given out of the pools of those games"}
    )


class GameResult(Schema):
    """What one game was to one player. `took` is what he was given out of the pool, `running` his net result in all
    his games of the period up to and with this one."""

    game = fields.String(required=True)
    sitting = fields.String(required=True)
    number = fields.Integer(required=True)
    held_on = fields.String(required=True, metadata={"format": "date"})
    settled_at = fields.String(required=True)
    net = fields.Integer(required=True)
    running = fields.Integer(required=True)
    took = fields.Integer(required=True)
    played = fields.Boolean(required=True)
    opened = fields.Boolean(required=True)
    passed_before_draw = fields.Boolean(required=True)
    passed_after_draw = fields.Boolean(required=True)
    won = fields.Boolean(required=True)
    shown = fields.Boolean(required=True)
    jack_pot = fields.Boolean(required=True)
    demanded = fields.Boolean(required=True)


class MemberResults(Schema):
    """A member's results: the whole of the period, and one page of it game by game, the last begun first."""

    total = fields.Nested(Result, required=True)
    items = fields.List(fields.Nested(GameResult), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "the next `cursor`; null at the end"})


class ResultsQuery(FreshListQuery):
    """Which part of a list is wanted, how fresh, and of which days. A game belongs to the day on which its sitting
    was held, whenever it was written down."""

    first = Day(load_default=None, data_key="from", metadata={"description": "the first day"})
    last = Day(load_default=None, data_key="to", metadata={"description": "the last day, itself included"})

    @validates_schema
    def _a_period_does_not_end_before_it_begins(self, said: dict[str, Any], **_: object) -> None:
        if said["first"] and said["last"] and said["last"] < said["first"]:
            raise ValidationError("is before `from`", "to")
