"""The books of the club and of each table, and every member's account."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from api.answers.books import books_body
from api.joined import Joined
from api.lists import answered, freshened
from api.noun import Answer, Call, Noun
from api.problems import Problem
from api.schemas.books import AccountQuery, Books, BooksQuery, MembersAccount
from api.service import service
from ledger.application.club_books import NotFound
from ledger.roles import KEEPERS, Role
from projections.statements import (
    account_of_member,
    books_of_club,
    books_of_sitting,
    lines_of_account,
    position_at,
)
from projections.tables import ReadTables

noun = Noun("books", __name__, description="The books, by double entry, as of now or of any earlier moment.")


@noun.reads("/v1/sittings/<id:sitting>/books", Books, roles=KEEPERS, query=BooksQuery)
def sitting_books(call: Call) -> Answer:
    """What of every account came about at this sitting's table."""
    tables = service().read_tables(call.club)
    position, headers = _moment(tables, call.said)
    return books_body(books_of_sitting(tables, call.ids["sitting"], position=position)), headers


@noun.reads("/v1/clubs/<id:club>/books", Books, roles=KEEPERS, query=BooksQuery)
def club_books(call: Call) -> Answer:
    """How every account of the club stands."""
    tables = service().read_tables(call.club)
    position, headers = _moment(tables, call.said)
    return books_body(books_of_club(tables, position=position)), headers


@noun.reads("/v1/clubs/<id:club>/members/<id:member>/account", MembersAccount, query=AccountQuery)
def member_account(call: Call) -> Answer:
    """What a member has and owes, and the lines of his accounts. A player reads his own."""
    member = str(call.ids["member"])
    if member not in call.books.club().members:
        raise NotFound
    if call.caller.role == Role.PLAYER and call.caller.member != member:
        raise Problem("forbidden", "a player reads his own account, and this is another member's")
    tables = service().read_tables(call.club)
    position, headers = _moment(tables, call.said)
    account = account_of_member(tables, member, position=position)
    limit, cursor = call.said["limit"], call.said["cursor"]
    page = lines_of_account(tables, member, position=account.position, limit=limit, cursor=cursor)
    body, headers = answered(page, call.said, headers, kept={"position": account.position})
    return Joined(body, account), headers


def _moment(tables: ReadTables, asked: Mapping[str, Any]) -> tuple[int | None, dict[str, str]]:
    """The position as of which something is asked, None for now, and the header that says how far the books go.

    A position that has not come yet is waited for, as one that the answer must have seen. Raises a 503 problem.
    """
    at_least = max(asked["at_least"], asked["position"] or 0)
    headers = freshened(tables, {"at_least": at_least})
    if asked["at"] is not None:
        return position_at(tables, datetime.fromisoformat(asked["at"])), headers
    return asked["position"], headers
