"""The settlement of a game: who took what out of the pool, and under which law."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import by_member
from ledger.laws.hands import HandClass


class Source(Schema):
    """Where money in the pool came from: ante money, a stake, or dead money; and whose it was."""

    kind = fields.String(required=True, validate=validate.OneOf(("ante", "stake", "dead")))
    player = fields.String(required=True, allow_none=True)


class Claim(Schema):
    """So much of one source, under one law."""

    source = fields.Nested(Source, required=True)
    amount = fields.Integer(required=True)
    law = fields.Integer(required=True)


class Award(Schema):
    """What a player took from the pool."""

    player = fields.String(required=True)
    amount = fields.Integer(required=True)
    claims = fields.List(fields.Nested(Claim), required=True)


Refund = Schema.from_dict(
    {
        "from": fields.String(required=True),
        "to": fields.String(required=True),
        "amount": fields.Integer(required=True),
        "law": fields.Integer(required=True),
    },
    name="Refund",
)
"""A payment from one player's counters to another (14, 16). Two of its names are words of Python."""


class Penalty(Schema):
    """What a false opener pays into the pool (33)."""

    player = fields.String(required=True)
    amount = fields.Integer(required=True)
    law = fields.Integer(required=True)


class Reward(Schema):
    """A reward kitty that was won."""

    player = fields.String(required=True)
    amount = fields.Integer(required=True)


class Hand(Schema):
    """A hand that was shown, and what it is called."""

    player = fields.String(required=True)
    cards = fields.List(fields.String(), required=True)
    hand_class = fields.String(
        required=True,
        attribute="class",
        data_key="class",
        validate=validate.OneOf([str(each) for each in HandClass]),
    )
    name = fields.String(required=True)


class Turned(Schema):
    """Another reading that would have changed the results (the differences that are not nought), or the first
    step that it would have forbidden."""

    reading = fields.String(required=True)
    value = fields.String(required=True)
    changes = by_member(fields.Integer())
    unlawful_at = fields.Integer()


class SettlementDocument(Schema):
    """The stored document. `pool` is taken before penalties; results sum to carried_in - carried_out - kitty +
    reward. `paid` is what the table paid out, where that was recorded and differs."""

    pool = fields.Integer(required=True)
    carried_in = fields.Integer(required=True)
    awards = fields.List(fields.Nested(Award), required=True)
    refunds = fields.List(fields.Nested(Refund), required=True)
    penalties = fields.List(fields.Nested(Penalty), required=True)
    kitty = fields.Integer(required=True, metadata={"description": "set aside in this game"})
    reward = fields.Nested(Reward, required=True, allow_none=True)
    carried_out = fields.Integer(required=True)
    hands = fields.List(fields.Nested(Hand), required=True)
    results = by_member(fields.Integer(), required=True)
    laws = fields.List(fields.Integer(), required=True)
    readings = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    edition = fields.String(required=True)
    paid = by_member(fields.Integer(), required=True, allow_none=True)


class Settlement(SettlementDocument):
    """The whole document, and which single other readings would have changed it."""

    turned_by = fields.List(fields.Nested(Turned), required=True)


class ListedSettlement(SettlementDocument):
    """The settlement of a game in the list of its sitting, as it stands now."""

    game = fields.String(required=True)
    number = fields.Integer(required=True)
    corrected = fields.Boolean(required=True)
    demanded = fields.List(
        fields.String(), required=True, metadata={"description": "who demanded a show (60), in seat order"}
    )
