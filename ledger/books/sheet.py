"""The reconciliation sheet of a sitting: its colours, its players, its sums, and those that must be nought."""

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec import Struct

from ledger.seats import Member

COLOURS = ("red", "white", "blue", "odd")
KITTY, CARRIED = "kitty", "carried"
"""The parties that are not members. What they gain at a sitting, its players lose."""

_MADE_OF: Mapping[str, str] = {
    "counters": "counters out by colour, with the differences found, less those the book has anywhere",
    "money": "cash, what is owed to the bank and the differences, less the counters in issue",
    "till": "the differences reckoned up here, less those that the till recorded",
    "lent": "the colours that the bank lent, less what is owed for them",
    "in_hand": "counters that players have not handed in",
    "in_pool": "carried into a game that still runs",
    "astray": "carried into games that are to be mended after a correction, more or less than there was",
}
"""The lines that must be nought, and a description of each for readers of the sheet."""
_ALWAYS = frozenset({"counters", "money", "till", "lent"})
"""The lines that must be nought at any time. The others must be nought when the sitting closes."""


class Colour(Struct, frozen=True, kw_only=True):
    """The numbers of counters of one colour. `worth` is the value of one in minor units (of small change, 1).

    `opened` were in the carried pool and the kitty when the sitting opened; `lent` were lent by the bank in games.
    """

    colour: str
    worth: int
    opened: int = 0
    sold: int = 0
    lent: int = 0
    bought_back: int = 0

    @property
    def out(self) -> int:
        """How many are still out: those given out, less those handed in."""
        return self.opened + self.sold + self.lent - self.bought_back

    @property
    def out_value(self) -> int:
        """The value of the counters that are still out, in minor units."""
        return self.out * self.worth


class Holding(Struct, frozen=True, kw_only=True):
    """One player's account of the sitting, in minor units; `red`, `white` and `blue` are numbers of counters.

    He bought counters for money (`paid`) and `on_credit`. `lent` is what the bank lent or advanced him, `borrowed` what
    other players lent him less what he lent them, `net` what he won or lost. `in_hand` is what he has by the book now.
    `counted` is the value of the counters that he handed in, `difference` by how much it exceeded the book. `credit`
    and `loan` were set off at the buy-back; `credit_repaid` and `loan_repaid` he paid to the bank; `repaid` he paid to
    players, less what they paid him. `divided` is his share of a divided carried pool, `owed_for_games` what he owes
    players because games were paid otherwise than the laws give them, less what they owe him for that. `place` is his
    place in the order in which players sat down, from 0.
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
    owed_for_games: int = 0

    @property
    def book(self) -> int:
        """The counters that he was to hand in over the sitting, by the book."""
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
        return self.borrowed + self.owed_for_games - self.repaid


@dataclass(frozen=True, slots=True)
class NoughtLine:
    """A sum that must be nought: `always`, or else when the sitting closes. `says` describes it."""

    name: str
    amount: int
    always: bool
    says: str

    @property
    def when(self) -> str:
        """When it must be nought."""
        return "always" if self.always else "at_the_close"


class Sums(Struct, frozen=True, kw_only=True):
    """The sums of a sitting, without its colours and players. Amounts are in minor units.

    `running` is the id of the game being played, and `in_pool` what was carried into it. `astray` is by how much less
    than they should the games to be mended took out of the carried pool. At the close the kitty goes `to_club` or
    stands over (`kitty_over`), and the carried pool may stand over (`carried_over`). `till_difference` and `till_lent`
    are the till's stored figures for the differences and for what the bank lent.
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


class Reckoning(Sums, frozen=True, kw_only=True):
    """The reconciliation of a sitting: its sums, its colours by name, and its players in the order they sat down."""

    colours: Mapping[str, Colour] = {}
    players: Mapping[Member, Holding] = {}

    def total(self, *names: str) -> int:
        """The sum of these columns over all players."""
        return sum(getattr(holding, name) for holding in self.players.values() for name in names)

    @property
    def cash_taken(self) -> int:
        """The money that the bank took for counters and debts."""
        return self.total("paid", "credit_repaid", "loan_repaid")

    @property
    def cash_paid_out(self) -> int:
        """The money that the bank paid out for counters bought back, and out of a divided carried pool."""
        return self.total("cash_due", "divided")

    @property
    def cash(self) -> int:
        """The money that the bank took, less what it paid out."""
        return self.cash_taken - self.cash_paid_out

    @property
    def held(self) -> int:
        """The counters in issue by the book: those of players, in the pool, carried, and in the kitty."""
        return self.total("in_hand") + self.in_pool + self.carried + self.kitty + self.astray

    @property
    def left_issue(self) -> int:
        """The value of counters that became money at the close."""
        return self.total("divided") + self.to_club + self.carried_over + self.kitty_over

    def must_be_nought(self) -> tuple[NoughtLine, ...]:
        """The sums that must be nought, with their amounts."""
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
        return tuple(NoughtLine(name, amounts[name], name in _ALWAYS, says) for name, says in _MADE_OF.items())

    def net_due(self) -> dict[str, int]:
        """What each party is to receive when members settle among themselves, without the bank; it sums to nought.

        A player's amount is what he won or lost, plus his share of a divided pool, plus what he paid already to other
        players, less what he owes them for games that were paid otherwise. The kitty and the carried pool are parties
        too if they gained or lost.
        """
        of_players = {member: h.net + h.divided + h.repaid - h.owed_for_games for member, h in self.players.items()}
        carried = self.carried + self.in_pool + self.astray + self.carried_over - self.carried_before
        kitty = self.kitty + self.to_club + self.kitty_over - self.kitty_before
        return of_players | {party: n for party, n in ((CARRIED, carried), (KITTY, kitty)) if n}
