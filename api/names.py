"""Members' names beside their ids: what `expand=members` adds to the answer of a read."""

from collections.abc import Iterator
from typing import Any

from flask import g

from ledger.application.club_books import ClubBooks


def ask(books: ClubBooks) -> None:
    """Let the answer to the present request have the names of the members of these books."""
    g.names_of = books


def added(body: Any) -> Any:
    """A body, with the names of the members whose ids are in it where the request asks for them; None for a name that
    was erased."""
    books: ClubBooks | None = g.get("names_of")
    if books is None:
        return body
    members = books.club().members
    return {**body, "members": {text: members[text] for text in dict.fromkeys(_texts(body)) if text in members}}


def tag(version: int) -> str:
    """The entity tag of a version. With names it has the version of the club's stream too, which goes on with every
    change of a name."""
    books: ClubBooks | None = g.get("names_of")
    return str(version) if books is None else f"{version}.{books.club().version}"


def _texts(value: Any) -> Iterator[str]:
    """Every text anywhere in a JSON value, the names of its objects among them."""
    match value:
        case str():
            yield value
        case dict():
            for name, inner in value.items():
                yield name
                yield from _texts(inner)
        case list():
            for inner in value:
                yield from _texts(inner)
