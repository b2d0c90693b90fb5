"""The two passes over a club's events: one checks what is stored, the other judges the play. Each folds read tables.

Neither needs anything of the other, so they can run in two processes; the read models are divided so that both take
about as long. What the second finds counts only where the rows and the log are as they should be, because it takes the
events as it reads them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from ledger.store import Club, Logged
from projections import READ_MODELS, books, games, merkle
from projections.read_model import ReadModel, Table
from projections.verify.books import Books
from projections.verify.directory import Directory
from projections.verify.folded import Folded
from projections.verify.log import Log
from projections.verify.notes import Outside
from projections.verify.reading import Reader
from projections.verify.report import Difference, Differs, Findings
from projections.verify.rows import Rows
from projections.verify.settlements import Settlements
from projections.verify.snapshot import Snapshot, same_snapshot
from projections.verify.webhooks import Webhooks

_APART: tuple[ReadModel, ...] = (merkle.MODEL, books.MODEL)
"""The read models whose tables are checked by a part of their own."""
WITH_PLAY: tuple[ReadModel, ...] = (games.MODEL,)
"""The read models that the second pass folds."""
WITH_STORED = tuple(model for model in READ_MODELS if model not in (*_APART, *WITH_PLAY))
"""The read models that the first pass folds."""

Progress = Callable[[int], None]
"""Takes the number of events that a pass has done."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a pass came to: its first difference, counts, and notices."""

    difference: Difference | None
    findings: Findings


class Part(Protocol):
    """A part of a pass. It gets the events in the order of their positions, then `finish`."""

    def see(self, batch: Sequence[Logged]) -> None:
        """Check these events. Raises Differs at the first difference."""

    def finish(self) -> None:
        """Check what can only be checked after the last event. Raises Differs."""


def tables_of(models: Sequence[ReadModel]) -> list[Table]:
    """The tables that a pass folds anew."""
    return [table for model in models for table in model.tables]


def check_stored(view: Snapshot, club: Club, outside: Outside | None, progress: Progress) -> Outcome:
    """Check rows, log, accounts and directory, and fold the lists again."""
    findings = Findings()
    rows = Rows(view, findings)
    parts = Parts(
        [
            Log(view, outside, findings),
            Folded(view, WITH_STORED, findings),
            Books(view, findings),
            Directory(view, club, findings),
            Webhooks(view, findings),
        ]
    )
    done = 0
    try:
        for batch in view.batches():
            parts.see(rows.read(batch))
            progress(done := done + len(batch))
        rows.finish()
    except Differs as differs:
        return Outcome(differs.difference, findings)
    return Outcome(parts.finish(), findings)


def judge_and_fold(url: str, club: UUID, snapshot: str, progress: Progress) -> Outcome:
    """Judge the play, and fold the results of games again, as of the moment of another snapshot."""
    findings, undisclosed = Findings(), set[UUID]()
    with same_snapshot(url, club, snapshot, tables_of(WITH_PLAY)) as view:
        reader = Reader(view)
        parts = Parts([Settlements(view, undisclosed, findings), Folded(view, WITH_PLAY, findings)])
        done = 0
        try:
            for batch in view.batches():
                events = [reader.read(stored) for stored in batch]
                undisclosed |= {event.logged.recorded.originator_id for event in events if event.missing}
                parts.see([event.logged for event in events])
                progress(done := done + len(batch))
        except Differs as differs:
            return Outcome(differs.difference, findings)
        return Outcome(parts.finish(), findings)


class Parts:
    """The parts of a pass, in the order in which the first difference is looked for.

    Once one has found a difference, only those before it go on.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self._going_on = list(parts)
        self._difference: Difference | None = None

    def see(self, batch: Sequence[Logged]) -> None:
        """Give a batch to the parts that go on."""
        for n, part in enumerate(self._going_on):
            try:
                part.see(batch)
            except Differs as differs:
                self._difference = differs.difference
                del self._going_on[n:]
                return

    def finish(self) -> Difference | None:
        """The first difference after the last event."""
        for part in self._going_on:
            try:
                part.finish()
            except Differs as differs:
                return differs.difference
        return self._difference
