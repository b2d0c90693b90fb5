"""All parts of a verification together, in one pass over the events."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol
from uuid import UUID

import psycopg
from eventsourcing.persistence import ProgrammingError

from ledger.events.club import PartErased
from ledger.store import Club, Logged, UnreadableEvent
from projections import READ_MODELS, books, merkle
from projections.read_model import ReadModel
from projections.tallies import TallyUnreadable
from projections.verify.books import Books
from projections.verify.directory import Directory
from projections.verify.folded import Folded
from projections.verify.log import Log
from projections.verify.notes import Checkpoints, Outside
from projections.verify.report import Difference, Differs, Findings, Report
from projections.verify.rows import Erased, Rows
from projections.verify.schema import first_in_schemas
from projections.verify.settlements import Settlements
from projections.verify.snapshot import Snapshot, snapshot

NOT_FOLDED: Sequence[ReadModel] = (merkle.MODEL, books.MODEL)
"""The read models whose tables are checked by a part of their own."""


class Part(Protocol):
    """A part of the verification. It gets the events in the order of their positions, then `finish`."""

    def see(self, batch: Sequence[Logged]) -> None:
        """Check these events. Raises Differs at the first difference."""

    def finish(self) -> None:
        """Check what can only be checked after the last event. Raises Differs."""


def verify(
    url: str,
    club: Club,
    checkpoints: Checkpoints | None = None,
    models: Sequence[ReadModel] = READ_MODELS,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Recompute everything that is stored for a club from its events, as of one moment, and compare its schemas.

    The first difference is that of the first part in the order of KINDS, and in it the one at the earliest position:
    once a part has found one, only the parts before it go on. `progress` takes the number of events done, and of all
    events. `checkpoints` is where the service writes its notes outside the database. Raises StoreUnavailable, or
    AlreadyVerifying.
    """
    findings = Findings()
    try:
        outside = checkpoints.of(club.id) if checkpoints else None
    except TallyUnreadable as error:
        return Report(checked=findings.checked, first_difference=Difference(kind="log", sentence=str(error)))
    folded = [model for model in models if model not in NOT_FOLDED]
    try:
        of_schemas = first_in_schemas(url, club, findings)
        with snapshot(url, club.schema_name, folded) as view:
            difference = _first_difference(view, club, outside, folded, findings, progress) or of_schemas
    except (psycopg.ProgrammingError, ProgrammingError) as error:
        # Somebody removed a table or a column. PostgreSQL's message names it, and shows no stored value.
        missing = str(error).splitlines()[0]
        difference = Difference(kind="tables", sentence=f"the tables are not those that this release made: {missing}")
    except (psycopg.errors.DataCorrupted, psycopg.errors.IndexCorrupted) as error:
        # A page that was torn on the disk, for example. PostgreSQL's message names the file, and shows nothing of it.
        damaged = str(error).splitlines()[0]
        difference = Difference(kind="rows", sentence=f"the database cannot read what it has stored: {damaged}")
    return Report(checked=findings.checked, first_difference=difference, notices=tuple(findings.notices.values()))


def _first_difference(
    view: Snapshot,
    club: Club,
    outside: Outside | None,
    models: Sequence[ReadModel],
    findings: Findings,
    progress: Callable[[int, int], None],
) -> Difference | None:
    rows = Rows(view, club.id, _erased(view), findings)
    folded = Folded(view, models, findings)
    parts: list[Part] = [
        Log(view, club.id, outside, findings),
        Settlements(view, rows.undisclosed, findings),
        folded,
        Books(view, findings),
        Directory(view, club, findings),
    ]
    difference: Difference | None = None
    done, total = 0, view.count("stored_events")
    try:
        folded.check_position()
        for batch in view.batches():
            logged = rows.read(batch)
            parts, difference = _ask(parts, difference, logged)
            done += len(logged)
            progress(done, total)
        rows.finish()
    except Differs as differs:
        return differs.difference
    for part in parts:
        try:
            part.finish()
        except Differs as differs:
            return differs.difference
    return difference


def _ask(
    parts: Sequence[Part], difference: Difference | None, batch: Sequence[Logged]
) -> tuple[list[Part], Difference | None]:
    """Give a batch to the parts; those that go on, and the first difference so far."""
    going_on: list[Part] = []
    for part in parts:
        try:
            part.see(batch)
        except Differs as differs:
            return going_on, differs.difference
        going_on.append(part)
    return going_on, difference


def _erased(view: Snapshot) -> Erased:
    """The sealed parts that events name as erased."""
    topics = [PartErased.topic]
    erased: set[tuple[UUID, int, str]] = set()
    for stored in view.store.recorder.select_notifications(None, _EVERY, topics=topics):
        # An event that cannot be read is reported when the pass comes to it.
        with suppress(UnreadableEvent, ValueError):
            event = view.store.mapper.to_domain_event(stored).event
            assert isinstance(event, PartErased)
            erased.add((UUID(event.of_stream), event.of_version, event.part))
    return erased


_EVERY = 2**31
