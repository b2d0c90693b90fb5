"""The value of a hand: the articles that bear on it, the classes of hands, the value of five cards, its name."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from msgspec import Struct

from ledger.cards import Card, spoken, spoken_rank, spoken_suit, suit
from ledger.laws.readings import complete


@dataclass(frozen=True, slots=True)
class RankingRules:
    """The variants and readings of a sitting's articles that decide between hands.

    The first four fields are variants (law 81), the others readings. `worths` holds what hands judged by these rules
    were worth, by their shape, and `served` what served a joker best, by the shape of the four cards beside it: some
    thousands at the most. Raises UnknownReading, a ValueError, for a value that is none of a reading's.
    """

    blaze: bool = False
    joker: bool = False
    skip_sequence: bool = False
    ace_high_sequences: bool = False
    untied_card: str = "successive"
    hearts: str = "flushes"
    two_pair_fifth: str = "share"
    joker_ace_ends: str = "as_the_book"
    blaze_cards: str = "successive"
    blaze_aces: str = "court"
    worths: dict[int, "Worth"] = field(default_factory=dict, init=False, compare=False, repr=False)
    served: dict[int, "Served"] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def hearts_beside_flushes(self) -> bool:
        """Whether a heart may decide between hands that are no flushes, so that their shape does not tell all."""
        return self.hearts in ("top_card", "always")

    def __post_init__(self) -> None:
        complete(
            {
                "untied_card": self.untied_card,
                "hearts": self.hearts,
                "two_pair_fifth": self.two_pair_fifth,
                "joker_ace_ends": self.joker_ace_ends,
                "blaze_cards": self.blaze_cards,
                "blaze_aces": self.blaze_aces,
            }
        )


class HandClass(StrEnum):
    """The classes of hands, the highest first."""

    SEQUENCE_FLUSH = "sequence_flush"
    FOURS = "fours"
    FULL = "full"
    FLUSH = "flush"
    SEQUENCE = "sequence"
    SKIP_SEQUENCE = "skip_sequence"
    THREES = "threes"
    BLAZE = "blaze"
    TWO_PAIRS = "two_pairs"
    PAIR = "pair"
    NONE = "none"

    @property
    def height(self) -> int:
        """How many classes this one beats: 0 for `none`, 10 for a sequence flush."""
        return _HEIGHTS[self]


_HEIGHTS: Final = {hand_class: height for height, hand_class in enumerate(reversed(HandClass))}


class Merits(NamedTuple):
    """What is compared between two hands, one after the other.

    height: of the class
    leading: what is compared first between hands of the class
    untied: the cards of which the highest untied one then decides, highest first
    heart: what a heart adds where all of that is equal, 0 where it adds nothing
    """

    height: int
    leading: tuple[int, ...]
    untied: tuple[int, ...]
    heart: int


class Worth(NamedTuple):
    """What the hands of one shape are worth.

    points: what each card counts, which is twice its rank and for the joker one more than the card it stands
        for; cards most alike first, then the higher
    """

    merits: Merits
    hand_class: HandClass
    points: tuple[int, ...]


class Served(NamedTuple):
    """What serves a joker best beside four cards of one shape.

    names: the cards that serve best, in the order in which the joker takes the first that is not held
    worth: what the hand is then worth
    """

    names: tuple[Card, ...]
    worth: Worth


class HandValue(Struct, frozen=True):
    """What five cards are worth under the rules by which they were valued.

    cards: the five as given, 'Jo' among them if the joker is held
    joker_as: the card the joker stands for, None where there is no joker
    """

    cards: tuple[Card, ...]
    joker_as: Card | None
    worth: Worth

    @property
    def hand_class(self) -> HandClass:
        return self.worth.hand_class

    @property
    def points(self) -> tuple[int, ...]:
        return self.worth.points

    @property
    def merits(self) -> Merits:
        return self.worth.merits


def name(value: HandValue) -> str:
    """The hand in the words of the game, with the card the joker stands for, if it is held.

    'two pairs, kings and eights', 'flush in hearts, ace high', 'full, sevens, the joker as seven of clubs'.
    """
    if value.joker_as is None:
        return _plain_name(value)
    return f"{_plain_name(value)}, the joker as {spoken(value.joker_as)}"


def _plain_name(value: HandValue) -> str:
    words = value.hand_class.replace("_", " ")
    merits = value.merits
    # Flushes are compared by their suit first, so a flush is named by the first of its untied cards.
    compared = merits.untied if value.hand_class is HandClass.FLUSH else merits.leading or merits.untied
    ranks = [points // 2 for points in compared]
    match value.hand_class:
        case HandClass.PAIR:
            return f"a pair of {_plural(ranks[0])}"
        case HandClass.TWO_PAIRS:
            return f"{words}, {_plural(ranks[0])} and {_plural(ranks[1])}"
        case HandClass.FOURS | HandClass.FULL | HandClass.THREES:
            return f"{words}, {_plural(ranks[0])}"
        case HandClass.FLUSH | HandClass.SEQUENCE_FLUSH:
            words += f" in {_suit_held(value)}"
        case HandClass.NONE:
            words += " of these"
    return f"{words}, {spoken_rank(ranks[0])} high"


def _plural(rank: int) -> str:
    word = spoken_rank(rank)
    return f"{word}es" if word.endswith("x") else f"{word}s"


def _suit_held(value: HandValue) -> str:
    """The suit of a flush. A joker in it stands for a card of that suit."""
    return spoken_suit(suit(value.joker_as or value.cards[0]))
