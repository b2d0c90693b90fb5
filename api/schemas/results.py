"""Lists of sittings and games, and results."""

from marshmallow import Schema, fields

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
