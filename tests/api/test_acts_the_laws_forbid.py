"""Acts that the laws or the articles forbid, over HTTP: each is refused by its law, and nothing is recorded."""

from typing import Any

import pytest

from tests.api.house import House
from tests.api.problems import forbidden_by, invalid

STAKED = "deal; C stakes 6; D stakes 6; E stakes 6; A stakes 6; B stakes 3"
SHOW = "deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0; C stakes 1; D stakes 1"
BET = f"{STAKED}; B draws 0; C draws 0; D draws 0; E draws 0; A draws 0; C stakes 1"
JOKER_AS_ACE = {"action": "show", "cards": ["Ah", "Ad", "5c", "6d", "Jo"], "joker_as": "Ah"}
JOKER = {"variants": ["joker"]}


@pytest.mark.parametrize(
    ("acts", "player", "body", "articles", "law", "code"),
    [
        (BET, "D", {"action": "demand_show"}, {}, 60, "can_call"),
        ("deal; C stakes 6", "D", {"action": "demand_show"}, {}, 60, "can_call"),
        ("", "D", {"action": "straddle"}, {}, 21, "straddle_order"),
        ("C straddles", "C", {"action": "straddle"}, {}, 21, "straddle_order"),
        ("C straddles", "D", {"action": "straddle"}, {}, 22, "straddle_cap"),
        ("deal", "C", {"action": "stake", "amount": 5}, {}, 25, "opening_too_small"),
        (SHOW, "C", JOKER_AS_ACE, JOKER, 1, "joker_misnamed"),
        ("deal", "C", {"action": "borrow", "lender": "bank", "amount": 5}, {"loans": False}, None, "no_loans"),
    ],
)  # fmt: skip
def test_what_the_laws_forbid_is_refused_and_not_recorded(
    house: House, acts: str, player: str, body: dict[str, Any], articles: dict[str, Any], law: int | None, code: str
) -> None:
    sitting = house.sit(articles=articles, agreed_by=list(house.member.values()))
    game = house.begin(sitting)
    if acts:
        house.play(game, acts)
    before = house.position()
    answer = house.scorekeeper.post(f"{game}/actions", {**body, "player": house.member[player]})
    forbidden_by(answer, law, code)
    assert house.position() == before


def test_who_has_staked_nothing_demands_no_show(house: House) -> None:
    """Law 60: C has 4, which is less than the stake to meet, and none of it in the pool."""
    sitting = house.sit(players="ABC", funds=0)
    for player, funds in {"A": 50, "B": 50, "C": 4}.items():
        sale = {"player": house.member[player], "red": 0, "white": 0, "blue": 0, "odd": funds}
        house.scorekeeper.post(f"{sitting}/counter-sales", sale)
    game = house.begin(sitting, "C")
    house.play(game, "deal; B stakes 6")
    demand = {"action": "demand_show", "player": house.member["C"]}
    forbidden_by(house.scorekeeper.post(f"{game}/actions", demand), 60, "nothing_raised")


def test_a_hand_of_six_cards_is_not_shown(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, SHOW)
    before = house.position()
    six = {"action": "show", "player": house.member["C"], "cards": ["Ah", "Ad", "5c", "6d", "9s", "2c"]}
    invalid(house.scorekeeper.post(f"{game}/actions", six), "cards")
    assert house.position() == before


def test_a_reward_for_a_class_that_there_is_not_cannot_be_meant(house: House) -> None:
    kitty = {"amount": 1, "purpose": "reward", "class": "five_of_a_kind"}
    body = {"ante": 3, "limit": 12, "players": list(house.member.values()), "articles": {"kitty": kitty}}
    invalid(house.scorekeeper.post(f"{house.path}/sittings", body), "articles")
