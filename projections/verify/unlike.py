"""In what two events differ, in words that give away nothing hidden."""

from collections.abc import Mapping
from dataclasses import fields

from ledger.events.base import Event, nested_fields, sealed_fields
from ledger.events.settlement import Settlement
from projections.verify.report import short


def first_field(expected: Event, found: Event) -> tuple[str, str | None, str | None]:
    """The first field in which two events differ, and both values where nothing hidden is in them."""
    if type(expected) is not type(found):
        return "topic", expected.topic, found.topic
    for each in fields(expected):  # type: ignore[arg-type]
        name = each.name
        was, now = getattr(expected, name), getattr(found, name)
        if was != now:
            if isinstance(was, Settlement) and isinstance(now, Settlement):
                return _first_in_document(was, now)
            if name in (*sealed_fields(type(found)), *nested_fields(type(found))):
                return name, None, None
            return name, _said(was), _said(now)
    return "", None, None


def _first_in_document(expected: Settlement, found: Settlement) -> tuple[str, str, str]:
    name = next(f.name for f in fields(expected) if getattr(expected, f.name) != getattr(found, f.name))
    return f"settlement.{name}", _said(getattr(expected, name)), _said(getattr(found, name))


def _said(value: object) -> str:
    return short(dict(value) if isinstance(value, Mapping) else value)


def unlike(event: Event, column: str) -> str:
    return f"{event.topic} is recorded with another {column or 'content'} than follows from the record before it"
