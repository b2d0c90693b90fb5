"""What each field of a command holds, read from its type. Schemas and the lines of game files are made from it."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum, StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Meta

from ledger.events.sitting import Counters
from ledger.play.commands import Command


class Kind(Enum):
    """The kinds of value that a command may hold."""

    MEMBER = "a member"
    LENDER = "a member or the bank"
    CARD = "a card"
    NUMBER = "a whole number"
    LAW = "the number of a law"
    FLAG = "true or false"
    CHOICE = "one of some words"
    LIST = "a list"
    BY_MEMBER = "a value for each member"
    EITHER = "a number, or the cards themselves"
    COUNTERS = "counters of each colour"


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What a field holds. `of` is the value of each element of a list or mapping; `meta` bounds a number."""

    kind: Kind
    optional: bool = False
    of: "Value | None" = None
    meta: Meta | None = None
    words: type[StrEnum] | None = None

    @property
    def holds_cards(self) -> bool:
        """Whether the value is a card, or holds cards."""
        return self.kind is Kind.CARD or (self.of is not None and self.of.holds_cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a command: its name, its value, and its default. A `required` field has no default."""

    name: str
    value: Value
    required: bool
    default: Any = None


COMMON = frozenset(f.name for f in fields(Command))
"""The fields that every act has."""

_FIELDS: dict[type[Any], tuple[Field, ...]] = {}
"""The fields of each command, kept because every line of a game file asks for them."""

_MARKED = {"member": Kind.MEMBER, "lender": Kind.LENDER, "card": Kind.CARD, "law": Kind.LAW}


def fields_of(command: type[Any]) -> tuple[Field, ...]:
    """The fields of a command; of an act those that not every act has.

    Raises TypeError for a field whose type is none of the kinds of value.
    """
    if command in _FIELDS:
        return _FIELDS[command]
    hints = get_type_hints(command, include_extras=True)
    _FIELDS[command] = tuple(
        Field(name=f.name, value=value_of(hints[f.name]), required=f.default is MISSING, default=f.default)
        for f in fields(command)
        if not (issubclass(command, Command) and f.name in COMMON)
    )
    return _FIELDS[command]


def value_of(hint: Any) -> Value:
    """The value that a type stands for. Raises TypeError for a type that is none of the kinds of value."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _either([choice for choice in arguments if choice is not NoneType], NoneType in arguments)
    if origin is Annotated:
        return _annotated(hint)
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return Value(kind=Kind.LIST, of=value_of(arguments[0]))
    if origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return Value(kind=Kind.BY_MEMBER, of=value_of(arguments[1]))
    if hint is Counters:
        return Value(kind=Kind.COUNTERS)
    if hint is bool:
        return Value(kind=Kind.FLAG)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Value(kind=Kind.CHOICE, words=hint)
    raise TypeError(f"a command cannot hold {hint}: no kind of value is like it")


def _either(choices: list[Any], optional: bool) -> Value:
    values = [value_of(choice) for choice in choices]
    if len(values) == 1:
        (only,) = values
        return Value(kind=only.kind, optional=optional, of=only.of, meta=only.meta, words=only.words)
    if [value.kind for value in values] == [Kind.NUMBER, Kind.LIST]:
        return Value(kind=Kind.EITHER, optional=optional, of=values[1].of, meta=values[0].meta)
    raise TypeError(f"a command cannot hold either of {choices}")


def _annotated(hint: Any) -> Value:
    base, *marks = get_args(hint)
    for mark in marks:
        if isinstance(mark, Meta) and base is int:
            return Value(kind=Kind.NUMBER, meta=mark)
        if isinstance(mark, str) and mark in _MARKED:
            return Value(kind=_MARKED[mark])
    raise TypeError(f"a command cannot hold {hint}: no kind of value is like it")
