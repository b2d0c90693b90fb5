"""What a scorekeeper can record in a game. `player` None means him whose turn it is.

Amounts are whole minor units. `irregular` marks what the laws forbid but the table nevertheless did.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.events.base import Member
from ledger.laws.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """An act at the table."""

    player: Member | None = None
    irregular: bool = False
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Straddle(Command):
    """Raise the ante before the deal; the amount follows from law 21."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Command):
    """A finished deal: nothing seen, some hands, or the whole pack in order from the top."""

    hands: Mapping[Member, tuple[Card, ...]] | None = None
    pack: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake(Command):
    """Deposit this much now."""

    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Command):
    """Throw the hand down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand(Command):
    """Decline to bet while nobody has bet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemandShow(Command):
    """Deposit everything and be shown for that (60)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Borrow(Command):
    """Borrow counters of another player, or of the bank (lender None)."""

    lender: Member | None = None
    amount: int
    red: int = 0
    white: int = 0
    blue: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Command):
    """Discard a number, or these cards, and draw as many; 0 keeps the hand."""

    discarded: int
    discards: tuple[Card, ...] | None = None
    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Command):
    """Lay the hand open; `original` are cards of the first hand, which prove openers (33)."""

    cards: tuple[Card, ...] = ()
    original: tuple[Card, ...] = ()
    joker_as: Card | None = None
