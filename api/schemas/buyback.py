"""The reconciliation sheet of a sitting."""

from typing import Any

from marshmallow import Schema, fields, validate

from api.schemas.adjustments import Adjustment
from api.schemas.described import Group, described_by
from api.schemas.entries import Counted, SetOff
from api.schemas.fields import Id, by_member
from api.schemas.names import Named
from ledger.books import sheet, transfers


@described_by(
    sheet.Colour,
    says={
        "worth": "of one, in minor units",
        "opened": "what stood over when the sitting opened",
        "lent": "by the bank, during games",
    },
)
class ColourLine(Schema):
    """The counters of one colour, in number; `odd` is small change, in minor units.

    `out` is `opened` + `sold` + `lent` - `bought_back`: what is still to come in, and when everybody has handed in,
    what lies in the kitty and the carried pool or is missing. Less than nought: more came in than went out.
    """

    colour = fields.String(required=True, validate=validate.OneOf(sheet.COLOURS))
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


@described_by(
    sheet.Holding,
    names={"member": "player"},
    without=("place",),
    says={
        "lent": "by the bank, advances included",
        "borrowed": "of players, less what he lent them",
        "divided": "his share of a carried pool, in money",
    },
)
class PlayerLine(Schema):
    """One player's account. `book` is `bought` + `lent` + `borrowed` + `net`; `in_hand` is what of it he has still to
    hand in; `difference` is what he handed in less what the book had then; `counted` less set-offs is `cash_due`."""

    bought = Group(Bought)
    book = fields.Integer(required=True)
    counted = Group(Counted, value="counted")
    set_off = Group(SetOff)
    repaid = Group(Repaid, credit="credit_repaid", loan="loan_repaid", players="repaid")
    owed = Group(Owed, credit="credit_owed", loan="loan_owed", players="players_owed")


class StoodOver(Schema):
    """Money between sittings."""

    carried = fields.Integer(required=True)
    kitty = fields.Integer(required=True)


class OverPlayers(fields.Integer):
    """The sum of a column over all players."""

    def __init__(self, column: str, **kwargs: Any) -> None:
        super().__init__(required=True, **kwargs)
        self.column = column

    def get_value(self, obj: Any, attr: str, accessor: Any = None, default: Any = None) -> int:
        total: int = obj.total(self.column)
        return total


class SheetTotals(Schema):
    """The sitting's sum. `kitty` and `carried` are in counters until the close; then the kitty is the club's, or
    stands over as the carried pool may."""

    cash_taken = fields.Integer(required=True)
    cash_paid_out = fields.Integer(required=True)
    cash = fields.Integer(required=True, metadata={"description": "taken less paid out"})
    credit = OverPlayers("credit_owed", metadata={"description": "outstanding"})
    loans = OverPlayers("loan_owed", metadata={"description": "of the bank, outstanding"})
    differences = OverPlayers("difference")
    in_hand = OverPlayers("in_hand")
    in_pool = fields.Integer(required=True, metadata={"description": "carried into the running game"})
    carried = fields.Integer(required=True)
    kitty = fields.Integer(required=True)
    divided = OverPlayers("divided")
    to_club = fields.Integer(required=True)
    opened_with = Group(StoodOver, carried="carried_before", kitty="kitty_before")
    stands_over = Group(StoodOver, carried="carried_over", kitty="kitty_over")


@described_by(sheet.NoughtLine, names={"name": "line"}, without=("always",))
class NoughtLine(Schema):
    """A sum that must be nought."""

    when = fields.String(required=True, validate=validate.OneOf(("always", "at_the_close")))


@described_by(
    transfers.Transfer,
    names={"payer": "from", "payee": "to"},
    says=dict.fromkeys(("payer", "payee"), "a member, `kitty` or `carried`"),
)
class Transfer(Schema):
    """A payment by which members settle among themselves."""


class Sheet(Named):
    """The reconciliation sheet: what should be there by the entries in force, beside what was counted and paid.

    A running game's stakes are still with their players here. `payments` are the fewest by which members settle the
    evening among themselves, without the bank; the kitty and the carried pool pay and are paid where they gained.
    What was adjusted or paid after the close changes nothing above `adjusted`.
    """

    sitting = Id(required=True)
    number = fields.Integer(required=True)
    held_on = fields.String(required=True, metadata={"format": "date"})
    closed = fields.Boolean(required=True, attribute="reckoning.closed")
    game = Id(
        required=True, allow_none=True, attribute="reckoning.running", metadata={"description": "the running game"}
    )
    colours = fields.List(fields.Nested(ColourLine), required=True)
    players = fields.List(fields.Nested(PlayerLine), required=True)
    totals = fields.Nested(SheetTotals, required=True, attribute="reckoning")
    must_be_nought = fields.List(fields.Nested(NoughtLine), required=True)
    payments = fields.List(fields.Nested(Transfer), required=True)
    adjusted = by_member(
        fields.Integer(),
        required=True,
        metadata={"description": "by how much each result differs since the close"},
    )
    adjustments = fields.List(fields.Nested(Adjustment), required=True)
