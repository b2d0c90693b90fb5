"""The season's pages: what is found, that pictures have the numbers of the read tables, and what a game's head says."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from api.pages.pictures import SLOT, bars, beginnings, line
from api.pages.results import SPARK
from api.printed import money
from tests.api.house import House
from tests.api.test_games_found import QUERIES, asked, numbers, played
from tests.pages.conftest import Visitor
from tests.pages.test_screens import words

SignedIn = Callable[[str | None], Visitor]


@pytest.fixture(scope="module")
def evening(shared_house: House) -> dict[str, Any]:
    """An evening of four games and one of another day, all that there is in the module's club."""
    house = shared_house
    paths = played(house)
    later = house.sit(held_on="1895-12-07")
    house.play(house.begin(later), "deal; C stakes 6; D passes; E passes; A passes; B passes")
    house.follow()
    return {**paths, "house": house, "later": later}


@pytest.fixture
def owner(evening: dict[str, Any], signed_in: SignedIn) -> Visitor:
    """The owner of that club, signed in."""
    return signed_in(evening["house"].owner.token)


def test_the_page_of_games_finds_what_the_api_finds(evening: dict[str, Any], owner: Visitor) -> None:
    house = evening["house"]
    for query in QUERIES:
        conditions = asked(house, evening, query)
        text = owner.get(f"/clubs/{house.id}/games?{conditions}").text
        found = re.findall(r"<tr><th[^>]*><a [^>]*>Game (\d+)</a>", text)
        assert [int(number) for number in found] == numbers(house, conditions), query
    assert "No game is like that" in owner.get(f"/clubs/{house.id}/games?class=fours").text
    # A form sends its empty fields too; and the address of the next page keeps every condition.
    assert owner.get(f"/clubs/{house.id}/games?member=&class=&law=&from=&to=").status_code == 200
    onward = unescape(owner.get(f"/clubs/{house.id}/games?corrected=false&law=29&from=1895-01-01&limit=1").text)
    assert 'rel="next"' not in onward
    onward = unescape(owner.get(f"/clubs/{house.id}/games?corrected=false&from=1895-01-01&limit=1").text)
    (address,) = re.findall(r'rel="next" href="([^"]+)"', onward)
    assert {"corrected=false", "from=1895-01-01"} <= set(address.partition("?")[2].split("&"))
    assert owner.get(f"/clubs/{house.id}/games?class=royal").status_code == 422


def test_a_game_says_at_its_head_what_it_was(evening: dict[str, Any], owner: Visitor) -> None:
    house = evening["house"]
    ids = {game["number"]: game["id"] for game in house.owner.get(f"{evening['sitting']}/games").json["items"]}
    first, second, third, running = (
        words(owner.get(f"/games/{ids[n]}").text.partition("turn-and-pool")[0]) for n in range(1, 5)
    )
    assert "Taken by C 10s 6d, threes, kings ." in first
    assert "⚖ disputed ✎ corrected" in first
    assert f"To send to anybody of the club: http://localhost/games/{ids[1]}" in first
    assert "Nobody opened: 3d is carried to the next game, a jack-pot." in second
    assert "Taken by E" in third
    assert "◆ jack-pot" in third
    assert "fours" not in third
    assert "This game is being played." in running


def test_the_pools_of_an_evening_are_drawn_as_the_read_tables_have_them(
    evening: dict[str, Any], owner: Visitor
) -> None:
    games = evening["house"].owner.get(f"{evening['sitting']}/games").json["items"]
    drawing = owner.get(evening["sitting"].removeprefix("/v1")).text.partition("pools-drawn")[2].partition("</svg>")[0]
    heights = [float(height) for height in re.findall(r'class="pool-bar"[^>]* height="([\d.]+)"', drawing)]
    greatest = max(game["pool"] for game in games)
    assert heights == pytest.approx([160 * game["pool"] / greatest for game in games], abs=0.06)
    labels = [unescape(re.sub("<[^>]+>", "", text)) for text in re.findall(r"<text x[^>]*>(.*?)</text>", drawing)]
    jack_pots = ["◆ " if game["jack_pot"] else "" for game in games]
    assert labels == [
        f"{jack_pot}{money(game['pool'], 'LSD')}" for jack_pot, game in zip(jack_pots, games, strict=True)
    ]
    assert drawing.count("carried-bar") == sum(game["carried_in"] > 0 for game in games) == 1


def test_a_members_line_has_the_running_results_of_the_read_tables(evening: dict[str, Any], owner: Visitor) -> None:
    house = evening["house"]
    member = house.member["C"]
    for query in ("", f"sitting={evening['sitting'].rpartition('/')[2]}", "from=1895-12-01", "limit=2"):
        items = house.owner.get(f"{house.path}/members/{member}/results?{query}").json["items"][::-1]
        text = owner.get(f"/clubs/{house.id}/members/{member}?{query}").text
        (points,) = re.findall(r'class="runs" points="([^"]+)"', text)
        drawn = line([item["running"] for item in items], before=items[0]["running"] - items[0]["net"])
        assert points == drawn.path, query
        assert f">{money(items[-1]['running'], 'LSD')}</text>" in text
        assert text.count('<line class="evening"') == len({item["sitting"] for item in items})
    assert owner.get(f"/clubs/{house.id}/members/{member}?sitting=x").status_code == 422


def test_the_seasons_table_has_the_results_of_each_sitting(evening: dict[str, Any], owner: Visitor) -> None:
    house = evening["house"]
    sittings = [house.owner.get(f"{evening[name]}/results").json["items"] for name in ("sitting", "later")]
    expected = {
        letter: [money(total["net"], "LSD") for totals in sittings for total in totals if total["player"] == member]
        for letter, member in house.member.items()
    }
    text = owner.get(f"/clubs/{house.id}/results").text
    table = re.findall(r'<tr><th scope="row">(\w)</th>(.*?)</tr>', text.partition('class="season"')[2], re.DOTALL)
    assert {letter: re.findall(r'<span class="(?:won|lost|)">([^<]+)', cells) for letter, cells in table} == expected
    nets = [{total["player"]: total["net"] for total in totals} for totals in sittings]
    running = [[nets[0][member], nets[0][member] + nets[1][member]] for member in house.member.values()]
    sparks = re.findall(r'class="spark".*?class="runs" points="([^"]+)"', text)
    assert sorted(sparks) == sorted(line(amounts, **SPARK).path for amounts in running)
    # A period that leaves the first evening out begins from nought.
    second = owner.get(f"/clubs/{house.id}/results?from=1895-12-01").text
    assert 'class="spark" viewBox="-6 -6 132 44"' in second
    assert "2 Nov 1895" not in second
    assert "2 Nov 1895" in text


def test_evenings_are_listed_by_month_and_tonights_tables_stay(own_house: House, signed_in: SignedIn) -> None:
    house = own_house
    for day in ("1895-10-05", "1895-11-09"):
        sitting = house.sit(held_on=day, funds=0, players="AB")
        assert house.scorekeeper.post(f"{sitting}/close").status_code == 201
    tonight = house.sit(funds=0)
    house.follow()
    owner, club = signed_in(house.owner.token), f"/clubs/{house.id}"
    text = owner.get(f"{club}?held=1895-10").text
    assert "5 October 1895" in text
    assert "9 November 1895" not in text
    for page in (text, owner.get(f"{club}?cursor=1").text):
        assert tonight.removeprefix("/v1") in page
        assert "is open tonight" not in page
    assert "No closed evening was held then" in owner.get(f"{club}?held=1896").text
    assert owner.get(f"{club}?held=95").status_code == 422


def test_a_law_lists_the_games_of_the_readers_club_that_turned_on_it(
    evening: dict[str, Any], owner: Visitor, visitor: Visitor
) -> None:
    house = evening["house"]
    (found,) = house.owner.get(f"{house.path}/games?law=29").json["items"]
    assert f'href="/games/{found["id"]}"' in owner.get("/laws/29").text
    assert "No settlement of this club names law 60 yet" in owner.get("/laws/60").text
    assert "Games that turned on it" not in visitor.get("/laws/29").text


def test_laws_are_found_by_number_chapter_and_reading(visitor: Visitor) -> None:
    def found(wanted: str) -> list[int]:
        return [int(n) for n in re.findall(r'<li id="law-(\d+)"', visitor.get(f"/laws?q={wanted}").text)]

    assert found("60") == found("law+60") == found("%C2%A760") == [60]
    assert found("60+61") == [60, 61]
    assert found("60+nonsense") == []
    assert 30 in found("jack-pot")
    assert visitor.get("/laws").text.count('<h2 class="chapter"') > 8


def test_geometry_of_bars_and_beginnings() -> None:
    drawn = bars([(10, 0), (40, 20), (0, 0)])
    assert (drawn.width, drawn.height) == (3 * SLOT, 160)
    assert [(bar.y, bar.height, bar.carried) for bar in drawn.bars] == [(120, 40, 0), (0, 160, 80), (160, 0, 0)]
    assert bars([]).bars == ()
    amounts = line([1, 2, 3, 4], width=800)
    marks = beginnings(["a", "a", "b", "c"], amounts)
    assert [(mark.x, mark.index, mark.labelled) for mark in marks] == [(0, 0, True), (400, 2, True), (600, 3, True)]
    crowded = beginnings(["a", "b", "c", "d"], line([1, 2, 3, 4], width=480))
    assert [mark.labelled for mark in crowded] == [True, False, True, False]
