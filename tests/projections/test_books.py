"""The books: every account as of any moment, and the lines of one."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from uuid import UUID

import pytest

from ledger.books.accounts import IN_ISSUE, Posting, balances
from ledger.books.postings import issued, postings
from ledger.events.amendment import GameCorrected, GamePaid, GameVoided, SittingCorrected
from ledger.events.base import Event
from ledger.events.game import Borrowed, GameSettled
from ledger.events.sitting import CountersBoughtBack, CountersSold
from ledger.refusals import BooksDoNotBalance
from ledger.store import ClubStore, Logged
from projections.follow import ClubFollower
from projections.pages import BadCursor
from projections.statements import (
    OF_A_MEMBER,
    AccountLine,
    Books,
    Owing,
    account_of_member,
    books_of_club,
    books_of_sitting,
    lines_of_account,
    position_at,
)
from projections.tables import ReadTables
from tests.play.table import Table
from tests.projections.evenings import MIDNIGHT, Writer, corrected_evening, played

SEEDS = range(6)


def log(store: ClubStore) -> Iterator[Logged]:
    return store.notifications(0, 100_000)


def follow(follower: ClubFollower, batch: int = 500) -> None:
    while follower.advance(batch):
        pass


def standing(books: Books) -> dict[tuple[str, str], int]:
    return {(account.kind, account.owner): account.balance for account in books.accounts}


def by_account(all_postings: list[Posting]) -> dict[tuple[str, str], int]:
    return {(account.kind, account.owner): n for account, n in balances(all_postings).items()}


def every_line(tables: ReadTables, member: str, limit: int) -> list[AccountLine]:
    lines, cursor = [], None
    while True:
        leaf = lines_of_account(tables, member, limit=limit, cursor=cursor)
        lines += leaf.items
        if (cursor := leaf.next) is None:
            return lines


@pytest.mark.parametrize("seed", SEEDS)
def test_the_books_as_of_every_position_are_the_postings_so_far_and_both_identities_hold(
    seed: int, writer: Writer, store: ClubStore, tables: ReadTables, follower: ClubFollower
) -> None:
    corrected_evening(seed, writer)
    writer.write(played(seed + 100, games=1), together=9)
    follow(follower, batch=[500, 7][seed % 2])
    postings_so_far: list[Posting] = []
    counters = 0
    for logged in log(store):
        recorded = logged.recorded
        postings_so_far += postings(recorded.event, str(recorded.originator_id))
        counters += issued(recorded.event)
        books = books_of_club(tables, position=logged.position)
        assert standing(books) == by_account(postings_so_far)
        assert (books.total, books.counters, books.in_issue) == (0, counters, counters)
        assert sum(books.totals[kind] for kind in IN_ISSUE) == -counters
    assert books_of_club(tables) == books
    assert postings_so_far


def test_the_evenings_of_these_tests_have_everything_in_them(writer: Writer, store: ClubStore) -> None:
    for seed in SEEDS:
        corrected_evening(seed, writer)
    met = [logged.recorded.event for logged in log(store)]
    kinds: list[type[Event]] = [GameCorrected, GamePaid, GameVoided, SittingCorrected, Borrowed, CountersSold]
    assert all(any(isinstance(event, kind) for event in met) for kind in kinds)
    assert any(isinstance(event, CountersBoughtBack) and event.difference for event in met)
    assert any(isinstance(event, GameSettled) and event.settlement.kitty for event in met)


def test_the_books_of_a_sitting_are_what_came_about_at_its_table(
    writer: Writer, store: ClubStore, tables: ReadTables, follower: ClubFollower
) -> None:
    """The second sitting begins before the first is over, and has the same players."""
    table = Table("ABCDE").start("A").play("deal; C stakes 6; D passes")
    writer.write(table)
    table.play("E passes; A passes; B passes")
    writer.save([(table.name, Table("ABCDE").sitting_events[1])])
    first = writer.stream("sitting 1")
    writer.write(Table("ABCDE").start("A").play("deal; C stakes 6; D passes"))
    follow(follower)
    by_sitting: dict[UUID, list[Posting]] = {first: [], writer.stream("sitting 1"): []}
    of_game = {writer.stream("sitting 1, game 1", n): writer.stream("sitting 1", n) for n in (1, 2)}
    for logged in log(store):
        stream = logged.recorded.originator_id
        at = of_game.get(stream, stream)
        if at in by_sitting:
            by_sitting[at] += postings(logged.recorded.event, str(stream))
        for sitting, so_far in by_sitting.items():
            books = books_of_sitting(tables, sitting, position=logged.position)
            assert standing(books) == by_account(so_far)
            assert (books.total, books.counters) == (0, books.in_issue)
    assert books_of_sitting(tables, first).in_issue == 600


def test_a_member_at_two_open_tables_has_counters_at_each(
    writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    writer.write(Table("ABCDE").start("A").play("deal; C stakes 6; D passes"))
    first = writer.stream("sitting 1")
    writer.write(Table("CF", funds=250))
    second = writer.stream("sitting 1")
    follow(follower)
    account = account_of_member(tables, "C")
    assert [(t.sitting, t.counters) for t in account.tables] == [(first, 94), (second, 250)]
    assert (account.counters, account.credit, account.loan, account.between) == (344, 0, 0, ())
    bought = lines_of_account(tables, "C").items[0]
    assert (bought.topic, bought.sitting, bought.amount) == ("sitting.counters_sold", second, -250)
    assert (bought.before, bought.after, bought.table_before, bought.table_after) == (-94, -344, 0, -250)
    earlier = account_of_member(tables, "C", position=bought.position - 1)
    assert [(t.sitting, t.counters) for t in earlier.tables] == [(first, 94)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_lines_of_a_member_chain_and_lead_to_where_he_stands(
    seed: int, writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    table = corrected_evening(seed, writer)
    follow(follower)
    for member in table.seats:
        lines = every_line(tables, member, limit=7)
        assert [(x.position, x.line) for x in lines] == sorted(((x.position, x.line) for x in lines), reverse=True)
        account = account_of_member(tables, member)
        held = {"player": -account.counters, "credit": account.credit, "loan": account.loan}
        held |= {"differences": account.differences, "between_players": account.between_players}
        for kind in OF_A_MEMBER:
            own = [line for line in lines if line.kind == kind]
            assert (own[0].after if own else 0) == held[kind]
            assert all(later.before == earlier.after for later, earlier in pairwise(own))
            assert not own or own[-1].before == 0
        assert every_line(tables, member, limit=200) == lines


@pytest.mark.parametrize("seed", SEEDS)
def test_what_each_owes_another_is_what_the_other_is_owed(
    seed: int, writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    table = corrected_evening(seed, writer)
    follow(follower)
    between = {m: {o.member: o.amount for o in account_of_member(tables, m).between} for m in table.seats}
    assert between == {m: {n: -between[n][m] for n in table.seats if m in between[n]} for m in table.seats}


def test_a_loan_between_players_is_told_with_whom(writer: Writer, tables: ReadTables, follower: ClubFollower) -> None:
    writer.write(Table("ABCDE", funds={"A": 100, "B": 5, "C": 100, "D": 100, "E": 100}).start("A").play("deal"))
    follow(follower)
    assert account_of_member(tables, "B").between == ()
    game = writer.stream("sitting 1, game 1")
    borrowed = Borrowed(step=2, law=62, turn=Table("AB").start("A").game.turn, player="B", lender="C", amount=8)
    writer.save([("sitting 1, game 1", borrowed)])
    follow(follower)
    assert account_of_member(tables, "B").between == (Owing(member="C", amount=8),)
    assert account_of_member(tables, "C").between == (Owing(member="B", amount=-8),)
    assert [(x.kind, x.game) for x in lines_of_account(tables, "B", ["between_players"]).items] == [
        ("between_players", game)
    ]


def test_the_books_as_of_a_time(writer: Writer, tables: ReadTables, follower: ClubFollower) -> None:
    writer.write(Table("ABCDE"))
    follow(follower)
    assert position_at(tables, MIDNIGHT) == 0
    half = position_at(tables, MIDNIGHT + timedelta(seconds=4))
    assert books_of_club(tables, position=half).in_issue == 300
    assert books_of_club(tables, position=position_at(tables, MIDNIGHT + timedelta(days=1))).in_issue == 500
    assert books_of_club(tables, position=0).accounts == ()


def test_lines_that_do_not_add_up_are_not_read_out(writer: Writer, tables: ReadTables, follower: ClubFollower) -> None:
    writer.write(Table("ABCDE").start("A").play("deal; C stakes 6; D passes"))
    follow(follower)
    assert len(lines_of_account(tables, "C").items) == 2
    with tables.transaction() as cursor:
        cursor.execute("ALTER TABLE postings DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE postings SET before = before + 1, after = after + 1"
            " WHERE club = %(club)s AND owner = 'C' AND amount < 0"
        )
        cursor.execute("ALTER TABLE postings ENABLE TRIGGER USER")
    with pytest.raises(BooksDoNotBalance):
        lines_of_account(tables, "C")


def test_books_that_do_not_balance_say_so(writer: Writer, tables: ReadTables, follower: ClubFollower) -> None:
    writer.write(Table("ABCDE"))
    follow(follower)
    with tables.transaction() as cursor:
        cursor.execute("ALTER TABLE accounts DISABLE TRIGGER USER")
        cursor.execute("UPDATE accounts SET balance = balance - 1 WHERE club = %(club)s AND owner = 'C'")
        cursor.execute("ALTER TABLE accounts ENABLE TRIGGER USER")
    books = books_of_club(tables)
    assert (books.total, books.counters, books.in_issue) == (-1, 501, 500)
    with pytest.raises(BooksDoNotBalance):
        account_of_member(tables, "C")


@pytest.mark.parametrize("cursor", ["", "x", "-1", "9" * 30])
def test_a_cursor_that_no_page_gave_is_refused(cursor: str, tables: ReadTables) -> None:
    with pytest.raises(BadCursor):
        lines_of_account(tables, "A", cursor=cursor)


def test_a_member_of_whom_nothing_is_written_has_nothing(tables: ReadTables) -> None:
    account = account_of_member(tables, "nobody")
    assert (account.counters, account.tables, account.between) == (0, (), ())
    assert lines_of_account(tables, "nobody").items == ()
