"""Five cards laid out to be judged, and the shape that they share with other hands.

What a hand is worth follows from its shape: the ranks of its cards, whether they are of one suit, and whether that is
hearts. What serves a joker best follows in the same way from the shape of the four cards beside it. There are some
thousands of shapes and millions of hands. A shape is a number: each rank has a prime of its own, and the shape is the
product of the cards' primes, marked where they are of one suit.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ledger.cards import JOKER, RANKS, Card, pack, parse_card, rank

HAND: Final = 5
RANK: Final = {card: rank(card) for card in pack()}

_PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
_PRIME: Final = {card: _PRIMES[RANKS.index(card[0])] for card in pack()}
_SUITED, _IN_HEARTS = 1 << 30, 1 << 31
_MARK_OF_FOUR: Final = {"": 0, "s": 1 << 28, "h": 1 << 29, "d": 1 << 30, "c": 1 << 31}
PACKS: Final = {joker: frozenset(pack(joker)) for joker in (False, True)}
"""The cards of the pack, without the joker and with it."""

_HEARTS: Final = tuple(f"{letter}h" for letter in reversed(RANKS))
_OTHERS: Final = {letter: tuple(f"{letter}{suit}" for suit in "sdc") for letter in RANKS}
_AS_TAKEN: Final = (*_HEARTS, *(card for heart in _HEARTS for card in _OTHERS[heart[0]]))


class Laid(NamedTuple):
    """Five cards laid out to be judged.

    cards: the cards, with the card that the joker stands for in its place
    points: as in HandValue
    alike: for each of the points, how many of the five cards are of that rank
    suited: whether all are of one suit
    """

    cards: tuple[Card, ...]
    points: tuple[int, ...]
    alike: tuple[int, ...]
    suited: bool

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple([points // 2 for points in self.points])


def lay_out(hand: tuple[Card, ...], joker_as: Card | None) -> Laid:
    """A hand with the joker, if it is held, as the card that it stands for."""
    cards = hand if joker_as is None else tuple(joker_as if card == JOKER else card for card in hand)
    ranks = [RANK[card] for card in cards]
    points_in_hand = [2 * rank_of_card for rank_of_card in ranks]
    if joker_as is not None:
        points_in_hand[hand.index(JOKER)] += 1
    most_alike_first = sorted(zip(map(ranks.count, ranks), points_in_hand, strict=True), reverse=True)
    alike, points = zip(*most_alike_first, strict=True)
    return Laid(cards, points, alike, len({card[1] for card in cards}) == 1)


def shape(hand: tuple[Card, ...]) -> int:
    """The shape of five cards. Raises KeyError for anything that is no card, the joker among them."""
    a, b, c, d, e = hand
    product = _PRIME[a] * _PRIME[b] * _PRIME[c] * _PRIME[d] * _PRIME[e]
    if a[1] == b[1] == c[1] == d[1] == e[1]:
        return product | (_IN_HEARTS if a[1] == "h" else _SUITED)
    return product


def shape_of_four(four: tuple[Card, ...]) -> int:
    """The shape of the four cards beside a joker: their ranks, and the suit if they are of one suit."""
    a, b, c, d = four
    return _PRIME[a] * _PRIME[b] * _PRIME[c] * _PRIME[d] | _MARK_OF_FOUR[suit_of_all(four)]


def suit_of_all(four: tuple[Card, ...]) -> str:
    """The suit of four cards of one suit; empty if they are of several."""
    a, b, c, d = four
    return a[1] if a[1] == b[1] == c[1] == d[1] else ""


def names_worth_trying(four: tuple[Card, ...]) -> list[Card]:
    """The names of the joker that are worth trying beside four cards, the first of those that serve equally first.

    Of names that serve equally well the joker takes hearts before other suits, and high before low. A suit matters only
    in a flush, or if it is hearts. So it is enough to try of each rank the first card that is not held, and the cards
    in the suit of the four where these are of one suit.
    """
    names = [card for card in _HEARTS if card not in four]
    suit = suit_of_all(four)
    if suit not in ("", "h"):
        return names + [f"{letter}{suit}" for letter in reversed(RANKS) if f"{letter}{suit}" not in four]
    if len(names) < len(_HEARTS):
        beside_a_heart = [_OTHERS[heart[0]] for heart in _HEARTS if heart in four]
        names += [card for others in beside_a_heart for card in [card for card in others if card not in four][:1]]
    return names


def names_alike(four: tuple[Card, ...], names: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that serve a joker as well as these names, beside any four cards of the shape of `four`.

    They come in the order in which the joker takes them, hearts first and then high before low. Other four cards of the
    shape may hold some of them.
    """
    suit = suit_of_all(four)
    alike = {(name[0], name[1] == suit) for name in names}
    return tuple([card for card in _AS_TAKEN if (card[0], card[1] == suit) in alike])


def check_cards(cards: Sequence[Card], *, joker: bool) -> None:
    """Raise ValueError unless the cards are different cards of the pack in play."""
    if PACKS[joker].issuperset(cards) and len({*cards}) == len(cards):
        return
    for card in cards:
        if card not in RANK and parse_card(card) == JOKER and not joker:
            raise ValueError("the joker is in the pack only where the articles admit it")
    raise ValueError("a hand holds no card twice")
