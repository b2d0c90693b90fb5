"""Lines of comma-separated values, for every format that is CSV."""

import csv
from collections.abc import Iterable
from datetime import UTC, datetime
from io import StringIO

_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def lines(rows: Iterable[Iterable[object]]) -> str:
    """The rows as CSV (RFC 4180): each ends with CR LF, and values are quoted if they must be."""
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def plain(text: str) -> str:
    """The text, after an apostrophe if a spreadsheet could take it for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_BEGINS_A_FORMULA) else text


def zulu(at: datetime) -> str:
    """A time in UTC to the millisecond, as ISO 8601 has it, with Z."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
