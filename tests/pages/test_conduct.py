"""Conducting a sitting: the form that opens it, and on its page the one thing that is done next."""

import re
from collections.abc import Callable
from typing import Any

from ledger.laws.readings import READINGS
from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.pages.conftest import Visitor
from tests.pages.test_screens import words

SignedIn = Callable[[str | None], Visitor]


def shown(visitor: Visitor, sitting: str) -> str:
    """The page of a sitting."""
    answer = visitor.get(sitting.removeprefix("/v1"))
    assert answer.status_code == 200, answer.text
    return answer.text


def next_acts(text: str) -> list[str]:
    """What stands in baize on a page."""
    return [words(label) for label in re.findall(r'next-act"[^>]*>(.*?)</(?:a|button)>', text, re.DOTALL)]


def buy_back(house: House, sitting: str) -> None:
    for player, funds in house.owner.get(sitting).json["funds"].items():
        body = {"player": player, "red": 0, "white": 0, "blue": 0, "odd": funds}
        assert house.scorekeeper.post(f"{sitting}/buy-backs", body).status_code == 201


def test_one_thing_is_next_from_the_first_sale_to_the_close(house: House, scorekeeper: Visitor) -> None:
    sitting = house.sit(funds=0)
    assert next_acts(shown(scorekeeper, sitting)) == ["Sell counters"]
    for player in "ABCDE":
        assert next_acts(shown(scorekeeper, sitting)) == ["Sell counters"]
        body = {"player": house.member[player], "red": 0, "white": 0, "blue": 0, "odd": 100}
        house.scorekeeper.post(f"{sitting}/counter-sales", body)
    assert next_acts(shown(scorekeeper, sitting)) == ["Record the cut"]
    cards = dict(zip(house.member.values(), ("2h", "9d", "9s", "9c", "Kd"), strict=True))
    house.scorekeeper.post(f"{sitting}/cuts", {"cards": cards})
    assert next_acts(shown(scorekeeper, sitting)) == ["Begin game 1"]
    game = house.begin(sitting, dealer=None)
    assert next_acts(shown(scorekeeper, sitting)) == ["Go on with game 1"]
    house.play(game, ILLUSTRATED)
    assert next_acts(shown(scorekeeper, sitting)) == ["Begin game 2"]
    buy_back(house, sitting)
    assert next_acts(shown(scorekeeper, sitting)) == ["Close sitting " + str(house.owner.get(sitting).json["number"])]
    house.scorekeeper.post(f"{sitting}/close")
    text = shown(scorekeeper, sitting)
    assert next_acts(text) == []
    assert "data-sends" not in text


def test_the_tables_say_how_each_goes_on_and_to_whom(own_house: House, signed_in: SignedIn) -> None:
    house = own_house
    scorekeeper, player = signed_in(house.scorekeeper.token), signed_in(house.desk("player", "A").token)
    assert next_acts(scorekeeper.get(f"/clubs/{house.id}").text) == ["Open a sitting"]
    assert next_acts(player.get(f"/clubs/{house.id}").text) == []
    sitting = house.sit()
    house.follow()
    assert next_acts(scorekeeper.get(f"/clubs/{house.id}").text) == ["Cut for the deal"]
    assert next_acts(player.get(f"/clubs/{house.id}").text) == []
    house.begin(sitting)
    house.follow()
    assert next_acts(scorekeeper.get(f"/clubs/{house.id}").text) == ["Go on with game 1"]
    assert next_acts(player.get(f"/clubs/{house.id}").text) == ["Game 1 is being played"]


def test_nobody_but_those_who_record_conducts_a_sitting(house: House, signed_in: SignedIn) -> None:
    sitting = house.sit()
    for desk in (house.auditor, house.desk("player", "A")):
        visitor = signed_in(desk.token)
        assert "data-sends" not in shown(visitor, sitting)
        assert visitor.get(f"/clubs/{house.id}/sittings/new").status_code == 403


def test_those_who_were_level_draw_again(house: House, scorekeeper: Visitor) -> None:
    sitting = house.sit()
    cards = dict(zip(house.member.values(), ("2h", "2d", "9s", "9c", "Kd"), strict=True))
    house.scorekeeper.post(f"{sitting}/cuts", {"cards": cards})
    drawing = re.findall(r'name="cards\.([0-9a-f-]+)" data-joined aria-label="rank', shown(scorekeeper, sitting))
    assert [house.letter[member] for member in drawing] == ["A", "B"]
    assert "Those who were level draw again" in shown(scorekeeper, sitting)
    assert f'data-sends="{sitting}/games"' not in shown(scorekeeper, sitting)


def test_whoever_has_stopped_or_has_no_counters_sits_out_with_the_reason(house: House, scorekeeper: Visitor) -> None:
    sitting = house.sit(funds=60)
    house.play(house.begin(sitting), ILLUSTRATED)
    house.scorekeeper.post(f"{sitting}/limits", {"player": house.member["B"], "loss": 1})
    body = {"player": house.member["A"], "red": 0, "white": 0, "blue": 0, "odd": 60}
    funds = house.owner.get(sitting).json["funds"]
    house.scorekeeper.post(f"{sitting}/buy-backs", {**body, "odd": funds[house.member["A"]]})
    text = shown(scorekeeper, sitting)
    out = re.findall(r'name="sitting_out\[\]" value="([0-9a-f-]+)" checked><span>\w <span class="small">([^<]+)', text)
    assert {house.letter[member]: reason for member, reason in out}.keys() == {"A", "B"}
    assert ("A", "has no counters") in [(house.letter[member], reason) for member, reason in out]
    assert next_acts(text) == ["Begin game 2"]


def test_a_carried_pool_stands_over_or_is_divided(house: House, scorekeeper: Visitor, signed_in: SignedIn) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, "deal\n" + "\n".join(f"{player} passes" for player in "CDEAB"))
    carried = house.owner.get(sitting).json["carried"]
    assert carried
    assert "It cannot be closed yet" in shown(scorekeeper, sitting)
    buy_back(house, sitting)
    text = words(shown(scorekeeper, sitting))
    assert "Let 3d stand over, and close" in text
    assert "Divide it, and close" in text
    house.scorekeeper.post(f"{sitting}/close", {"carried": "stands_over"})
    number = house.owner.get(sitting).json["number"]
    assert f"3d of sitting {number}" in words(scorekeeper.get(f"/clubs/{house.id}/sittings/new").text)


def test_the_form_of_a_sitting_has_every_article_with_the_default_of_the_book(
    house: House, scorekeeper: Visitor, owner: Visitor
) -> None:
    house.sit(ante=5, limit=20)
    text = scorekeeper.get(f"/clubs/{house.id}/sittings/new").text
    chosen = dict(re.findall(r'name="articles\.readings\.(\w+)" value="(\w+)" checked', text))
    assert chosen == {name: reading.default for name, reading in READINGS.items()}
    for reading in READINGS.values():
        for says in reading.values.values():
            assert says in words(text)
    assert re.search(r'name="ante"[^>]*value="5d"', text)
    assert re.search(r'name="limit"[^>]*value="1s 8d"', text)
    assert f'data-sends="{house.path}/members"' not in text
    assert f'data-sends="{house.path}/members"' in owner.get(f"/clubs/{house.id}/sittings/new").text


def test_a_change_of_company_warns_of_what_lapses(house: House, scorekeeper: Visitor) -> None:
    plain: dict[str, Any] = {}
    departing = {"articles": {"variants": ["blaze"]}, "agreed_by": list(house.member.values())}
    for fields, warned in ((plain, False), (departing, True)):
        assert ("are at an end" in shown(scorekeeper, house.sit(**fields))) is warned


def test_a_players_own_limits_are_told_to_those_who_record(house: House, scorekeeper: Visitor) -> None:
    sitting = house.sit()
    limits = {"player": house.member["B"], "loss": 60, "stop_at": "2026-12-01T23:30:00Z"}
    house.scorekeeper.post(f"{sitting}/limits", limits)
    assert "B stops at a loss of 5s 0d or at 23:30 UTC on 1 December 2026 ." in words(shown(scorekeeper, sitting))
