"""The money in the pools of a sitting."""

from marshmallow import Schema, fields

from api.schemas.described import described_by
from api.schemas.fields import Id
from api.schemas.names import Named
from api.schemas.settlements import Refund
from projections import pools


@described_by(pools.Share, names={"member": "player"}, without=("seat", "retired"))
class PutIn(Schema):
    """What a player put into a pool, by kind. `ante` is with straddles, `payment` that of a jack-pot, `stake` the
    rest, `penalty` by law 33; `forfeited` is the part that he can no longer claim, because he retired."""

    total = fields.Integer(required=True)
    forfeited = fields.Integer(required=True)


class TakenOut(Schema):
    """What a player was awarded out of a pool, by the laws."""

    player = fields.String(required=True)
    amount = fields.Integer(required=True)


@described_by(pools.Pool, names={"shares": "players"}, without=("sitting",))
class GamePool(Schema):
    """The pool of one game as it is now: `carried_in` and what the players put in make the `total`, which is
    awards + kitty + carried_out + left. If `paid` is not null, the players were paid that instead of the awards, and if
    `done` is not null, that was carried, set aside and collected instead of what the laws give. Refunds go from player
    to player and do not touch the pool; a void game's pool is empty."""

    awards = fields.List(fields.Nested(TakenOut), required=True, attribute="settlement.awards", dump_default=())
    refunds = fields.List(fields.Nested(Refund), required=True, attribute="settlement.refunds", dump_default=())
    kitty = fields.Integer(
        required=True,
        attribute="settlement.kitty",
        dump_default=0,
        metadata={"description": "set aside in this game"},
    )
    carried_out = fields.Integer(required=True, attribute="settlement.carried_out", dump_default=0)
    total = fields.Integer(required=True)
    left = fields.Integer(required=True, metadata={"description": "still in the pool: all of it while the game runs"})


class Pools(Named):
    """One page of the pools of a sitting's games, and the money of the sitting that no player has. `carried` goes into
    the next game; the pool of a running game is with that game."""

    sitting = Id(required=True)
    carried = fields.Integer(required=True)
    kitty = fields.Integer(required=True)
    items = fields.List(fields.Nested(GamePool), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "the next `cursor`; null at the end"})
