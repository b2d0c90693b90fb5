"""Receipts and consistency proofs, in the formats that a verifier reads."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from api.joined import Joined
from ledger.events.base import Event
from ledger.store import Recorded, SealedPart
from ledger.store.envelope import SealedEvent
from ledger.telling.redaction import Reader, known_events, sees_part
from projections.merkle import Checkpoint, Growth, ProvenLeaf

RECEIPT, CONSISTENCY = "poolbook-receipt", "poolbook-consistency"
FORMAT_VERSION = 1
"""The version of both formats. It rises with every change for which a verifier must be changed."""


def receipt_body(
    club: UUID,
    game: UUID,
    record: Sequence[tuple[Recorded, SealedEvent]],
    leaves: Sequence[ProvenLeaf],
    checkpoint: Checkpoint,
    reader: Reader,
) -> dict[str, Any]:
    """The receipt of a game: its events under a checkpoint, and of what is sealed in them what the reader may see.

    `record` is the whole record of the game: what came after the checkpoint may bury a hand that stands before it.
    """
    known = known_events([recorded.event for recorded, _ in record], reader)
    by_version = {leaf.version: leaf for leaf in leaves}
    return {
        "format": RECEIPT,
        "version": FORMAT_VERSION,
        "club": club,
        "game": game,
        "checkpoint": checkpoint.note,
        "events": [
            Joined({"sealed": _seen_of(event, stored)}, by_version[stored.originator_version], stored)
            for event, (_, stored) in zip(known, record, strict=True)
            if stored.originator_version in by_version
        ],
    }


def _seen_of(known: Event, stored: SealedEvent) -> list[SealedPart]:
    return [part for part in stored.parts if sees_part(known, part.part)]


def consistency_body(club: UUID, growth: Growth, notes: tuple[Checkpoint | None, Checkpoint | None]) -> Joined:
    """The proof that the log of the second size only adds to the log of the first size."""
    first, second = (checkpoint.note if checkpoint else None for checkpoint in notes)
    beside = {
        "format": CONSISTENCY,
        "version": FORMAT_VERSION,
        "club": club,
        "first_note": first,
        "second_note": second,
    }
    return Joined(beside, growth)
