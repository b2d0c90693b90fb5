"""The entries of the books, as both programs for plain-text accounting need them.

The entries follow from the events themselves, not from read tables. They are in the order of their dates, because such
programs sort entries by date. What is recorded before a sitting closes bears the day on which the sitting was held,
whenever it was written down: sales, games, corrections of games, payments, the close. What is recorded after the close
bears the day (UTC) on which it was recorded, since the closed books of that day stay as they were: adjusting entries,
payments of what was still owed. Such an entry is never dated before its sitting.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from heapq import heappop, heappush
from uuid import UUID

from ledger.books.accounts import Posting
from ledger.books.postings import postings
from ledger.events.sitting import GameStarted, SittingClosed
from ledger.exports.accounts.naming import Naming
from ledger.exports.views import ClubView, Held
from ledger.store import Logged

_BATCH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalEntry:
    """The postings of one event. `closes` says whether it closes a sitting; such an entry may have no postings.

    `position`, `stream` and `version` are the event's place in the log. `on` is the date of the entry, `at` the time
    at which the event was recorded (UTC), and `description` what happened, in words.
    """

    position: int
    stream: UUID
    version: int
    on: date
    at: datetime
    description: str
    postings: tuple[Posting, ...]
    closes: bool


def journal(view: ClubView, naming: Naming) -> Iterator[JournalEntry]:
    """The entries of a view: one for each event that moved money or closed a sitting, in the order of their dates.

    Entries of one day are in the order of the sittings, and within a sitting in that of the log. Raises NotFound.
    """
    after_the_close: list[tuple[date, int, JournalEntry]] = []
    for held in view.held():
        while after_the_close and after_the_close[0][0] < held.on:
            yield heappop(after_the_close)[2]
        for entry, late in _of_sitting(view, held, naming):
            if late:
                heappush(after_the_close, (entry.on, entry.position, entry))
            else:
                yield entry
    while after_the_close:
        yield heappop(after_the_close)[2]


def _of_sitting(view: ClubView, held: Held, naming: Naming) -> Iterator[tuple[JournalEntry, bool]]:
    """The entries of a sitting in the order of the log, and whether each was recorded after the close."""
    closed = False
    for logged in _log(view, held.sitting):
        recorded, event = logged.recorded, logged.recorded.event
        naming.note(recorded.originator_id, event)
        made = postings(event, str(recorded.originator_id))
        closes = isinstance(event, SittingClosed)
        if (made or closes) and view.game in (None, recorded.originator_id):
            at = recorded.at.astimezone(UTC)
            yield (
                JournalEntry(
                    position=logged.position,
                    stream=recorded.originator_id,
                    version=recorded.originator_version,
                    on=max(held.on, at.date()) if closed else held.on,
                    at=at,
                    description=f"{naming.where(recorded.originator_id)}: {_words(event.topic)}",
                    postings=made,
                    closes=closes,
                ),
                closed,
            )
        closed |= closes


def _words(topic: str) -> str:
    """What happened, in words: the last part of an event's topic."""
    return topic.rpartition(".")[2].replace("_", " ")


def _log(view: ClubView, sitting: UUID) -> Iterator[Logged]:
    """The log of a sitting and of its games, void ones included."""
    begun = (event for event in view.books.sitting_events(sitting) if isinstance(event, GameStarted))
    streams, position = (sitting, *(UUID(event.game) for event in begun)), 0
    while batch := list(view.books.store.notifications(position, _BATCH, streams)):
        yield from batch
        position = batch[-1].position
