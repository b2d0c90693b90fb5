"""Sittings, sales, members, tokens and clubs that make no sense, or that the laws forbid."""

from typing import Any

import pytest

from tests.api.house import Desk, House
from tests.api.problems import STRANGER, forbidden_by, invalid

COUNTERS = {"red": 1, "white": 0, "blue": 0}


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"red": None}, {"red"}),
        ({"red": -1}, {"red"}),
        ({"red": 1.5}, {"red"}),
        ({"red": "1"}, {"red"}),
        ({"red": True}, {"red"}),
        ({"red": 10**12, "blue": 10**12}, {"red"}),
        ({"red": 0}, {"red"}),
        ({"green": 1}, {"green"}),
        ({"on_credit": "yes"}, {"on_credit"}),
        ({"player": STRANGER}, {"player"}),
        ({"player": None}, {"player"}),
    ],
)
def test_a_sale_that_cannot_be_meant_is_invalid(house: House, change: dict[str, Any], fields: set[str]) -> None:
    sitting = house.sit(funds=0)
    before = house.position()
    body = {"player": house.member["A"], **COUNTERS, **change}
    invalid(house.scorekeeper.post(f"{sitting}/counter-sales", body), *fields)
    assert house.position() == before


def test_no_more_of_a_colour_comes_back_than_is_out(house: House) -> None:
    sitting = house.sit()
    body = {"player": house.member["A"], "red": 1, "white": 0, "blue": 0}
    forbidden_by(house.scorekeeper.post(f"{sitting}/buy-backs", body), None, "counters_out")


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"ante": 0}, {"ante"}),
        ({"ante": "3"}, {"ante"}),
        ({"limit": -12}, {"limit"}),
        ({"players": []}, {"players"}),
        ({"players": "everybody"}, {"players"}),
        ({"players": [STRANGER, STRANGER]}, {"players"}),
        ({"players": ["A", "B"]}, {"players"}),
        ({"held_on": "yesterday"}, {"held_on"}),
        ({"held_on": 5}, {"held_on"}),
        ({"carried_from": STRANGER}, {"carried_from"}),
        ({"articles": {"variants": ["wild"]}}, {"articles"}),
        ({"articles": {"readings": {"hearts": "never"}}}, {"articles"}),
        ({"articles": {"readings": {"spades": "always"}}}, {"articles"}),
        ({"articles": {"kitty": {"amount": 1, "purpose": "reward"}}}, {"articles"}),
        ({"articles": {"kitty": {"amount": 1, "purpose": "expenses", "class": "fours"}}}, {"articles"}),
        ({"articles": {"kitty": {"amount": 1, "purpose": "supper"}}}, {"articles"}),
        ({"articles": {"abrogated": [82]}}, {"articles"}),
        ({"articles": {"loans": "no"}}, {"articles"}),
        ({"ante_": 3}, {"ante_"}),
    ],
)
def test_a_sitting_that_cannot_be_meant_is_invalid(house: House, change: dict[str, Any], fields: set[str]) -> None:
    before = house.position()
    body = {"ante": 3, "limit": 12, "players": list(house.member.values()), **change}
    invalid(house.scorekeeper.post(f"{house.path}/sittings", body), *fields)
    assert house.position() == before


@pytest.mark.parametrize(
    ("change", "law", "code"),
    [
        ({"ante": 7}, 19, "ante_too_large"),
        ({"articles": {"variants": ["joker"]}}, 81, "not_agreed"),
        ({"articles": {"loans": False}}, 81, "not_agreed"),
        ({"articles": {"readings": {"hearts": "always"}}}, 81, "not_agreed"),
        ({"articles": {"abrogated": [27]}}, 81, "not_abrogable"),
        ({"articles": {"kitty": {"amount": 7, "purpose": "expenses"}}}, 81, "kitty_too_large"),
    ],
)
def test_articles_that_the_laws_forbid_are_refused(house: House, change: dict[str, Any], law: int, code: str) -> None:
    body = {"ante": 3, "limit": 12, "players": list(house.member.values()), **change}
    forbidden_by(house.scorekeeper.post(f"{house.path}/sittings", body), law, code)


@pytest.mark.parametrize(
    ("path", "body", "fields"),
    [
        ("/members", {}, {"name"}),
        ("/members", {"name": "   "}, {"name"}),
        ("/members", {"name": "x" * 201}, {"name"}),
        ("/members", {"name": ["A"]}, {"name"}),
        ("/tokens", {"role": "king", "label": "x"}, {"role"}),
        ("/tokens", {"role": "player", "label": "x"}, {"member"}),
        ("/tokens", {"role": "player", "label": "x", "member": STRANGER}, {"member"}),
        ("/tokens", {"role": "owner"}, {"label"}),
    ],
)
def test_members_and_tokens_are_checked(house: House, path: str, body: dict[str, Any], fields: set[str]) -> None:
    before = house.position()
    invalid(house.owner.post(f"{house.path}{path}", body), *fields)
    assert house.position() == before


@pytest.mark.parametrize("currency", ["gbp", "XYZ", "pounds", "", 826, None])
def test_a_club_keeps_its_books_in_a_currency_that_there_is(operator: Desk, currency: Any) -> None:
    invalid(operator.post("/v1/clubs", {"name": "The Club", "currency": currency}), "currency")


@pytest.mark.parametrize("name", ["An\u200bna", "\u202eannA", "Anna\u2066", "Anna\ue000", "Anna\u0378", "Anna\u3164"])
def test_a_name_holds_nothing_that_nobody_sees_and_the_answer_says_what_it_held(
    house: House, operator: Desk, name: str
) -> None:
    before = house.position()
    for desk, path, body in (
        (house.owner, f"{house.path}/members", {"name": name}),
        (house.owner, f"{house.path}/tokens", {"role": "owner", "label": name}),
        (operator, "/v1/clubs", {"name": name, "currency": "GBP"}),
    ):
        answer = desk.post(path, body)
        invalid(answer, "label" if "label" in body else "name")
        held = next(character for character in name if not character.isascii())
        assert f"U+{ord(held):04X}" in answer.json["detail"]
    assert house.position() == before


def test_a_name_that_its_script_spells_with_a_joiner_is_entered_as_it_is(house: House) -> None:
    for name in ("علی\u200cرضا", "രാമന്\u200d"):
        assert house.owner.post(f"{house.path}/members", {"name": name}).json["name"] == name
