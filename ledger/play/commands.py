"""What a scorekeeper can record in a game, one class for each kind of act.

The fields have the same names in the API, and their types say what each may hold: a route's schema, and most lines of a
game file, follow from them. `recorded_as` is the name of the field in the event, where it differs. Amounts are whole
minor units.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from ledger.cards import Card
from ledger.events.mishaps import Fouled, MisdealReason
from ledger.seats import Member

Amount = Annotated[int, Meta(ge=0, description="an amount, in whole minor units")]
Counters = Annotated[int, Meta(ge=0, description="how many counters")]
CardCount = Annotated[int, Meta(ge=0, le=53, description="how many cards")]
LawNumber = Annotated[int, "law"]
Lender = Annotated[str, "lender"]
"""A member's id, or BANK for the bank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """An act at the table. `player` None means the player whose turn it is.

    `irregular` marks an act that the laws forbid and the table did all the same.
    """

    player: Member | None = None
    irregular: bool = False
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Straddle(Command):
    """Raise the ante before the deal. The amount follows from law 21."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Command):
    """Record a finished deal: without cards, with some hands, or with the whole pack in order from the top.

    `counts` gives the number of cards of players who had not five; `cut` is false where the pack was not cut. Both are
    irregular.
    """

    cards: Mapping[Member, tuple[Card, ...]] | None = None
    pack: tuple[Card, ...] | None = None
    counts: Mapping[Member, CardCount] | None = None
    cut: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake(Command):
    """Deposit this amount now. Whether it opens, makes good, calls, bets or raises follows from the game."""

    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Command):
    """Throw the hand down. At the show this is irregular: the hand is thrown away unseen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand(Command):
    """Decline to bet while nobody has bet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemandShow(Command):
    """Deposit all counters left, and be shown for that (60)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Borrow(Command):
    """Borrow counters of another player, or of the bank (62)."""

    lender: Lender
    amount: Annotated[int, Meta(ge=1, description="an amount, in whole minor units")]
    red: Counters = 0
    white: Counters = 0
    blue: Counters = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Command):
    """Discard a number of cards, or the cards named, and draw as many; 0 keeps the hand.

    `asked` and `given` are the numbers asked for and given; where they differ from the number discarded, the draw is
    irregular. `made_right`: it was pointed out before the cards were raised that he was given another number than he
    asked for, and he keeps the number asked for.
    """

    discard: CardCount | tuple[Card, ...]
    cards: tuple[Card, ...] | None = None
    asked: CardCount | None = None
    given: CardCount | None = None
    made_right: bool | None = None

    @property
    def discarded(self) -> int:
        """How many cards are discarded."""
        return self.discard if isinstance(self.discard, int) else len(self.discard)

    @property
    def discards(self) -> tuple[Card, ...] | None:
        """The cards discarded, where they are named."""
        return None if isinstance(self.discard, int) else self.discard


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Command):
    """Lay the hand open; `original` are cards of the hand first dealt, which prove openers (33).

    An opener who discarded four or five cards proves openers in no other way, unless the deal was recorded.
    """

    cards: tuple[Card, ...] = ()
    original: tuple[Card, ...] = ()
    joker_as: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Command):
    """Shuffle the pack before the deal (3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutPack(Command):
    """Cut the pack before the deal (4). `player` None means the player on the dealer's right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Distract(Command):
    """Speak to the dealer while he deals (15)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expose(Command):
    """Record that everybody saw a card on its way to this player, in the deal or in the draw (11, 40); irregular."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdeal(Command):
    """Record that the deal is void (8, 10, 12); irregular. For `wrong_count`, `player` had the wrong number."""

    reason: MisdealReason


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeUp(Command):
    """Raise the cards that lie before the player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskDealer(Command):
    """Ask the dealer how many cards he drew (49). Only the asker sees the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectDiscards(Command):
    """Shuffle the discards and draw from them, because the pack is too short (41). The dealer's right cuts them.

    `announced` is the number of cards that each player who has still to draw discards now. Where it is left out, they
    have discarded as many as they are then recorded to draw.
    """

    announced: Mapping[Member, CardCount] | None = None
    cut_by: Member | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Foul(Command):
    """Record that a hand holds a number of `cards` other than five, dealt or drawn so (13, 48, 64); irregular."""

    cards: CardCount = field(metadata={"recorded_as": "number"})
    found: Fouled


@dataclass(frozen=True, slots=True, kw_only=True)
class WaiveLaw(Command):
    """Set a law aside for this game by the consent of everybody dealt into it (80)."""

    law: LawNumber = field(metadata={"recorded_as": "waived"})
    agreed_by: tuple[Member, ...]
