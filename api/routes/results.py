"""What each player won or lost."""

from api.answers.results import result_body
from api.lists import Answer as Listed
from api.lists import answered, freshened, page_of
from api.noun import Call, Noun
from api.schemas.lists import FreshListQuery, listed
from api.schemas.results import Result
from api.service import service
from projections.results import totals_of_club, totals_of_sitting

noun = Noun("results", __name__, description="What each player won or lost, as the settlements have it.")

Results = listed(Result)


@noun.reads("/v1/sittings/<id:sitting>/results", Results, query=FreshListQuery)
def sitting_results(call: Call) -> Listed:
    """The results of a sitting's games that are over, by player."""
    tables = service().read_tables(call.club)
    position = freshened(tables, call.said)
    return page_of(totals_of_sitting(tables, call.ids["sitting"]), call.said, result_body, position)


@noun.reads("/v1/clubs/<id:club>/results", Results, query=FreshListQuery)
def club_results(call: Call) -> Listed:
    """The results of every member in the whole club."""
    tables = service().read_tables(call.club)
    position = freshened(tables, call.said)
    page = totals_of_club(tables, limit=call.said["limit"], cursor=call.said["cursor"])
    return answered(page, call.said, result_body, position)
