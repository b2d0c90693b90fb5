"""The joker: the names it may take, the name it takes when its holder gives none, and what it counts then."""

import pytest

from ledger.laws.ranking import HandClass, RankingRules, holds_openers, name, rank_contenders, value

JOKER = RankingRules(joker=True)


def hand(text, rules=JOKER, joker_as=None):
    return value(text.split(), rules, joker_as)


def opens(cards, minimum, rules=JOKER):
    return holds_openers(cards.split(), minimum, rules)


def order(rules, **hands):
    """The hands in groups, the best first; a hand with the joker may end in 'as' and the card it is named."""
    valued = {}
    for player, text in hands.items():
        cards, _, joker_as = text.partition(" as ")
        valued[player] = hand(cards, rules, joker_as or None)
    return [list(group) for group in rank_contenders(valued, rules)]


@pytest.mark.parametrize(
    ("cards", "named", "words"),
    [
        ("9s 8s 7s 6s Jo", "Ts", "sequence flush in spades, ten high"),
        ("Ks Qs Js Ts Jo", "As", "sequence flush in spades, ace high"),
        ("5s 4s 3s As Jo", "2s", "sequence flush in spades, five high"),
        ("7s 7h 7d Kc Jo", "7c", "fours, sevens"),
        ("7s 7h 7d 7c Jo", "Ah", "fours, sevens"),
        ("7s 7h Kd Kc Jo", "Kh", "full, kings"),
        ("As Ks 7s 6s Jo", "Qs", "flush in spades, ace high"),
        ("9h 7h 4h 3h Jo", "Ah", "flush in hearts, ace high"),
        ("9s 8h 7d 6c Jo", "Th", "sequence, ten high"),
        ("9s 8h 6d 5c Jo", "7h", "sequence, nine high"),
        ("7s 7h 9d Kc Jo", "7d", "threes, sevens"),
        ("Ks 8h 5d 2c Jo", "Kh", "a pair of kings"),
    ],
)
def test_an_unnamed_joker_is_given_its_best_name(cards, named, words):
    valued = hand(cards)
    assert valued.joker_as == named
    assert name(valued).startswith(f"{words}, the joker as ")
    assert "Jo" in valued.cards


def test_a_poorer_naming_binds():
    kings = hand("Ks Kh 8d 8c Jo", joker_as="2s")
    assert kings.hand_class is HandClass.TWO_PAIRS
    assert name(kings) == "two pairs, kings and eights, the joker as two of spades"
    assert order(JOKER, A="Ks Kh 8d 8c Jo as 2s", B="3s 3h 3d Ac Qs") == [["B"], ["A"]]


@pytest.mark.parametrize("joker_as", ["Ks", "Jo", "1s", "", "king"])
def test_the_joker_is_named_as_a_card_its_holder_has_not(joker_as):
    with pytest.raises(ValueError, match="joker"):
        hand("Ks Kh 8d 8c Jo", joker_as=joker_as)


def test_another_player_may_hold_the_card_named():
    assert order(JOKER, A="Ks 9h 5d 3c Jo as Kh", B="Kh Kd 9s 5c 3d") == [["A"], ["B"]]


def test_only_the_holder_of_the_joker_names_it():
    with pytest.raises(ValueError, match="joker"):
        hand("Ks Kh 8d 8c 2s", joker_as="Ac")


def test_the_joker_is_in_the_pack_only_by_the_articles():
    with pytest.raises(ValueError, match="articles"):
        hand("Ks Kh 8d 8c Jo", rules=RankingRules())


@pytest.mark.parametrize(
    ("with_joker", "without"),
    [
        ("Jo 8s 7s 6s 5s as 9s", "9h 8h 7h 6h 5h"),
        ("Jo 8h 7d 6c 5s as 9s", "9h 8s 7s 6s 5d"),
        ("Jo Ks 9h 5c 3d as Kh", "Kd Kc Ah Qs Js"),
        ("Kd 9h 5c 3d Jo as As", "Ad Kh Qs Js 9d"),
        ("Ks Kh 8d 5h Jo as 8c", "Kd Kc 8s 8h Ah"),
        ("7s 6s 4s 3s Jo as As", "Ad Kd Qd Jd 9d"),
    ],
    ids=["sequence_flush", "sequence", "pair", "none_of_these", "the_lower_of_two_pairs", "flush"],
)
def test_where_its_card_is_compared_the_joker_beats_a_natural_card_of_that_rank(with_joker, without):
    for hearts in ("flush_only", "flushes", "top_card", "always"):
        rules = RankingRules(joker=True, hearts=hearts)
        assert order(rules, A=with_joker, B=without) == [["A"], ["B"]]


def test_the_joker_beats_a_natural_card_of_its_rank_in_skip_sequence_and_blaze_too():
    rules = RankingRules(joker=True, skip_sequence=True, blaze=True)
    assert order(rules, A="Jo 7s 5h 3d Ac as 9s", B="9h 7h 5s 3s As") == [["A"], ["B"]]
    assert order(rules, A="Jo Ks Qh Jd Jc as Kh", B="Kd Kc Qd Qs Js") == [["A"], ["B"]]
    assert order(rules, A="Jo Ks Qh Jd Jc as Kh", B="Ad Kc Qd Qs Js") == [["B"], ["A"]]


def test_the_joker_is_no_better_than_the_next_rank():
    assert order(JOKER, A="Jo 9s 5h 4d 3c as Qs", B="Kh 8h 5s 3s 2s") == [["B"], ["A"]]


def test_the_joker_counts_for_nothing_where_its_card_is_not_compared():
    assert order(JOKER, A="9s 8h 7d 6c Jo as 5s", B="9h 8s 7c 6d 5h") == [["A", "B"]]
    assert order(JOKER, A="Ks Kh 8d 8c Jo as As", B="Kd Kc 8s 8h 2s") == [["A", "B"]]
    counts = RankingRules(joker=True, two_pair_fifth="counts")
    assert order(counts, A="Ks Kh 8d 8c Jo as As", B="Kd Kc 8s 8h Ah") == [["A"], ["B"]]


def test_law_69_a_flush_in_hearts_goes_before_the_joker():
    assert order(JOKER, A="As Ks Qs 9s Jo", B="7h 5h 4h 3h 2h") == [["B"], ["A"]]
    assert order(JOKER, A="As Ks Qs Js 9s", B="7h 5h 4h 3h Jo") == [["B"], ["A"]]


def test_law_66_the_joker_goes_before_the_hearts_of_an_equal_sequence_flush():
    assert order(JOKER, A="Jo 8s 7s 6s 5s as 9s", B="9h 8h 7h 6h 5h") == [["A"], ["B"]]
    assert order(JOKER, A="9s 8s 7s 6s Jo as 5s", B="9h 8h 7h 6h 5h") == [["B"], ["A"]]


def test_a_joker_read_of_all_hands_is_tied_by_nobody():
    rules = RankingRules(joker=True, untied_card="all_hands")
    hands = {"A": "Jo 9s 5h 4d 2c as As", "B": "Ah Kh 8s 6s 3s", "C": "Ad Kd 8d 6d 3h"}
    assert order(rules, **hands) == [["A"], ["B", "C"]]


def test_joker_ace_ends_ten_to_king_as_the_book_has_it():
    by_joker = "Ks Qh Jd Tc Jo as As"
    natural = "Kh Qd Jc Ts 9s"
    law_71 = RankingRules(joker=True, joker_ace_ends="law_71")
    assert order(JOKER, A=by_joker, B=natural) == [["A"], ["B"]]
    assert order(law_71, A=by_joker, B=natural) == [["B"], ["A"]]
    assert name(hand("Ks Qs Js Ts Jo", law_71)) == "sequence flush in spades, king high, the joker as nine of spades"


def test_joker_ace_ends_only_where_the_joker_is_the_ace():
    assert hand("As Ks Qh Jd Jo", joker_as="Ts").hand_class is HandClass.NONE


def test_joker_ace_beats_a_natural_ten_to_ace_where_the_articles_allow_both():
    rules = RankingRules(joker=True, ace_high_sequences=True, joker_ace_ends="law_71")
    assert order(rules, A="Ah Kd Qc Js Td", B="Ks Qh Jd Tc Jo as As") == [["B"], ["A"]]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Jo Js", True),
        ("Jo Ts", False),
        ("Jo Ts Th", True),
        ("Jo Ts 9h 8d", False),
        ("Jo Ts 9h 8d 7c", True),
        ("Jo Ts 9h 8d 5c", False),
        ("Jo 2s 3s 4s 9s", True),
        ("Jo 2s 3h 4s Js", True),
        ("Jo", False),
    ],
)
def test_the_joker_counts_for_openers(cards, expected):
    assert opens(cards, "J") is expected


def test_the_joker_makes_a_skip_sequence_or_a_blaze_for_openers():
    assert not opens("Jo 3s 5h 7d 9c", "J")
    assert opens("Jo 3s 5h 7d 9c", "K", RankingRules(joker=True, skip_sequence=True))
    assert hand("Ac Kd Qs Jh Jo", RankingRules(joker=True, blaze=True)).hand_class is HandClass.BLAZE
