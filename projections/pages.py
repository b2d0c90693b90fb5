"""Lists in pages. A cursor names the last row of a page, so rows recorded meanwhile do not shift the next page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some items of a list, and the cursor of the next page; None on the last."""

    items: tuple[T, ...]
    next: str | None


class BadCursor(ValueError):
    """The cursor did not come from a page of this list."""


def page(rows: Sequence[T], limit: int, cursor: Callable[[T], str]) -> Page[T]:
    """The first `limit` rows as a page. Select `limit` + 1 rows, so that it is known whether another page follows."""
    items = tuple(rows[:limit])
    return Page(items, cursor(items[-1]) if len(rows) > limit else None)


def number(cursor: str | None) -> int | None:
    """The number that a cursor names, None for the first page. Raises BadCursor."""
    if cursor is None:
        return None
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 18):
        raise BadCursor(cursor)
    return int(cursor)
