"""Sample events of every kind, filled by the types of their fields, and shorthands to store events."""

import types
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from itertools import count
from typing import Any, Union, get_args, get_origin, get_type_hints
from uuid import UUID, uuid4

from msgspec import Struct

from ledger.events import Event
from ledger.events.club import MemberJoined, TokenIssued
from ledger.events.game import Staked, Turn
from ledger.store import Actor, CommandRow, Recorded, SharedDatastore, SharedPool, Token
from ledger.store.directory import insert_token, revoke_token
from ledger.times import timestamp_if

AT = datetime(1896, 11, 20, 21, 5, 30, 250_000, tzinfo=UTC)
SCOREKEEPER = Actor(token="a token", member=None, role="scorekeeper")
HASH = bytes(32)


def full(event_class: type[Event]) -> Event:
    """The event with a value in every field: a text is the field's name, whole numbers count up from 1, and a word of
    a closed set is the first of it."""
    return _filled(event_class, count(1))


def bare(event_class: type[Event]) -> Event:
    """The event with every field empty that may be."""
    return _filled(event_class, None)


def staked(step: int = 1, amount: int = 6, note: str | None = None) -> Staked:
    """A stake in the say."""
    turn = Turn(phase="say", player="anna", law=23)
    return Staked(step=step, law=25, turn=turn, player="bert", amount=amount, act="opened", note=note)


def recorded(stream: UUID, version: int, event: Event | None = None, command: str = "a command") -> Recorded:
    """An event, by default a stake, in its envelope."""
    return Recorded(
        originator_id=stream,
        originator_version=version,
        at=AT,
        command=command,
        actor=SCOREKEEPER,
        event=event or staked(version),
    )


def command(stream: UUID, first: int = 1, last: int = 1, key: str | None = None, digest: bytes = HASH) -> CommandRow:
    """The row of a command, by default with a key of its own."""
    return CommandRow(
        key=key or str(uuid4()),
        request_hash=digest,
        stream=stream,
        from_version=first,
        to_version=last,
        recorded_at=AT,
    )


def list_token(pool: SharedPool, token: Token, digest: bytes) -> None:
    """Put a token in the list, without a record of it."""
    expires_at = timestamp_if(token.expires_at)
    issued = TokenIssued(
        token=str(token.id), role=token.role, member=token.member, expires_at=expires_at, label=token.label
    )
    with SharedDatastore(pool).get_connection() as connection:
        insert_token(token.club, issued, digest, connection, token.created_at)


def revoke_listed(pool: SharedPool, club: UUID, token: UUID, at: datetime) -> None:
    """Revoke a token in the list, without a record of it."""
    with SharedDatastore(pool).get_connection() as connection:
        revoke_token(club, token, connection, at)


def _filled(cls: Any, numbers: Iterator[int] | None) -> Any:
    hints = get_type_hints(cls)
    return cls(**{name: _value(hints[name], name, numbers) for name in cls.__struct_fields__})


def _value(kind: Any, name: str, numbers: Iterator[int] | None) -> Any:
    if kind is Event:
        # Whole events within another: one with a sealed part, whose shape is not likely to change.
        kind = MemberJoined
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return None if numbers is None else _value(arguments[0], name, numbers)
    if origin is tuple:
        return () if numbers is None else tuple(_value(arguments[0], f"{name} {n}", numbers) for n in (1, 2))
    if origin is Mapping:
        return (
            {} if numbers is None else {who: _value(arguments[1], f"{name} {who}", numbers) for who in ("anna", "bert")}
        )
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _filled(kind, numbers)
    closed = isinstance(kind, type) and issubclass(kind, StrEnum)
    name, kind = (next(iter(kind)), str) if closed else (name, kind)
    return {str: name, bool: numbers is not None, int: 0 if numbers is None or kind is bool else next(numbers)}[kind]
