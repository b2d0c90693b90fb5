"""An id of another club, in an address, a query or a body, is answered as an id that nobody has, and does nothing.

The other club has recorded the same evening and more, so that it has rows at every number and position of this one,
and beyond them.
"""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.app import create_app
from api.service import install
from api.settings import Settings
from ledger.application.clubs import Clubs
from ledger.exports import FORMATS
from tests.api.answered import text_in
from tests.api.conftest import without_patience
from tests.api.house import OPERATOR, Desk, House
from tests.api.test_every_statement import VALUES
from tests.api.whole_evening import sign, write_everything_down

UUIDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Ids = dict[str, str]
"""What stands in an address for each of its names."""


class Noting(Desk):
    """A client that keeps what it writes, and where."""

    def __init__(self, app: Flask, token: str | None) -> None:
        super().__init__(app, token)
        self.written: list[tuple[str, Any]] = []

    def post(self, path: str, body: Any = None, **given: Any) -> TestResponse:
        self.written.append((path, body))
        return super().post(path, body, **given)


class Evening:
    """A club with a sitting, and in it a game that is over and one that goes on."""

    def __init__(self, app: Flask, clubs: Clubs) -> None:
        self.house = House.found_club(app, clubs)
        self.house.scorekeeper = self.desk = Noting(app, self.house.scorekeeper.token)
        self.sitting, self.game = write_everything_down(self.house)
        self.running = self.house.begin(self.sitting, None)
        self.house.play(self.running, "deal")
        last = {"sitting": self.sitting.rpartition("/")[2], "game": self.game.rpartition("/")[2]}
        token = self.house.issue("auditor")["id"]
        added = self.house.owner.post(f"{self.house.path}/webhooks", {"url": "https://receiver.invalid/"})
        made = {"token": token, "webhook": added.json["id"]}
        self.ids: Ids = {"club": self.house.id, "member": self.house.member["A"], **made, **last}

    def own(self) -> set[str]:
        """Every id that the club's own record shows."""
        texts = (str(logged.recorded) for logged in self.house.store.notifications(0, 10_000))
        return {self.house.id, *(one for text in texts for one in UUIDS.findall(text))}


@pytest.fixture(scope="module")
def app(clubs: Clubs) -> Flask:
    """An application in which no read waits."""
    made = create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)
    install(made, without_patience(made))
    return made


@pytest.fixture(scope="module")
def here(app: Flask, clubs: Clubs, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """The club whose owner asks."""
    evening = Evening(app, clubs)
    sign(evening.house, tmp_path_factory.mktemp("here"))
    return evening


Answers = dict[str, tuple[int, str]]
"""What was answered to each address: the status and the text."""


@pytest.fixture(scope="module")
def alone(app: Flask, here: Evening) -> Answers:
    """What every route answers in the first club before the other is founded."""
    return everything_read(app, here)


@pytest.fixture(scope="module")
def there(app: Flask, clubs: Clubs, alone: Answers, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """The other club, which goes on for longer."""
    evening = Evening(app, clubs)
    write_everything_down(evening.house)
    sign(evening.house, tmp_path_factory.mktemp("there"))
    return evening


def reads(app: Flask) -> list[tuple[str, list[str]]]:
    """The path of every route that reads in a club, with the names in its query."""
    paths = app.test_client().get("/openapi.json").json["paths"]
    return [
        (path, [p["name"] for p in operations["get"].get("parameters", ()) if p.get("in") == "query"])
        for path, operations in paths.items()
        if "get" in operations and path.startswith(("/v1/clubs/", "/v1/sittings/", "/v1/games/"))
    ]


def filled(text: str, ids: Ids) -> str:
    """A text with these ids for the names in braces."""
    return re.sub(r"{(\w+)}", lambda name: ({"format": "jsonl", "n": "1"} | ids)[name[1]], text)


def masked(answer: TestResponse, ids: list[str]) -> tuple[int, str]:
    """An answer in which each of these ids is called by its place among them."""
    text = text_in(answer.data)
    for place, id_ in enumerate(ids):
        text = text.replace(id_, f"<id {place}>")
    return answer.status_code, re.sub(r'"instance": "[^"]+"|\d{4}-\d\d-\d\dT[0-9:.]+Z', "<by chance>", text)


def everything_read(app: Flask, evening: Evening) -> Answers:
    """What every route that reads answers to the owner, also with each parameter of its query."""
    answers = {}
    for path, names in reads(app):
        queries = ["", *(f"?{name}={value}" for name, value in {**VALUES, **evening.ids}.items() if name in names)]
        for format_ in FORMATS if "{format}" in path else ("",):
            for url in (filled(path, evening.ids | {"format": format_}) + query for query in queries):
                answers[url] = masked(evening.house.owner.get(url), [])
    return answers


def test_nothing_that_is_read_changes_by_what_another_club_records(
    app: Flask, here: Evening, alone: Answers, there: Evening
) -> None:
    assert sum(status == 200 for status, _ in alone.values()) > 100
    assert everything_read(app, here) == alone


def test_an_id_of_another_club_reads_what_an_id_of_nobody_reads(app: Flask, here: Evening, there: Evening) -> None:
    owner, compared = here.house.owner, 0
    for path, names in reads(app):
        in_path = [name for name in re.findall(r"{(\w+)}", path) if name in there.ids]
        for asked in (*in_path, *(name for name in names if name in there.ids)):
            answers = []
            for foreign in (there.ids[asked], str(uuid4())):
                url = filled(path, here.ids | {asked: foreign} if asked in in_path else here.ids)
                answer = owner.get(url if asked in in_path else f"{url}?{asked}={foreign}")
                assert answer.status_code < 500, (url, answer.text)
                answers.append(masked(answer, [foreign]))
            assert answers[0] == answers[1], (path, asked)
            if asked in in_path:
                assert answers[0][0] == 404, (path, asked)
            compared += 1
    assert compared > 30


def test_no_number_cursor_or_position_of_another_club_reads_its_rows(app: Flask, here: Evening, there: Evening) -> None:
    beyond = there.house.position()
    assert beyond > here.house.position() + 10
    foreign, answered = there.own() - here.own(), 0
    values = {name: [value] for name, value in VALUES.items()}
    values |= {name: [here.house.position() + 1, beyond] for name in ("at_least", "after", "position", "step")}
    values |= {"cursor": [1, 2, here.house.position() + 1, beyond, *there.ids.values()], "limit": [200]}
    for path, names in reads(app):
        queries = ["", *(f"?{name}={value}" for name in names for value in values.get(name, ()))]
        if path.endswith("consistency"):
            queries = [f"?from={here.house.position() + 1}&to={beyond}", f"?from=1&to={beyond}"]
        for format_ in FORMATS if "{format}" in path else ("",):
            for query in queries:
                answer = here.house.owner.get(filled(path, here.ids | {"format": format_}) + query)
                assert answer.status_code in (200, 404, 422, 503), (path, query, answer.text)
                seen = set(UUIDS.findall(text_in(answer.data))) & foreign - set(UUIDS.findall(query))
                assert seen == set(), (path, query)
                answered += answer.status_code == 200
    assert answered > 100


def test_what_is_written_with_an_id_of_another_club_is_refused_as_with_nobodys(here: Evening, there: Evening) -> None:
    before = here.house.position(), there.house.position()
    foreign = sorted(there.own())
    nobodys = sorted(str(uuid4()) for _ in foreign)
    in_place = {there.house.path: here.house.path, there.sitting: here.sitting, there.game: here.game}
    in_place[there.running] = here.running
    refused = 0
    for path, body in there.desk.written:
        start = next((known for known in in_place if path.startswith(known)), None)
        text = json.dumps(body)
        if start is None or not UUIDS.search(text):
            continue
        url, answers = in_place[start] + path.removeprefix(start), []
        for ids in (foreign, nobodys):
            swapped = text
            for there_is, put in zip(foreign, ids, strict=True):
                swapped = swapped.replace(there_is, put)
            answers.append(masked(here.house.scorekeeper.post(url, json.loads(swapped)), ids))
        assert answers[0] == answers[1], (url, text)
        assert answers[0][0] in (404, 422), (url, text, answers[0])
        refused += 1
    assert refused > 30
    assert (here.house.position(), there.house.position()) == before


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("{path}/erasures", {"stream": "{club}", "version": 2, "part": "label", "reason": "x"}),
        ("{path}/erasures", {"stream": "{game}", "version": 2, "part": "note", "reason": "x"}),
        ("{path}/members/{member}/erasure", {"reason": "x"}),
        ("{path}/tokens", {"role": "player", "label": "x", "member": "{member}"}),
        ("{path}/tokens/{token}/revoke", {}),
        ("{path}/webhooks/{webhook}/secret", {}),
        ("{path}/webhooks/{webhook}/ping", {}),
        ("{path}/webhooks/{webhook}/dead/retry", {}),
        ("{path}/webhooks/{webhook}/remove", {}),
        ("/v1/sittings/{sitting}/close", {}),
        ("/v1/games/{game}/void", {"reason": "x", "agreed_by": ["{member}"]}),
    ],
)
def test_an_owner_does_nothing_by_an_id_of_another_club(
    here: Evening, there: Evening, path: str, body: dict[str, Any]
) -> None:
    before = here.house.position(), there.house.position()
    answers = []
    for ids in (there.ids, {name: str(uuid4()) for name in there.ids}):
        address, sent = (filled(text, ids | {"path": here.house.path}) for text in (path, json.dumps(body)))
        answers.append(masked(here.house.owner.post(address, json.loads(sent)), list(ids.values())))
    assert answers[0] == answers[1]
    assert answers[0][0] in (404, 422), answers[0]
    assert (here.house.position(), there.house.position()) == before
