"""The examples of the document: every one is sent again, and answered as the document shows it."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator, FormatChecker

from ops.migrate import migrate
from tests.api.examples.recorder import JSON, Exchange
from tests.api.examples.story import FILE, tell, written
from tests.conftest import NewDatabase

AGAIN = "run `python -m tests.api.examples`, and look at what changed in api/examples.json"
STORY = "add one to the story in tests/api/examples/, with `example=` saying what is done, and " + AGAIN
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
FORMATS = {"uuid": UUID, "date-time": MOMENT, "date": DAY}
COMMON_PROBLEMS = {
    *("malformed", "unauthorized", "forbidden", "not-found", "race-lost", "stale", "too-large"),
    *("unsupported-media-type", "invalid", "refused", "too-many", "unavailable"),
}


@pytest.fixture(scope="module")
def document(app: Flask) -> dict[str, Any]:
    """The document as it is served."""
    served: dict[str, Any] = app.test_client().get("/openapi.json").json
    return served


@pytest.fixture(scope="module")
def exchanges(new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory) -> list[Exchange]:
    """The story, told again on a database of its own."""
    url = new_database()
    migrate(url)
    return tell(url, tmp_path_factory.mktemp("checkpoints"))


def operations_of(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every operation."""
    for path in document["paths"].values():
        yield from (operation for method, operation in path.items() if method != "parameters")


def test_every_example_is_sent_and_answered_as_the_document_shows_it(exchanges: list[Exchange]) -> None:
    shown = json.loads(FILE.read_text(encoding="utf-8"))
    assert [exchange["summary"] for exchange in exchanges] == [exchange["summary"] for exchange in shown], AGAIN
    for answered, example in zip(exchanges, shown, strict=True):
        assert answered == example, f"{example['operation']}, {example['summary']}: {AGAIN}"
    assert written(exchanges) == FILE.read_text(encoding="utf-8")


def test_examples_are_told_apart_by_their_names(exchanges: list[Exchange]) -> None:
    names = [(exchange["operation"], exchange["name"]) for exchange in exchanges]
    assert len(names) == len(set(names))


def test_every_operation_has_an_example_of_its_request_and_of_its_answer(document: dict[str, Any]) -> None:
    for operation in operations_of(document):
        name = operation["operationId"]
        for success in {"200", "201"} & set(operation["responses"]):
            content = operation["responses"][success]["content"].values()
            assert any(answer.get("examples") for answer in content), f"operation {name} has no example: {STORY}"
        if "requestBody" in operation:
            (content,) = operation["requestBody"]["content"].values()
            assert content.get("examples"), f"operation {name} has no example of its body: {STORY}"


def test_every_operation_with_a_query_has_an_example_of_it(document: dict[str, Any], exchanges: list[Exchange]) -> None:
    asked = {exchange["operation"] for exchange in exchanges if "query" in exchange}
    for operation in operations_of(document):
        queried = any(parameter.get("in") == "query" for parameter in operation.get("parameters", []))
        name = operation["operationId"]
        assert not queried or name in asked, f"operation {name} has no example with a query: {STORY}"


def test_every_schema_has_an_example(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("examples"), f"schema {name} has no example: no body of the story has it; {STORY}"


def test_the_common_problems_have_examples(exchanges: list[Exchange], document: dict[str, Any]) -> None:
    types = {exchange["answer"]["type"] for exchange in exchanges if exchange["status"] >= 400}
    assert types >= {f"/problems/{name}" for name in COMMON_PROBLEMS}
    responses = document["components"]["responses"]
    for name, response in responses.items():
        assert response["content"]["application/problem+json"].get("examples"), f"{name}: {STORY}"
    assert len(responses["UnprocessableEntity"]["content"]["application/problem+json"]["examples"]) == 5


def test_every_answer_is_as_its_schema_says(document: dict[str, Any], exchanges: list[Exchange]) -> None:
    operations = {operation["operationId"]: operation for operation in operations_of(document)}
    for exchange in exchanges:
        response = operations[exchange["operation"]]["responses"][str(exchange["status"])]
        if "$ref" in response:
            response = document["components"]["responses"][response["$ref"].rpartition("/")[2]]
        schema = {**response["content"][exchange["media_type"]]["schema"], "components": document["components"]}
        if exchange["media_type"] in JSON:
            Draft202012Validator(schema, format_checker=FormatChecker()).validate(exchange["answer"])


def test_every_body_of_a_request_is_as_its_schema_says(document: dict[str, Any], exchanges: list[Exchange]) -> None:
    operations = {operation["operationId"]: operation for operation in operations_of(document)}
    for exchange in exchanges:
        if exchange["status"] < 400 and "body" in exchange:
            (content,) = operations[exchange["operation"]]["requestBody"]["content"].values()
            schema = {**content["schema"], "components": document["components"]}
            Draft202012Validator(schema, format_checker=FormatChecker()).validate(exchange["body"])
