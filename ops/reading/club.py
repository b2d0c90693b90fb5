"""Commands: `clubs`, `members`, and `account`, the statement of a member's account."""

from collections.abc import Iterator
from typing import Any

import click
from marshmallow import Schema

from api.account_words import ACCOUNTS, EVENTS
from api.schemas import books as schemas
from api.schemas.clubs import Club, Member
from ops.database import clubs_in
from ops.plainly import club_option, database, plainly
from ops.printing import Column, Row, amount, format_option, ids_option, show
from ops.reading.opened import EVERY, ClubRead, club_read, fields_of, text
from projections.statements import MembersAccount, account_of_member, books_of_club, lines_of_account

NO_CLUB = "there is no club yet: `poolbook club NAME` makes one"
NO_MEMBER = "this club has no members yet: `poolbook record --add-members FILE` enters those of a game file"


@click.command()
@format_option
@ids_option
@plainly
def clubs(form: str, ids: bool) -> None:
    """List the clubs."""
    with database() as here, clubs_in(here) as known:
        rows = [Club().dump(club) for club in known.directory.clubs()]
    _show(Club(), rows, [text("club", "name"), text("currency", "currency")], form, ids, NO_CLUB)


@click.command()
@club_option
@format_option
@ids_option
@plainly
def members(chosen: str | None, form: str, ids: bool) -> None:
    """List a club's members, in the order in which they joined."""
    with club_read(chosen, ids) as club:
        names = club.books.club().members
    rows = [{"id": member, "name": name} for member, name in names.items()]
    _show(Member(), rows, [Column("member", lambda row: row["name"] or "(name erased)")], form, ids, NO_MEMBER)


def _show(schema: Schema, rows: list[dict[str, Any]], columns: list[Column], form: str, ids: bool, empty: str) -> None:
    """Print rows with their own ids if they are wanted: their name says who they are."""
    header = [name for name in fields_of(schema) if ids or name != "id"]
    shown = [{name: row[name] for name in header} for row in rows]
    show(shown, [*columns, *([text("id", "id")] if ids else [])], form, empty=empty, header=header)


@click.command()
@click.argument("name", metavar="[NAME]", required=False)
@club_option
@format_option
@ids_option
@plainly
def account(name: str | None, chosen: str | None, form: str, ids: bool) -> None:
    """Show the account of the member called NAME line by line, the first line first; without NAME, list all accounts.

    Debits are positive: what he owes, and what he handed in above the book. Credits are negative: the counters that
    he has. The balance is that of the account which the line names. CSV and JSON hold the lines, or the accounts, with
    the API's fields and amounts in whole minor units.
    """
    with club_read(chosen, ids) as club:
        _lines(club, name, form) if name else _balances(club, form)


def _balances(club: ClubRead, form: str) -> None:
    rows = club.rows(schemas.AccountBalance(), books_of_club(club.tables).accounts)
    columns = [Column("account", _account), text("of", "owner"), club.money("balance", "balance")]
    show(rows, columns, form, empty="every account stands at nought", header=fields_of(schemas.AccountBalance()))


def _account(row: Row) -> str:
    """What people call the account of a row."""
    kind: str = row["kind"]
    return ACCOUNTS.get(kind, kind.replace("_", " "))


def _lines(club: ClubRead, name: str, form: str) -> None:
    member = club.naming.member(name)
    held = account_of_member(club.tables, member)
    lines = lines_of_account(club.tables, member, position=held.position, limit=EVERY).items[::-1]
    columns = [
        Column("evening or game", lambda row: row["game"] or row["sitting"]),
        Column("what", lambda row: EVENTS.get(row["topic"], row["topic"])),
        Column("account", lambda row: ACCOUNTS[row["account"]]),
        club.money("amount", "amount"),
        club.money("balance", "after"),
    ]
    called = club.naming.of_member(member)
    empty, schema = f"nothing has moved on the account of {called}", schemas.AccountLine()
    show(club.rows(schema, lines), columns, form, empty=empty, header=fields_of(schema))
    if form == "table" and lines:
        click.echo(f"\n{called} {'; '.join(_standing(club, held))}")


def _standing(club: ClubRead, held: MembersAccount) -> Iterator[str]:
    """What a member has and owes, in clauses."""
    currency = club.books.club().currency
    yield f"has {amount(held.counters, currency)} in counters"
    if held.credit:
        yield f"owes {amount(held.credit, currency)} for counters bought on credit"
    if held.loan:
        owing = "owes the bank" if held.loan > 0 else "is owed by the bank"
        yield f"{owing} {amount(abs(held.loan), currency)} of loans"
    for owed in held.between:
        owing = "owes" if owed.amount > 0 else "is owed by"
        yield f"{owing} {club.naming.of_member(owed.member)} {amount(abs(owed.amount), currency)}"
    if held.differences:
        above = "above" if held.differences > 0 else "below"
        yield f"handed in {amount(abs(held.differences), currency)} {above} the book"
