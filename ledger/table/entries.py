"""The table of the kinds of entry in a sitting's book. Whatever else is particular to a kind follows from its line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

from ledger.events.base import Event
from ledger.events.sitting import (
    CountersBoughtBack,
    CountersSold,
    CutForDeal,
    Entry,
    LimitsSet,
    MemberArrived,
    MemberDeparted,
    PaymentMade,
)
from ledger.seats import Member
from ledger.state.sitting import Sitting
from ledger.table import company, conduct, till
from ledger.table.commands import Arrive, BuyBack, CutCards, Depart, EntryCommand, Pay, SellCounters, SetLimits

EVERYBODYS: tuple[str, ...] = ()
"""The `whose` of an entry that the whole table saw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryKind:
    """A kind of entry.

    word         the word for such entries in the address of their API route
    command      the command that asks for an entry
    event        the event that records it
    rule         the function that gives the event for a command, or raises Refused or Invalid
    line         how a game file writes it: plain words, {fields} of the command, and [parts] that may be left out; None
                 where the game file has a grammar of its own for it
    whose        the fields of the event that name the players who may read it; EVERYBODYS where all players may
    moves_money  whether it changes an account: its postings are then in `ledger.books.postings`, and its part in the
                 sitting's reconciliation in `ledger.books.reckoning`
    newcomer     whether its player is new to the table: the rule asks whether he is a member of the club, and a game
                 file has not named him before
    for_several  whether a line of a game file may name several players, each of whom gets an entry of his own
    """

    word: str
    command: type[EntryCommand]
    event: type[Entry]
    rule: Callable[..., Entry]
    line: str | None
    whose: tuple[str, ...]
    moves_money: bool
    newcomer: bool = False
    for_several: bool = False


ENTRIES = (
    EntryKind(
        word="counter-sales",
        command=SellCounters,
        event=CountersSold,
        rule=till.sell,
        line="counters {player}: {counters} {on_credit}",
        for_several=True,
        whose=("player",),
        moves_money=True,
    ),
    EntryKind(
        word="buy-backs",
        command=BuyBack,
        event=CountersBoughtBack,
        rule=till.buy_back,
        line="buy back {player} [: {counters}]",
        for_several=True,
        whose=("player",),
        moves_money=True,
    ),
    EntryKind(
        word="cuts",
        command=CutCards,
        event=CutForDeal,
        rule=conduct.cut,
        line="cut {cards}",
        whose=EVERYBODYS,
        moves_money=False,
    ),
    EntryKind(
        word="payments",
        command=Pay,
        event=PaymentMade,
        rule=till.pay,
        line=None,
        # A payment to the player who lent is in his account as well.
        whose=("player", "to"),
        moves_money=True,
    ),
    EntryKind(
        word="arrivals",
        command=Arrive,
        event=MemberArrived,
        rule=company.arrive,
        line="{player} arrives left of {left_of}",
        whose=EVERYBODYS,
        moves_money=False,
        newcomer=True,
    ),
    EntryKind(
        word="departures",
        command=Depart,
        event=MemberDeparted,
        rule=company.depart,
        line="{player} departs",
        whose=EVERYBODYS,
        moves_money=False,
    ),
    EntryKind(
        word="limits",
        command=SetLimits,
        event=LimitsSet,
        rule=company.set_limits,
        line=None,
        whose=("player",),
        moves_money=False,
    ),
)
"""Every kind of entry that a command makes. The entries that corrections make are in `ledger.events.amendment`."""

KIND_OF_COMMAND: Mapping[type[EntryCommand], EntryKind] = {kind.command: kind for kind in ENTRIES}
KIND_OF_EVENT: Mapping[type[Event], EntryKind] = {kind.event: kind for kind in ENTRIES}


def _anybody(_: Member) -> bool:
    return True


def decide_entry(sitting: Sitting, command: EntryCommand, is_member: Callable[[Member], bool] = _anybody) -> Entry:
    """The entry that follows from a command. Raises Refused or Invalid.

    `is_member` says whether a person is a member of the club; by default everybody is.
    """
    kind = KIND_OF_COMMAND[type(command)]
    return kind.rule(sitting, command, is_member) if kind.newcomer else kind.rule(sitting, command)


def command_of_entry(entry: Entry) -> EntryCommand:
    """The command that gives an entry again. Its fields have the same names in the event."""
    kind = KIND_OF_EVENT[type(entry)]
    return kind.command(**{f.name: getattr(entry, f.name) for f in fields(kind.command)})
