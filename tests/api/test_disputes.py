"""Disputes over HTTP: the referee, the order of witnesses, evidence, rulings and what they correct."""

from typing import Any

import pytest

from tests.api.house import House


@pytest.fixture
def game(house: House) -> str:
    path = house.begin(house.sit())
    house.play(path, "deal; C stakes 6; D stakes 6")
    return path


def lay(house: House, game: str, parties: str, kind: str = "fact", **fields: Any) -> Any:
    body = {"parties": [house.member[p] for p in parties], "kind": kind, "question": "What was staked?", **fields}
    return house.scorekeeper.post(f"{game}/disputes", body)


def test_the_dealer_decides_and_a_ruling_carries_its_correction(house: House, game: str) -> None:
    laid = lay(house, game, "CD", step=3)
    assert laid.status_code == 201, laid.text
    assert (laid.json["n"], house.letter[laid.json["referee"]]) == (1, "A")
    evidence = {"witness": house.member["E"], "can_give": True, "statement": "He staked nine."}
    assert house.scorekeeper.post(f"{game}/disputes/1/evidence", evidence).json["evidence"][0]["can_give"]
    ruling = {"referee": house.member["D"], "ruling": "Nine it was."}
    refused = house.scorekeeper.post(f"{game}/disputes/1/ruling", ruling)
    assert (refused.json["law"], refused.json["code"]) == (77, "not_the_referee")
    put_in = {"after": 3, "action": house.act("D stakes 9")}
    ruling = {**ruling, "referee": house.member["A"], "correction": {"strike": [3], "insert": [put_in]}}
    answer = house.scorekeeper.post(f"{game}/disputes/1/ruling", ruling)
    assert answer.status_code == 201, answer.text
    assert (answer.json["decided"], answer.json["law"], answer.json["corrected"]["game"]["pool"]) == (True, 77, 18)
    again = house.scorekeeper.post(f"{game}/disputes/1/ruling", ruling)
    assert (again.json["law"], again.json["code"]) == (77, "decided")
    listed = house.desk("player", "A").get(f"{game}/disputes").json["items"]
    assert (listed[0]["decided"], listed[0]["question"], listed[0]["evidence"][0]["statement"]) == (True, None, None)


def test_a_ruling_whose_correction_is_unlawful_is_not_recorded(house: House, game: str) -> None:
    lay(house, game, "CD")
    position = house.position()
    ruling = {"referee": house.member["A"], "ruling": "No deal.", "correction": {"strike": [1]}}
    answer = house.scorekeeper.post(f"{game}/disputes/1/ruling", ruling)
    assert (answer.json["code"], answer.json["step"], house.position()) == ("wrong_phase", 2, position)


def test_evidence_is_given_by_those_at_the_table_and_of_a_number_in_order(house: House, game: str) -> None:
    laid = lay(house, game, "C", "draw_count").json
    assert [house.letter[m] for m in laid["witnesses"]] == ["B", "E", "D"]
    assert (house.by_letters(laid["parties"]), house.letter[laid["referee"]]) == ("CA", "B")
    stranger = house.owner.post(f"{house.path}/members", {"name": "Z"}).json["id"]
    for witness, law in ((stranger, 79), (house.member["C"], 46), (house.member["E"], 46)):
        evidence = {"witness": witness, "can_give": True}
        assert house.scorekeeper.post(f"{game}/disputes/1/evidence", evidence).json["law"] == law
    for witness, able in (("B", False), ("E", True)):
        evidence = {"witness": house.member[witness], "can_give": able}
        assert house.scorekeeper.post(f"{game}/disputes/1/evidence", evidence).status_code == 201
    evidence = {"witness": house.member["D"], "can_give": True}
    assert house.scorekeeper.post(f"{game}/disputes/1/evidence", evidence).json["law"] == 46


def test_where_everybody_is_a_party_the_record_stands(house: House) -> None:
    game = house.begin(house.sit(players="AB"))
    assert lay(house, game, "AB").json["referee"] is None
    refused = house.scorekeeper.post(f"{game}/disputes/1/ruling", {"referee": house.member["A"], "ruling": "Mine."})
    assert (refused.json["law"], refused.json["code"]) == (78, "no_referee")


def test_where_the_dealer_is_a_party_his_left_decides(house: House, game: str) -> None:
    assert house.letter[lay(house, game, "AC").json["referee"]] == "B"
    refused = house.scorekeeper.post(f"{game}/disputes/1/ruling", {"referee": house.member["A"], "ruling": "Mine."})
    assert refused.json["law"] == 78


@pytest.mark.parametrize("n", ["2", "0", "x", "1.5", "-1", "99999999999999999999"])
def test_a_dispute_that_there_is_not_is_not_found(house: House, game: str, n: str) -> None:
    lay(house, game, "CD")
    answer = house.scorekeeper.post(f"{game}/disputes/{n}/ruling", {"referee": house.member["A"], "ruling": "So."})
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "fields",
    [{"parties": []}, {"kind": "honour"}, {"step": 9}, {"step": -1}, {"question": ""}, {"parties": ["C", "C"]}],
)
def test_a_dispute_is_laid_properly(house: House, game: str, fields: dict[str, Any]) -> None:
    named = {k: [house.member.get(p, p) for p in v] if k == "parties" else v for k, v in fields.items()}
    body = {"parties": [house.member["C"]], "kind": "fact", "question": "What?", **named}
    assert house.scorekeeper.post(f"{game}/disputes", body).status_code == 422
