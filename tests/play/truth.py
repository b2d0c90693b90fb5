"""The true cards of a random game, which no scorekeeper sees, and the part of them that he records."""

from random import Random

from ledger.cards import JOKER, RANKS, SUITS, Card, pack
from ledger.play.commands import Deal, Draw, Show
from ledger.seats import Member
from ledger.state.game import Game

RECORDS = ("nothing", "hands", "some", "pack")
"""How much of the cards is written down: only what is shown, all hands, whatever is seen, the order of the pack."""


class Truth:
    """The true cards of one game. The commands it makes record some of them, and never contradict them."""

    def __init__(self, chance: Random, game: Game, record: str) -> None:
        self.chance = chance
        self.record = record
        self.pack = list(pack("joker" in game.articles.variants))
        chance.shuffle(self.pack)
        if len(game.seats) <= 4 and chance.random() < 0.3:
            self._stack_twins(len(game.seats))
        self.whole = tuple(self.pack)
        at = game.seats.index(game.dealer) + 1
        self.first: dict[Member, list[Card]] = {m: [] for m in game.seats[at:] + game.seats[:at]}
        for _ in range(5):
            for hand in self.first.values():
                hand.append(self.pack.pop(0))
        self.hands = {m: list(hand) for m, hand in self.first.items()}

    def _stack_twins(self, players: int) -> None:
        """Deal everybody the same five ranks, because equal hands hardly ever come by chance."""
        ranks = self.chance.sample(RANKS, 5)
        top = [r + s for r in ranks for s in self.chance.sample(SUITS, players)]
        self.pack = top + [c for c in self.pack if c not in top]

    def _writes(self) -> bool:
        return self.record == "hands" or (self.record == "some" and self.chance.random() < 0.5)

    def deal(self) -> Deal:
        if self.record == "pack":
            return Deal(pack=self.whole)
        recorded = {m: tuple(hand) for m, hand in self.first.items() if self._writes()}
        return Deal(cards=recorded or None)

    def draw(self, member: Member) -> Draw:
        """A draw of a random number of cards, no more than the pack holds. It changes the true hand."""
        hand = self.hands[member]
        many = self.chance.choice((0, self.chance.randint(0, min(5, len(self.pack)))))
        thrown = self.chance.sample(hand, many)
        taken = [self.pack.pop(0) for _ in thrown]
        self.hands[member] = [c for c in hand if c not in thrown] + taken
        return Draw(
            discard=tuple(thrown) if self._writes() else len(thrown),
            cards=tuple(taken) if self._writes() else None,
        )

    def show(self, game: Game, member: Member) -> Show:
        """The true hand; an opener may name cards of his first one, and if he is alone may show those only."""
        held = self.chance.sample(self.hands[member], 5)
        original: list[Card] = []
        if game.minimum and member == game.opener and self.chance.random() < 0.5:
            original = self.chance.sample(self.first[member], self.chance.randint(2, 5))
            if game.turn.law == 33 and self.chance.random() < 0.5:
                return Show(original=tuple(original))
        stands_for = None
        if JOKER in held and self.chance.random() < 0.5:
            stands_for = self.chance.choice([c for c in pack() if c not in held])
        return Show(cards=tuple(held), original=tuple(original), joker_as=stands_for)
