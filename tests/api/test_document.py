"""The document of the API, the page that shows it, and the headers of every answer."""

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask
from openapi_spec_validator import validate

from ledger.gamefile.line_kinds import LINES
from ledger.gamefile.reference import EVENING
from tests.acts import ILLUSTRATED
from tests.api.house import Desk, House

NAMES = Path(__file__).parent / "names.txt"
"""The names in every body, in their order: a line for each schema."""
OPEN = {"/v1", "/livez"}
"""Paths that ask nothing of the database."""
NOT_DESCRIBED = {"/metrics", "/openapi.json", "/docs", "/docs/gamefile", "/docs/swagger/{name}", "/docs/own/{filename}"}


@pytest.fixture(scope="module")
def document(app: Flask) -> dict:
    """The document as it is served."""
    answer = app.test_client().get("/openapi.json")
    assert answer.content_type == "application/json"
    return answer.json


def test_the_document_is_openapi_3_1(document: dict) -> None:
    assert document["openapi"].startswith("3.1.")
    validate(document)


def test_every_route_is_described_and_every_description_has_its_route(app: Flask, document: dict) -> None:
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if not rule.endpoint.startswith("page")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    described = {
        (path, method)
        for path, operations in document["paths"].items()
        for method in operations
        if method != "parameters"
    }
    assert {route for route in served if route[0] not in NOT_DESCRIBED} == described


def test_every_operation_is_named_summed_up_and_says_how_it_fails(document: dict) -> None:
    names = set()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            names.add(operation["operationId"])
            assert operation["summary"], path
            expected = {"503"} if path not in OPEN and not path.startswith(("/v1/laws", "/v1/readings")) else set()
            if operation.get("security") is None:
                expected |= {"401", "403"}
            if path.endswith(("/what-if", "/verify", "/ping", "/retry")):
                assert "201" not in operation["responses"], "a question records nothing"
                expected |= {"200", "400", "413", "415", "422"}
            elif method == "post":
                expected |= {"201", "400", "409", "413", "415", "422"}
                # The keys of a text follow from the text.
                keyed = {"$ref": "#/components/parameters/Idempotency-Key"} in operation["parameters"]
                assert keyed == ("application/json" in operation["requestBody"]["content"])
            if "{" in path:
                expected |= {"404"}
            assert set(operation["responses"]) >= expected, (method, path)
    assert len(names) == sum(len(set(operations) - {"parameters"}) for operations in document["paths"].values())


def test_every_problem_in_the_document_is_of_its_own_type(document: dict) -> None:
    for response in document["components"]["responses"].values():
        assert list(response["content"]) == ["application/problem+json"]


def test_bodies_have_the_names_that_clients_rely_on(document: dict) -> None:
    """The fields of a dataclass are answered, unless its schema leaves them out: one that is new is seen here first.

    Where a name is meant to come or go, its line in names.txt is changed, and CHANGELOG says so.
    """
    names = [
        f"{name}: {' '.join(schema['properties'])}\n"
        for name, schema in sorted(document["components"]["schemas"].items())
        if schema.get("properties")
    ]
    assert names == NAMES.read_text().splitlines(keepends=True)


def test_what_is_answered_has_every_name_that_the_document_requires(house: House, document: dict) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    last = house.play(game, ILLUSTRATED)
    schemas = document["components"]["schemas"]
    for schema, body in (
        ("Sitting", house.owner.get(sitting).json),
        ("Game", house.owner.get(game).json),
        ("Settlement", house.owner.get(f"{game}/settlement").json),
        ("Replay", house.owner.get(f"{game}/replay").json),
        ("Frame", house.owner.get(f"{game}/replay").json["frames"][3]),
        ("Recorded", last),
    ):
        assert set(schemas[schema]["required"]) == set(body), schema


class _Loads(HTMLParser):
    """Collects what a page loads, and the scripts and styles in it."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.inline: list[str] = []
        self._within: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.addresses += [attributes[name] or "" for name in ("src", "href") if name in attributes]
        self.inline += [name for name in attributes if name.startswith("on") or name == "style"]
        self._within = tag if tag in ("script", "style") else None

    def handle_data(self, data: str) -> None:
        if self._within and data.strip():
            self.inline.append(data)


def test_the_page_loads_nothing_from_elsewhere_and_holds_no_script(app: Flask) -> None:
    client = app.test_client()
    page = client.get("/docs")
    assert page.status_code == 200
    loads = _Loads()
    loads.feed(page.text)
    assert loads.inline == []
    assert "/openapi.json" in loads.addresses
    for address in loads.addresses:
        assert address.startswith("/")
        assert not address.startswith("//")
        with client.get(address) as answer:
            assert answer.status_code == 200, address
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    page.close()


def test_only_the_files_of_the_page_are_served(app: Flask) -> None:
    for name in ("index.html", "swagger-initializer.js", "..%2F__init__.py", "oauth2-redirect.html"):
        assert app.test_client().get(f"/docs/swagger/{name}").status_code == 404


def test_every_answer_is_for_its_asker_and_kept_by_nobody_unless_the_game_is_over(house: House) -> None:
    game = house.begin(house.sit())
    for path in ("/v1/me", house.path, game, "/v1/nowhere"):
        headers = house.owner.get(path).headers
        assert headers["Vary"] == "Authorization, Accept-Encoding"
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
    house.play(game, ILLUSTRATED)
    for path in (game, f"{game}/settlement", f"{game}/replay"):
        assert house.owner.get(path).headers["Cache-Control"] == "private, no-cache"


def test_a_reader_who_has_the_version_is_not_sent_it_again(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    for path in (game, house.path):
        first = house.owner.get(path)
        again = house.owner.get(path, If_None_Match=first.headers["ETag"])
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == first.headers["ETag"]
        assert again.headers["Vary"] == "Authorization, Accept-Encoding"
    tag = house.owner.get(game).headers["ETag"]
    house.play(game, "deal")
    assert house.owner.get(game, If_None_Match=tag).status_code == 200


def test_a_sitting_is_always_sent_while_its_game_moves_the_counters(house: House) -> None:
    sitting = house.sit()
    tag = house.owner.get(sitting).headers["ETag"]
    assert house.owner.get(sitting, If_None_Match=tag).status_code == 304
    game = house.begin(sitting)
    tag = house.owner.get(sitting).headers["ETag"]
    assert house.owner.get(sitting, If_None_Match=tag).status_code == 200
    assert tag == f'"{house.owner.get(sitting).json["version"]}"'
    house.play(game, ILLUSTRATED)
    tag = house.owner.get(sitting).headers["ETag"]
    assert house.owner.get(sitting, If_None_Match=tag).status_code == 304


def test_the_laws_and_the_readings_can_be_read(app: Flask) -> None:
    desk = Desk(app, None)
    laws = desk.get("/v1/laws").json
    assert [law["number"] for law in laws["items"]] == list(range(1, 82))
    assert laws["next"] is None
    assert desk.get("/v1/laws/33").json == laws["items"][32]
    assert laws["items"][32]["readings"] == ["false_opener_loses"]
    assert desk.get("/v1/laws/0").status_code == desk.get("/v1/laws/82").status_code == 404
    readings = desk.get("/v1/readings").json["items"]
    assert len(readings) == 19
    assert all(reading["default"] in reading["values"] for reading in readings)


def test_the_game_file_is_explained_to_anybody_line_by_line(app: Flask) -> None:
    client = app.test_client()
    page = client.get("/docs/gamefile")
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    loads = _Loads()
    loads.feed(page.text)
    assert loads.inline == []
    for address in loads.addresses:
        with client.get(address) as answer:
            assert answer.status_code == 200, address
    shown = unescape(page.text)
    assert all(form in shown and kind.means in shown for kind in LINES for form in kind.forms)
    assert EVENING in shown
    with client.get("/docs") as docs:
        assert 'href="/docs/gamefile"' in docs.text
