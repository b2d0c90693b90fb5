"""The order of hands: against the naive program on random hands, and as an order in the mathematical sense."""

import os
import random
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cards import RANKS, SUITS, pack
from ledger.laws.hands import RankingRules
from ledger.laws.ranking import HandValue, rank_contenders, value
from tests.conftest import NoteSeed
from tests.laws import naive_ranking

CHOICES = {
    "blaze": (False, True),
    "skip_sequence": (False, True),
    "ace_high_sequences": (False, True),
    "untied_card": ("successive", "all_hands"),
    "hearts": ("flushes", "flush_only", "top_card", "always"),
    "two_pair_fifth": ("share", "counts"),
    "joker_ace_ends": ("as_the_book", "law_71"),
    "blaze_cards": ("successive", "highest"),
    "blaze_aces": ("court", "plain"),
}
CONTESTS_UNDER_ONE_RULE = 100


def seed() -> int:
    """The seed of this run: a new one, unless TEST_SEED repeats an earlier run."""
    return int(os.environ.get("TEST_SEED") or random.SystemRandom().randrange(2**32))


def some_pack(rng: random.Random) -> list[str]:
    """All 52 cards, or a short pack of few ranks or two suits, in which hands meet others of their class."""
    ranks, suits = rng.sample(RANKS, rng.choice((5, 6, 8))), rng.sample(SUITS, 2)
    return rng.choice(
        (
            list(pack()),
            [card for card in pack() if card[0] in ranks],
            [card for card in pack() if card[1] in suits],
            [rank + suit for rank in "TJQKA" for suit in SUITS],
            [rank + suit for rank in "A23456" for suit in SUITS],
            [rank + suit for rank in "3579JK" for suit in SUITS],
        )
    )


def contests(number: int, rng: random.Random) -> Iterator[tuple[RankingRules, list[list[str]]]]:
    """Two or three hands of one pack under random rules, in one contest of twenty with the joker in the first."""
    for _ in range(number // CONTESTS_UNDER_ONE_RULE):
        with_joker = rng.random() < 0.05
        rules = RankingRules(joker=with_joker, **{name: rng.choice(values) for name, values in CHOICES.items()})
        cards = some_pack(rng)
        for _ in range(CONTESTS_UNDER_ONE_RULE):
            dealt = rng.sample(cards, rng.choice((10, 15)))
            if with_joker:
                dealt[0] = "Jo"
            yield rules, [dealt[place : place + 5] for place in range(0, len(dealt), 5)]


def agree_on(contest: list[list[str]], rules: RankingRules, rng: random.Random) -> bool:
    hands, naive_hands = {}, {}
    for player, cards in zip("ABC", contest, strict=False):
        joker_as = None
        if "Jo" in cards and rng.random() < 0.8:
            joker_as = rng.choice([card for card in pack() if card not in cards])
        hands[player] = value(cards, rules, joker_as)
        unnamed = "Jo" in cards and joker_as is None
        naive_hands[player] = (
            naive_ranking.best_naming(cards, rules) if unnamed else naive_ranking.read(cards, joker_as)
        )
    return [set(group) for group in rank_contenders(hands, rules)] == naive_ranking.placed(naive_hands, rules)


def assert_agreement(number: int, note_seed: NoteSeed) -> None:
    chosen = seed()
    note_seed(f"TEST_SEED={chosen}")
    rng = random.Random(chosen)
    for rules, contest in contests(number, rng):
        assert agree_on(contest, rules, rng), (contest, rules)


def test_twenty_thousand_contests_are_decided_as_by_the_naive_program(note_seed):
    assert_agreement(20_000, note_seed)


@pytest.mark.slow
def test_a_million_contests_are_decided_as_by_the_naive_program(note_seed):
    assert_agreement(1_000_000, note_seed)


@pytest.mark.parametrize("ranks", [RANKS, "AKQJT9", "A5432", "KJ975"])
def test_an_unnamed_joker_is_named_as_if_every_card_had_been_tried(ranks):
    """Of the names that serve best, the first in the order of hearts before other suits and then of rank."""
    rng = random.Random(71)
    in_order = sorted(pack(), key=lambda card: (card[1] != "h", -RANKS.index(card[0])))
    for suits in (*SUITS, "hs", SUITS):
        few = [card for card in pack() if card[0] in ranks and card[1] in suits]
        for _ in range(40):
            rules = RankingRules(joker=True, **{name: rng.choice(values) for name, values in CHOICES.items()})
            cards = [*rng.sample(few, 4), "Jo"]
            tried = [value(cards, rules, name) for name in in_order if name not in cards]
            assert value(cards, rules) == max(tried, key=lambda hand: hand.merits), (cards, rules)


# ---- an order

any_rules = st.builds(
    RankingRules,
    joker=st.just(True),
    **{name: st.sampled_from(values) for name, values in CHOICES.items() if name != "untied_card"},
)
# Few ranks, so that hands resemble each other; a hand may hold what another holds, as when hands of several
# games are compared.
any_hand = st.lists(
    st.sampled_from([card for card in pack(True) if card[0] in "A9TJ"]), min_size=5, max_size=5, unique=True
)


def first_is_as_good(first: HandValue, second: HandValue, rules: RankingRules) -> bool:
    return "first" in rank_contenders({"first": first, "second": second}, rules)[0]


@given(any_rules, st.lists(any_hand, min_size=3, max_size=3))
def test_read_successively_the_order_of_hands_is_total_and_transitive(rules, hands):
    valued = [value(cards, rules) for cards in hands]
    for first, second in combinations(valued, 2):
        assert first_is_as_good(first, second, rules) or first_is_as_good(second, first, rules)
    for first, second, third in permutations(valued):
        if first_is_as_good(first, second, rules) and first_is_as_good(second, third, rules):
            assert first_is_as_good(first, third, rules)


@given(any_rules, st.lists(any_hand, min_size=1, max_size=6))
def test_read_successively_the_groups_are_what_the_hands_are_two_by_two(rules, hands):
    valued = {str(place): value(cards, rules) for place, cards in enumerate(hands)}
    groups = rank_contenders(valued, rules)
    assert sorted(player for group in groups for player in group) == sorted(valued)
    place = {player: number for number, group in enumerate(groups) for player in group}
    for first, second in permutations(valued, 2):
        assert first_is_as_good(valued[first], valued[second], rules) == (place[first] <= place[second])


@given(any_rules, any_hand, st.randoms(use_true_random=False))
def test_the_order_in_which_the_cards_are_held_is_of_no_account(rules, cards, rng):
    shuffled = rng.sample(cards, 5)
    first, second = value(cards, rules), value(shuffled, rules)
    assert rank_contenders({"first": first, "second": second}, rules) == (("first", "second"),)


def test_read_of_all_hands_a_third_hand_may_turn_two_others_about():
    rules = RankingRules(untied_card="all_hands")
    hands = {"A": "As Kh 9d 5c 3s", "B": "Ad Ks 8d 5h 2c", "C": "9s 7h 6c 4d 3d"}
    valued = {player: value(cards.split(), rules) for player, cards in hands.items()}
    assert rank_contenders({"A": valued["A"], "B": valued["B"]}, rules) == (("A",), ("B",))
    assert rank_contenders(valued, rules)[0] == ("B",)
