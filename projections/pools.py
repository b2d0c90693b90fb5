"""Pools: what each player put into each pool, of what kind, and where it went."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec

from ledger.events.amendment import GameCorrected
from ledger.events.base import Event
from ledger.events.settlement import Done, Settlement
from ledger.refusals import BooksDoNotBalance
from ledger.seats import Member
from ledger.state.game import Game
from projections.pages import Page, number, page
from projections.read_model import Rows, Table
from projections.refolded import Record
from projections.tables import ReadTables


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What one player put into a pool, in minor units: ante with straddles, jack-pot payment, stake, penalty.

    `seat` counts from 0. `retired`: what he put in is forfeit.
    """

    member: Member
    seat: int
    ante: int
    payment: int
    stake: int
    penalty: int
    retired: bool

    @property
    def total(self) -> int:
        return self.ante + self.payment + self.stake + self.penalty

    @property
    def forfeited(self) -> int:
        """The part that he can no longer claim: all of it if he has retired."""
        return self.total if self.retired else 0


SHARES = Table("pool_shares", Share, key=("game", "member"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolRow:
    """The stored row of a pool. Its players' shares and its settlement are in tables of their own."""

    game: UUID
    sitting: UUID
    number: int
    corrected: bool
    carried_in: int


POOLS = Table("pools", PoolRow, key=("game",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool(PoolRow):
    """The pool of one game as it is now. `settlement` says where it went, once the game is over. `paid` is what the
    table paid out, None if that is what the laws award; `done` what it did besides, None if
    that is what they give. A void game's pool is empty."""

    phase: str
    shares: tuple[Share, ...]
    settlement: Settlement | None
    paid: dict[Member, int] | None
    done: Done | None

    @property
    def total(self) -> int:
        """Everything that came into the pool."""
        return self.carried_in + sum(share.total for share in self.shares)

    @property
    def left(self) -> int:
        """What is in the pool now: all of it until the game is over, and nothing afterwards."""
        return 0 if self.settlement else self.total


def make(rows: Rows, stream: UUID, record: Record[Game]) -> None:
    """Insert the rows of one game."""
    pool = pool_of(stream, record.state, record.events)
    rows.insert(POOLS, pool)
    for share in pool.shares:
        rows.insert(SHARES, share, game=stream)


def pool_of(stream: UUID, game: Game, events: Iterable[Event]) -> Pool:
    """The pool of one game, from its state and its events."""
    return Pool(
        game=stream,
        sitting=UUID(game.sitting),
        number=game.number,
        corrected=any(isinstance(event, GameCorrected) for event in events),
        carried_in=game.carried_in,
        phase=game.phase,
        shares=_shares(game),
        settlement=game.settlement,
        paid=None if game.paid is None else dict(game.paid),
        done=game.done,
    )


def _shares(game: Game) -> tuple[Share, ...]:
    fines = {fine.player: fine.amount for fine in game.settlement.penalties} if game.settlement else {}
    return tuple(
        Share(
            member=member,
            seat=seat,
            ante=game.players[member].ante,
            payment=game.players[member].payment,
            stake=game.players[member].stake,
            penalty=fines.get(member, 0),
            retired=game.players[member].retired,
        )
        for seat, member in enumerate(game.seats)
    )


_POOLS = """
    SELECT pools.*, games.phase, document, paid, done,
        (SELECT jsonb_agg(to_jsonb(share) - '{club,game}'::text[] ORDER BY seat)
        FROM pool_shares AS share WHERE share.club = %(club)s AND share.game = pools.game) AS shares
    FROM pools JOIN games USING (club, game) LEFT JOIN settlements USING (club, game)
    WHERE club = %(club)s AND pools.sitting = %(sitting)s AND (%(above)s::bigint IS NULL OR pools.number > %(above)s)
    ORDER BY pools.number LIMIT %(rows)s
"""


def pools_of(tables: ReadTables, sitting: UUID, *, limit: int = 50, cursor: str | None = None) -> Page[Pool]:
    """The pools of a sitting's games, in the order in which they were played.

    Raises BadCursor, or BooksDoNotBalance if more or less went out of a pool than came in.
    """
    parameters = {"sitting": sitting, "above": number(cursor), "rows": limit + 1}
    pools = page(tables.select(_read, _POOLS, parameters), limit, lambda pool: str(pool.number))
    for pool in pools.items:
        check(pool)
    return pools


def _read(
    *, shares: list[dict[str, Any]], document: str | None, paid: str | None, done: str | None, **known: Any
) -> Pool:
    return Pool(
        **known,
        shares=tuple(Share(**share) for share in shares),
        settlement=msgspec.json.decode(document, type=Settlement) if document else None,
        paid=msgspec.json.decode(paid) if paid else None,
        done=msgspec.json.decode(done, type=Done) if done else None,
    )


def check(pool: Pool) -> None:
    """Raise BooksDoNotBalance unless a settled pool's payments in, awards and payments out are equal."""
    document = pool.settlement
    if document is None:
        return
    done = pool.done or document.to_be_done
    fines = sum(fine.amount for fine in document.penalties)
    awards = sum(award.amount for award in document.awards)
    given = awards if pool.paid is None else sum(pool.paid.values())
    ways = {
        "put in": pool.total,
        "taken by the settlement": document.pool + fines,
        "awarded": awards + document.kitty + document.carried_out,
        "paid out": given + done.kitty + done.carried_out + fines - sum(fine.amount for fine in done.penalties),
    }
    if len(set(ways.values())) > 1:
        raise BooksDoNotBalance(f"the pool of game {pool.game} does not add up: {ways}")
