"""The stored books by double entry: a journal of the events that moved money, the lines of each, and every account.

Each line has the balance of its account before and after it, in the whole club and at its table. What a batch of events
posts is put in as a page: the database works out the balances, and refuses a page that does not balance
(ops/migrations/poolbook_0104_books.sql).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from ledger.books.accounts import Posting
from ledger.books.postings import issued, postings
from ledger.events.game import GameBegun
from ledger.store import Logged
from projections.read_model import ClubCursor, Table
from projections.refolded import earlier


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalRow:
    """An event that moved money. `number` counts such events without a gap. `issued` is the value of the counters that
    it put in issue, `in_issue` the value of those in issue in the club after it."""

    position: int
    number: int
    stream: UUID
    version: int
    sitting: UUID
    game: UUID | None
    topic: str
    recorded_at: datetime
    lines: int
    issued: int
    in_issue: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PostingRow:
    """A line of an entry, and the balance of its account before and after it, in the club and at the table."""

    position: int
    line: int
    sitting: UUID
    kind: str
    owner: str
    amount: int
    before: int
    after: int
    table_before: int
    table_after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountBalance:
    """The balance of an account: minor units, debits positive, credits negative. `owner` is a member, a game or ''."""

    kind: str
    owner: str
    balance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountRow(AccountBalance):
    """An account with its balance, and the positions of its first and its last line."""

    first_position: int
    last_position: int


JOURNAL = Table("journal", JournalRow, key=("position",))
POSTINGS = Table("postings", PostingRow, key=("position", "line"))
ACCOUNTS = Table("accounts", AccountRow, key=("kind", "owner"))
TABLE_ACCOUNTS = Table("table_accounts", AccountRow, key=("sitting", "kind", "owner"))

_Made = tuple[Logged, tuple[Posting, ...]]

_PAGE = """
    INSERT INTO book_pages (club, positions, streams, versions, sittings, games, topics, times, issued,
        line_positions, lines, kinds, owners, amounts)
    VALUES (%(club)s, %(positions)s, %(streams)s, %(versions)s, %(sittings)s, %(games)s, %(topics)s, %(times)s,
        %(issued)s, %(line_positions)s, %(lines)s, %(kinds)s, %(owners)s, %(amounts)s)
"""
_BEGIN_ANEW = """
    INSERT INTO book_pages (club, begins_anew, positions, streams, versions, sittings, games, topics, times, issued,
        line_positions, lines, kinds, owners, amounts)
    VALUES (%(club)s, true, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')
"""


def _quoted(text: str) -> str:
    """A text as it stands within an array in PostgreSQL's notation."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _hex(id: UUID | None) -> str:
    return "NULL" if id is None else id.hex


_Notation = Mapping[str, Callable[[Any], str]]
"""Columns, each with the notation of its values in an array. psycopg's own arrays took as long as the folding."""

_OF_ENTRY: _Notation = {
    "positions": str,
    "streams": _hex,
    "versions": str,
    "sittings": _hex,
    "games": _hex,
    "topics": _quoted,
    "times": datetime.isoformat,
    "issued": str,
}
_OF_LINE: _Notation = {"line_positions": str, "lines": str, "kinds": _quoted, "owners": _quoted, "amounts": str}


class Books:
    """The read model: the journal, its lines and the accounts."""

    name = "books"
    tables = (JOURNAL, POSTINGS, ACCOUNTS, TABLE_ACCOUNTS)

    def apply(self, cursor: ClubCursor, batch: Sequence[Logged]) -> None:
        """Post the events of a batch. Raises BooksDoNotBalance if one of them does not balance."""
        made = list(_postings(batch))
        if made:
            cursor.write(partial(_post, page=_page(made, _sittings(cursor, batch, made))))

    def forget(self, cursor: ClubCursor) -> None:
        """Empty the club's books: the journal, its lines and the accounts together."""
        cursor.execute(_BEGIN_ANEW)


def _post(cursor: ClubCursor, page: Mapping[str, str]) -> None:
    cursor.execute(_PAGE, page)


def _page(made: Sequence[_Made], sitting_of: Mapping[UUID, UUID]) -> dict[str, str]:
    """The columns of a page."""
    entries = [_entry(logged, sitting_of[logged.recorded.originator_id]) for logged, _ in made]
    lines = [
        (logged.position, line, posting.account.kind, posting.account.owner, posting.amount)
        for logged, posted in made
        for line, posting in enumerate(posted, 1)
    ]
    return {**_columns(_OF_ENTRY, entries), **_columns(_OF_LINE, lines)}


def _columns(notation: _Notation, rows: Sequence[tuple[Any, ...]]) -> dict[str, str]:
    """The columns of some rows, each as an array in PostgreSQL's notation."""
    columns = zip(*rows, strict=True)
    return {
        name: "{" + ",".join(map(write, column)) + "}"
        for (name, write), column in zip(notation.items(), columns, strict=True)
    }


def _postings(batch: Iterable[Logged]) -> Iterator[_Made]:
    for logged in batch:
        recorded = logged.recorded
        made = postings(recorded.event, str(recorded.originator_id))
        if made:
            yield logged, made


def _entry(logged: Logged, sitting: UUID) -> tuple[Any, ...]:
    """What an event puts in the journal, apart from what the database works out."""
    recorded, event = logged.recorded, logged.recorded.event
    place = (logged.position, recorded.originator_id, recorded.originator_version, sitting, _game(logged, sitting))
    return (*place, event.topic, recorded.at, issued(event))


def _sittings(cursor: ClubCursor, batch: Sequence[Logged], made: Iterable[_Made]) -> Mapping[UUID, UUID]:
    """The sitting of each stream. That of a game is in the game's first event; any other stream here is a sitting."""
    events = [(logged.recorded.originator_id, logged.recorded.event) for logged in batch]
    sitting_of = {stream: UUID(event.sitting) for stream, event in events if isinstance(event, GameBegun)}
    others = {logged.recorded.originator_id for logged, _ in made} - sitting_of.keys()
    for stream, begun in earlier(cursor, dict.fromkeys(others, 2)).items():
        first = begun[0].recorded.event
        sitting_of[stream] = UUID(first.sitting) if isinstance(first, GameBegun) else stream
    return {stream: stream for stream in others} | sitting_of


def _game(logged: Logged, sitting: UUID) -> UUID | None:
    """The game whose money an event moved: that of its stream, or the one that an entry of a sitting names."""
    if logged.recorded.originator_id != sitting:
        return logged.recorded.originator_id
    named = getattr(logged.recorded.event, "game", None)
    return UUID(named) if named else None


MODEL = Books()
