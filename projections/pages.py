"""Lists a page at a time. A cursor names the last row of a page, so that what is recorded meanwhile shifts none."""

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
    """The cursor is none that a page of this list has given."""


def page(found: Sequence[T], limit: int, cursor: Callable[[T], str]) -> Page[T]:
    """The page that begins a list of which up to `limit` + 1 rows were asked for."""
    items = tuple(found[:limit])
    return Page(items, cursor(items[-1]) if len(found) > limit else None)


def number(cursor: str | None) -> int | None:
    """The number that a cursor names, None for the first page. Raises BadCursor."""
    if cursor is None:
        return None
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 18):
        raise BadCursor(cursor)
    return int(cursor)
