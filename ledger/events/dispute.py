"""Disputes at the table (46, 77 to 79): who decides, what was asked of whom, and how it was decided."""

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
    """Something of the `n`-th dispute of a game."""

    n: int


@fact("game.disputed")
@dataclass(frozen=True, slots=True, kw_only=True)
class Disputed(OfDispute):
    """A dispute was laid before the `referee` (None: nobody is free to rule)."""

    step: int | None
    parties: tuple[Member, ...]
    kind: DisputeKind
    referee: Member | None
    witnesses: tuple[Member, ...]
    question: str | None = sealed()


@fact("game.evidence_given")
@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceGiven(OfDispute):
    """A person at the table was asked, and said what he could, or that he could say nothing."""

    witness: Member
    can_give: bool
    statement: str | None = sealed()


@fact("game.ruled")
@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(OfDispute):
    """The referee decided. A correction that follows from it is recorded with it, as the next event."""

    referee: Member
    law: int
    ruling: str | None = sealed()


ASIDE = (Disputed, EvidenceGiven, Ruled)
"""What is recorded beside the play, and does not alter it."""
