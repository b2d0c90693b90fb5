"""The sitting's reconciliation: what every hand should hold by the book, beside what was counted and paid.

It is reckoned from the entries that stand, each in its turn, and asks nothing of what the till answered: balances
and differences are added up anew, and `lines` holds them against the money and against the till.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from ledger.events.base import Event
from ledger.events.sitting import (
    Counters,
    CountersBoughtBack,
    CountersSold,
    GameEnded,
    GameStarted,
    MemberArrived,
    PaymentMade,
    SittingClosed,
    SittingOpened,
)
from ledger.seats import Member
from ledger.state.copying import changed
from ledger.state.in_force import entries_in_force

COLOURS = ("red", "white", "blue", "odd")
KITTY, CARRIED = "kitty", "carried"
"""The parties that are no members: what they gained at a sitting its players lost."""

_MADE_OF: Mapping[str, str] = {
    "counters": "counters out by colour, with the differences found, less those the book has anywhere",
    "money": "cash, what is owed to the bank and the differences, less the counters in issue",
    "till": "the differences reckoned up here, less those the till answered",
    "lent": "the colours that the bank lent, less what is owed for them",
    "in_hand": "counters that players have not handed in",
    "in_pool": "carried into a game that still runs",
    "astray": "carried into games that are to be mended after a correction, more or less than there was",
}
"""What each line that must be nought is made of."""
_ALWAYS = frozenset({"counters", "money", "till", "lent"})
"""The lines that are nought at any time; the others are when the sitting closes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Colour:
    """The counters of one colour, in number; `worth` is that of one, in minor units (small change is 1).

    `opened` is what lay there when the sitting opened, `lent` what the bank lent during games.
    """

    colour: str
    worth: int
    opened: int = 0
    sold: int = 0
    lent: int = 0
    bought_back: int = 0

    @property
    def out(self) -> int:
        """How many are still out by what was given out and counted."""
        return self.opened + self.sold + self.lent - self.bought_back

    @property
    def out_value(self) -> int:
        """What they are worth."""
        return self.out * self.worth


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """One player's account of the sitting, in minor units, but for the counters counted.

    `paid` and `on_credit` are what he bought, `lent` what the bank lent or advanced him, `borrowed` what other
    players lent him less what he lent them, `net` what he won or lost. `in_hand` is what the book leaves before
    him now, `difference` by how much his counts exceeded the book. `credit` and `loan` were set off at the
    buy-back, `credit_repaid` and `loan_repaid` paid to the bank, `repaid` to players less what they paid him.
    `divided` is his share of a carried pool that was divided.
    """

    member: Member
    place: int
    paid: int = 0
    on_credit: int = 0
    lent: int = 0
    borrowed: int = 0
    net: int = 0
    in_hand: int = 0
    red: int = 0
    white: int = 0
    blue: int = 0
    odd: int = 0
    counted: int = 0
    difference: int = 0
    credit: int = 0
    loan: int = 0
    cash_due: int = 0
    credit_repaid: int = 0
    loan_repaid: int = 0
    repaid: int = 0
    divided: int = 0

    @property
    def book(self) -> int:
        """What he had to hand in, and has yet, by the book."""
        return self.paid + self.on_credit + self.lent + self.borrowed + self.net

    @property
    def credit_owed(self) -> int:
        """What he still owes the bank for counters bought."""
        return self.on_credit - self.credit - self.credit_repaid

    @property
    def loan_owed(self) -> int:
        """What he still owes the bank for counters lent."""
        return self.lent - self.loan - self.loan_repaid

    @property
    def players_owed(self) -> int:
        """What he still owes other players, less what they owe him."""
        return self.borrowed - self.repaid


@dataclass(frozen=True, slots=True)
class Line:
    """A sum that must be nought: `always`, or else when the sitting closes. `says` what it is made of."""

    name: str
    amount: int
    always: bool
    says: str

    @property
    def when(self) -> str:
        """When it must be nought."""
        return "always" if self.always else "at_the_close"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What a sitting comes to, its colours and players apart. Amounts in minor units.

    `running` is the game being played and `in_pool` what was carried into it; `astray` is what games to be mended
    took out of the carried pool less than they should have. At the close the kitty goes `to_club`, or stands over
    as the carried pool may. `till_difference` and `till_lent` are the differences that the till answered, and
    what it lent by its own account.
    """

    closed: bool = False
    running: str | None = None
    carried_before: int = 0
    kitty_before: int = 0
    carried: int = 0
    kitty: int = 0
    in_pool: int = 0
    astray: int = 0
    to_club: int = 0
    carried_over: int = 0
    kitty_over: int = 0
    till_difference: int = 0
    till_lent: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoning(Sums):
    """A sitting reckoned up: its sums, its colours by name, and its players in the order in which they sat down."""

    colours: Mapping[str, Colour] = field(default_factory=dict)
    players: Mapping[Member, Holding] = field(default_factory=dict)

    def total(self, *names: str) -> int:
        """The sum of these columns over all players."""
        return sum(getattr(holding, name) for holding in self.players.values() for name in names)

    @property
    def cash_taken(self) -> int:
        """Money the bank took: for counters, and towards what was owed."""
        return self.total("paid", "credit_repaid", "loan_repaid")

    @property
    def cash_paid_out(self) -> int:
        """Money the bank paid out: for counters bought back, and of a carried pool that was divided."""
        return self.total("cash_due", "divided")

    @property
    def cash(self) -> int:
        """What the bank has taken less what it has paid out."""
        return self.cash_taken - self.cash_paid_out

    @property
    def held(self) -> int:
        """The counters in issue by the book: before the players, in the pool, carried, and in the kitty."""
        return self.total("in_hand") + self.in_pool + self.carried + self.kitty + self.astray

    @property
    def left_issue(self) -> int:
        """What was in counters until the close, and is money from then on."""
        return self.total("divided") + self.to_club + self.carried_over + self.kitty_over

    def lines(self) -> tuple[Line, ...]:
        """What must be nought, and what it is."""
        out = sum(colour.out_value for colour in self.colours.values())
        lent = sum(colour.lent * colour.worth for colour in self.colours.values())
        difference = self.total("difference")
        owed = self.total("credit_owed", "loan_owed")
        before = self.carried_before + self.kitty_before
        money = self.cash + owed + difference + before
        gone = self.to_club + self.carried_over + self.kitty_over
        amounts = {
            "counters": out + difference - self.left_issue - self.held,
            "money": money - self.held - gone,
            "till": difference - self.till_difference,
            "lent": lent - self.till_lent,
            "in_hand": self.total("in_hand"),
            "in_pool": self.in_pool,
            "astray": self.astray,
        }
        return tuple(Line(name, amounts[name], name in _ALWAYS, says) for name, says in _MADE_OF.items())

    def standing(self) -> dict[str, int]:
        """What each is to have when members settle among themselves, without the bank; it sums to nought.

        A player's is what he won or lost, with his share of a divided pool, and with what he has paid already of
        another player's loan. The kitty and the carried pool are parties too, where they gained or lost.
        """
        found = {member: h.net + h.divided + h.repaid for member, h in self.players.items()}
        carried = self.carried + self.in_pool + self.astray + self.carried_over - self.carried_before
        kitty = self.kitty + self.to_club + self.kitty_over - self.kitty_before
        return found | {party: n for party, n in ((CARRIED, carried), (KITTY, kitty)) if n}


def reckon(events: Iterable[Event]) -> Reckoning:
    """Reckon up a sitting from its events; those that were struck count for nothing."""
    return reduce(_reckoned, entries_in_force(events), Reckoning())


def _reckoned(found: Reckoning, event: Event) -> Reckoning:
    add = RECKONED.get(type(event))
    return add(found, event) if add else found


def _open(_: Reckoning, event: SittingOpened) -> Reckoning:
    colours = {name: Colour(colour=name, worth=worth) for name, worth in event.articles.counter_values.items()}
    return Reckoning(
        carried_before=event.carried,
        kitty_before=event.kitty,
        carried=event.carried,
        kitty=event.kitty,
        colours={**colours, "odd": Colour(colour="odd", worth=1, opened=event.carried + event.kitty)},
        players={member: Holding(member=member, place=place) for place, member in enumerate(event.seats)},
    )


def _arrive(found: Reckoning, event: MemberArrived) -> Reckoning:
    if event.player in found.players:
        return found
    holding = Holding(member=event.player, place=len(found.players))
    return changed(found, players={**found.players, event.player: holding})


def _plus(found: Reckoning, member: Member, **amounts: int) -> Reckoning:
    """The same with so much more in these columns of a player."""
    holding = found.players[member]
    after = changed(holding, **{name: getattr(holding, name) + n for name, n in amounts.items()})
    return changed(found, players={**found.players, member: after})


def _counted(found: Reckoning, counters: Counters, column: str) -> tuple[Reckoning, int]:
    """The same with counters counted into a column of their colours, and what they are worth."""
    numbers = {name: getattr(counters, name) for name in found.colours}
    colours = {
        name: changed(colour, **{column: getattr(colour, column) + numbers[name]})
        for name, colour in found.colours.items()
    }
    value = sum(numbers[name] * colour.worth for name, colour in found.colours.items())
    return changed(found, colours=colours), value


def _sell(found: Reckoning, event: CountersSold) -> Reckoning:
    found, value = _counted(found, event.counters, "sold")
    return _plus(found, event.player, in_hand=value, paid=event.paid, on_credit=event.owed)


def _buy_back(found: Reckoning, event: CountersBoughtBack) -> Reckoning:
    found, value = _counted(found, event.counters, "bought_back")
    in_hand = found.players[event.player].in_hand
    found = _plus(
        found,
        event.player,
        **{name: getattr(event.counters, name) for name in COLOURS},
        counted=value,
        difference=value - in_hand,
        in_hand=-in_hand,
        credit=event.credit,
        loan=event.loan,
        cash_due=event.cash_due,
    )
    return changed(found, till_difference=found.till_difference + event.difference)


def _pay(found: Reckoning, event: PaymentMade) -> Reckoning:
    if event.to is not None:
        return _plus(_plus(found, event.player, repaid=event.amount), event.to, repaid=-event.amount)
    return _plus(found, event.player, **{f"{event.toward}_repaid": event.amount})


def _start(found: Reckoning, event: GameStarted) -> Reckoning:
    astray = found.astray + found.carried - event.carried_in
    return changed(found, running=event.game, carried=0, in_pool=event.carried_in, astray=astray)


def _end(found: Reckoning, event: GameEnded) -> Reckoning:
    found, _ = _counted(found, event.lent_counters, "lent")
    for member, net in event.results.items():
        lent = event.lent.get(member, 0)
        found = _plus(found, member, net=net, lent=lent, in_hand=net + lent)
    for loan in event.loans:
        found = _plus(found, loan.borrower, borrowed=loan.amount, in_hand=loan.amount)
        found = _plus(found, loan.lender, borrowed=-loan.amount, in_hand=-loan.amount)
    return changed(
        found,
        running=None,
        in_pool=0,
        carried=event.carried_out,
        kitty=found.kitty + event.kitty - event.rewarded,
        till_lent=found.till_lent + sum(event.lent.values()),
    )


def _close(found: Reckoning, event: SittingClosed) -> Reckoning:
    for member, share in event.divided.items():
        found = _plus(found, member, divided=share)
    return changed(
        found,
        closed=True,
        carried=0,
        kitty=0,
        to_club=event.kitty_to_club,
        carried_over=event.carried,
        kitty_over=event.kitty,
    )


RECKONED: Mapping[type[Event], Callable[[Reckoning, Any], Reckoning]] = {
    SittingOpened: _open,
    MemberArrived: _arrive,
    CountersSold: _sell,
    CountersBoughtBack: _buy_back,
    PaymentMade: _pay,
    GameStarted: _start,
    GameEnded: _end,
    SittingClosed: _close,
}
"""What each event adds that moves counters or money at a sitting, or seats somebody who may have some."""
