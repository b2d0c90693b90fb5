"""The document of the API, OpenAPI 3.1, made from the routes as they are declared and the schemas they use."""

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from flask import Flask
from flask_smorest import Api, Blueprint  # type: ignore[import-untyped]
from marshmallow import Schema
from werkzeug.routing import BaseConverter

from api.completed import complete
from api.problems import CONTENT_TYPE, TITLES
from api.schemas.events import StreamedEvent
from api.schemas.problems import Problem
from ledger.exports import FORMATS
from ledger.roles import Role

OPENAPI_VERSION = "3.1.0"
API_VERSION = "1"
"""The number after `/v` in paths. It rises with every change for which clients must be changed."""


def write_headers(*, located: bool) -> dict[str, str]:
    """The headers of the answer to a write, by the names of their components."""
    names = ["ETag", "Poolbook-Position", "Idempotency-Replayed", *(["Location"] if located else [])]
    return {name: name for name in names}


def read_headers(query: type[Schema] | None, *, conditional: bool) -> dict[str, str]:
    """The headers of the answer to a read: its version, the position of its tables, the link to the next page."""
    taken = set(query().load_fields) if query else set()
    presence = {"ETag": conditional, "Poolbook-Position": "at_least" in taken, "Link": "cursor" in taken}
    return {name: name for name, present in presence.items() if present}


_PATH_ID = re.compile(r"<id:")

_HEADERS: Mapping[str, Mapping[str, Any]] = {
    "ETag": {"description": "the version of what was read or written, in quotes", "schema": {"type": "string"}},
    "Poolbook-Position": {
        "description": "the position in the club's log that the answer has seen",
        "schema": {"type": "integer"},
    },
    "Link": {"description": 'the next page, as `rel="next"`; absent at the end', "schema": {"type": "string"}},
    "Location": {
        "description": "the path of what was created",
        "schema": {"type": "string", "format": "uri-reference"},
    },
    "Idempotency-Replayed": {
        "description": "`true` where the request had been carried out before",
        "schema": {"type": "string", "enum": ["true"]},
    },
}

_PARAMETERS: Mapping[str, Mapping[str, Any]] = {
    "Idempotency-Key": {
        "description": "1 to 200 visible ASCII characters, made by the client: the same key is carried out once",
        "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
    },
    "If-Match": {
        "description": "the ETag of the version that the client decided on",
        "schema": {"type": "string"},
    },
    "Last-Event-ID": {
        "description": "the position of the last event that the client has",
        "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
    },
    "If-None-Match": {"description": "the ETag of the version that is known", "schema": {"type": "string"}},
}


class IdConverter(BaseConverter):
    """A UUID in a path. It takes any text, so that a malformed id is answered 404 only after the token is checked."""


class NumberConverter(BaseConverter):
    """A number in a path, by the name `n`. It takes any text, for the same reason."""


class FormatConverter(BaseConverter):
    """An outside format in a path. It takes any text, for the same reason."""


class Document(Api):  # type: ignore[misc]
    """flask-smorest's collector of routes, which describes every error as a problem."""

    ERROR_SCHEMA = Problem
    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """Register nothing: `api.problems` answers every error."""

    def _register_responses(self) -> None:
        for status in {status for status, _ in TITLES.values()}:
            self.spec.components.response(_name(status), _problem(status), lazy=True)


def _name(status: int) -> str:
    return HTTPStatus(status).name.title().replace("_", "")


def _problem(status: int) -> dict[str, Any]:
    kinds = [
        f"`/problems/{name}`: {title}" for name, (status_of_kind, title) in TITLES.items() if status_of_kind == status
    ]
    return {"description": "; ".join(kinds), "content": {CONTENT_TYPE: {"schema": Problem}}}


def convert_paths(app: Flask) -> None:
    """Let the routes of an application name what stands in their paths."""
    app.url_map.converters["id"] = IdConverter
    app.url_map.converters["number"] = NumberConverter
    app.url_map.converters["format"] = FormatConverter


def document_of(nouns: Iterable[Blueprint]) -> dict[str, Any]:
    """The document of these routes. Making it takes longer than anything else at the start of a process."""
    app = Flask("document", static_folder=None)
    convert_paths(app)
    document = _collector(app)
    for noun in nouns:
        document.register_blueprint(noun)
    described: dict[str, Any] = document.spec.to_dict()
    # flask-smorest brings it for lists with numbered pages, of which there are none here.
    del described["components"]["schemas"]["PaginationMetadata"]
    complete(described)
    return described


def _collector(app: Flask) -> Document:
    app.config.update(
        API_TITLE="poolbook",
        API_VERSION=API_VERSION,
        OPENAPI_VERSION=OPENAPI_VERSION,
        API_SPEC_OPTIONS={
            "info": {"description": _ABOUT, "license": {"name": "MIT", "identifier": "MIT"}},
            "security": [{"token": []}],
        },
    )
    document = Document(app)
    document.register_converter(IdConverter, lambda _: {"type": "string", "format": "uuid"})
    document.register_converter(NumberConverter, lambda _: {"type": "integer", "minimum": 1})
    document.register_converter(FormatConverter, lambda _: {"type": "string", "enum": list(FORMATS)})
    document.spec.components.security_scheme("token", {"type": "http", "scheme": "bearer", "bearerFormat": "pb_..."})
    document.spec.components.schema(StreamedEvent.__name__, schema=StreamedEvent)
    for name, header in _HEADERS.items():
        document.spec.components.header(name, dict(header), lazy=True)
    for name, parameter in _PARAMETERS.items():
        document.spec.components.parameter(name, "header", dict(parameter), lazy=True)
    return document


_ABOUT = (
    "Hand histories and ledger for clubs that play draw poker by the eighty-one laws. Amounts are whole numbers of "
    "the currency's minor unit; members, sittings and games are UUIDs; times are RFC 3339 in UTC; a card is its "
    "rank and suit, as in `Ah`, `Td`, `9c`, and the joker is `Jo`. Programs in Python have a client, "
    "`poolbook.client`, which `pip install poolbook` brings: it sends again under one key what was lost on the way."
)


def reading(
    rule: str, *, roles: tuple[Role, ...], query: type[Schema] | None, conditional: bool, printed: bool = False
) -> dict[str, Any]:
    """The document's description of a route that reads."""
    errors = [401, 403, 429, 503, *([404] if _PATH_ID.search(rule) else []), *([422] if query else [])]
    parameters: list[Any] = [{"in": "query", "schema": query}] if query else []
    responses: dict[int, Any] = _errors(errors)
    if conditional:
        parameters.append("If-None-Match")
        responses[304] = {"description": "The version named is the present one", "headers": {"ETag": "ETag"}}
    if printed:
        responses[200] = {"content": {"text/html": {"schema": {"type": "string"}}}}
    return {**_roles(roles), "parameters": parameters, "responses": responses}


def writing_out(rule: str, *, roles: tuple[Role, ...], query: type[Schema]) -> dict[str, Any]:
    """The document's description of a route that answers a file in an outside format."""
    document = reading(rule, roles=roles, query=query, conditional=False)
    says = "; ".join(f"`{outside.name}`: {outside.summary}" for outside in FORMATS.values())
    document["responses"][200] = {
        "description": f"The file. {says}",
        "content": {
            outside.media_type: {"schema": {"type": "string", **({"format": "binary"} if outside.binary else {})}}
            for outside in FORMATS.values()
        },
        "headers": {"Content-Disposition": {"description": "the name of the file", "schema": {"type": "string"}}},
    }
    return document


def streaming(
    rule: str, *, roles: tuple[Role, ...], query: type[Schema], line: type[Schema], media_types: tuple[str, ...]
) -> dict[str, Any]:
    """The document's description of a route that streams. OpenAPI 3.1 has no word for the schema of a line."""
    description = reading(rule, roles=roles, query=query, conditional=False)
    description["parameters"].append("Last-Event-ID")
    description["responses"][200] = {
        "description": f"Lines, each with a JSON object as the schema {line.__name__} has it",
        "headers": {"Poolbook-Position": "Poolbook-Position"},
        "content": {media_type: {"schema": {"type": "string"}} for media_type in media_types},
    }
    return description


def writing(rule: str, *, roles: tuple[Role, ...], body: type[Schema], versioned: bool) -> dict[str, Any]:
    """The document's description of a route that writes."""
    errors = [400, 401, 403, 409, 413, 415, 422, 429, 503]
    errors += [404] if _PATH_ID.search(rule) else []
    errors += [412] if versioned else []
    return {
        **_roles(roles),
        "parameters": ["Idempotency-Key", *(["If-Match"] if versioned else [])],
        "requestBody": {
            "required": any(field.required for field in body().load_fields.values()),
            "content": {"application/json": {"schema": _body(body)}},
        },
        "responses": _errors(errors),
    }


def taking_text(roles: tuple[Role, ...], query: type[Schema], answer: type[Schema]) -> dict[str, Any]:
    """The document's description of a route that records what a text says. Under its own keys: it takes none."""
    judged = {"description": "OK", "content": {"application/json": {"schema": answer}}}
    return {
        **_roles(roles),
        "parameters": [{"in": "query", "schema": query}],
        "requestBody": {
            "required": True,
            "description": _TEXT,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        },
        "responses": {200: judged, **_errors([400, 401, 403, 404, 409, 413, 415, 422, 429, 503])},
    }


_TEXT = "The bytes of a text in UTF-8. They are taken as `text/plain; charset=utf-8` too."
"""openapi-python-client leaves out an operation whose body it cannot send, and of all text it can send bytes only."""


def asking(rule: str, *, roles: tuple[Role, ...], body: type[Schema], query: type[Schema] | None) -> dict[str, Any]:
    """The document's description of a route that is asked by POST and records nothing."""
    errors = [400, 401, 403, 413, 415, 422, 503, *([404] if _PATH_ID.search(rule) else [])]
    return {
        **_roles(roles),
        "parameters": [{"in": "query", "schema": query}] if query else [],
        "requestBody": {
            "required": any(field.required for field in body().load_fields.values()),
            "content": {"application/json": {"schema": _body(body)}},
        },
        "responses": _errors(errors),
    }


def open_to_all(errors: tuple[int, ...], query: type[Schema] | None) -> dict[str, Any]:
    """The document's description of a route that takes no token."""
    parameters = [{"in": "query", "schema": query}] if query else []
    return {"security": [], "parameters": parameters, "responses": _errors([*errors, *([422] if query else [])])}


def _errors(statuses: list[int]) -> dict[int, Any]:
    return {status: _name(status) for status in sorted(statuses)}


def _roles(roles: tuple[Role, ...]) -> dict[str, Any]:
    return {"x-roles": list(roles)}


def _body(body: type[Schema]) -> Any:
    """A body's schema; for AnyAct, one of several schemas by the body's `action`; for AnyActs, or a list of
    them."""
    kinds: Mapping[str, type[Schema]] = getattr(body, "kinds", {})
    if not kinds:
        return body
    mapping = {word: f"#/components/schemas/{kind.__name__}" for word, kind in kinds.items()}
    one = {"oneOf": list(kinds.values()), "discriminator": {"propertyName": "action", "mapping": mapping}}
    most = getattr(body, "most", None)
    return {"anyOf": [one, {"type": "array", "minItems": 1, "maxItems": most, "items": one}]} if most else one
