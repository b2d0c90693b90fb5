"""Laws 46 and 77 to 79 for every seat, and every set of parties, at tables of two to ten."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from ledger.laws.disputes import check_ruling, check_witness, every_party, number_ruled, referee, witnesses
from ledger.refusals import Refused

TABLES = range(2, 11)


def every_set_of_parties(table: str) -> Iterator[tuple[str, ...]]:
    for size in range(1, len(table) + 1):
        yield from combinations(table, size)


def to_the_left(table: str, member: str, steps: int) -> str:
    return table[(table.index(member) + steps) % len(table)]


@pytest.mark.parametrize("players", TABLES)
def test_law_77_the_dealer_decides_unless_he_is_a_party(players: int) -> None:
    table = "ABCDEFGHIJ"[:players]
    for dealer in table:
        for parties in every_set_of_parties(table):
            assert (referee(table, dealer, parties) == dealer) == (dealer not in parties)


@pytest.mark.parametrize("players", TABLES)
def test_law_78_his_left_then_his_right_then_the_next_to_the_left_who_is_no_party(players: int) -> None:
    table = "ABCDEFGHIJ"[:players]
    for dealer in table:
        left, right = to_the_left(table, dealer, 1), to_the_left(table, dealer, -1)
        for parties in every_set_of_parties(table):
            if dealer not in parties:
                continue
            if left not in parties:
                expected = left
            elif right not in parties:
                expected = right
            else:
                others = (to_the_left(table, dealer, n) for n in range(2, players - 1))
                expected = next((m for m in others if m not in parties), None)
            assert referee(table, dealer, parties) == expected


def test_law_78_with_nobody_left_there_is_no_ruling() -> None:
    assert referee("AB", "A", "AB") is None
    assert referee("AB", "A", "A") == "B"


@pytest.mark.parametrize("players", TABLES)
def test_law_46_the_order_of_witnesses_for_every_dealer_and_disputant(players: int) -> None:
    table = "ABCDEFGHIJ"[:players]
    for dealer in table:
        left, right = to_the_left(table, dealer, 1), to_the_left(table, dealer, -1)
        for disputant in table:
            for parties in {(disputant,), (disputant, dealer), (dealer, disputant)}:
                if len(set(parties)) != len(parties):
                    continue
                round_table = [to_the_left(table, disputant, n) for n in range(1, players)]
                expected: list[str] = []
                for player in [left, right, *round_table]:
                    if player not in parties and player not in expected:
                        expected.append(player)
                assert list(witnesses(table, dealer, parties, "draw_count")) == expected


@pytest.mark.parametrize("players", TABLES)
def test_law_46_no_party_is_a_witness_whoever_they_are(players: int) -> None:
    table = "ABCDEFGHIJ"[:players]
    for dealer in table:
        for parties in every_set_of_parties(table):
            order = witnesses(table, dealer, parties, "draw_count")
            assert set(order) == set(table) - set(parties)
            assert len(order) == len(set(order))
            left = to_the_left(table, dealer, 1)
            assert left in parties or order[0] == left


def refusal(doing, *arguments) -> tuple:
    with pytest.raises(Refused) as refused:
        doing(*arguments)
    return refused.value.law, refused.value.code


def test_law_46_a_witness_is_asked_when_those_before_him_could_not_tell() -> None:
    order = witnesses("ABCDE", "A", ("C",), "draw_count")
    assert refusal(check_witness, "ABCDE", order, "E", {}, "draw_count") == (46, "another_is_asked_first")
    check_witness("ABCDE", order, "E", {"B": False}, "draw_count")
    assert refusal(check_witness, "ABCDE", order, "E", {"B": True}, "draw_count") == (46, "another_is_asked_first")
    assert refusal(check_witness, "ABCDE", order, "C", {}, "draw_count") == (46, "a_party")


@pytest.mark.parametrize("kind", ["fact", "law"])
def test_law_79_anybody_at_the_table_may_be_called_once_and_no_stranger(kind: str) -> None:
    for witness in "ABCDE":
        check_witness("ABCDE", (), witness, {}, kind)
        assert refusal(check_witness, "ABCDE", (), witness, {witness: True}, kind) == (79, "asked_already")
    assert refusal(check_witness, "ABCDE", (), "Z", {}, kind) == (79, "not_at_the_table")
    assert witnesses("ABCDE", "A", ("C",), kind) == ("B", "C", "D", "E")


@pytest.mark.parametrize("players", TABLES)
def test_laws_77_and_78_refuse_a_ruling_by_anybody_but_the_referee(players: int) -> None:
    table = "ABCDEFGHIJ"[:players]
    for dealer in table:
        for parties in ((table[0],), tuple(table[:2]), tuple(table)):
            judge = referee(table, dealer, parties)
            law = 77 if judge == dealer else 78
            for member in table:
                if member == judge:
                    assert check_ruling(dealer, judge, member) == law
                else:
                    assert refusal(check_ruling, dealer, judge, member)[0] == law


@pytest.mark.parametrize("players", TABLES)
def test_laws_46_and_78_the_dealer_is_a_party_to_a_dispute_about_a_number_and_never_its_referee(players: int) -> None:
    table = "ABCDEFGHIJ"[:players]
    for dealer in table:
        for disputant in table:
            parties = every_party(dealer, (disputant,), "draw_count")
            assert set(parties) == {disputant, dealer}
            assert every_party(dealer, parties, "draw_count") == parties
            assert referee(table, dealer, parties) != dealer
            assert every_party(dealer, (disputant,), "fact") == (disputant,)


NUMBERS = [
    # answers               told  discarded  ruled  what follows
    ({}, None, 3, 3, "witness_not_heard"),
    ({"B": False}, None, 3, 3, "witness_not_heard"),
    ({"B": True}, 2, 3, 3, "against_the_evidence"),
    ({"B": True}, 2, 3, 2, 2),
    ({"B": True}, 2, 3, None, 2),
    ({"B": False, "E": True}, 4, None, None, 4),
    ({"B": True}, None, 3, 4, 4),
    ({"B": False, "E": False}, None, 3, 2, "against_the_evidence"),
    ({"B": False, "E": False}, None, 3, None, 3),
    ({"B": False, "E": False}, None, None, 2, 2),
]


@pytest.mark.parametrize(("answers", "told", "discarded", "ruled", "expected"), NUMBERS)
def test_law_46_the_witness_settles_the_number_and_where_nobody_can_say_it_is_that_discarded(
    answers: dict[str, bool], told: int | None, discarded: int | None, ruled: int | None, expected: int | str
) -> None:
    if isinstance(expected, str):
        assert refusal(number_ruled, "BE", answers, told, discarded, ruled) == (46, expected)
    else:
        assert number_ruled("BE", answers, told, discarded, ruled) == expected
