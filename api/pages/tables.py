"""The club's evenings, and one of them: its games, its results, and its sheet."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from uuid import UUID

from flask import Response

from api.lists import freshened
from api.noun import Call
from api.pages.afterwards import adjustments_of, affected_games
from api.pages.conduct import NextAct, conducted, next_act
from api.pages.pictures import bars
from api.pages.screens import Screens, page
from api.routes.money import printed_sheet
from api.schemas.lists import MANY, FreshListQuery, FreshQuery
from api.schemas.results import SittingsQuery
from api.service import service
from ledger.laws.deal import next_dealer
from ledger.roles import KEEPERS, RECORDERS
from ledger.state.sitting import Sitting
from projections import daybook
from projections.pools import pools_of
from projections.results import totals_of_sitting

screens = Screens("tables", __name__)


@screens.shows("/clubs/<id:club>", query=SittingsQuery)
def club(call: Call) -> Response:
    """Tonight's tables, and the evenings, the last first; or those of a year or a month."""
    tables, query = service().read_tables(call.club), call.input
    position = freshened(tables, query)["Poolbook-Position"]
    opened = daybook.sittings(tables, status="open", limit=MANY).items
    sittings = {row.sitting: call.books.sitting(row.sitting) for row in opened}
    closed = daybook.sittings(tables, held=query["held"], status="closed", limit=query["limit"], cursor=query["cursor"])
    return page(
        "tables.html",
        here="tables",
        position=position,
        concerns=(call.club, *sittings),
        open=opened,
        sittings=sittings,
        next_acts=_next_acts(call, sittings),
        closed=closed.items,
        next=closed.next,
        held=query["held"],
        years=_years(daybook.months(tables)),
    )


def _years(months: Sequence[daybook.Month]) -> dict[str, list[daybook.Month]]:
    """The months in which evenings were held, by their years."""
    return {year: list(within) for year, within in groupby(months, lambda month: month.month[:4])}


def _next_acts(call: Call, sittings: Mapping[UUID, Sitting]) -> dict[UUID, NextAct]:
    """What is done next at each open sitting, for those who record."""
    if call.caller.role not in RECORDERS:
        return {}
    now = call.books.clock()
    return {row: next_act(sitting, now) for row, sitting in sittings.items() if not sitting.closed}


@screens.shows("/sittings/<id:sitting>", query=FreshListQuery)
def evening(call: Call) -> Response:
    """One evening: who sat, the games, the pools, and what each has won or lost."""
    tables, sitting_id = service().read_tables(call.club), call.ids["sitting"]
    position = freshened(tables, call.input)["Poolbook-Position"]
    sitting = call.books.sitting(sitting_id)
    part = {name: call.input[name] for name in ("limit", "cursor")}
    games, pools = daybook.games_of(tables, sitting_id, **part), pools_of(tables, sitting_id, **part)
    return page(
        "evening.html",
        here="tables",
        position=None if sitting.closed else position,
        concerns=(sitting_id, sitting.game or ""),
        id=sitting_id,
        sitting=sitting,
        next_dealer=next_dealer(sitting),
        conduct=conducted(call, sitting),
        affected=affected_games(call, sitting_id),
        running=sitting.game,
        unowed={} if sitting.closed else sitting.held,
        adjusted=adjustments_of(call, sitting_id) if sitting.closed else (),
        games=games.items,
        next=games.next,
        pool_of={pool.game: pool for pool in pools.items},
        pools=bars([(game.pool, game.carried_in) for game in games.items]),
        totals=sorted(totals_of_sitting(tables, sitting_id), key=lambda total: -total.net),
    )


@screens.shows("/sittings/<id:sitting>/sheet", roles=KEEPERS, query=FreshQuery)
def sheet(call: Call) -> Response:
    """The sheet that reconciles the sitting, as the API prints it."""
    return printed_sheet(call)
