"""The database checks the books: what does not balance is not committed, whoever writes it."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
import pytest
from psycopg import Connection
from psycopg.errors import CheckViolation, InsufficientPrivilege, IntegrityConstraintViolation, UniqueViolation
from psycopg.rows import DictRow, dict_row
from psycopg.sql import SQL, Identifier, Placeholder

from ledger.store import Club
from projections import READ_MODELS
from projections.follow import ClubFollower
from projections.rebuild import digest, rebuild
from projections.statements import KINDS
from projections.tables import ReadTables
from tests.play.table import Table
from tests.projections.evenings import Writer

Hand = Connection[DictRow]


@pytest.fixture
def hand(database_url: str, club: Club, writer: Writer, follower: ClubFollower) -> Iterator[Hand]:
    """A transaction of the database's owner in the books of a running game. The test ends it."""
    writer.write(Table("ABCDE").start("A").play("deal; C stakes 6; D passes"))
    follower.advance()
    with psycopg.connect(database_url, row_factory=dict_row) as connection:
        connection.execute(SQL("SET LOCAL search_path TO {}").format(Identifier(club.schema_name)))
        yield connection
        connection.rollback()


def last_entry(hand: Hand) -> DictRow:
    row = hand.execute("SELECT * FROM journal ORDER BY position DESC LIMIT 1").fetchone()
    assert row is not None
    return row


def enter(
    hand: Hand,
    moved: Sequence[tuple[str, str, int]],
    *,
    ahead: int = 0,
    column: str = "",
    carried_over: bool = True,
    **other: Any,
) -> None:
    """Write an entry with these lines into the journal. Its other columns are right, except for those in `other`."""
    last = last_entry(hand)
    entry = {**last, "position": last["position"] + 1, "number": last["number"] + 1, "lines": len(moved), "issued": 0}
    entry |= other
    entry["in_issue"] = other.get("in_issue", last["in_issue"] + entry["issued"])
    write(hand, "journal", entry)
    for line, (kind, owner, amount) in enumerate(moved, 1):
        off = {column: ahead} if ahead else {}
        post(hand, entry["position"], line, kind, owner, amount, off=off, carried_over=carried_over)


def post(
    hand: Hand,
    position: int,
    line: int,
    kind: str,
    owner: str,
    amount: int,
    *,
    off: dict[str, int] | None = None,
    carried_over: bool = True,
) -> None:
    """Write a line of an entry, and carry its account over to it. `off`: how much too high its balances begin."""
    row = hand.execute("SELECT balance FROM accounts WHERE kind = %s AND owner = %s", (kind, owner)).fetchone()
    stood = row["balance"] if row else 0
    posting = {"position": position, "line": line, "sitting": last_entry(hand)["sitting"], "kind": kind}
    posting |= {"owner": owner, "amount": amount}
    for column in ("", "table_"):
        before = stood + (off or {}).get(column, 0)
        posting |= {f"{column}before": before, f"{column}after": before + amount}
    write(hand, "postings", posting)
    if carried_over:
        hand.execute(
            "INSERT INTO accounts VALUES (%(kind)s, %(owner)s, %(after)s, %(position)s, %(position)s)"
            " ON CONFLICT (kind, owner) DO UPDATE SET balance = %(after)s, last_position = %(position)s",
            posting,
        )


def write(hand: Hand, table: str, row: dict[str, Any]) -> None:
    hand.execute(
        SQL("INSERT INTO {} ({}) VALUES ({})").format(
            Identifier(table), SQL(", ").join(map(Identifier, row)), SQL(", ").join(map(Placeholder, row))
        ),
        row,
    )


def test_an_entry_in_which_everything_is_right_is_taken(hand: Hand, writer: Writer, tables: ReadTables) -> None:
    enter(hand, [("bank_cash", "", 7000), ("player", "A", -7000)], issued=7000)
    hand.commit()
    with tables.transaction() as cursor:
        assert cursor.execute("SELECT max(issued) AS most FROM journal").fetchone() == {"most": 7000}


@pytest.mark.parametrize(
    ("moved", "totals", "because"),
    [
        pytest.param([("bank_cash", "", 60), ("player", "A", -59)], {"issued": 59}, "sum to 1", id="unbalanced"),
        pytest.param([("bank_cash", "", 60), ("player", "A", -60)], {}, "60 in issue by the postings", id="till"),
        pytest.param([("player", "A", 5), ("player", "B", -5)], {"issued": 5}, "0 in issue by the po", id="issued"),
        pytest.param([("player", "A", 5), ("player", "B", -5)], {"lines": 3}, "2 lines of 3", id="a line missing"),
        pytest.param([("player", "A", 5), ("player", "B", -5)], {"number": 900}, "does not follow", id="a gap"),
        pytest.param([("player", "A", 5), ("player", "B", -5)], {"in_issue": 7}, "in issue do not", id="in issue"),
    ],
)
def test_an_entry_that_does_not_balance_is_refused_at_the_end(
    moved: Sequence[tuple[str, str, int]], totals: dict[str, int], because: str, hand: Hand
) -> None:
    enter(hand, moved, **totals)
    with pytest.raises(IntegrityConstraintViolation, match=because):
        hand.commit()


def test_a_lone_line_is_refused_at_once(hand: Hand) -> None:
    last = last_entry(hand)
    with pytest.raises(IntegrityConstraintViolation, match="belongs to no entry"):
        post(hand, last["position"], last["lines"] + 1, "player", "A", 5)


def test_lines_that_balance_but_belong_to_no_entry_are_refused_at_once(hand: Hand) -> None:
    position = last_entry(hand)["position"] + 1
    with pytest.raises(IntegrityConstraintViolation, match="belongs to no entry"):
        hand.execute(
            "INSERT INTO postings SELECT %(position)s, made.line, sitting, 'player', made.owner, made.amount,"
            " 0, made.amount, 0, made.amount FROM (VALUES (1, 'A', 5), (2, 'B', -5)) AS made (line, owner, amount),"
            " (SELECT sitting FROM journal LIMIT 1) AS held",
            {"position": position},
        )


@pytest.mark.parametrize("balances", ["0, 6, 0, 5", "0, 5, 0, 6"])
def test_a_line_whose_balances_do_not_differ_by_its_amount_is_refused_at_once(balances: str, hand: Hand) -> None:
    with pytest.raises(CheckViolation):
        hand.execute(f"INSERT INTO postings SELECT position, 3, sitting, 'player', 'A', 5, {balances} FROM journal")


@pytest.mark.parametrize("column", ["", "table_"])
def test_a_line_that_does_not_begin_where_its_account_stood_is_refused(column: str, hand: Hand) -> None:
    enter(hand, [("player", "A", 5), ("player", "B", -5)], ahead=1, column=column)
    with pytest.raises(IntegrityConstraintViolation, match="does not begin where its account stood"):
        hand.commit()


def test_an_account_left_where_it_was_is_refused(hand: Hand) -> None:
    enter(hand, [("player", "A", 5), ("player", "B", -5)], carried_over=False)
    with pytest.raises(IntegrityConstraintViolation, match="does not stand where its last line ends"):
        hand.commit()


@pytest.mark.parametrize("change", ["balance = balance + 1", "last_position = last_position + 1"])
def test_an_account_written_otherwise_than_its_lines_is_refused(change: str, hand: Hand) -> None:
    hand.execute(f"UPDATE accounts SET {change} WHERE kind = 'player' AND owner = 'C'")
    with pytest.raises(IntegrityConstraintViolation, match="no line of player:C ends at"):
        hand.commit()


def test_an_account_at_a_table_written_otherwise_than_its_lines_is_refused(hand: Hand) -> None:
    hand.execute("UPDATE table_accounts SET balance = 1 WHERE kind = 'player' AND owner = 'C'")
    with pytest.raises(IntegrityConstraintViolation, match="no line of player:C at that table ends at 1"):
        hand.commit()


@pytest.mark.parametrize("change", ["last_position = 1", "owner = 'Z'"])
def test_an_account_does_not_go_back_or_over_to_another(change: str, hand: Hand) -> None:
    with pytest.raises(IntegrityConstraintViolation, match="goes back"):
        hand.execute(f"UPDATE accounts SET {change} WHERE kind = 'player' AND owner = 'C'")


def test_there_are_no_accounts_but_those_that_the_statements_know(hand: Hand) -> None:
    row = hand.execute(
        "SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint"
        " WHERE conrelid = 'accounts'::regclass AND contype = 'c'"
    ).fetchone()
    assert row is not None
    assert tuple(re.findall(r"'(\w+)'::text", row["definition"])) == KINDS
    with pytest.raises(CheckViolation):
        enter(hand, [("sundries", "", 5), ("player", "B", -5)], issued=5)


def test_an_entry_cannot_be_put_between_two(hand: Hand) -> None:
    with pytest.raises(UniqueViolation):
        enter(hand, [("player", "A", 5), ("player", "B", -5)], number=2, position=0)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE postings SET amount = amount",
        "UPDATE journal SET issued = 0",
        "TRUNCATE postings",
        "TRUNCATE journal",
        "TRUNCATE accounts",
        "TRUNCATE table_accounts",
    ],
)
def test_what_is_in_the_books_is_never_changed(statement: str, hand: Hand) -> None:
    with pytest.raises(InsufficientPrivilege, match="refused"):
        hand.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM postings WHERE line = 1 AND position = (SELECT max(position) FROM journal)",
        "DELETE FROM postings WHERE position = (SELECT max(position) FROM journal)",
        "DELETE FROM postings",
        "DELETE FROM journal WHERE number = 3",
        "DELETE FROM journal WHERE number = 1",
        "DELETE FROM accounts WHERE owner = 'A'",
        "DELETE FROM accounts",
        "DELETE FROM table_accounts WHERE kind = 'pool'",
    ],
)
def test_nothing_is_taken_out_of_the_books(statement: str, hand: Hand) -> None:
    with pytest.raises(IntegrityConstraintViolation, match="emptied whole"):
        hand.execute(statement)


@pytest.mark.parametrize(
    "emptied",
    [
        ("journal",),
        ("journal", "postings", "accounts"),
        ("journal", "postings", "table_accounts"),
        ("journal", "accounts", "table_accounts"),
    ],
)
def test_the_journal_is_not_emptied_without_the_rest(emptied: tuple[str, ...], hand: Hand) -> None:
    for table in emptied:
        hand.execute(SQL("DELETE FROM {}").format(Identifier(table)))
    with pytest.raises(IntegrityConstraintViolation, match="not the lines and accounts with it"):
        hand.commit()


def test_the_books_are_emptied_whole_by_a_rebuild_which_makes_the_same_again(
    writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    writer.write(Table("ABCDE").start("A").play("deal; C stakes 6; D passes"))
    follower.advance()
    followed = digest(tables, READ_MODELS)
    rebuild(writer.store, tables)
    assert digest(tables, READ_MODELS) == followed
    with tables.transaction() as cursor:
        assert cursor.execute("SELECT max(in_issue) > 0 AS some FROM journal").fetchone() == {"some": True}
