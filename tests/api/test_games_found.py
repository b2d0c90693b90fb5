"""Games of the whole club, found by what happened in them."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.acts import ILLUSTRATED
from tests.api.house import House

QUERIES: dict[str, list[int]] = {
    "": [4, 3, 2, 1],
    "member=A": [4, 3, 2, 1],
    "sitting=SITTING": [4, 3, 2, 1],
    "sitting=EARLIER": [],
    "state=running": [4],
    "state=settled": [3, 1],
    "state=unopened": [2],
    "state=void": [],
    "state=settled&sitting=SITTING&member=B&to=1895-11-02": [3, 1],
    "class=threes": [1],
    "class=two_pairs": [],  # B showed two pairs in game 1, and lost.
    "class=fours": [],  # E was dealt fours in game 3, won by everybody's pass, and showed only his openers.
    "jack_pot=true": [3],
    "jack_pot=false": [4, 2, 1],
    "disputed=true": [1],
    "disputed=false": [4, 3, 2],
    "corrected=true": [1],
    "corrected=false": [4, 3, 2],
    "law=59": [1],
    "law=29": [2],
    "law=60": [],
    "from=1895-11-02&to=1895-11-02": [4, 3, 2, 1],
    "from=1895-11-03": [],
    "to=1895-11-01": [],
    "class=threes&corrected=true&disputed=true&law=59&from=1895-01-01": [1],
    "class=threes&jack_pot=true": [],
}
"""Which games of the evening are found by each query, by their numbers."""


def played(house: House) -> dict[str, Any]:
    """Four games of one evening: won with threes, corrected and disputed; unopened; a jack-pot; running. The last."""
    write, member = house.scorekeeper.post, house.member
    earlier, sitting = house.sit(held_on="1895-11-01", funds=0), house.sit(held_on="1895-11-02")
    first = house.begin(sitting)
    house.play(first, ILLUSTRATED)
    lines = house.owner.get(f"{first}/actions").json["items"]
    (*_, shown) = (line["step"] for line in lines if line["type"] == "game.hand_shown")
    insert = [{"after": shown - 1, "action": house.act("B shows Qc Qd 8s 8h 3c")}]
    corrected = {"strike": [shown], "insert": insert, "reason": "a slip"}
    assert write(f"{first}/corrections", corrected).status_code == 201
    laid = {"parties": [member["A"]], "kind": "fact", "question": "Was it a three?"}
    assert write(f"{first}/disputes", laid).status_code == 201
    house.play(house.begin(sitting, None), "deal; D passes; E passes; A passes; B passes; C passes")
    third = house.begin(sitting, None)
    hands = {"E": "Ah Ac Ad As 2c", "A": "3c 4c 5c 6c 8d"}
    dealt = {member[letter]: cards.split() for letter, cards in hands.items()}
    assert write(f"{third}/actions", {"action": "deal", "cards": dealt}).status_code == 201
    house.play(third, "E stakes 6; A passes; B passes; C passes; D passes; E shows openers Ah Ac")
    return {"earlier": earlier, "sitting": sitting, "game": house.begin(sitting, None)}


def asked(house: House, evening: dict[str, Any], query: str) -> str:
    """A query with the ids for its members and sittings."""
    ids = {name.upper(): evening[name].rpartition("/")[2] for name in ("sitting", "earlier")}
    query = re.sub(r"(?<=member=)[A-E]", lambda letter: house.member[letter[0]], query)
    return re.sub("SITTING|EARLIER", lambda name: ids[name[0]], query)


def numbers(house: House, query: str) -> list[int]:
    answer = house.owner.get(f"{house.path}/games?{query}")
    assert answer.status_code == 200, answer.text
    return [game["number"] for game in answer.json["items"]]


def test_games_are_found_by_every_condition_and_by_several(own_house: House) -> None:
    house = own_house
    evening = played(house)
    house.follow()
    assert {query: numbers(house, asked(house, evening, query)) for query in QUERIES} == QUERIES
    running, *_, first = house.owner.get(f"{house.path}/games").json["items"]
    assert (running["phase"], running["winners"], running["held_on"]) == ("ante", [], "1895-11-02")
    assert f"/v1/games/{running['id']}" == evening["game"]
    (winner,) = first["winners"]
    assert winner == {"player": house.member["C"], "amount": 126, "class": "threes", "name": "threes, kings"}
    # Nobody may learn what E had in game 3: not by the class of his hand, and not by its absence from the others.
    for desk in (house.owner, house.auditor, house.desk("player", "E"), house.desk("player", "A")):
        for hand_class in ("fours", "pair"):
            assert desk.get(f"{house.path}/games?class={hand_class}").json["items"] == []

    at_first = house.owner.get(f"{house.path}/games?limit=3&corrected=false")
    assert [game["number"] for game in at_first.json["items"]] == [4, 3, 2]
    assert at_first.json["next"] is None
    halves = house.owner.get(f"{house.path}/games?limit=3")
    assert numbers(house, f"limit=3&cursor={halves.json['next']}") == [1]
    assert f"cursor={halves.json['next']}" in halves.headers["Link"]


@pytest.mark.parametrize(
    "query",
    [
        "class=royal",
        "class=",
        "law=0",
        "law=82",
        "law=six",
        "jack_pot=yes",
        "disputed=1",
        "member=A",
        "sitting=1",
        "state=over",
        "cursor=3",
        "cursor=-",
        "cursor=1-2-3",
        "from=1895-11-03&to=1895-11-02",
        "winner=A",
    ],
)
def test_a_condition_that_cannot_be_meant_is_refused(house: House, query: str) -> None:
    assert house.owner.get(f"{house.path}/games?{query}").status_code == 422


def test_another_clubs_games_are_not_there(house: House, new_house: Callable[[], House]) -> None:
    assert new_house().owner.get(f"{house.path}/games").status_code == 404


def test_evenings_are_found_by_year_and_month(own_house: House) -> None:
    house = own_house
    for day in ("1895-11-02", "1895-12-01", "1896-01-05"):
        house.sit(held_on=day, funds=0)
    house.follow()

    def days(held: str) -> list[str]:
        return [sitting["held_on"] for sitting in house.owner.get(f"{house.path}/sittings?held={held}").json["items"]]

    assert days("1895") == ["1895-12-01", "1895-11-02"]
    assert days("1895-12") == ["1895-12-01"]
    assert days("1897") == []
    for nonsense in ("189", "1895-1", "1895-11-02", "%25"):
        assert house.owner.get(f"{house.path}/sittings?held={nonsense}").status_code == 422


def test_evenings_are_found_by_their_days_by_a_member_and_by_whether_they_are_closed(own_house: House) -> None:
    house = own_house
    days = ("1895-11-02", "1895-12-01", "1896-01-05")
    paths = [
        house.sit(held_on=day, funds=0, players=seats) for day, seats in zip(days, ("AB", "ABC", "BCD"), strict=True)
    ]
    assert house.scorekeeper.post(f"{paths[0]}/close").status_code == 201
    left = house.sit(held_on="1896-02-01", players="ABC")
    house.play(house.begin(left), "deal; C passes; A passes; B passes")
    back = {"player": house.member["C"], "red": 0, "white": 0, "blue": 0, "odd": 100}
    assert house.scorekeeper.post(f"{left}/buy-backs", back).status_code == 201
    assert house.scorekeeper.post(f"{left}/departures", {"player": house.member["C"]}).status_code == 201
    house.follow()
    a, c, e = (f"member={house.member[letter]}" for letter in "ACE")
    queries = {
        "": [3, 2, 1, 0],
        a: [3, 1, 0],
        c: [3, 2, 1],
        e: [],
        f"{a}&status=open": [3, 1],
        f"{a}&status=closed": [0],
        "from=1895-12-01": [3, 2, 1],
        "to=1895-12-01": [1, 0],
        f"{c}&from=1895-12-01&to=1896-01-31&held=1896": [2],
    }
    ids = [path.rpartition("/")[2] for path in (*paths, left)]

    def sittings(query: str) -> list[int]:
        answer = house.owner.get(f"{house.path}/sittings?{query}")
        return [ids.index(sitting["id"]) for sitting in answer.json["items"]]

    assert {query: sittings(query) for query in queries} == queries
    first = house.owner.get(f"{house.path}/sittings?{a}&limit=2")
    following = house.owner.get(first.headers["Link"].partition("<")[2].partition(">")[0])
    assert [ids.index(sitting["id"]) for sitting in (*first.json["items"], *following.json["items"])] == queries[a]
    for nonsense in ("member=A", "from=1895", "from=1896-01-01&to=1895-01-01", "status=over", "state=open"):
        assert house.owner.get(f"{house.path}/sittings?{nonsense}").status_code == 422


def test_a_members_results_in_one_sitting(own_house: House) -> None:
    house, sittings = own_house, []
    for _ in range(2):
        sittings.append(house.sit())
        house.play(house.begin(sittings[-1]), "deal; C stakes 6; D passes; E passes; A passes; B passes")
    house.follow()
    results = f"{house.path}/members/{house.member['C']}/results"
    whole = house.owner.get(results).json
    first, second = (house.owner.get(f"{results}?sitting={s.rpartition('/')[2]}").json for s in sittings)
    assert (whole["total"]["net"], first["total"]["net"], second["total"]["net"]) == (6, 3, 3)
    assert [item["running"] for item in whole["items"]] == [6, 3]
    assert [item["running"] for item in second["items"]] == [3]
