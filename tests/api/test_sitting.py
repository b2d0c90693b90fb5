"""A sitting over HTTP: its articles, its till, the cut for the deal, and what becomes of a carried pool."""

from typing import Any

import pytest
from msgspec.structs import replace

from api.schemas.sittings import Articles
from tests.api.house import House
from tests.play.table import articles


def test_counters_are_sold_at_their_rates_for_money_or_on_credit(house: House) -> None:
    sitting = house.sit(funds=0)
    bought = {"player": house.member["A"], "red": 4, "white": 2, "blue": 3, "odd": 1}
    sale = house.scorekeeper.post(f"{sitting}/counter-sales", bought)
    worth = 4 * 3 + 2 * 9 + 3 * 12 + 1
    expected = {"player": house.member["A"], "value": worth, "paid": worth, "owed": 0}
    assert sale.json.items() >= {**expected, "id": 1, "funds_before": 0, "funds_after": worth}.items()
    on_credit = house.scorekeeper.post(f"{sitting}/counter-sales", {**bought, "on_credit": True}).json
    assert on_credit.items() >= {"id": 2, "paid": 0, "owed": worth, "funds_before": worth}.items()
    back = house.scorekeeper.post(f"{sitting}/buy-backs", {**bought, "red": 8, "white": 4, "blue": 6, "odd": 2}).json
    assert (back["set_off"], back["cash_due"]) == ({"credit": worth, "loan": 0}, worth)


def test_the_cut_finds_the_dealer_and_those_tied_draw_again(house: House) -> None:
    sitting = house.sit()
    drawn = dict(zip("ABCDE", ("Ah", "5c", "Ad", "Kd", "2s"), strict=True))
    tied = house.scorekeeper.post(f"{sitting}/cuts", {"cards": {house.member[p]: c for p, c in drawn.items()}})
    assert tied.status_code == 201
    assert [house.letter[m] for m in tied.json["redraw"]] == ["A", "C"]
    assert "dealer" not in tied.json
    again = house.scorekeeper.post(f"{sitting}/cuts", {"cards": {house.member["A"]: "9h", house.member["C"]: "3h"}})
    assert house.letter[again.json["dealer"]] == "C"
    assert "redraw" not in again.json
    game = house.scorekeeper.post(f"{sitting}/games").json
    assert house.letter[game["dealer"]] == "C"


def test_the_entries_of_a_sitting_are_its_sales_cuts_and_buy_backs(house: House) -> None:
    sitting = house.sit(players="AB")
    house.scorekeeper.post(f"{sitting}/cuts", {"cards": {house.member["A"]: "9h", house.member["B"]: "3h"}})
    items = house.owner.get(f"{sitting}/entries").json["items"]
    assert [(i["id"], i["type"]) for i in items] == [
        (1, "sitting.counters_sold"),
        (2, "sitting.counters_sold"),
        (3, "sitting.cut_for_deal"),
    ]
    assert items[0]["value"] == 100
    assert items[2]["dealer"] == house.member["B"]


@pytest.fixture
def carrying(house: House) -> str:
    """A sitting that carries 3, every counter bought back."""
    sitting = house.sit(players="AB")
    house.play(house.begin(sitting), "deal; A passes; B passes")
    for player, funds in {"A": 100, "B": 97}.items():
        body = {"player": house.member[player], "red": 0, "white": 0, "blue": 0, "odd": funds}
        assert house.scorekeeper.post(f"{sitting}/buy-backs", body).status_code == 201
    return sitting


def test_what_is_carried_stands_over_to_the_next_sitting_of_the_same_players(house: House, carrying: str) -> None:
    assert house.scorekeeper.post(f"{carrying}/close").json["code"] == "counters_out"
    closed = house.scorekeeper.post(f"{carrying}/close", {"carried": "stands_over"})
    assert closed.status_code == 201, closed.text
    following = house.owner.get(house.sit(players="AB", carried_from=carrying.rsplit("/", 1)[1])).json
    assert (following["carried"], following["jack_pot"]) == (3, {"minimum": "J"})
    assert following["number"] == closed.json["number"] + 1


def test_what_is_carried_is_divided_by_the_consent_of_all(house: House, carrying: str) -> None:
    a, b = house.member["A"], house.member["B"]
    shares = {a: 2, b: 1}
    for divided, agreed_by, status in ((shares, [a], 422), ({a: 2}, [a, b], 422), (shares, [a, b], 201)):
        body = {"carried": {"divided": divided, "agreed_by": agreed_by}}
        answer = house.scorekeeper.post(f"{carrying}/close", body)
        assert answer.status_code == status, answer.text
    assert answer.json["status"] == "closed"


def test_an_unclaimed_reward_becomes_the_clubs_by_the_consent_of_all(own_house: House) -> None:
    house = own_house
    everybody = [house.member[player] for player in "AB"]
    kitty = {"amount": 2, "purpose": "reward", "class": "fours"}
    sitting = house.sit(players="AB", articles={"kitty": kitty}, agreed_by=everybody)
    house.play(house.begin(sitting), "deal; A passes; B stakes 3")
    for player, funds in house.owner.get(sitting).json["funds"].items():
        body = {"player": player, "red": 0, "white": 0, "blue": 0, "odd": funds}
        assert house.scorekeeper.post(f"{sitting}/buy-backs", body).status_code == 201

    def close(**kitty: object) -> Any:
        return house.scorekeeper.post(f"{sitting}/close", {"kitty": kitty})

    assert list(close(to_club=False, agreed_by=everybody).json["errors"]) == ["kitty"]
    assert list(close(to_club=True).json["errors"]) == ["kitty"]
    assert (close(to_club=True, agreed_by=everybody[:1]).json["law"]) == 80
    assert house.owner.get(sitting).json["kitty"] == 2
    assert close(to_club=True, agreed_by=everybody).status_code == 201
    house.follow()
    accounts = house.owner.get(f"{sitting}/books").json["accounts"]
    kept = [(a["kind"], a["balance"]) for a in accounts if a["kind"] in ("club", "kitty", "stands_over")]
    assert kept == [("club", -2)]


@pytest.mark.parametrize("carried", ["kept", 3, [], {}, {"divided": {}}, {"divided": {"A": 3}, "agreed_by": []}])
def test_what_becomes_of_a_carried_pool_is_said_properly(house: House, carrying: str, carried: object) -> None:
    answer = house.scorekeeper.post(f"{carrying}/close", {"carried": carried})
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["carried"])


def test_the_articles_in_force_are_complete(house: House) -> None:
    agreed = list(house.member.values())
    articles = {
        "variants": ["joker", "blaze"],
        "readings": {"hearts": "always"},
        "kitty": {"amount": 2, "purpose": "reward", "class": "fours"},
        "abrogated": [62],
        "loans": False,
    }
    sitting = house.owner.get(house.sit(articles=articles, agreed_by=agreed, held_on="1896-11-05")).json
    assert sitting["held_on"] == "1896-11-05"
    assert sitting["counters"] == {"red": 3, "white": 9, "blue": 12}
    assert len(sitting["articles"]["readings"]) == 19
    assert sitting["articles"]["readings"].items() >= {"hearts": "always"}.items()
    assert {**sitting["articles"], "readings": articles["readings"]} == articles


def test_articles_that_are_older_than_a_reading_have_it_at_its_default() -> None:
    older = articles(hearts="always")
    readings = {name: value for name, value in older.readings.items() if name != "blaze_cards"}
    shown = Articles().dump(replace(older, readings=readings))
    assert shown["readings"] == {**readings, "blaze_cards": "successive"}
