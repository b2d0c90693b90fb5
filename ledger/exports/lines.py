"""Lines of comma-separated values, as every CSV here has them."""

import csv
from collections.abc import Iterable
from datetime import UTC, datetime
from io import StringIO

_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def lines(rows: Iterable[Iterable[object]]) -> str:
    """Rows as RFC 4180 has them: ended by CR LF, quoted where they must be."""
    written = StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue()


def plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula: one that could be is put behind an apostrophe."""
    return f"'{text}" if text.lstrip(" ").startswith(_BEGINS_A_FORMULA) else text


def zulu(at: datetime) -> str:
    """A time in UTC to the millisecond, as ISO 8601 has it, with Z."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
