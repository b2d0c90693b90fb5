"""The day-book: lists of the club's sittings, and of the games of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.events.amendment import Amendment, ArticlesCorrected, GameCorrected, GameVoided, SittingCorrected
from ledger.events.dispute import Disputed
from ledger.events.game import (
    Action,
    GameBegun,
    GameSettled,
    GameUnopened,
    ShowDemanded,
    Staked,
    Straddled,
)
from ledger.events.mishaps import Misdealt
from ledger.events.sitting import (
    GameEnded,
    GameStarted,
    MemberArrived,
    MemberDeparted,
    SittingClosed,
    SittingOpened,
)
from ledger.seats import Member
from ledger.store import Logged
from projections.pages import Page, number, page
from projections.read_model import Folded, Rows, Table
from projections.results import ALWAYS, Period, days
from projections.tables import ReadTables


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingRow:
    """A sitting in the list. `status` is open or closed; `seats` the players now, in seat order to the left.

    `games` is how many games were begun, `running` the one being played. `carried` (minor units) goes into the next
    game, which is a jack-pot where `minimum` (J, Q or K) is set.
    """

    sitting: UUID
    number: int
    held_on: str
    status: str
    ante: int
    stake_limit: int
    seats: Sequence[Member]
    games: int
    running: UUID | None
    carried: int
    minimum: str | None
    opened_at: datetime
    closed_at: datetime | None


SITTINGS = Table("sittings", SittingRow, key=("sitting",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """A month (`1895-11`) in which sittings were held that are closed, and how many."""

    month: str
    sittings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game in the list. `pool` is without penalties; `carried_out` and `settled_at` are None until it is over.
    `disputes` is how many were laid before a referee."""

    game: UUID
    sitting: UUID
    number: int
    phase: str
    dealer: Member
    players: Sequence[Member]
    minimum: str | None
    carried_in: int
    pool: int
    carried_out: int | None
    begun_at: datetime
    settled_at: datetime | None
    disputes: int


GAMES = Table("games", GameRow, key=("game",))


def fold(rows: Rows, logged: Logged) -> None:
    """Change the lists by one event."""
    event, stream = logged.recorded.event, logged.recorded.originator_id
    match event:
        case Action(turn=turn):
            rows.put(GAMES, (stream,), phase=turn.phase)
            if isinstance(event, Straddled | Staked | ShowDemanded):
                rows.add(GAMES, (stream,), pool=event.amount)
            elif isinstance(event, Misdealt):
                rows.add(GAMES, (stream,), pool=-sum(event.returned.values()))
        case SittingOpened():
            _open(rows, logged, event)
        case MemberArrived(seats=seats) | MemberDeparted(seats=seats):
            rows.put(SITTINGS, (stream,), seats=list(seats))
        case GameStarted(game=game, number=games):
            rows.put(SITTINGS, (stream,), games=games, running=UUID(game), carried=0, minimum=None)
        case GameEnded(carried_out=carried, minimum=minimum):
            rows.put(SITTINGS, (stream,), running=None, carried=carried, minimum=minimum)
        case SittingClosed(carried=carried, minimum=minimum):
            closed_at = logged.recorded.at
            rows.put(SITTINGS, (stream,), status="closed", carried=carried, minimum=minimum, closed_at=closed_at)
        case Amendment():
            _amend(rows, logged, event)
        case GameBegun():
            _begin(rows, logged, event)
        case GameCorrected():
            _correct(rows, logged, event)
        case GameVoided(turn=turn):
            rows.put(GAMES, (stream,), phase=turn.phase, pool=0, carried_in=0)
        case Disputed():
            rows.add(GAMES, (stream,), disputes=1)
        case GameSettled() | GameUnopened():
            _settle(rows, logged, event)


def _open(rows: Rows, logged: Logged, event: SittingOpened) -> None:
    row = SittingRow(
        sitting=logged.recorded.originator_id,
        number=event.number,
        held_on=event.held_on,
        status="open",
        ante=event.articles.ante,
        stake_limit=event.articles.limit,
        seats=list(event.seats),
        games=0,
        running=None,
        carried=event.carried,
        minimum=event.minimum,
        opened_at=logged.recorded.at,
        closed_at=None,
    )
    rows.insert(SITTINGS, row)


def _amend(rows: Rows, logged: Logged, event: Amendment) -> None:
    """Put what an amendment of the sitting's book says of the next game, the running game and the seats."""
    key = (logged.recorded.originator_id,)
    running = UUID(event.running) if event.running else None
    rows.put(SITTINGS, key, running=running, carried=event.carried, minimum=event.minimum)
    if isinstance(event, SittingCorrected | ArticlesCorrected):
        rows.put(SITTINGS, key, seats=list(event.seats))
    if isinstance(event, ArticlesCorrected):
        rows.put(SITTINGS, key, ante=event.articles.ante, stake_limit=event.articles.limit)


def _correct(rows: Rows, logged: Logged, event: GameCorrected) -> None:
    key, document = (logged.recorded.originator_id,), event.settlement
    for begun in event.begun:
        assert isinstance(begun, GameBegun)
        rows.put(GAMES, key, minimum=begun.minimum, carried_in=begun.carried_in)
    rows.put(
        GAMES,
        key,
        phase=event.turn.phase,
        pool=event.pool,
        carried_out=document.carried_out if document else None,
        settled_at=logged.recorded.at if document else None,
    )


def _begin(rows: Rows, logged: Logged, event: GameBegun) -> None:
    row = GameRow(
        game=logged.recorded.originator_id,
        sitting=UUID(event.sitting),
        number=event.number,
        phase=event.turn.phase,
        dealer=event.dealer,
        players=list(event.seats),
        minimum=event.minimum,
        carried_in=event.carried_in,
        pool=event.carried_in + event.ante + sum(event.payments.values()),
        carried_out=None,
        begun_at=logged.recorded.at,
        settled_at=None,
        disputes=0,
    )
    rows.insert(GAMES, row)


def _settle(rows: Rows, logged: Logged, event: GameSettled | GameUnopened) -> None:
    rows.put(
        GAMES,
        (logged.recorded.originator_id,),
        phase=event.turn.phase,
        pool=event.settlement.pool,
        carried_out=event.settlement.carried_out,
        settled_at=logged.recorded.at,
    )


MODEL = Folded("daybook", (SITTINGS, GAMES), fold)


_LIST_SITTINGS = """
    SELECT * FROM sittings
    WHERE club = %(club)s AND (%(below)s::bigint IS NULL OR number < %(below)s) AND starts_with(held_on, %(held)s)
        AND (%(first)s::text IS NULL OR held_on >= %(first)s) AND (%(last)s::text IS NULL OR held_on <= %(last)s)
        AND (%(status)s::text IS NULL OR status = %(status)s)
        AND (%(member)s::text IS NULL OR seats @> ARRAY[%(member)s::text] OR EXISTS (
            SELECT FROM games WHERE games.club = %(club)s AND games.sitting = sittings.sitting
                AND games.players @> ARRAY[%(member)s::text]
        ))
    ORDER BY number DESC LIMIT %(rows)s
"""
_MONTHS = """
    SELECT left(held_on, 7) AS month, count(*) AS sittings FROM sittings
    WHERE club = %(club)s AND status = 'closed' GROUP BY month ORDER BY month
"""
_LIST_GAMES = """
    SELECT * FROM games
    WHERE club = %(club)s AND sitting = %(sitting)s AND (%(above)s::bigint IS NULL OR number > %(above)s)
    ORDER BY number LIMIT %(rows)s
"""


def sittings(
    tables: ReadTables,
    *,
    held: str | None = None,
    period: Period = ALWAYS,
    status: str | None = None,
    member: Member | None = None,
    limit: int = 50,
    cursor: str | None = None,
) -> Page[SittingRow]:
    """The club's sittings, the last first, that meet every condition. Raises BadCursor.

    held    the year (`1895`) or the month (`1895-11`) in which it was held
    period  the days on which it was held
    status  whether it is open or closed
    member  has a seat, or was dealt in
    """
    parameters = {
        "below": number(cursor),
        "held": held or "",
        "status": status,
        "member": member,
        "rows": limit + 1,
        **days(period),
    }
    return page(tables.select(SittingRow, _LIST_SITTINGS, parameters), limit, lambda row: str(row.number))


def months(tables: ReadTables) -> tuple[Month, ...]:
    """The months in which closed sittings were held, the earliest first."""
    return tuple(tables.select(Month, _MONTHS, {}))


def games_of(tables: ReadTables, sitting: UUID, *, limit: int = 50, cursor: str | None = None) -> Page[GameRow]:
    """The games of a sitting in the order in which they were played. Raises BadCursor."""
    parameters = {"sitting": sitting, "above": number(cursor), "rows": limit + 1}
    return page(tables.select(GameRow, _LIST_GAMES, parameters), limit, lambda row: str(row.number))
