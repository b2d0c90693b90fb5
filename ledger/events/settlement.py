"""The settlement of a game as it is stored: what each player took from the pool, and under which law."""

from collections.abc import Mapping

from msgspec import Struct, field

from ledger.cards import Card
from ledger.seats import Member


class Source(Struct, frozen=True, kw_only=True):
    """Where money in a pool came from: `kind` is `ante`, `stake` or `dead`; dead money has no `player`."""

    kind: str
    player: Member | None = None


class ClaimedMoney(Struct, frozen=True, kw_only=True):
    """An amount of one source, claimed under one law."""

    source: Source
    amount: int
    law: int


class Awarded(Struct, frozen=True, kw_only=True):
    """What a player took from the pool. The claims add up to the amount."""

    player: Member
    amount: int
    claims: tuple[ClaimedMoney, ...]


class Refund(Struct, frozen=True, kw_only=True):
    """A payment from one player's own counters to another (14, 16)."""

    payer: Member
    payee: Member
    amount: int
    law: int


class Penalty(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a false opener pays into the pool (33).

    `unnamed`: he named no cards of the hand on which he opened, which is neither shown nor recorded whole. Naming them
    is how he would prove openers that he discarded.
    """

    player: Member
    amount: int
    law: int
    unnamed: bool = False


class Reward(Struct, frozen=True, kw_only=True):
    """The reward kitty, won by a player."""

    player: Member
    amount: int


class NamedHand(Struct, frozen=True, kw_only=True):
    """A hand that was shown, and its name in the words of the game."""

    player: Member
    cards: tuple[Card, ...]
    hand_class: str
    name: str


class Done(Struct, frozen=True, kw_only=True):
    """What the table did when a game ended, besides what it paid out of the pool.

    `carried_out` was carried to the next game, with the openers `minimum` if that is a jack-pot; `kitty` was set aside;
    `penalties` and `refunds` are those that were collected.
    """

    carried_out: int
    minimum: str | None
    kitty: int
    reward: Reward | None = None
    penalties: tuple[Penalty, ...] = ()
    refunds: tuple[Refund, ...] = ()

    @property
    def to_kitty(self) -> int:
        """What the kitty has more after the game: what was set aside, less the reward."""
        return self.kitty - (self.reward.amount if self.reward else 0)


class Settlement(Struct, frozen=True, kw_only=True):
    """The whole settlement of a game. All amounts are whole minor units.

    `pool` is counted before penalties are paid; `results` sum to carried_in - carried_out - kitty + reward. `funds` are
    the counters that each player has afterwards, `advances` what the bank lent him of them for payments that nobody may
    refuse. `minimum` is the openers (J, Q or K) of the jack-pot that follows, if one does.
    """

    pool: int
    carried_in: int
    awards: tuple[Awarded, ...]
    refunds: tuple[Refund, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    kitty: int = 0
    reward: Reward | None = None
    carried_out: int = 0
    minimum: str | None = None
    hands: tuple[NamedHand, ...] = ()
    results: Mapping[Member, int]
    funds: Mapping[Member, int]
    advances: Mapping[Member, int] = field(default_factory=dict)
    laws: tuple[int, ...]
    readings: Mapping[str, str]
    edition: str

    @property
    def to_be_done(self) -> Done:
        """What the table should do by the laws, besides paying out the pool."""
        return Done(
            carried_out=self.carried_out,
            minimum=self.minimum,
            kitty=self.kitty,
            reward=self.reward,
            penalties=self.penalties,
            refunds=self.refunds,
        )
