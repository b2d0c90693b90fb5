"""Pages of lists: `items`, the cursor of the next page, and a Link to it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import request

from api.problems import invalid, unavailable
from api.service import service
from ledger.application.club_books import ClubBooks
from ledger.store import ClubStore
from projections.pages import Page, number
from projections.tables import ReadTables

Item = TypeVar("Item")

Answer = tuple[dict[str, Any], dict[str, str]]
"""The body of a page for its schema to dump, and its headers."""

POSITIONS = ("at_least", "position")
"""The parameters of a query that name a position in the club's log."""
FAR_AHEAD = 1_000
"""How many positions after the last event may be waited for: after a failover an answer may have given one of them."""


def page_of(
    items: Sequence[Item],
    query: Mapping[str, Any],
    position: Mapping[str, str] | None = None,
    *,
    shown: Callable[[Item], Any] | None = None,
) -> Answer:
    """One page of a list that is in memory. The cursor counts the items before the page. Raises BadCursor."""
    start = number(query["cursor"]) or 0
    end = start + query["limit"]
    page = Page(tuple(items[start:end]), str(end) if end < len(items) else None)
    return answered(page, query, position, shown=shown)


def answered(
    page: Page[Item],
    query: Mapping[str, Any],
    position: Mapping[str, str] | None = None,
    *,
    shown: Callable[[Item], Any] | None = None,
    kept: Mapping[str, Any] | None = None,
) -> Answer:
    """The answer with a page of a list.

    position  the header with the position that the list has seen
    shown     makes the object that the schema dumps from an item; None if it is the item itself
    kept      the query of the link to the next page; None if it is that of this request
    """
    headers = dict(position or {})
    if page.next is not None:
        if kept is None:
            kept = {name: text for name, text in request.args.items() if name != "at_least"}
        onward = urlencode({**kept, "limit": query["limit"], "cursor": page.next})
        headers["Link"] = f'<{request.path}?{onward}>; rel="next"'
    items = page.items if shown is None else [shown(item) for item in page.items]
    return {"items": items, "next": page.next}, headers


def check_not_far_ahead(store: ClubStore, query: Mapping[str, Any]) -> None:
    """Raise a 422 problem where a query names a position that the log will not come to while its sender waits."""
    positions = {name: query[name] for name in POSITIONS if query.get(name)}
    if not positions:
        return
    last = store.max_position()
    errors = {
        name: [
            f"{position} is far ahead: the last event of this club is at position {last};"
            " send a Poolbook-Position that an answer has given, or leave it out"
        ]
        for name, position in positions.items()
        if position > last + FAR_AHEAD
    }
    if errors:
        raise invalid(errors)


def current(books: ClubBooks, query: Mapping[str, Any]) -> dict[str, str]:
    """The position header for a list that is read from the events themselves.

    Call it before reading, so that the header claims no more than the list has seen. Raises a 503 problem if the client
    asks for a later position.
    """
    if query["at_least"] > books.memory.position:
        books.memory.look()
    position = books.memory.position
    if query["at_least"] > position:
        raise unavailable(f"the log is at position {position}, and {query['at_least']} is asked for: try again later")
    return {"Poolbook-Position": str(position)}


def freshened(tables: ReadTables, query: Mapping[str, Any]) -> dict[str, str]:
    """Wait until the tables have come to the position in `at_least`; the header with their position.

    Raises a 503 problem if they have not while the service has patience.
    """
    if query["at_least"] and not tables.wait_for(query["at_least"], service().patience_seconds):
        stopped = "; an error stopped them there, and the operator must remove its cause" if tables.failure() else ""
        raise unavailable(f"the read tables have come to {tables.position()}, not to {query['at_least']}{stopped}")
    return {"Poolbook-Position": str(tables.position())}
