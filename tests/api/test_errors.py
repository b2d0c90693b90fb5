"""A wrong request is answered with a problem, by one order of checks, and writes nothing."""

import json
from typing import Any

import pytest

from tests.acts import ILLUSTRATED
from tests.api.house import Desk, House
from tests.api.problems import STRANGER, forbidden_by, invalid, refused_as


class Table:
    """A game in the say: the ante is 3, the limit 12, C to act. No request in these tests changes it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.sitting = house.sit()
        self.game = house.begin(self.sitting)
        house.play(self.game, "deal")
        self.position = house.position()

    def act(self, body: dict[str, Any], **headers: str) -> Any:
        """Try an act, and check that nothing was written."""
        answer = self.house.scorekeeper.post(f"{self.game}/actions", body, **headers)
        self.check()
        return answer

    def post(self, path: str, body: dict[str, Any], **headers: str) -> Any:
        """Try a write, and check that nothing was written."""
        answer = self.house.scorekeeper.post(path, body, **headers)
        self.check()
        return answer

    def check(self) -> None:
        assert self.house.position() == self.position, "something was written"


@pytest.fixture
def table(house: House) -> Table:
    return Table(house)


def test_an_address_or_a_method_that_is_not_there_is_answered_with_where_to_look(house: House) -> None:
    nowhere = refused_as(house.owner.get("/v1/nowhere"), 404, "not-found")
    assert "/openapi.json" in nowhere["detail"]
    answer = house.owner.post("/v1/me", {})
    assert "Allow names the methods" in refused_as(answer, 405, "method-not-allowed")["detail"]
    assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"action": "stake", "amount": 6, "amonut": 6}, {"amonut"}),
        ({"action": "stake"}, {"amount"}),
        ({"action": "stake", "amount": "6"}, {"amount"}),
        ({"action": "stake", "amount": True}, {"amount"}),
        ({"action": "stake", "amount": 6.0}, {"amount"}),
        ({"action": "stake", "amount": 6.5}, {"amount"}),
        ({"action": "stake", "amount": -6}, {"amount"}),
        ({"action": "stake", "amount": None}, {"amount"}),
        ({"action": "stake", "amount": [6]}, {"amount"}),
        ({"action": "stake", "amount": 10**12 + 1}, {"amount"}),
        ({"action": "stake", "amount": 6, "irregular": 1}, {"irregular"}),
        ({"action": "stake", "amount": 6, "note": ""}, {"note"}),
        ({"action": "stake", "amount": 6, "note": 7}, {"note"}),
        ({"action": "stake", "amount": 6, "note": "x" * 2001}, {"note"}),
        ({"action": "stake", "amount": 6, "note": "a\x07b"}, {"note"}),
        ({"action": "stake", "amount": 6, "player": "C"}, {"player"}),
        ({"action": "stake", "amount": 6, "player": STRANGER}, {"player"}),
        ({"action": "stake", "amount": 6, "player": 3}, {"player"}),
        ({"action": "riffle"}, {"action"}),
        ({"action": "Stake", "amount": 6}, {"action"}),
        ({"action": 7}, {"action"}),
        ({"action": None}, {"action"}),
        ({"action": ["stake"]}, {"action"}),
        ({}, {"action"}),
        ({"action": "deal", "cards": {"C": ["Ah"]}}, {"cards"}),
        ({"action": "deal", "cards": ["Ah"]}, {"cards"}),
        ({"action": "deal", "pack": "Ah Kh"}, {"pack"}),
        ({"action": "deal", "pack": ["1h"]}, {"pack"}),
        ({"action": "draw", "discard": "two"}, {"discard"}),
        ({"action": "draw", "discard": 2.0}, {"discard"}),
        ({"action": "draw", "discard": ["Ah", "XX"]}, {"discard"}),
        ({"action": "draw", "discard": 1, "cards": ["ah"]}, {"cards"}),
        ({"action": "show", "cards": ["Ah", 5]}, {"cards"}),
        ({"action": "show", "joker_as": "J"}, {"joker_as"}),
        ({"action": "borrow", "lender": "bank", "amount": 0}, {"amount"}),
        ({"action": "borrow", "amount": 5}, {"lender"}),
        ({"action": "misdeal", "reason": "hunch", "irregular": True}, {"reason"}),
        ({"action": "foul", "found": "dealt", "irregular": True}, {"cards"}),
        ({"action": "foul", "cards": 5, "found": "dealt", "irregular": True}, {"cards"}),
        ({"action": "foul", "cards": 6, "found": "lost", "irregular": True}, {"found"}),
        ({"action": "expose", "irregular": True}, {"card"}),
        ({"action": "draw", "discard": 1, "made_right": 1}, {"made_right"}),
        ({"action": "collect_discards", "announced": {"C": 2}}, {"announced"}),
        ({"action": "borrow", "lender": "the bank", "amount": 5}, {"lender"}),
    ],
)
def test_an_act_that_cannot_be_meant_is_invalid_and_names_the_field(
    table: Table, body: dict[str, Any], fields: set[str]
) -> None:
    invalid(table.act(body), *fields)


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ([{"action": "pass"}, 5], '1: Not an object. Send one, as in {"name": value}'),
        ("deal", 'Not an object. Send one, as in {"name": value}'),
        ([], "A list has 1 to 200 acts, not 0"),
        ({"action": "stake", "amount": "6", "colour": 1}, "amount: Not a valid integer; colour: Unknown field"),
        ({"action": "collect_discards", "announced": {"C": 2}}, "announced.C: Not a UUID"),
        (
            {"action": "deal", "cards": {STRANGER: ["Kh", "Kz"]}},
            f"cards.{STRANGER}.1: 'Kz' is not a card: a card is a rank of 23456789TJQKA and a suit of shdc, as in "
            "'Th', or 'Jo'",
        ),
    ],
)
def test_what_is_wrong_with_a_body_is_said_in_sentences_for_people(table: Table, body: Any, detail: str) -> None:
    answer = table.house.scorekeeper.post(f"{table.game}/actions", data=json.dumps(body).encode())
    assert refused_as(answer, 422, "invalid")["detail"] == detail
    table.check()


def test_an_unknown_act_is_answered_with_the_acts_there_are(table: Table) -> None:
    (acts_named,) = refused_as(table.act({"action": "riffle"}), 422, "invalid")["errors"]["action"]
    for word in ("straddle", "deal", "stake", "pass", "stand", "demand_show", "borrow", "draw", "show"):
        assert word in acts_named


@pytest.mark.parametrize("body", [[], "deal", 7, None, True, [[{"action": "pass"}]]])
def test_a_body_that_is_neither_an_act_nor_a_list_of_acts_is_invalid(table: Table, body: Any) -> None:
    refused_as(table.house.scorekeeper.post(f"{table.game}/actions", data=json.dumps(body).encode()), 422, "invalid")
    table.check()


@pytest.mark.parametrize(
    ("act", "law", "code"),
    [
        ("C stakes 5", 25, "opening_too_small"),
        ("C stakes 0", 25, "opening_too_small"),
        ("C stakes 16", None, "above_limit"),
        ("D stakes 6", 23, "out_of_turn"),
        ("C draws 2", None, "wrong_phase"),
        ("deal", None, "wrong_phase"),
        ("C demands a show", 60, "not_opened"),
    ],
)
def test_an_act_that_the_laws_forbid_is_refused_and_names_the_law(
    table: Table, act: str, law: int | None, code: str
) -> None:
    forbidden_by(table.act(table.house.act(act)), law, code)


@pytest.mark.parametrize(
    ("act", "detail"),
    [
        ("C draws 2", "`draw` is recorded in the phase draw, and this game is in the phase say"),
        ("C shows Kh Kd Ks 7c 4d", "`show` is recorded in the phase show, and this game is in the phase say"),
        ("deal", "`deal` is recorded in the phase ante, and this game is in the phase say"),
        ("C stands", "`stand` is recorded in the phase betting, and this game is in the phase say"),
    ],
)
def test_an_act_of_another_phase_is_answered_with_the_phases_that_it_has(table: Table, act: str, detail: str) -> None:
    answer = table.act(table.house.act(act))
    forbidden_by(answer, None, "wrong_phase")
    assert answer.json["detail"] == detail


def test_a_refusal_for_turn_says_whose_turn_it_is_and_what_he_may_do(table: Table) -> None:
    house = table.house
    problem = table.act(house.act("D stakes 6"))
    forbidden_by(problem, 23, "out_of_turn")
    game = house.scorekeeper.get(table.game).json
    assert (problem.json["to_act"], problem.json["legal"]) == (house.member["C"], game["legal"])
    assert [act["action"] for act in problem.json["legal"]] == ["stake", "pass"]
    assert problem.json["detail"] == "it is another player's turn: C may stake 6 to 15 or pass"


def test_a_card_seen_twice_is_refused_and_never_says_who_holds_it(house: House) -> None:
    game = house.begin(house.sit())
    before = house.position()
    hands = {"C": "Ah 2h 3h 4h 5h", "D": "6h 7h 8h 9h Ah"}
    body = {"action": "deal", "cards": {house.member[p]: hand.split() for p, hand in hands.items()}}
    answer = house.scorekeeper.post(f"{game}/actions", body)
    forbidden_by(answer, 1, "card_twice")
    assert not any(member in answer.text for member in house.member.values())
    assert house.position() == before


def test_nothing_is_recorded_after_the_settlement(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, ILLUSTRATED)
    before = house.position()
    forbidden_by(house.scorekeeper.post(f"{game}/actions", {"action": "stake", "amount": 6}), None, "game_over")
    forbidden_by(house.scorekeeper.post(f"{game}/actions", house.act("D stakes 6")), None, "game_over")
    assert house.position() == before


def test_law_20_the_refusal_names_the_player_who_cannot_pay(house: House) -> None:
    sitting = house.sit(funds=0)
    answer = house.scorekeeper.post(f"{sitting}/games", {"dealer": house.member["A"]})
    forbidden_by(answer, 20, "cannot_pay")
    assert answer.json["detail"] == "3 is due before the deal and B has 0: he buys counters or sits out"


def test_there_is_no_settlement_before_the_end(table: Table) -> None:
    settlement, house = f"{table.game}/settlement", table.house
    refused_as(house.owner.get(settlement), 404, "not-found")
    assert house.owner.get(settlement).json["detail"] == "this game has no settlement: it is not over"
    consent = {"reason": "mistake", "agreed_by": list(house.member.values())}
    assert house.scorekeeper.post(f"{table.game}/void", consent).status_code == 201
    assert "it was made void" in house.owner.get(settlement).json["detail"]


def test_one_game_at_a_time_and_no_counters_are_sold_in_it(table: Table) -> None:
    counters = {"red": 1, "white": 0, "blue": 0}
    forbidden_by(table.post(f"{table.sitting}/games", {}), None, "game_running")
    forbidden_by(
        table.post(f"{table.sitting}/counter-sales", {"player": table.house.member["C"], **counters}), None, "in_play"
    )
    forbidden_by(table.post(f"{table.sitting}/close", {}), None, "game_running")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"{'action': 'pass'}",
        b'{"action": "pass",}',
        b'{"action": "stake", "amount": NaN}',
        b'{"action": "stake", "amount": -Infinity}',
        b'{"action": "pass", "action": "stand"}',
        b'{"action": "pass", "note": "\\u0000"}',
        b'{"action": "pass", "note": "\\ud800"}',
        b'{"\\u0000": 1}',
        b'{"action": "pass\xff"}',
        b'{"action": "stake", "amount": ' + b"9" * 5000 + b"}",
        b'{"a":' * 33 + b"1" + b"}" * 33,
        b"[" * 100_000,
        "{}".encode("utf-16"),
    ],
)
def test_what_cannot_be_read_in_one_way_only_is_malformed(table: Table, data: bytes) -> None:
    refused_as(table.house.scorekeeper.post(f"{table.game}/actions", data=data), 400, "malformed")
    table.check()


def test_a_body_above_one_mebibyte_is_too_large(table: Table) -> None:
    data = b'{"action": "pass", "note": "' + b"x" * 1024 * 1024 + b'"}'
    refused_as(table.house.scorekeeper.post(f"{table.game}/actions", data=data), 413, "too-large")
    table.check()


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/xml"])
def test_a_body_that_is_not_json_is_an_unsupported_type(table: Table, kind: str) -> None:
    answer = table.house.scorekeeper.post(f"{table.game}/actions", data=b'{"action": "pass"}', content_type=kind)
    refused_as(answer, 415, "unsupported-media-type")
    table.check()


@pytest.mark.parametrize(("charset", "status"), [("utf-16", 415), ("latin-1", 415), ("x" * 500, 415), ('"UTF-8"', 201)])
def test_a_body_is_in_utf_8_or_is_an_unsupported_type(house: House, charset: str, status: int) -> None:
    kind = f"application/json; charset={charset}"
    answer = house.owner.post(f"{house.path}/members", data=b'{"name": "F"}', content_type=kind)
    assert answer.status_code == status, answer.text
    if status == 415:
        assert "UTF-8" in refused_as(answer, 415, "unsupported-media-type")["detail"]


def test_a_law_that_the_book_has_not_is_answered_with_the_numbers_that_it_has(house: House) -> None:
    detail = refused_as(house.owner.get("/v1/laws/82"), 404, "not-found")["detail"]
    assert detail == "there is no law 82: the laws are numbered 1 to 81"


def test_where_every_field_may_be_left_out_so_may_the_body(house: House) -> None:
    sitting = house.sit()
    house.scorekeeper.post(
        f"{sitting}/cuts", {"cards": dict(zip(house.member.values(), ("2h", "3h", "4h", "5h", "6h"), strict=True))}
    )
    answer = house.scorekeeper.post(f"{sitting}/games", data=b"", content_type="")
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize(
    "path",
    ["/v1/sittings/{id}", "/v1/sittings/{id}/entries", "/v1/games/{id}", "/v1/games/{id}/actions", "/v1/clubs/{id}"],
)
@pytest.mark.parametrize("name", [STRANGER, "1", "C", "5F0C0B3E", "{5f0c0b3e-0000-4000-8000-000000000000}", "%00"])
def test_what_is_not_there_is_not_found_however_its_id_is_written(house: House, path: str, name: str) -> None:
    refused_as(house.owner.get(path.format(id=name)), 404, "not-found")


def test_a_sitting_is_no_game_and_a_game_no_sitting(table: Table) -> None:
    for path in (table.game.replace("games", "sittings"), table.sitting.replace("sittings", "games")):
        refused_as(table.house.owner.get(path), 404, "not-found")


def test_flasks_own_errors_are_problems_too(house: House) -> None:
    refused_as(house.owner.get("/v1/nowhere"), 404, "not-found")
    answer = house.owner.get("/v1/clubs")
    refused_as(answer, 405, "method-not-allowed")
    assert "POST" in answer.headers["Allow"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=ten", "limit"),
        ("limit=1&limit=2", "limit"),
        ("limit=%C2%B2", "limit"),
        ("cursor=x", "cursor"),
        ("cursor=%00", "cursor"),
        ("cursor=" + "9" * 40, "cursor"),
        ("cursor=abc", "cursor"),
        ("order=name", "order"),
    ],
)
@pytest.mark.parametrize("path", ["/members", "/sittings"])
def test_a_list_is_asked_for_properly(house: House, path: str, query: str, field: str) -> None:
    invalid(house.owner.get(f"{house.path}{path}?{query}"), field)


def test_the_checks_come_in_their_order(table: Table) -> None:
    house, actions = table.house, f"{table.game}/actions"
    wrong_in_every_way = {"data": b"{", "content_type": "text/plain", "If_Match": '"99"'}
    nobody, reader = Desk(house.app, None), house.desk("auditor")
    elsewhere = f"/v1/games/{STRANGER}/actions"
    table.position = house.position()
    refused_as(nobody.post(elsewhere, **wrong_in_every_way), 401, "unauthorized")
    refused_as(reader.post(elsewhere, **wrong_in_every_way), 403, "forbidden")
    refused_as(house.scorekeeper.post(elsewhere, **wrong_in_every_way), 404, "not-found")
    refused_as(house.scorekeeper.post(actions, **wrong_in_every_way), 415, "unsupported-media-type")
    refused_as(house.scorekeeper.post(actions, data=b"{", If_Match='"99"'), 400, "malformed")
    invalid(house.scorekeeper.post(actions, {"action": "stake"}, If_Match='"99"'), "amount")
    refused_as(house.scorekeeper.post(actions, house.act("D stakes 6"), If_Match='"99"'), 412, "stale")
    forbidden_by(house.scorekeeper.post(actions, house.act("D stakes 6")), 23, "out_of_turn")
    table.check()


@pytest.mark.parametrize("tag", ['"1"', '"3"', '"99"', 'W/"2"', '"two"', '"²"', '""', '"", "", ""', ","])
def test_a_write_on_another_version_is_stale_and_told_the_present_one(table: Table, tag: str) -> None:
    answer = table.act({"action": "stake", "amount": 6}, If_Match=tag)
    assert refused_as(answer, 412, "stale")["version"] == 2
    assert answer.headers["ETag"] == '"2"'


def test_an_error_of_our_own_is_a_problem_that_tells_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the hand of A is Ah Ad")

    game = house.begin(house.sit())
    monkeypatch.setattr("api.routes.games.game_body", fail)
    answer = house.owner.get(game)
    refused_as(answer, 500, "internal")
    assert "Ah" not in answer.text
