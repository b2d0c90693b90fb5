"""The readings that touch the ranking of hands: for each, hands whose order it changes."""

import pytest

from ledger.laws.ranking import RankingRules, rank_contenders, value

PLAIN = RankingRules()


def order(rules: RankingRules, *hands: str) -> list[list[str]]:
    """The hands in groups, the best first; a hand is given as 'A: cards'."""
    contenders = dict(hand_of_player.split(": ") for hand_of_player in hands)
    valued = {player: value(cards.split(), rules) for player, cards in contenders.items()}
    return [list(group) for group in rank_contenders(valued, rules)]


def test_untied_card_read_of_all_hands_lets_a_beaten_hand_strike_cards():
    hands = ["A: As Kh 9d 5c 3s", "B: Ad Ks 8d 5h 2c", "C: Qs Jh 8c 7d 4s"]
    assert order(PLAIN, *hands) == [["A"], ["B"], ["C"]]
    # A and B strike ace, king and five from each other, B and C the eight: nine, two and queen are left.
    assert order(RankingRules(untied_card="all_hands"), *hands) == [["C"], ["A"], ["B"]]


def test_untied_card_read_of_all_hands_ranks_the_rest_among_themselves():
    hands = ["A: Ah Qd 8c 4s 2d", "B: Ad Js 9c 4h 2c", "C: Ks Qh 9d 8d 3h"]
    # All that is left at first is the knave of B, the king and three of C; then A and C meet alone.
    assert order(RankingRules(untied_card="all_hands"), *hands) == [["C"], ["A"], ["B"]]
    assert order(PLAIN, *hands) == [["A"], ["B"], ["C"]]


def test_untied_card_read_of_all_hands_counts_lower_pairs_as_competing():
    hands = ["A: Ks Kh Ad 9c 5s", "B: Kd Kc As 9h 4s", "C: 2s 2h Qd Jc 5d"]
    assert order(PLAIN, *hands) == [["A"], ["B"], ["C"]]
    assert order(RankingRules(untied_card="all_hands"), *hands) == [["B"], ["A"], ["C"]]


def test_untied_card_read_of_all_hands_counts_every_card_of_a_competing_hand():
    hands = ["A: Ks Kh Ad 9c 5s", "B: Kd Kc As 7h 6s", "C: 9s 9h 3d 4c 2d"]
    assert order(PLAIN, *hands) == [["A"], ["B"], ["C"]]
    # The nines of C are compared as a pair, and match the nine of A all the same.
    assert order(RankingRules(untied_card="all_hands"), *hands) == [["B"], ["A"], ["C"]]


def test_untied_card_read_of_all_hands_leaves_hands_of_other_classes_out():
    hands = ["A: As Kh 9d 5c 3s", "B: Ad Ks 8d 5h 2c", "C: 9s 9h 3d 4c 2d", "D: 3c 3h 9c 4d Kc"]
    assert order(RankingRules(untied_card="all_hands"), *hands) == [["C"], ["D"], ["A"], ["B"]]


def test_untied_card_read_of_all_hands_lets_hands_share_that_have_no_card_left():
    hands = ["A: As Kh 9d 5c 3s", "B: Ad Qh 9c 5d 3h", "C: Ks Qd 9h 5s 3d"]
    assert order(PLAIN, *hands) == [["A"], ["B"], ["C"]]
    assert order(RankingRules(untied_card="all_hands"), *hands) == [["A", "B", "C"]]


def test_untied_card_read_either_way_is_the_same_between_two_hands():
    hands = ["A: As Kh 9d 5c 3s", "B: Ad Ks 9c 4h 2c"]
    assert order(PLAIN, *hands) == order(RankingRules(untied_card="all_hands"), *hands) == [["A"], ["B"]]


EQUAL_SEQUENCE_FLUSHES = ("A: 9s 8s 7s 6s 5s", "B: 9h 8h 7h 6h 5h")
EQUAL_SEQUENCES = ("A: 9s 8h 7h 6h 5h", "B: 9h 8s 7s 6s 5s")
EQUAL_PAIRS = ("A: Ks Kd 9h 7h 5c", "B: Kh Kc 9d 7s 5d")
EQUAL_FLUSHES = ("A: 9s 8s 7s 6s 4s", "B: 9d 8d 7d 6d 4d")


@pytest.mark.parametrize(
    ("hearts", "sequence_flush", "sequence", "pair"),
    [
        ("flush_only", [["A", "B"]], [["A", "B"]], [["A", "B"]]),
        ("flushes", [["B"], ["A"]], [["A", "B"]], [["A", "B"]]),
        ("top_card", [["B"], ["A"]], [["B"], ["A"]], [["A", "B"]]),
        ("always", [["B"], ["A"]], [["B"], ["A"]], [["B"], ["A"]]),
    ],
)
def test_hearts_prevail_as_far_as_they_are_read_to(hearts, sequence_flush, sequence, pair):
    rules = RankingRules(hearts=hearts)
    assert order(rules, *EQUAL_SEQUENCE_FLUSHES) == sequence_flush
    assert order(rules, *EQUAL_SEQUENCES) == sequence
    assert order(rules, *EQUAL_PAIRS) == pair
    assert order(rules, *EQUAL_FLUSHES) == [["A", "B"]]
    assert order(rules, "A: As Ks Qs Js 9s", "B: 7h 5h 4h 3h 2h") == [["B"], ["A"]]


ALWAYS = RankingRules(hearts="always", skip_sequence=True, blaze=True)


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (("A: As Kh 9d 5c 3s", "B: Ad Kc 9h 5h 3h"), [["A"], ["B"]]),
        (("A: Ks Qd 9d 5c 3s", "B: Kd Qc 9s 5s 3d"), [["A", "B"]]),
        (("A: 8s 8h Ad 6c 3s", "B: 8d 8c Ah 6s 3c"), [["B"], ["A"]]),
        (("A: Ks Kd 8s 8h 2h", "B: Kh Kc 8d 8c 2s"), [["B"], ["A"]]),
        (("A: 9s 7h 5h 3h As", "B: 9h 7s 5s 3s Ad"), [["B"], ["A"]]),
        (("A: 9s 7h 5h 3h As", "B: 9d 7s 5s 3s Ah"), [["A", "B"]]),
        (("A: As Ad Ks Qh Jh", "B: Ah Ac Kd Qs Js"), [["B"], ["A"]]),
        (("A: Ad Ks 9h 5h 3h", "B: Ah Qs 9d 5c 2s"), [["A"], ["B"]]),
    ],
    ids=[
        "the_king_of_hearts_before_lower_hearts",
        "no_heart_and_the_tie_stays",
        "the_ace_beside_a_lower_pair",
        "two_pairs",
        "a_skip_sequence_by_its_highest_card",
        "not_by_a_card_that_is_not_compared",
        "blaze",
        "only_where_all_else_is_equal",
    ],
)
def test_hearts_read_to_decide_always_give_a_tie_to_the_highest_heart_among_the_cards_compared(hands, expected):
    assert order(ALWAYS, *hands) == expected


def test_two_pair_fifth_may_be_read_to_count():
    hands = ["A: Ks Kh 8d 8c 2s", "B: Kd Kc 8s 8h Qs"]
    assert order(PLAIN, *hands) == [["A", "B"]]
    assert order(RankingRules(two_pair_fifth="counts"), *hands) == [["B"], ["A"]]


def test_blazes_read_by_their_highest_cards_share_where_these_are_equal():
    hands = ["A: Ah Ad Ks Kd Qs", "B: As Kh Kc Qh Jc", "C: Kd Qd Qc Js Jd"]
    assert order(RankingRules(blaze=True), *hands) == [["A"], ["B"], ["C"]]
    assert order(RankingRules(blaze=True, blaze_cards="highest"), *hands) == [["A", "B"], ["C"]]


def test_the_joker_heads_a_blaze_whichever_cards_are_read_to_count():
    hands = ["A: Jo Kh Kc Qh Jc", "B: Ad Ks Kd Qs Qd"]
    for blaze_cards in ("successive", "highest"):
        assert order(RankingRules(blaze=True, joker=True, blaze_cards=blaze_cards), *hands) == [["A"], ["B"]]


def test_blaze_aces_read_plainly_are_no_court_cards():
    plain = RankingRules(blaze=True, blaze_aces="plain")
    hands = ["A: As Ah Kd Qc Js", "B: Kh Ks Qh Qs Jd", "C: 2s 2h 3d 3c 4s"]
    assert order(RankingRules(blaze=True), *hands) == [["A"], ["B"], ["C"]]
    assert order(plain, *hands) == [["B"], ["C"], ["A"]]


def test_a_reading_has_no_other_values():
    with pytest.raises(ValueError, match="flush_only"):
        RankingRules(hearts="never")
