"""One player's part in a game, and what each of his own acts makes of it."""

from dataclasses import dataclass

from ledger.cards import HAND, Card
from ledger.events.base import Event
from ledger.events.game import (
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
from ledger.state.copying import changed


@dataclass(frozen=True, slots=True)
class Demand:
    """A show demanded (law 60).

    `amount` is the demander's total stake of the game once he has deposited all he has: ante and straddle
    included, jack-pot payments not. `others` are the other players still in the game at that moment.
    """

    player: str
    amount: int
    others: frozenset[str]


@dataclass(frozen=True, slots=True)
class Player:
    """One dealt into the game. Amounts in minor units; `round` is what he staked in the present round.

    `ahead` is what he deposited out of turn: it is in the pool and part of his stake, and enters the round when
    his turn is reached (55). `dealt` and `given` are the numbers of cards dealt to him and given in the draw
    (`given_known` where that was written down), `exposed` cards of his that all have seen, `taken_up` whether he
    has raised the cards that came last. `announced` is what he laid away before a reshuffle, `discards_back` that
    his discards were used in it (41). `foul` is the law by which his hand was found foul.
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
    dealt: int = HAND
    exposed: tuple[Card, ...] = ()
    exposed_in_draw: tuple[Card, ...] = ()
    taken_up: bool = False
    given: int = 0
    given_known: bool = False
    announced: int | None = None
    discards_back: bool = False
    asked: bool = False
    foul: int | None = None

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
        """Every card that is known to have been in his hand, less what went back to the pack of it (41)."""
        shown = self.shown.cards + self.shown.original if self.shown else ()
        held = frozenset((self.original or ()) + self.discards + shown)
        if self.discards_back:
            held -= frozenset(self.discards)
        if self.announced and not self.drawn:
            # Some of these he has laid away, and nobody knows which.
            held = frozenset()
        return held | frozenset(self.exposed + (self.drew or ()))


def _deposit(player: Player, amount: int) -> Player:
    return changed(
        player,
        funds=player.funds - amount,
        stake=player.stake + amount,
        round=player.round + amount,
        said=True,
    )


def _deposit_ahead(player: Player, amount: int, on_loan: bool) -> Player:
    """Out of turn: the counters are in the pool at once, and count when his turn is reached (55)."""
    return changed(
        player,
        funds=player.funds - amount,
        stake=player.stake + amount,
        ahead=player.ahead + amount,
        ahead_on_loan=player.ahead_on_loan or on_loan,
    )


def _counted(player: Player, event: StakeCounted) -> Player:
    return changed(
        player,
        ahead=player.ahead - event.amount,
        round=player.round + event.amount,
        said=player.said or event.act != StakeKind.SHORT,
        raised_on_loan=player.raised_on_loan or event.on_loan,
    )


def _drew(player: Player, event: Drew) -> Player:
    """After his draw. A hand that is made right, or never was wrong, has as many new cards as he discarded."""
    number = event.discarded or 0
    return changed(
        player,
        drawn=True,
        taken_up=False,
        discarded=number,
        discards=event.discards or (),
        drew=event.cards,
        given=(event.given or 0) if event.fouled else number,
        given_known=event.given is not None or event.cards is not None,
        retired=event.fouled,
        foul=event.law if event.fouled else None,
    )


def undealt(player: Player, say_again: bool) -> Player:
    """A player whose deal is void: his cards are gone, and a foul hand with them. What he staked stands (8).

    `say_again`: he has it back, and has his say again, as if he had neither staked nor passed.
    """
    player = changed(
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
        discards_back=False,
        asked=False,
    )
    if not say_again:
        return player
    return changed(
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


def player_after(player: Player, event: Event) -> Player:
    """The player who acted, after his act. An event that changes nothing in him leaves him as he is."""
    match event:
        case Straddled(amount=n):
            return changed(player, funds=player.funds - n, ante=player.ante + n, round=player.round + n)
        case Staked(act=StakeKind.AHEAD, amount=n, on_loan=on_loan):
            return _deposit_ahead(player, n, on_loan)
        case Staked(act=StakeKind.SHORT, amount=n):
            return changed(_deposit(player, n), said=player.said)
        case Staked(amount=n, on_loan=on_loan):
            return changed(_deposit(player, n), raised_on_loan=player.raised_on_loan or on_loan)
        case StakeCounted():
            return _counted(player, event)
        case ShowDemanded(player=m, amount=n, total=total, others=others):
            return changed(_deposit(player, n), demand=Demand(m, total, frozenset(others)))
        case Passed(unseen=unseen):
            return changed(player, retired=True, threw_away=unseen)
        case Stood():
            return changed(player, stood=True)
        case Drew():
            return _drew(player, event)
        case HandFouled(law=law):
            return changed(player, retired=True, foul=law)
        case CardsTakenUp():
            return changed(player, taken_up=True)
        case DealerAsked():
            return changed(player, asked=True)
        case HandShown():
            return changed(player, shown=event)
        case Borrowed(amount=n):
            return changed(player, funds=player.funds + n, borrowed=player.borrowed + n)
    return player
