"""Entries in a sitting's book: what passes at the till, the cut for the first deal, who comes, goes and stops."""

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, ClassVar

from marshmallow import Schema, fields, post_load, validate

from api.schemas.fields import CardField, Id, Moment, Truth, Whole, by_member, optional
from api.schemas.sittings import Articles
from ledger.events.sitting import Counters
from ledger.table import commands
from ledger.table.commands import EntryCommand


class NewEntry(Schema):
    """Something to be entered. Loading gives the command for it.

    `answer` is what the entry is answered with, `listed` what the list of entries says of it besides.
    """

    command: ClassVar[type[EntryCommand]]
    answer: ClassVar[type[Schema]]
    listed: ClassVar[Mapping[str, fields.Field[Any]]] = {}

    @post_load
    def _as_command(self, said: dict[str, Any], **_: object) -> EntryCommand:
        return self.command(**self.meant(said))

    def meant(self, said: dict[str, Any]) -> dict[str, Any]:
        """The command's fields from what was said."""
        return said


# The till


class CountersOf(NewEntry):
    """So many counters of each colour, and `odd` minor units of small change, of one player."""

    player = Id(required=True)
    red = Whole(required=True)
    white = Whole(required=True)
    blue = Whole(required=True)
    odd = Whole(load_default=0)

    def meant(self, said: dict[str, Any]) -> dict[str, Any]:
        counted = {colour: said.pop(colour) for colour in ("red", "white", "blue", "odd")}
        return {**said, "counters": Counters(**counted)}


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


class NewSale(CountersOf):
    """Counters to be sold, for money or on credit."""

    command = commands.SellCounters
    answer = Sale
    on_credit = Truth(load_default=False)


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


class NewBuyBack(CountersOf):
    """Counters handed in: all the player has, as counted."""

    command = commands.BuyBack
    answer = BuyBack


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


class NewPayment(NewEntry):
    """Money paid towards what a player owes: the bank, or the player `to` whom he owes a loan."""

    command = commands.Pay
    answer = Payment
    player = Id(required=True)
    amount = Whole(least=1, required=True)
    toward = fields.String(required=True, validate=validate.OneOf(("credit", "loan")))
    to = optional(Id, metadata={"description": "the player who lent; the bank where it is left out"})


# The cut


class Cut(Schema):
    """Who deals, or who must draw again."""

    dealer = fields.String()
    redraw = fields.List(fields.String())
    position = fields.Integer(required=True)


class NewCut(NewEntry):
    """The card each drew. A later cut holds only those who draw again."""

    command = commands.CutCards
    answer = Cut
    listed: ClassVar = {"cards": by_member(fields.String())}
    cards = by_member(CardField(), required=True)


# The company


class TableChange(Schema):
    """Who sits at the table now, in order to the left, and the articles in force from now on (81).

    `id` is the entry's number in the sitting's book. `advice` warns of a table that is too large.
    """

    id = fields.Integer(required=True)
    player = fields.String(required=True)
    seats = fields.List(fields.String(), required=True)
    articles = fields.Nested(Articles, required=True)
    advice = fields.String(required=True, allow_none=True)
    position = fields.Integer(required=True)


class NewArrival(NewEntry):
    """A member sits down at the left of one who is seated."""

    command = commands.Arrive
    answer = TableChange
    player = Id(required=True)
    left_of = Id(required=True)


class NewDeparture(NewEntry):
    """A player leaves, his counters bought back."""

    command = commands.Depart
    answer = TableChange
    player = Id(required=True)


class Limits(Schema):
    """The limits a player has now. `id` is the entry's number in the sitting's book."""

    id = fields.Integer(required=True)
    player = fields.String(required=True)
    loss = fields.Integer(required=True, allow_none=True)
    stop_at = fields.String(required=True, allow_none=True)
    position = fields.Integer(required=True)


class NewLimits(NewEntry):
    """The loss and the hour at which a player stops: null lifts one, and what is left out stands as before."""

    command = commands.SetLimits
    answer = Limits
    player = Id(required=True)
    loss = Whole(least=1, allow_none=True, metadata={"description": "in minor units"})
    stop_at = Moment(allow_none=True)


# The list of all of them

NEW_ENTRIES: Mapping[type[EntryCommand], type[NewEntry]] = {
    new.command: new for new in (NewSale, NewBuyBack, NewCut, NewPayment, NewArrival, NewDeparture, NewLimits)
}
"""What each command is read from."""

_NOT_LISTED = frozenset({"id", "position", "advice"})


def _fields_of_kinds() -> Iterator[tuple[str, fields.Field[Any]]]:
    """The fields that entries of any kind are answered with, none of them required in the list of all kinds."""
    for new in NEW_ENTRIES.values():
        yield from new.listed.items()
        for name, field in new.answer().fields.items():
            if name not in _NOT_LISTED:
                listed = copy(field)
                listed.required = False
                yield name, listed


class _Place(Schema):
    id = fields.Integer(required=True)
    type = fields.String(required=True)
    at = fields.String(required=True)
    version = fields.Integer(
        required=True, metadata={"description": "of the sitting's stream, at which it was written"}
    )


class SittingEntry(Schema.from_dict(dict(_fields_of_kinds())), _Place):  # type: ignore[misc]
    """A numbered entry in a sitting's book. Which fields it has follows from its type."""

    affected = fields.List(fields.String(), metadata={"description": "games that a correction left to be mended"})
    game = fields.String()
    reopened = fields.Boolean()
    struck = fields.List(fields.Integer(), metadata={"description": "the entries that a correction struck"})
    reason = fields.String(allow_none=True)
    stands = fields.Boolean(required=True, metadata={"description": "false once a correction has struck it"})


class WrittenEntry(SittingEntry):
    """A numbered entry just made."""

    position = fields.Integer(required=True)
