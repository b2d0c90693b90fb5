"""The events that only a careful scorekeeper records in a game: the pack, its mishaps, foul hands, waivers."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import field

from ledger.cards import Card
from ledger.events.base import Sealed, fact
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
class Shuffled(Action, frozen=True, kw_only=True):
    """A player shuffled the pack before the deal (3)."""

    player: Member


@fact("game.cut")
class PackCut(Action, frozen=True, kw_only=True):
    """The player on the dealer's right cut the pack (4)."""

    player: Member


@fact("game.distracted")
class Distracted(Action, frozen=True, kw_only=True):
    """A player spoke to the dealer while he dealt (15)."""

    player: Member


@fact("game.card_exposed")
class CardExposed(Action, frozen=True, kw_only=True):
    """Everybody saw a card on its way to a player. In the deal he keeps it (11), in the draw he does not (40)."""

    player: Member
    card: Card


@fact("game.misdealt")
class Misdealt(Action, frozen=True, kw_only=True):
    """The deal is void, and the same dealer deals again (8, 10, 12).

    `player` had the wrong number of cards. `say_again`: the say begins again as well, and `returned` is what each
    player gets back of his stakes in it.
    """

    reason: MisdealReason
    player: Member | None = None
    say_again: bool = False
    returned: Mapping[Member, int] = field(default_factory=dict)


@fact("game.hand_fouled")
class HandFouled(Action, frozen=True, kw_only=True):
    """A hand turned out to hold `number` cards: its player retires (13, 48, 64).

    `found` says whether the deal or the draw made it so. `refund` is paid to him at the end for his ante or straddle
    (14, 16).
    """

    player: Member
    number: int
    found: Fouled
    refund: Refund | None = None


@fact("game.cards_taken_up")
class CardsTakenUp(Action, frozen=True, kw_only=True):
    """A player raised the cards that lay before him."""

    player: Member


@fact("game.dealer_asked")
class DealerAsked(Action, frozen=True, kw_only=True):
    """A player asked the dealer how many cards he drew, and was told (49)."""

    player: Member
    answer: Sealed[int | None] = None


@fact("game.discards_collected")
class DiscardsCollected(Action, frozen=True, kw_only=True):
    """The pack was too short: `collected` discards were shuffled, and the draw goes on from them (41).

    `announced` is how many cards each player who still has to draw has laid away; None where it was not recorded.
    """

    cut_by: Member | None = None
    collected: Sealed[int | None] = None
    announced: Sealed[Mapping[Member, int] | None] = None


@fact("game.law_waived")
class LawWaived(Action, frozen=True, kw_only=True):
    """Everybody dealt into the game consented to set the law `waived` aside for this game (80)."""

    waived: int
    agreed_by: tuple[Member, ...]
