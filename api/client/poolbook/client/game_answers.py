"""What the service answers about a game: its state, what was recorded, and its settlement."""

from datetime import datetime
from typing import Any, Literal

from poolbook.client.answers import Answer, JackPot

Phase = Literal["ante", "say", "draw", "betting", "show", "settled", "unopened", "void"]


class LegalAction(Answer, frozen=True):
    """An act that is lawful now, with the least and most of its amount; None where it has none."""

    action: str
    player: str
    least: int | None
    most: int | None
    law: int


class Stake(Answer, frozen=True):
    """What a player has put into the pool, and `funds`, what he has left.

    `ante` includes his straddles, `stake` is the rest, `round` that of the present round of betting.
    """

    ante: int
    stake: int
    total: int
    round: int
    funds: int


class GameState(Answer, frozen=True):
    """A game as it stands. `to_act` is the member whose turn it is, None where nobody is compelled to act."""

    id: str
    number: int
    sitting: str
    phase: Phase
    dealer: str
    ante_man: str
    to_act: str | None
    seats: list[str]
    in_game: list[str]
    retired: list[str]
    demanded: list[str]
    legal: list[LegalAction]
    irregular: list[str]
    pool: int
    carried_in: int
    highest: int
    stakes: dict[str, Stake]
    cards: dict[str, list[str] | None]
    jack_pot: JackPot | None
    version: int

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return self.phase in ("settled", "unopened", "void")


class Recorded(Answer, frozen=True):
    """What was recorded: the number of the act, its events as the document describes them, the game after it."""

    step: int
    events: list[dict[str, Any]]
    game: GameState


class Source(Answer, frozen=True):
    """Where a part of the pool came from; `dead` money is nobody's."""

    kind: Literal["ante", "stake", "dead"]
    player: str | None


class Claim(Answer, frozen=True):
    """A part of an award, and the law that gives it."""

    source: Source
    amount: int
    law: int


class Award(Answer, frozen=True):
    """What a player takes out of the pool."""

    player: str
    amount: int
    claims: list[Claim]


class Refund(Answer, frozen=True):
    """What one player gives back to another."""

    from_: str
    to: str
    amount: int
    law: int


class Penalty(Answer, frozen=True):
    """What a player pays into the pool."""

    player: str
    amount: int
    law: int


class Reward(Answer, frozen=True):
    """What a player takes out of the kitty."""

    player: str
    amount: int


class Hand(Answer, frozen=True):
    """A hand that was shown, in the words of the book; `class_` is one of its classes."""

    player: str
    cards: list[str]
    class_: str
    name: str


class Settlement(Answer, frozen=True):
    """The division of a pool. `results` are what each player won or lost; `turned_by` are the single readings that
    would have changed it."""

    pool: int
    carried_in: int
    awards: list[Award]
    refunds: list[Refund]
    penalties: list[Penalty]
    kitty: int
    reward: Reward | None
    carried_out: int
    hands: list[Hand]
    results: dict[str, int]
    laws: list[int]
    readings: dict[str, str]
    edition: str
    paid: dict[str, int] | None
    turned_by: list[dict[str, Any]] | None


class CorrectedGame(Answer, frozen=True):
    """A game after a correction, its settlement, and the later games that it touches."""

    game: GameState
    settlement: Settlement | None
    affected: list[str]


class ListedGame(Answer, frozen=True):
    """A game in a list."""

    id: str
    sitting: str
    number: int
    phase: Phase
    dealer: str
    seats: list[str]
    jack_pot: JackPot | None
    carried_in: int
    pool: int
    carried_out: int | None
    begun_at: datetime
    settled_at: datetime | None
    disputes: int


class Dispute(Answer, frozen=True):
    """A dispute, who gives evidence in which order, and how it was ruled."""

    n: int
    step: int | None
    parties: list[str]
    kind: Literal["fact", "law", "draw_count"]
    referee: str | None
    witnesses: list[str]
    question: str | None
    ruling: str | None
    decided: bool
