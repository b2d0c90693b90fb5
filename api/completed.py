"""What the document says besides the routes as they are declared: words, links and examples."""

from collections.abc import Mapping
from typing import Any

from api.examples import add_examples
from api.glossary import describe
from api.links import add_links

LIMITS: Mapping[str, Mapping[str, Any]] = {
    "RateLimit-Policy": {
        "description": 'the quota `q` of requests of this token, renewed over `w` seconds: `"requests";q=1000;w=10`',
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": "how many requests `r` are left of it, and after how many seconds `t` it is whole again",
        "schema": {"type": "string"},
    },
}
"""The headers by which an answer tells what its sender may still ask."""
WAITING: Mapping[str, Mapping[str, Any]] = {
    "Retry-After": {
        "description": "in how many seconds to try again",
        "schema": {"type": "integer", "minimum": 1},
    },
}
"""The header of an answer that asks to wait."""


def complete(document: dict[str, Any]) -> None:
    """Describe every operation, parameter and field, link the operations, and give each its examples."""
    operations = {
        operation["operationId"]: operation
        for path in document["paths"].values()
        for method, operation in path.items()
        if method != "parameters"
    }
    _tell_limits(document, operations)
    describe(document, operations)
    add_links(operations)
    add_examples(document)


def _tell_limits(document: dict[str, Any], operations: Mapping[str, dict[str, Any]]) -> None:
    """Document the headers of limits: on the answers to requests with a token, and on those that ask to wait."""
    document["components"]["headers"] |= {**LIMITS, **WAITING}
    limited = {name: {"$ref": f"#/components/headers/{name}"} for name in LIMITS}
    for operation in operations.values():
        if "security" not in operation:
            for status in {"200", "201"} & set(operation["responses"]):
                operation["responses"][status].setdefault("headers", {}).update(limited)
    waiting = {name: {"$ref": f"#/components/headers/{name}"} for name in WAITING}
    responses = document["components"]["responses"]
    responses["TooManyRequests"]["headers"] = {**waiting, **limited}
    responses["ServiceUnavailable"]["headers"] = waiting
