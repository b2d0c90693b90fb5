"""Members and clubs renamed over HTTP, and members of the same name."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.house import OPERATOR, Desk, House


@pytest.fixture
def house(own_house: House) -> House:
    """A club of its own, because every test looks at its names."""
    return own_house


def rename(house: House, member: str, name: str, **fields: Any) -> Any:
    return house.owner.post(f"{house.path}/members/{house.member[member]}/name", {"name": name, **fields})


def names(house: House) -> list[str | None]:
    return [member["name"] for member in house.owner.get(f"{house.path}/members").json["items"]]


def audited(house: House) -> list[tuple[Any, Any]]:
    house.follow()
    entries = house.auditor.get(f"{house.path}/audit?kind=renaming").json["items"]
    return [(entry["before"]["name"], entry["after"]["name"]) for entry in entries]


def test_a_member_is_renamed_and_the_audit_keeps_the_old_name_until_it_is_erased(house: House) -> None:
    answer = rename(house, "A", "Anna")
    assert (answer.status_code, answer.json["name"], answer.json["id"]) == (201, "Anna", house.member["A"])
    assert rename(house, "A", "Anne").status_code == 201
    assert names(house) == ["Anne", "B", "C", "D", "E"]
    assert audited(house) == [("Anna", "Anne"), ("A", "Anna")]
    erased = house.owner.post(f"{house.path}/members/{house.member['A']}/erasure", {"reason": "she asked"})
    assert [part["part"] for part in erased.json["erased"]] == ["name", "name", "name"]
    assert names(house) == [None, "B", "C", "D", "E"]
    assert audited(house) == [(None, None), (None, None)]
    assert "Ann" not in house.auditor.get(f"{house.path}/events").text
    assert house.owner.post(f"{house.path}/verify").json["first_difference"] is None


@pytest.mark.parametrize("name", ["B", "b", "Ｂ"])
def test_a_name_that_another_member_has_is_refused_unless_it_is_asked_for(house: House, name: str) -> None:
    position = house.position()
    for answer in (rename(house, "A", name), house.owner.post(f"{house.path}/members", {"name": name})):
        assert (answer.status_code, answer.json["code"], answer.json["law"]) == (422, "name_taken", None)
        assert "same_name" in answer.json["detail"]
    assert house.position() == position
    assert rename(house, "A", name, same_name=True).status_code == 201
    assert house.owner.post(f"{house.path}/members", {"name": name, "same_name": True}).status_code == 201
    assert names(house) == [name, "B", "C", "D", "E", name]


def test_a_name_can_be_spelt_otherwise_and_is_not_given_twice(house: House) -> None:
    assert rename(house, "A", "a").status_code == 201
    assert rename(house, "A", "a").json["code"] == "same_name"


def test_an_erased_member_is_not_renamed_and_nobody_else_is_found(house: House) -> None:
    house.owner.post(f"{house.path}/members/{house.member['A']}/erasure", {"reason": "she asked"})
    assert rename(house, "A", "Anna").json["code"] == "erased"
    house.member["Z"] = house.id
    assert rename(house, "Z", "Zoe").status_code == 404
    assert list(rename(house, "B", "B\u200b").json["errors"]) == ["name"]


def test_a_club_is_renamed_wherever_its_name_is_shown(house: House) -> None:
    was = house.owner.get(house.path).json["name"]
    answer = house.owner.post(f"{house.path}/name", {"name": "The Portland"})
    assert (answer.status_code, answer.json["name"]) == (201, "The Portland")
    assert house.owner.get(house.path).json["name"] == "The Portland"
    assert audited(house) == [(was, "The Portland")]
    assert house.owner.post(f"{house.path}/name", {"name": "The Portland"}).json["code"] == "same_name"
    assert house.owner.post(f"{house.path}/verify").json["first_difference"] is None


def test_the_repeat_of_a_founding_finds_the_club_under_its_new_name(new_house: Callable[[], House]) -> None:
    house = new_house()
    operator, body = Desk(house.app, OPERATOR), {"name": "The Crown", "currency": "LSD"}
    founded = operator.post("/v1/clubs", body, Idempotency_Key=f"founding-{house.id}")
    club = Desk(house.app, founded.json["token"])
    assert club.post(f"/v1/clubs/{founded.json['id']}/name", {"name": "The Anchor"}).status_code == 201
    again = operator.post("/v1/clubs", body, Idempotency_Key=f"founding-{house.id}")
    assert (again.status_code, again.json["id"]) == (201, founded.json["id"])
    other = operator.post(
        "/v1/clubs", {"name": "The Anchor", "currency": "LSD"}, Idempotency_Key=f"founding-{house.id}"
    )
    assert other.status_code == 422


def test_a_repeat_of_a_renaming_is_answered_as_before(house: House) -> None:
    first = house.owner.post(f"{house.path}/members/{house.member['A']}/name", {"name": "Anna"}, Idempotency_Key="one")
    again = house.owner.post(f"{house.path}/members/{house.member['A']}/name", {"name": "Anna"}, Idempotency_Key="one")
    assert (again.status_code, again.json["name"], again.headers["Idempotency-Replayed"]) == (201, "Anna", "true")
    assert first.headers["ETag"] == again.headers["ETag"]
