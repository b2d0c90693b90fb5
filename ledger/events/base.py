"""What every event has: a fixed topic, a version, a public part and, where the table keeps a secret, a sealed part.

A field made by `sealed()` is never stored in the public part of an event. The store writes it apart, salted and hashed.
So a receipt may leave it out, and free text may be erased, while every proof still holds.
"""

from collections.abc import Callable
from dataclasses import field, fields
from typing import Any, ClassVar, TypeVar


class Event:
    """A fact, decided once. `topic` is its permanent name; `version` counts the shapes that its fields have had."""

    __slots__ = ()
    topic: ClassVar[str]
    version: ClassVar[int]


E = TypeVar("E", bound=type[Event])

TOPICS: dict[str, type[Event]] = {}
"""Every event by its permanent name."""


def fact(topic: str, version: int = 1) -> Callable[[E], E]:
    """Give an event class its permanent topic and version. Raises ValueError when the topic is taken."""

    def name(cls: E) -> E:
        if topic in TOPICS:
            raise ValueError(f"the topic {topic!r} is already {TOPICS[topic].__name__}")
        cls.topic = topic
        cls.version = version
        TOPICS[topic] = cls
        return cls

    return name


def sealed(default: Any = None) -> Any:
    """A dataclass field that belongs to the sealed part: cards, draw counts, free text."""
    return field(default=default, metadata={"sealed": True})


def nested() -> Any:
    """A dataclass field that holds whole events. Each is stored as it would be by itself."""
    return field(default=(), metadata={"nested": True})


def nested_fields(event: type[Event]) -> tuple[str, ...]:
    """The names of the fields that hold whole events."""
    return _marked(event, "nested")


def sealed_fields(event: type[Event]) -> tuple[str, ...]:
    """The names of the fields that an event keeps in its sealed part."""
    return _marked(event, "sealed")


_MARKED: dict[tuple[type[Event], str], tuple[str, ...]] = {}
"""The answers of `_marked`, kept because it is asked for every event that is read or written."""


def _marked(event: type[Event], mark: str) -> tuple[str, ...]:
    names = _MARKED.get((event, mark))
    if names is None:
        names = tuple(f.name for f in fields(event) if f.metadata.get(mark))  # type: ignore[arg-type]
        _MARKED[event, mark] = names
    return names
