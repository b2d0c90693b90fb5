"""Entries in a sitting's book: the till, the cut for the first deal, arrivals, departures and limits."""

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, fields, post_load, pre_load

from api.schemas.adjustments import OwedBetween
from api.schemas.fields import CardField, Id, Moment, Truth, Whole, by_member, optional
from api.schemas.names import Named
from api.schemas.sittings import Articles
from ledger.events.sitting import Counters, Debt
from ledger.table import commands
from ledger.table.commands import EntryCommand


class NewEntry(Schema):
    """An entry to be made. Loading gives its command.

    command  the command of this kind of entry
    answer   the schema of the answer
    listed   fields of such entries in the list of entries, besides those of the answer
    """

    command: ClassVar[type[EntryCommand]]
    answer: ClassVar[type[Schema]]
    listed: ClassVar[Mapping[str, fields.Field[Any]]] = {}

    @post_load
    def _as_command(self, loaded: dict[str, Any], **_: object) -> EntryCommand:
        return self.command(**self.fields_of_command(loaded))

    def fields_of_command(self, loaded: dict[str, Any]) -> dict[str, Any]:
        """The fields of the command, from the loaded body."""
        return loaded


# The till


class CountersOf(NewEntry):
    """One player's counters: the number of each colour, and `odd` minor units of small change."""

    player = Id(required=True)
    red = Whole(required=True)
    white = Whole(required=True)
    blue = Whole(required=True)
    odd = Whole(load_default=0)

    def fields_of_command(self, loaded: dict[str, Any]) -> dict[str, Any]:
        counted = {colour: loaded.pop(colour) for colour in ("red", "white", "blue", "odd")}
        return {**loaded, "counters": Counters(**counted)}


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
    """Counters handed in: all that the player has, as counted."""

    command = commands.BuyBack
    answer = BuyBack


class Payment(Schema):
    """A payment, and what is still owed there. `id` is the entry's number in the sitting's book. All three amounts are
    negative where the bank pays what it owes."""

    id = fields.Integer(required=True)
    player = fields.String(required=True)
    amount = fields.Integer(required=True)
    toward = fields.String(required=True)
    to = fields.String(required=True, allow_none=True)
    owed_before = fields.Integer(required=True)
    owed_after = fields.Integer(required=True)
    position = fields.Integer(required=True)


class NewPayment(NewEntry):
    """Money paid towards what a player owes: the bank, or the player `to` whom he owes a loan, or the difference where
    a game was paid otherwise than the laws give it.

    It is taken after the close as well, which leaves the closed sheet as it was: so members settle what they still owe
    from the evening, and what an adjusting entry makes them owe.
    """

    command = commands.Pay
    answer = Payment
    player = Id(required=True)
    amount = Whole(least=1, required=True)
    toward = fields.Enum(
        Debt,
        by_value=fields.String,
        required=True,
        metadata={"description": "may be left out where `to` names a player: what he owes him, be it lent or not"},
    )
    to = optional(Id, metadata={"description": "the player to whom he owes it; the bank where it is left out"})
    by_bank = Truth(
        load_default=False,
        metadata={"description": "the bank pays him what it owes him after an adjustment (`toward` loan, no `to`)"},
    )

    @pre_load
    def _what_a_player_is_owed(self, body: Any, **_: object) -> Any:
        """A payment to a player is towards all that is owed to him; a payment to the bank says towards what it is."""
        if not isinstance(body, dict) or "toward" in body or body.get("to") is None:
            return body
        return {**body, "toward": Debt.LOAN.value}

    def fields_of_command(self, loaded: dict[str, Any]) -> dict[str, Any]:
        by_bank = loaded.pop("by_bank")
        if by_bank and (loaded["toward"] != Debt.LOAN or loaded.get("to")):
            raise ValidationError("Goes with `toward` loan, and without `to`.", "by_bank")
        return {**loaded, "amount": -loaded["amount"] if by_bank else loaded["amount"]}


# The cut


class Cut(Schema):
    """The dealer, or the players who must draw again."""

    dealer = fields.String()
    redraw = fields.List(fields.String())
    position = fields.Integer(required=True)


class NewCut(NewEntry):
    """The card that each player drew. A later cut has only those who draw again."""

    command = commands.CutCards
    answer = Cut
    listed: ClassVar = {"cards": by_member(fields.String())}
    cards = by_member(CardField(), required=True)


# The company


class TableChange(Schema):
    """The seats of the table now, in order to the left, and the articles in force from now on (81).

    `id` is the entry's number in the sitting's book. `advice` warns of a table that is too large.
    """

    id = fields.Integer(required=True)
    player = fields.String(required=True)
    seats = fields.List(fields.String(), required=True)
    articles = fields.Nested(Articles, required=True)
    advice = fields.String(required=True, allow_none=True)
    position = fields.Integer(required=True)


class NewArrival(NewEntry):
    """A member sits down to the left of a seated player."""

    command = commands.Arrive
    answer = TableChange
    player = Id(required=True)
    left_of = Id(required=True)


class NewDeparture(NewEntry):
    """A player leaves; his counters have been bought back."""

    command = commands.Depart
    answer = TableChange
    player = Id(required=True)


class Limits(Schema):
    """The limits that a player has now. `id` is the entry's number in the sitting's book."""

    id = fields.Integer(required=True)
    player = fields.String(required=True)
    loss = fields.Integer(required=True, allow_none=True)
    stop_at = fields.String(required=True, allow_none=True)
    position = fields.Integer(required=True)


class NewLimits(NewEntry):
    """The loss and the hour at which a player stops. null lifts a limit; a limit that is left out stays as it was."""

    command = commands.SetLimits
    answer = Limits
    player = Id(required=True)
    loss = Whole(least=1, allow_none=True, metadata={"description": "in minor units"})
    stop_at = Moment(allow_none=True)


# The list of all of them

NEW_ENTRIES: Mapping[type[EntryCommand], type[NewEntry]] = {
    new.command: new for new in (NewSale, NewBuyBack, NewCut, NewPayment, NewArrival, NewDeparture, NewLimits)
}
"""The schema of each command."""

_NOT_LISTED = frozenset({"id", "position", "advice"})


def _fields_of_kinds() -> Iterator[tuple[str, fields.Field[Any]]]:
    """The fields of the answers to all kinds of entry, none of them required in the list of entries."""
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
    """A numbered entry in a sitting's book. Its type says which fields it has."""

    affected = fields.List(fields.String(), metadata={"description": "games that a correction left to be mended"})
    since = fields.Integer(
        metadata={"description": "of an adjusting entry: the version of the game's stream from which it follows"}
    )
    changes = by_member(fields.Integer(), metadata={"description": "by how much it changes each result"})
    club = fields.Integer()
    stands_over = fields.Integer()
    kitty = fields.Integer()
    made_good = by_member(fields.Integer(), metadata={"description": "by a difference at the buy-back, already"})
    lent = by_member(fields.Integer(), metadata={"description": "what he owes the bank for it"})
    loans = fields.List(fields.Nested(OwedBetween), metadata={"description": "what members owe each other for it"})
    game = fields.String()
    reopened = fields.Boolean()
    struck = fields.List(fields.Integer(), metadata={"description": "the entries that a correction struck"})
    reason = fields.String(allow_none=True)
    stands = fields.Boolean(required=True, metadata={"description": "false once a correction has struck it"})


class OneEntry(SittingEntry, Named):
    """An entry of a sitting's book by itself."""


class WrittenEntry(SittingEntry):
    """A numbered entry just made."""

    position = fields.Integer(required=True)
