"""What a scorekeeper can enter in a sitting's book. Amounts are whole minor units."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from ledger.cards import Card
from ledger.events.sitting import Counters, Debt
from ledger.play.commands import Amount
from ledger.seats import Member


class Kept(Enum):
    """The type of KEPT, which leaves a limit unchanged when a player sets the other."""

    KEPT = "kept"


KEPT = Kept.KEPT


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCommand:
    """A command that makes an entry in a sitting's book."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SellCounters(EntryCommand):
    """The bank sells counters, for money or on credit."""

    player: Member
    counters: Counters
    on_credit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyBack(EntryCommand):
    """A player hands in all his counters; `counters` None means exactly what the book says he has."""

    player: Member
    counters: Counters | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCards(EntryCommand):
    """The cut for the first deal, or a later cut of those who draw again (2)."""

    cards: Mapping[Member, Card]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay(EntryCommand):
    """A player pays towards what he owes: `to` is the player who lent (None: the bank).

    A negative amount is what the bank pays him of what it owes him.
    """

    player: Member
    amount: Amount
    toward: Debt
    to: Member | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrive(EntryCommand):
    """A member sits down at the left of another, between two games."""

    player: Member
    left_of: Member


@dataclass(frozen=True, slots=True, kw_only=True)
class Depart(EntryCommand):
    """A player leaves between two games."""

    player: Member


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLimits(EntryCommand):
    """A player sets himself a loss or an hour at which he stops, by name and on the record.

    `loss` is in minor units, `stop_at` RFC 3339 with its offset. None lifts a limit, KEPT leaves it unchanged.
    """

    player: Member
    loss: int | Kept | None = KEPT
    stop_at: str | Kept | None = KEPT
