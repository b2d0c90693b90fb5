"""The reconciliation sheet of a sitting."""

from marshmallow import Schema, fields, validate

from api.schemas.entries import Counted, SetOff
from ledger.books.reckoning import COLOURS


class ColourLine(Schema):
    """The counters of one colour, in number; `odd` is small change, in minor units.

    `out` is `opened` + `sold` + `lent` - `bought_back`: what is still to come in, and when everybody has handed in,
    what lies in the kitty and the carried pool or is missing. Less than nought: more came in than went out.
    """

    colour = fields.String(required=True, validate=validate.OneOf(COLOURS))
    worth = fields.Integer(required=True, metadata={"description": "of one, in minor units"})
    opened = fields.Integer(required=True, metadata={"description": "what stood over when the sitting opened"})
    sold = fields.Integer(required=True)
    lent = fields.Integer(required=True, metadata={"description": "by the bank, during games"})
    bought_back = fields.Integer(required=True)
    out = fields.Integer(required=True)
    out_value = fields.Integer(required=True)


class Bought(Schema):
    """Counters bought of the bank."""

    paid = fields.Integer(required=True)
    on_credit = fields.Integer(required=True)


class Repaid(Schema):
    """Money paid towards what was owed: to the bank, and to players less what they paid him."""

    credit = fields.Integer(required=True)
    loan = fields.Integer(required=True)
    players = fields.Integer(required=True)


class Owed(Schema):
    """What is still owed: to the bank, and to players less what they owe him."""

    credit = fields.Integer(required=True)
    loan = fields.Integer(required=True)
    players = fields.Integer(required=True)


class PlayerLine(Schema):
    """One player's account. `book` is `bought` + `lent` + `borrowed` + `net`; `in_hand` is what of it he has yet to
    hand in; `difference` is what he handed in less what the book had then; `counted` less set-offs is `cash_due`."""

    player = fields.String(required=True)
    bought = fields.Nested(Bought, required=True)
    lent = fields.Integer(required=True, metadata={"description": "by the bank, advances included"})
    borrowed = fields.Integer(required=True, metadata={"description": "of players, less what he lent them"})
    net = fields.Integer(required=True)
    book = fields.Integer(required=True)
    in_hand = fields.Integer(required=True)
    counted = fields.Nested(Counted, required=True)
    difference = fields.Integer(required=True)
    set_off = fields.Nested(SetOff, required=True)
    cash_due = fields.Integer(required=True)
    repaid = fields.Nested(Repaid, required=True)
    owed = fields.Nested(Owed, required=True)
    divided = fields.Integer(required=True, metadata={"description": "his share of a carried pool, in money"})


class StoodOver(Schema):
    """Money between sittings."""

    carried = fields.Integer(required=True)
    kitty = fields.Integer(required=True)


class SheetTotals(Schema):
    """The sitting's sum. `kitty` and `carried` are in counters until the close; then the kitty is the club's, or
    stands over as the carried pool may."""

    cash_taken = fields.Integer(required=True)
    cash_paid_out = fields.Integer(required=True)
    cash = fields.Integer(required=True, metadata={"description": "taken less paid out"})
    credit = fields.Integer(required=True, metadata={"description": "outstanding"})
    loans = fields.Integer(required=True, metadata={"description": "of the bank, outstanding"})
    differences = fields.Integer(required=True)
    in_hand = fields.Integer(required=True)
    in_pool = fields.Integer(required=True, metadata={"description": "carried into the running game"})
    carried = fields.Integer(required=True)
    kitty = fields.Integer(required=True)
    divided = fields.Integer(required=True)
    to_club = fields.Integer(required=True)
    opened_with = fields.Nested(StoodOver, required=True)
    stands_over = fields.Nested(StoodOver, required=True)


class NoughtLine(Schema):
    """A sum that must be nought."""

    line = fields.String(required=True)
    amount = fields.Integer(required=True)
    when = fields.String(required=True, validate=validate.OneOf(("always", "at_the_close")))
    says = fields.String(required=True)


Transfer = Schema.from_dict(
    {
        "from": fields.String(required=True, metadata={"description": "a member, `kitty` or `carried`"}),
        "to": fields.String(required=True, metadata={"description": "a member, `kitty` or `carried`"}),
        "amount": fields.Integer(required=True),
    },
    name="Transfer",
)
"""A payment by which members settle among themselves. Two of its names are words of Python."""


class Sheet(Schema):
    """The reconciliation sheet: what should be there by the entries that stand, beside what was counted and paid.

    A running game's stakes are still with their players here. `payments` are the fewest by which members settle the
    evening among themselves, without the bank; the kitty and the carried pool pay and are paid where they gained.
    """

    sitting = fields.String(required=True)
    number = fields.Integer(required=True)
    held_on = fields.String(required=True, metadata={"format": "date"})
    closed = fields.Boolean(required=True)
    game = fields.String(required=True, allow_none=True, metadata={"description": "the running game"})
    colours = fields.List(fields.Nested(ColourLine), required=True)
    players = fields.List(fields.Nested(PlayerLine), required=True)
    totals = fields.Nested(SheetTotals, required=True)
    must_be_nought = fields.List(fields.Nested(NoughtLine), required=True)
    payments = fields.List(fields.Nested(Transfer), required=True)
