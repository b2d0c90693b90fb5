"""Commands: `sittings`, `sheet`, the reconciliation of one, and `disputes`."""

from datetime import datetime

import click

from api.answers.corrections import dispute_body
from api.answers.sheet import sheet_body
from api.schemas.buyback import Sheet
from api.schemas.disputes import ListedDispute
from api.schemas.results import ListedSitting
from ledger.afterwards.disputes import disputes as disputes_in
from ops.naming import SITTING_NAMES
from ops.plainly import DATA, club_option, fail, plainly
from ops.printing import Column, Row, format_option, ids_option, show, show_table
from ops.reading.opened import EVERY, OWNER, ClubRead, club_read, fields_of, text, whole
from ops.reading.results import period, period_options
from projections.buyback import reckoning_of
from projections.daybook import sittings as sittings_in
from projections.season import Wanted, games_of_club


@click.command()
@period_options[0]
@period_options[1]
@click.option("--member", metavar="MEMBER", help="Only those at which this member sat.")
@click.option("--state", type=click.Choice(("open", "closed")), help="Only those that are open, or closed.")
@club_option
@format_option
@ids_option
@plainly
def sittings(
    first: datetime | None,
    last: datetime | None,
    member: str | None,
    state: str | None,
    chosen: str | None,
    form: str,
    ids: bool,
) -> None:
    """List a club's sittings, the last first.

    Other commands take a sitting by its day, its number, its id, or `latest`. CSV and JSON have the API's fields, with
    that name of a sitting as its `id` unless --ids is given, and amounts in whole minor units.
    """
    days = period(first, last)
    with club_read(chosen, ids) as club:
        wanted = club.naming.member(member) if member is not None else None
        rows = sittings_in(club.tables, period=days, status=state, member=wanted, limit=EVERY).items
        columns = [
            text("evening", "held_on"),
            whole("no.", "number"),
            text("state", "status"),
            whole("games", "games"),
            club.money("ante", "ante"),
            club.money("limit", "limit"),
            Column("carried", lambda row: club.money("", "carried").cell(row) if row["carried"] else "", "right"),
            Column("players", lambda row: ", ".join(row["seats"])),
        ]
        nothing = "this club has no sittings yet: `poolbook record FILE` records one"
        answered = club.rows(ListedSitting(), rows)
        if form == "csv":  # a column more or less would depend on whether a jack-pot is due anywhere
            answered = [{**row, "jack_pot": row["jack_pot"] and row["jack_pot"]["minimum"]} for row in answered]
        empty = "no sitting is like that" if sittings_in(club.tables, limit=1).items else nothing
        show(answered, columns, form, empty=empty, header=fields_of(ListedSitting()))


@click.command(
    help=f"""Show the sheet that reconciles a SITTING: its counters, its players, its cash, and who pays whom.

SITTING is {SITTING_NAMES}. The sheet of a closed sitting stays as it was at the close. JSON holds the whole sheet of
the API, CSV a line for each player, both with amounts in whole minor units.
"""
)
@click.argument("sitting", metavar="SITTING", default="latest")
@club_option
@format_option
@ids_option
@plainly
def sheet(sitting: str, chosen: str | None, form: str, ids: bool) -> None:
    with club_read(chosen, ids) as club:
        id = club.naming.sitting(sitting)
        reckoning = reckoning_of(club.tables, id)
        if reckoning is None:
            fail(
                DATA, f"the lists have not come to the sitting {sitting} yet: `poolbook rebuild` brings them up to date"
            )
        (row,) = club.rows(Sheet(), [sheet_body(reckoning, club.books, id, OWNER)])
        if form == "table":
            _show_sheet(club, row)
        else:
            show(row["players"] if form == "csv" else [row], [], form)


def _show_sheet(club: ClubRead, sheet: Row) -> None:
    money = club.money
    click.echo(f"sitting {sheet['number']} of {sheet['held_on']}, {'closed' if sheet['closed'] else 'open'}\n")
    numbers = [whole(name.replace("_", " "), name) for name in ("opened", "sold", "lent", "bought_back", "out")]
    worth, value = money("worth", "worth"), money("value out", "out_value")
    show_table(sheet["colours"], [text("counters", "colour"), worth, *numbers, value])
    click.echo()
    book = {
        "paid": "bought.paid",
        "on credit": "bought.on_credit",
        "lent": "lent",
        "borrowed": "borrowed",
        "result": "net",
        "book": "book",
        "in hand": "in_hand",
    }
    show_table(sheet["players"], [text("player", "player"), *(money(*named) for named in book.items())])
    click.echo()
    due = {
        "counted": "counted.value",
        "difference": "difference",
        "credit set off": "set_off.credit",
        "loan set off": "set_off.loan",
        "cash due": "cash_due",
    }
    show_table(sheet["players"], [text("player", "player"), *(money(*named) for named in due.items())])
    click.echo()
    owed = {"owes on credit": "owed.credit", "of loans": "owed.loan", "to players": "owed.players"}
    show_table(sheet["players"], [text("player", "player"), *(money(*named) for named in owed.items())])
    click.echo()
    show_table(sheet["must_be_nought"], [money("must be nought", "amount"), text("", "says")])
    if sheet["payments"]:
        click.echo("\nwithout the bank:")
        show_table(sheet["payments"], [text("from", "from"), text("to", "to"), money("amount", "amount")])


@click.command()
@click.option("--open", "only_open", is_flag=True, help="Only those that are not decided.")
@club_option
@format_option
@ids_option
@plainly
def disputes(only_open: bool, chosen: str | None, form: str, ids: bool) -> None:
    """List the disputes that were laid before a referee, those of the last game first.

    CSV and JSON have the API's fields of a dispute, with its game.
    """
    with club_read(chosen, ids) as club:
        disputed = games_of_club(club.tables, Wanted(disputed=True), limit=EVERY).items
        rows: list[Row] = []
        for game in disputed:
            laid = disputes_in(club.books.game_events(game.game)).values()
            bodies = [dispute_body(dispute, OWNER) for dispute in laid if not (only_open and dispute.ruled)]
            named = str(game.game) if ids else club.naming.of_game_in(game.sitting, game.number)
            rows += [{"game": named, **row} for row in club.rows(ListedDispute(), bodies)]
        columns = [
            text("game", "game"),
            whole("no.", "n"),
            text("about", "kind"),
            text("question", "question"),
            Column("referee", lambda row: row["referee"] or "nobody is free to rule"),
            Column("ruling", lambda row: row["ruling"] or ("decided" if row["decided"] else "open")),
        ]
        if form == "csv":
            rows = [{**row, "reading": [f"{name}={value}" for name, value in row["reading"].items()]} for row in rows]
        empty = "no dispute is open" if only_open else "no dispute was laid before a referee"
        show(rows, columns, form, empty=empty, header=["game", *fields_of(ListedDispute())])
