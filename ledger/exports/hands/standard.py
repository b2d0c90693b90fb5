"""The rankings of hands at a modern table, which has no joker, blaze or preference for hearts."""

from collections import Counter
from collections.abc import Callable, Sequence

from ledger.cards import ACE, HAND, Card, rank

Merit = Callable[[Sequence[Card]], tuple[int, ...]]
"""A ranking: gives five cards a tuple that is greater for a better hand."""


def standard_merit(cards: Sequence[Card]) -> tuple[int, ...]:
    """The rank of five cards at a modern table, as a tuple that is greater for a better hand. No joker is allowed."""
    counts = Counter(rank(card) for card in cards)
    ranks = sorted(counts, key=lambda r: (counts[r], r), reverse=True)
    alike = sorted(counts.values(), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    top = _sequence_top(ranks) if len(ranks) == HAND else 0
    if top:
        return (8 if suited else 4, top)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (5 if suited else kinds.get(tuple(alike), 0), *ranks)


def lowball_merit(cards: Sequence[Card]) -> tuple[int, ...]:
    """The rank of five cards at deuce-to-seven lowball, as a tuple that is greater for a better, that is a lower, hand.

    The ace is the highest card only, so five to ace is no sequence there. No joker is allowed.
    """
    ranks = sorted((rank(card) for card in cards), reverse=True)
    merit = standard_merit(cards)
    if ranks == _WHEEL:
        merit = (5 if merit[0] == 8 else 0, *ranks)
    return tuple(-part for part in merit)


_WHEEL = [ACE, 5, 4, 3, 2]


def _sequence_top(ranks: Sequence[int]) -> int:
    """The highest rank of a sequence, in which the ace may be the highest card or the lowest; 0 if it is none."""
    if ranks[0] - ranks[-1] == HAND - 1:
        return ranks[0]
    return HAND if list(ranks) == _WHEEL else 0
