"""The value of hands: laws 65 to 75, with the skip sequence, the blaze and the joker.

`value` gives the class of five cards and what decides within the class; `rank_contenders`, in `untied`, compares hands
with one another. Each law has a function of its own, in the order of the book: law 65 tells the classes apart, and each
other law says what is compared between two hands of one class.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from ledger.cards import ACE, JOKER, RANKS, Card, suit
from ledger.laws.hands import HandClass, HandValue, Merits, RankingRules, Served, Worth, name
from ledger.laws.laid import (
    HAND,
    RANK,
    Laid,
    check_cards,
    lay_out,
    names_alike,
    names_worth_trying,
    shape,
    shape_of_four,
)
from ledger.laws.register import keeps
from ledger.laws.untied import rank_contenders

__all__ = ["HandClass", "HandValue", "RankingRules", "check_hand", "holds_openers", "name", "rank_contenders", "value"]

_KNAVE: Final = 11
_KING: Final = 13


_merits = attrgetter("merits")


def value(cards: Sequence[Card], rules: RankingRules, joker_as: Card | None = None) -> HandValue:
    """What five cards are worth. A joker that is not named stands for the card that serves best; a poorer name binds.

    Raises ValueError unless the cards are five different cards of the pack in play; also if the joker is named as a
    card that the hand holds, as anything but a card, or where the hand does not hold it.
    """
    hand = tuple(cards)
    if JOKER in hand or joker_as is not None:
        return _value_with_joker(hand, rules, joker_as)
    try:
        in_shape = shape(hand)
    except (KeyError, ValueError):
        in_shape = None
    if in_shape is None or len({*hand}) < HAND:
        # It is no hand, and this says why.
        check_hand(hand, joker=rules.joker)
    assert in_shape is not None
    return HandValue(hand, None, rules.worths.get(in_shape) or _judged_for_all(in_shape, hand, rules))


def _value_with_joker(hand: tuple[Card, ...], rules: RankingRules, joker_as: Card | None) -> HandValue:
    check_hand(hand, joker_as, joker=rules.joker)
    if joker_as is not None:
        return HandValue(hand, joker_as, _judged(hand, joker_as, rules))
    at = hand.index(JOKER)
    four = hand[:at] + hand[at + 1 :]
    names, worth = rules.served.get(shape_of_four(four)) or _tried(four, hand, rules)
    return HandValue(hand, next(card for card in names if card not in four), worth)


@keeps(1, part="the five cards of a hand")
def check_hand(hand: Sequence[Card], joker_as: Card | None = None, *, joker: bool) -> None:
    """Raise ValueError as `value` does. No reading matters here, only whether the joker is in the pack."""
    check_cards(hand, joker=joker)
    if len(hand) != HAND:
        raise ValueError(f"a hand is five cards, not {len(hand)}")
    if joker_as is None:
        return
    if JOKER not in hand:
        raise ValueError("the joker is named, but the hand does not hold it")
    if joker_as in hand or joker_as not in RANK:
        raise ValueError(f"the joker stands for a card that the hand does not hold, and {joker_as!r} is no such card")


@keeps(30, part="what opens")
def holds_openers(cards: Sequence[Card], minimum: str, rules: RankingRules) -> bool:
    """Whether the cards by themselves prove a pair of the minimum ('J', 'Q' or 'K') or better (30 to 33).

    An opener may name only a part of his hand, so fewer than five cards are judged too. The joker counts as the card
    that serves best. Raises ValueError for more than five cards, and for cards not of the pack in play.
    """
    check_cards(cards, joker=rules.joker)
    least = 2 + RANKS.index(minimum)
    if len(cards) < HAND:
        return _part_proves_openers(cards, least)
    hand = value(cards, rules)
    if hand.hand_class is HandClass.PAIR:
        return hand.merits.leading[0] // 2 >= least
    return hand.hand_class is not HandClass.NONE


# ---- the laws


class Merit(NamedTuple):
    """What decides between hands of one class; the fields are those of Merits."""

    leading: tuple[int, ...]
    untied: tuple[int, ...] = ()
    heart: int = 0


_CLASS_OF_ALIKE: Final[Mapping[tuple[int, ...], HandClass]] = {
    (4, 4, 4, 4, 1): HandClass.FOURS,
    (3, 3, 3, 2, 2): HandClass.FULL,
    (3, 3, 3, 1, 1): HandClass.THREES,
    (2, 2, 2, 2, 1): HandClass.TWO_PAIRS,
    (2, 2, 1, 1, 1): HandClass.PAIR,
    (1, 1, 1, 1, 1): HandClass.NONE,
}


@keeps(65)
def class_of(laid: Laid, rules: RankingRules) -> HandClass:
    """The highest class that the hand belongs to; skip sequence and blaze only where the articles have them.

    No two cards of a sequence, a skip sequence or a flush are of one rank, and five court cards never all differ. So
    the number of cards of one rank decides which classes are possible.
    """
    alike = _CLASS_OF_ALIKE[laid.alike]
    if alike is HandClass.NONE:
        return _class_of_unlike(laid, rules)
    if rules.blaze and alike in (HandClass.TWO_PAIRS, HandClass.PAIR) and _all_court(laid, rules):
        return HandClass.BLAZE
    return alike


def _class_of_unlike(laid: Laid, rules: RankingRules) -> HandClass:
    if sequence_top(laid, rules):
        return HandClass.SEQUENCE_FLUSH if laid.suited else HandClass.SEQUENCE
    if laid.suited:
        return HandClass.FLUSH
    if rules.skip_sequence and laid.ranks in _SKIP_TOPS:
        return HandClass.SKIP_SEQUENCE
    return HandClass.NONE


@keeps(66)
def sequence_flush(laid: Laid, rules: RankingRules) -> Merit:
    """The highest card; between equal cards hearts prevail, unless the reading `hearts` is `flush_only`."""
    in_hearts = suit(laid.cards[0]) == "h"
    return Merit((sequence_top(laid, rules),), heart=int(in_hearts and rules.hearts != "flush_only"))


@keeps(67)
def fours(laid: Laid, rules: RankingRules) -> Merit:
    """The rank of the four."""
    return _merit(laid, rules, laid.points[:1])


@keeps(68)
def full(laid: Laid, rules: RankingRules) -> Merit:
    """The rank of the three; the pair counts for nothing."""
    return _merit(laid, rules, laid.points[:1])


@keeps(69)
def flush(laid: Laid, rules: RankingRules) -> Merit:
    """Hearts before every other suit, even a suit with the joker; then the highest untied card, ace high."""
    in_hearts = suit(laid.cards[0]) == "h"
    return Merit((int(in_hearts),), laid.points)


@keeps(70)
def sequence(laid: Laid, rules: RankingRules) -> Merit:
    """The highest card. The reading `hearts` says whether a heart there decides between equal sequences."""
    top = sequence_top(laid, rules)
    return Merit((top,), heart=_highest_heart(laid, (top,)) if rules.hearts in ("top_card", "always") else 0)


@keeps(71)
def sequence_top(laid: Laid, rules: RankingRules) -> int:
    """The points of the card that heads the sequence, an ace being its lowest card; 0 if the hand is no sequence.

    An ace heads ten to ace only where the articles have ace-high sequences, or where the joker is named as that ace and
    the reading `joker_ace_ends` admits it.
    """
    ranks = laid.ranks
    if ranks in _SEQUENCE_TOPS:
        return _points_of(_SEQUENCE_TOPS[ranks], laid)
    if ranks == _TEN_TO_ACE:
        joker_is_ace = laid.points[0] > 2 * ACE
        if rules.ace_high_sequences or (joker_is_ace and rules.joker_ace_ends == "as_the_book"):
            return laid.points[0]
    return 0


def skip_sequence(laid: Laid, rules: RankingRules) -> Merit:
    """The highest card, the ace being the lowest as in a sequence."""
    return _merit(laid, rules, (_points_of(_SKIP_TOPS[laid.ranks], laid),))


@keeps(72)
def threes(laid: Laid, rules: RankingRules) -> Merit:
    """The rank of the three."""
    return _merit(laid, rules, laid.points[:1])


def blaze(laid: Laid, rules: RankingRules) -> Merit:
    """The highest card, an ace before a king. The reading `blaze_cards` says whether the next cards count, through all
    five."""
    from_the_highest = tuple(sorted(laid.points, reverse=True))
    return _merit(laid, rules, from_the_highest[:1] if rules.blaze_cards == "highest" else from_the_highest)


@keeps(73)
def two_pairs(laid: Laid, rules: RankingRules) -> Merit:
    """The higher pair, then the lower; the fifth card only under the reading that counts it."""
    pairs, fifth = laid.points[0:4:2], laid.points[4:]
    return _merit(laid, rules, pairs + fifth if rules.two_pair_fifth == "counts" else pairs)


@keeps(74)
def pair(laid: Laid, rules: RankingRules) -> Merit:
    """The pair, then the highest untied card."""
    return _merit(laid, rules, laid.points[:1], laid.points[2:])


@keeps(75)
def none_of_these(laid: Laid, rules: RankingRules) -> Merit:
    """The highest untied card."""
    return _merit(laid, rules, (), laid.points)


_DECIDED_BY: Final[Mapping[HandClass, Callable[[Laid, RankingRules], Merit]]] = {
    HandClass.SEQUENCE_FLUSH: sequence_flush,
    HandClass.FOURS: fours,
    HandClass.FULL: full,
    HandClass.FLUSH: flush,
    HandClass.SEQUENCE: sequence,
    HandClass.SKIP_SEQUENCE: skip_sequence,
    HandClass.THREES: threes,
    HandClass.BLAZE: blaze,
    HandClass.TWO_PAIRS: two_pairs,
    HandClass.PAIR: pair,
    HandClass.NONE: none_of_these,
}


# ---- beneath the laws


def _judged(hand: tuple[Card, ...], joker_as: Card | None, rules: RankingRules) -> Worth:
    """What a hand is worth by the laws."""
    laid = lay_out(hand, joker_as)
    hand_class = class_of(laid, rules)
    leading, untied, heart = _DECIDED_BY[hand_class](laid, rules)
    return Worth(Merits(hand_class.height, leading, untied, heart), hand_class, laid.points)


def _judged_for_all(in_shape: int, hand: tuple[Card, ...], rules: RankingRules) -> Worth:
    """What a hand without the joker is worth, which is kept for every other hand of its shape."""
    worth = _judged(hand, None, rules)
    if not rules.hearts_beside_flushes:
        rules.worths[in_shape] = worth
    return worth


def _tried(four: tuple[Card, ...], hand: tuple[Card, ...], rules: RankingRules) -> Served:
    """What serves the joker of a hand best of all names, which is kept for every other four cards of their shape."""
    worths = {name: _judged(hand, name, rules) for name in names_worth_trying(four)}
    best = max(worths.values(), key=_merits)
    names = tuple([name for name, worth in worths.items() if worth == best])
    if rules.hearts_beside_flushes:
        return Served(names, best)
    served = rules.served[shape_of_four(four)] = Served(names_alike(four, names), best)
    return served


def _part_proves_openers(cards: Sequence[Card], least: int) -> bool:
    ranks = [RANK[card] for card in cards if card != JOKER]
    paired = {n for n in ranks if ranks.count(n) > 1}
    if JOKER in cards:
        # The joker makes threes of a pair, and a pair with the highest of cards that are all unlike.
        return bool(paired) or any(n >= least for n in ranks)
    threes_or_two_pairs = len(ranks) - len(set(ranks)) > 1
    return threes_or_two_pairs or any(n >= least for n in paired)


def _merit(laid: Laid, rules: RankingRules, leading: tuple[int, ...], untied: tuple[int, ...] = ()) -> Merit:
    """A merit in which a heart counts only under the reading that lets hearts decide any tie."""
    heart = _highest_heart(laid, leading + untied) if rules.hearts == "always" else 0
    return Merit(leading, untied, heart)


def _highest_heart(laid: Laid, compared: Iterable[int]) -> int:
    """The rank of the highest heart among the cards whose points are compared, or 0."""
    ranks = {points // 2 for points in compared}
    return max((RANK[card] for card in laid.cards if suit(card) == "h" and RANK[card] in ranks), default=0)


def _points_of(wanted: int, laid: Laid) -> int:
    return next(points for points in laid.points if points // 2 == wanted)


def _all_court(laid: Laid, rules: RankingRules) -> bool:
    highest = ACE if rules.blaze_aces == "court" else _KING
    return all(_KNAVE <= n <= highest for n in laid.ranks)


def _run(top: int, step: int) -> tuple[int, ...]:
    """The ranks of five cards `step` apart, headed by `top`, in the order of Laid. A rank of 1 is the ace."""
    ranks = [ACE if n == 1 else n for n in range(top, top - 5 * step, -step)]
    return tuple(sorted(ranks, reverse=True))


_SEQUENCE_TOPS: Final = {_run(top, step=1): top for top in range(5, _KING + 1)}
_SKIP_TOPS: Final = {_run(top, step=2): top for top in range(9, _KING + 1)}
_TEN_TO_ACE: Final = _run(ACE, step=1)
