"""The money in the pools of a sitting."""

from marshmallow import Schema, fields

from api.schemas.fields import by_member
from api.schemas.settlements import Refund


class PutIn(Schema):
    """What a player put into a pool, by kind. `ante` is with straddles, `payment` that of a jack-pot, `stake` the
    rest, `penalty` by law 33; `forfeited` is what of it he can claim no more, because he retired."""

    player = fields.String(required=True)
    ante = fields.Integer(required=True)
    payment = fields.Integer(required=True)
    stake = fields.Integer(required=True)
    penalty = fields.Integer(required=True)
    total = fields.Integer(required=True)
    forfeited = fields.Integer(required=True)


class TakenOut(Schema):
    """What a player was awarded out of a pool, by the laws."""

    player = fields.String(required=True)
    amount = fields.Integer(required=True)


class GamePool(Schema):
    """The pool of one game as it stands: `carried_in` and what the players put in make the `total`, which is
    awards + kitty + carried_out + left. Where `paid` is not null the players were given that, and not the awards.
    Refunds go from player to player and do not touch the pool; a void game's pool is empty."""

    game = fields.String(required=True)
    number = fields.Integer(required=True)
    phase = fields.String(required=True)
    corrected = fields.Boolean(required=True)
    carried_in = fields.Integer(required=True)
    players = fields.List(fields.Nested(PutIn), required=True)
    total = fields.Integer(required=True)
    awards = fields.List(fields.Nested(TakenOut), required=True)
    paid = by_member(fields.Integer(), required=True, allow_none=True)
    kitty = fields.Integer(required=True, metadata={"description": "set aside in this game"})
    carried_out = fields.Integer(required=True)
    left = fields.Integer(required=True, metadata={"description": "still in the pool: all of it while the game runs"})
    refunds = fields.List(fields.Nested(Refund), required=True)


class Pools(Schema):
    """The money that is nobody's yet, and one page of the pools of a sitting's games. `carried` awaits the next
    game; what is in the pool of a running game is with that game."""

    sitting = fields.String(required=True)
    carried = fields.Integer(required=True)
    kitty = fields.Integer(required=True)
    items = fields.List(fields.Nested(GamePool), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "the next `cursor`; null at the end"})
