"""A game and an evening under another reading, beside what they were: what each reader sees."""

import re
from collections.abc import Callable

import pytest

from api.printed import money
from tests.api.house import House
from tests.api.test_evening_what_if import (
    FALSELY_OPENED,
    ODD,
    PASSED_OPENED,
    TWO_PAIRS,
    UNOPENED,
    games,
    play,
    straddled_by_the_next,
)
from tests.pages.conftest import Visitor
from tests.pages.test_screens import words

SignedIn = Callable[[str | None], Visitor]
STRADDLED = "C straddles; D straddles; deal; E stakes 20; A passes; B passes; C passes; D passes"


def page_of(path: str, reading: str = "") -> str:
    return f"{path.removeprefix('/v1')}/otherwise{reading and '?reading='}{reading}"


def rows(text: str) -> list[list[str]]:
    """The cells of every row of the page's tables."""
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", text, re.DOTALL)
    return [[words(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in found]


def test_an_evening_stands_beside_itself_game_after_game_with_what_is_carried(
    house: House, scorekeeper: Visitor
) -> None:
    sitting = play(house, TWO_PAIRS, ODD)
    shown = rows(scorekeeper.get(page_of(sitting, "odd_counter=carried")).text)
    first, second = (n for n, row in enumerate(shown) if row[0] in ("Game 1", "Game 2"))
    assert first < second
    assert ["taken by", "C 1s 1d, D 1s 0d", "C 1s 0d, D 1s 0d"] in shown[first:second]
    assert ["carried on", "0d", "1d"] in shown[first:second]
    assert ["carried in", "0d", "1d"] in shown[second:]
    totals = shown[shown.index(["Player", "As it was", "As it would have been"]) + 1 :]
    assert {row[0] for row in totals} == set("ABCDE")
    under = house.owner.post(f"{sitting}/what-if", {"readings": {"odd_counter": "carried"}}).json
    would = {house.letter[member]: money(total, "LSD") for member, total in under["totals"].items()}
    assert {row[0]: row[2] for row in totals} == would


def test_games_that_would_have_been_the_same_are_told_in_one_line(house: House, scorekeeper: Visitor) -> None:
    sitting = play(house, PASSED_OPENED, TWO_PAIRS.translate(str.maketrans("ABCDE", "BCDEA")))
    shown = rows(scorekeeper.get(page_of(sitting, "two_pair_fifth=counts")).text)
    assert any(row[0] == "Game 1" and row[-1] == "the same" for row in shown)
    assert ["Game 2"] in shown


def test_the_first_act_that_would_not_have_been_is_named_with_its_law(house: House, scorekeeper: Visitor) -> None:
    sitting = play(house, PASSED_OPENED, straddled_by_the_next(STRADDLED), limit=20)
    page = scorekeeper.get(page_of(sitting, "straddle_cap=sum")).text
    stopped = games(house, sitting)[-1]["id"]
    assert f'href="/games/{stopped}?step=2"' in page
    text = words(page)
    assert "Here it stops. In game 2, step 2 , where the record says “E straddles" in text
    assert "law 22" in text


def test_an_entry_of_the_till_that_stops_it_is_told_to_the_club_and_not_to_other_players(
    house: House, scorekeeper: Visitor, signed_in: SignedIn
) -> None:
    agreed = {"articles": {"readings": {"false_opener_loses": "penalty"}}, "agreed_by": list(house.member.values())}
    sitting = play(house, UNOPENED, FALSELY_OPENED, funds=14, **agreed)
    paid = {"player": house.member["D"], "amount": 6, "toward": "loan"}
    assert house.scorekeeper.post(f"{sitting}/payments", paid).status_code == 201
    path = page_of(sitting, "false_opener_loses=nothing")
    told = words(scorekeeper.get(path).text)
    assert "At entry 6 of the sitting’s book, where the record says “D pays 6d" in told
    seen = words(signed_in(house.desk("player", "E").token).get(path).text)
    assert "In the sitting’s book, the record would not have gone on" in seen
    assert "D pays" not in seen


def test_a_game_stands_beside_itself_and_its_slip_leads_there(
    house: House, scorekeeper: Visitor, signed_in: SignedIn
) -> None:
    sitting = play(house, TWO_PAIRS)
    game = f"/v1/games/{games(house, sitting)[0]['id']}"
    path = page_of(game, "two_pair_fifth=counts")
    assert path.replace("=counts", "%3Dcounts") in scorekeeper.get(f"{game.removeprefix('/v1')}/slip").text
    player = signed_in(house.desk("player", "E").token)
    for reader in (scorekeeper, player):
        shown = rows(reader.get(path).text)
        assert ["taken by", "C 1s 1d, D 1s 0d", "D 2s 1d"] in shown
    assert "It would have been the same." in scorekeeper.get(page_of(game, "demand_when=bet_raised")).text
    assert "Choose a reading: the settlement stands here" in scorekeeper.get(page_of(game)).text


def test_a_game_that_would_have_been_unlawful_names_the_act(house: House, scorekeeper: Visitor) -> None:
    sitting = play(house, STRADDLED, limit=20)
    game = f"/v1/games/{games(house, sitting)[0]['id']}"
    text = words(scorekeeper.get(page_of(game, "straddle_cap=sum")).text)
    assert "In game 1, step 2 , where the record says “D straddles" in text
    assert "As it would have been" not in text


@pytest.mark.parametrize("reading", ["nonsense=1", "odd_counter", "odd_counter=x", "=", "odd_counter=carried=1"])
def test_what_is_no_reading_is_refused(house: House, scorekeeper: Visitor, reading: str) -> None:
    sitting = play(house, TWO_PAIRS)
    assert scorekeeper.get(page_of(sitting, reading)).status_code == 422


def test_of_a_game_that_runs_nothing_is_tried(house: House, scorekeeper: Visitor) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    assert scorekeeper.get(page_of(game, "odd_counter=carried")).status_code == 404
    assert "No game of this evening is over yet." in scorekeeper.get(page_of(sitting, "odd_counter=carried")).text
