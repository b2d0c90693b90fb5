"""The prompt offers what may come next: of words, names, cards, amounts and readings."""

import pytest

from ops.score.completing import offers
from ops.score.evening import Evening
from tests.score.conftest import evening_of
from tests.score.test_expand import BEGUN, BETTING


def words(begun: tuple[str, ...], typed: str) -> list[str]:
    return [offer.word for offer in offers(evening_of(*begun), typed)[1]]


@pytest.mark.parametrize(
    ("begun", "typed", "among", "not_among"),
    [
        (BEGUN, "", ["stakes", "passes", "Cy", "Ann", "misdeal"], ["ante", "red"]),
        (BEGUN, "st", ["stakes"], ["passes"]),
        (BEGUN, "Cy ", ["stakes", "passes", "raises"], ["Ann"]),
        (BEGUN, "stakes ", ["6", "15"], ["16"]),
        (BEGUN, "game ", ["dealer", "sitting"], ["over"]),
        (BEGUN, "counters ", ["Ann", "all"], ["red"]),
        (BEGUN[:3], "counters all: 10 ", ["red", "white", "blue", "odd"], ["all"]),
        (BEGUN[:2], "", ["players", "reading"], []),
        (BEGUN[:2], "reading side_show_a", ["side_show_ante"], ["side_show_tie"]),
        (BEGUN[:2], "reading side_show_ante = ", ["within", "besides"], []),
        (BEGUN, "Cy exposes ", ["Ah", "2c"], ["Jo"]),
        ((*BETTING, "1", "1", "khkdks7c4d"), "", ["shows"], []),
        ((*BETTING, "1", "1", "khkdks7c4d"), "shows 2h ", ["Ah", "Kc"], ["2h", "Kh", "7c"]),
    ],
)
def test_what_may_come_next_is_offered(
    begun: tuple[str, ...], typed: str, among: list[str], not_among: list[str]
) -> None:
    offered = words(begun, typed)
    assert set(among) <= set(offered)
    assert not set(not_among) & set(offered)


def test_what_the_player_may_lawfully_do_comes_first() -> None:
    assert words(BEGUN, "")[:2] == ["stakes", "passes"]


def test_a_recorded_hand_is_offered_and_no_other_card() -> None:
    dealt = (*BEGUN[:5], "deal Cy: Ah Kd 3c 4s 5d", "6", "p", "p", "3", "k")
    assert set(words(dealt, "Cy draws ")) >= {"Ah", "Kd", "3c", "4s", "5d"}
    assert "2h" not in words(dealt, "Cy draws ")


def test_an_open_quotation_has_no_completion() -> None:
    assert offers(Evening(), '"Mrs') == ("", [])
