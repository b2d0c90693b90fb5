"""What the books say: how every account stands, and the lines of one, as of now or of an earlier moment.

A moment is a position in the club's log; `position_at` finds that of a time. What stands at a position never
changes afterwards, so that an answer made of several queries is of one moment.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import LiteralString
from uuid import UUID

from ledger.books.accounts import IN_ISSUE
from ledger.refusals import BooksDoNotBalance
from ledger.seats import Member
from projections.books import PostingRow, Standing
from projections.pages import Page, number, page
from projections.tables import ReadTables

KINDS = (
    "bank_cash",
    "player",
    "pool",
    "carried",
    "kitty",
    "stands_over",
    "credit",
    "loan",
    "differences",
    "between_players",
    "club",
)
"""Every kind of account, in the order in which the books show them."""

OF_A_MEMBER = ("player", "credit", "loan", "differences", "between_players")
"""The kinds of account that are a member's."""

_LINES_OF_ONE_POSITION = 10_000
"""More than any event has: a cursor is a position times this, and a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """Every account of a club, or of one sitting, that is not at nought, as of a position.

    `in_issue` is what the till and the bank have put in issue, as the journal has it; the rest follows from the
    accounts, so that the two identities compare what was kept apart.
    """

    position: int
    accounts: tuple[Standing, ...]
    in_issue: int

    @property
    def totals(self) -> Mapping[str, int]:
        """The sum of each kind of account, those at nought too."""
        return {kind: sum(each.balance for each in self.accounts if each.kind == kind) for kind in KINDS}

    @property
    def total(self) -> int:
        """What all accounts come to: nought, where the books balance."""
        return sum(each.balance for each in self.accounts)

    @property
    def counters(self) -> int:
        """The counters before players, in pools, carried and in the kitty: those in issue, where the books balance."""
        return -sum(each.balance for each in self.accounts if each.kind in IN_ISSUE)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountLine(PostingRow):
    """A line of an account, and what happened: the event, in its place in its stream."""

    game: UUID | None
    stream: UUID
    version: int
    topic: str
    recorded_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable:
    """The counters a member has at one table, in minor units."""

    sitting: UUID
    counters: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Owing:
    """What a member owes another for counters lent in a game; negative, where it is owed to him."""

    member: Member
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MembersAccount:
    """What a member has and owes as of a position, in minor units; `tables` are those at which he has counters.

    `between` sums up to `between_players`.
    """

    member: Member
    position: int
    counters: int
    tables: tuple[AtTable, ...]
    credit: int
    loan: int
    differences: int
    between_players: int
    between: tuple[Owing, ...]


@dataclass(frozen=True, slots=True)
class _Figure:
    figure: int | None


@dataclass(frozen=True, slots=True)
class _Part:
    position: int
    owner: str
    amount: int


# The clock is read before the log is appended to, and several machines may write: the last event by position of
# those recorded up to a moment is looked for among the latest by time.
_POSITION_AT = """
    WITH latest AS (
        SELECT recorded_at FROM journal WHERE recorded_at <= %(at)s ORDER BY recorded_at DESC LIMIT 1
    )
    SELECT max(position) AS figure FROM journal, latest
    WHERE journal.recorded_at BETWEEN latest.recorded_at - interval '1 minute' AND latest.recorded_at
"""
_IN_ISSUE = "SELECT in_issue AS figure FROM journal WHERE position <= %(upto)s ORDER BY position DESC LIMIT 1"
_IN_ISSUE_AT_TABLE = """
    SELECT sum(issued)::bigint AS figure FROM journal WHERE sitting = %(sitting)s AND position <= %(upto)s
"""
# An account that has moved on since is looked up in its lines, all others stand where they stood.
_CLUB = """
    SELECT account.kind, account.owner, coalesce(past.after, account.balance) AS balance
    FROM accounts AS account LEFT JOIN LATERAL (
        SELECT after FROM postings
        WHERE account.last_position > %(upto)s AND kind = account.kind AND owner = account.owner
            AND position <= %(upto)s
        ORDER BY position DESC, line DESC LIMIT 1
    ) AS past ON true
    WHERE first_position <= %(upto)s AND (balance <> 0 OR last_position > %(upto)s)
        AND (%(owner)s::text IS NULL OR account.owner = %(owner)s)
"""
_TABLES = """
    SELECT account.sitting, account.kind, account.owner, coalesce(past.table_after, account.balance) AS balance
    FROM table_accounts AS account LEFT JOIN LATERAL (
        SELECT table_after FROM postings
        WHERE account.last_position > %(upto)s AND kind = account.kind AND owner = account.owner
            AND position BETWEEN account.first_position AND %(upto)s AND sitting = account.sitting
        ORDER BY position DESC, line DESC LIMIT 1
    ) AS past ON true
    WHERE first_position <= %(upto)s AND (balance <> 0 OR last_position > %(upto)s)
"""
_OF_SITTING = f"SELECT kind, owner, balance FROM ({_TABLES} AND account.sitting = %(sitting)s) AS at_table"
_AT_TABLES = f"""
    SELECT at_table.sitting, -balance AS counters
    FROM ({_TABLES} AND account.kind = 'player' AND account.owner = %(owner)s) AS at_table
    JOIN sittings USING (sitting)
    WHERE balance <> 0 ORDER BY sittings.number
"""
_LINES = """
    SELECT found.*, journal.game, journal.stream, journal.version, journal.topic, journal.recorded_at
    FROM unnest(%(kinds)s::text[]) AS asked (kind)
    CROSS JOIN LATERAL (
        SELECT * FROM postings
        WHERE kind = asked.kind AND owner = %(owner)s AND position <= %(upto)s
            AND (position, line) < (%(below)s, %(below_line)s)
        ORDER BY position DESC, line DESC LIMIT %(rows)s
    ) AS found
    JOIN journal USING (position)
    ORDER BY found.position DESC, found.line DESC LIMIT %(rows)s
"""
_BETWEEN_PLAYERS = """
    SELECT position, owner, amount FROM postings
    WHERE kind = 'between_players' AND position IN (
        SELECT position FROM postings WHERE kind = 'between_players' AND owner = %(owner)s AND position <= %(upto)s
    )
    ORDER BY position, line
"""

_LAST_POSITION = 2**62


def position_at(tables: ReadTables, at: datetime) -> int:
    """The position of the last event that moved money of those recorded up to this time; 0 before the first."""
    return _figure(tables, _POSITION_AT, {"at": at})


def books_of_club(tables: ReadTables, *, position: int | None = None) -> Books:
    """How every account of the club stands, or stood after this position."""
    upto = _upto(tables, position)
    found = tables.select(Standing, _CLUB, {"upto": upto, "owner": None})
    return Books(position=upto, accounts=_in_order(found), in_issue=_figure(tables, _IN_ISSUE, {"upto": upto}))


def books_of_sitting(tables: ReadTables, sitting: UUID, *, position: int | None = None) -> Books:
    """What of every account came about at one table, by now or by this position."""
    upto = _upto(tables, position)
    asked = {"upto": upto, "sitting": sitting}
    return Books(
        position=upto,
        accounts=_in_order(tables.select(Standing, _OF_SITTING, asked)),
        in_issue=_figure(tables, _IN_ISSUE_AT_TABLE, asked),
    )


def account_of_member(tables: ReadTables, member: Member, *, position: int | None = None) -> MembersAccount:
    """What a member has and owes, or had and owed after this position. Raises BooksDoNotBalance."""
    upto = _upto(tables, position)
    asked = {"upto": upto, "owner": member}
    found = tables.select(Standing, _CLUB, asked)
    held = dict.fromkeys(OF_A_MEMBER, 0) | {s.kind: s.balance for s in found if s.kind in OF_A_MEMBER}
    at_tables = tuple(tables.select(AtTable, _AT_TABLES, asked))
    between = _owing(member, tables.select(_Part, _BETWEEN_PLAYERS, asked))
    if sum(each.counters for each in at_tables) != -held["player"]:
        raise BooksDoNotBalance(f"the counters of {member} at the tables are not those of his account")
    if sum(each.amount for each in between) != held["between_players"]:
        raise BooksDoNotBalance(f"what {member} owes each player is not what he owes them all")
    return MembersAccount(
        member=member,
        position=upto,
        counters=-held["player"],
        credit=held["credit"],
        loan=held["loan"],
        differences=held["differences"],
        between_players=held["between_players"],
        tables=at_tables,
        between=between,
    )


def lines_of_account(
    tables: ReadTables,
    owner: str,
    kinds: Sequence[str] = OF_A_MEMBER,
    *,
    position: int | None = None,
    limit: int = 50,
    cursor: str | None = None,
) -> Page[AccountLine]:
    """The lines of the accounts of these kinds that are this owner's, the last first, up to a position if one is
    named. Raises BadCursor, and BooksDoNotBalance where the lines do not add up."""
    below = number(cursor)
    below = _LAST_POSITION if below is None else below
    asked = {
        "owner": owner,
        "kinds": list(kinds),
        "upto": _LAST_POSITION if position is None else position,
        "below": below // _LINES_OF_ONE_POSITION,
        "below_line": below % _LINES_OF_ONE_POSITION,
        "rows": limit + 1,
    }
    found = tables.select(AccountLine, _LINES, asked)
    _check_lines(found)
    return page(found, limit, lambda line: str(line.position * _LINES_OF_ONE_POSITION + line.line))


def _upto(tables: ReadTables, position: int | None) -> int:
    """The position asked for, or that of now."""
    now = tables.position()
    return now if position is None else min(position, now)


def _figure(tables: ReadTables, query: LiteralString, asked: Mapping[str, object]) -> int:
    """The one figure that a query finds; 0 where it finds none."""
    return next((each.figure or 0 for each in tables.select(_Figure, query, asked)), 0)


def _in_order(found: Iterable[Standing]) -> tuple[Standing, ...]:
    return tuple(sorted((s for s in found if s.balance), key=lambda s: (KINDS.index(s.kind), s.owner)))


def _check_lines(lines: Sequence[AccountLine]) -> None:
    """Raises BooksDoNotBalance unless each line adds up, and begins where the one before it of its account ended."""
    later: dict[tuple[str, str], int] = {}
    for line in lines:
        where = f"line {line.line} of position {line.position}"
        if line.before + line.amount != line.after or line.table_before + line.amount != line.table_after:
            raise BooksDoNotBalance(f"{where} does not add up")
        if later.get((line.kind, line.owner), line.after) != line.after:
            raise BooksDoNotBalance(f"{where} ends where the next does not begin")
        later[line.kind, line.owner] = line.before


def _owing(member: Member, parts: Iterable[_Part]) -> tuple[Owing, ...]:
    """With whom a member stands how, from the lines of each event that moved something between players.

    A loan and its repayment have two lines, and a correction mostly. Where one moves the debts of more, what some
    owe more is taken to be owed to those to whom more is owed, in the order of the lines: each member's sum is
    right in any case.
    """
    owed: dict[Member, int] = {}
    for _, lines in groupby(parts, key=attrgetter("position")):
        for debtor, creditor, amount in _paired(list(lines)):
            if debtor == member:
                owed[creditor] = owed.get(creditor, 0) + amount
            elif creditor == member:
                owed[debtor] = owed.get(debtor, 0) - amount
    return tuple(Owing(member=other, amount=owed[other]) for other in sorted(owed) if owed[other])


def _paired(lines: Sequence[_Part]) -> Iterator[tuple[Member, Member, int]]:
    """Debtor, creditor and amount: what is put on some, set against what is taken off others."""
    creditors = deque((p.owner, -p.amount) for p in lines if p.amount < 0)
    for debtor, owed in ((p.owner, p.amount) for p in lines if p.amount > 0):
        left = owed
        while left:
            creditor, due = creditors.popleft()
            amount = min(left, due)
            yield debtor, creditor, amount
            left -= amount
            if due > amount:
                creditors.appendleft((creditor, due - amount))
