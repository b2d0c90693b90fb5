"""The record written out over HTTP: which formats there are, for whom, and what is refused before a byte is sent."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from api.routes import exports as route
from ledger.exports import FORMATS, Format
from ledger.exports.views import ClubView
from ledger.refusals import Invalid
from ledger.roles import INSPECTORS, READERS
from tests.acts import ILLUSTRATED
from tests.api.house import House

NOTHING = "5f0c0b3e-0000-4000-8000-000000000000"


def counted(view: ClubView) -> Iterator[str]:
    """A format for the tests: a line for every sitting and game of the view."""
    for sitting in view.sittings():
        yield f"sitting {sitting.id}\n"
        for game in view.games(sitting):
            yield f"game {game.id}\n"


def refused(view: ClubView) -> Iterator[str]:
    """A format for the tests that refuses every record."""
    raise Invalid({"game": ["is not to be told"]})
    yield ""


def long(view: ClubView) -> Iterator[str]:
    """A format for the tests that has more than one piece."""
    for n in range(3):
        yield f"{n}" * (1 << 20)


@pytest.fixture(autouse=True)
def formats(monkeypatch: pytest.MonkeyPatch) -> dict[str, Format]:
    """The real formats, and three that are made for these tests."""
    own = [
        Format(name=write.__name__, summary="", suffix=".txt", media_type="text/plain", write=write)
        for write in (counted, refused, long)
    ]
    all_formats = {**FORMATS, **{format_.name: format_ for format_ in own}}
    monkeypatch.setattr(route, "FORMATS", all_formats)
    return all_formats


def test_every_format_is_described_in_one_manner() -> None:
    assert "jsonl" in FORMATS
    for name, format_ in FORMATS.items():
        assert format_.name == name
        assert format_.summary.isascii()
        assert format_.suffix.startswith(".")
        assert format_.media_type.count("/") == 1
        assert ";" not in format_.media_type
        assert set(format_.roles) <= set(READERS)


def test_the_document_lists_every_format(app: Flask) -> None:
    operation = app.test_client().get("/openapi.json").json["paths"]["/v1/clubs/{club}/exports/{format}"]
    (parameter,) = (declared for declared in operation.get("parameters", ()) if declared.get("name") == "format")
    assert parameter["schema"]["enum"] == list(FORMATS)
    answer = operation["get"]["responses"]["200"]
    assert set(answer["content"]) == {format_.media_type for format_ in FORMATS.values()}
    assert all(f"`{name}`" in answer["description"] for name in FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_comes_with_its_name_its_type_and_for_its_asker_only(house: House, name: str) -> None:
    house.play(house.begin(house.sit()), ILLUSTRATED)
    answer = house.owner.get(f"{house.path}/exports/{name}")
    assert answer.status_code == 200
    assert answer.content_type == f"{FORMATS[name].media_type}; charset=utf-8"
    file = f"poolbook-{name}-club-{house.id}{FORMATS[name].suffix}"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{file}"'
    assert (answer.headers["Vary"], answer.headers["Cache-Control"]) == ("Authorization", "no-store")
    assert "ETag" not in answer.headers
    assert answer.text
    assert house.owner.get(f"{house.path}/exports/{name}").text == answer.text


def test_a_file_is_sent_while_it_is_read_off_the_books(house: House) -> None:
    answer = house.owner.get(f"{house.path}/exports/long")
    assert answer.is_streamed
    assert "Content-Length" not in answer.headers
    assert len(answer.text) == 3 << 20


def test_a_sitting_or_a_game_is_written_out_alone(own_house: House) -> None:
    sittings = [own_house.sit(), own_house.sit()]
    games = [own_house.begin(sitting) for sitting in sittings]
    ids = [[path.split("/")[-1] for path in paths] for paths in (sittings, games)]
    path = f"{own_house.path}/exports/counted"
    both = [f"sitting {sitting}\ngame {game}\n" for sitting, game in zip(*ids, strict=True)]
    assert own_house.owner.get(path).text == "".join(both)
    for n, (sitting, game) in enumerate(zip(*ids, strict=True)):
        assert own_house.owner.get(f"{path}?sitting={sitting}").text == both[n]
        answer = own_house.owner.get(f"{path}?sitting={sitting}&game={game.upper()}")
        assert answer.text == own_house.owner.get(f"{path}?game={game}").text == both[n]
        assert f"poolbook-counted-game-{game}.txt" in answer.headers["Content-Disposition"]
    apart = own_house.owner.get(f"{path}?sitting={ids[0][0]}&game={ids[1][1]}")
    assert (apart.status_code, list(apart.json["errors"])) == (422, ["game"])


def test_a_format_that_there_is_not_is_answered_with_those_there_are(house: House, formats: dict[str, Format]) -> None:
    answer = house.owner.get(f"{house.path}/exports/pdf")
    assert (answer.status_code, answer.json["type"]) == (404, "/problems/not-found")
    assert answer.json["detail"] == f"there is no such format; the formats are {', '.join(formats)}"


@pytest.mark.parametrize("name", FORMATS)
def test_a_role_has_the_formats_that_say_nothing_it_may_not_know(house: House, name: str) -> None:
    desks = {"player": house.desk("player", "A"), "auditor": house.auditor, "scorekeeper": house.scorekeeper}
    for role, desk in desks.items():
        answer = desk.get(f"{house.path}/exports/{name}")
        assert answer.status_code == (200 if role in FORMATS[name].roles else 403), role


def test_the_whole_log_is_for_those_who_may_know_of_the_tokens(house: House) -> None:
    assert FORMATS["jsonl"].roles == INSPECTORS
    for desk in (house.desk("player", "A"), house.scorekeeper):
        answer = desk.get(f"{house.path}/exports/jsonl")
        assert (answer.status_code, answer.json["type"]) == (403, "/problems/forbidden")
        assert "owner or auditor" in answer.json["detail"]


def test_what_is_refused_is_a_problem_before_the_file_begins(house: House) -> None:
    answer = house.owner.get(f"{house.path}/exports/refused")
    assert (answer.status_code, answer.content_type) == (422, "application/problem+json")
    assert answer.json["errors"] == {"game": ["is not to be told"]}
    assert "Content-Disposition" not in answer.headers


def test_what_is_another_clubs_or_nothings_is_not_found(new_house: Callable[[], House]) -> None:
    here, there = new_house(), new_house()
    sitting = there.sit()
    game = there.begin(sitting).split("/")[-1]
    sitting = sitting.split("/")[-1]
    path = f"{here.path}/exports/counted"
    for view_for in (f"?sitting={sitting}", f"?game={game}", f"?game={sitting}", f"?sitting={NOTHING}"):
        assert here.owner.get(path + view_for).status_code == 404, view_for
    assert here.owner.get(f"{there.path}/exports/counted").status_code == 404
    assert there.owner.get(f"{there.path}/exports/counted?game={sitting}").status_code == 404


@pytest.mark.parametrize("query", ["?sitting=1", "?game=", "?limit=5", "?game=x&game=y"])
def test_a_query_that_cannot_be_meant_is_refused(house: House, query: str) -> None:
    assert house.owner.get(f"{house.path}/exports/jsonl{query}").status_code == 422


@pytest.mark.parametrize("kind", ["sitting", "game"])
def test_a_part_of_the_log_is_refused_with_its_reason(house: House, kind: str) -> None:
    sitting = house.sit()
    path = sitting if kind == "sitting" else house.begin(sitting)
    answer = house.owner.get(f"{house.path}/exports/jsonl?{kind}={path.split('/')[-1]}")
    assert answer.status_code == 422
    assert "the whole log of a club" in answer.json["errors"][kind][0]
