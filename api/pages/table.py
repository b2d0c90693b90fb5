"""The table while a game is played: the seats, whose turn it is, the pool, the record, and the acts."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from flask import Response

from api.noun import Call
from api.pages.acts import acts_beside, irregular_acts, row_of
from api.pages.afterwards import affected_games
from api.pages.screens import Screens, page
from api.printed import money
from api.schemas.lists import FreshQuery
from ledger.cards import Card
from ledger.events.game import Phase
from ledger.laws.deal import next_dealer
from ledger.laws.draw import owed_at_the_draw
from ledger.refusals import refusal_of
from ledger.roles import RECORDERS
from ledger.seats import Member, round_from
from ledger.state import game_fold as games
from ledger.state.game import Game
from ledger.state.sitting import Sitting
from ledger.telling.redaction import Reader, known_events
from ledger.telling.replay import frames
from ledger.telling.sentences import sentence

screens = Screens("table", __name__)

REASONS = (
    "a slip of the pencil",
    "the wrong player",
    "the wrong amount",
    "the wrong cards",
    "it was taken back at the table",
)
"""The usual reasons for striking a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One player's place at the table. `counters` are his funds in the fewest counters; `cards` those laid open, or the
    reader's own; `to_meet` is what he owes to the highest stake."""

    member: Member
    funds: int
    counters: Mapping[str, int]
    stake: int
    to_meet: int
    retired: bool
    demanded: bool
    cards: tuple[Card, ...]


@screens.shows("/games/<id:game>/table", query=FreshQuery)
def table(call: Call) -> Response:
    """A game as it stands, for those who play and watch; who may record has the acts under it."""
    game_id, position = call.ids["game"], call.books.memory.position
    events = call.books.game_events(game_id)
    club = call.books.club()
    amount = partial(money, currency=club.currency)
    known = known_events(events, call.reader)
    game = games.fold(known)
    sitting = call.books.sitting(UUID(game.sitting))
    held = _held(call, sitting) if call.caller.role in RECORDERS else ""
    writes = call.caller.role in RECORDERS and not held
    row = row_of(game, lambda event: sentence(event, club.name_of, amount)) if writes else None
    return page(
        "table.html",
        here="tables",
        kept=row is not None,
        position=position,
        concerns=(game_id, game.sitting),
        id=game_id,
        game=game,
        sitting=sitting,
        affected=affected_games(call, UUID(game.sitting)) if game.over else (),
        running=sitting.game,
        seats=seats_of(game, call.reader),
        to_meet=_to_meet(game),
        frames=frames(events, call.reader, club.name_of, amount),
        row=row,
        held=held,
        writes=writes,
        beside=acts_beside(game),
        irregular=irregular_acts(game),
        reasons=REASONS,
        values=game.articles.counter_values,
        next_dealer=next_dealer(sitting),
    )


def _held(call: Call, sitting: Sitting) -> str:
    """Why the reader may not write at this table: another has the pen. Empty where he may."""
    refused = refusal_of(lambda: call.books.check_pen(call.caller.actor, sitting.pen))
    return refused.detail if refused else ""


def seats_of(game: Game, reader: Reader) -> tuple[Seat, ...]:
    """The players dealt in, the dealer first, then to his left."""
    return tuple(_seat(game, member, reader) for member in round_from(game.seats, game.dealer))


def _seat(game: Game, member: Member, reader: Reader) -> Seat:
    player = game.players[member]
    funds = game.settlement.funds[member] if game.settlement else player.funds
    laid_open = player.shown or reader.member == member
    return Seat(
        member=member,
        funds=funds,
        counters=in_counters(funds, game.articles.counter_values),
        stake=player.total + player.payment,
        to_meet=game.owes(member),
        retired=player.retired,
        demanded=player.demand is not None,
        cards=(player.hand or ()) if laid_open else (),
    )


def in_counters(amount: int, values: Mapping[str, int]) -> dict[str, int]:
    """An amount in the fewest counters, the dearest first; what no counter is small enough for is `odd`."""
    counters = {}
    for colour, value in sorted(values.items(), key=lambda item: -item[1]):
        counters[colour], amount = divmod(amount, value)
    return {name: number for name, number in {**counters, "odd": amount}.items() if number}


def _to_meet(game: Game) -> int:
    """What the player whose turn it is owes to the highest stake."""
    if game.turn.player is None or game.phase == Phase.SHOW:
        return 0
    return owed_at_the_draw(game, game.turn.player) if game.phase == Phase.DRAW else game.owes(game.turn.player)
