"""The state of one game, and `apply(state, event)`, which never refuses.

Recording an act folds its game, so the sums over the players are made of lists, which for so few
players is quicker than a generator.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ledger.articles import Articles
from ledger.changing import changed
from ledger.events.base import Event, Member
from ledger.events.game import (
    Action,
    Borrowed,
    Dealt,
    Drew,
    GameBegun,
    GameSettled,
    GameUnopened,
    HandShown,
    Passed,
    ShowDemanded,
    Staked,
    Stood,
    Straddled,
    Turn,
)
from ledger.events.settlement import Settlement
from ledger.laws.cards import Card
from ledger.laws.division import Demand
from ledger.refusals import BooksDoNotBalance

PHASES = ("ante", "say", "draw", "betting", "show", "settled", "unopened", "void")
BANK = "bank"
"""The lender's name where counters are borrowed of the bank."""
OVER = frozenset({"settled", "unopened", "void"})
SPENDS_A_TURN = (Staked, Stood, Passed, ShowDemanded, Drew)
"""The acts by which a turn is spent; who did the last of them shows last (59)."""


@dataclass(frozen=True, slots=True)
class Player:
    """One dealt into the game. Amounts in minor units; `round` is what he staked in the present round."""

    funds: int
    ante: int = 0
    stake: int = 0
    payment: int = 0
    round: int = 0
    borrowed: int = 0
    raised_on_loan: bool = False
    retired: bool = False
    threw_away: bool = False
    said: bool = False
    stood: bool = False
    drawn: bool = False
    demand: Demand | None = None
    original: tuple[Card, ...] | None = None
    discarded: int = 0
    discards: tuple[Card, ...] = ()
    drew: tuple[Card, ...] | None = None
    shown: HandShown | None = None

    @property
    def total(self) -> int:
        """All he has staked in this game, ante and straddle included, jack-pot payment not."""
        return self.ante + self.stake

    @property
    def hand(self) -> tuple[Card, ...] | None:
        """His five cards as far as they are recorded, else None."""
        if self.shown and self.shown.cards:
            return self.shown.cards
        if self.original is None or (self.discarded and (not self.discards or self.drew is None)):
            return None
        return tuple(c for c in self.original if c not in self.discards) + (self.drew or ())

    @property
    def recorded_cards(self) -> frozenset[Card]:
        """Every card that is known to have been in his hand at some time of the game."""
        shown = self.shown.cards + self.shown.original if self.shown else ()
        return frozenset((self.original or ()) + self.discards + (self.drew or ()) + shown)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the record has it so far. `seats` are the players dealt in, in seat order to the left."""

    sitting: str
    number: int
    articles: Articles
    table: tuple[Member, ...]
    seats: tuple[Member, ...]
    dealer: Member
    ante_man: Member
    carried_in: int
    minimum: str | None
    kitty: int
    edition: str
    turn: Turn
    players: Mapping[Member, Player]
    version: int = 1
    step: int = 0
    straddlers: tuple[Member, ...] = ()
    opener: Member | None = None
    last_actor: Member | None = None
    last_bettor: Member | None = None
    pack: tuple[Card, ...] | None = None
    loans: tuple[Borrowed, ...] = ()
    settlement: Settlement | None = None

    @property
    def phase(self) -> str:
        return self.turn.phase

    @property
    def over(self) -> bool:
        return self.turn.phase in OVER

    @property
    def in_game(self) -> tuple[Member, ...]:
        """Those who have not retired, in seat order."""
        return tuple([m for m in self.seats if not self.players[m].retired])

    @property
    def live(self) -> tuple[Member, ...]:
        """Those who have neither retired nor demanded a show, in seat order."""
        return tuple([m for m in self.in_game if self.players[m].demand is None])

    @property
    def highest(self) -> int:
        """The highest stake of the present round."""
        return max([p.round for p in self.players.values()])

    def owes(self, member: Member) -> int:
        """What a player must deposit to make his stake equal to the highest."""
        return self.highest - self.players[member].round

    @property
    def pool(self) -> int:
        """Everything in the pool: stakes, jack-pot payments, and what was carried in."""
        return self.carried_in + sum([p.ante + p.stake + p.payment for p in self.players.values()])

    @property
    def raised_ante(self) -> int:
        """The ante as the last straddle raised it (the ante itself where nobody straddled)."""
        if self.straddlers:
            return self.players[self.straddlers[-1]].ante
        return self.articles.ante

    def reading(self, name: str) -> str:
        """The value of a reading in this game's articles."""
        return self.articles.readings[name]

    def bound_by(self, law: int) -> bool:
        """Whether a law that only refuses binds this game: it was not abrogated (81)."""
        return law not in self.articles.abrogated


def begin(event: GameBegun) -> Game:
    """The state after a game's first event."""
    players = {
        m: Player(funds=event.funds[m] - event.payments.get(m, 0), payment=event.payments.get(m, 0))
        for m in event.seats
    }
    ante_man = players[event.ante_man]
    players[event.ante_man] = changed(ante_man, funds=ante_man.funds - event.ante, ante=event.ante, round=event.ante)
    return Game(
        sitting=event.sitting,
        number=event.number,
        articles=event.articles,
        table=event.table,
        seats=event.seats,
        dealer=event.dealer,
        ante_man=event.ante_man,
        carried_in=event.carried_in,
        minimum=event.minimum,
        kitty=event.kitty,
        edition=event.edition,
        turn=event.turn,
        players=players,
    )


def _deposit(player: Player, amount: int) -> Player:
    return changed(
        player,
        funds=player.funds - amount,
        stake=player.stake + amount,
        round=player.round + amount,
        said=True,
    )


def _player_after(player: Player, event: Action) -> Player:
    """The player who acted, after his act."""
    match event:
        case Straddled(amount=n):
            return changed(player, funds=player.funds - n, ante=player.ante + n, round=player.round + n)
        case Staked(amount=n, on_loan=on_loan):
            return changed(_deposit(player, n), raised_on_loan=player.raised_on_loan or on_loan)
        case ShowDemanded(player=m, amount=n, total=total, others=others):
            return changed(_deposit(player, n), demand=Demand(m, total, frozenset(others)))
        case Passed(unseen=unseen):
            return changed(player, retired=True, threw_away=unseen)
        case Stood():
            return changed(player, stood=True)
        case Drew(discarded=n, discards=discards, cards=cards):
            return changed(player, drawn=True, discarded=n or 0, discards=discards or (), drew=cards)
        case HandShown():
            return changed(player, shown=event)
        case Borrowed(amount=n):
            return changed(player, funds=player.funds + n, borrowed=player.borrowed + n)
    raise TypeError(f"{type(event).__name__} is not an act of a player")


def _changes(game: Game, event: Action) -> dict[str, Any]:
    """What an action changes in the game, its turn apart."""
    if isinstance(event, Dealt):
        return _deal(game, event)
    member: Member = event.player  # type: ignore[attr-defined]
    players = {**game.players, member: _player_after(game.players[member], event)}
    changes: dict[str, Any] = {"players": players}
    match event:
        case Straddled():
            changes["straddlers"] = (*game.straddlers, member)
        case Borrowed(lender=lender, amount=n):
            changes["loans"] = (*game.loans, event)
            if lender in players:
                players[lender] = changed(players[lender], funds=players[lender].funds - n)
        case Drew(cards=cards) if game.pack is not None:
            changes["pack"] = game.pack[len(cards or ()) :]
        case Staked(act="opened"):
            changes["opener"] = member
    if isinstance(event, SPENDS_A_TURN) and game.phase != "show":
        changes["last_actor"] = member
        if game.phase == "betting":
            changes["last_bettor"] = member
    return changes


def _deal(game: Game, event: Dealt) -> dict[str, Any]:
    hands = event.hands or {}
    players = {m: changed(p, original=hands.get(m)) for m, p in game.players.items()}
    left = event.pack[sum(map(len, hands.values())) :] if event.pack is not None else None
    return {"players": players, "pack": left}


def enter_betting(game: Game) -> Game:
    """The draw is done: the stakes of the betting start at nothing (53)."""
    return changed(game, players=_new_round(game.players), turn=changed(game.turn, phase="betting"))


def _new_round(players: Mapping[Member, Player]) -> dict[Member, Player]:
    return {m: changed(p, round=0) for m, p in players.items()}


def apply(game: Game | None, event: Event) -> Game:
    """The state after one more event. It judges nothing: what the event says has happened."""
    if isinstance(event, GameBegun):
        return begin(event)
    assert game is not None, "a game's first event is GameBegun"
    if isinstance(event, GameSettled | GameUnopened):
        return changed(game, turn=event.turn, settlement=event.settlement, version=game.version + 1)
    assert isinstance(event, Action), event
    changes = _changes(game, event)
    if game.phase == "draw" and event.turn.phase in ("betting", "show"):
        changes["players"] = _new_round(changes["players"])
    return changed(game, **changes, turn=event.turn, step=event.step, version=game.version + 1)


def fold(events: Iterable[Event], game: Game | None = None) -> Game:
    """Replay events. Raises BooksDoNotBalance when counters were made or lost on the way."""

    def step(state: Game | None, event: Event) -> Game:
        after = apply(state, event)
        check_conserved(state, after, event)
        return after

    state = reduce(step, events, game)
    assert state is not None, "no events"
    return state


def counters(game: Game) -> int:
    """Every counter the game holds: with its players, and in its pool while that is not divided."""
    held = sum([p.funds for p in game.players.values()])
    if game.settlement is None:
        return held + game.pool
    document = game.settlement
    reward = document.reward.amount if document.reward else 0
    paid_in = reward + sum(document.advances.values())
    return sum(document.funds.values()) + document.carried_out + document.kitty - paid_in


def check_conserved(before: Game | None, after: Game, event: Event) -> None:
    """Counters are neither made nor lost, but for what the bank lends. Raises BooksDoNotBalance."""
    if before is None:
        assert isinstance(event, GameBegun)
        expected = sum(event.funds.values()) + event.carried_in
    else:
        lent = event.amount if isinstance(event, Borrowed) and event.lender not in before.players else 0
        expected = counters(before) + lent
    if counters(after) != expected:
        raise BooksDoNotBalance(f"{counters(after)} counters after {type(event).__name__}, not {expected}")
