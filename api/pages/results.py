"""Who won and who lost: the whole club by member and by evening, and one member game by game."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response

from api.lists import freshened
from api.noun import Call
from api.pages.pictures import Line, beginnings, line
from api.pages.screens import Screens, page
from api.routes.results import period_of
from api.schemas.lists import MANY, WholeInQuery
from api.schemas.results import MemberResultsQuery, ResultsQuery
from api.service import service
from ledger.application.club_books import NotFound
from ledger.seats import Member
from projections.results import results_of_member, total_of_member, totals_of_club
from projections.season import Evening, evenings_of_club

screens = Screens("results", __name__)

SPARK = {"width": 120, "height": 32}


@dataclass(frozen=True, slots=True)
class Row:
    """A member in the season's table: his evenings by sitting number, and his running result as a small line."""

    evenings: dict[int, Evening]
    spark: Line


@screens.shows("/clubs/<id:club>/results", query=ResultsQuery)
def club(call: Call) -> Response:
    """Every member's results, in the whole club or in a period: added up, and evening by evening."""
    tables, period = service().read_tables(call.club), period_of(call.input)
    freshened(tables, call.input)
    totals = totals_of_club(tables, period, limit=call.input["limit"], cursor=call.input["cursor"])
    evenings = evenings_of_club(tables, period)
    return page(
        "results.html",
        here="results",
        totals=totals.items,
        next=totals.next,
        query=call.input,
        held={evening.number: evening for evening in evenings},
        season=_season(evenings),
    )


def _season(evenings: Sequence[Evening]) -> dict[Member, Row]:
    """The season's table by member. Where a member did not play, his line goes on level."""
    by_member = defaultdict[Member, dict[int, Evening]](dict)
    for evening in evenings:
        by_member[evening.member][evening.number] = evening
    numbers = sorted({evening.number for evening in evenings})
    return {member: Row(played, _spark(numbers, played)) for member, played in by_member.items()}


def _spark(numbers: Sequence[int], played: dict[int, Evening]) -> Line:
    first = min(played.values(), key=lambda evening: evening.number)
    before = first.running - first.net
    level, amounts = before, []
    for number in numbers:
        level = played[number].running if number in played else level
        amounts.append(level)
    return line(amounts, before=before, **SPARK)


class MemberPageQuery(MemberResultsQuery):
    """Which results of a member are drawn: as many as one page of a list may have."""

    limit = WholeInQuery(1, MANY, load_default=MANY)


@screens.shows("/clubs/<id:club>/members/<id:member>", query=MemberPageQuery)
def member(call: Call) -> Response:
    """One member's results, his running result as a line, and his evenings."""
    member_id, period, query = str(call.ids["member"]), period_of(call.input), call.input
    if member_id not in call.books.club().members:
        raise NotFound
    tables = service().read_tables(call.club)
    freshened(tables, query)
    results = results_of_member(
        tables, member_id, period, query["sitting"], limit=query["limit"], cursor=query["cursor"]
    )
    in_order = results.items[::-1]
    before = in_order[0].running - in_order[0].net if in_order else 0
    drawn = line([result.running for result in in_order], before=before)
    return page(
        "member.html",
        here="results",
        member=member_id,
        total=total_of_member(tables, member_id, period, query["sitting"]),
        results=results.items,
        next=results.next,
        query=query,
        line=drawn,
        marks=[(mark, in_order[mark.index]) for mark in beginnings([r.sitting for r in in_order], drawn)],
        evenings=evenings_of_club(tables, member=member_id)[::-1],
    )
