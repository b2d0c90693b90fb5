"""Disputes at the table (46, 77 to 79): the question and its referee, the evidence, the ruling."""

from enum import StrEnum

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


@fact("game.disputed")
class Disputed(OfDispute, frozen=True, kw_only=True):
    """A dispute was laid before the `referee` (None: everybody is a party, and nobody may rule)."""

    step: int | None
    parties: tuple[Member, ...]
    kind: DisputeKind
    referee: Member | None
    witnesses: tuple[Member, ...]
    question: Sealed[str | None] = None


@fact("game.evidence_given")
class EvidenceGiven(OfDispute, frozen=True, kw_only=True):
    """A person at the table was asked. `can_give`: he gave evidence; else he had none to give."""

    witness: Member
    can_give: bool
    statement: Sealed[str | None] = None


@fact("game.ruled")
class Ruled(OfDispute, frozen=True, kw_only=True):
    """The referee decided. A correction that follows from the ruling is saved with it, as the next event."""

    referee: Member
    law: int
    ruling: Sealed[str | None] = None


ASIDE = (Disputed, EvidenceGiven, Ruled)
"""The events that are recorded beside the play and do not alter it."""
