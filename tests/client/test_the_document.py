"""Whatever the client sends and reads is as the document at /openapi.json has it; and it has every act and entry."""

import inspect
import re
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from flask import Flask

from api.schemas.actions import SCHEMAS
from api.schemas.entries import NEW_ENTRIES
from ledger.play.acts import ACTS
from poolbook import client
from poolbook.client import Club, Game, Poolbook, Sitting
from poolbook.client.acts import Acts
from poolbook.client.answers import Answer
from poolbook.client.connection import Connection
from poolbook.client.sending import Patience, Request

ID = "5f0c1d2e-0000-4000-8000-000000000001"

SAMPLES: dict[str, Any] = {
    "expires_at": datetime(2030, 1, 1, tzinfo=UTC),
    **dict.fromkeys(("player", "lender", "left_of", "to", "cut_by", "witness", "referee", "member", "dealer"), ID),
    **dict.fromkeys(("carried_from", "sitting", "game", "token", "id", "key"), ID),
    **{name: [ID] for name in ("players", "agreed_by", "sitting_out", "parties", "seats")},
    **{name: {ID: 1} for name in ("announced", "counts", "paid")},
    **dict.fromkeys(("amount", "red", "white", "blue", "odd", "asked", "given", "law", "step", "n", "number"), 2),
    **dict.fromkeys(("discard", "if_version", "ante", "limit", "loss"), 2),
    **dict.fromkeys(("irregular", "on_credit", "made_right", "by_law", "rebase", "as_played", "can_give"), True),
    **dict.fromkeys(("by_bank", "same_name"), True),
    **dict.fromkeys(("card", "joker_as", "original"), "Kh"),
    **dict.fromkeys(("note", "reason", "question", "ground", "statement", "ruling", "label", "name"), "words"),
    **{name: {"odd_counter": "x"} for name in ("readings", "reading")},
    **{name: {"x": 1} for name in ("articles", "kitty", "correction", "from_")},
    "strike": [1],
    "insert": [{"after": 1}],
    "carried": "stands_over",
    "currency": "GBP",
    "role": "auditor",
    "stop_at": datetime(2026, 1, 1, tzinfo=UTC),
    "held_on": date(2026, 1, 1),
    "held": date(2026, 1, 1),
    "pack": "Kh Kd",
    "cut": False,
    "toward": "loan",
    "status": "open",
    "kind": "fact",
    "beside": "written",
}
"""A value for each parameter of a method of the client. Those that mean several things are in ALSO."""

ALSO: dict[tuple[str, str], Any] = {
    ("deal", "cards"): {ID: "Kh Kd"},
    ("draw", "cards"): "Kh Kd",
    ("show", "cards"): "Kh Kd",
    ("foul", "cards"): 4,
    ("foul", "found"): "dealt",
    ("misdeal", "reason"): "uncut",
    ("cut", "cards"): {ID: "Kh"},
    ("results", "from_"): date(2026, 1, 1),
    ("results", "to"): date(2026, 2, 1),
    ("export", "format"): "hledger",
}

NO_REQUEST = {"request", "close", "follow", "id", "verify_receipt"}
"""Methods of a Poolbook and of the others that send nothing by these ways; tests of their own are elsewhere."""


class Heard(Exception):
    """What a method sent: the method of HTTP, the path, the body or the query, and the type it reads."""

    def __init__(self, method: str, path: str, fields: dict[str, Any], kind: Any, listed: bool = False) -> None:
        self.method, self.path, self.fields, self.kind, self.listed = method, path, dict(fields), kind, listed


class Listening(Connection):
    """A connection that raises what it was given to send."""

    def __init__(self) -> None:
        super().__init__("http://poolbook.test", "pb_x", Patience())

    def send(self, request: Request) -> httpx.Response:
        raise Heard(request.method, request.path, dict(request.query), str)

    def read(self, path: str, kind: Any, query: Any = None) -> Any:
        raise Heard("GET", path, query or {}, kind)

    def ask(self, path: str, body: Any, kind: Any) -> Any:
        raise Heard("POST", path, body, kind)

    def write(self, path: str, body: Any, kind: Any, **options: Any) -> Any:
        raise Heard("POST", path, body, kind)

    def items(self, path: str, kind: Any, query: Any = None, *, of_club: bool = True) -> Any:
        raise Heard("GET", path, query or {}, kind, listed=True)


def things() -> list[Any]:
    """One of each thing that has methods, all on a connection that listens."""
    connection, now = Listening(), SimpleNamespace(id=ID, name="x")
    book = Poolbook("http://poolbook.test", "pb_x")
    book._connection = connection
    return [book, Club(connection, now), Sitting(connection, ID, now), Game(connection, ID, now)]


def methods(thing: Any) -> list[str]:
    """The methods that send something."""
    return [
        name
        for name, _ in inspect.getmembers(type(thing), inspect.isfunction)
        if not name.startswith("_") and (name not in NO_REQUEST or (name == "close" and isinstance(thing, Sitting)))
    ]


def heard(thing: Any, name: str) -> Heard:
    """What a method sends when all its parameters are given."""
    given: dict[str, Any] = {}
    positional: list[Any] = []
    for parameter in inspect.signature(getattr(thing, name)).parameters.values():
        value = ALSO.get((name, parameter.name), SAMPLES.get(parameter.name))
        if parameter.kind is parameter.POSITIONAL_ONLY:
            positional.append("pass")
        elif parameter.kind is not parameter.VAR_KEYWORD and parameter.name not in ("file",):
            assert value is not None, f"{name} has a parameter {parameter.name} without a sample"
            given[parameter.name] = value
        elif parameter.name == "file":
            given["file"] = "never written"
    if isinstance(thing, Game) and hasattr(Acts, name):
        given.update({common: SAMPLES[common] for common in ("player", "irregular", "note")})
    with pytest.raises(Heard) as caught:
        getattr(thing, name)(*positional, **given)
    return caught.value


@pytest.fixture(scope="module")
def document(app: Flask) -> dict[str, Any]:
    """The document."""
    answer: dict[str, Any] = app.test_client().get("/openapi.json").json
    return answer


def schema_of(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """A schema, looked up where it is named."""
    named: dict[str, Any] = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return named


def operation_of(document: dict[str, Any], sent: Heard) -> dict[str, Any]:
    """The operation that takes what was sent; a path without parameters goes first."""
    for path in sorted(document["paths"], key=lambda path: path.count("{")):
        pattern = re.sub(r"\{\w+\}", "[^/]+", path)
        if re.fullmatch(pattern, sent.path) and sent.method.lower() in document["paths"][path]:
            operation: dict[str, Any] = document["paths"][path][sent.method.lower()]
            return operation
    raise AssertionError(f"the document has no {sent.method} {sent.path}")


SENDING = [
    (thing, name)
    for thing in things()
    for name in methods(thing)
    if (type(thing), name) not in {(Game, "act"), (Game, "acts")}
]


@pytest.mark.parametrize(("thing", "name"), SENDING, ids=[f"{type(thing).__name__}.{name}" for thing, name in SENDING])
def test_a_method_sends_what_the_document_takes_and_reads_what_it_answers(
    document: dict[str, Any], thing: Any, name: str
) -> None:
    sent = heard(thing, name)
    operation = operation_of(document, sent)
    if sent.method == "GET":
        refs = document["components"].get("parameters", {})
        parameters = [refs[p["$ref"].rpartition("/")[2]] if "$ref" in p else p for p in operation["parameters"]]
        assert set(sent.fields) <= {parameter["name"] for parameter in parameters}
    elif "action" in sent.fields:
        assert set(sent.fields) == set(SCHEMAS[sent.fields["action"]]().fields)
        SCHEMAS[sent.fields["action"]]().load(sent.fields)
    else:
        body = schema_of(document, operation["requestBody"]["content"]["application/json"]["schema"])
        assert set(sent.fields) == set(body["properties"]) - UNSENT.get((type(thing).__name__, name), set())
    if sent.kind is not str and sent.kind != dict[str, Any]:
        answer = next(answer for code, answer in operation["responses"].items() if code.startswith("2"))
        schema = schema_of(document, answer["content"]["application/json"]["schema"])
        if sent.listed:
            schema = schema_of(document, schema["properties"]["items"]["items"])
        check_known(document, sent.kind, schema)


UNSENT = {
    ("Game", "correct"): {"paid", "from"},  # `paid` sends them
}
"""Fields that a method leaves to another."""


def check_known(document: dict[str, Any], kind: type[Answer], schema: dict[str, Any]) -> None:
    """Check that an answer of this schema can be read as this type."""
    for field in msgspec.structs.fields(kind):
        assert field.encode_name in schema["properties"], f"{kind.__name__}.{field.name}"
        if field.required:
            assert field.encode_name in schema["required"], f"{kind.__name__}.{field.name}"


def test_every_act_of_a_game_has_its_method() -> None:
    words = {act.word for act in ACTS if act.route == "actions"}
    assert {name.rstrip("_") for name in vars(Acts) if not name.startswith("_")} - {"act", "acts"} == words


def test_every_entry_of_a_sittings_book_has_its_method(document: dict[str, Any]) -> None:
    (sitting,) = (thing for thing in things() if isinstance(thing, Sitting))
    bodies = {
        operation_of(document, sent)["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for name in methods(sitting)
        if name != "what_if" and (sent := heard(sitting, name)).method == "POST"
    }
    assert {new.__name__ for new in NEW_ENTRIES.values()} <= bodies


@pytest.mark.parametrize(
    ("kind", "name"),
    [("GameState", "Game"), ("LegalAction", "LegalAction"), ("Stake", "Stake"), ("Award", "Award"), ("Claim", "Claim")]
    + [
        (name, name)
        for name in ("Source", "Refund", "Penalty", "Reward", "Hand", "JackPot", "CounterValues", "Counted")
    ]
    + [("SetOff", "SetOff"), ("Event", "StreamedEvent"), ("Acted", "Acted"), ("SittingState", "Sitting")],
)
def test_what_stands_within_an_answer_is_as_the_document_has_it(document: dict[str, Any], kind: str, name: str) -> None:
    check_known(document, getattr(client, kind), document["components"]["schemas"][name])
