"""The kinds of value that a client may send. Each takes only values of its own type: a number in a text is refused, and
a number for a truth value too. Answers use the same kinds for ids and times."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, NoReturn

from marshmallow import ValidationError, fields, validate

from ledger.cards import parse_card
from ledger.refusals import Invalid
from ledger.table.company import in_utc
from ledger.times import timestamp_if

MOST = 10**12
"""The largest amount or count that is taken, so that no sum of them leaves 64 bits."""

ID_FORM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""A UUID in its usual form, in small letters."""

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u2028\u2029]")


class Whole(fields.Integer):
    """A whole number written as one: not true, not 6.0, not "6"."""

    def __init__(self, *, least: int = 0, most: int = MOST, **kwargs: Any) -> None:
        super().__init__(validate=validate.Range(least, most), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class Truth(fields.Boolean):
    """true or false, and no other value."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class Id(fields.String):
    """A UUID in its usual form, loaded in small letters."""

    default_error_messages = {"invalid_id": "Not a UUID."}  # noqa: RUF012

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("metadata", {}).setdefault("format", "uuid")
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs).lower()
        if not ID_FORM.fullmatch(text):
            raise self.make_error("invalid_id")
        return text


class Moment(fields.String):
    """A time in RFC 3339 with its offset. It is loaded and answered in UTC."""

    default_error_messages = {"invalid_moment": "Not a time with its offset, as in 1895-11-02T23:30:00Z."}  # noqa: RUF012

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("metadata", {}).setdefault("format", "date-time")
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        try:
            return in_utc(text) if _MOMENT.fullmatch(text) else self._refuse()
        except Invalid:
            return self._refuse()

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return timestamp_if(value)

    def _refuse(self) -> NoReturn:
        raise self.make_error("invalid_moment")


class Day(fields.Date):
    """A day, in the form 1895-11-02 only."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> date:
        if not (isinstance(value, str) and _DAY.fullmatch(value)):
            raise self.make_error("invalid", input=value, obj_type=self.OBJ_TYPE)
        day: date = super()._deserialize(value, attr, data, **kwargs)
        return day


class CardField(fields.String):
    """A card: rank and suit, as in Ah, Td, 9c; the joker is Jo."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("metadata", {}).setdefault("pattern", "^([2-9TJQKA][shdc]|Jo)$")
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            return parse_card(text)
        except ValueError as why:
            raise ValidationError(str(why)) from None


class Words(fields.String):
    """Text for people, on one line or several: not only spaces, and no longer than `longest` characters."""

    def __init__(self, *, longest: int, **kwargs: Any) -> None:
        super().__init__(validate=validate.Length(1, longest), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs).strip()
        if _CONTROL.search(text):
            raise ValidationError("Holds a control character.")
        return text


def members(**kwargs: Any) -> fields.List[str]:
    """A list of members."""
    return fields.List(Id(), validate=validate.Length(max=100), **kwargs)


def by_member(value: fields.Field[Any], **kwargs: Any) -> fields.Dict:
    """A value for each member."""
    return fields.Dict(keys=Id(), values=value, **kwargs)


def optional(kind: Any, *args: Any, **kwargs: Any) -> Any:
    """A field that may be left out or null, which mean the same."""
    return kind(*args, allow_none=True, load_default=None, **kwargs)
