"""What a request says beside its meaning: its body read strictly, its key, the version it was decided on."""

import hashlib
import json
import re
from typing import Any
from uuid import uuid4

from flask import request
from marshmallow import Schema
from werkzeug.datastructures import MultiDict

from api import strict_json
from api.access import Caller
from api.problems import Problem, invalid
from ledger.application.club_books import Request

LARGEST_BODY = 1024 * 1024
"""Bytes."""

_KEY = re.compile(r"[!-~]{1,200}")
_NO_VERSION = -1  # A precondition that no version of any stream meets.


def idempotency_key() -> str:
    """The client's key, or one of our own. Raises a 422 problem for a key that cannot be one."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return str(uuid4())
    if not _KEY.fullmatch(key):
        raise invalid({"Idempotency-Key": ["is 1 to 200 visible ASCII characters"]})
    return key


def expected_version() -> int | None:
    """The version named by If-Match; None where the client names none. Any that is not ours matches nothing."""
    tags = request.if_match
    if tags.star_tag or not request.headers.get("If-Match", "").strip():
        return None
    # The parser makes None of an empty tag.
    versions = [int(tag) for tag in tags.as_set() if tag and tag.isascii() and tag.isdigit() and len(tag) < 19]
    return max(versions, default=_NO_VERSION)


def is_known(version: int) -> bool:
    """Whether If-None-Match says that the client has this version already."""
    return request.if_none_match.contains_weak(str(version))


def body(schema: Schema) -> tuple[dict[str, Any], Any]:
    """The body as this schema reads it, and as it was sent. An empty one is an empty object where that suffices.

    Raises a problem of 413, 415 or 400, or marshmallow's ValidationError.
    """
    data = _raw_body()
    if not data and not any(field.required for field in schema.load_fields.values()):
        return loaded(schema, {}), {}
    if request.mimetype != "application/json":
        raise Problem("unsupported-media-type", "send the body as application/json")
    try:
        sent = strict_json.read(data)
    except strict_json.Malformed as why:
        raise Problem("malformed", str(why)) from None
    return loaded(schema, sent), sent


def _raw_body() -> bytes:
    if request.content_length is not None and request.content_length > LARGEST_BODY:
        raise Problem("too-large", f"a body has {LARGEST_BODY} bytes at the most")
    return request.get_data(cache=False)


def query(schema: Schema) -> dict[str, Any]:
    """The query parameters as this schema reads them. Raises ValidationError, also for one given twice."""
    given: MultiDict[str, str] = request.args
    twice = [name for name, values in given.lists() if len(values) > 1]
    if twice:
        raise invalid({name: ["is given twice"] for name in twice})
    return loaded(schema, given.to_dict())


def loaded(schema: Schema, sent: Any) -> dict[str, Any]:
    """The fields that a schema reads from what was sent."""
    fields: dict[str, Any] = schema.load(sent)
    return fields


def writing(caller: Caller, sent: Any) -> Request:
    """The request of a write: who, under which key, on which version, and the hash of what he asks."""
    return Request(caller.actor, idempotency_key(), digest(sent), expected_version())


def digest(sent: Any) -> bytes:
    """SHA-256 over method, path and body: what must be the same again under the same key."""
    canonical = json.dumps(sent, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256("\n".join((request.method, request.path, canonical)).encode()).digest()
