"""What every event has: a fixed topic, a version, a public part and, where the table keeps a secret, a sealed part.

A field declared as `Sealed` is never stored in the public part of an event. The store writes it apart, salted and
hashed. So a receipt may leave it out, and free text may be erased, while every proof still holds.
"""

from collections.abc import Callable
from typing import Annotated, ClassVar, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import fields, replace


class Event(Struct, frozen=True):
    """A fact, decided once. `topic` is its permanent name; `version` counts the shapes that its fields have had."""

    topic: ClassVar[str]
    version: ClassVar[int]


T = TypeVar("T")

Sealed = Annotated[T, Meta(extra={"kept": "sealed"})]
"""A field that belongs to the sealed part: cards, draw counts, free text."""

Nested = Annotated[tuple[Event, ...], Meta(extra={"kept": "nested"})]
"""A field that holds whole events. Each is stored as it would be by itself."""

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


def nested_fields(event: type[Event]) -> tuple[str, ...]:
    """The names of the fields that hold whole events."""
    return _marked(event, "nested")


def sealed_fields(event: type[Event]) -> tuple[str, ...]:
    """The names of the fields that an event keeps in its sealed part."""
    return _marked(event, "sealed")


def without_sealed(event: Event) -> Event:
    """An event as it is read when all of its sealed part has been erased. Events within it keep theirs.

    A sealed field is None where there is nothing of it.
    """
    return replace(event, **dict.fromkeys(sealed_fields(type(event))))


_MARKED: dict[tuple[type[Event], str], tuple[str, ...]] = {}
"""The answers of `_marked`, kept because it is asked for every event that is read or written."""


def _marked(event: type[Event], mark: str) -> tuple[str, ...]:
    names = _MARKED.get((event, mark))
    if names is None:
        names = tuple(field.name for field in fields(event) if _kept(field.type) == mark)
        _MARKED[event, mark] = names
    return names


def _kept(declared: object) -> str | None:
    """How a field is kept that is declared so: sealed, nested, or as it is."""
    marks = [meta.extra for meta in getattr(declared, "__metadata__", ()) if isinstance(meta, Meta)]
    return next((extra["kept"] for extra in marks if extra), None)
