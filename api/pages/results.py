"""Who won and who lost: the whole club by member, and one member game by game."""

from flask import Response

from api.lists import freshened
from api.noun import Call
from api.pages.pictures import line
from api.pages.screens import Screens, page
from api.routes.results import period_of
from api.schemas.results import ResultsQuery
from api.service import service
from ledger.application.club_books import NotFound
from projections.results import results_of_member, total_of_member, totals_of_club

screens = Screens("results", __name__)


@screens.shows("/clubs/<id:club>/results", query=ResultsQuery)
def club(call: Call) -> Response:
    """Every member's results, in the whole club or in a period."""
    tables = service().read_tables(call.club)
    freshened(tables, call.input)
    totals = totals_of_club(tables, period_of(call.input), limit=call.input["limit"], cursor=call.input["cursor"])
    return page("results.html", here="results", totals=totals.items, next=totals.next, query=call.input)


@screens.shows("/clubs/<id:club>/members/<id:member>", query=ResultsQuery)
def member(call: Call) -> Response:
    """One member's results, and his running result as a line."""
    member_id, period = str(call.ids["member"]), period_of(call.input)
    if member_id not in call.books.club().members:
        raise NotFound
    tables = service().read_tables(call.club)
    freshened(tables, call.input)
    results = results_of_member(tables, member_id, period, limit=call.input["limit"], cursor=call.input["cursor"])
    before = results.items[-1].running - results.items[-1].net if results.items else 0
    return page(
        "member.html",
        here="results",
        member=member_id,
        total=total_of_member(tables, member_id, period),
        results=results.items,
        next=results.next,
        query=call.input,
        line=line([result.running for result in reversed(results.items)], before=before),
    )
