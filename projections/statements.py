"""Queries of the books: the balance of every account, and the lines of one, as of now or of an earlier position.

A moment is a position in the club's log; `position_at` finds the position of a time. Balances at a position never
change afterwards, so an answer that is made of several queries is of one moment.
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
from projections.books import AccountBalance, PostingRow
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
"""No event has so many lines. A cursor is the position times this, plus the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """Every account of a club, or of one sitting, whose balance is not nought, as of a position.

    `in_issue` is the value of the counters that the till and the bank have put in issue, from the journal. The other
    figures come from the accounts, so that the two identities compare figures that are stored separately.
    """

    position: int
    accounts: tuple[AccountBalance, ...]
    in_issue: int

    @property
    def totals(self) -> Mapping[str, int]:
        """The sum of each kind of account, those at nought too."""
        return {kind: sum(account.balance for account in self.accounts if account.kind == kind) for kind in KINDS}

    @property
    def total(self) -> int:
        """The sum of all accounts: nought, if the books balance."""
        return sum(account.balance for account in self.accounts)

    @property
    def counters(self) -> int:
        """The counters with players, in pools, carried and in the kitty: those in issue, if the books balance."""
        return -sum(account.balance for account in self.accounts if account.kind in IN_ISSUE)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountLine(PostingRow):
    """A line of an account, and the event that made it: its topic, time, stream and version."""

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


# The clock is read before an event gets its position, and several machines may write. So the last event by position
# is looked for among the latest by time.
_POSITION_AT = """
    WITH latest AS (
        SELECT recorded_at FROM journal
        WHERE club = %(club)s AND recorded_at <= %(at)s ORDER BY recorded_at DESC LIMIT 1
    )
    SELECT max(position) AS figure FROM journal, latest
    WHERE club = %(club)s
        AND journal.recorded_at BETWEEN latest.recorded_at - interval '1 minute' AND latest.recorded_at
"""
_IN_ISSUE = """
    SELECT in_issue AS figure FROM journal WHERE club = %(club)s AND position <= %(upto)s
    ORDER BY position DESC LIMIT 1
"""
_IN_ISSUE_AT_TABLE = """
    SELECT sum(issued)::bigint AS figure FROM journal
    WHERE club = %(club)s AND sitting = %(sitting)s AND position <= %(upto)s
"""
# If an account has later lines, its balance is looked up in its lines; otherwise it is the present one.
_CLUB = """
    SELECT account.kind, account.owner, coalesce(past.after, account.balance) AS balance
    FROM accounts AS account LEFT JOIN LATERAL (
        SELECT after FROM postings
        WHERE club = %(club)s AND account.last_position > %(upto)s AND kind = account.kind AND owner = account.owner
            AND position <= %(upto)s
        ORDER BY position DESC, line DESC LIMIT 1
    ) AS past ON true
    WHERE account.club = %(club)s AND first_position <= %(upto)s AND (balance <> 0 OR last_position > %(upto)s)
        AND (%(owner)s::text IS NULL OR account.owner = %(owner)s)
"""
_TABLES = """
    SELECT account.sitting, account.kind, account.owner, coalesce(past.table_after, account.balance) AS balance
    FROM table_accounts AS account LEFT JOIN LATERAL (
        SELECT table_after FROM postings
        WHERE club = %(club)s AND account.last_position > %(upto)s AND kind = account.kind AND owner = account.owner
            AND position BETWEEN account.first_position AND %(upto)s AND sitting = account.sitting
        ORDER BY position DESC, line DESC LIMIT 1
    ) AS past ON true
    WHERE account.club = %(club)s AND first_position <= %(upto)s AND (balance <> 0 OR last_position > %(upto)s)
"""
_OF_SITTING = f"SELECT kind, owner, balance FROM ({_TABLES} AND account.sitting = %(sitting)s) AS at_table"
_AT_TABLES = f"""
    SELECT at_table.sitting, -balance AS counters
    FROM ({_TABLES} AND account.kind = 'player' AND account.owner = %(owner)s) AS at_table
    JOIN sittings USING (sitting)
    WHERE sittings.club = %(club)s AND balance <> 0 ORDER BY sittings.number
"""
_LINES = """
    SELECT found.*, journal.game, journal.stream, journal.version, journal.topic, journal.recorded_at
    FROM unnest(%(kinds)s::text[]) AS asked (kind)
    CROSS JOIN LATERAL (
        SELECT * FROM postings
        WHERE club = %(club)s AND kind = asked.kind AND owner = %(owner)s AND position <= %(upto)s
            AND (position, line) < (%(below)s, %(below_line)s)
        ORDER BY position DESC, line DESC LIMIT %(rows)s
    ) AS found
    JOIN journal ON journal.club = %(club)s AND journal.position = found.position
    ORDER BY found.position DESC, found.line DESC LIMIT %(rows)s
"""
_BETWEEN_PLAYERS = """
    SELECT position, owner, amount FROM postings
    WHERE club = %(club)s AND kind = 'between_players' AND position IN (
        SELECT position FROM postings
        WHERE club = %(club)s AND kind = 'between_players' AND owner = %(owner)s AND position <= %(upto)s
    )
    ORDER BY position, line
"""

_LAST_POSITION = 2**62


def position_at(tables: ReadTables, at: datetime) -> int:
    """The position of the last event that moved money and was recorded up to this time; 0 before the first."""
    return _figure(tables, _POSITION_AT, {"at": at})


def books_of_club(tables: ReadTables, *, position: int | None = None) -> Books:
    """The balance of every account of the club now, or after `position`."""
    upto = _upto(tables, position)
    balances = tables.select(AccountBalance, _CLUB, {"upto": upto, "owner": None})
    return Books(position=upto, accounts=_in_order(balances), in_issue=_figure(tables, _IN_ISSUE, {"upto": upto}))


def books_of_sitting(tables: ReadTables, sitting: UUID, *, position: int | None = None) -> Books:
    """The balance of every account from the lines of one sitting, now or after `position`."""
    upto = _upto(tables, position)
    parameters = {"upto": upto, "sitting": sitting}
    return Books(
        position=upto,
        accounts=_in_order(tables.select(AccountBalance, _OF_SITTING, parameters)),
        in_issue=_figure(tables, _IN_ISSUE_AT_TABLE, parameters),
    )


def account_of_member(tables: ReadTables, member: Member, *, position: int | None = None) -> MembersAccount:
    """What a member has and owes now, or after `position`. Raises BooksDoNotBalance."""
    upto = _upto(tables, position)
    parameters = {"upto": upto, "owner": member}
    balances = tables.select(AccountBalance, _CLUB, parameters)
    held = dict.fromkeys(OF_A_MEMBER, 0) | {s.kind: s.balance for s in balances if s.kind in OF_A_MEMBER}
    at_tables = tuple(tables.select(AtTable, _AT_TABLES, parameters))
    between = _owing(member, tables.select(_Part, _BETWEEN_PLAYERS, parameters))
    if sum(table.counters for table in at_tables) != -held["player"]:
        raise BooksDoNotBalance(f"the counters of {member} at the tables are not those of his account")
    if sum(owing.amount for owing in between) != held["between_players"]:
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
    """The lines of an owner's accounts of these kinds, the last first, up to `position` if it is named.

    Raises BadCursor, or BooksDoNotBalance if the lines do not add up.
    """
    below = number(cursor)
    below = _LAST_POSITION if below is None else below
    parameters = {
        "owner": owner,
        "kinds": list(kinds),
        "upto": _LAST_POSITION if position is None else position,
        "below": below // _LINES_OF_ONE_POSITION,
        "below_line": below % _LINES_OF_ONE_POSITION,
        "rows": limit + 1,
    }
    lines = tables.select(AccountLine, _LINES, parameters)
    _check_lines(lines)
    return page(lines, limit, lambda line: str(line.position * _LINES_OF_ONE_POSITION + line.line))


def _upto(tables: ReadTables, position: int | None) -> int:
    """The position asked for, but no later than the present one; the present one if None."""
    now = tables.position()
    return now if position is None else min(position, now)


def _figure(tables: ReadTables, query: LiteralString, parameters: Mapping[str, object]) -> int:
    """The one figure that a query selects; 0 if it selects no row."""
    return next((row.figure or 0 for row in tables.select(_Figure, query, parameters)), 0)


def _in_order(balances: Iterable[AccountBalance]) -> tuple[AccountBalance, ...]:
    return tuple(sorted((s for s in balances if s.balance), key=lambda s: (KINDS.index(s.kind), s.owner)))


def _check_lines(lines: Sequence[AccountLine]) -> None:
    """Raise BooksDoNotBalance unless each line adds up, and begins with the balance after the line before it."""
    later: dict[tuple[str, str], int] = {}
    for line in lines:
        where = f"line {line.line} of position {line.position}"
        if line.before + line.amount != line.after or line.table_before + line.amount != line.table_after:
            raise BooksDoNotBalance(f"{where} does not add up")
        if later.get((line.kind, line.owner), line.after) != line.after:
            raise BooksDoNotBalance(f"{where} ends where the next does not begin")
        later[line.kind, line.owner] = line.before


def _owing(member: Member, parts: Iterable[_Part]) -> tuple[Owing, ...]:
    """What a member owes each other player, from the lines of every event that moved debts between players.

    A loan and its repayment have two lines, and so has a correction as a rule. If a correction moves the debts of more
    players, debtors and creditors are paired in the order of the lines; each member's sum is right in any case.
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
    """Yield debtor, creditor and amount, pairing the positive lines with the negative ones in order."""
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
