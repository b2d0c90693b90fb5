"""The club's evenings, and one of them: its games, its results, and its sheet."""

from collections.abc import Sequence
from uuid import UUID

from flask import Response

from api.lists import freshened
from api.noun import Call
from api.pages.conduct import NextAct, conducted, next_act
from api.pages.pictures import bars
from api.pages.screens import Screens, page
from api.routes.money import printed_sheet
from api.schemas.lists import FreshListQuery, FreshQuery
from api.service import service
from ledger.laws.deal import next_dealer
from ledger.roles import KEEPERS, RECORDERS
from projections import daybook
from projections.daybook import SittingRow
from projections.results import totals_of_sitting

screens = Screens("tables", __name__)


@screens.shows("/clubs/<id:club>", query=FreshListQuery)
def club(call: Call) -> Response:
    """Tonight's tables, and the evenings by date, the last first."""
    tables = service().read_tables(call.club)
    freshened(tables, call.input)
    listed = daybook.sittings(tables, limit=call.input["limit"], cursor=call.input["cursor"])
    open_sittings = [row for row in listed.items if row.status == "open"]
    return page(
        "tables.html",
        here="tables",
        open=open_sittings,
        next_acts=_next_acts(call, open_sittings),
        closed=[row for row in listed.items if row.status == "closed"],
        next=listed.next,
    )


def _next_acts(call: Call, rows: Sequence[SittingRow]) -> dict[UUID, NextAct]:
    """What is done next at each open sitting, for those who record."""
    if call.caller.role not in RECORDERS:
        return {}
    sittings = {row.sitting: call.books.sitting(row.sitting) for row in rows}
    now = call.books.clock()
    return {row: next_act(sitting, now) for row, sitting in sittings.items() if not sitting.closed}


@screens.shows("/sittings/<id:sitting>", query=FreshListQuery)
def evening(call: Call) -> Response:
    """One evening: who sat, the games, the pools, and what each has won or lost."""
    tables, sitting_id = service().read_tables(call.club), call.ids["sitting"]
    freshened(tables, call.input)
    sitting = call.books.sitting(sitting_id)
    games = daybook.games_of(tables, sitting_id, limit=call.input["limit"], cursor=call.input["cursor"])
    return page(
        "evening.html",
        here="tables",
        id=sitting_id,
        sitting=sitting,
        next_dealer=next_dealer(sitting),
        conduct=conducted(call, sitting),
        games=games.items,
        next=games.next,
        pools=bars([game.pool for game in games.items]),
        totals=sorted(totals_of_sitting(tables, sitting_id), key=lambda total: -total.net),
    )


@screens.shows("/sittings/<id:sitting>/sheet", roles=KEEPERS, query=FreshQuery)
def sheet(call: Call) -> Response:
    """The sheet that reconciles the sitting, as the API prints it."""
    return printed_sheet(call)
