"""The money of a sitting over HTTP: pools, settlements, the reconciliation sheet, and results."""

import hashlib
import re
from base64 import b64encode
from html.parser import HTMLParser
from typing import Any
from uuid import UUID

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.printed import money
from ledger.store import SharedDatastore
from projections.tables import ReadTables
from tests.acts import ILLUSTRATED
from tests.api.house import Desk, House

C_BEATS_D = """
    deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0; C stakes 5; D stakes 5
    C shows Ah Ad 5c 6d 9s; D shows Kh Kd 5h 6c 9d
"""
UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"
ALWAYS = ("counters", "money", "till", "lent")


@pytest.fixture
def sitting(house: House) -> str:
    """A sitting in which the illustrated game was played and followed."""
    path = house.sit()
    house.play(house.begin(path), ILLUSTRATED)
    house.follow()
    return path


def read(desk: Desk, path: str) -> dict[str, Any]:
    answer = desk.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json


def by_player(house: House, items: list[dict[str, Any]], *names: str) -> dict[str, tuple[Any, ...]]:
    return {house.letter[item["player"]]: tuple(item[name] for name in names) for item in items}


# Pools


def test_the_pool_of_the_illustrated_game_says_who_put_in_what_and_who_took_it(house: House, sitting: str) -> None:
    body = read(house.desk("player", "A"), f"{sitting}/pool")
    assert (body["carried"], body["kitty"], body["next"]) == (0, 0, None)
    assert f"/v1/sittings/{body['sitting']}" == sitting
    (pool,) = body["items"]
    assert by_player(house, pool["players"], "ante", "payment", "stake", "penalty", "total", "forfeited") == {
        "A": (0, 0, 24, 0, 24, 24),
        "B": (3, 0, 45, 0, 48, 0),
        "C": (0, 0, 48, 0, 48, 0),
        "D": (0, 0, 0, 0, 0, 0),
        "E": (0, 0, 6, 0, 6, 6),
    }
    assert (pool["number"], pool["phase"], pool["corrected"], pool["paid"]) == (1, "settled", False, None)
    assert (pool["carried_in"], pool["total"], pool["kitty"], pool["carried_out"], pool["left"]) == (0, 126, 0, 0, 0)
    assert pool["awards"] == [{"player": house.member["C"], "amount": 126}]


def test_the_pool_of_a_running_game_is_all_still_in_it(house: House, sitting: str) -> None:
    house.play(house.begin(sitting, None), "deal; D stakes 6")
    house.follow()
    pool = read(house.owner, f"{sitting}/pool?limit=1&cursor=1")["items"][0]
    assert (pool["phase"], pool["total"], pool["left"], pool["awards"]) == ("say", 9, 9, [])


def test_a_jack_pot_takes_in_what_was_carried_and_each_payment(house: House) -> None:
    sitting = house.sit()
    house.play(house.begin(sitting), UNOPENED)
    house.follow()
    body = read(house.owner, f"{sitting}/pool")
    assert (body["carried"], body["items"][0]["carried_out"], body["items"][0]["awards"]) == (3, 3, [])
    house.begin(sitting, None)
    house.follow()
    body = read(house.owner, f"{sitting}/pool")
    pool = body["items"][1]
    assert (body["carried"], pool["carried_in"], pool["total"]) == (0, 3, 21)
    assert {item["payment"] for item in pool["players"]} == {3}


def test_a_pool_paid_otherwise_corrected_or_void_shows_what_stands(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, C_BEATS_D)
    c, d = house.member["C"], house.member["D"]
    house.scorekeeper.post(f"{game}/paid", {"paid": {c: 20, d: 5}, "reason": "by agreement"})
    house.follow()
    (pool,) = read(house.owner, f"{sitting}/pool")["items"]
    assert (pool["paid"], pool["awards"][0]["amount"], pool["corrected"]) == ({c: 20, d: 5}, 25, False)
    queens = {"strike": [12], "insert": [{"after": 12, "action": house.act("D shows Qh Qd 7c 8d 2s")}], "reason": "x"}
    answer = house.scorekeeper.post(f"{game}/corrections", queens)
    assert answer.status_code == 201, answer.text
    again = house.begin(sitting, None)
    void = {"agreed_by": list(house.member.values()), "reason": "begun by mistake"}
    assert house.scorekeeper.post(f"{again}/void", void).status_code == 201
    house.follow()
    pools = read(house.owner, f"{sitting}/pool")["items"]
    assert [(p["phase"], p["corrected"], p["total"]) for p in pools] == [("settled", True, 25), ("void", False, 0)]
    assert read(house.owner, f"{sitting}/settlements")["items"][0]["paid"] == pools[0]["paid"]


def test_what_is_read_has_seen_the_position_asked_for_or_waits(house: House, sitting: str, impatient: None) -> None:
    position = house.position()
    for path in ("pool", "settlements", "buy-back", "results"):
        answer = house.owner.get(f"{sitting}/{path}?at_least={position}")
        assert (answer.status_code, answer.headers["Poolbook-Position"]) == (200, str(position))
    answer = house.owner.get(f"{sitting}/buy-back?at_least={position + 1}")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")


def test_a_sitting_that_the_tables_have_not_come_to_is_asked_for_again_later(house: House, impatient: None) -> None:
    sitting = house.sit()
    for path in ("pool", "buy-back"):
        answer = house.owner.get(f"{sitting}/{path}")
        assert (answer.status_code, answer.json["type"]) == (503, "/problems/unavailable")


# Settlements


def test_the_settlements_of_a_sitting_are_the_documents_of_its_games(house: House, sitting: str) -> None:
    second = house.begin(sitting, None)
    house.play(second, "deal; D stakes 6; E passes; A passes; B passes; C passes")
    house.begin(sitting, None)
    house.follow()
    listed = read(house.desk("player", "D"), f"{sitting}/settlements")["items"]
    assert [item["number"] for item in listed] == [1, 2]
    for item in listed:
        document = read(house.owner, f"/v1/games/{item['game']}/settlement")
        document.pop("turned_by")
        assert document.pop("ruled") == {}
        beside = {name: item.pop(name) for name in ("game", "number", "corrected", "demanded", "adjusted")}
        assert item == document
        assert (beside["corrected"], beside["demanded"], beside["adjusted"]) == (False, [], None)
    leaf = house.owner.get(f"{sitting}/settlements?limit=1")
    assert [item["number"] for item in leaf.json["items"]] == [1]
    assert 'rel="next"' in leaf.headers["Link"]


def test_a_settlement_says_who_demanded_a_show(house: House) -> None:
    sitting = house.sit(funds=0)
    for player, odd in zip("ABCDE", (100, 100, 100, 11, 100), strict=True):
        sale = {"player": house.member[player], "red": 0, "white": 0, "blue": 0, "odd": odd}
        assert house.scorekeeper.post(f"{sitting}/counter-sales", sale).status_code == 201
    game = house.begin(sitting)
    house.play(
        game,
        "deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; C draws 0; D draws 0; C stakes 12",
    )
    house.scorekeeper.post(f"{game}/actions", {"action": "demand_show"})
    house.play(game, "B stakes 12; C shows Kh Kd 5h 6c 9d; D shows Ah Ad 5c 6d 9s; B shows Qh Qd 7c 8d 2s")
    house.follow()
    (item,) = read(house.owner, f"{sitting}/settlements")["items"]
    assert item["demanded"] == [house.member["D"]]
    totals = read(house.owner, f"{sitting}/results")["items"]
    shows = by_player(house, totals, "shows_demanded", "shows_net", "shows_took")
    assert (shows["D"], shows["C"]) == ((1, 25, 36), (0, 0, 0))


# The reconciliation sheet


def sheet(house: House, sitting: str) -> dict[str, Any]:
    house.follow()
    return read(house.auditor, f"{sitting}/buy-back")


def nought(body: dict[str, Any]) -> dict[str, int]:
    """The lines that are not nought."""
    return {line["line"]: line["amount"] for line in body["must_be_nought"] if line["amount"]}


def test_the_sheet_reckons_by_colour_by_player_and_for_the_sitting(house: House) -> None:
    sitting = house.sit(funds=0)
    sales = {"A": (10, 5, 2, False), "B": (20, 0, 0, True), "C": (10, 10, 0, False)}
    for player, (red, white, blue, credit) in sales.items():
        sale = {"player": house.member[player], "red": red, "white": white, "blue": blue, "on_credit": credit}
        assert house.scorekeeper.post(f"{sitting}/counter-sales", sale).status_code == 201
    out = {house.member[p] for p in "DE"}
    game = house.begin(sitting, "A", sitting_out=sorted(out))
    # B antes 3, C opens for 6, A passes, B passes: C wins 3.
    house.play(game, "deal; C stakes 6; A passes; B passes")
    body = sheet(house, sitting)
    assert [(c["colour"], c["sold"], c["out"], c["out_value"]) for c in body["colours"]] == [
        ("red", 40, 40, 120),
        ("white", 15, 15, 135),
        ("blue", 2, 2, 24),
        ("odd", 0, 0, 0),
    ]
    assert by_player(house, body["players"], "book", "in_hand", "net")["B"] == (57, 57, -3)
    assert nought(body) == {"in_hand": 279}
    # A is one red short, B hands in what he has, C has the missing red.
    for player, counted in {"C": (12, 10, 0), "A": (9, 5, 2), "B": (19, 0, 0), "D": (0, 0, 0), "E": (0, 0, 0)}.items():
        counters = dict(zip(("red", "white", "blue"), counted, strict=True))
        answer = house.scorekeeper.post(f"{sitting}/buy-backs", {"player": house.member[player], **counters})
        assert answer.status_code == 201, answer.text
    body = sheet(house, sitting)
    assert nought(body) == {}
    assert [c["out"] for c in body["colours"]] == [0, 0, 0, 0]
    players = by_player(house, body["players"], "book", "difference", "cash_due", "set_off", "owed", "in_hand")
    nothing = {"credit": 0, "loan": 0}
    assert players["A"] == (99, -3, 96, nothing, {**nothing, "players": 0}, 0)
    assert players["B"] == (57, 0, 0, {"credit": 57, "loan": 0}, {"credit": 3, "loan": 0, "players": 0}, 0)
    assert players["C"] == (123, 3, 126, nothing, {**nothing, "players": 0}, 0)
    totals = body["totals"]
    assert (totals["cash_taken"], totals["cash_paid_out"], totals["cash"]) == (219, 222, -3)
    assert (totals["credit"], totals["loans"], totals["differences"]) == (3, 0, 0)
    assert body["payments"] == [{"from": house.member["B"], "to": house.member["C"], "amount": 3}]


def test_a_sale_and_a_buy_back_that_were_struck_count_for_nothing(house: House, sitting: str) -> None:
    house.scorekeeper.post(f"{sitting}/buy-backs", {"player": house.member["D"], "red": 0, "white": 0, "blue": 8})
    answer = house.scorekeeper.post(
        f"{sitting}/buy-backs", {"player": house.member["E"], "red": 0, "white": 0, "blue": 0, "odd": 90}
    )
    assert answer.status_code == 201, answer.text
    before = sheet(house, sitting)
    assert by_player(house, before["players"], "difference", "in_hand")["E"] == (-4, 0)
    corrected = {"strike": [answer.json["id"]], "reason": "counted again"}
    assert house.scorekeeper.post(f"{sitting}/corrections", corrected).status_code == 201
    after = sheet(house, sitting)
    assert by_player(house, after["players"], "difference", "in_hand")["E"] == (0, 94)
    sold = {"player": house.member["E"], "red": 0, "white": 0, "blue": 1}
    entry = house.scorekeeper.post(f"{sitting}/counter-sales", sold).json["id"]
    assert sheet(house, sitting)["colours"][2]["sold"] == 1
    house.scorekeeper.post(f"{sitting}/corrections", {"strike": [entry], "reason": "not paid"})
    assert sheet(house, sitting) == after


def test_a_correction_that_changes_what_players_have_changes_what_they_should_hand_in(
    house: House,
) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, C_BEATS_D)
    assert by_player(house, sheet(house, sitting)["players"], "book")["D"] == (89,)
    aces = {"after": 12, "action": house.act("D shows As Ac Kc 6c 9d")}
    answer = house.scorekeeper.post(f"{game}/corrections", {"strike": [12], "insert": [aces], "reason": "misread"})
    assert answer.status_code == 201, answer.text
    body = sheet(house, sitting)
    assert by_player(house, body["players"], "book")["D"] == (114,)
    assert {line["line"] for line in body["must_be_nought"] if line["amount"]} == {"in_hand"}


def test_a_kitty_is_a_party_to_the_payments(house: House) -> None:
    kitty = {"kitty": {"amount": 3, "purpose": "expenses"}}
    sitting = house.sit(articles=kitty, agreed_by=list(house.member.values()))
    house.play(house.begin(sitting), ILLUSTRATED)
    body = sheet(house, sitting)
    assert read(house.owner, f"{sitting}/pool")["kitty"] == body["totals"]["kitty"] == 3
    paid = {(house.letter.get(p["from"]), house.letter.get(p["to"], p["to"])): p["amount"] for p in body["payments"]}
    assert sum(paid.values()) == 78
    assert sum(amount for (_, to), amount in paid.items() if to == "kitty") == 3


def test_the_sheet_is_for_those_who_keep_the_till(house: House, sitting: str) -> None:
    assert house.desk("player", "A").get(f"{sitting}/buy-back").status_code == 403
    for desk in (house.owner, house.scorekeeper, house.auditor):
        assert desk.get(f"{sitting}/buy-back").status_code == 200


# The sheet as a page


class _Page(HTMLParser):
    """Collects what a page loads or runs, its styles, and the structure of its tables."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.tags: list[str] = []
        self.style = ""
        self._within = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._within = tag
        self.loads += [name for name, _ in attrs if name in ("src", "href", "style") or name.startswith("on")]

    def handle_endtag(self, tag: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within == "style":
            self.style += data


def printed(house: House, sitting: str) -> TestResponse:
    house.follow()
    answer = house.owner.get(f"{sitting}/buy-back", Accept="text/html")
    assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
    return answer


def test_the_sheet_is_printed_for_who_prefers_a_page(house: House, sitting: str) -> None:
    answer = printed(house, sitting)
    assert set(answer.headers["Vary"].split(", ")) == {"Accept", "Accept-Encoding", "Authorization"}
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Poolbook-Position"] == str(house.position())
    for accepted in ("application/json", "*/*", "application/json, text/html;q=0.5", "image/png"):
        assert house.owner.get(f"{sitting}/buy-back", Accept=accepted).content_type == "application/json"
    assert house.desk("player", "A").get(f"{sitting}/buy-back", Accept="text/html").status_code == 403


def test_the_page_has_every_figure_of_the_sheet_members_by_their_names(house: House, sitting: str) -> None:
    house.scorekeeper.post(
        f"{sitting}/buy-backs", {"player": house.member["E"], "red": 0, "white": 0, "blue": 0, "odd": 90}
    )
    text, body = printed(house, sitting).text, sheet(house, sitting)
    rows = re.findall(r'<th scope="row">([A-E])</th>', text)
    assert rows[:10] == [*"ABCDE", *"ABCDE"]
    for player in body["players"]:
        for amount in (player["book"], player["net"], player["counted"]["value"], player["cash_due"]):
            assert f">{money(amount, 'LSD')}</td>" in text
    assert '<td class="amiss">−4d</td>' in text
    for line in body["must_be_nought"]:
        assert line["says"] in text
    assert not any(member in text for member in house.member.values())


def test_the_page_loads_nothing_and_runs_nothing(house: House, sitting: str) -> None:
    answer = printed(house, sitting)
    page = _Page()
    page.feed(answer.text)
    assert page.loads == []
    assert not {"script", "link", "img", "iframe", "form"} & set(page.tags)
    assert page.tags.count("style") == 1
    assert not re.search(r"url\(|@import", page.style)
    digest = b64encode(hashlib.sha256(page.style.encode()).digest()).decode()
    policy = answer.headers["Content-Security-Policy"]
    assert f"style-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert {"size: A4", "@media print"} <= set(re.findall(r"size: A4|@media print", page.style))


def test_names_stand_in_the_page_as_text(own_house: House) -> None:
    name = '<script>alert("x")</script>'
    member = own_house.owner.post(f"{own_house.path}/members", {"name": name}).json["id"]
    own_house.member["F"] = member
    own_house.letter[member] = "F"
    sitting = own_house.sit(players="AF")
    text = printed(own_house, sitting).text
    assert "<script" not in text
    assert "&lt;script&gt;" in text


@pytest.mark.parametrize(
    ("amount", "currency", "written"),
    [
        (0, "LSD", "0d"),
        (11, "LSD", "11d"),
        (50, "LSD", "4s 2d"),
        (240, "LSD", "£1 0s 0d"),
        (-497, "LSD", "−£2 1s 5d"),
        (1234, "GBP", "12.34"),
        (-5, "EUR", "−0.05"),
        (1234, "JPY", "1234"),
        (1234, "KWD", "1.234"),
    ],
)
def test_money_is_written_as_its_currency_has_it(amount: int, currency: str, written: str) -> None:
    assert money(amount, currency) == written


# Results


def test_results_say_when_each_passed_and_what_the_jack_pots_came_to(house: House) -> None:
    sitting = house.sit()
    house.play(house.begin(sitting), UNOPENED)
    house.play(
        house.begin(sitting, None), "deal; D stakes 6; E passes; A stakes 6; B passes; C passes; D draws 1; A draws 1"
    )
    game = f"/v1/games/{read(house.owner, sitting)['game']}"
    house.play(game, "D stakes 6; A passes")
    house.scorekeeper.post(f"{game}/actions", house.act("D shows Ah Ad 5c 6d 9s") | {"original": ["Ah", "Ad"]})
    house.follow()
    passes = by_player(
        house,
        read(house.owner, f"{sitting}/results")["items"],
        *("games", "played", "passed_before_draw", "passed_after_draw", "jack_pots_played", "jack_pots_won"),
    )
    assert passes == {
        "A": (2, 1, 1, 1, 1, 0),
        "B": (2, 0, 2, 0, 0, 0),
        "C": (2, 0, 2, 0, 0, 0),
        "D": (2, 1, 1, 0, 1, 1),
        "E": (2, 0, 2, 0, 0, 0),
    }


@pytest.fixture
def evenings(own_house: House) -> list[str]:
    """The illustrated game on three evenings."""
    held = ["1895-11-02", "1895-11-09", "1896-01-04"]
    for day in held:
        own_house.play(own_house.begin(own_house.sit(held_on=day)), ILLUSTRATED)
    own_house.follow()
    return held


def test_results_of_a_period_are_those_of_the_evenings_held_in_it(own_house: House, evenings: list[str]) -> None:
    def net_of_c(query: str) -> Any:
        items = read(own_house.owner, f"{own_house.path}/results{query}")["items"]
        return by_player(own_house, items, "net", "games").get("C")

    assert net_of_c("") == (234, 3)
    assert net_of_c("?from=1895-11-09") == (156, 2)
    assert net_of_c("?to=1895-11-09") == (156, 2)
    assert net_of_c("?from=1895-11-03&to=1895-12-31") == (78, 1)
    assert net_of_c("?from=1897-01-01") is None
    for query in ("from=1895-13-01", "from=18951102", "to=today", "from=1896-01-01&to=1895-01-01"):
        answer = own_house.owner.get(f"{own_house.path}/results?{query}")
        assert (answer.status_code, answer.json["type"]) == (422, "/problems/invalid")


def test_the_results_of_a_member_run_on_from_game_to_game(own_house: House, evenings: list[str]) -> None:
    path = f"{own_house.path}/members/{own_house.member['B']}/results"
    body = read(own_house.desk("player", "A"), path)
    assert (body["total"]["net"], body["total"]["games"], body["total"]["player"]) == (-144, 3, own_house.member["B"])
    assert [(i["held_on"], i["net"], i["running"]) for i in body["items"]] == [
        ("1896-01-04", -48, -144),
        ("1895-11-09", -48, -96),
        ("1895-11-02", -48, -48),
    ]
    of_1895 = read(own_house.owner, f"{path}?from=1895-11-09&to=1895-12-31")
    assert ([i["running"] for i in of_1895["items"]], of_1895["total"]["net"]) == ([-48], -48)
    first = own_house.owner.get(f"{path}?limit=1&to=1895-11-09")
    assert [i["running"] for i in first.json["items"]] == [-96]
    onward = re.fullmatch(r'<(.+)>; rel="next"', first.headers["Link"])
    assert onward is not None
    rest = read(own_house.owner, onward[1])
    assert ([i["running"] for i in rest["items"]], rest["next"]) == ([-48], None)


def test_a_member_without_games_has_results_of_nought_and_a_stranger_none(own_house: House) -> None:
    body = read(own_house.owner, f"{own_house.path}/members/{own_house.member['A']}/results")
    assert (body["total"]["net"], body["total"]["games"], body["items"]) == (0, 0, [])
    stranger = "5f0c0b3e-0000-4000-8000-000000000000"
    assert own_house.owner.get(f"{own_house.path}/members/{stranger}/results").status_code == 404


def test_bodies_have_every_name_that_the_document_requires(house: House, sitting: str, client: FlaskClient) -> None:
    schemas = client.get("/openapi.json").json["components"]["schemas"]
    member = f"{house.path}/members/{house.member['C']}/results"
    for schema, body in (
        ("Pools", read(house.owner, f"{sitting}/pool")),
        ("GamePool", read(house.owner, f"{sitting}/pool")["items"][0]),
        ("ListedSettlement", read(house.owner, f"{sitting}/settlements")["items"][0]),
        ("Sheet", read(house.owner, f"{sitting}/buy-back")),
        ("PlayerLine", read(house.owner, f"{sitting}/buy-back")["players"][0]),
        ("ColourLine", read(house.owner, f"{sitting}/buy-back")["colours"][0]),
        ("SheetTotals", read(house.owner, f"{sitting}/buy-back")["totals"]),
        ("Result", read(house.owner, f"{sitting}/results")["items"][0]),
        ("MemberResults", read(house.owner, member)),
        ("GameResult", read(house.owner, member)["items"][0]),
    ):
        assert set(schemas[schema]["required"]) == set(body), schema


@pytest.fixture
def client(house: House) -> FlaskClient:
    return house.app.test_client()


def test_a_reader_who_waits_is_told_that_an_error_stopped_the_tables(own_house: House, impatient: None) -> None:
    sitting = own_house.sit()
    own_house.follow()
    tables = ReadTables(SharedDatastore(own_house.clubs.pool, UUID(own_house.id)))
    later = f"{sitting}/results?at_least={own_house.position() + 1}"
    assert "stopped" not in own_house.owner.get(later).json["detail"]
    tables.record_failure(own_house.position(), "ZeroDivisionError: no such rows")
    answer = own_house.owner.get(later)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert answer.json["detail"].endswith("an error stopped them there, and the operator must remove its cause")
