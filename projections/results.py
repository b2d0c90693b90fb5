"""Results: what each player won or lost in each game, as its settlement has it, and the sums of it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.events.amendment import GameCorrected, GamePaid
from ledger.events.base import Member
from ledger.events.game import GameBegun, GameSettled, GameUnopened, HandShown, ShowDemanded, Staked, Straddled
from ledger.events.settlement import Settlement
from ledger.store import Logged
from projections.pages import Page, number, page
from projections.read_model import Folded, Rows, Table
from projections.tables import ReadTables

RESULTS = Table(
    "results",
    ("game", "member"),
    ("sitting", "number", "begun_position", "net", "played", "opened", "won", "shown", "settled_at"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a game that is over was to one who was dealt into it. `net` in minor units; losses are negative.

    `played`: he staked of his own will, beyond the ante and the jack-pot payment; `opened`: he opened; `won`: he
    was awarded something of the pool; `shown`: he laid his hand open. `begun_position` orders a club's games.
    """

    game: UUID
    member: Member
    sitting: UUID
    number: int
    begun_position: int
    net: int
    played: bool
    opened: bool
    won: bool
    shown: bool
    settled_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """A member's results added up: minor units, and in how many games he was dealt in, played and so on."""

    member: Member
    net: int
    games: int
    played: int
    opened: int
    won: int
    shown: int


def fold(rows: Rows, logged: Logged) -> None:
    """What one event changes in the results of its game."""
    event, stream = logged.recorded.event, logged.recorded.originator_id
    match event:
        case GameBegun():
            for member in event.seats:
                _deal_in(rows, logged, event, member)
        case Staked(player=member, act="opened"):
            rows.put(RESULTS, (stream, member), played=True, opened=True)
        case Straddled(player=member) | Staked(player=member) | ShowDemanded(player=member):
            rows.put(RESULTS, (stream, member), played=True)
        case HandShown(player=member, cards=cards) if cards:
            rows.put(RESULTS, (stream, member), shown=True)
        case GameSettled(settlement=document) | GameUnopened(settlement=document):
            _settle(rows, logged, document)
        case GameCorrected():
            _correct(rows, logged, event)
        case GamePaid(results=results):
            for member, net in results.items():
                rows.put(RESULTS, (stream, member), net=net)


def _settle(rows: Rows, logged: Logged, document: Settlement) -> None:
    winners = {award.player for award in document.awards if award.amount}
    for member, net in document.results.items():
        at, stream = logged.recorded.at, logged.recorded.originator_id
        rows.put(RESULTS, (stream, member), net=net, won=member in winners, settled_at=at)


def _correct(rows: Rows, logged: Logged, event: GameCorrected) -> None:
    """The whole game as it stands now; one that is played on counts when it is over."""
    for member in event.seats:
        rows.put(
            RESULTS,
            (logged.recorded.originator_id, member),
            net=0,
            played=member in event.played,
            opened=member == event.opener,
            won=False,
            shown=member in event.shown,
            settled_at=None,
        )
    if event.settlement is not None:
        _settle(rows, logged, event.settlement)


def _deal_in(rows: Rows, logged: Logged, event: GameBegun, member: Member) -> None:
    rows.insert(
        RESULTS,
        (logged.recorded.originator_id, member),
        sitting=UUID(event.sitting),
        number=event.number,
        begun_position=logged.position,
        net=0,
        played=False,
        opened=False,
        won=False,
        shown=False,
        settled_at=None,
    )


MODEL = Folded("results", (RESULTS,), fold)

_OF_GAME = "SELECT * FROM results WHERE game = %(game)s AND settled_at IS NOT NULL ORDER BY member"
_OF_MEMBER = """
    SELECT * FROM results
    WHERE member = %(member)s AND settled_at IS NOT NULL
        AND (%(below)s::bigint IS NULL OR begun_position < %(below)s)
    ORDER BY begun_position DESC LIMIT %(rows)s
"""
_TOTALS = """
    SELECT member, sum(net)::bigint AS net, count(*) AS games, count(*) FILTER (WHERE played) AS played,
        count(*) FILTER (WHERE opened) AS opened, count(*) FILTER (WHERE won) AS won,
        count(*) FILTER (WHERE shown) AS shown
    FROM results
    WHERE settled_at IS NOT NULL
        AND (%(sitting)s::uuid IS NULL OR sitting = %(sitting)s)
        AND (%(member)s::text IS NULL OR member = %(member)s)
        AND (%(after)s::text IS NULL OR member > %(after)s)
    GROUP BY member ORDER BY member LIMIT %(rows)s
"""


def results_of_game(tables: ReadTables, game: UUID) -> tuple[Result, ...]:
    """The result of each player of a game; empty until it is over."""
    return tuple(tables.select(Result, _OF_GAME, {"game": game}))


def results_of_member(
    tables: ReadTables, member: Member, *, limit: int = 50, cursor: str | None = None
) -> Page[Result]:
    """A member's results in the whole club, game by game, the last begun first. Raises BadCursor."""
    asked = {"member": member, "below": number(cursor), "rows": limit + 1}
    return page(tables.select(Result, _OF_MEMBER, asked), limit, lambda result: str(result.begun_position))


def totals_of_sitting(tables: ReadTables, sitting: UUID) -> tuple[Total, ...]:
    """What each player won or lost in the games of a sitting that are over, by member."""
    return tuple(tables.select(Total, _TOTALS, _asked(sitting=sitting)))


def total_of_member(tables: ReadTables, member: Member) -> Total | None:
    """What a member won or lost in the whole club; None when no game of his is over."""
    return next(iter(tables.select(Total, _TOTALS, _asked(member=member))), None)


def totals_of_club(tables: ReadTables, *, limit: int = 50, cursor: str | None = None) -> Page[Total]:
    """What every member won or lost in the whole club, by member. The cursor is the last member's id."""
    found = tables.select(Total, _TOTALS, _asked(after=cursor, rows=limit + 1))
    return page(found, limit, lambda total: total.member)


def _asked(**some: object) -> dict[str, object]:
    return {"sitting": None, "member": None, "after": None, "rows": None, **some}
