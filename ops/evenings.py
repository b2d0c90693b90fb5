"""Evenings of random lawful play, with which a benchmark fills the books of a club.

Nothing here touches a database. An evening holds the events that the application would have saved, save by save.
"""

from collections.abc import Iterator, Sequence
from random import Random
from uuid import UUID

from ledger.articles import Articles
from ledger.cards import Card, pack
from ledger.events.base import Event
from ledger.events.sitting import Counters
from ledger.laws.readings import complete
from ledger.play.commands import Command, Deal, DemandShow, Draw, Pass, Show, Stake, Stand, Straddle
from ledger.play.decide import decide
from ledger.play.legal import LegalAction, legal_actions
from ledger.seats import Member
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.state.club import Club
from ledger.state.game import Game
from ledger.table.agreement import Seating
from ledger.table.commands import BuyBack, SellCounters
from ledger.table.conduct import close, end_game, open_sitting, start_game
from ledger.table.entries import decide_entry

Save = list[tuple[UUID, Event]]
"""The events of one transaction, each with its stream."""

ANTE, LIMIT = 2, 10
BOUGHT = Counters(odd=200)
TIMID = 0.25
"""The chance that a player passes although he could do something else."""


class Evening:
    """A sitting and its games. `saves` holds what the application would have saved, in order."""

    def __init__(self, chance: Random, club_id: UUID, club: Club, seats: Sequence[Member]) -> None:
        self.chance = chance
        self.id = self._new_id()
        articles = Articles(ante=ANTE, limit=LIMIT, readings=complete({}))
        seating = Seating(seats=tuple(seats), articles=articles, held_on="1895-11-02")
        opened, registered = open_sitting(club, str(club_id), str(self.id), seating)
        self.club_id = club_id
        self.saves: list[Save] = [[(self.id, opened), (club_id, registered)]]
        self.sitting = sittings.apply(None, opened)
        self.games: list[UUID] = []

    def play(self, number: int) -> "Evening":
        """Play `number` games, buy all counters back, and close."""
        for member in self.sitting.seats:
            self._enter(decide_entry(self.sitting, SellCounters(player=member, counters=BOUGHT)))
        for _ in range(number):
            self._game()
        for member in self.sitting.seats:
            counters = Counters(odd=self.sitting.funds[member])
            self._enter(decide_entry(self.sitting, BuyBack(player=member, counters=counters)))
        self._close()
        return self

    def _new_id(self) -> UUID:
        return UUID(int=self.chance.getrandbits(128), version=4)

    def _enter(self, event: Event) -> None:
        self.sitting = sittings.apply(self.sitting, event)
        self.saves.append([(self.id, event)])

    def _game(self) -> None:
        """Play one game to its settlement. Players with fewer counters than the limit buy before it."""
        for member, funds in self.sitting.funds.items():
            if funds < LIMIT:
                self._enter(decide_entry(self.sitting, SellCounters(player=member, counters=BOUGHT)))
        game_id = self._new_id()
        self.games.append(game_id)
        dealer = None if self.sitting.games else self.sitting.seats[0]
        begun, started = start_game(self.sitting, str(self.id), str(game_id), dealer=dealer)
        self.sitting = sittings.apply(self.sitting, started)
        self.saves.append([(game_id, begun), (self.id, started)])
        game, cards = games.begin(begun), _Cards(self.chance, begun.seats)
        while not game.over:
            events, game = decide(game, _choose(self.chance, game, cards))
            self.saves.append([(game_id, event) for event in events])
        ended = end_game(str(game_id), game)
        self.sitting = sittings.apply(self.sitting, ended)
        self.saves[-1].append((self.id, ended))

    def _close(self) -> None:
        """Close the sitting. The first player takes what is still carried."""
        seats, carried = self.sitting.seats, self.sitting.carried
        shares = {seats[0]: carried} if carried else None
        closed, concluded = close(self.sitting, str(self.id), divided=shares, agreed_by=seats if shares else ())
        self.saves.append([(self.id, closed), (self.club_id, concluded)])


class _Cards:
    """The rest of the pack, and every player's hand."""

    def __init__(self, chance: Random, seats: Sequence[Member]) -> None:
        self.pack = list(pack())
        chance.shuffle(self.pack)
        self.hands = {m: self.take(5) for m in seats}

    def take(self, number: int) -> list[Card]:
        """The next cards from the top."""
        taken, self.pack = self.pack[:number], self.pack[number:]
        return taken


def _choose(chance: Random, game: Game, cards: _Cards) -> Command:
    """A random lawful act, with its amounts and cards."""
    offered = {act.action: act for act in reversed(legal_actions(game))}
    if game.phase == "ante":
        straddle = offered.get("straddle")
        if straddle and chance.random() < 0.3:
            return Straddle(player=straddle.player)
        return Deal(cards={m: tuple(hand) for m, hand in cards.hands.items()})
    member = game.turn.player
    assert member is not None
    if game.phase == "show":
        return Show(cards=tuple(cards.hands[member]))
    kinds = [kind for kind in offered if kind != "pass"]
    if not kinds or chance.random() < TIMID:
        return Pass()
    match chance.choice(kinds):
        case "stake":
            return Stake(amount=_amount(chance, offered["stake"]))
        case "draw":
            return _draw(chance, cards, member)
        case "stand":
            return Stand()
    return DemandShow()


def _amount(chance: Random, lawful: LegalAction) -> int:
    least, most = lawful.least or 0, lawful.most or 0
    return chance.choice((least, least, least, chance.randint(least, most)))


def _draw(chance: Random, cards: _Cards, member: Member) -> Draw:
    hand = cards.hands[member]
    thrown = chance.sample(hand, chance.randint(0, 3))
    taken = cards.take(len(thrown))
    cards.hands[member] = [c for c in hand if c not in thrown] + taken
    return Draw(discard=tuple(thrown), cards=tuple(taken))


def evenings(seed: int, club_id: UUID, club: Club, seats: Sequence[Member], games_each: int) -> Iterator[Evening]:
    """Endless evenings, each as if it were the club's next sitting; the same seed gives the same play."""
    chance = Random(seed)
    while True:
        yield Evening(chance, club_id, club, seats).play(games_each)
