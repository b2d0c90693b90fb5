"""The examples of the document: requests that were really sent, with what was really answered.

They are in `examples.json`, which `python -m tests.api.examples` writes: a list of exchanges, each with the name of its
operation, the parts of the path, the query, the body, the status and the answer. A test sends each again.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

Object = dict[str, Any]
Schemas = Mapping[str, Object]

LINES = "application/x-ndjson"
LINE = "StreamedEvent"
"""The schema of one line of a stream."""
PROBLEM = "application/problem+json"
_REFERENCE = "#/components/schemas/"


@cache
def exchanges() -> tuple[Object, ...]:
    """The requests of the story and their answers, in their order."""
    return tuple(json.loads(files("api").joinpath("examples.json").read_text(encoding="utf-8")))


def add_examples(document: Object) -> None:
    """Give every operation the examples of its requests and answers, every problem its own, and every schema one: the
    first value of its kind in any of them."""
    operations = {
        operation["operationId"]: (path.get("parameters", []), operation)
        for path in document["paths"].values()
        for method, operation in path.items()
        if method != "parameters"
    }
    schemas = document["components"]["schemas"]
    for exchange in exchanges():
        if exchange["operation"] not in operations:
            continue
        shared, operation = operations[exchange["operation"]]
        response = operation["responses"].get(str(exchange["status"])) or {}
        if "$ref" in response:
            response = document["components"]["responses"][response["$ref"].rpartition("/")[2]]
        _add(exchange, [*shared, *operation.get("parameters", [])], operation, response)
        for schema, value in _typed(exchange, operation, response):
            _illustrate(schema, value, schemas)


def _add(exchange: Object, parameters: list[Object], operation: Object, response: Object) -> None:
    """Put an exchange into its operation. Examples of a request and of its answer have the same name."""
    name, summary = exchange["name"], exchange["summary"]
    content = response.get("content", {}).get(exchange["media_type"])
    if content is not None:
        content.setdefault("examples", {})[name] = {"summary": summary, "value": exchange["answer"]}
    if exchange["media_type"] == PROBLEM:
        return
    if "body" in exchange:
        _body_of(operation).setdefault("examples", {})[name] = {"summary": summary, "value": exchange["body"]}
    given = {**exchange["path"], **exchange.get("query", {})} if "path" in exchange else exchange.get("query", {})
    for parameter in parameters:
        if parameter.get("name") in given and "example" not in parameter:
            parameter["example"] = given[parameter["name"]]


def _body_of(operation: Object) -> Object:
    """What an operation takes: JSON, or text."""
    (content,) = operation["requestBody"]["content"].values()
    described: Object = content
    return described


def _typed(exchange: Object, operation: Object, response: Object) -> Iterator[tuple[Object, Any]]:
    """The body and the answer of an exchange, each with its schema."""
    if "body" in exchange and exchange["media_type"] != PROBLEM:
        yield _body_of(operation)["schema"], exchange["body"]
    content = response.get("content", {}).get(exchange["media_type"])
    if exchange["media_type"] == LINES:
        yield from (({"$ref": _REFERENCE + LINE}, json.loads(line)) for line in exchange["answer"].splitlines())
    elif content is not None:
        yield content["schema"], exchange["answer"]


def _illustrate(schema: Object, value: Any, schemas: Schemas) -> None:
    """Give every schema that the value is made of its first example."""
    if value is None:
        return
    if "$ref" in schema:
        schema = schemas[schema["$ref"].removeprefix(_REFERENCE)]
        schema.setdefault("examples", [value])
    for alternative in _alternatives(schema, value):
        _illustrate(alternative, value, schemas)
    if isinstance(value, list):
        for item in value:
            _illustrate(schema.get("items", {}), item, schemas)
    if isinstance(value, dict):
        for name, part in value.items():
            inner = schema.get("properties", {}).get(name) or schema.get("additionalProperties")
            if isinstance(inner, dict):
                _illustrate(inner, part, schemas)


def _alternatives(schema: Object, value: Any) -> list[Object]:
    """The schemas of which a value is one: where an act is wanted, that of its `action`."""
    if "discriminator" in schema:
        kind = schema["discriminator"]
        reference = kind["mapping"].get(value.get(kind["propertyName"])) if isinstance(value, dict) else None
        return [{"$ref": reference}] if reference else []
    options = [*schema.get("allOf", []), *schema.get("anyOf", []), *schema.get("oneOf", [])]
    return [option for option in options if not {"$ref", "discriminator", "items"}.isdisjoint(option)]
