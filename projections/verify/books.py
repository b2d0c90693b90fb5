"""The accounts: compute the postings of every event again, and compare them with the journal, its lines and balances.

This code shares nothing with the read model that wrote them. It checks both identities after every event: an entry's
lines sum to nought, and the counters in issue equal those with players, in pools, carried and in the kitty. In memory
are the accounts whose balance is not nought, in the club and at each table, the accounts of open sittings, and the
sitting of each game.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any
from uuid import UUID

from psycopg.sql import SQL, Composed, Identifier

from ledger.books.accounts import IN_ISSUE, Posting
from ledger.books.postings import issued, postings
from ledger.events.game import GameBegun
from ledger.events.sitting import SittingClosed
from ledger.refusals import BooksDoNotBalance
from ledger.store import Logged
from projections.books import ACCOUNTS, JOURNAL, POSTINGS, TABLE_ACCOUNTS
from projections.read_model import Table
from projections.verify.folded import difference, first_differing
from projections.verify.report import Difference, Differs, Findings, lone_row, unlike_row
from projections.verify.snapshot import Snapshot

KIND = "accounts"
PAGES = "book_pages"

_BELOW, _ABOVE = -(2**63), 2**63 - 1
"""A position below, and one above every position."""

_Row = tuple[Any, ...]
"""A row as `_enter` and `_lines` make it: with its values in the order of its table's columns."""
_Account = tuple[str, str]


class Books:
    """Computes the books again, and compares them with the stored ones."""

    def __init__(self, snapshot: Snapshot, findings: Findings) -> None:
        self._snapshot = snapshot
        self._findings = findings
        self._position = snapshot.tables.position()
        self._done = _BELOW
        self._number = 0
        self._in_issue = 0
        self._held = 0
        self._sitting_of: dict[UUID, UUID] = {}
        self._balances: dict[_Account, int] = {}
        self._at_table: dict[UUID, dict[_Account, int]] = {}

    def see(self, batch: Sequence[Logged]) -> None:
        """Post the events of a batch that the follower has posted, and compare. Raises Differs."""
        followed = [logged for logged in batch if logged.position <= self._position]
        if not followed:
            return
        entries: list[_Row] = []
        lines: list[_Row] = []
        for logged in followed:
            self._enter(logged, entries, lines)
        self._compare(JOURNAL, entries, followed[-1].position)
        self._compare(POSTINGS, lines, followed[-1].position)
        self._findings.count("postings", len(lines))
        self._done = followed[-1].position

    def finish(self) -> None:
        """Raise Differs for rows after the last event, for a wrong balance of any account, and for a page left over."""
        self._compare(JOURNAL, [], _ABOVE)
        self._compare(POSTINGS, [], _ABOVE)
        # The lines have been compared already, so their sums are the right balances.
        for table in (ACCOUNTS, TABLE_ACCOUNTS):
            for row in self._snapshot.rows(first_differing(table, _balances(table))):
                raise Differs(difference(KIND, table, row))
        if self._snapshot.count(PAGES):
            sentence = f"a page is left in {PAGES}, which is empty where pages are put in the books"
            raise Differs(Difference(kind=KIND, sentence=sentence, table=PAGES))
        self._findings.count("accounts", self._snapshot.count(ACCOUNTS.name))

    def _enter(self, logged: Logged, entries: list[_Row], lines: list[_Row]) -> None:
        """Add the journal entry and the lines that an event must have. Raises Differs if it does not balance."""
        recorded, position = logged.recorded, logged.position
        event, stream = recorded.event, recorded.originator_id
        if isinstance(event, GameBegun):
            self._sitting_of[stream] = UUID(event.sitting)
        made = self._posted(logged)
        if made:
            sitting, put_in_issue = self._sitting_of.get(stream, stream), issued(event)
            game = stream if sitting != stream else _named(event)
            self._number += 1
            self._in_issue += put_in_issue
            what = stream, recorded.originator_version, sitting, game, event.topic, recorded.at
            entries.append((position, self._number, *what, len(made), put_in_issue, self._in_issue))
            lines += self._lines(position, sitting, made)
        if self._held != self._in_issue:
            sentence = f"{self._in_issue} counters are in issue, and {self._held} are with players, in pools and funds"
            raise _of_event(logged, sentence, expected=str(self._in_issue), found=str(self._held))
        if isinstance(event, SittingClosed):
            # What is adjusted or paid after the close goes on from these balances.
            left = {account: n for account, n in self._at_table.pop(stream, {}).items() if n}
            self._at_table[stream] = left

    def _posted(self, logged: Logged) -> tuple[Posting, ...]:
        try:
            return postings(logged.recorded.event, str(logged.recorded.originator_id))
        except BooksDoNotBalance as error:
            raise _of_event(logged, str(error)) from error

    def _lines(self, position: int, sitting: UUID, made: Sequence[Posting]) -> Iterator[_Row]:
        at_table = self._at_table.setdefault(sitting, {})
        for line, posting in enumerate(made, 1):
            kind, owner, amount = posting.account.kind, posting.account.owner, posting.amount
            account = kind, owner
            before, table_before = self._balances.get(account, 0), at_table.get(account, 0)
            after, table_after = before + amount, table_before + amount
            at_table[account] = table_after
            self._stand(account, after)
            if kind in IN_ISSUE:
                self._held -= amount
            yield position, line, sitting, kind, owner, amount, before, after, table_before, table_after

    def _stand(self, account: _Account, balance: int) -> None:
        if balance:
            self._balances[account] = balance
        else:
            self._balances.pop(account, None)

    def _compare(self, table: Table, expected: Sequence[_Row], upto: int) -> None:
        """Compare the stored rows since the last batch, up to a position, with the expected ones. Raises Differs."""
        kept = self._snapshot.rows(_between(table), {"above": self._done, "upto": upto})
        if kept == expected:
            return
        for must, stored in zip_longest(expected, kept):
            if must != stored:
                raise Differs(_row_differs(table, must, stored))


def _named(event: object) -> UUID | None:
    """The game that an entry of a sitting's book names; None if it names none."""
    game = getattr(event, "game", None)
    return UUID(game) if game else None


def _row_differs(table: Table, must: _Row | None, stored: _Row | None) -> Difference:
    """How a stored row differs from the expected one; None stands for a row that does not exist."""
    key_of = len(table.key)
    if must is None or stored is None or must[:key_of] != stored[:key_of]:
        # Rows come in the order of their keys, so the row with the lower key is the one without a counterpart.
        lacking = stored is None or (must is not None and must[:key_of] < stored[:key_of])
        row = must if lacking else stored
        assert row is not None
        key = _key(table, row)
        return lone_row(KIND, table.name, key, missing=lacking, position=_position(table, row))
    column, was, now = next(
        values for values in zip(table.columns, must, stored, strict=True) if values[1] != values[2]
    )
    return unlike_row(KIND, table.name, _key(table, must), column, was, now, _position(table, must))


def _key(table: Table, row: _Row) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(table.key, row, strict=False))


def _position(table: Table, row: _Row) -> int | None:
    return int(row[0]) if table.key[0] == "position" else None


def _of_event(logged: Logged, sentence: str, **more: Any) -> Differs:
    stream, version = logged.recorded.originator_id, logged.recorded.originator_version
    sentence = f"event {version} of stream {stream}: {sentence}"
    return Differs(
        Difference(kind=KIND, sentence=sentence, stream=stream, version=version, position=logged.position, **more)
    )


def _between(table: Table) -> Composed:
    """A query for the stored rows between two positions, in the order of their keys."""
    return SQL(
        "SELECT {columns} FROM {table} WHERE club = %(club)s AND position > %(above)s AND position <= %(upto)s"
        " ORDER BY {key}"
    ).format(columns=_listed(table.columns), table=Identifier(table.name), key=_listed(table.key))


def _balances(table: Table) -> Composed:
    """A query for the accounts as they follow from their lines."""
    return SQL(
        "(SELECT club, {key}, sum(amount)::bigint AS balance, min(position) AS first_position,"
        " max(position) AS last_position FROM postings WHERE club = %(club)s GROUP BY club, {key})"
    ).format(key=_listed(table.key))


def _listed(columns: Sequence[str]) -> Composed:
    return SQL(", ").join(map(Identifier, columns))
