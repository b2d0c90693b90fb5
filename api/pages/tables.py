"""The club's evenings, and one of them: its games, its results, and its sheet."""

from flask import Response

from api.lists import freshened
from api.noun import Call
from api.pages.pictures import bars
from api.pages.screens import Screens, page
from api.routes.money import printed_sheet
from api.schemas.lists import FreshListQuery, FreshQuery
from api.service import service
from ledger.laws.deal import next_dealer
from ledger.roles import KEEPERS
from projections import daybook
from projections.results import totals_of_sitting

screens = Screens("tables", __name__)


@screens.shows("/clubs/<id:club>", query=FreshListQuery)
def club(call: Call) -> Response:
    """Tonight's tables, and the evenings by date, the last first."""
    tables = service().read_tables(call.club)
    position = freshened(tables, call.input)["Poolbook-Position"]
    listed = daybook.sittings(tables, limit=call.input["limit"], cursor=call.input["cursor"])
    opened = [row for row in listed.items if row.status == "open"]
    return page(
        "tables.html",
        here="tables",
        position=position,
        concerns=(call.club, *(row.sitting for row in opened)),
        open=opened,
        sittings={row.sitting: call.books.sitting(row.sitting) for row in opened},
        closed=[row for row in listed.items if row.status == "closed"],
        next=listed.next,
    )


@screens.shows("/sittings/<id:sitting>", query=FreshListQuery)
def evening(call: Call) -> Response:
    """One evening: who sat, the games, the pools, and what each has won or lost."""
    tables, sitting_id = service().read_tables(call.club), call.ids["sitting"]
    position = freshened(tables, call.input)["Poolbook-Position"]
    sitting = call.books.sitting(sitting_id)
    games = daybook.games_of(tables, sitting_id, limit=call.input["limit"], cursor=call.input["cursor"])
    return page(
        "evening.html",
        here="tables",
        position=None if sitting.closed else position,
        concerns=(sitting_id, sitting.game or ""),
        id=sitting_id,
        sitting=sitting,
        next_dealer=next_dealer(sitting),
        games=games.items,
        next=games.next,
        pools=bars([game.pool for game in games.items]),
        totals=sorted(totals_of_sitting(tables, sitting_id), key=lambda total: -total.net),
    )


@screens.shows("/sittings/<id:sitting>/sheet", roles=KEEPERS, query=FreshQuery)
def sheet(call: Call) -> Response:
    """The sheet that reconciles the sitting, as the API prints it."""
    return printed_sheet(call)
