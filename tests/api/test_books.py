"""The books over HTTP: of the club, of a sitting, and a member's account."""

from uuid import uuid4

import pytest

from tests.acts import ILLUSTRATED
from tests.api.house import House

AFTER_IT = {"A": 76, "B": 52, "C": 178, "D": 100, "E": 94}
"""What each has of his hundred after the illustrated game."""


@pytest.fixture
def house(own_house: House) -> House:
    """A club of its own, because the books cover the whole club."""
    return own_house


@pytest.fixture
def played(house: House) -> str:
    """The path of a sitting in which the illustrated game was played."""
    sitting = house.sit()
    house.play(house.begin(sitting), ILLUSTRATED)
    house.follow()
    return sitting


def books(house: House, path: str) -> dict[str, object]:
    answer = house.auditor.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json


def test_the_books_of_a_club_show_every_account_and_both_identities(house: House, played: str) -> None:
    answer = books(house, f"{house.path}/books")
    standing = {(a["kind"], a["owner"]): a["balance"] for a in answer["accounts"]}
    assert standing == {("bank_cash", None): 500} | {("player", house.member[m]): -n for m, n in AFTER_IT.items()}
    assert {kind: n for kind, n in answer["totals"].items() if n} == {"bank_cash": 500, "player": -500}
    assert len(answer["totals"]) == 11
    assert answer["identities"] == {
        "postings": {"sum": 0, "holds": True},
        "counters": {"in_issue": 500, "players": 500, "pools": 0, "carried": 0, "kitty": 0, "holds": True},
    }
    assert answer["position"] == house.position()
    assert books(house, f"{played}/books") == answer


def test_the_books_of_a_sitting_are_its_own(house: House, played: str) -> None:
    second = house.sit(players="AB", funds=40)
    house.follow()
    assert books(house, f"{second}/books")["totals"]["bank_cash"] == 80
    assert books(house, f"{played}/books")["totals"]["bank_cash"] == 500
    assert books(house, f"{house.path}/books")["totals"]["bank_cash"] == 580


def test_a_game_that_runs_has_its_pool_in_the_books(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal; C stakes 6")
    house.follow()
    answer = books(house, f"{house.path}/books")
    pool = next(a for a in answer["accounts"] if a["kind"] == "pool")
    assert (pool["owner"], pool["balance"]) == (game.rsplit("/", 1)[1], -9)
    assert answer["identities"]["counters"]["pools"] == 9


def test_the_books_as_of_an_earlier_position_and_time(house: House, played: str) -> None:
    player = house.auditor.get(f"{house.path}/members/{house.member['C']}/account").json
    bought = player["items"][-1]
    assert (bought["topic"], bought["amount"]) == ("sitting.counters_sold", -100)
    earlier = books(house, f"{house.path}/books?position={bought['position']}")
    assert (earlier["position"], earlier["identities"]["counters"]["in_issue"]) == (bought["position"], 300)
    assert books(house, f"{house.path}/books?at={bought['recorded_at']}")["position"] == bought["position"]
    assert books(house, f"{house.path}/books?at=1895-11-02T23:30:00Z")["accounts"] == []
    assert books(house, f"{house.path}/books?at=2999-01-01T00:00:00%2B01:00")["totals"]["bank_cash"] == 500
    account = house.auditor.get(f"{house.path}/members/{house.member['C']}/account?position={bought['position']}").json
    assert (account["counters"], [x["position"] for x in account["items"]]) == (100, [bought["position"]])


def test_an_account_says_what_a_member_has_and_how_it_came_about(house: House, played: str) -> None:
    answer = house.desk("player", "C").get(f"{house.path}/members/{house.member['C']}/account")
    assert answer.status_code == 200, answer.text
    account = answer.json
    sitting = played.rsplit("/", 1)[1]
    assert (account["member"], account["counters"]) == (house.member["C"], 178)
    assert account["tables"] == [{"sitting": sitting, "counters": 178}]
    assert (account["credit"], account["loan"], account["differences"], account["between_players"]) == (0, 0, 0, 0)
    assert account["between"] == []
    assert [line["topic"] for line in account["items"]][-1] == "sitting.counters_sold"
    won = account["items"][0]
    assert (won["topic"], won["account"], won["after"]) == ("game.settled", "player", -178)
    assert won["sitting"] == sitting
    assert won["game"] == won["stream"]
    assert all(x["before"] + x["amount"] == x["after"] for x in account["items"])
    assert all(x["at_table"] == {"before": x["before"], "after": x["after"]} for x in account["items"])


def test_an_account_is_paged_and_its_pages_are_of_one_moment(house: House, played: str) -> None:
    path = f"{house.path}/members/{house.member['C']}/account"
    whole = house.auditor.get(path).json
    first = house.auditor.get(f"{path}?limit=2")
    assert first.json["next"] is not None
    assert f"position={whole['position']}" in first.headers["Link"]
    link = first.headers["Link"].split(">")[0].lstrip("<")
    house.play(house.begin(played, dealer=None), "deal; D stakes 6")
    house.follow()
    second = house.auditor.get(link).json
    assert first.json["items"] + second["items"] == whole["items"][:4]
    assert second["counters"] == whole["counters"]


def test_two_open_tables_are_told_apart_in_an_account(house: House, played: str) -> None:
    second = house.sit(players="CD", funds=40)
    house.follow()
    account = house.auditor.get(f"{house.path}/members/{house.member['C']}/account").json
    assert [t["counters"] for t in account["tables"]] == [178, 40]
    assert account["counters"] == 218
    last = account["items"][0]
    assert last["sitting"] == second.rsplit("/", 1)[1]
    assert (last["before"], last["after"], last["at_table"]) == (-178, -218, {"before": 0, "after": -40})


def test_what_is_owed_stands_in_the_account(house: House) -> None:
    sitting = house.sit(funds=0)
    sale = {"player": house.member["A"], "red": 10, "white": 0, "blue": 0, "on_credit": True}
    assert house.scorekeeper.post(f"{sitting}/counter-sales", sale).status_code == 201
    back = {"player": house.member["A"], "red": 8, "white": 0, "blue": 0}
    assert house.scorekeeper.post(f"{sitting}/buy-backs", back).status_code == 201
    house.follow()
    account = house.auditor.get(f"{house.path}/members/{house.member['A']}/account").json
    assert (account["counters"], account["credit"], account["differences"]) == (0, 6, -6)
    assert books(house, f"{house.path}/books")["totals"]["differences"] == -6


def test_a_player_reads_no_account_but_his_own(house: House, played: str) -> None:
    player = house.desk("player", "A")
    assert player.get(f"{house.path}/members/{house.member['A']}/account").status_code == 200
    answer = player.get(f"{house.path}/members/{house.member['B']}/account")
    assert (answer.status_code, answer.json["type"]) == (403, "/problems/forbidden")
    assert player.get(f"{house.path}/books").status_code == 403
    assert player.get(f"{played}/books").status_code == 403


def test_nobody_by_that_id_has_an_account(house: House) -> None:
    for desk in (house.auditor, house.desk("player", "A")):
        for member in (uuid4(), "nobody"):
            assert desk.get(f"{house.path}/members/{member}/account").status_code == 404
    assert house.auditor.get(f"/v1/sittings/{uuid4()}/books").status_code == 404
    assert house.auditor.get(f"/v1/clubs/{uuid4()}/books").status_code == 404


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("position=-1", "position"),
        ("position=x", "position"),
        ("position=1.5", "position"),
        ("position=9999999999999999999", "position"),
        ("at=yesterday", "at"),
        ("at=1895-11-02", "at"),
        ("at=1895-11-02T23:30:00", "at"),
        ("at=0001-01-01T00:00:00%2B23:00", "at"),
        ("at=1895-11-02T23:30:00Z&position=3", "at"),
        ("at_least=-1", "at_least"),
        ("when=now", "when"),
    ],
)
@pytest.mark.parametrize("of", ["{sitting}/books", "{club}/books", "{club}/members/{member}/account"])
def test_nonsense_in_the_query_is_named(of: str, query: str, field: str, shared_house: House) -> None:
    path = of.format(sitting=shared_house.sit(funds=0), club=shared_house.path, member=shared_house.member["A"])
    answer = shared_house.auditor.get(f"{path}?{query}")
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


@pytest.mark.parametrize("cursor", ["x", "-1", "", "99999999999999999999"])
def test_a_cursor_that_no_page_gave_is_named(cursor: str, shared_house: House) -> None:
    answer = shared_house.auditor.get(f"{shared_house.path}/members/{shared_house.member['A']}/account?cursor={cursor}")
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["cursor"])


def test_books_that_are_not_fresh_enough_are_not_answered(house: House, impatient: None) -> None:
    sitting = house.sit()
    for query in (f"at_least={house.position()}", f"position={house.position()}"):
        answer = house.auditor.get(f"{sitting}/books?{query}")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    house.follow()
    answer = house.auditor.get(f"{sitting}/books?at_least={house.position()}")
    assert (answer.status_code, answer.headers["Poolbook-Position"]) == (200, str(house.position()))
