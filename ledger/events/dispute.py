"""Disputes at the table (46, 77 to 79): the question and its referee, the evidence, the ruling."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import field

from ledger.events.base import Event, Sealed, fact
from ledger.seats import Member


class DisputeKind(StrEnum):
    """What a dispute is about: a fact, the reading of a law, or how many cards somebody asked for (46)."""

    FACT = "fact"
    LAW = "law"
    DRAW_COUNT = "draw_count"


class OfDispute(Event, frozen=True, kw_only=True):
    """An event of the `n`-th dispute of a game."""

    n: int


@fact("game.disputed", version=2)
class Disputed(OfDispute, frozen=True, kw_only=True):
    """A dispute was laid before the `referee` (None: everybody is a party, and nobody may rule).

    `ground` is why a fact that was ruled on before is disputed again (77).
    """

    step: int | None
    parties: tuple[Member, ...]
    kind: DisputeKind
    referee: Member | None
    witnesses: tuple[Member, ...]
    question: Sealed[str | None] = None
    ground: Sealed[str | None] = None


@fact("game.evidence_given", version=2)
class EvidenceGiven(OfDispute, frozen=True, kw_only=True):
    """A person at the table was asked. `can_give`: he gave evidence; else he had none to give.

    `number` is how many cards were asked for in the draw, as he says (46).
    """

    witness: Member
    can_give: bool
    statement: Sealed[str | None] = None
    number: Sealed[int | None] = None


@fact("game.ruled", version=2)
class Ruled(OfDispute, frozen=True, kw_only=True):
    """The referee decided. A correction that follows from the ruling is saved with it, as the next event.

    `number` is how many cards were asked for in the draw (46); `reading` holds the readings, with their values, by
    which a ruling on law has the game judged.
    """

    referee: Member
    law: int
    reading: Mapping[str, str] = field(default_factory=dict)
    ruling: Sealed[str | None] = None
    number: Sealed[int | None] = None


ASIDE = (Disputed, EvidenceGiven, Ruled)
"""The events that are recorded beside the play and do not alter it."""
