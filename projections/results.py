"""Results: what each player won or lost in each game that is over, what he did in it, and the sums of it.

A period is one of evenings: a game belongs to the day on which its sitting was held. An evening that goes on past
midnight is one evening to the club, and one that was written up a week later was not played then; so the time of
recording says nothing.
"""

from dataclasses import dataclass, fields
from datetime import date, datetime
from uuid import UUID

from ledger.books.outcomes import Outcome, outcomes
from ledger.events.amendment import GameCorrected
from ledger.events.game import GameSettled, GameUnopened
from ledger.seats import Member
from ledger.state.game import Game
from projections.pages import Page, number, page
from projections.read_model import Rows, Table
from projections.refolded import Record
from projections.tables import ReadTables


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow(Outcome):
    """What is kept of the outcome of a game for one who was dealt into it. `begun_position` orders a club's games."""

    game: UUID
    member: Member
    sitting: UUID
    number: int
    begun_position: int
    settled_at: datetime


RESULTS = Table("results", ResultRow, key=("game", "member"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(ResultRow):
    """The same with its sitting's day, and with his net result in all his games of the period up to and with it."""

    held_on: str
    running: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """A member's results added up: minor units, and in how many games he was dealt in, played and so on.

    Of jack-pots count those that he played. `shows_net` is his net result in the games in which he demanded a
    show, `shows_took` what he was given out of their pools.
    """

    member: Member
    net: int = 0
    games: int = 0
    played: int = 0
    opened: int = 0
    won: int = 0
    shown: int = 0
    passed_before_draw: int = 0
    passed_after_draw: int = 0
    jack_pots_played: int = 0
    jack_pots_won: int = 0
    shows_demanded: int = 0
    shows_net: int = 0
    shows_took: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """The days from `first` to `last`, both of them in it; None leaves that side open."""

    first: date | None = None
    last: date | None = None


ALWAYS = Period()


def make(rows: Rows, stream: UUID, record: Record[Game]) -> None:
    """The rows of one game: none until it is over, and none where it is void."""
    game, entries = record.state, record.entries
    settled = [
        e.recorded.at for e in entries if isinstance(e.recorded.event, GameSettled | GameUnopened | GameCorrected)
    ]
    for member, outcome in outcomes(game).items():
        rows.insert(
            RESULTS,
            outcome,
            game=stream,
            member=member,
            sitting=UUID(game.sitting),
            number=game.number,
            begun_position=entries[0].position,
            settled_at=settled[-1],
        )


_IN_PERIOD = """
    (%(first)s::text IS NULL OR sittings.held_on >= %(first)s)
    AND (%(last)s::text IS NULL OR sittings.held_on <= %(last)s)
"""
_OF_MEMBER = f"""
    SELECT * FROM (
        SELECT results.*, held_on, (sum(net) OVER (ORDER BY begun_position))::bigint AS running
        FROM results JOIN sittings ON sittings.sitting = results.sitting
        WHERE member = %(member)s AND {_IN_PERIOD}
    ) AS his
    WHERE %(below)s::bigint IS NULL OR begun_position < %(below)s
    ORDER BY begun_position DESC LIMIT %(rows)s
"""
_NAMES_OF_TOTAL = frozenset(f.name for f in fields(Total))
_COUNTED = ", ".join(
    f"count(*) FILTER (WHERE {f.name}) AS {f.name}"
    for f in fields(Outcome)
    if f.type is bool and f.name in _NAMES_OF_TOTAL
)
"""Of what an outcome says with yes or no, the number of games in which it is yes: what a total has by the same name."""
_TOTALS = f"""
    SELECT member, sum(net)::bigint AS net, count(*) AS games, {_COUNTED},
        count(*) FILTER (WHERE jack_pot AND played) AS jack_pots_played,
        count(*) FILTER (WHERE jack_pot AND won) AS jack_pots_won,
        count(*) FILTER (WHERE demanded) AS shows_demanded,
        coalesce(sum(net) FILTER (WHERE demanded), 0)::bigint AS shows_net,
        coalesce(sum(took) FILTER (WHERE demanded), 0)::bigint AS shows_took
    FROM results JOIN sittings ON sittings.sitting = results.sitting
    WHERE (%(sitting)s::uuid IS NULL OR results.sitting = %(sitting)s)
        AND (%(member)s::text IS NULL OR member = %(member)s)
        AND (%(after)s::text IS NULL OR member > %(after)s)
        AND {_IN_PERIOD}
    GROUP BY member ORDER BY member LIMIT %(rows)s
"""


def results_of_member(
    tables: ReadTables, member: Member, period: Period = ALWAYS, *, limit: int = 50, cursor: str | None = None
) -> Page[Result]:
    """A member's results in the whole club, game by game, the last begun first. Raises BadCursor."""
    asked = {"member": member, "below": number(cursor), "rows": limit + 1, **_days(period)}
    return page(tables.select(Result, _OF_MEMBER, asked), limit, lambda result: str(result.begun_position))


def totals_of_sitting(tables: ReadTables, sitting: UUID) -> tuple[Total, ...]:
    """What each player won or lost in the games of a sitting that are over, by member."""
    return tuple(tables.select(Total, _TOTALS, _asked(sitting=sitting)))


def total_of_member(tables: ReadTables, member: Member, period: Period = ALWAYS) -> Total:
    """What a member won or lost in the whole club; all nought where no game of his is over."""
    found = tables.select(Total, _TOTALS, _asked(period, member=member))
    return found[0] if found else Total(member=member)


def totals_of_club(
    tables: ReadTables, period: Period = ALWAYS, *, limit: int = 50, cursor: str | None = None
) -> Page[Total]:
    """What every member won or lost in the whole club, by member. The cursor is the last member's id."""
    found = tables.select(Total, _TOTALS, _asked(period, after=cursor, rows=limit + 1))
    return page(found, limit, lambda total: total.member)


def _asked(period: Period = ALWAYS, **some: object) -> dict[str, object]:
    return {"sitting": None, "member": None, "after": None, "rows": None, **_days(period), **some}


def _days(period: Period) -> dict[str, str | None]:
    """The days as the sittings have them, in which a later day is the greater text."""
    first, last = period.first, period.last
    return {"first": first.isoformat() if first else None, "last": last.isoformat() if last else None}
