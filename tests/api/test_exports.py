"""The record written out over HTTP: which formats there are, for whom, and what is refused before a byte is sent."""

import re
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from flask import Flask

from api.routes import exports as route
from ledger.exports import FORMATS, Format
from ledger.exports.file_names import file_name
from ledger.exports.views import ClubView
from ledger.refusals import Invalid
from ledger.roles import INSPECTORS, READERS
from ledger.telling.redaction import Reader
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
        Format(
            name=write.__name__, summary="", suffix=".txt", media_type="text/plain", write=write, holds=write.__name__
        )
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
    charset = "" if FORMATS[name].binary else "; charset=utf-8"
    assert answer.content_type == f"{FORMATS[name].media_type}{charset}"
    name_of_file = rf"the-club-[0-9a-f-]+-{FORMATS[name].holds}-\d{{4}}{FORMATS[name].suffix}"
    assert re.fullmatch(f'attachment; filename="{name_of_file}"', answer.headers["Content-Disposition"])
    assert (answer.headers["Vary"], answer.headers["Cache-Control"]) == ("Authorization, Accept-Encoding", "no-store")
    assert "ETag" not in answer.headers
    assert answer.data
    assert house.owner.get(f"{house.path}/exports/{name}").data == answer.data


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
        assert f"-sitting-{n + 1}-game-1.txt" in answer.headers["Content-Disposition"]
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


def test_a_period_holds_the_sittings_of_its_days_by_the_days_on_which_they_were_held(own_house: House) -> None:
    days = ("1896-01-02", "1895-11-05", "1895-11-12")
    ids = {day: own_house.sit(held_on=day).rpartition("/")[2] for day in days}
    path = f"{own_house.path}/exports/counted"

    def listed(query: str) -> list[str]:
        return own_house.owner.get(path + query).text.split("\n")[:-1]

    assert listed("") == [f"sitting {ids[day]}" for day in sorted(days)]
    assert listed("?from=1895-11-06") == [f"sitting {ids[day]}" for day in sorted(days)[1:]]
    assert listed("?from=1895-11-05&to=1895-11-05") == [f"sitting {ids['1895-11-05']}"]
    assert listed("?to=1800-01-01") == []
    answer = own_house.owner.get(f"{path}?from=1895-11-06&to=1895-12-31")
    assert "-counted-from-1895-11-06-to-1895-12-31.txt" in answer.headers["Content-Disposition"]
    assert "-counted-1895-1896.txt" in own_house.owner.get(path).headers["Content-Disposition"]
    whole = own_house.owner.get(f"{own_house.path}/exports/jsonl?to=1895-12-31")
    assert (whole.status_code, list(whole.json["errors"])) == (422, ["to"])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("The Green Baize", "the-green-baize-results.csv"),
        ('Café "Zoë"; =1', "cafe-zoe-1-results.csv"),
        ("碁会所", "club-results.csv"),
        ("../../etc", "etc-results.csv"),
    ],
)
def test_the_name_of_a_file_holds_that_of_the_club_in_plain_letters(own_house: House, name: str, expected: str) -> None:
    view = ClubView(own_house.clubs.books(UUID(own_house.id)), name, Reader("owner"))
    assert file_name(view, "results", ".csv") == expected


@pytest.mark.parametrize(
    "query",
    ["?sitting=1", "?game=", "?limit=5", "?game=x&game=y", "?from=yesterday", "?from=1895-11-06&to=1895-11-05"],
)
def test_a_query_that_cannot_be_meant_is_refused(house: House, query: str) -> None:
    assert house.owner.get(f"{house.path}/exports/jsonl{query}").status_code == 422


@pytest.mark.parametrize("kind", ["sitting", "game"])
def test_a_part_of_the_log_is_refused_with_its_reason(house: House, kind: str) -> None:
    sitting = house.sit()
    path = sitting if kind == "sitting" else house.begin(sitting)
    answer = house.owner.get(f"{house.path}/exports/jsonl?{kind}={path.split('/')[-1]}")
    assert answer.status_code == 422
    assert "the whole log of a club" in answer.json["errors"][kind][0]
