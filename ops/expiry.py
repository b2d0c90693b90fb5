"""When a token expires, as somebody writes it at the command line: after so long, or at a date or a time."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import click

from ledger.times import timestamp

Expiry = Callable[[datetime], str]
"""Takes the present time, and gives that of the expiry as RFC 3339 writes it."""

_SPAN = re.compile(r"(\d{1,5})([hdw])", re.ASCII)
_UNITS = {"h": "hours", "d": "days", "w": "weeks"}
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


class ExpiryType(click.ParamType[Expiry]):
    """A span (12h, 30d, 6w), a date (the beginning of that day in UTC), or a time with its offset."""

    name = "when"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Expiry:
        """The expiry that is written so. Fails for what is none."""
        if callable(value):
            return value  # type: ignore[no-any-return]
        if span := _SPAN.fullmatch(value):
            after = timedelta(**{_UNITS[span[2]]: int(span[1])})
            return lambda now: timestamp((now + after).replace(microsecond=0))
        try:
            at: datetime | None = datetime.fromisoformat(value)
        except ValueError:
            at = None
        if at is not None and _DAY.fullmatch(value):
            at = at.replace(tzinfo=UTC)
        if at is None or at.tzinfo is None:
            self.fail("write 12h, 30d, 6w, a date (2027-01-31) or a time with its offset", param, ctx)
        written = timestamp(at)
        return lambda now: written


EXPIRY = ExpiryType()
