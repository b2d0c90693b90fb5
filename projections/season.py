"""The season: games of the whole club, found by what happened in them, and what every member won evening by evening."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

import msgspec

from ledger.events.settlement import Awarded, NamedHand, Settlement
from ledger.seats import Member
from projections.daybook import GameRow
from projections.pages import BadCursor, Page, number, page
from projections.results import ALWAYS, Period, days
from projections.tables import ReadTables


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """A player to whom the laws award a part of a pool. `hand_class` and `name` are those of the hand that he showed,
    None if he showed none."""

    player: Member
    amount: int
    hand_class: str | None
    name: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundGame(GameRow):
    """A game with its evening and what became of it. `winners` took parts of the pool by the laws, he who took most
    first; `paid_otherwise` says that the table paid other sums."""

    held_on: str
    sitting_number: int
    corrected: bool
    paid_otherwise: bool
    winners: Sequence[Winner]


class GameState(StrEnum):
    """How a game stands. One that is over has the phase of the same name."""

    RUNNING = "running"
    SETTLED = "settled"
    UNOPENED = "unopened"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which games are wanted: those that meet every condition that is not None.

    member      was dealt in
    sitting     was played at this sitting
    state       stands so
    hand_class  a winner showed a hand of this class
    law         the settlement names this law
    jack_pot, disputed, corrected  whether it was so; a game that was paid otherwise is not corrected by that
    period      the days on which the game's sitting was held
    """

    member: Member | None = None
    sitting: UUID | None = None
    state: GameState | None = None
    hand_class: str | None = None
    law: int | None = None
    jack_pot: bool | None = None
    disputed: bool | None = None
    corrected: bool | None = None
    period: Period = ALWAYS


EVERY = Wanted()
OVER = [state for state in GameState if state != GameState.RUNNING]

# The document of a settlement holds only hands that were shown to the table, so no condition tells of another hand.
_GAMES = """
    SELECT games.*, sittings.held_on, sittings.number AS sitting_number, pools.corrected, document,
        paid IS NOT NULL AS paid_otherwise
    FROM games JOIN sittings USING (club, sitting) JOIN pools USING (club, game)
        LEFT JOIN settlements USING (club, game)
    WHERE club = %(club)s AND (%(first)s::text IS NULL OR held_on >= %(first)s)
        AND (%(last)s::text IS NULL OR held_on <= %(last)s)
        AND (%(member)s::text IS NULL OR games.players @> ARRAY[%(member)s::text])
        AND (%(at)s::uuid IS NULL OR games.sitting = %(at)s)
        AND (%(phases)s::text[] IS NULL OR (games.phase = ANY(%(phases)s)) <> %(running)s)
        AND (%(jack_pot)s::boolean IS NULL OR (games.minimum IS NOT NULL) = %(jack_pot)s)
        AND (%(disputed)s::boolean IS NULL OR (games.disputes > 0) = %(disputed)s)
        AND (%(corrected)s::boolean IS NULL OR pools.corrected = %(corrected)s)
        AND (%(law)s::int IS NULL OR document::jsonb -> 'laws' @> to_jsonb(%(law)s::int))
        AND (%(hand_class)s::text IS NULL OR document::jsonb -> 'hands' @> %(shown)s::jsonb AND EXISTS (
            SELECT FROM jsonb_array_elements(document::jsonb -> 'awards') AS award
                JOIN jsonb_array_elements(document::jsonb -> 'hands') AS hand
                ON hand ->> 'player' = award ->> 'player'
            WHERE hand ->> 'hand_class' = %(hand_class)s AND (award ->> 'amount')::bigint > 0
        ))
        AND (%(sitting)s::bigint IS NULL OR (sittings.number, games.number) < (%(sitting)s, %(game)s))
    ORDER BY sittings.number DESC, games.number DESC LIMIT %(rows)s
"""


def games_of_club(
    tables: ReadTables, wanted: Wanted = EVERY, *, limit: int = 50, cursor: str | None = None
) -> Page[FoundGame]:
    """The games that are wanted, the last of the last sitting first. Raises BadCursor."""
    sitting, game = _place(cursor)
    running = wanted.state == GameState.RUNNING
    parameters = {
        "member": wanted.member,
        "at": wanted.sitting,
        "phases": wanted.state and (OVER if running else [wanted.state]),
        "running": running,
        "hand_class": wanted.hand_class,
        "shown": json.dumps([{"hand_class": wanted.hand_class}]),
        "law": wanted.law,
        "jack_pot": wanted.jack_pot,
        "disputed": wanted.disputed,
        "corrected": wanted.corrected,
        "sitting": sitting,
        "game": game,
        "rows": limit + 1,
        **days(wanted.period),
    }
    return page(tables.select(_game, _GAMES, parameters), limit, lambda found: f"{found.sitting_number}-{found.number}")


def _place(cursor: str | None) -> tuple[int | None, int | None]:
    """The numbers of the sitting and the game that a cursor names. Raises BadCursor."""
    if cursor is None:
        return None, None
    sitting, dash, game = cursor.partition("-")
    if not dash:
        raise BadCursor(cursor)
    return number(sitting), number(game)


def _game(*, document: str | None, **known: Any) -> FoundGame:
    settlement = msgspec.json.decode(document, type=Settlement) if document else None
    return FoundGame(**known, winners=winners(settlement) if settlement else ())


def winners(settlement: Settlement) -> tuple[Winner, ...]:
    """The players to whom a settlement awards something, he who took most first, with the hands that they showed."""
    hands = {hand.player: hand for hand in settlement.hands}
    awarded = sorted(settlement.awards, key=lambda award: -award.amount)
    return tuple(_winner(award, hands.get(award.player)) for award in awarded if award.amount)


def _winner(award: Awarded, hand: NamedHand | None) -> Winner:
    hand_class, name = (hand.hand_class, hand.name) if hand else (None, None)
    return Winner(player=award.player, amount=award.amount, hand_class=hand_class, name=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What a member won or lost in one sitting. `running` is his net in all sittings of the period up to this one."""

    member: Member
    sitting: UUID
    number: int
    held_on: str
    games: int
    net: int
    running: int


_EVENINGS = """
    SELECT * FROM (
        SELECT member, sitting, sittings.number, held_on, count(*) AS games, sum(net)::bigint AS net,
            (sum(sum(net)) OVER (PARTITION BY member ORDER BY sittings.number))::bigint AS running,
            dense_rank() OVER (ORDER BY sittings.number DESC) AS place
        FROM results JOIN sittings USING (club, sitting)
        WHERE club = %(club)s AND (%(member)s::text IS NULL OR member = %(member)s)
            AND (%(first)s::text IS NULL OR held_on >= %(first)s) AND (%(last)s::text IS NULL OR held_on <= %(last)s)
        GROUP BY member, club, sitting, sittings.number, held_on
    ) AS evenings
    WHERE place <= %(most)s
    ORDER BY number, member
"""


def evenings_of_club(
    tables: ReadTables, period: Period = ALWAYS, *, member: Member | None = None, most: int = 24
) -> tuple[Evening, ...]:
    """Every member's result, or that of one, in each of the last sittings of a period, at the most `most`, in the order
    of the sittings. Sittings in which no game is settled are left out."""
    return tuple(tables.select(_evening, _EVENINGS, {"member": member, "most": most, **days(period)}))


def _evening(*, place: int, **known: Any) -> Evening:
    return Evening(**known)
