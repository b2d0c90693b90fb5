"""The parts of a request that every route reads alike: the body, the idempotency key, the version in If-Match."""

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
_TAG = re.compile(r"([0-9]{1,18})(\.[0-9]{1,18})?(:gzip)?")
"""A version as a tag, and what the tag has besides where names were asked for, or where the answer was compressed."""
COMPRESSED = ":gzip"
"""What the tag of a compressed answer ends with."""
_NO_VERSION = -1
"""A precondition that no version of any stream meets."""


def idempotency_key() -> str:
    """The client's key, or a new one where the client sends none. Raises a 422 problem for a malformed key."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return str(uuid4())
    if not _KEY.fullmatch(key):
        raise invalid({"Idempotency-Key": ["is 1 to 200 visible ASCII characters"]})
    return key


def expected_version() -> int | None:
    """The version named by If-Match; None where the client names none. A tag that is no version matches nothing."""
    tags = request.if_match
    if tags.star_tag or not request.headers.get("If-Match", "").strip():
        return None
    # Werkzeug's parser gives None for an empty tag.
    versions = [int(match[1]) for tag in tags.as_set() if tag and (match := _TAG.fullmatch(tag))]
    return max(versions, default=_NO_VERSION)


def known_tag(tag: str) -> str | None:
    """The tag by which If-None-Match names what has this tag, compressed or not; None where the client has another."""
    tags = request.if_none_match
    return next((known for known in (tag, f"{tag}{COMPRESSED}") if tags.contains_weak(known)), None)


def body(schema: Schema) -> tuple[dict[str, Any], Any]:
    """The body as the schema loads it, and the JSON value as it was sent.

    A missing body counts as an empty object where the schema requires no field. Raises a problem of 413, 415 or 400,
    or marshmallow's ValidationError.
    """
    data = _raw_body()
    if not data and not any(field.required for field in schema.load_fields.values()):
        return loaded(schema, {}), {}
    if request.mimetype != "application/json":
        raise Problem("unsupported-media-type", "send the body as application/json")
    if not _is_utf_8():
        raise Problem("unsupported-media-type", "send the body in UTF-8, and name no other charset")
    _check_not_coded()
    try:
        sent = strict_json.read(data)
    except strict_json.Malformed as why:
        raise Problem("malformed", str(why)) from None
    return loaded(schema, sent), sent


def text() -> str:
    """The body as text in UTF-8. Raises a problem of 413, 415 or 400."""
    data = _raw_body()
    if request.mimetype not in ("application/octet-stream", "text/plain") or not _is_utf_8():
        how = "send the file in UTF-8, as application/octet-stream or text/plain"
        raise Problem("unsupported-media-type", how)
    _check_not_coded()
    try:
        return data.decode()
    except UnicodeDecodeError as why:
        raise Problem("malformed", f"the body is not text in UTF-8: byte {why.start} cannot be read") from None


def _is_utf_8() -> bool:
    """Whether the body is in UTF-8, or in a part of it, by its Content-Type; so it is where that names no charset."""
    return request.mimetype_params.get("charset", "utf-8").lower() in ("utf-8", "utf8", "us-ascii", "ascii")


def _check_not_coded() -> None:
    """Raise a 415 problem for a body with a Content-Encoding: a small one could unfold to any size."""
    if request.content_encoding not in (None, "", "identity"):
        raise Problem("unsupported-media-type", "send the body as it is, without a Content-Encoding")


def _raw_body() -> bytes:
    """The bytes of the body. A chunked body names no length, so its bytes are counted as they come.

    Raises a problem of 413 for a body over the limit, and of 400 for one that breaks off or whose chunks are malformed.
    """
    length = request.content_length
    if (length or 0) > LARGEST_BODY:
        raise _too_large()
    try:
        # The stream ends one byte past the limit (MAX_CONTENT_LENGTH), so a longer body shows by that byte.
        data = request.get_data(cache=False)
    except Exception as why:
        # Each WSGI server raises errors of its own for chunks that it cannot read.
        raise _broken() from why
    if len(data) > LARGEST_BODY:
        raise _too_large()
    if length is not None and len(data) < length:
        raise _broken()
    return data


def _too_large() -> Problem:
    return Problem("too-large", f"a body has {LARGEST_BODY} bytes at the most: send less at a time")


def _broken() -> Problem:
    return Problem("malformed", "the body breaks off, or its chunks cannot be read: send it again")


def query(schema: Schema, *, without_empty: bool = False) -> dict[str, Any]:
    """The query parameters as the schema loads them. Raises ValidationError, or a 422 problem for one given twice.

    `without_empty`: those without a text count as not given. A browser sends the fields of a form that are left empty.
    """
    parameters: MultiDict[str, str] = request.args
    twice = [name for name, values in parameters.lists() if len(values) > 1]
    if twice:
        raise invalid({name: ["is given twice"] for name in twice})
    return loaded(schema, {name: text for name, text in parameters.items() if text or not without_empty})


def loaded(schema: Schema, sent: Any) -> dict[str, Any]:
    """The fields that a schema reads from what was sent. Raises ValidationError."""
    fields: dict[str, Any] = schema.load(sent)
    return fields


def writing(caller: Caller, sent: Any) -> Request:
    """The write as the application takes it: the caller, his key, the hash of the request, the version he names."""
    return Request(caller.actor, idempotency_key(), digest(sent), expected_version())


def digest(sent: Any) -> bytes:
    """SHA-256 over method, path and body. A request under a known key is a repeat only where this is the same."""
    canonical = json.dumps(sent, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256("\n".join((request.method, request.path, canonical)).encode()).digest()
