"""One player's part in a game, and what each of his acts changes in it."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ledger.cards import HAND, Card
from ledger.events.base import Event
from ledger.events.game import (
    IRREGULAR_STAKES,
    Borrowed,
    Drew,
    HandShown,
    Passed,
    ShowDemanded,
    StakeCounted,
    Staked,
    StakeKind,
    Stood,
    Straddled,
)
from ledger.events.mishaps import CardsTakenUp, DealerAsked, HandFouled


class Demand(Struct, frozen=True):
    """A show demanded (law 60).

    `amount` is the demander's total stake of the game once he has deposited all he has: ante and straddle
    included, jack-pot payments not. `others` are the other players still in the game at that moment.
    """

    player: str
    amount: int
    others: frozenset[str]


class Shown(Struct, frozen=True):
    """What a player has shown: his hand, or the cards of his first hand that prove openers (33)."""

    cards: tuple[Card, ...]
    original: tuple[Card, ...]
    joker_as: Card | None


class Player(Struct, frozen=True):
    """A player dealt into the game. Amounts in minor units; `round` is what he staked in the present round.

    `ahead` is what he deposited out of turn: it is in the pool and part of his stake, and enters the round when
    his turn comes (55). `said`: he has had his say. `dealt` and `given` are the numbers of cards dealt to him and given
    to him in the draw; `given_known`: the latter was recorded. `exposed` are cards of his that everybody has seen,
    `taken_up`: he has raised the cards that came last. `laid_away`: he discarded before a reshuffle that came before
    his draw, `announced` many cards where that was recorded; `discards_back`: he had drawn before a reshuffle in which
    his discards were used (41). `foul` is the law that makes his hand foul. `opened_on` are the recorded cards of the
    hand on which he opened, if its deal was made void since; None if it was not.
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
    shown: Shown | None = None
    dealt: int = HAND
    exposed: tuple[Card, ...] = ()
    exposed_in_draw: tuple[Card, ...] = ()
    taken_up: bool = False
    given: int = 0
    given_known: bool = False
    announced: int | None = None
    laid_away: bool = False
    discards_back: bool = False
    asked: bool = False
    foul: int | None = None
    opened_on: tuple[Card, ...] | None = None

    @property
    def total(self) -> int:
        """All he has staked in this game, ante and straddle included, jack-pot payment not."""
        return self.ante + self.stake

    @property
    def counters(self) -> int:
        """All he brought into the game: what he has before him, and what he has put into the pool."""
        return self.funds + self.ante + self.stake + self.payment

    @property
    def hand(self) -> tuple[Card, ...] | None:
        """His five cards as far as they are recorded, else None."""
        if self.shown and self.shown.cards:
            return self.shown.cards
        if self.original is None or (self.discarded and (not self.discards or self.drew is None)):
            return None
        return tuple(c for c in self.original if c not in self.discards) + (self.drew or ())

    @property
    def recorded_cards(self) -> tuple[Card, ...]:
        """Every card that is known to have been in his hand, less those that went back to the pack (41).

        A card that was named twice comes twice.
        """
        first = (self.original or ()) + self.exposed + self.discards
        if self.shown and self.opened_on is None:
            first += self.shown.original
        if self.laid_away or self.discards_back:
            first = self._kept_of(first)
        return first + (self.drew or ()) + (self.shown.cards if self.shown else ())

    def _kept_of(self, first: tuple[Card, ...]) -> tuple[Card, ...]:
        """Those of his first cards that certainly did not go back to the pack: all, none, or those not discarded."""
        number = self.discarded if self.drawn else self.announced
        if number == 0:
            return first
        if not self.discards:
            # He has laid some of these away, and nobody knows which.
            return ()
        return tuple([card for card in first if card not in self.discards])


def _deposit(player: Player, amount: int) -> Player:
    return replace(
        player,
        funds=player.funds - amount,
        stake=player.stake + amount,
        round=player.round + amount,
        said=True,
    )


def _deposit_ahead(player: Player, amount: int, on_loan: bool) -> Player:
    """The player after a deposit out of turn: it is in the pool at once, and counts when his turn comes (55)."""
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
        said=player.said or event.act != StakeKind.SHORT,
        raised_on_loan=player.raised_on_loan or event.on_loan,
    )


def _drew(player: Player, event: Drew) -> Player:
    """The player after his draw. A hand that is sound after it has as many new cards as he discarded; a foul one has as
    many as he was given, or if that was put right, as he asked for (42)."""
    number = event.discarded or 0
    kept = event.asked if event.made_right else event.given
    return replace(
        player,
        drawn=True,
        taken_up=False,
        discarded=number,
        discards=event.discards or (),
        drew=event.cards,
        given=(kept or 0) if event.fouled else number,
        given_known=event.given is not None or event.cards is not None,
        retired=event.fouled,
        foul=event.law if event.fouled else None,
    )


def undealt(player: Player, say_again: bool, opened: bool) -> Player:
    """The player after his deal was made void: his cards are gone, and a foul hand with them. His stakes stand (8).

    `say_again`: he has his stakes back and his say again, as if he had neither staked nor passed. `opened`: he has
    opened, and if his opening stands he is judged on the hand that he had then (12, 33).
    """
    opened_on = player.opened_on
    if opened and opened_on is None:
        opened_on = player.exposed if player.original is None else player.original
    player = replace(
        player,
        retired=player.retired and not player.foul,
        foul=None,
        dealt=HAND,
        original=None,
        exposed=(),
        exposed_in_draw=(),
        taken_up=False,
        drawn=False,
        discarded=0,
        discards=(),
        drew=None,
        given=0,
        given_known=False,
        announced=None,
        laid_away=False,
        discards_back=False,
        asked=False,
        opened_on=None if say_again else opened_on,
    )
    if not say_again:
        return player
    return replace(
        player,
        funds=player.funds + player.stake,
        stake=0,
        round=player.ante,
        ahead=0,
        ahead_on_loan=False,
        raised_on_loan=False,
        said=False,
        retired=False,
        demand=None,
    )


def _straddled(player: Player, event: Straddled) -> Player:
    n = event.amount
    return replace(player, funds=player.funds - n, ante=player.ante + n, round=player.round + n)


def _staked(player: Player, event: Staked) -> Player:
    if event.act in IRREGULAR_STAKES:
        return _staked_amiss(player, event)
    if event.on_loan:
        return replace(_deposit(player, event.amount), raised_on_loan=True)
    return _deposit(player, event.amount)


def _staked_amiss(player: Player, event: Staked) -> Player:
    if event.act == StakeKind.AHEAD:
        return _deposit_ahead(player, event.amount, event.on_loan)
    return replace(_deposit(player, event.amount), said=player.said)


def _demanded(player: Player, event: ShowDemanded) -> Player:
    demand = Demand(event.player, event.total, frozenset(event.others))
    return replace(_deposit(player, event.amount), demand=demand)


def _passed(player: Player, event: Passed) -> Player:
    return replace(player, retired=True, threw_away=event.unseen)


def _stood(player: Player, event: Stood) -> Player:
    return replace(player, stood=True)


def _fouled(player: Player, event: HandFouled) -> Player:
    return replace(player, retired=True, foul=event.law)


def _took_up(player: Player, event: CardsTakenUp) -> Player:
    return replace(player, taken_up=True)


def _asked(player: Player, event: DealerAsked) -> Player:
    return replace(player, asked=True)


def _showed(player: Player, event: HandShown) -> Player:
    return replace(player, shown=Shown(event.cards, event.original, event.joker_as))


def _borrowed(player: Player, event: Borrowed) -> Player:
    return replace(player, funds=player.funds + event.amount, borrowed=player.borrowed + event.amount)


AFTER: Mapping[type[Event], Callable[[Player, Any], Player]] = {
    Straddled: _straddled,
    Staked: _staked,
    StakeCounted: _counted,
    ShowDemanded: _demanded,
    Passed: _passed,
    Stood: _stood,
    Drew: _drew,
    HandFouled: _fouled,
    CardsTakenUp: _took_up,
    DealerAsked: _asked,
    HandShown: _showed,
    Borrowed: _borrowed,
}
"""What each act changes in the player whose act it is. An act that is not here changes nothing about him."""
