"""Both passes and the schema together: the first difference of all, in the order of KINDS."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import psycopg
from eventsourcing.persistence import ProgrammingError

from ledger.store import Club
from projections.beside import Beside, Work, beside
from projections.tallies import TallyUnreadable
from projections.verify.folded import check_position
from projections.verify.notes import Checkpoints, Outside
from projections.verify.passes import (
    WITH_PLAY,
    WITH_STORED,
    Outcome,
    Progress,
    check_stored,
    judge_and_fold,
    tables_of,
)
from projections.verify.report import KINDS, Difference, Differs, Findings, Report
from projections.verify.schema import first_in_schema
from projections.verify.snapshot import Snapshot, snapshot

MANY = 20_000
"""From this many events on, a process of its own for the second pass is worth what it takes to start one."""

_FIRST = ("rows", "log")
"""Kinds of difference of the first pass after which the second one counts for nothing."""


def verify(
    url: str,
    club: Club,
    checkpoints: Checkpoints | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Recompute everything that is stored for a club from its events, as of one moment, and compare the schema.

    The first difference is that of the first part in the order of KINDS, and in it the one at the earliest position.
    `progress` takes the number of events done, and of all events. `checkpoints` is where the service writes its notes
    outside the database. Raises StoreUnavailable, or AlreadyVerifying.
    """
    findings = Findings()
    try:
        outside = checkpoints.of(club.id) if checkpoints else None
    except TallyUnreadable as error:
        return Report(checked=findings.checked, first_difference=Difference(kind="log", sentence=str(error)))
    try:
        of_schema = first_in_schema(url, findings)
        with snapshot(url, club.id, tables_of(WITH_STORED)) as view:
            difference = _first_difference(url, view, club, outside, findings, progress) or of_schema
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
    url: str,
    view: Snapshot,
    club: Club,
    outside: Outside | None,
    findings: Findings,
    progress: Callable[[int, int], None],
) -> Difference | None:
    try:
        check_position(view, tables_of((*WITH_STORED, *WITH_PLAY)))
    except Differs as differs:
        return differs.difference
    total = view.count("stored_events")
    mean = _Mean(total, progress)
    second = partial(judge_and_fold, url, club.id, view.export())
    with _beside(second) if total >= MANY else _afterwards(second) as judging:
        stored = check_stored(view, club, outside, lambda done: mean.are(done, judging.done))
        findings.add(stored.findings)
        if stored.difference and stored.difference.kind in _FIRST:
            return stored.difference
        judged = judging.result(lambda done: mean.are(total, done))
    findings.add(judged.findings)
    differences = [outcome.difference for outcome in (stored, judged) if outcome.difference]
    return min(differences, key=lambda difference: KINDS.index(difference.kind), default=None)


@dataclass(slots=True)
class _Mean:
    """Reports the progress of both passes as one, which never goes back."""

    total: int
    progress: Callable[[int, int], None]
    reported: int = 0

    def are(self, *done: int) -> None:
        """Report that the passes have done so many events."""
        mean = sum(done) // len(done)
        if mean > self.reported:
            self.reported = mean
            self.progress(mean, self.total)


class _Judging(Protocol):
    @property
    def done(self) -> int: ...

    def result(self, progress: Progress) -> Outcome: ...


class _Beside:
    """The second pass in a process of its own."""

    def __init__(self, work: Beside[int, Outcome]) -> None:
        self._work = work
        self._done = 0

    @property
    def done(self) -> int:
        for done in self._work.waiting():
            self._done = done
        return self._done

    def result(self, progress: Progress) -> Outcome:
        for done in self._work.messages():
            progress(done)
        return self._work.result()


class _Afterwards:
    """The second pass in this process, when its result is asked for."""

    done = 0

    def __init__(self, work: Work[int, Outcome]) -> None:
        self.result = work


@contextmanager
def _beside(work: Work[int, Outcome]) -> Iterator[_Judging]:
    with beside(work) as judging:
        yield _Beside(judging)


@contextmanager
def _afterwards(work: Work[int, Outcome]) -> Iterator[_Judging]:
    yield _Afterwards(work)
