"""What an event keeps apart: every sealed field under its own salt and hash, so that each can be left out of a
receipt, or erased, alone while every proof holds.

A field whose value is a mapping is sealed key by key: the hands of a deal are the parts 'hands/<member>'. What is
sealed of an event within another is named after its place: 'tail/0/hands/<member>'.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ledger.events import Event, sealed_fields
from ledger.events.base import nested_fields
from ledger.store.envelope import SealedPart
from ledger.store.errors import BrokenSeal

SALT_BYTES = 16

_encoder = msgspec.json.Encoder(order="sorted")


def random_salt() -> bytes:
    """Enough that nobody finds five cards by trying them all."""
    return secrets.token_bytes(SALT_BYTES)


def hash_of(part: SealedPart) -> str:
    """SHA-256 of the salt followed by the body, in hexadecimal: what the event's public part holds."""
    return hashlib.sha256(part.salt + part.body).hexdigest()


def seal(event: Event, salt: Callable[[], bytes]) -> tuple[SealedPart, ...]:
    """The sealed parts of an event, in order of their names' fields. A field that is None makes none."""
    return tuple(SealedPart(name, salt(), _encoder.encode(value)) for name, value in _contents(event))


def within(parts: Iterable[SealedPart], place: str) -> tuple[SealedPart, ...]:
    """The parts of the event at a place within another, such as 'tail/0/'."""
    return tuple(part for part in parts if part.part.startswith(place))


def unseal(parts: Iterable[SealedPart], hashes: Mapping[str, str], place: str = "") -> dict[str, Any]:
    """The sealed fields that can still be read, of the event itself or of one at a place within it. What was erased
    is absent.

    Raises BrokenSeal when a part is not the one that was hashed.
    """
    fields: dict[str, Any] = {}
    for part in parts:
        if hashes.get(part.part) != hash_of(part):
            raise BrokenSeal(f"the sealed part {part.part!r} is not the one that was recorded")
        name, parted, key = part.part.removeprefix(place).partition("/")
        value = msgspec.json.decode(part.body)
        if parted:
            fields.setdefault(name, {})[key] = value
        else:
            fields[name] = value
    return fields


def keyed(digest: bytes, parts: Iterable[SealedPart]) -> bytes:
    """The digest of a request under the salts of the parts that it sealed, which are given in the order of their
    events: whoever has the digest, but no longer every salt, cannot find out by trying what the request said.
    """
    salts = b"".join(part.salt for part in parts)
    return hashlib.sha256(salts + digest).digest() if salts else digest


def _contents(event: Event) -> Iterator[tuple[str, Any]]:
    for name in sealed_fields(type(event)):
        value = getattr(event, name)
        if isinstance(value, Mapping) and value:
            yield from ((f"{name}/{key}", value[key]) for key in sorted(value))
        elif value is not None:
            yield name, value
    for name in nested_fields(type(event)):
        for at, each in enumerate(getattr(event, name)):
            yield from ((f"{name}/{at}/{part}", value) for part, value in _contents(each))
