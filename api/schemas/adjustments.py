"""What was adjusted after the close of a sitting."""

from marshmallow import Schema, fields

from api.schemas.fields import Id, Moment, by_member


class OwedBetween(Schema):
    """What one member owes another for it; a negative amount is a loan that was never made."""

    lender = fields.String(required=True)
    borrower = fields.String(required=True)
    amount = fields.Integer(required=True)


class AffectedGame(Schema):
    """A later game that would have gone otherwise. It stays as it was played; its what-if, asked with `by_law`, tells
    what the laws would have made of it."""

    game = Id(required=True)
    what_if = fields.String(required=True)


class Adjustment(Schema):
    """An adjusting entry on the members' accounts at the club, made after the close of the sitting.

    `entry` is its number in the sitting's book, `at` when it was made. By how much for whom: the `changes` of results,
    and what is given to the `club`, to what `stands_over` and to the reward `kitty`, sum to nought. `made_good` is what
    a difference at the buy-back had already settled. What is left is owed: to the bank (`lent`, negative where the bank
    owes it), and between members (`loans`). The paths lead to the game's settlement as it is now, to its receipt, and
    to its what-if.
    """

    entry = fields.Integer(required=True)
    at = Moment(required=True)
    sitting = Id(required=True)
    game = Id(required=True)
    reason = fields.String(
        required=True, allow_none=True, metadata={"description": "why; null for those who do not read free text"}
    )
    affected = fields.List(fields.Nested(AffectedGame), required=True)
    settlement = fields.String(required=True)
    receipt = fields.String(required=True)
    what_if = fields.String(required=True)
    changes = by_member(fields.Integer(), required=True)
    club = fields.Integer(required=True)
    stands_over = fields.Integer(required=True)
    kitty = fields.Integer(required=True)
    made_good = by_member(fields.Integer(), required=True)
    lent = by_member(fields.Integer(), required=True)
    loans = fields.List(fields.Nested(OwedBetween), required=True)
    since = fields.Integer(
        required=True, metadata={"description": "the version of the game's stream at which what is adjusted begins"}
    )
