"""Reading and writing the lines of a game file that follow from a pattern.

A pattern consists of plain words, {fields} of a command, and [parts] that may be left out. A part begins with a plain
word and holds one field. The type of a field says how it is written; a field that is true or false is written as its
name, or left out.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from ledger.gamefile.counters import read_counters, written_counters
from ledger.gamefile.lines import Name
from ledger.gamefile.words import Misread, Words, written_name
from ledger.play.values import Kind, Value, fields_of
from ledger.state.game import BANK

_PIECES = re.compile(r"\[([^\]]+)\]|\{(\w+)\}|(\S+)")

T = TypeVar("T")


def by_player(pairs: tuple[tuple[Name, T], ...]) -> dict[Name, T]:
    """The values by player. Raises Misread if a player is named twice."""
    named = dict(pairs)
    if len(named) != len(pairs):
        raise Misread("a player is named twice")
    return named


def values(command: type[Any]) -> Mapping[str, Value]:
    """The kind of value that each field of a command holds, its player among them."""
    return {"player": Value(kind=Kind.MEMBER), **{field.name: field.value for field in fields_of(command)}}


def read(pattern: str, command: type[Any], words: Words) -> dict[str, Any]:
    """Read a line by its pattern: the fields of the command, by name. Raises Misread."""
    fields: dict[str, Any] = {}
    kinds = values(command)
    for part, name, word in _PIECES.findall(pattern):
        if part:
            if words.sees(part.split()[0]):
                fields |= read(part, command, words)
        elif name:
            fields[name] = _read_value(name, kinds[name], words)
        else:
            words.expect(word)
    return fields


def write(pattern: str, command: Any) -> str:
    """Write a command by its pattern."""
    kinds = values(type(command))
    written = []
    for part, name, word in _PIECES.findall(pattern):
        if part:
            names = [name for _, name, _ in _PIECES.findall(part) if name]
            written += [write(part, command)] if all(_is_there(getattr(command, name)) for name in names) else []
        elif name:
            written.append(_written_value(name, kinds[name], getattr(command, name)))
        else:
            written.append(word)
    return _joined(written)


def _joined(written: Iterable[str]) -> str:
    """The words with spaces between them, but none before a colon."""
    line = ""
    for word in filter(None, written):
        line += word if not line or word.startswith(":") else f" {word}"
    return line


def _is_there(value: Any) -> bool:
    return value is not None and value != {}


def _read_value(name: str, value: Value, words: Words) -> Any:
    if value.kind is Kind.FLAG:
        return words.accept(*name.split("_"))
    if value.kind is Kind.NUMBER:
        assert value.meta is not None
        return words.amount(value.meta.description or name)
    if value.kind is Kind.CHOICE:
        assert value.words is not None
        return value.words(words.choice(f"the word for {name}", [*value.words]))
    if value.kind is Kind.LIST:
        assert value.of is not None
        return words.cards() if value.of.kind is Kind.CARD else words.names()
    if value.kind is Kind.BY_MEMBER:
        of = value.of
        assert of is not None
        return by_player(words.several(lambda: (words.name(), _read_value(name, of, words))))
    return _PLAIN[value.kind](words)


def _written_value(name: str, value: Value, held: Any) -> str:
    match value.kind:
        case Kind.MEMBER:
            return written_name(held)
        case Kind.FLAG:
            return name.replace("_", " ") if held else ""
        case Kind.COUNTERS:
            return written_counters(held)
        case Kind.LENDER:
            return "the bank" if held == BANK else written_name(held)
        case Kind.LIST:
            assert value.of is not None
            separator = " " if value.of.kind is Kind.CARD else ", "
            return separator.join(_written_value(name, value.of, item) for item in held)
        case Kind.BY_MEMBER:
            assert value.of is not None
            return ", ".join(f"{written_name(m)} {_written_value(name, value.of, item)}" for m, item in held.items())
    return str(held)


def read_lender(words: Words) -> str:
    """Take the lender: `the bank`, or a player's name."""
    return BANK if words.accept("the", "bank") else words.name()


_PLAIN: Mapping[Kind, Callable[[Words], Any]] = {
    Kind.MEMBER: lambda words: words.name(),
    Kind.LENDER: read_lender,
    Kind.CARD: lambda words: words.card(),
    Kind.LAW: lambda words: words.law(),
    Kind.COUNTERS: read_counters,
}
