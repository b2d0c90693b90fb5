"""Worked examples over HTTP under the readings that touch them."""

import pytest

from tests.api.house import House


def settled(house: House, game: str) -> tuple[dict[str, int], dict[str, str]]:
    """What each player took, by letter, and the readings of the settlement."""
    document = house.owner.get(f"{game}/settlement").json
    return {house.letter[a["player"]]: a["amount"] for a in document["awards"]}, document["readings"]


def sit(house: House, players: str, funds: dict[str, int], ante: int = 3, limit: int = 12, **readings: str) -> str:
    """A sitting under these readings, agreed by all."""
    agreed = [house.member[p] for p in players]
    articles = {"readings": readings}
    sitting = house.sit(players=players, funds=0, ante=ante, limit=limit, articles=articles, agreed_by=agreed)
    for player in players:
        sale = {"player": house.member[player], "red": 0, "white": 0, "blue": 0, "odd": funds.get(player, 50)}
        assert house.scorekeeper.post(f"{sitting}/counter-sales", sale).status_code == 201
    return sitting


def demand(house: House, game: str, player: str) -> None:
    body = {"action": "demand_show", "player": house.member[player]}
    assert house.scorekeeper.post(f"{game}/actions", body).status_code == 201


@pytest.mark.parametrize(("reading", "awards"), [("besides", {"D": 36, "C": 11}), ("within", {"D": 33, "C": 14})])
def test_a_show_demanded(house: House, reading: str, awards: dict[str, int]) -> None:
    game = house.begin(sit(house, "ABCDE", {"D": 11}, side_show_ante=reading))
    house.play(
        game,
        "deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; C draws 0; D draws 0; C stakes 12",
    )
    demand(house, game, "D")
    house.play(game, "B stakes 12; C shows Kh Kd 5h 6c 9d; D shows Ah Ad 5c 6d 9s; B shows Qh Qd 7c 8d 2s")
    assert settled(house, game)[0] == awards
    assert settled(house, game)[1]["side_show_ante"] == reading


@pytest.mark.parametrize(
    ("reading", "awards"), [("by_slice", {"D": 22, "E": 33, "C": 5}), ("whole_pool", {"D": 30, "E": 30})]
)
def test_a_tie_between_two_who_demanded(house: House, reading: str, awards: dict[str, int]) -> None:
    game = house.begin(sit(house, "ABCDE", {"D": 10, "E": 14}, side_show_tie=reading))
    house.play(game, "deal; C stakes 6; D stakes 6; E stakes 6; A passes; B stakes 3; B draws 0; C draws 0; D draws 0")
    house.play(game, "E draws 0; C stakes 12")
    demand(house, game, "D")
    demand(house, game, "E")
    house.play(game, "B stakes 12; C shows Qh Qd 7c 9d 2s; D shows Kh Kd 8h 8d 2d; E shows Ks Kc 8s 8c 9s")
    house.play(game, "B shows Th Td 4c 9h 3c")
    assert settled(house, game)[0] == awards


@pytest.mark.parametrize(("reading", "awards"), [("share", {"C": 12, "D": 11}), ("counts", {"D": 23})])
def test_two_pairs(house: House, reading: str, awards: dict[str, int]) -> None:
    game = house.begin(sit(house, "ABCDE", {}, two_pair_fifth=reading))
    house.play(
        game, "deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0; C stakes 4; D stakes 4"
    )
    house.play(game, "C shows Kh Kd 8h 8d 2s; D shows Ks Kc 8s 8c Qd")
    assert settled(house, game)[0] == awards


@pytest.mark.parametrize(("reading", "carried"), [("besides", 20), ("replaced", 18)])
def test_a_false_opener(house: House, reading: str, carried: int) -> None:
    sitting = sit(house, "ABCD", {}, ante=2, limit=8, jackpot_ante=reading)
    house.play(house.begin(sitting, "D"), "deal; B passes; C passes; D passes; A passes")
    game = house.begin(sitting, None)
    house.play(game, "deal; C stakes 4; D passes; A passes; B passes; C shows Th Td 4c 8h 3c")
    after = house.owner.get(sitting).json
    assert (after["carried"], after["jack_pot"]) == (carried, {"minimum": "Q"})
    document = house.owner.get(f"{game}/settlement").json
    assert [(house.letter[p["player"]], p["amount"]) for p in document["penalties"]] == [("C", 4)]
