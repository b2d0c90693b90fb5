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
from projections.pages import Page
from projections.statements import (
    AccountLine,
    account_of_member,
    books_of_club,
    books_of_sitting,
    lines_of_account,
    position_at,
)
from projections.statements import MembersAccount as Account
from projections.tables import ReadTables

noun = Noun("books", __name__, description="The books, by double entry, as of now or of any earlier moment.")


@noun.reads("/v1/sittings/<id:sitting>/books", Books, roles=KEEPERS, query=BooksQuery)
def sitting_books(call: Call) -> Answer:
    """The balance of every account from the lines of this sitting."""
    tables = service().read_tables(call.club)
    position, headers = _moment(tables, call.input)
    return books_body(books_of_sitting(tables, call.ids["sitting"], position=position)), headers


@noun.reads("/v1/clubs/<id:club>/books", Books, roles=KEEPERS, query=BooksQuery)
def club_books(call: Call) -> Answer:
    """The balance of every account of the club."""
    tables = service().read_tables(call.club)
    position, headers = _moment(tables, call.input)
    return books_body(books_of_club(tables, position=position)), headers


@noun.reads("/v1/clubs/<id:club>/members/<id:member>/account", MembersAccount, query=AccountQuery)
def member_account(call: Call) -> Answer:
    """What a member has and owes, and the lines of his accounts. A player reads his own."""
    account, page, headers = account_for(call)
    body, headers = answered(page, call.input, headers, kept={"position": account.position})
    return Joined(body, account), headers


def account_for(call: Call) -> tuple[Account, Page[AccountLine], dict[str, str]]:
    """The account that a request names, a page of its lines, and the header with the position of the books.

    Raises NotFound for somebody who is no member, and a 403 problem where a player asks for another's account.
    """
    member = str(call.ids["member"])
    if member not in call.books.club().members:
        raise NotFound
    if call.caller.role == Role.PLAYER and call.caller.member != member:
        raise Problem("forbidden", "a player may read only his own account")
    tables = service().read_tables(call.club)
    position, headers = _moment(tables, call.input)
    account = account_of_member(tables, member, position=position)
    limit, cursor = call.input["limit"], call.input["cursor"]
    page = lines_of_account(tables, member, position=account.position, limit=limit, cursor=cursor)
    return account, page, headers


def _moment(tables: ReadTables, query: Mapping[str, Any]) -> tuple[int | None, dict[str, str]]:
    """The position as of which the books are asked, None for now, and the header with the position of the books.

    Waits for a position that the books have not reached, and raises a 503 problem if they do not in time.
    """
    at_least = max(query["at_least"], query["position"] or 0)
    headers = freshened(tables, {"at_least": at_least})
    if query["at"] is not None:
        return position_at(tables, datetime.fromisoformat(query["at"])), headers
    return query["position"], headers
