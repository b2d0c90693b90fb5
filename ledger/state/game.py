"""The state of one game, and what can be read of it.

The sums over the players are made of lists, because with so few players a list is quicker than a generator.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from ledger.articles import Articles
from ledger.cards import Card
from ledger.events.game import (
    Phase,
    Turn,
)
from ledger.events.settlement import Done, Refund, Settlement
from ledger.seats import Member
from ledger.state.player import Player

BANK = "bank"
"""The lender where counters are borrowed of the bank."""
OVER = frozenset({Phase.SETTLED, Phase.UNOPENED, Phase.VOID})
"""The phases of a game that is over."""


class Borrowing(Struct, frozen=True):
    """Counters that a player borrowed in the game, of another or of the bank; those of the bank by colour."""

    player: Member
    lender: Member
    amount: int
    red: int
    white: int
    blue: int


class Game(Struct, frozen=True):
    """A game as the record has it so far. Amounts in minor units.

    `seats` are the players dealt in, in seat order to the left, and `players` has them in the same order; `table` is
    everybody seated. `highest` is the highest stake of the present round. `pack` is the rest of the pack from its top,
    where its order is known; `collected` is the number of discards put back into it (41). `refunds` are paid at the end
    for foul hands (14, 16). `paid` is what the table paid out of the pool, where that was recorded, and `done` what it
    did besides, where that is not what the laws give. `distracted_by` is the first player recorded as speaking to the
    dealer in this deal. `adjusted` is by how much adjusting entries after the close changed each result.
    """

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
    highest: int = 0
    straddlers: tuple[Member, ...] = ()
    opener: Member | None = None
    last_actor: Member | None = None
    last_bettor: Member | None = None
    pack: tuple[Card, ...] | None = None
    loans: tuple[Borrowing, ...] = ()
    settlement: Settlement | None = None
    paid: Mapping[Member, int] | None = None
    done: Done | None = None
    shuffled_by_dealer: bool = False
    pack_cut: bool = False
    distracted_by: Member | None = None
    straddling_closed: bool = False
    collected: int = 0
    refunds: tuple[Refund, ...] = ()
    waived: tuple[int, ...] = ()
    adjusted: Mapping[Member, int] = field(default_factory=dict)

    @property
    def phase(self) -> Phase:
        return self.turn.phase

    @property
    def as_done(self) -> Done | None:
        """What the table did when the game ended, besides what it paid out of the pool; None before the end."""
        if self.done is not None or self.settlement is None:
            return self.done
        return self.settlement.to_be_done

    @property
    def over(self) -> bool:
        return self.turn.phase in OVER

    @property
    def in_game(self) -> tuple[Member, ...]:
        """The players who have not retired, in seat order."""
        return tuple([m for m, player in self.players.items() if not player.retired])

    @property
    def live(self) -> tuple[Member, ...]:
        """The players who have neither retired nor demanded a show, in seat order."""
        return tuple([m for m, player in self.players.items() if not player.retired and player.demand is None])

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
        """Whether a law that only refuses binds this game: it was neither abrogated (81) nor waived (80)."""
        return law not in self.articles.abrogated and law not in self.waived
