"""The events that only a careful scorekeeper records in a game: the pack, its mishaps, foul hands, waivers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ledger.cards import Card
from ledger.events.base import fact, sealed
from ledger.events.game import Action
from ledger.events.settlement import Refund
from ledger.seats import Member


class MisdealReason(StrEnum):
    """What makes a misdeal (8, 10, 12)."""

    UNCUT = "uncut"
    FACE_UP = "face_up"
    WRONG_COUNT = "wrong_count"


class Fouled(StrEnum):
    """Whether a hand was dealt a number of cards other than five, or came by it in the draw."""

    DEALT = "dealt"
    DRAWN = "drawn"


@fact("game.shuffled")
@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffled(Action):
    """A player shuffled the pack before the deal (3)."""

    player: Member


@fact("game.cut")
@dataclass(frozen=True, slots=True, kw_only=True)
class PackCut(Action):
    """The player on the dealer's right cut the pack (4)."""

    player: Member


@fact("game.distracted")
@dataclass(frozen=True, slots=True, kw_only=True)
class Distracted(Action):
    """A player spoke to the dealer while he dealt (15)."""

    player: Member


@fact("game.card_exposed")
@dataclass(frozen=True, slots=True, kw_only=True)
class CardExposed(Action):
    """Everybody saw a card on its way to a player. In the deal he keeps it (11), in the draw he does not (40)."""

    player: Member
    card: Card


@fact("game.misdealt")
@dataclass(frozen=True, slots=True, kw_only=True)
class Misdealt(Action):
    """The deal is void, and the same dealer deals again (8, 10, 12).

    `player` had the wrong number of cards. `say_again`: the say begins again as well, and `returned` is what each
    player gets back of his stakes in it.
    """

    reason: MisdealReason
    player: Member | None = None
    say_again: bool = False
    returned: Mapping[Member, int] = field(default_factory=dict)


@fact("game.hand_fouled")
@dataclass(frozen=True, slots=True, kw_only=True)
class HandFouled(Action):
    """A hand turned out to hold `number` cards: its player retires (13, 48, 64).

    `found` says whether the deal or the draw made it so. `refund` is paid to him at the end for his ante or straddle
    (14, 16).
    """

    player: Member
    number: int
    found: Fouled
    refund: Refund | None = None


@fact("game.cards_taken_up")
@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTakenUp(Action):
    """A player raised the cards that lay before him."""

    player: Member


@fact("game.dealer_asked")
@dataclass(frozen=True, slots=True, kw_only=True)
class DealerAsked(Action):
    """A player asked the dealer how many cards he drew, and was told (49)."""

    player: Member
    answer: int | None = sealed()


@fact("game.discards_collected")
@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardsCollected(Action):
    """The pack was too short: `collected` discards were shuffled, and the draw goes on from them (41).

    `announced` is how many cards each player who still has to draw has laid away; None where it was not recorded.
    """

    cut_by: Member | None = None
    collected: int | None = sealed()
    announced: Mapping[Member, int] | None = sealed()


@fact("game.law_waived")
@dataclass(frozen=True, slots=True, kw_only=True)
class LawWaived(Action):
    """Everybody dealt into the game consented to set the law `waived` aside for this game (80)."""

    waived: int
    agreed_by: tuple[Member, ...]
