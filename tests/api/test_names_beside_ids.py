"""`?expand=members`: the names of the members whose ids are in an answer."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.api.problems import invalid
from tests.api.test_ids_of_another_club import reads

ID = re.compile(r'"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"')


@pytest.fixture(scope="module")
def evening(shared_house: House) -> tuple[str, str]:
    """A sitting of A to D with one game, in a club of five: the paths of both."""
    house = shared_house
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, ILLUSTRATED)
    house.follow()
    return sitting, game


def test_every_read_with_ids_of_members_names_them_where_it_is_asked_to(
    house: House, evening: tuple[str, str], app: Flask
) -> None:
    sitting, game = evening
    places = {
        "/v1/sittings/{sitting}": sitting,
        "/v1/games/{game}": game,
        "{club}": house.id,
        "{member}": house.member["A"],
        "/entries/{n}": f"/entries/{house.owner.get(f'{sitting}/entries').json['items'][-1]['id']}",
    }
    places["{token}"] = house.owner.get(f"{house.path}/tokens").json["items"][0]["id"]
    not_made = ("/disputes/{n}", "/webhooks/{webhook}")
    expanded = set()
    for path, parameters in ((path, asked) for path, asked in reads(app) if not any(part in path for part in not_made)):
        for place, text in places.items():
            path = path.replace(place, text)
        if "expand" not in parameters:
            tells_names = f"/members/{house.member['A']}" in path
            if not tells_names and "exports" not in path and "/events" not in path and "/log/" not in path:
                assert not set(ID.findall(house.owner.get(path).text)) & set(house.letter), path
            continue
        plain, named = house.owner.get(path), house.owner.get(f"{path}?expand=members")
        assert (plain.status_code, named.status_code) == (200, 200), named.text
        body = named.json
        members = body.pop("members")
        assert body == plain.json, path
        assert members == {id_: house.letter[id_] for id_ in ID.findall(plain.text) if id_ in house.letter}, path
        expanded.add(path)
    assert expanded >= {sitting, game, *(f"{game}/{name}" for name in ("settlement", "actions", "replay"))}
    assert expanded >= {f"{house.path}/{name}" for name in ("games", "sittings", "results", "audit", "books")}
    player = house.desk("player", "B")
    assert player.get("/v1/me?expand=members").json["members"] == {house.member["B"]: "B"}


def test_a_what_if_of_a_game_or_an_evening_names_its_members_where_it_is_asked_to(
    house: House, evening: tuple[str, str]
) -> None:
    player = house.desk("player", "B")
    for path in evening:
        question = {"readings": {"hearts": "flush_only"}}
        plain = player.post(f"{path}/what-if", question)
        named = player.post(f"{path}/what-if?expand=members", question)
        assert (plain.status_code, named.status_code) == (200, 200), named.text
        body = named.json
        assert body.pop("members") == {id_: house.letter[id_] for id_ in ID.findall(plain.text) if id_ in house.letter}
        assert body == plain.json
        invalid(player.post(f"{path}/what-if?expand=games", question), "expand")


def test_the_document_has_names_in_an_answer_exactly_where_they_can_be_asked_for(app: Flask) -> None:
    document = app.test_client().get("/openapi.json").json
    for path, operations in document["paths"].items():
        for method in operations.keys() & {"get", "post"}:
            asked = [p.get("name") for p in operations[method].get("parameters", ())]
            responses = operations[method]["responses"]
            answer = (responses.get("201") or responses["200"]).get("content", {}).get("application/json", {})
            named = [schema for schema in _schemas_in(answer, document) if _has_names(schema)]
            assert len(named) == ("expand" in asked), (method, path)


def _schemas_in(value: Any, document: Any, seen: set[str] | None = None) -> Iterator[Any]:
    """Every schema that a part of the document refers to, and those to which that refers, once."""
    seen = set() if seen is None else seen
    if isinstance(value, dict):
        reference = value.get("$ref", "").rpartition("/")[2]
        if reference in document["components"]["schemas"] and reference not in seen:
            seen.add(reference)
            yield document["components"]["schemas"][reference]
            yield from _schemas_in(document["components"]["schemas"][reference], document, seen)
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _schemas_in(inner, document, seen)


def _has_names(schema: Any) -> bool:
    return "expand=members" in schema.get("properties", {}).get("members", {}).get("description", "")


def test_another_expansion_is_refused(house: House, evening: tuple[str, str]) -> None:
    for nonsense in ("expand=games", "expand=", "expand=members,games", "expand=members&expand=members"):
        for path in (*evening, f"{house.path}/sittings"):
            invalid(house.owner.get(f"{path}?{nonsense}"), "expand")


def test_the_tag_tells_an_answer_with_names_and_goes_on_with_a_change_of_name(own_house: House) -> None:
    house = own_house
    game = house.begin(house.sit())
    house.play(game, ILLUSTRATED)
    plain, named = house.owner.get(game).headers["ETag"], house.owner.get(f"{game}?expand=members").headers["ETag"]
    assert plain != named

    def status(tag: str, query: str = "?expand=members") -> int:
        answer = house.owner.get(f"{game}{query}", If_None_Match=tag)
        if answer.status_code == 304:
            assert (answer.headers["ETag"], answer.data) == (tag, b"")
        return answer.status_code

    assert (status(named), status(plain)) == (304, 200)
    assert (status(plain, ""), status(named, "")) == (304, 200)
    assert house.owner.post(f"{house.path}/members/{house.member['A']}/name", {"name": "Ada"}).status_code == 201
    assert (status(named), status(plain, "")) == (200, 304)
    renamed = house.owner.get(f"{game}?expand=members")
    assert renamed.json["members"][house.member["A"]] == "Ada"
    erasure = f"{house.path}/members/{house.member['B']}/erasure"
    assert house.owner.post(erasure, {"reason": "asked for"}).status_code == 201
    assert status(renamed.headers["ETag"]) == 200
    assert house.owner.get(f"{game}?expand=members").json["members"][house.member["B"]] is None
    # What was read with names is as good a version to decide on.
    tag = house.owner.get(f"{game}?expand=members").headers["ETag"]
    waiver = {"law": 22, "agreed_by": list(house.member.values())}
    assert house.scorekeeper.post(f"{game}/waivers", waiver, If_Match=tag).json["code"] == "game_over"
    assert house.scorekeeper.post(f"{game}/waivers", waiver, If_Match='"1.1"').status_code == 412


def test_names_tell_nothing_of_hidden_cards(house: House, evening: tuple[str, str]) -> None:
    _, game = evening
    player = house.desk("player", "D")
    plain, named = player.get(f"{game}/replay").json, player.get(f"{game}/replay?expand=members").json
    assert {name: value for name, value in named.items() if name != "members"} == plain
    assert json.dumps(sorted(named["members"].values())) == json.dumps(list("ABCDE"))
