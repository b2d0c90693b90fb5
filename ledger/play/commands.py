"""What a scorekeeper can record in a game. `player` None means him whose turn it is.

Amounts are whole minor units. `irregular` marks what the laws forbid but the table nevertheless did.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.cards import Card
from ledger.seats import Member


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
    """A finished deal: nothing seen, some hands, or the whole pack in order from the top.

    `counts` says who was dealt another number than five, `cut` False that the pack was not cut.
    """

    hands: Mapping[Member, tuple[Card, ...]] | None = None
    pack: tuple[Card, ...] | None = None
    counts: Mapping[Member, int] | None = None
    cut: bool | None = None


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
    """Discard a number, or these cards, and draw as many; 0 keeps the hand.

    `asked` and `given` where they differ from it; `made_right` if that was mended before the cards were raised.
    """

    discarded: int
    discards: tuple[Card, ...] | None = None
    cards: tuple[Card, ...] | None = None
    asked: int | None = None
    given: int | None = None
    made_right: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Command):
    """Lay the hand open; `original` are cards of the first hand, which prove openers (33)."""

    cards: tuple[Card, ...] = ()
    original: tuple[Card, ...] = ()
    joker_as: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Command):
    """Shuffle the pack before the deal (3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutPack(Command):
    """Cut the pack before the deal (4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Distract(Command):
    """Speak to the dealer while he deals (15)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expose(Command):
    """A card for this player is seen by all, in the deal or in the draw (11, 40)."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdeal(Command):
    """The deal is void. `reason`: uncut, face_up, or wrong_count, which is this player's."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Foul(Command):
    """A hand is found to hold so many cards; `found` says how it came by them: dealt or drawn."""

    number: int
    found: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeUp(Command):
    """Raise the cards that lie before the player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskDealer(Command):
    """Ask the dealer how many cards he drew (49)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectDiscards(Command):
    """The pack is too short: those still to draw announce and lay away, and the discards are used (41)."""

    announced: Mapping[Member, int] | None = None
    cut_by: Member | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WaiveLaw(Command):
    """Set a law aside for this game by the consent of everybody dealt into it (80)."""

    law: int
    agreed_by: tuple[Member, ...]
