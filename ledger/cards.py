"""The pack: how a card is written, and what it counts.

A card is a text of two characters, rank and suit: 'Ah' the ace of hearts, 'Td' the ten of diamonds, '9c' the
nine of clubs. The joker, in play where the articles admit it, is 'Jo'; the knave of a suit is 'Jh', 'Js' and
so on, so the two are never confused.
"""

from typing import Annotated, Final

Card = Annotated[str, "card"]
"""A card as a text. The mark lets a schema, or a line of a game file, tell a card from other texts."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
JOKER: Final[Card] = "Jo"
ACE: Final = 14
HAND: Final = 5
"""Cards in a hand."""

_PACK: Final[tuple[Card, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
_RANK_OF: Final[dict[Card, int]] = {card: 2 + RANKS.index(card[0]) for card in _PACK}
_RANK_WORDS: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("knave", "queen", "king", "ace"),
)
_SUIT_WORDS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def pack(with_joker: bool = False) -> tuple[Card, ...]:
    """The 52 cards, or 53 with the joker last."""
    return (*_PACK, JOKER) if with_joker else _PACK


def parse_card(text: str) -> Card:
    """The text itself if it is a card. Raises ValueError, which says how a card is written, if it is not."""
    if text == JOKER or text in _RANK_OF:
        return text
    raise ValueError(
        f"{text!r} is not a card: a card is a rank of {RANKS} and a suit of {SUITS}, as in 'Th', or {JOKER!r}"
    )


def rank(card: Card) -> int:
    """The rank of a card: 2 to 14, the ace being 14. Raises ValueError for the joker, which has none until named."""
    try:
        return _RANK_OF[card]
    except KeyError:
        raise _no_such_card(card, "rank") from None


def suit(card: Card) -> str:
    """The suit of a card: 's', 'h', 'd' or 'c'. Raises ValueError for the joker, which has none until named."""
    if card not in _RANK_OF:
        raise _no_such_card(card, "suit")
    return card[1]


def cut_rank(card: Card) -> int:
    """What a card counts in the cut for the first deal: 1 to 13, the ace lowest (law 2).

    Raises ValueError for the joker, which counts nothing there and is drawn again.
    """
    counted = rank(card)
    return 1 if counted == ACE else counted


def spoken_rank(number: int) -> str:
    """A rank in words: 'two' to 'ace' for 2 to 14."""
    return _RANK_WORDS[number - 2]


def spoken_suit(letter: str) -> str:
    """A suit in words: 'hearts' for 'h', and so on."""
    return _SUIT_WORDS[letter]


def spoken(card: Card) -> str:
    """The card in words: 'ace of hearts', 'knave of clubs', 'joker'."""
    if card == JOKER:
        return "joker"
    return f"{spoken_rank(rank(card))} of {spoken_suit(suit(card))}"


def _no_such_card(card: Card, wanted: str) -> ValueError:
    if card == JOKER:
        return ValueError(f"the joker has no {wanted} until it is named")
    return ValueError(f"{card!r} is not a card of the pack")
