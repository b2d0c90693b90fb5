"""The words of the document: descriptions, formats, links, and where what was created is read."""

import json
import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from flask import Flask

import api
from api.links import ANSWERED, HERE, LINKS
from ledger.store.webhooks import new_signing_secret
from projections.webhooks import Postman
from projections.webhooks.sending import ATTEMPTS
from tests.api.examples.story import FILE
from tests.receiver import Receiver

GLOSSARY = tomllib.loads((Path(api.__file__).parent / "glossary.toml").read_text(encoding="utf-8"))
FORMS = {
    "uuid": re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    "date-time": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"),
    "date": re.compile(r"\d{4}-\d\d-\d\d"),
}
MEMBER_OR_WORD = {"BorrowAct.lender", "Transfer.to"}
"""Fields with the id of a member, or `bank`, or `kitty`."""
NOTHING_NEW = {
    *("rename_club", "rename_member", "revoke_token", "erase_member_name", "erase_words"),
    *("take_pen", "close_sitting", "record_cut"),
    *("renew_webhook_secret", "remove_webhook"),
    *("correct_game", "void_game", "record_payout", "give_evidence", "rule_dispute", "unseal_hand"),
}
"""Writes after which nothing can be read that could not be read before them, under the same path."""


@pytest.fixture(scope="module")
def document(app: Flask) -> dict[str, Any]:
    """The document as it is served."""
    served: dict[str, Any] = app.test_client().get("/openapi.json").json
    return served


@pytest.fixture(scope="module")
def operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every operation by its name, with the parameters of its path."""
    return {
        operation["operationId"]: {**operation, "all": [*path.get("parameters", []), *operation.get("parameters", [])]}
        for path in document["paths"].values()
        for method, operation in path.items()
        if method != "parameters"
    }


EXCHANGES = json.loads(FILE.read_text(encoding="utf-8"))


def test_a_receiver_of_webhooks_is_told_how_it_verifies_what_it_is_sent(
    operations: dict[str, dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    described, secret = operations["add_webhook"]["description"], new_signing_secret()
    with Receiver() as receiver:
        sent = {"position": 7, "topic": "game.settled"}
        Postman(private=True).post(receiver.url, [secret], "msg_1", datetime.now(UTC), json.dumps(sent))
    example = dedent("\n".join(line for line in described.splitlines() if line.startswith("    ")))
    exec(example, {"secret": secret, "body": receiver.bodies[0], "headers": receiver.headers[0]})
    assert capsys.readouterr().out == "7 game.settled\n"
    for header in receiver.headers[0]:
        assert not header.startswith("webhook-") or f"`{header}`" in described
    assert "at eleven times in all" in described
    assert ATTEMPTS == 11


def test_every_operation_is_summed_up_and_described(operations: dict[str, dict[str, Any]]) -> None:
    for name, operation in operations.items():
        assert len(operation["summary"]) < 150, f"the first sentence about {name} is too long to sum it up"
        assert operation["summary"] in operation["description"], name


def test_every_parameter_and_every_field_is_described(
    document: dict[str, Any], operations: dict[str, dict[str, Any]]
) -> None:
    gaps = [f"{name}: {p['name']}" for name, o in operations.items() for p in o["all"] if not _says(p)]
    for name, schema in document["components"]["schemas"].items():
        gaps += [f"{name}.{field}" for field, about in schema.get("properties", {}).items() if not _says(about)]
    assert not gaps, f"not described in their schema nor in api/glossary.toml: {', '.join(gaps)}"


def _says(described: dict[str, Any]) -> bool:
    return "$ref" in described or bool(described.get("description"))


def test_every_word_of_the_glossary_describes_something(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    fields = {field for schema in schemas.values() for field in schema.get("properties", {})}
    fields |= {f"{name}.{field}" for name, schema in schemas.items() for field in schema.get("properties", {})}
    assert set(GLOSSARY["fields"]) <= fields
    assert {name for names in GLOSSARY["formats"].values() for name in names.split()} <= fields


def _texts(schema: dict[str, Any], value: Any, schemas: dict[str, Any], at: str) -> Iterator[tuple[str, str, Any]]:
    """Every text in a value, with the place where it is and the format that its schema gives it."""
    if "$ref" in schema:
        at = schema["$ref"].rpartition("/")[2]
        schema = schemas[at]
    for option in [*schema.get("anyOf", []), *schema.get("allOf", [])]:
        if "$ref" in option and value is not None:
            yield from _texts(option, value, schemas, at)
    if isinstance(value, str) and schema.get("type") in ("string", ["string", "null"]):
        yield at, value, schema.get("format")
    elif isinstance(value, list):
        for item in value:
            yield from _texts(schema.get("items", {}), item, schemas, at)
    elif isinstance(value, dict):
        for name, part in value.items():
            inner = schema.get("properties", {}).get(name, {})
            yield from _texts(inner, part, schemas, f"{at}.{name}")


def test_every_id_day_and_time_in_the_examples_has_its_format_and_nothing_else_has(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    wrong = set()
    for name, schema in schemas.items():
        for at, text, given in _texts({"$ref": f"#/components/schemas/{name}"}, schema["examples"][0], schemas, name):
            if at in MEMBER_OR_WORD:
                continue
            written = next((form for form, pattern in FORMS.items() if pattern.fullmatch(text)), None)
            if written != given and not (written is None and given not in FORMS):
                wrong.add(f"{at}: {text!r} has the format {given}, and is written as {written}")
    assert not wrong, "\n".join(sorted(wrong))


def test_every_link_leads_to_an_operation_with_all_that_its_path_takes(operations: dict[str, dict[str, Any]]) -> None:
    for name, links in LINKS.items():
        exchange = next(one for one in EXCHANGES if one["operation"] == name and one["status"] < 300)
        for other, parameters in links.items():
            assert operations[other]["operationId"] == other
            taken = {p["name"] for p in operations[other]["all"] if p.get("in") == "path"}
            assert set(parameters) == taken, (name, other)
            for source in parameters.values():
                held = exchange["path"] if source.startswith(HERE) else exchange["answer"]
                assert source.removeprefix(HERE).removeprefix(ANSWERED) in held, (name, other)
        success = operations[name]["responses"].get("201") or operations[name]["responses"]["200"]
        assert set(success["links"]) == set(links)


def test_what_is_created_says_where_it_is_read(operations: dict[str, dict[str, Any]]) -> None:
    recording = {name for name, operation in operations.items() if "201" in operation["responses"]}
    for exchange in EXCHANGES:
        if exchange["operation"] in recording and exchange["status"] == 201:
            located = "Location" in exchange.get("answer_headers", {})
            documented = "Location" in operations[exchange["operation"]]["responses"]["201"]["headers"]
            expected = exchange["operation"] not in NOTHING_NEW
            assert located == documented == expected, f"{exchange['operation']}: give its route `creates`"
    assert recording >= NOTHING_NEW
