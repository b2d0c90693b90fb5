"""Laws 65 to 75 by worked hands, the modifications, openers and the names of hands."""

import pytest

from ledger.laws.ranking import (
    HandClass,
    HandValue,
    RankingRules,
    holds_openers,
    name,
    rank_contenders,
    value,
)

PLAIN = RankingRules()
ALL_CLASSES = RankingRules(blaze=True, skip_sequence=True)


def hand(text: str, rules: RankingRules = PLAIN, joker_as: str | None = None) -> HandValue:
    return value(text.split(), rules, joker_as)


def order(rules: RankingRules, *hands: str) -> list[list[str]]:
    """The hands in groups, the best first; a hand is given as 'A: cards'."""
    contenders = dict(hand_of_player.split(": ") for hand_of_player in hands)
    valued = {player: hand(cards, rules) for player, cards in contenders.items()}
    return [list(group) for group in rank_contenders(valued, rules)]


# ---- 65: the classes

ONE_OF_EACH = {
    HandClass.SEQUENCE_FLUSH: "5s 4s 3s 2s As",
    HandClass.FOURS: "2s 2h 2d 2c 3s",
    HandClass.FULL: "2s 2h 2d 3c 3s",
    HandClass.FLUSH: "7s 5s 4s 3s 2s",
    HandClass.SEQUENCE: "5h 4s 3s 2s As",
    HandClass.SKIP_SEQUENCE: "9h 7s 5s 3s As",
    HandClass.THREES: "2s 2h 2d 3c 4s",
    HandClass.BLAZE: "Jh Js Qc Qd Ks",
    HandClass.TWO_PAIRS: "2s 2h 3d 3c 4s",
    HandClass.PAIR: "2s 2h 3d 4c 5s",
    HandClass.NONE: "7h 5s 4s 3s 2s",
}


def test_law_65_the_classes_stand_in_the_order_of_the_book():
    hands = [f"{hand_class}: {cards}" for hand_class, cards in reversed(ONE_OF_EACH.items())]
    assert order(ALL_CLASSES, *hands) == [[hand_class.value] for hand_class in HandClass]


@pytest.mark.parametrize(("expected", "cards"), ONE_OF_EACH.items())
def test_law_65_the_poorest_hand_of_a_class_belongs_to_it_in_any_order_of_its_cards(expected, cards):
    backwards = " ".join(cards.split()[::-1])
    assert hand(cards, ALL_CLASSES).hand_class is hand(backwards, ALL_CLASSES).hand_class is expected


def test_law_65_skip_sequence_and_blaze_are_classes_only_where_the_articles_have_them():
    assert hand(ONE_OF_EACH[HandClass.SKIP_SEQUENCE]).hand_class is HandClass.NONE
    assert hand(ONE_OF_EACH[HandClass.BLAZE]).hand_class is HandClass.TWO_PAIRS


def test_the_height_of_a_class_counts_the_classes_it_beats():
    assert [hand_class.height for hand_class in HandClass] == list(range(10, -1, -1))


# ---- 66 to 75: within a class


def test_law_66_the_higher_sequence_flush_wins_and_the_ace_is_lowest():
    best_first = [
        "A: Kc Qc Jc Tc 9c",
        "B: Ts 9s 8s 7s 6s",
        "C: 6h 5h 4h 3h 2h",
        "D: 5d 4d 3d 2d Ad",
    ]
    assert order(PLAIN, *reversed(best_first)) == [["A"], ["B"], ["C"], ["D"]]


def test_law_67_the_higher_four_wins_whatever_the_fifth_card():
    assert order(PLAIN, "A: 8s 8h 8d 8c As", "B: 9s 9h 9d 9c 2s") == [["B"], ["A"]]


def test_law_68_the_higher_three_of_a_full_wins_whatever_the_pair():
    assert order(PLAIN, "A: 8s 8h 8d Ac As", "B: 9s 9h 9d 2c 2s") == [["B"], ["A"]]


def test_law_69_a_flush_in_hearts_beats_a_higher_flush_in_another_suit():
    assert order(PLAIN, "A: As Ks Qs Js 9s", "B: 7h 5h 4h 3h 2h") == [["B"], ["A"]]


def test_law_69_otherwise_the_highest_untied_card_wins_and_equal_flushes_share():
    assert order(PLAIN, "A: Ks 9s 8s 5s 2s", "B: Kd 9d 8d 4d 3d", "C: Kc 9c 8c 5c 2c") == [["A", "C"], ["B"]]


def test_law_69_between_two_flushes_in_hearts_the_highest_untied_card_wins():
    assert order(PLAIN, "A: Kh Qh 4h 3h 2h", "B: Ah Th 7h 6h 5h") == [["B"], ["A"]]


def test_law_70_the_higher_sequence_wins_and_equal_ones_share():
    assert order(PLAIN, "A: 9s 8h 7d 6c 5s", "B: Ts 9h 8d 7c 6s", "C: Th 9d 8c 7s 6h") == [["B", "C"], ["A"]]


@pytest.mark.parametrize("cards", ["As Kh Qd Jc Ts", "2s Ah Kd Qc Js", "4s 3h 2d Ac Ks"])
def test_law_71_the_ace_neither_follows_the_king_nor_turns_the_corner(cards):
    assert hand(cards).hand_class is HandClass.NONE


def test_law_71_ace_to_five_is_the_lowest_sequence():
    assert order(PLAIN, "A: As 2h 3d 4c 5s", "B: 2s 3h 4d 5c 6s") == [["B"], ["A"]]


def test_law_72_the_higher_three_wins_whatever_else_is_held():
    assert order(PLAIN, "A: 8s 8h 8d Ac Ks", "B: 9s 9h 9d 2c 3s") == [["B"], ["A"]]


def test_law_73_the_higher_pair_counts_before_the_lower():
    assert order(PLAIN, "A: Qs Qh Jd Jc As", "B: Ks Kh 2d 2c 3s", "C: Kd Kc 3h 3d 2h") == [
        ["C"],
        ["B"],
        ["A"],
    ]


def test_law_73_the_fifth_card_does_not_count():
    assert order(PLAIN, "A: Ks Kh 8d 8c 2s", "B: Kd Kc 8s 8h Qs") == [["A", "B"]]


def test_law_74_the_pair_counts_before_the_untied_cards():
    assert order(PLAIN, "A: 8s 8h As Kd Qc", "B: 9s 9h 2s 3d 4c") == [["B"], ["A"]]


def test_law_74_between_like_pairs_the_highest_untied_card_wins():
    assert order(PLAIN, "A: 8s 8h Ad 6d 3c", "B: 8d 8c As 6s 4c") == [["B"], ["A"]]


def test_law_75_the_highest_untied_card_wins_and_the_ace_is_high():
    assert order(PLAIN, "A: Ks Qh Jd 9c 8s", "B: As 7h 5d 4c 2s", "C: Ad 7d 5s 4h 3c") == [
        ["C"],
        ["B"],
        ["A"],
    ]


def test_law_75_hands_equal_in_every_card_share_and_keep_the_order_they_came_in():
    same = ["Z: As 7h 5d 4c 2s", "B: Ad 7s 5h 4d 2c", "M: Ac 7d 5c 4s 2h"]
    assert order(PLAIN, *same) == [["Z", "B", "M"]]


def test_nobody_in_contention_makes_no_groups():
    assert rank_contenders({}, PLAIN) == ()


# ---- the modifications

BLAZE = RankingRules(blaze=True)
SKIPS = RankingRules(skip_sequence=True)


def test_between_blazes_the_highest_card_wins_then_the_next():
    best_first = ["A: As Ah Kd Qc Js", "B: Ad Kh Ks Qs Jd", "C: Kc Qd Qh Jc Jh"]
    assert order(BLAZE, *reversed(best_first)) == [["A"], ["B"], ["C"]]


def test_court_cards_that_are_better_as_threes_or_a_full_are_no_blaze():
    assert hand("Ks Kh Kd Qc Js", BLAZE).hand_class is HandClass.THREES
    assert hand("Ks Kh Kd Qc Qs", BLAZE).hand_class is HandClass.FULL


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("As 3h 5d 7c 9s", HandClass.SKIP_SEQUENCE),
        ("5s 7h 9d Jc Ks", HandClass.SKIP_SEQUENCE),
        ("6s 8h Td Qc As", HandClass.NONE),
        ("7s 9h Jd Kc 2s", HandClass.NONE),
        ("As 3s 5s 7s 9s", HandClass.FLUSH),
    ],
)
def test_a_skip_sequence_runs_from_ace_to_nine_up_to_five_to_king(cards, expected):
    assert hand(cards, SKIPS).hand_class is expected


def test_the_higher_skip_sequence_wins_and_equal_ones_share():
    hands = ["A: As 3h 5d 7c 9s", "B: 2s 4h 6d 8c Ts", "C: 2h 4d 6c 8s Th"]
    assert order(SKIPS, *hands) == [["B", "C"], ["A"]]


def test_ten_to_ace_is_the_highest_sequence_where_the_articles_allow_it():
    allowed = RankingRules(ace_high_sequences=True, skip_sequence=True)
    assert order(allowed, "A: Ks Qh Jd Tc 9s", "B: Ah Kd Qc Js Th", "C: As 2h 3d 4c 5s") == [
        ["B"],
        ["A"],
        ["C"],
    ]
    assert hand("Ah Kh Qh Jh Th", allowed).hand_class is HandClass.SEQUENCE_FLUSH
    assert hand("Ah Kh Qh Jh Th", PLAIN).hand_class is HandClass.FLUSH
    assert hand("6s 8h Td Qc As", allowed).hand_class is HandClass.NONE


# ---- what is no hand


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("As Ks Qs Js", "five cards, not 4"),
        ("As Ks Qs Js Ts 9s", "five cards, not 6"),
        ("As Ks Qs Js As", "twice"),
        ("As Ks Qs Js 1s", "'1s'"),
        ("As Ks Qs Js Jo", "articles"),
    ],
)
def test_a_hand_is_five_different_cards_of_the_pack_in_play(cards, reason):
    with pytest.raises(ValueError, match=reason):
        hand(cards)


# ---- openers


def opens(cards: str, minimum: str, rules: RankingRules = PLAIN) -> bool:
    return holds_openers(cards.split(), minimum, rules)


@pytest.mark.parametrize(
    ("cards", "minimum", "expected"),
    [
        ("Js Jh 9d 5c 3s", "J", True),
        ("Ts Th 9d 5c 3s", "J", False),
        ("Js Jh 9d 5c 3s", "Q", False),
        ("Qs Qh 9d 5c 3s", "K", False),
        ("As Ah 9d 5c 3s", "K", True),
        ("2s 2h 3d 3c 4s", "K", True),
        ("As 2h 3d 4c 5s", "K", True),
        ("As Kh Qd Jc Ts", "J", False),
        ("9s 7h 5s 3s As", "J", False),
        ("Js Jh", "J", True),
        ("Js Qh", "J", False),
        ("Ts Th", "J", False),
        ("Ts Th Td", "K", True),
        ("Ts Th 9d 9c", "K", True),
        ("Ts Th 9d 8c", "J", False),
        ("5s 4s 3s 2s", "J", False),
        ("Js", "J", False),
        ("", "J", False),
    ],
)
def test_laws_30_to_32_openers_are_a_pair_of_the_minimum_or_better_proved_by_the_cards_alone(cards, minimum, expected):
    assert opens(cards, minimum) is expected


def test_a_skip_sequence_or_a_blaze_opens_where_the_articles_have_it():
    assert opens("9s 7h 5s 3s As", "K", SKIPS)
    assert opens("Js Jh Qd Kc As", "K", BLAZE)
    assert not opens("Js Jh Qd Kc As", "K", PLAIN)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [("Js Jh Jd Jc As Ks", "not 6"), ("Js Js", "twice"), ("Js 1s", "'1s'"), ("Js Jo", "articles")],
)
def test_openers_are_cards_of_the_pack_in_play_five_at_most(cards, reason):
    with pytest.raises(ValueError, match=reason):
        opens(cards, "J")


# ---- words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("9s 8s 7s 6s 5s", "sequence flush in spades, nine high"),
        ("6s 6h 6d 6c Ks", "fours, sixes"),
        ("7s 7h 7d Kc Ks", "full, sevens"),
        ("Ah 9h 7h 6h 5h", "flush in hearts, ace high"),
        ("As 2h 3d 4c 5s", "sequence, five high"),
        ("As 3h 5d 7c 9s", "skip sequence, nine high"),
        ("Ts Th Td Kc 4s", "threes, tens"),
        ("As Kh Kd Qc Js", "blaze, ace high"),
        ("Ks Kh 8d 8c As", "two pairs, kings and eights"),
        ("Js Jh 8d 7c As", "a pair of knaves"),
        ("Qs Jh 8d 7c 2s", "none of these, queen high"),
    ],
)
def test_a_hand_is_named_in_the_words_of_the_game(cards, words):
    assert name(hand(cards, ALL_CLASSES)) == words
