"""The order of any number of hands among one another, and the cards that are untied between them."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain

from ledger.laws.hands import HandValue, Merits, RankingRules
from ledger.laws.register import keeps


@keeps(76, part="which hands are equal")
@keeps(69, 74, 75, part="the highest untied card")
def rank_contenders(hands: Mapping[str, HandValue], rules: RankingRules) -> tuple[tuple[str, ...], ...]:
    """The contenders in groups from the best hand down. Those of one group tie, in the order of `hands`.

    `hands` holds each contender's hand, all valued under the same rules.

    Reading `untied_card`: `successive` compares untied cards from the highest down, and a beaten hand drops out for
    good. So hands are compared by their merits, one after the other.
    """
    if rules.untied_card == "successive":
        return _by_merits(hands)
    groups = []
    rest = dict(hands)
    while rest:
        best = _best(rest)
        groups.append(tuple(best))
        rest = {player: hand for player, hand in rest.items() if player not in best}
    return tuple(groups)


def _by_merits(hands: Mapping[str, HandValue]) -> tuple[tuple[str, ...], ...]:
    alike: dict[Merits, list[str]] = {}
    for player, hand in hands.items():
        alike.setdefault(hand.merits, []).append(player)
    return tuple([tuple(alike[merits]) for merits in sorted(alike, reverse=True)])


def _best(hands: Mapping[str, HandValue]) -> Mapping[str, HandValue]:
    """The best hand, or several that tie, under the reading `all_hands` of `untied_card`.

    An untied card counts only if no other competing hand of the class has its match, even a hand that is beaten
    already.
    """
    competing = _foremost(hands, lambda hand: hand.merits.height)
    struck = _matched(competing.values())
    ahead = _foremost(competing, lambda hand: hand.merits.leading)
    ahead = _foremost(ahead, lambda hand: tuple(points for points in hand.merits.untied if points not in struck))
    return _foremost(ahead, lambda hand: hand.merits.heart)


def _foremost(
    hands: Mapping[str, HandValue], merit: Callable[[HandValue], int | tuple[int, ...]]
) -> Mapping[str, HandValue]:
    """The hands that are highest by one merit."""
    merit_of = {player: merit(hand) for player, hand in hands.items()}
    highest = max(merit_of.values())
    return {player: hands[player] for player, its_merit in merit_of.items() if its_merit == highest}


def _matched(hands: Iterable[HandValue]) -> frozenset[int]:
    """The points of cards that more than one of the hands has."""
    all_points = list(chain.from_iterable(set(hand.points) for hand in hands))
    return frozenset(points for points in all_points if all_points.count(points) > 1)
