"""The events of a sitting: seats, counters, the cut for the deal, the games it held, the buy-back, the close.

All amounts are whole minor units of the club's currency. `entry` is the permanent number of an entry.
"""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from ledger.articles import Articles
from ledger.events.base import Event, fact
from ledger.seats import Member


class Counters(Struct, frozen=True, kw_only=True):
    """The number of counters of each colour, and `odd` minor units of small change."""

    red: int = 0
    white: int = 0
    blue: int = 0
    odd: int = 0


class Loan(Struct, frozen=True, kw_only=True):
    """An amount that one player lent to another."""

    lender: Member
    borrower: Member
    amount: int


@fact("sitting.opened")
class SittingOpened(Event, frozen=True, kw_only=True):
    """The players sat down, in this order to the left, and agreed the articles.

    `carried`, with the openers `minimum`, was taken over from the sitting `carried_from`; `kitty` from the club.
    """

    club: str
    number: int
    held_on: str
    seats: tuple[Member, ...]
    articles: Articles
    agreed_by: tuple[Member, ...] = ()
    carried_from: str | None = None
    carried: int = 0
    minimum: str | None = None
    kitty: int = 0


class Entry(Event, frozen=True, kw_only=True):
    """A numbered entry in the sitting's book."""

    entry: int


@fact("sitting.counters_sold")
class CountersSold(Entry, frozen=True, kw_only=True):
    """The bank sold counters: `value` = `paid` in money + `owed` on credit."""

    player: Member
    counters: Counters
    value: int
    paid: int
    owed: int
    funds_after: int

    @property
    def on_credit(self) -> bool:
        """Whether the counters were sold on credit."""
        return self.owed > 0


@fact("sitting.counters_bought_back")
class CountersBoughtBack(Entry, frozen=True, kw_only=True):
    """A player handed in all his counters: `value` by count, `book` by the book, `difference` = `value` - `book`.

    `value` = `credit` set off + `loan` set off + `cash_due`.
    """

    player: Member
    counters: Counters
    value: int
    book: int
    difference: int
    credit: int
    loan: int
    cash_due: int


@fact("sitting.cut_for_deal")
class CutForDeal(Entry, frozen=True, kw_only=True):
    """The players drew cards in the open for the first deal (2).

    Either `dealer` deals, or the players of `redraw` draw again while the cards of `standing` wait for theirs.
    """

    cards: Mapping[Member, str]
    dealer: Member | None
    redraw: tuple[Member, ...] = ()
    standing: Mapping[Member, str] = field(default_factory=dict)


class Debt(StrEnum):
    """What a player owes: for counters bought, or for counters lent."""

    CREDIT = "credit"
    LOAN = "loan"


@fact("sitting.payment_made")
class PaymentMade(Entry, frozen=True, kw_only=True):
    """A player paid money towards what he owes: to the bank for his credit or a loan, or `to` the player who lent.

    A negative amount is what the bank paid the player of what it owes him after an adjustment.
    """

    player: Member
    amount: int
    toward: Debt
    to: Member | None = None
    owed_after: int


@fact("sitting.member_arrived")
class MemberArrived(Entry, frozen=True, kw_only=True):
    """A member sat down between two games. `articles` are those in force from now on (81)."""

    player: Member
    seats: tuple[Member, ...]
    articles: Articles

    @property
    def left_of(self) -> Member:
        """The player at whose left he sat down."""
        return self.seats[self.seats.index(self.player) - 1]


@fact("sitting.member_departed")
class MemberDeparted(Entry, frozen=True, kw_only=True):
    """A player left between two games.

    `deals_next` has the next deal where it would be counted from a seat whose player has left (18).
    """

    player: Member
    seats: tuple[Member, ...]
    articles: Articles
    deals_next: Member | None = None


@fact("sitting.limits_set")
class LimitsSet(Entry, frozen=True, kw_only=True):
    """A player set, or lifted, the loss (minor units) and the hour (RFC 3339, UTC) at which he stops."""

    player: Member
    loss: int | None
    stop_at: str | None


@fact("sitting.game_started")
class GameStarted(Event, frozen=True, kw_only=True):
    """A game began. `staked` is what each player paid into its pool before the deal."""

    game: str
    number: int
    dealer: Member
    players: tuple[Member, ...]
    staked: Mapping[Member, int]
    carried_in: int


@fact("sitting.game_ended")
class GameEnded(Event, frozen=True, kw_only=True):
    """What a finished game leaves to its sitting.

    `funds` is what each player of the game now has in counters, `results` what each won or lost, `carried_out` the pool
    carried to the next game, `minimum` that game's openers (J, Q or K) where it is a jack-pot. `kitty` was set aside in
    the game, and `rewarded` paid out of the kitty. `lent` is what each player borrowed of the bank, `advanced` the part
    of it that paid what he could not refuse, `lent_counters` the counters of all that was lent; `loans` is what players
    lent each other.
    """

    game: str
    funds: Mapping[Member, int]
    results: Mapping[Member, int]
    kitty: int
    rewarded: int
    carried_out: int
    minimum: str | None
    lent: Mapping[Member, int] = field(default_factory=dict)
    advanced: Mapping[Member, int] = field(default_factory=dict)
    lent_counters: Counters = field(default_factory=Counters)
    loans: tuple[Loan, ...] = ()


@fact("sitting.closed", version=2)
class SittingClosed(Event, frozen=True, kw_only=True):
    """The sitting was closed. The carried pool was `divided` in money, or `carried` of it stands over.

    `kitty_to_club` is paid to the club: a kitty for expenses, or a reward kitty that nobody won, if all seated agreed,
    who are then `kitty_agreed_by`. `kitty` is a reward kitty that stands over.
    """

    carried: int = 0
    minimum: str | None = None
    divided: Mapping[Member, int]
    agreed_by: tuple[Member, ...] = ()
    kitty_to_club: int = 0
    kitty: int = 0
    kitty_agreed_by: tuple[Member, ...] = ()
