"""Results: what each player won or lost in each game that is over, what he did in it, and the sums of it.

A period is one of evenings: a game belongs to the day on which its sitting was held. An evening that goes on past
midnight is one evening to the club, and one that was written up a week later was not played then; so the time of
recording says nothing.
"""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from ledger.books.outcomes import outcomes
from ledger.events.amendment import GameCorrected
from ledger.events.game import GameSettled, GameUnopened
from ledger.seats import Member
from ledger.state.game import Game
from projections.pages import Page, number, page
from projections.read_model import Rows, Table, columns
from projections.refolded import Record
from projections.tables import ReadTables

RESULTS = Table(
    "results",
    ("game", "member"),
    (
        "sitting",
        "number",
        "begun_position",
        "settled_at",
        "net",
        "took",
        "played",
        "opened",
        "passed_before_draw",
        "passed_after_draw",
        "won",
        "shown",
        "jack_pot",
        "demanded",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a game that is over was to one who was dealt into it, as `ledger.books.outcomes` has it. Minor units.

    `held_on` is its sitting's day, `running` his net result in all his games of the period up to and with this
    one. `begun_position` orders a club's games.
    """

    game: UUID
    sitting: UUID
    number: int
    held_on: str
    settled_at: datetime
    begun_position: int
    net: int
    running: int
    took: int
    played: bool
    opened: bool
    passed_before_draw: bool
    passed_after_draw: bool
    won: bool
    shown: bool
    jack_pot: bool
    demanded: bool


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
    passed_before_draw: int = 0
    passed_after_draw: int = 0
    won: int = 0
    shown: int = 0
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
            (stream, member),
            sitting=UUID(game.sitting),
            number=game.number,
            begun_position=entries[0].position,
            settled_at=settled[-1],
            **columns(outcome),
        )


_IN_PERIOD = """
    (%(first)s::text IS NULL OR sittings.held_on >= %(first)s)
    AND (%(last)s::text IS NULL OR sittings.held_on <= %(last)s)
"""
_OF_MEMBER = (
    """
    SELECT * FROM (
        SELECT game, results.sitting, results.number, held_on, settled_at, begun_position, net,
            (sum(net) OVER (ORDER BY begun_position))::bigint AS running, took, played, opened,
            passed_before_draw, passed_after_draw, won, shown, jack_pot, demanded
        FROM results JOIN sittings ON sittings.sitting = results.sitting
        WHERE member = %(member)s AND """
    + _IN_PERIOD
    + """
    ) AS his
    WHERE %(below)s::bigint IS NULL OR begun_position < %(below)s
    ORDER BY begun_position DESC LIMIT %(rows)s
    """
)
_TOTALS = (
    """
    SELECT member, sum(net)::bigint AS net, count(*) AS games,
        count(*) FILTER (WHERE played) AS played,
        count(*) FILTER (WHERE opened) AS opened,
        count(*) FILTER (WHERE passed_before_draw) AS passed_before_draw,
        count(*) FILTER (WHERE passed_after_draw) AS passed_after_draw,
        count(*) FILTER (WHERE won) AS won,
        count(*) FILTER (WHERE shown) AS shown,
        count(*) FILTER (WHERE jack_pot AND played) AS jack_pots_played,
        count(*) FILTER (WHERE jack_pot AND won) AS jack_pots_won,
        count(*) FILTER (WHERE demanded) AS shows_demanded,
        coalesce(sum(net) FILTER (WHERE demanded), 0)::bigint AS shows_net,
        coalesce(sum(took) FILTER (WHERE demanded), 0)::bigint AS shows_took
    FROM results JOIN sittings ON sittings.sitting = results.sitting
    WHERE (%(sitting)s::uuid IS NULL OR results.sitting = %(sitting)s)
        AND (%(member)s::text IS NULL OR member = %(member)s)
        AND (%(after)s::text IS NULL OR member > %(after)s)
        AND """
    + _IN_PERIOD
    + """
    GROUP BY member ORDER BY member LIMIT %(rows)s
    """
)


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
