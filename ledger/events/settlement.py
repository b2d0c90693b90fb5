"""The settlement of a game as it is stored: what each player took from the pool, and under which law."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.cards import Card
from ledger.seats import Member


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where money in a pool came from: `kind` is `ante`, `stake` or `dead`; dead money has no `player`."""

    kind: str
    player: Member | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedMoney:
    """An amount of one source, claimed under one law."""

    source: Source
    amount: int
    law: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded:
    """What a player took from the pool. The claims add up to the amount."""

    player: Member
    amount: int
    claims: tuple[ClaimedMoney, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refund:
    """A payment from one player's own counters to another (14, 16)."""

    payer: Member
    payee: Member
    amount: int
    law: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """What a false opener pays into the pool (33)."""

    player: Member
    amount: int
    law: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reward:
    """The reward kitty, won by a player."""

    player: Member
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedHand:
    """A hand that was shown, and its name in the words of the game."""

    player: Member
    cards: tuple[Card, ...]
    hand_class: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
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
