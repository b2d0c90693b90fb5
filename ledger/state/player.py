"""One player's part in a game, and what each of his acts changes in it."""

from msgspec import Struct
from msgspec.structs import replace

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
    `taken_up`: he has raised the cards that came last. `announced` is how many cards he laid away before a reshuffle,
    `discards_back`: his discards were used in it (41). `foul` is the law that makes his hand foul.
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
        """Every card that is known to have been in his hand, less those that went back to the pack (41)."""
        shown = self.shown.cards + self.shown.original if self.shown else ()
        cards = frozenset((self.original or ()) + self.discards + shown)
        if self.discards_back:
            cards -= frozenset(self.discards)
        if self.announced and not self.drawn:
            # He has laid some of these away, and nobody knows which.
            cards = frozenset()
        return cards | frozenset(self.exposed + (self.drew or ()))


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
    """The player after his draw. A hand that is sound after it has as many new cards as he discarded."""
    number = event.discarded or 0
    return replace(
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
    """The player after his deal was made void: his cards are gone, and a foul hand with them. His stakes stand (8).

    `say_again`: he has his stakes back and his say again, as if he had neither staked nor passed.
    """
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
        discards_back=False,
        asked=False,
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


def player_after(player: Player, event: Event) -> Player:
    """The player after an act of his. An event that changes nothing about him gives him back as he was."""
    match event:
        case Straddled(amount=n):
            return replace(player, funds=player.funds - n, ante=player.ante + n, round=player.round + n)
        case Staked(act=StakeKind.AHEAD, amount=n, on_loan=on_loan):
            return _deposit_ahead(player, n, on_loan)
        case Staked(act=StakeKind.SHORT, amount=n):
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
        case Drew():
            return _drew(player, event)
        case HandFouled(law=law):
            return replace(player, retired=True, foul=law)
        case CardsTakenUp():
            return replace(player, taken_up=True)
        case DealerAsked():
            return replace(player, asked=True)
        case HandShown():
            return replace(player, shown=Shown(event.cards, event.original, event.joker_as))
        case Borrowed(amount=n):
            return replace(player, funds=player.funds + n, borrowed=player.borrowed + n)
    return player
