"""Pages of lists: `items`, the cursor of the next page, and a Link to it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import request

from api.problems import unavailable
from ledger.store import ClubStore
from projections.pages import Page, number
from projections.tables import ReadTables

Item = TypeVar("Item")

Answer = tuple[dict[str, Any], dict[str, str]]
"""One page as its schema dumps it, and the headers that belong to it."""

PATIENCE_SECONDS = 2.0
"""How long a read waits for the tables to see what its client has seen."""


def page_of(
    items: Sequence[Item],
    asked: Mapping[str, Any],
    position: Mapping[str, str] | None = None,
    *,
    shown: Callable[[Item], Any] | None = None,
) -> Answer:
    """One page of a list that is at hand whole. The cursor counts the items that went before. Raises BadCursor."""
    start = number(asked["cursor"]) or 0
    end = start + asked["limit"]
    page = Page(tuple(items[start:end]), str(end) if end < len(items) else None)
    return answered(page, asked, position, shown=shown)


def answered(
    page: Page[Item],
    asked: Mapping[str, Any],
    position: Mapping[str, str] | None = None,
    *,
    shown: Callable[[Item], Any] | None = None,
    kept: Mapping[str, Any] | None = None,
) -> Answer:
    """A page as it is answered; `position` is the header that says what the list has seen.

    `shown` makes of an item what its schema dumps, where that is not the item itself. `kept` is what the link to the
    next page asks beside it, where that is not what was asked for this page.
    """
    headers = dict(position or {})
    if page.next is not None:
        if kept is None:
            kept = {name: text for name, text in request.args.items() if name != "at_least"}
        onward = urlencode({**kept, "limit": asked["limit"], "cursor": page.next})
        headers["Link"] = f'<{request.path}?{onward}>; rel="next"'
    items = page.items if shown is None else [shown(each) for each in page.items]
    return {"items": items, "next": page.next}, headers


def current(store: ClubStore, asked: Mapping[str, Any]) -> dict[str, str]:
    """The header for a list that is read from the events themselves: ask before reading, and it claims no more
    than the list has seen. Raises a 503 problem where the client asks for more than there is."""
    position = store.max_position()
    if asked["at_least"] > position:
        raise unavailable(f"the books have come to {position}, not to {asked['at_least']}")
    return {"Poolbook-Position": str(position)}


def freshened(tables: ReadTables, asked: Mapping[str, Any]) -> dict[str, str]:
    """Wait until the tables have come as far as the client asks; the header that says how far they have come.

    Raises a 503 problem when they do not in time.
    """
    if asked["at_least"] and not tables.wait_for(asked["at_least"], PATIENCE_SECONDS):
        stopped = "; an error stopped them there, and the operator has to mend it" if tables.failure() else ""
        raise unavailable(f"the read tables have come to {tables.position()}, not to {asked['at_least']}{stopped}")
    return {"Poolbook-Position": str(tables.position())}
