"""Results: what each player won or lost in each finished game, what he did in it, and his totals.

A game belongs to the day on which its sitting was held, whatever the time of recording: an evening that goes on past
midnight is one evening to the club, and a sitting may be written up a week later.
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
    """The stored outcome of a game for a player who was dealt in. `begun_position` orders a club's games."""

    game: UUID
    member: Member
    sitting: UUID
    number: int
    begun_position: int
    settled_at: datetime


RESULTS = Table("results", ResultRow, key=("game", "member"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(ResultRow):
    """A result with its sitting's day. `running` is the member's net in all games of the period up to this one."""

    held_on: str
    running: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """A member's results added up: minor units, and in how many games he was dealt in, played and so on.

    Jack-pots count if he played them. `shows_net` is his net result in the games in which he demanded a show,
    `shows_took` what he took from their pools. `adjusted` is what of `net` came by adjusting entries after the close of
    the sitting; they count on the day of the sitting (`adjusted_in`), as the game does.
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
    adjusted: int = 0
    adjusted_in: str = "held_on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """The days from `first` to `last`, both included; None leaves that side open."""

    first: date | None = None
    last: date | None = None


ALWAYS = Period()


def make(rows: Rows, stream: UUID, record: Record[Game]) -> None:
    """Insert the rows of one game: none until it is over, and none if it is void."""
    game, placed = record.state, record.placed
    settled = [
        e.recorded.at for e in placed if isinstance(e.recorded.event, GameSettled | GameUnopened | GameCorrected)
    ]
    for member, outcome in outcomes(game).items():
        rows.insert(
            RESULTS,
            outcome,
            game=stream,
            member=member,
            sitting=UUID(game.sitting),
            number=game.number,
            begun_position=placed[0].position,
            settled_at=settled[-1],
        )


_IN_PERIOD = """
    (%(first)s::text IS NULL OR sittings.held_on >= %(first)s)
    AND (%(last)s::text IS NULL OR sittings.held_on <= %(last)s)
"""
_OF_MEMBER = f"""
    SELECT * FROM (
        SELECT results.*, held_on, (sum(net) OVER (ORDER BY begun_position))::bigint AS running
        FROM results JOIN sittings USING (club, sitting)
        WHERE club = %(club)s AND member = %(member)s AND (%(sitting)s::uuid IS NULL OR sitting = %(sitting)s)
            AND {_IN_PERIOD}
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
"""Counts, for each yes-or-no field of Outcome that Total has too, the games in which it is yes."""
_TOTALS = f"""
    SELECT member, sum(net)::bigint AS net, count(*) AS games, {_COUNTED},
        count(*) FILTER (WHERE jack_pot AND played) AS jack_pots_played,
        count(*) FILTER (WHERE jack_pot AND won) AS jack_pots_won,
        count(*) FILTER (WHERE demanded) AS shows_demanded,
        coalesce(sum(net) FILTER (WHERE demanded), 0)::bigint AS shows_net,
        coalesce(sum(took) FILTER (WHERE demanded), 0)::bigint AS shows_took,
        sum(adjusted)::bigint AS adjusted
    FROM results JOIN sittings USING (club, sitting)
    WHERE club = %(club)s AND (%(sitting)s::uuid IS NULL OR sitting = %(sitting)s)
        AND (%(member)s::text IS NULL OR member = %(member)s)
        AND (%(after)s::text IS NULL OR member > %(after)s)
        AND {_IN_PERIOD}
    GROUP BY member ORDER BY member LIMIT %(rows)s
"""


def results_of_member(
    tables: ReadTables,
    member: Member,
    period: Period = ALWAYS,
    sitting: str | None = None,
    *,
    limit: int = 50,
    cursor: str | None = None,
) -> Page[Result]:
    """A member's results in the whole club or in one sitting, game by game, the last begun first. Raises BadCursor."""
    chosen = {"member": member, "sitting": sitting, **days(period)}
    parameters = {**chosen, "below": number(cursor), "rows": limit + 1}
    return page(tables.select(Result, _OF_MEMBER, parameters), limit, lambda result: str(result.begun_position))


def totals_of_sitting(tables: ReadTables, sitting: UUID) -> tuple[Total, ...]:
    """Each player's total over the finished games of a sitting, by member."""
    return tuple(tables.select(Total, _TOTALS, _parameters(sitting=sitting)))


def total_of_member(tables: ReadTables, member: Member, period: Period = ALWAYS, sitting: str | None = None) -> Total:
    """A member's total in the whole club or in one sitting; all nought if he has no finished game."""
    totals = tables.select(Total, _TOTALS, _parameters(period, member=member, sitting=sitting))
    return totals[0] if totals else Total(member=member)


def totals_of_club(
    tables: ReadTables, period: Period = ALWAYS, *, limit: int = 50, cursor: str | None = None
) -> Page[Total]:
    """Every member's total in the whole club, by member. The cursor is the last member's id."""
    totals = tables.select(Total, _TOTALS, _parameters(period, after=cursor, rows=limit + 1))
    return page(totals, limit, lambda total: total.member)


def _parameters(period: Period = ALWAYS, **some: object) -> dict[str, object]:
    return {"sitting": None, "member": None, "after": None, "rows": None, **days(period), **some}


def days(period: Period) -> dict[str, str | None]:
    """The first and last day as ISO texts, as sittings store them; a later day is the greater text."""
    first, last = period.first, period.last
    return {"first": first.isoformat() if first else None, "last": last.isoformat() if last else None}
