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
Body = Callable[[Item], dict[str, Any]]

Answer = tuple[dict[str, Any], dict[str, str]]
"""The body of one page, and the headers that belong to it."""

PATIENCE_SECONDS = 2.0
"""How long a read waits for the tables to see what its client has seen."""


def page_of(
    items: Sequence[Item], asked: Mapping[str, Any], body: Body[Item], position: Mapping[str, str] | None = None
) -> Answer:
    """One page of a list that is at hand whole. The cursor counts the items that went before. Raises BadCursor."""
    start = number(asked["cursor"]) or 0
    end = start + asked["limit"]
    return answered(Page(tuple(items[start:end]), str(end) if end < len(items) else None), asked, body, position)


def answered(
    page: Page[Item],
    asked: Mapping[str, Any],
    body: Body[Item],
    position: Mapping[str, str] | None = None,
    *,
    kept: Mapping[str, Any] | None = None,
) -> Answer:
    """A page as it is answered; `position` is the header that says what the list has seen, `kept` what the link to
    the next page asks beside it, where that is not what was asked for this page."""
    headers = dict(position or {})
    if page.next is not None:
        if kept is None:
            kept = {name: text for name, text in request.args.items() if name != "at_least"}
        onward = urlencode({**kept, "limit": asked["limit"], "cursor": page.next})
        headers["Link"] = f'<{request.path}?{onward}>; rel="next"'
    return {"items": [body(each) for each in page.items], "next": page.next}, headers


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
