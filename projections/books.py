"""The stored books by double entry: a journal of the events that moved money, the lines of each, and every account.

Each line has the balance of its account before and after it, in the whole club and at its table. The database checks
every entry again when the transaction ends (ops/migrations/club_0020_books.sql).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from psycopg import Cursor
from psycopg.rows import DictRow

from ledger.books.accounts import Posting
from ledger.books.postings import issued, postings
from ledger.store import Logged
from projections.read_model import Key, Rows, Table


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

_Account = tuple[str, str]
_TableAccount = tuple[UUID, str, str]
_Made = tuple[Logged, tuple[Posting, ...]]

_LAST_ENTRY = "SELECT number, in_issue FROM journal ORDER BY position DESC LIMIT 1"
_SITTINGS = "SELECT game, sitting FROM games WHERE game = ANY(%s)"
_BALANCES = """
    SELECT kind, owner, balance FROM accounts
    JOIN unnest(%s::text[], %s::text[]) AS asked (kind, owner) USING (kind, owner)
"""
_AT_TABLE = """
    SELECT sitting, kind, owner, balance FROM table_accounts
    JOIN unnest(%s::uuid[], %s::text[], %s::text[]) AS asked (sitting, kind, owner) USING (sitting, kind, owner)
"""


class Books:
    """The read model: the journal, its lines and the accounts."""

    name = "books"
    # In the order in which the database's constraints allow emptying them: see the migration.
    tables = (JOURNAL, POSTINGS, ACCOUNTS, TABLE_ACCOUNTS)

    def apply(self, cursor: Cursor[DictRow], batch: Sequence[Logged]) -> None:
        """Post the events of a batch. Raises BooksDoNotBalance if one of them does not balance."""
        made = list(_postings(batch))
        if not made:
            return
        sitting_of = _sittings(cursor, made)
        page = _Page(cursor, made, sitting_of)
        for logged, posted in made:
            page.enter(logged, posted, sitting_of[logged.recorded.originator_id])
        page.write(cursor)


class _Page:
    """Collects the entries of one batch, and the balances after them."""

    def __init__(self, cursor: Cursor[DictRow], made: Sequence[_Made], sitting_of: Mapping[UUID, UUID]) -> None:
        self._balances = _balances_of(cursor, made)
        self._at_table = _balances_at_table(cursor, made, sitting_of)
        self._known, self._known_at_table = frozenset(self._balances), frozenset(self._at_table)
        last = cursor.execute(_LAST_ENTRY).fetchone()
        self._number: int = last["number"] if last else 0
        self._in_issue: int = last["in_issue"] if last else 0
        # The positions of the first and the last line of each account in this batch.
        self._touched: dict[_Account, tuple[int, int]] = {}
        self._touched_at_table: dict[_TableAccount, tuple[int, int]] = {}
        self._rows = Rows()

    def enter(self, logged: Logged, posted: tuple[Posting, ...], sitting: UUID) -> None:
        """Enter one event in the journal, with its lines."""
        recorded = logged.recorded
        put_in_issue = issued(recorded.event)
        self._number += 1
        self._in_issue += put_in_issue
        entry = JournalRow(
            position=logged.position,
            number=self._number,
            stream=recorded.originator_id,
            version=recorded.originator_version,
            sitting=sitting,
            game=_game(logged, sitting),
            topic=recorded.event.topic,
            recorded_at=recorded.at,
            lines=len(posted),
            issued=put_in_issue,
            in_issue=self._in_issue,
        )
        self._rows.insert(JOURNAL, entry)
        for line, posting in enumerate(posted, 1):
            self._post(logged.position, line, posting, sitting)

    def _post(self, position: int, line: int, posting: Posting, sitting: UUID) -> None:
        amount = posting.amount
        account = posting.account.kind, posting.account.owner
        of_table = (sitting, *account)
        before, table_before = self._balances.get(account, 0), self._at_table.get(of_table, 0)
        self._balances[account], self._at_table[of_table] = before + amount, table_before + amount
        self._touched[account] = self._touched.get(account, (position,))[0], position
        self._touched_at_table[of_table] = self._touched_at_table.get(of_table, (position,))[0], position
        made = PostingRow(
            position=position,
            line=line,
            sitting=sitting,
            kind=account[0],
            owner=account[1],
            amount=amount,
            before=before,
            after=before + amount,
            table_before=table_before,
            table_after=table_before + amount,
        )
        self._rows.insert(POSTINGS, made)

    def write(self, cursor: Cursor[DictRow]) -> None:
        """Write the entries, and the new balance of every account that they touch."""
        for account, between in self._touched.items():
            self._carry_over(ACCOUNTS, account, account in self._known, self._balances[account], between)
        for of_table, between in self._touched_at_table.items():
            known = of_table in self._known_at_table
            self._carry_over(TABLE_ACCOUNTS, of_table, known, self._at_table[of_table], between)
        self._rows.write(cursor)

    def _carry_over(self, table: Table, key: Key, known: bool, balance: int, between: tuple[int, int]) -> None:
        first, last = between
        if known:
            self._rows.put(table, key, balance=balance, last_position=last)
        else:
            kind, owner = key[-2:]
            account = AccountRow(kind=kind, owner=owner, balance=balance, first_position=first, last_position=last)
            self._rows.insert(table, account, **dict(zip(table.key, key, strict=True)))


def _postings(batch: Iterable[Logged]) -> Iterator[_Made]:
    for logged in batch:
        recorded = logged.recorded
        made = postings(recorded.event, str(recorded.originator_id))
        if made:
            yield logged, made


def _sittings(cursor: Cursor[DictRow], made: Iterable[_Made]) -> Mapping[UUID, UUID]:
    """The sitting of each stream. That of a game is in the list of games; any other stream here is a sitting."""
    streams = {logged.recorded.originator_id for logged, _ in made}
    rows = cursor.execute(_SITTINGS, (list(streams),)).fetchall()
    return {stream: stream for stream in streams} | {row["game"]: row["sitting"] for row in rows}


def _game(logged: Logged, sitting: UUID) -> UUID | None:
    """The game whose money an event moved: that of its stream, or the one that an entry of a sitting names."""
    if logged.recorded.originator_id != sitting:
        return logged.recorded.originator_id
    named = getattr(logged.recorded.event, "game", None)
    return UUID(named) if named else None


def _balances_of(cursor: Cursor[DictRow], made: Iterable[_Made]) -> dict[_Account, int]:
    """The balances so far of the accounts that the batch touches, without new accounts."""
    touched = {(p.account.kind, p.account.owner) for _, postings in made for p in postings}
    kinds, owners = zip(*touched, strict=True)
    rows = cursor.execute(_BALANCES, (list(kinds), list(owners))).fetchall()
    return {(row["kind"], row["owner"]): row["balance"] for row in rows}


def _balances_at_table(
    cursor: Cursor[DictRow], made: Iterable[_Made], sitting_of: Mapping[UUID, UUID]
) -> dict[_TableAccount, int]:
    """The balances so far at each table of the accounts that the batch touches there, without new ones."""
    touched = {
        (sitting_of[logged.recorded.originator_id], p.account.kind, p.account.owner)
        for logged, postings in made
        for p in postings
    }
    rows = cursor.execute(_AT_TABLE, tuple(map(list, zip(*touched, strict=True)))).fetchall()
    return {(row["sitting"], row["kind"], row["owner"]): row["balance"] for row in rows}


MODEL = Books()
