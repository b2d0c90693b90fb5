"""Seal the fields of an event that not everybody may read, each under its own salt and hash.

A sealed part can be left out of a receipt, or erased, and every proof still holds, because the event keeps its hash.
A field whose value is a mapping is sealed key by key: the hands of a deal are the parts 'hands/<member>'. A sealed
part of an event within another is named after its place: 'tail/0/hands/<member>'.
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
    """A new salt of SALT_BYTES random bytes: too many for anybody to find five cards by trying all hands."""
    return secrets.token_bytes(SALT_BYTES)


def hash_of(part: SealedPart) -> str:
    """The hash of a part that the event's public part holds: SHA-256 of its salt and body, in hexadecimal."""
    return hashlib.sha256(part.salt + part.body).hexdigest()


def seal(event: Event, salt: Callable[[], bytes]) -> tuple[SealedPart, ...]:
    """The sealed parts of an event, in the order of its fields. A field that is None makes no part."""
    return tuple(SealedPart(name, salt(), _encoder.encode(value)) for name, value in _contents(event))


def within(parts: Iterable[SealedPart], place: str) -> tuple[SealedPart, ...]:
    """Those of the parts that belong to the event at a place within another, such as 'tail/0/'."""
    return tuple(part for part in parts if part.part.startswith(place))


def unseal(parts: Iterable[SealedPart], hashes: Mapping[str, str], place: str = "") -> dict[str, Any]:
    """The values of the sealed fields in these parts, by the fields' names; erased ones are absent.

    `hashes` are those that the stored event holds, by the parts' names. `place` is that of the event within another,
    such as 'tail/0/'. Raises BrokenSeal if a part does not have its hash.
    """
    fields: dict[str, Any] = {}
    for part in parts:
        if hashes.get(part.part) != hash_of(part):
            raise BrokenSeal(f"the sealed part {part.part!r} is not the one that was recorded")
        name, slash, key = part.part.removeprefix(place).partition("/")
        value = msgspec.json.decode(part.body)
        if slash:
            fields.setdefault(name, {})[key] = value
        else:
            fields[name] = value
    return fields


def keyed(digest: bytes, parts: Iterable[SealedPart]) -> bytes:
    """The digest of a request, hashed again with the salts of the parts that it sealed; without parts, the digest.

    The parts must be in the order of their events. Once one of the salts is erased, nobody can find out by trying
    what the request said.
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
        for at, inner in enumerate(getattr(event, name)):
            yield from ((f"{name}/{at}/{part}", value) for part, value in _contents(inner))
