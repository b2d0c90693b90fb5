"""Counters sold and bought back, and the cut for the first deal."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import CardField, Id, Truth, Whole, by_member, optional
from api.schemas.sittings import Articles


class CountersOf(Schema):
    """So many counters of each colour, and `odd` minor units of small change, of one player."""

    player = Id(required=True)
    red = Whole(required=True)
    white = Whole(required=True)
    blue = Whole(required=True)
    odd = Whole(load_default=0)


class NewSale(CountersOf):
    """Counters to be sold, for money or on credit."""

    on_credit = Truth(load_default=False)


class NewBuyBack(CountersOf):
    """Counters handed in: all the player has, as counted."""


class Sale(Schema):
    """Counters sold: `value` = `paid` in money + `owed` on credit. `id` is the entry's number in the sitting's book."""

    id = fields.Integer(required=True)
    player = fields.String(required=True)
    value = fields.Integer(required=True)
    paid = fields.Integer(required=True)
    owed = fields.Integer(required=True)
    funds_before = fields.Integer(required=True)
    funds_after = fields.Integer(required=True)
    position = fields.Integer(required=True)


class Counted(Schema):
    """Counters as they were counted, and what they are worth."""

    red = fields.Integer(required=True)
    white = fields.Integer(required=True)
    blue = fields.Integer(required=True)
    odd = fields.Integer(required=True)
    value = fields.Integer(required=True)


class SetOff(Schema):
    """What a buy-back was set off against."""

    credit = fields.Integer(required=True)
    loan = fields.Integer(required=True)


class BuyBack(Schema):
    """Counters bought back: what was counted, what the book has, and what is paid out in money."""

    id = fields.Integer(required=True)
    player = fields.String(required=True)
    counted = fields.Nested(Counted, required=True)
    book = fields.Integer(required=True)
    difference = fields.Integer(required=True)
    set_off = fields.Nested(SetOff, required=True)
    cash_due = fields.Integer(required=True)
    position = fields.Integer(required=True)


class NewCut(Schema):
    """The card each drew. A later cut holds only those who draw again."""

    cards = by_member(CardField(), required=True)


class Cut(Schema):
    """Who deals, or who must draw again."""

    dealer = fields.String()
    redraw = fields.List(fields.String())
    position = fields.Integer(required=True)


class NewPayment(Schema):
    """Money paid towards what a player owes: the bank, or the player `to` whom he owes a loan."""

    player = Id(required=True)
    amount = Whole(least=1, required=True)
    toward = fields.String(required=True, validate=validate.OneOf(("credit", "loan")))
    to = optional(Id, metadata={"description": "the player who lent; the bank where it is left out"})


class Payment(Schema):
    """A payment, and what is still owed there. `id` is the entry's number in the sitting's book."""

    id = fields.Integer(required=True)
    player = fields.String(required=True)
    amount = fields.Integer(required=True)
    toward = fields.String(required=True)
    to = fields.String(required=True, allow_none=True)
    owed_before = fields.Integer(required=True)
    owed_after = fields.Integer(required=True)
    position = fields.Integer(required=True)


class SittingEntry(Schema):
    """A numbered entry in a sitting's book. Which fields it has follows from its type."""

    id = fields.Integer(required=True)
    type = fields.String(required=True)
    at = fields.String(required=True)
    version = fields.Integer(
        required=True, metadata={"description": "of the sitting's stream, at which it was written"}
    )
    player = fields.String()
    value = fields.Integer()
    paid = fields.Integer()
    owed = fields.Integer()
    funds_before = fields.Integer()
    funds_after = fields.Integer()
    counted = fields.Nested(Counted)
    book = fields.Integer()
    difference = fields.Integer()
    set_off = fields.Nested(SetOff)
    cash_due = fields.Integer()
    cards = by_member(fields.String())
    dealer = fields.String()
    redraw = fields.List(fields.String())
    amount = fields.Integer()
    toward = fields.String()
    to = fields.String(allow_none=True)
    owed_before = fields.Integer()
    owed_after = fields.Integer()
    seats = fields.List(fields.String())
    articles = fields.Nested(Articles)
    loss = fields.Integer(allow_none=True)
    stop_at = fields.String(allow_none=True)
    affected = fields.List(fields.String(), metadata={"description": "games that a correction left to be mended"})
    game = fields.String()
    reopened = fields.Boolean()
    struck = fields.List(fields.Integer(), metadata={"description": "the entries that a correction struck"})
    reason = fields.String(allow_none=True)
    stands = fields.Boolean(required=True, metadata={"description": "false once a correction has struck it"})


class WrittenEntry(SittingEntry):
    """A numbered entry just made."""

    position = fields.Integer(required=True)
