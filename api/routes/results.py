"""What each player won or lost."""

from typing import Any

from api.lists import Answer as Listed
from api.lists import answered, freshened, page_of
from api.noun import Answer, Call, Noun
from api.schemas.lists import FreshListQuery, listed
from api.schemas.results import MemberResults, MemberResultsQuery, Result, ResultsQuery
from api.service import service
from ledger.application.club_books import NotFound
from projections.results import Period, results_of_member, total_of_member, totals_of_club, totals_of_sitting

noun = Noun("results", __name__, description="What each player won or lost, by the settlements.")

Results = listed(Result)


@noun.reads("/v1/sittings/<id:sitting>/results", Results, query=FreshListQuery)
def sitting_results(call: Call) -> Listed:
    """The results of a sitting's games that are over, by player."""
    tables = service().read_tables(call.club)
    position = freshened(tables, call.input)
    return page_of(totals_of_sitting(tables, call.ids["sitting"]), call.input, position)


@noun.reads("/v1/clubs/<id:club>/results", Results, query=ResultsQuery)
def club_results(call: Call) -> Listed:
    """The results of every member in the whole club, or in the sittings held in a period."""
    tables = service().read_tables(call.club)
    position = freshened(tables, call.input)
    page = totals_of_club(tables, period_of(call.input), limit=call.input["limit"], cursor=call.input["cursor"])
    return answered(page, call.input, position)


@noun.reads("/v1/clubs/<id:club>/members/<id:member>/results", MemberResults, query=MemberResultsQuery)
def member_results(call: Call) -> Answer:
    """The results of one member: added up, and game by game with the running net result, the last begun first."""
    member, period, sitting = str(call.ids["member"]), period_of(call.input), call.input["sitting"]
    if member not in call.books.club().members:
        raise NotFound
    tables = service().read_tables(call.club)
    position = freshened(tables, call.input)
    page = results_of_member(tables, member, period, sitting, limit=call.input["limit"], cursor=call.input["cursor"])
    body, headers = answered(page, call.input, position)
    return {"total": total_of_member(tables, member, period, sitting), **body}, headers


def period_of(query: dict[str, Any]) -> Period:
    """The days that a query of results names."""
    return Period(first=query["first"], last=query["last"])
