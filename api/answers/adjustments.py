"""Adjusting entries, with the ways to what they adjusted."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any
from uuid import UUID

from msgspec.structs import asdict

from ledger.application.club_books import ClubBooks
from ledger.events.adjustment import GameAdjusted, SittingAdjusted
from ledger.events.amendment import GameCorrected, GamePaid
from ledger.events.base import Event
from ledger.events.sitting import GameStarted
from ledger.store import Recorded
from ledger.telling.redaction import Reader, known_events, redacted_entry


def adjustments_in(book: Iterable[Recorded], books: ClubBooks, reader: Reader) -> list[dict[str, Any]]:
    """The adjusting entries in the book of a sitting, the oldest first, as a reader may know them."""
    return [_body(recorded, books, reader) for recorded in book if isinstance(recorded.event, SittingAdjusted)]


def total_of(adjustments: Iterable[dict[str, Any]]) -> dict[str, int]:
    """By how much these adjustments change each result."""
    total: dict[str, int] = {}
    for adjustment in adjustments:
        for member, amount in adjustment["changes"].items():
            total[member] = total.get(member, 0) + amount
    return total


def game_numbers(books: ClubBooks, sitting: UUID) -> dict[str, int]:
    """The number of each game of a sitting that was begun, by its id."""
    begun = (event for event in books.sitting_events(sitting) if isinstance(event, GameStarted))
    return {event.game: event.number for event in begun}


def _body(recorded: Recorded, books: ClubBooks, reader: Reader) -> dict[str, Any]:
    entry = redacted_entry(recorded.event, reader)
    assert isinstance(entry, SittingAdjusted)
    record = known_events(books.game_events(UUID(entry.game)), reader)
    return {
        **asdict(entry),
        "reason": _reason(record[entry.since - 1 :]),
        "at": recorded.at,
        "sitting": recorded.originator_id,
        "affected": [{"game": game, "what_if": _what_if(game)} for game in entry.affected],
        "settlement": f"/v1/games/{entry.game}/settlement",
        "receipt": f"/v1/clubs/{books.club_id}/log/receipt?game={entry.game}",
        "what_if": _what_if(entry.game),
    }


def _reason(record: Sequence[Event]) -> str | None:
    """The reason of what was adjusted. `record` is the game's from there on."""
    adjusted = takewhile(lambda event: not isinstance(event, GameAdjusted), record)
    given = (event.reason for event in adjusted if isinstance(event, GameCorrected | GamePaid))
    return next((reason for reason in given if reason), None)


def _what_if(game: str) -> str:
    return f"/v1/games/{game}/what-if"
