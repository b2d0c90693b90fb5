"""Adjusting entries, with the ways to what they adjusted."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from msgspec.structs import asdict

from ledger.events.adjustment import SittingAdjusted
from ledger.store import Recorded
from ledger.telling.redaction import Reader, redacted_entry


def adjustments_in(book: Iterable[Recorded], club: UUID, reader: Reader) -> list[dict[str, Any]]:
    """The adjusting entries in the book of a sitting, the oldest first, as a reader may know them."""
    return [_body(recorded, club, reader) for recorded in book if isinstance(recorded.event, SittingAdjusted)]


def total_of(adjustments: Iterable[dict[str, Any]]) -> dict[str, int]:
    """By how much these adjustments change each result."""
    total: dict[str, int] = {}
    for adjustment in adjustments:
        for member, amount in adjustment["changes"].items():
            total[member] = total.get(member, 0) + amount
    return total


def _body(recorded: Recorded, club: UUID, reader: Reader) -> dict[str, Any]:
    entry = redacted_entry(recorded.event, reader)
    assert isinstance(entry, SittingAdjusted)
    return {
        **asdict(entry),
        "at": recorded.at,
        "sitting": recorded.originator_id,
        "affected": [{"game": game, "what_if": _what_if(game)} for game in entry.affected],
        "settlement": f"/v1/games/{entry.game}/settlement",
        "receipt": f"/v1/clubs/{club}/log/receipt?game={entry.game}",
        "what_if": _what_if(entry.game),
    }


def _what_if(game: str) -> str:
    return f"/v1/games/{game}/what-if"
