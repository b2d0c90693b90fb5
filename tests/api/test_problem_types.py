"""The type of every problem is an address at which people and programs read what it means."""

import tomllib
from pathlib import Path

import pytest
from flask import Flask

import api
from api.problems import TITLES

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_every_kind_of_problem_has_its_words_and_no_other() -> None:
    words = tomllib.loads((Path(api.__file__).parent / "problem_types.toml").read_text(encoding="utf-8"))
    assert set(words) == set(TITLES)
    assert all(set(kind) == {"means", "do"} and all(kind.values()) for kind in words.values())


@pytest.mark.parametrize("name", TITLES)
def test_the_type_of_a_problem_resolves_for_programs_and_for_people(app: Flask, name: str) -> None:
    client = app.test_client()
    kind = client.get(f"/problems/{name}").json
    assert (kind["type"], kind["status"], kind["title"]) == (f"/problems/{name}", *TITLES[name])
    shown = client.get(f"/problems/{name}", headers=BROWSER)
    assert shown.status_code == 200
    assert shown.content_type == "text/html; charset=utf-8"
    assert f"<h1>{TITLES[name][1]} " in shown.text


def test_an_example_of_a_problem_is_one_that_was_really_answered(app: Flask) -> None:
    example = app.test_client().get("/problems/refused").json["example"]
    assert (example["type"], example["law"]) == ("/problems/refused", 25)


def test_the_list_has_every_kind(app: Flask) -> None:
    client = app.test_client()
    assert [kind["type"] for kind in client.get("/problems/").json["items"]] == [f"/problems/{name}" for name in TITLES]
    assert client.get("/problems/", headers=BROWSER).text.count("<section") == len(TITLES)
    assert client.get("/problems/unheard-of").status_code == 404


def test_a_problem_of_the_service_has_a_type_that_resolves(app: Flask) -> None:
    client = app.test_client()
    problem = client.get("/v1/me").json
    assert client.get(problem["type"]).json["title"] == problem["title"]


@pytest.mark.parametrize("path", ["/", "/v1"])
@pytest.mark.parametrize("accept", [None, "*/*", "application/json"])
def test_a_program_that_has_only_the_address_is_told_where_to_begin(app: Flask, path: str, accept: str | None) -> None:
    client = app.test_client()
    answer = client.get(path, headers={"Accept": accept} if accept else {})
    assert answer.status_code == 200
    paths = {name: text for name, text in answer.json.items() if text.startswith("/")}
    assert set(paths) == {"docs", "openapi", "token", "laws", "problems", "health"}
    for name, linked in paths.items():
        with client.get(linked) as shown:
            assert shown.status_code == (401 if name == "token" else 200), linked


def test_a_browser_is_asked_to_sign_in_at_the_same_address(app: Flask) -> None:
    answer = app.test_client().get("/", headers=BROWSER)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/sign-in?next=/")


@pytest.mark.parametrize("path", ["/", "/v1", "/problems/", "/problems/refused"])
def test_head_and_options_are_answered_without_a_body(app: Flask, path: str) -> None:
    client = app.test_client()
    for answer in (client.head(path), client.options(path)):
        assert (answer.status_code, answer.data) == (200, b"")
    assert {"GET", "HEAD", "OPTIONS"} <= set(client.options(path).headers["Allow"].split(", "))
