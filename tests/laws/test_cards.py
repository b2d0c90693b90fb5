"""The pack and the cards in it."""

import re

import pytest

from ledger.cards import JOKER, cut_rank, pack, parse_card, rank, spoken, suit


def test_law_1_the_pack_has_fifty_two_cards_of_four_suits_and_thirteen_ranks():
    cards = pack()
    assert len(cards) == len(set(cards)) == 52
    assert {(rank(card), suit(card)) for card in cards} == {(r, s) for r in range(2, 15) for s in "shdc"}


def test_law_1_the_joker_makes_fifty_three():
    assert pack(with_joker=True) == (*pack(), "Jo")


def test_every_card_of_the_pack_is_parsed_as_itself():
    assert [parse_card(card) for card in pack(with_joker=True)] == list(pack(with_joker=True))


@pytest.mark.parametrize("text", ["", "A", "AH", "ah", "10h", "1h", "hA", "Ah ", "joker", "JO", "jo", "Xs", "A♥"])
def test_any_other_text_is_refused_and_the_message_shows_it_and_a_card(text):
    with pytest.raises(ValueError, match=f"^{re.escape(repr(text))} is not a card: .* 'Th'"):
        parse_card(text)


@pytest.mark.parametrize(
    ("card", "expected"), [("2c", 2), ("9c", 9), ("Td", 10), ("Js", 11), ("Qs", 12), ("Ks", 13), ("Ah", 14)]
)
def test_a_card_counts_two_to_fourteen_the_ace_most(card, expected):
    assert rank(card) == expected


@pytest.mark.parametrize("ask", [rank, suit, cut_rank])
def test_the_joker_has_neither_rank_nor_suit_of_its_own(ask):
    with pytest.raises(ValueError, match="joker"):
        ask(JOKER)


@pytest.mark.parametrize("ask", [rank, suit, cut_rank])
def test_what_is_no_card_has_neither_rank_nor_suit(ask):
    with pytest.raises(ValueError, match="'Zz'"):
        ask("Zz")


def test_law_2_the_ace_is_the_lowest_card_of_the_cut_and_the_king_the_highest():
    assert sorted(["Kh", "2s", "Ad", "Qc"], key=cut_rank) == ["Ad", "2s", "Qc", "Kh"]
    assert [cut_rank(card) for card in ("As", "2s", "Ks")] == [1, 2, 13]


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("Ah", "ace of hearts"),
        ("Jc", "knave of clubs"),
        ("Td", "ten of diamonds"),
        ("2s", "two of spades"),
        ("Jo", "joker"),
    ],
)
def test_a_card_is_spoken_in_the_words_of_the_game(card, words):
    assert spoken(card) == words
