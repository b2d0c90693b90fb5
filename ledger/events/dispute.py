"""Disputes at the table (46, 77 to 79): the question and its referee, the evidence, the ruling."""

from dataclasses import dataclass
from enum import StrEnum

from ledger.events.base import Event, fact, sealed
from ledger.seats import Member


class DisputeKind(StrEnum):
    """What a dispute is about: a fact, the reading of a law, or how many cards somebody asked for (46)."""

    FACT = "fact"
    LAW = "law"
    DRAW_COUNT = "draw_count"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfDispute(Event):
    """An event of the `n`-th dispute of a game."""

    n: int


@fact("game.disputed")
@dataclass(frozen=True, slots=True, kw_only=True)
class Disputed(OfDispute):
    """A dispute was laid before the `referee` (None: everybody is a party, and nobody may rule)."""

    step: int | None
    parties: tuple[Member, ...]
    kind: DisputeKind
    referee: Member | None
    witnesses: tuple[Member, ...]
    question: str | None = sealed()


@fact("game.evidence_given")
@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceGiven(OfDispute):
    """A person at the table was asked. `can_give`: he gave evidence; else he had none to give."""

    witness: Member
    can_give: bool
    statement: str | None = sealed()


@fact("game.ruled")
@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(OfDispute):
    """The referee decided. A correction that follows from the ruling is saved with it, as the next event."""

    referee: Member
    law: int
    ruling: str | None = sealed()


ASIDE = (Disputed, EvidenceGiven, Ruled)
"""The events that are recorded beside the play and do not alter it."""
