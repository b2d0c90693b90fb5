"""Hands set against one another, however many: their order, and what an untied card is among them."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain

from ledger.laws.hands import HandValue, RankingRules
from ledger.laws.register import keeps

Merits = tuple[int, tuple[int, ...], tuple[int, ...], int]


@keeps(76, part="which hands are equal")
def rank_contenders(hands: Mapping[str, HandValue], rules: RankingRules) -> tuple[tuple[str, ...], ...]:
    """The contenders in groups from the best hand down; those in one group tie.

    `hands` holds each contender's hand, valued under the same rules. Its order is kept inside a group.
    """
    groups = []
    rest = dict(hands)
    while rest:
        best = _best(rest, rules)
        groups.append(tuple(best))
        rest = {player: hand for player, hand in rest.items() if player not in best}
    return tuple(groups)


def merits(hand: HandValue) -> Merits:
    """A key by which two hands stand in the order of their worth."""
    return hand.hand_class.height, hand.leading, hand.untied, hand.heart


@keeps(69, 74, 75, part="the highest untied card")
def _best(hands: Mapping[str, HandValue], rules: RankingRules) -> Mapping[str, HandValue]:
    """The best hand, or several that tie.

    Read successively, untied cards are compared from the highest down, and a hand once beaten drops out
    for good. Read of all hands, a card counts only if no hand of the class then competing matches it, though
    that hand be beaten already; each card left is then found in one hand alone.
    """
    competing = _foremost(hands, lambda hand: hand.hand_class.height)
    struck = _matched(competing.values()) if rules.untied_card == "all_hands" else frozenset()
    ahead = _foremost(competing, lambda hand: hand.leading)
    ahead = _foremost(ahead, lambda hand: tuple(each for each in hand.untied if each not in struck))
    return _foremost(ahead, lambda hand: hand.heart)


def _foremost(
    hands: Mapping[str, HandValue], merit: Callable[[HandValue], int | tuple[int, ...]]
) -> Mapping[str, HandValue]:
    """Those of the hands that have most of one merit."""
    merit_of = {player: merit(hand) for player, hand in hands.items()}
    most = max(merit_of.values())
    return {player: hands[player] for player, held in merit_of.items() if held == most}


def _matched(hands: Iterable[HandValue]) -> frozenset[int]:
    """The points of cards found in more than one of the hands."""
    found = list(chain.from_iterable(set(hand.points) for hand in hands))
    return frozenset(points for points in found if found.count(points) > 1)
