"""The books as they are kept: a journal of the events that moved money, the lines of each, and every account.

They are double entry. Each line says what its account held before and after it, in the whole club and at the one
table; the database looks at every entry again when the transaction ends (ops/migrations/club_0020_books.sql).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import UUID

from psycopg import Cursor
from psycopg.rows import DictRow

from ledger import accounts as ledger_accounts
from ledger.accounts import Posting
from ledger.store import Logged
from projections.read_model import Rows, Table

JOURNAL = Table(
    "journal",
    ("position",),
    (
        "number",
        "stream",
        "version",
        "sitting",
        "game",
        "topic",
        "recorded_at",
        "lines",
        "issued",
        "in_issue",
    ),
)
POSTINGS = Table(
    "postings",
    ("position", "line"),
    ("sitting", "kind", "owner", "amount", "before", "after", "table_before", "table_after"),
)
ACCOUNTS = Table("accounts", ("kind", "owner"), ("balance", "first_position", "last_position"))

_Account = tuple[str, str]
_Made = tuple[Logged, tuple[Posting, ...]]

_LAST_ENTRY = "SELECT number, in_issue FROM journal ORDER BY position DESC LIMIT 1"
_SITTINGS = "SELECT game, sitting FROM games WHERE game = ANY(%s)"
_STANDING = """
    SELECT kind, owner, balance FROM accounts
    JOIN unnest(%s::text[], %s::text[]) AS asked (kind, owner) USING (kind, owner)
"""
_AT_TABLE = """
    SELECT asked.sitting, asked.kind, asked.owner, line.table_after
    FROM unnest(%s::uuid[], %s::text[], %s::text[]) AS asked (sitting, kind, owner)
    CROSS JOIN LATERAL (
        SELECT table_after FROM postings
        WHERE sitting = asked.sitting AND kind = asked.kind AND owner = asked.owner
        ORDER BY position DESC, line DESC LIMIT 1
    ) AS line
"""


class Books:
    """The read model: the journal, its lines and the accounts."""

    name = "books"
    # In the order in which they may be emptied: see the migration.
    tables = (JOURNAL, POSTINGS, ACCOUNTS)

    def apply(self, cursor: Cursor[DictRow], batch: Sequence[Logged]) -> None:
        """Post the events of a batch. Raises BooksDoNotBalance where one of them does not balance."""
        made = list(_postings(batch))
        if not made:
            return
        sitting_of = _sittings(cursor, made)
        balances, at_table = _standing(cursor, made), _at_table(cursor, made, sitting_of)
        held = frozenset(balances)
        rows, touched = Rows(), dict[_Account, list[int]]()
        last = cursor.execute(_LAST_ENTRY).fetchone()
        number, in_issue = (last["number"], last["in_issue"]) if last else (0, 0)
        for logged, postings in made:
            recorded, position = logged.recorded, logged.position
            sitting = sitting_of[recorded.originator_id]
            issued = ledger_accounts.issued(recorded.event)
            number, in_issue = number + 1, in_issue + issued
            rows.insert(
                JOURNAL,
                (position,),
                number=number,
                stream=recorded.originator_id,
                version=recorded.originator_version,
                sitting=sitting,
                game=_game(logged, sitting),
                topic=recorded.event.topic,
                recorded_at=recorded.at,
                lines=len(postings),
                issued=issued,
                in_issue=in_issue,
            )
            for line, posting in enumerate(postings, 1):
                kind, owner, amount = posting.account.kind, posting.account.owner, posting.amount
                before, table_before = balances.get((kind, owner), 0), at_table.get((sitting, kind, owner), 0)
                balances[kind, owner] = before + amount
                at_table[sitting, kind, owner] = table_before + amount
                touched.setdefault((kind, owner), [position])[1:] = [position]
                rows.insert(
                    POSTINGS,
                    (position, line),
                    sitting=sitting,
                    kind=kind,
                    owner=owner,
                    amount=amount,
                    before=before,
                    after=before + amount,
                    table_before=table_before,
                    table_after=table_before + amount,
                )
        for account, (first, *later) in touched.items():
            standing = {"balance": balances[account], "last_position": later[0]}
            if account in held:
                rows.put(ACCOUNTS, account, **standing)
            else:
                rows.insert(ACCOUNTS, account, first_position=first, **standing)
        rows.write(cursor)


def _postings(batch: Iterable[Logged]) -> Iterator[_Made]:
    for logged in batch:
        recorded = logged.recorded
        made = ledger_accounts.postings(recorded.event, str(recorded.originator_id))
        if made:
            yield logged, made


def _sittings(cursor: Cursor[DictRow], made: Iterable[_Made]) -> Mapping[UUID, UUID]:
    """The sitting of each stream: a game's is in the list of games, and any other that moves money is a sitting."""
    streams = {logged.recorded.originator_id for logged, _ in made}
    found = cursor.execute(_SITTINGS, (list(streams),)).fetchall()
    return {stream: stream for stream in streams} | {row["game"]: row["sitting"] for row in found}


def _game(logged: Logged, sitting: UUID) -> UUID | None:
    """The game that an event moved the money of: its own, or the one that an entry of the sitting names."""
    if logged.recorded.originator_id != sitting:
        return logged.recorded.originator_id
    named = getattr(logged.recorded.event, "game", None)
    return UUID(named) if named else None


def _standing(cursor: Cursor[DictRow], made: Iterable[_Made]) -> dict[_Account, int]:
    """What the accounts that are touched hold so far; one that is new is not there."""
    touched = {(p.account.kind, p.account.owner) for _, postings in made for p in postings}
    kinds, owners = zip(*touched, strict=True)
    found = cursor.execute(_STANDING, (list(kinds), list(owners))).fetchall()
    return {(row["kind"], row["owner"]): row["balance"] for row in found}


def _at_table(
    cursor: Cursor[DictRow], made: Iterable[_Made], sitting_of: Mapping[UUID, UUID]
) -> dict[tuple[UUID, str, str], int]:
    """What of the accounts that are touched came about at the table at which they are touched."""
    touched = {
        (sitting_of[logged.recorded.originator_id], p.account.kind, p.account.owner)
        for logged, postings in made
        for p in postings
    }
    found = cursor.execute(_AT_TABLE, tuple(map(list, zip(*touched, strict=True)))).fetchall()
    return {(row["sitting"], row["kind"], row["owner"]): row["table_after"] for row in found}


MODEL = Books()
