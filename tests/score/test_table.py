"""The table as the prompt shows it."""

import pytest

from ops.score.evening import Evening
from ops.score.table import signs, table, whose_turn
from tests.score.conftest import SHORT, evening_of
from tests.score.test_expand import BEGUN


@pytest.mark.parametrize("n", range(len(SHORT) + 1))
def test_every_table_of_the_illustrated_game_is_small(n: int) -> None:
    rows = table(evening_of(*SHORT[:n]))
    assert len(rows) <= 12
    assert all(len(row) <= 80 for row in rows[:-1])


def test_ten_players_with_long_names_are_shown_in_twelve_lines_of_eighty_columns() -> None:
    names = ", ".join(f"{letter * 24}" for letter in "ABCDEFGHIJ")
    evening = evening_of("ante 3", "limit 12", f"players {names}", "counters all: 900 red", "game dealer A", "deal")
    rows = table(evening)
    assert len(rows) == 12
    assert all(len(row) <= 80 for row in rows[:-1])


def test_the_table_shows_who_is_in_his_stake_the_pool_the_phase_and_the_turn() -> None:
    rows = table(evening_of(*BEGUN, "6", "p"))
    assert rows[0] == "game 1: say, pool 9, highest stake 6"
    assert rows[1].split()[:4] == [">", "Ann", "dealer", "staked"]
    assert rows[2].split()[1:4] == ["ante-man", "staked", "3,"]
    assert rows[3].split()[:3] == ["Cy", "staked", "6,"]
    assert rows[4].endswith("passed")
    assert rows[5] == "Ann may stake 6 to 18 or pass"


def test_the_end_of_a_game_shows_what_everybody_won() -> None:
    rows = table(evening_of(*SHORT[:-2]))
    assert rows[0] == "between games: 1 played"
    assert "won +78" in rows[3]
    assert rows[2].split()[:2] == ["B", "deals"]


def test_the_head_says_what_it_still_needs() -> None:
    assert whose_turn(Evening()) == "the head still needs: ante …, limit …, players …"
    assert whose_turn(evening_of("limit 12")) == "the head still needs: ante …, players …"


def test_suits_are_signs() -> None:
    assert signs("C shows Kh Td 2s 9c") == "C shows K♥ T♦ 2♠ 9♣"
    assert signs("A staked 6") == "A staked 6"
