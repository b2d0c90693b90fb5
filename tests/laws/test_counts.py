"""How many of the possible hands fall in each class, the joker's hands included."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from ledger.cards import RANKS, SUITS, pack
from ledger.laws.ranking import HandClass, RankingRules, value
from tests.laws import naive_ranking

COMMON = {
    "sequence_flush": 36,
    "fours": 624,
    "full": 3_744,
    "flush": 5_112,
    "sequence": 9_180,
    "threes": 54_912,
}
PAIRED = {"two_pairs": 123_552, "pair": 1_098_240}

COLUMNS = {
    "the laws": (RankingRules(), COMMON | PAIRED | {"none": 1_303_560}),
    "with blaze, aces among the court": (
        RankingRules(blaze=True),
        COMMON | {"blaze": 3_264, "two_pairs": 121_824, "pair": 1_096_704, "none": 1_303_560},
    ),
    "with blaze, no aces": (
        RankingRules(blaze=True, blaze_aces="plain"),
        COMMON | {"blaze": 432, "two_pairs": 123_120, "pair": 1_098_240, "none": 1_303_560},
    ),
    "with skip sequence": (
        RankingRules(skip_sequence=True),
        COMMON | PAIRED | {"skip_sequence": 5_100, "none": 1_298_460},
    ),
}

column = pytest.mark.parametrize(("rules", "expected"), COLUMNS.values(), ids=COLUMNS)


def test_the_columns_each_count_every_hand():
    assert {sum(expected.values()) for _, expected in COLUMNS.values()} == {comb(52, 5)} == {2_598_960}


@column
def test_every_pattern_of_ranks_stands_for_its_number_of_hands(rules, expected):
    """One hand for every choice of ranks, and one in a single suit, each counted for all the suits it could have."""
    counted = Counter()
    for ranks in combinations_with_replacement(RANKS, 5):
        numbers = Counter(ranks)
        if max(numbers.values()) > 4:
            continue
        ways = prod(comb(4, number) for number in numbers.values())
        if len(numbers) == 5:
            ways -= 4
            counted[value([rank + "s" for rank in ranks], rules).hand_class] += 4
        counted[value(spread_over_suits(ranks), rules).hand_class] += ways
    assert counted == expected


def spread_over_suits(ranks: tuple[str, ...]) -> list[str]:
    """Cards of these ranks, equal ranks side by side. The suit changes from card to card, so that none comes twice."""
    return [rank + SUITS[place % 4] for place, rank in enumerate(ranks)]


@pytest.mark.slow
@column
def test_every_one_of_the_hands_is_counted_in_its_class(rules, expected):
    assert Counter(value(cards, rules).hand_class for cards in combinations(pack(), 5)) == expected


# ---- the joker

JOKER_COMMON = {"fours": 2_509, "full": 2_808, "threes": 82_368}
JOKER_COLUMNS = {
    "the laws": (
        RankingRules(joker=True),
        {"sequence_flush": 148, "flush": 2_712, "sequence": 9_324, "pair": 170_856},
    ),
    "with blaze": (
        RankingRules(joker=True, blaze=True),
        {"sequence_flush": 148, "flush": 2_712, "sequence": 9_324, "blaze": 252, "pair": 170_604},
    ),
    "with skip and ace-high sequences": (
        RankingRules(joker=True, skip_sequence=True, ace_high_sequences=True),
        {"sequence_flush": 164, "flush": 2_696, "sequence": 10_332, "skip_sequence": 5_544, "pair": 164_304},
    ),
}


@cache
def four_card_patterns() -> dict[tuple[str, ...], int]:
    """One set of four cards for all the sets that differ from it only by exchanged suits, and their number."""
    counted = Counter()
    for cards in combinations(pack(), 4):
        by_suit = sorted("".join(card[0] for card in cards if card[1] == suit) for suit in SUITS)
        counted[tuple(by_suit)] += 1
    return {
        tuple(rank + suit for ranks, suit in zip(by_suit, SUITS, strict=True) for rank in ranks): number
        for by_suit, number in counted.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "expected"), JOKER_COLUMNS.values(), ids=JOKER_COLUMNS)
def test_every_hand_with_the_joker_is_in_the_class_the_naive_program_finds(rules, expected):
    patterns = four_card_patterns()
    assert sum(patterns.values()) == comb(52, 4)
    counted = Counter()
    for four, number in patterns.items():
        hand_class = value((*four, "Jo"), rules).hand_class
        assert hand_class == naive_ranking.best_kind((*four, "Jo"), rules), four
        counted[hand_class] += number
    assert counted == JOKER_COMMON | expected


def test_classes_are_counted_under_the_words_the_service_answers_with():
    assert set().union(*(expected for _, expected in COLUMNS.values())) == set(HandClass)
