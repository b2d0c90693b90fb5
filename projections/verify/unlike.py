"""Name the field in which two events differ, without giving away anything hidden."""

from collections.abc import Mapping

from ledger.events.base import Event, nested_fields, sealed_fields
from ledger.events.settlement import Settlement
from projections.verify.report import short


def first_field(expected: Event, recorded: Event) -> tuple[str, str | None, str | None]:
    """The first field in which two events differ, and both values; None for values that may be hidden."""
    if type(expected) is not type(recorded):
        return "topic", expected.topic, recorded.topic
    for name in expected.__struct_fields__:
        was, now = getattr(expected, name), getattr(recorded, name)
        if was != now:
            if isinstance(was, Settlement) and isinstance(now, Settlement):
                return _first_in_document(was, now)
            if name in (*sealed_fields(type(recorded)), *nested_fields(type(recorded))):
                return name, None, None
            return name, _shown(was), _shown(now)
    return "", None, None


def _first_in_document(expected: Settlement, recorded: Settlement) -> tuple[str, str, str]:
    name = next(name for name in expected.__struct_fields__ if getattr(expected, name) != getattr(recorded, name))
    return f"settlement.{name}", _shown(getattr(expected, name)), _shown(getattr(recorded, name))


def _shown(value: object) -> str:
    return short(dict(value) if isinstance(value, Mapping) else value)


def unlike(event: Event, column: str) -> str:
    """A sentence: the recorded event has another value in `column` than follows from the record before it."""
    return f"{event.topic} is recorded with another {column or 'content'} than follows from the record before it"
