"""A game that is played with real cards until the pack is too short, and is written down truly, in any way.

`TrueGame` holds the pack, the discards and the hands, and does with them what the laws say (39 to 45). What it writes
down is always true; how much of it is written down is up to chance. The rules may refuse nothing of it.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random

from ledger.cards import Card, pack
from ledger.play.commands import CollectDiscards, Command, Deal, DemandShow, Draw, Expose, Pass, Show, Stake, Stand
from ledger.play.legal import legal_actions
from ledger.seats import Member, round_from_left_of
from tests.play.table import Table, articles

SEATS = "ABCDEFGHIJ"


@dataclass(frozen=True, slots=True)
class Writing:
    """How much is written down: the chances that a hand, a discard, a drawn card, openers are named, and what else."""

    pack: bool
    deals: float
    discards: float
    draws: float
    announced: bool
    openers: float

    @classmethod
    def by_chance(cls, chance: Random) -> "Writing":
        """Any way of writing a game down."""
        deals, discards, draws, openers = (chance.choice((0, 0.5, 1)) for _ in range(4))
        return cls(chance.random() < 0.2, deals, discards, draws, chance.random() < 0.5, openers)


class TrueGame:
    """One game of ten, or nearly, in which hardly anybody passes before the draw."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.writing = Writing.by_chance(self.chance)
        self.met: Counter[str] = Counter()
        self.table = self._table()
        game = self.table.game
        self.pack = list(pack("joker" in game.articles.variants))
        self.chance.shuffle(self.pack)
        self.whole = tuple(self.pack)
        order = round_from_left_of(game.seats, game.dealer)
        dealt = {m: [self.pack[n + k * len(order)] for k in range(5)] for n, m in enumerate(order)}
        del self.pack[: 5 * len(order)]
        self.first = {m: tuple(hand) for m, hand in dealt.items()}
        self.hands = dealt
        self.pile: list[Card] = []
        self.at_the_bottom: set[Card] = set()
        self.laid_away: dict[Member, tuple[Card, ...]] = {}

    def _table(self) -> Table:
        chance = self.chance
        terms = articles(
            1,
            chance.choice((2, 4)),
            variants=["joker"] if chance.random() < 0.3 else [],
            short_draw=chance.choice(("pat", "draws")),
        )
        seats = SEATS[: chance.choice((7, 8, 9, 10, 10, 10))]
        table = Table(seats, terms, funds={m: chance.choice((6, 50, 50, 50)) for m in seats}).start("A")
        if chance.random() < 0.5:
            # Nobody opens, so that the next game is a jack-pot.
            table.do(Deal())
            while not table.game.over:
                table.do(Pass())
            table.start()
        return table

    def play(self) -> None:
        """Play the game to its end. Every act is true and lawful."""
        while not self.table.game.over:
            for act in self._next():
                self.table.do(act)

    def _writes(self, likelihood: float) -> bool:
        return self.chance.random() < likelihood

    def _next(self) -> list[Command]:
        game, chance = self.table.game, self.chance
        if game.phase == "ante":
            return self._deal()
        member = game.turn.player
        assert member is not None
        if game.phase == "show":
            return [self._show(member)]
        offers = {offer.action: offer for offer in legal_actions(game)}
        if chance.random() < 0.05:
            return [Pass()]
        if "demand_show" in offers and chance.random() < 0.3 and member not in self.laid_away:
            self.met["demand"] += 1
            return [DemandShow()]
        if "draw" in offers:
            return self._draw(member)
        if "stand" in offers and chance.random() < 0.3:
            return [Stand()]
        if "stake" in offers:
            offer = offers["stake"]
            return [Stake(amount=(offer.most if chance.random() < 0.3 else offer.least) or 0)]
        return [DemandShow() if "demand_show" in offers and member not in self.laid_away else Pass()]

    def _deal(self) -> list[Command]:
        exposed = [m for m in self.first if self.chance.random() < 0.1]
        acts: list[Command] = [
            Expose(player=m, card=self.chance.choice(self.first[m]), irregular=True) for m in exposed
        ]
        if self.writing.pack:
            return [*acts, Deal(pack=self.whole)]
        named = {m: hand for m, hand in self.first.items() if self._writes(self.writing.deals)}
        return [*acts, Deal(cards=named or None)]

    # The draw

    def _draw(self, member: Member) -> list[Command]:
        """A player's draw: cards that are exposed to him first, the discards collected if the pack is too short."""
        acts: list[Command] = []
        wanted = len(self.laid_away[member]) if member in self.laid_away else self._number()
        while self.pack and wanted and self.chance.random() < 0.25:
            acts.append(self._exposed(member))
        if member not in self.laid_away and (self._short_of(wanted) or self._collects_early(wanted)):
            acts.append(self._collect(member, wanted))
        return [*acts, self._drawn(member, wanted)]

    def _number(self) -> int:
        return self.chance.choice((0, 1, 2, 2, 3, 3, 4, 5))

    def _exposed(self, member: Member) -> Expose:
        card = self.pack.pop(0)
        self.pack.append(card)
        self.at_the_bottom.add(card)
        self.met["exposed"] += 1
        return Expose(player=member, card=card, irregular=True)

    def _short_of(self, wanted: int) -> bool:
        return wanted > len(self.pack) - len(self.at_the_bottom)

    def _collects_early(self, wanted: int) -> bool:
        """Whether the table collects although this player could still be served: it may, where not all could be."""
        return self._short_of(wanted + 5 * len(self._to_draw()) - 5) and self.chance.random() < 0.1

    def _to_draw(self) -> list[Member]:
        game = self.table.game
        draws = game.reading("short_draw") == "draws"
        return [m for m in game.in_game if not game.players[m].drawn and (draws or not game.players[m].demand)]

    def _collect(self, member: Member, wanted: int) -> CollectDiscards:
        """Law 41: who still means to draw discards; the discards are shuffled into the pack."""
        numbers = {m: wanted if m == member else self._number() for m in self._to_draw()}
        if not self._short_of(sum(numbers.values())):
            numbers = {m: n if m == member else 5 for m, n in numbers.items()}
        self.met["collected"] += 1
        for m, number in numbers.items():
            self.laid_away[m] = tuple(self.chance.sample(self.hands[m], number))
            self.hands[m] = [card for card in self.hands[m] if card not in self.laid_away[m]]
            self.pile += self.laid_away[m]
        self.pack += self.pile
        self.pile = []
        self.at_the_bottom = set()
        self.chance.shuffle(self.pack)
        return CollectDiscards(announced=numbers if self.writing.announced else None)

    def _drawn(self, member: Member, wanted: int) -> Draw:
        if member in self.laid_away:
            thrown = self.laid_away[member]
        else:
            thrown = tuple(self.chance.sample(self.hands[member], wanted))
            self.hands[member] = [card for card in self.hands[member] if card not in thrown]
            self.pile += thrown
        return self._given(member, thrown)

    def _given(self, member: Member, thrown: tuple[Card, ...]) -> Draw:
        """As many as he discarded, off the top; now and then more, which is put right, or makes the hand foul."""
        discarded, numbers = len(thrown), {}
        taken = discarded
        fate = self.chance.random()
        # Where a foul hand took what others announced, the book has no more cards to give them.
        spoken_for = max(discarded, sum(len(self.laid_away.get(m, ())) for m in self._to_draw()))
        if fate < 0.06 and len(self.pack) - len(self.at_the_bottom) > spoken_for:
            # The surplus goes back to the top (42), or he raises it (48).
            put_right = fate < 0.03 and member != self.table.game.dealer
            numbers = {"given": discarded + 1, "made_right": put_right or None, "irregular": True}
            taken = discarded if put_right else discarded + 1
            self.met["put right" if put_right else "foul"] += 1
        drawn = tuple(self.pack[:taken])
        del self.pack[:taken]
        self.at_the_bottom -= set(drawn)
        if set(drawn) & {card for hand in self.first.values() for card in hand}:
            self.met["somebody's first card drawn"] += 1
        self.hands[member] = self.hands[member] + list(drawn)
        return Draw(
            discard=thrown if self._writes(self.writing.discards) else discarded,
            cards=drawn if self._writes(self.writing.draws) else None,
            **numbers,  # type: ignore[arg-type]
        )

    # The show

    def _show(self, member: Member) -> Command:
        if len(self.hands[member]) != 5 or self.chance.random() < 0.05:
            return Pass(irregular=True)
        game, named = self.table.game, ()
        if game.minimum and member == game.opener and self._writes(self.writing.openers):
            named = tuple(self.chance.sample(self.first[member], self.chance.randint(2, 5)))
            self.met["openers named"] += 1
        self.met["shown"] += 1
        return Show(cards=tuple(self.hands[member]), original=named)
