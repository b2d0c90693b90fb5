"""The settlement of a game as it is stored: who took what out of the pool, and under which law."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.cards import Card
from ledger.seats import Member


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where money in a pool came from: `ante`, `stake` or `dead`, and whose it was."""

    kind: str
    player: Member | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedMoney:
    """So many minor units of one source, claimed under one law."""

    source: Source
    amount: int
    law: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded:
    """What a player took from the pool; the claims add up to the amount."""

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
    """A reward kitty that was won."""

    player: Member
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedHand:
    """A hand that was shown, and what it is called."""

    player: Member
    cards: tuple[Card, ...]
    hand_class: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The whole document. `pool` is taken before penalties; results sum to
    carried_in - carried_out - kitty + reward. `funds` are the counters each has afterwards, `advances` what the
    bank lent of them for payments that nobody may refuse, `minimum` the openers of the jack-pot that follows.
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
