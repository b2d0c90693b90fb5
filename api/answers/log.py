"""Checkpoints, receipts and consistency proofs, as whoever verifies them reads them."""

import base64
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from ledger.state import game as games
from ledger.store import Recorded
from ledger.store.envelope import SealedEvent
from ledger.telling.redaction import Reader, sees_part
from ledger.times import timestamp
from projections.merkle import Checkpoint, ProvenLeaf

RECEIPT, CONSISTENCY = "poolbook-receipt", "poolbook-consistency"
FORMAT_VERSION = 1
"""Of both documents; it rises when whoever verifies them would have to be changed."""


def in_base64(data: bytes) -> str:
    """Bytes as a note writes them."""
    return base64.b64encode(data).decode()


def checkpoint_body(checkpoint: Checkpoint) -> dict[str, Any]:
    """A checkpoint."""
    return {
        "size": checkpoint.size,
        "root": in_base64(checkpoint.root),
        "position": checkpoint.position,
        "note": checkpoint.note,
        "vkey": checkpoint.vkey,
        "signed_at": timestamp(checkpoint.signed_at),
    }


def receipt_body(
    club: UUID,
    game: UUID,
    record: Sequence[tuple[Recorded, SealedEvent]],
    leaves: Sequence[ProvenLeaf],
    checkpoint: Checkpoint,
    reader: Reader,
) -> dict[str, Any]:
    """The receipt of a game: its events under a checkpoint, and of what is sealed in them what the reader may see."""
    now = games.fold([recorded.event for recorded, _ in record])
    by_version = {leaf.version: leaf for leaf in leaves}
    return {
        "format": RECEIPT,
        "version": FORMAT_VERSION,
        "club": str(club),
        "game": str(game),
        "checkpoint": checkpoint.note,
        "events": [
            _event(recorded, stored, by_version[recorded.originator_version], now, reader)
            for recorded, stored in record
            if recorded.originator_version in by_version
        ],
    }


def _event(
    recorded: Recorded, stored: SealedEvent, leaf: ProvenLeaf, now: games.Game, reader: Reader
) -> dict[str, Any]:
    return {
        "index": leaf.index,
        "version": leaf.version,
        "topic": stored.topic,
        "state": stored.state.decode(),
        "sealed": [
            {"part": part.part, "salt": in_base64(part.salt), "body": part.body.decode()}
            for part in stored.parts
            if sees_part(recorded.event, part.part, now, reader)
        ],
        "proof": [in_base64(each) for each in leaf.path],
    }


def consistency_body(
    club: UUID,
    sizes: tuple[int, int],
    roots: tuple[bytes, bytes],
    path: Sequence[bytes],
    notes: tuple[Checkpoint | None, Checkpoint | None],
) -> dict[str, Any]:
    """The proof that the log of the second size only adds to that of the first."""
    first, second = (each.note if each else None for each in notes)
    return {
        "format": CONSISTENCY,
        "version": FORMAT_VERSION,
        "club": str(club),
        "from": sizes[0],
        "to": sizes[1],
        "first_root": in_base64(roots[0]),
        "second_root": in_base64(roots[1]),
        "proof": [in_base64(each) for each in path],
        "first_note": first,
        "second_note": second,
    }
