"""The books are written by pages alone, and the database checks each: one that does not balance is not put in."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import Connection
from psycopg.errors import CheckViolation, InsufficientPrivilege, IntegrityConstraintViolation, UniqueViolation
from psycopg.rows import DictRow, dict_row
from psycopg.sql import SQL, Identifier, Placeholder

from ledger.store import Club
from ops.migrate import migrate
from projections import READ_MODELS
from projections.books import MODEL
from projections.follow import ClubFollower
from projections.rebuild import digest, rebuild
from projections.statements import KINDS
from projections.tables import ReadTables
from tests.play.table import Table
from tests.projections.evenings import Writer

Hand = Connection[DictRow]

TABLES = ("journal", "postings", "accounts", "table_accounts")

Moved = Sequence[tuple[str, str, int]]
"""Lines: kind and owner of the account, and the amount."""

BOUGHT: Moved = [("bank_cash", "", 7000), ("player", "A", -7000)]
STAKED: Moved = [("player", "A", 5), ("player", "B", -5)]


@pytest.fixture
def hand(database_url: str, writer: Writer, follower: ClubFollower) -> Iterator[Hand]:
    """A transaction of the database's owner in the books of a running game. The test ends it."""
    writer.write(Table("ABCDE").start("A").play("deal; C stakes 6; D passes"))
    follower.advance()
    with psycopg.connect(database_url, row_factory=dict_row, options="-c search_path=poolbook") as connection:
        yield connection
        connection.rollback()


def newest(hand: Hand, club: Club) -> DictRow:
    """The last entry of the club's journal."""
    row = hand.execute("SELECT * FROM journal WHERE club = %s ORDER BY position DESC LIMIT 1", (club.id,)).fetchone()
    assert row is not None
    return row


def page(hand: Hand, club: Club, *entries: Moved, issued: int = 0, **other: Any) -> None:
    """Put in a page with these entries, the first of which puts `issued` in issue. `other` are columns as they are
    given, in the place of the right ones."""
    last = newest(hand, club)
    positions = [last["position"] + n for n in range(1, len(entries) + 1)]
    lines = [
        (position, line, kind, owner, amount)
        for position, moved in zip(positions, entries, strict=True)
        for line, (kind, owner, amount) in enumerate(moved, 1)
    ]
    columns = zip(*lines, strict=True) if lines else ((),) * 5
    row: dict[str, Any] = {
        "club": club.id,
        "positions": positions,
        "issued": [issued, *(0 for _ in entries[1:])],
        **{name: [last[of]] * len(entries) for name, of in _LIKE_THE_LAST.items()},
        **dict(zip(("line_positions", "lines", "kinds", "owners", "amounts"), map(list, columns), strict=True)),
        **other,
    }
    hand.execute(
        SQL("INSERT INTO book_pages ({}) VALUES ({})").format(
            SQL(", ").join(map(Identifier, row)), SQL(", ").join(map(Placeholder, row))
        ),
        row,
    )


_LIKE_THE_LAST = {
    "streams": "stream",
    "versions": "version",
    "sittings": "sitting",
    "games": "game",
    "topics": "topic",
    "times": "recorded_at",
}


def balance(hand: Hand, club: Club, kind: str, owner: str) -> int:
    row = hand.execute(
        "SELECT balance FROM accounts WHERE club = %s AND kind = %s AND owner = %s", (club.id, kind, owner)
    ).fetchone()
    return row["balance"] if row else 0


# A page


def test_a_page_in_which_everything_is_right_is_taken_and_its_balances_are_worked_out(hand: Hand, club: Club) -> None:
    before, stood = newest(hand, club), balance(hand, club, "player", "A")
    page(hand, club, BOUGHT, STAKED, issued=7000)
    hand.commit()
    last = newest(hand, club)
    assert (last["number"], last["in_issue"]) == (before["number"] + 2, before["in_issue"] + 7000)
    lines = hand.execute(
        "SELECT before, after, table_before, table_after FROM postings"
        " WHERE club = %s AND kind = 'player' AND owner = 'A' ORDER BY position DESC, line DESC LIMIT 2",
        (club.id,),
    ).fetchall()
    ends = [stood - 6995, stood - 7000]
    assert [(row["before"], row["after"]) for row in lines] == [(stood - 7000, ends[0]), (stood, ends[1])]
    assert all(row["after"] - row["before"] == row["table_after"] - row["table_before"] for row in lines)
    assert balance(hand, club, "player", "A") == ends[0]


def test_nothing_stays_of_a_page_itself(hand: Hand, club: Club) -> None:
    page(hand, club, STAKED)
    assert hand.execute("SELECT * FROM book_pages").fetchall() == []


@pytest.mark.parametrize(
    ("entries", "other", "because"),
    [
        pytest.param([[("bank_cash", "", 60), ("player", "A", -59)]], {"issued": 59}, "sum to 1", id="unbalanced"),
        pytest.param([[("bank_cash", "", 60), ("player", "A", -60)]], {}, "60 in issue by the postings", id="till"),
        pytest.param([STAKED], {"issued": 5}, "0 in issue by the postings, 5 by the till", id="issued"),
        pytest.param([STAKED[:1]], {}, "1 lines, from 1 to 1", id="a lone line"),
        pytest.param([[]], {}, "put in together", id="no lines"),
        pytest.param([STAKED], {"lines": [1, 3]}, "2 lines, from 1 to 3", id="a line missing"),
        pytest.param([STAKED], {"lines": [2, 3]}, "2 lines, from 2 to 3", id="the first line missing"),
        pytest.param([STAKED], {"lines": [0, 1]}, "2 lines, from 0 to 1", id="a line before the first"),
        pytest.param([STAKED, STAKED[:1]], {}, "1 lines, from 1 to 1", id="the second entry lacks a line"),
        pytest.param([STAKED], {"positions": []}, "put in together", id="of no entry"),
    ],
)
def test_a_page_that_does_not_balance_is_refused(
    entries: Sequence[Moved], other: dict[str, Any], because: str, hand: Hand, club: Club
) -> None:
    with pytest.raises(IntegrityConstraintViolation, match=because):
        page(hand, club, *entries, **other)


def test_a_line_that_is_put_in_twice_is_refused(hand: Hand, club: Club) -> None:
    twice = [("player", "A", 5), ("player", "B", -5), ("player", "A", 5), ("player", "B", -5)]
    with pytest.raises(UniqueViolation):
        page(hand, club, twice, lines=[1, 2, 2, 4])


def test_an_entry_that_is_put_in_twice_is_refused(hand: Hand, club: Club) -> None:
    at = newest(hand, club)["position"] + 1
    with pytest.raises(UniqueViolation):
        page(hand, club, STAKED, STAKED, positions=[at, at], line_positions=[at] * 4, lines=[1, 2, 3, 4])


@pytest.mark.parametrize("back", [0, 1, 2])
def test_an_entry_is_not_put_in_before_one_that_stands(back: int, hand: Hand, club: Club) -> None:
    at = newest(hand, club)["position"] - back
    with pytest.raises(IntegrityConstraintViolation, match="a later entry stands already"):
        page(hand, club, STAKED, positions=[at], line_positions=[at, at])


def test_nothing_is_moved_by_a_line_of_nought(hand: Hand, club: Club) -> None:
    with pytest.raises(CheckViolation):
        page(hand, club, [("player", "A", 0), ("player", "B", 0)])


def test_a_page_on_accounts_that_do_not_stand_is_refused(hand: Hand, club: Club) -> None:
    """Somebody past all triggers has changed a balance: what comes next does not go on from there."""
    hand.execute("SET LOCAL session_replication_role = replica")
    hand.execute(
        "UPDATE accounts SET balance = balance + 1 WHERE club = %s AND kind = 'player' AND owner = 'A'", (club.id,)
    )
    hand.execute("SET LOCAL session_replication_role = origin")
    with pytest.raises(IntegrityConstraintViolation, match="the accounts sum to 1"):
        page(hand, club, STAKED)


def test_a_page_on_a_journal_that_does_not_stand_is_refused(hand: Hand, club: Club) -> None:
    hand.execute("SET LOCAL session_replication_role = replica")
    at = newest(hand, club)["position"]
    hand.execute("UPDATE journal SET in_issue = in_issue + 1 WHERE club = %s AND position = %s", (club.id, at))
    hand.execute("SET LOCAL session_replication_role = origin")
    with pytest.raises(IntegrityConstraintViolation, match="counters lie on them"):
        page(hand, club, STAKED)


def test_there_are_no_accounts_but_those_that_the_statements_know(hand: Hand, club: Club) -> None:
    row = hand.execute(
        "SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint"
        " WHERE conrelid = 'accounts'::regclass AND contype = 'c'"
    ).fetchone()
    assert row is not None
    assert tuple(re.findall(r"'(\w+)'::text", row["definition"])) == KINDS
    with pytest.raises(CheckViolation):
        page(hand, club, [("sundries", "", 5), ("player", "B", -5)], issued=5)


def test_a_page_is_of_one_club(hand: Hand, club: Club, new_club: Any) -> None:
    page(hand, club, STAKED)
    other = new_club()
    before = newest(hand, club)
    stood = balance(hand, club, "player", "A")
    hand.execute(
        "INSERT INTO book_pages SELECT %s, false, ARRAY[1::bigint], ARRAY[%s::uuid], '{1}', ARRAY[%s::uuid],"
        " ARRAY[NULL::uuid], '{t}', ARRAY[now()], '{0}', '{1,1}', '{1,2}', '{player,player}', '{A,B}', '{9,-9}'",
        (other.id, uuid4(), uuid4()),
    )
    assert newest(hand, club) == before
    assert balance(hand, club, "player", "A") == stood
    assert balance(hand, other, "player", "A") == 9


# By hand


WRITES = [
    "INSERT INTO {table} SELECT * FROM {table} LIMIT 1",
    "INSERT INTO {table} SELECT * FROM {table} LIMIT 0",
    "UPDATE {table} SET club = club",
    "DELETE FROM {table}",
    "DELETE FROM {table} WHERE club IS NULL",
    "TRUNCATE {table}",
]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("write", WRITES)
def test_the_owners_hand_writes_nothing_in_the_books(table: str, write: str, hand: Hand) -> None:
    with pytest.raises(InsufficientPrivilege, match="the books are written by pages"):
        hand.execute(write.format(table=table).encode())


@pytest.fixture
def service(database_url: str, hand: Hand) -> Iterator[Hand]:
    """The same transaction, in the role of a service that is not the owner."""
    role = f"poolbook_books_{uuid4().hex[:8]}"
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute(SQL("CREATE ROLE {}").format(Identifier(role)))
        migrate(database_url, role)
        hand.execute(SQL("SET LOCAL ROLE {}").format(Identifier(role)))
        yield hand
        hand.rollback()
        owner.execute(SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(Identifier(role)))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("write", WRITES)
def test_the_services_hand_writes_nothing_in_the_books(table: str, write: str, service: Hand) -> None:
    with pytest.raises(InsufficientPrivilege, match="permission denied"):
        service.execute(write.format(table=table).encode())


def test_the_service_puts_in_pages_that_are_checked_like_the_owners(service: Hand, club: Club) -> None:
    page(service, club, STAKED)
    with pytest.raises(IntegrityConstraintViolation, match="sum to 1"):
        page(service, club, [("player", "A", 6), ("player", "B", -5)])


# Emptied


def rows(hand: Hand, club: UUID) -> dict[str, int]:
    """How many rows the club has in each table."""
    counts = {}
    for table in TABLES:
        row = hand.execute(SQL("SELECT count(*) AS n FROM {} WHERE club = %s").format(Identifier(table)), (club,))
        counts[table] = row.fetchall()[0]["n"]
    return counts


def test_the_books_are_emptied_whole_and_those_of_one_club_alone(
    hand: Hand, club: Club, tables: ReadTables, new_club: Any
) -> None:
    other = new_club().id
    page_of_other = (
        "INSERT INTO book_pages SELECT %s, false, ARRAY[1::bigint], ARRAY[%s::uuid], '{1}', ARRAY[%s::uuid],"
        " ARRAY[NULL::uuid], '{t}', ARRAY[now()], '{0}', '{1,1}', '{1,2}', '{player,player}', '{A,B}', '{9,-9}'"
    )
    hand.execute(page_of_other, (other, uuid4(), uuid4()))
    hand.commit()
    assert all(rows(hand, club.id).values())
    with suppress(ZeroDivisionError), tables.transaction() as cursor:
        MODEL.forget(cursor)
        raise ZeroDivisionError
    assert all(rows(hand, club.id).values()), "a transaction that fails empties nothing"
    with tables.transaction() as cursor:
        MODEL.forget(cursor)
    hand.commit()
    assert not any(rows(hand, club.id).values())
    assert all(rows(hand, other).values())


def test_a_page_that_begins_anew_is_checked_as_well_and_if_refused_empties_nothing(hand: Hand, club: Club) -> None:
    before = rows(hand, club.id)
    hand.execute("SAVEPOINT begun")
    with pytest.raises(IntegrityConstraintViolation, match="sum to 1"):
        page(hand, club, [("player", "A", 6), ("player", "B", -5)], begins_anew=True)
    hand.execute("ROLLBACK TO begun")
    assert rows(hand, club.id) == before
    page(hand, club, STAKED, begins_anew=True)
    assert rows(hand, club.id) == {"journal": 1, "postings": 2, "accounts": 2, "table_accounts": 2}


def test_the_books_are_emptied_whole_by_a_rebuild_which_makes_the_same_again(
    writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    writer.write(Table("ABCDE").start("A").play("deal; C stakes 6; D passes"))
    follower.advance()
    followed = digest(tables, READ_MODELS)
    rebuild(writer.store, tables)
    assert digest(tables, READ_MODELS) == followed
    with tables.transaction() as cursor:
        row = cursor.execute("SELECT max(in_issue) > 0 AS some FROM journal WHERE club = %(club)s").fetchone()
        assert row == {"some": True}
