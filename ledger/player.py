"""One player's part in a game, and what each of his own acts makes of it."""

from dataclasses import dataclass, replace

from ledger.events.base import Event
from ledger.events.game import (
    Borrowed,
    Drew,
    HandShown,
    Passed,
    ShowDemanded,
    StakeCounted,
    Staked,
    Stood,
    Straddled,
)
from ledger.laws.cards import Card
from ledger.laws.division import Demand


@dataclass(frozen=True, slots=True)
class Player:
    """One dealt into the game. Amounts in minor units; `round` is what he staked in the present round.

    `ahead` is what he deposited out of turn: it is in the pool and part of his stake, and enters the round when
    his turn is reached (55).
    """

    funds: int
    ante: int = 0
    stake: int = 0
    payment: int = 0
    round: int = 0
    borrowed: int = 0
    ahead: int = 0
    ahead_on_loan: bool = False
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


def _deposit(player: Player, amount: int) -> Player:
    return replace(
        player,
        funds=player.funds - amount,
        stake=player.stake + amount,
        round=player.round + amount,
        said=True,
    )


def _deposit_ahead(player: Player, amount: int, on_loan: bool) -> Player:
    """Out of turn: the counters are in the pool at once, and count when his turn is reached (55)."""
    return replace(
        player,
        funds=player.funds - amount,
        stake=player.stake + amount,
        ahead=player.ahead + amount,
        ahead_on_loan=player.ahead_on_loan or on_loan,
    )


def _counted(player: Player, event: StakeCounted) -> Player:
    return replace(
        player,
        ahead=player.ahead - event.amount,
        round=player.round + event.amount,
        said=player.said or event.act != "short",
        raised_on_loan=player.raised_on_loan or event.on_loan,
    )


def player_after(player: Player, event: Event) -> Player:
    """The player who acted, after his act."""
    match event:
        case Straddled(amount=n):
            return replace(player, funds=player.funds - n, ante=player.ante + n, round=player.round + n)
        case Staked(act="ahead", amount=n, on_loan=on_loan):
            return _deposit_ahead(player, n, on_loan)
        case Staked(act="short", amount=n):
            return replace(_deposit(player, n), said=player.said)
        case Staked(amount=n, on_loan=on_loan):
            return replace(_deposit(player, n), raised_on_loan=player.raised_on_loan or on_loan)
        case StakeCounted():
            return _counted(player, event)
        case ShowDemanded(player=m, amount=n, total=total, others=others):
            return replace(_deposit(player, n), demand=Demand(m, total, frozenset(others)))
        case Passed(unseen=unseen):
            return replace(player, retired=True, threw_away=unseen)
        case Stood():
            return replace(player, stood=True)
        case Drew(discarded=n, discards=discards, cards=cards):
            return replace(player, drawn=True, discarded=n or 0, discards=discards or (), drew=cards)
        case HandShown():
            return replace(player, shown=event)
        case Borrowed(amount=n):
            return replace(player, funds=player.funds + n, borrowed=player.borrowed + n)
    raise TypeError(f"{type(event).__name__} is not an act of a player")
