"""What the books cost as they grow: `python -m ops.bench_books --events 1000000`.

A club is filled with evenings of random lawful play, each act decided as the service decides it. Only the first few
evenings are played. The others are copies under new ids, written in bulk in the form in which the store writes them,
because playing a million events and saving each act by itself would take an hour.

Then the read tables are rebuilt and the club is verified, each in a process of its own whose time and memory are
measured. Last, games are recorded in turn through the application into the full club, a club with 10,000 games and an
empty club, to compare the cost of a game in each.
"""

import os
import re
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID, uuid4

import click
import msgspec
import psycopg
from psycopg.sql import SQL, Identifier
from rich.console import Console
from rich.progress import Progress

from api.settings import Settings
from ledger.application.club_books import ClubBooks
from ledger.events.base import Event
from ledger.events.club import SittingRegistered
from ledger.events.sitting import SittingOpened
from ledger.play.commands import Deal, Pass
from ledger.roles import Role
from ledger.state.club import Club as ClubState
from ledger.store import Actor, Club, ClubStore, Recorded, SharedDatastore, SharedPool
from ledger.store.datastore import SCHEMA
from ledger.store.envelope import SealedPart
from ledger.store.mapper import EnvelopeMapper
from ops.bench import Table, _request
from ops.collecting import collect_seldom
from ops.database import Database, clubs_in, opened
from ops.evenings import Evening, evenings
from projections.rebuild import rebuild
from projections.tables import ReadTables
from projections.verify import verify

PLAYED = 12
"""How many evenings are played; the others are copies."""
GAMES = 50
"""Games in an evening."""
AT = datetime(1895, 11, 2, 20, tzinfo=UTC)
ACTOR = Actor(token=None, member=None, role=Role.SCOREKEEPER)
TOGETHER = 10
"""How many evenings are written in one transaction."""
BEHIND = 10_000
"""How many games the second club has."""
EVENTS_OF_A_GAME = 20
"""At least; the average is a little higher."""

_ID = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Line = tuple[UUID, int, str, bytes]
"""A stored event: stream, version, topic, state."""

Progressed = Callable[[int, int], None]
"""Takes how many events are done, and how many there are."""


@contextmanager
def shown(what: str) -> Iterator[Progressed]:
    """Show a progress bar during the block; yields the function that moves it."""
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@dataclass(frozen=True, slots=True)
class Template:
    """An evening as it is stored: its events with their sealed parts, its commands, and the ids a copy replaces."""

    recorded: Sequence[Recorded]
    events: Sequence[tuple[Line, Sequence[SealedPart]]]
    commands: Sequence[tuple[UUID, UUID, int, int, datetime]]
    ids: Sequence[UUID]


def template(evening: Evening, mapper: EnvelopeMapper) -> Template:
    """An evening in the form in which the store writes it. Events of the club's own stream have version 0."""
    recorded: list[Recorded] = []
    commands: list[tuple[UUID, UUID, int, int, datetime]] = []
    versions: dict[UUID, int] = {evening.club_id: -1}
    for n, save in enumerate(evening.saves):
        key, at = uuid4(), AT + timedelta(seconds=n)
        of_save = [_recorded(stream, event, versions, key, at, evening.club_id) for stream, event in save]
        known = [event.originator_version for event in of_save if event.originator_id == of_save[0].originator_id]
        commands.append((key, of_save[0].originator_id, known[0], known[-1], at))
        recorded += of_save
    stored = [mapper.to_stored_event(event) for event in recorded]
    return Template(
        recorded=recorded,
        events=[((e.originator_id, e.originator_version, e.topic, e.state), e.parts) for e in stored],  # type: ignore[misc]
        commands=commands,
        ids=[evening.id, *evening.games, *(key for key, *_ in commands)],
    )


def _recorded(stream: UUID, event: Event, versions: dict[UUID, int], key: UUID, at: datetime, club: UUID) -> Recorded:
    version = 0 if stream == club else versions.get(stream, 0) + 1
    versions[stream] = version
    return Recorded(originator_id=stream, originator_version=version, at=at, command=str(key), actor=ACTOR, event=event)


class Copies:
    """Makes evenings of one club, as rows of its tables, by copying templates."""

    def __init__(self, books: ClubBooks, templates: Sequence[Template]) -> None:
        self.club = books.club_id
        self.mapper = books.store.mapper
        self.templates = templates
        state = books.club()
        self.version, self.sittings = state.version, state.sittings

    def next(self) -> tuple[list[Line], list[tuple[UUID, int, str, bytes, bytes]], list[tuple[Any, ...]]]:
        """The rows of the next evening: of stored_events, of sealed, of commands."""
        self.sittings += 1
        chosen = self.templates[self.sittings % len(self.templates)]
        anew = {str(old).encode(): str(uuid4()).encode() for old in chosen.ids}
        ids = {old: UUID(anew[str(old).encode()].decode()) for old in chosen.ids}
        events: list[Line] = []
        sealed: list[tuple[UUID, int, str, bytes, bytes]] = []
        for recorded, (line, parts) in zip(chosen.recorded, chosen.events, strict=True):
            old, version, topic, state = line
            stream = ids.get(old, old)
            if isinstance(recorded.event, SittingOpened | SittingRegistered):
                numbered = msgspec.structs.replace(recorded.event, number=self.sittings)
                state = self.mapper.to_stored_event(msgspec.structs.replace(recorded, event=numbered)).state
            if stream == self.club:
                self.version = version = self.version + 1
            events.append((stream, version, topic, _ID.sub(lambda match: anew.get(match[0], match[0]), state)))
            sealed += [(stream, version, *part) for part in parts]
        commands = [
            (str(ids[key]), bytes(32), ids[stream], first, last, at) for key, stream, first, last, at in chosen.commands
        ]
        return events, sealed, commands


def fill(
    owner_url: str, club: Club, books: ClubBooks, events: int, progress: Progressed = lambda done, total: None
) -> tuple[int, int]:
    """Write at least `events` events into a club; how many events and games were written."""
    members = [books.add_member(_request(), f"member {n}", same_name=True) and None for n in range(5)]
    state: ClubState = books.club()
    seats = list(state.members)[-len(members) :]
    played = islice(evenings(1, club.id, state, seats, GAMES), PLAYED)
    copies = Copies(books, [template(rows_of_one, books.store.mapper) for rows_of_one in played])
    written = sittings = 0
    with psycopg.connect(owner_url, autocommit=True) as owner:
        while written < events:
            several = [copies.next() for _ in range(TOGETHER)]
            sittings += TOGETHER
            with owner.transaction():
                made = [[row for rows_of_one in several for row in rows_of_one[at]] for at in range(3)]
                first = _take_positions(owner, club.id, len(made[0]), made[2][-1][-1])
                made[0] = [(*line, position) for position, line in enumerate(made[0], first)]
                for (table, columns, types), rows in zip(_TABLES, made, strict=True):
                    _copy(owner, club.id, table, columns, types, rows)
            written += len(made[0])
            progress(written, max(written, events))
        for table, *_ in _TABLES:
            owner.execute(SQL("ANALYZE {}").format(Identifier(SCHEMA, table)))
    return written, sittings * GAMES


_TAKE_POSITIONS = """
    UPDATE poolbook.clubs SET position = position + %(events)s, last_at = %(last_at)s, gone_on = true
    WHERE id = %(club)s RETURNING position - %(events)s + 1
"""
_TABLES: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    (
        "stored_events",
        ("originator_id", "originator_version", "topic", "state", "notification_id"),
        ("uuid", "int8", "text", "bytea", "int8"),
    ),
    ("sealed", ("stream", "version", "part", "salt", "body"), ("uuid", "int8", "text", "bytea", "bytea")),
    (
        "commands",
        ("key", "request_hash", "stream", "from_version", "to_version", "recorded_at"),
        ("text", "bytea", "uuid", "int8", "int8", "timestamptz"),
    ),
)


def _take_positions(owner: psycopg.Connection[Any], club: UUID, events: int, last_at: datetime) -> int:
    """Take positions for so many events, the last of which is of this time; the first of them."""
    row = owner.execute(_TAKE_POSITIONS, {"club": club, "events": events, "last_at": last_at}).fetchone()
    assert row is not None
    first: int = row[0]
    return first


def _copy(
    owner: psycopg.Connection[Any],
    club: UUID,
    table: str,
    columns: Sequence[str],
    types: Sequence[str],
    rows: Sequence[tuple[Any, ...]],
) -> None:
    query = SQL("COPY {} ({}) FROM STDIN (FORMAT binary)").format(
        Identifier(SCHEMA, table), SQL(", ").join(map(Identifier, ("club", *columns)))
    )
    with owner.cursor().copy(query) as copy:
        copy.set_types(("uuid", *types))
        for row in rows:
            copy.write_row((club, *row))


# What is measured


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a child process: seconds by the clock, seconds of processor time with that of the processes that it
    makes, and its own peak memory in MiB."""

    seconds: float
    own_seconds: float
    peak_mib: float


def _measured(act: Callable[..., None], arguments: tuple[Any, ...], answers: Any) -> None:
    collect_seldom()  # as every command does
    begun, worked = time.perf_counter(), _worked()
    act(*arguments)
    answers.put(Cost(time.perf_counter() - begun, _worked() - worked, _peak_mib()))


def _worked() -> float:
    """The processor time of this process and of those that it has made and that have ended, in seconds."""
    return sum(os.times()[:4])


def _peak_mib() -> float:
    """The peak memory of this process in MiB.

    On Linux getrusage counts at least the memory of the parent when it started this process, so /proc is used where
    it exists.
    """
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_a_child(act: Callable[..., None], *arguments: Any) -> Cost:
    """Call `act` in a process of its own, and measure it. Raises RuntimeError if it fails."""
    context = get_context("spawn")
    answers = context.Queue()
    process = context.Process(target=_measured, args=(act, arguments, answers))
    process.start()
    process.join()
    if process.exitcode:
        raise RuntimeError(f"{act.__name__} failed")
    cost: Cost = answers.get()
    return cost


def rebuilt(url: str, club: UUID) -> None:
    """Rebuild the read tables."""
    datastore = SharedDatastore(SharedPool(url), club)
    with shown("rebuild") as progress:
        rebuild(ClubStore(datastore), ReadTables(datastore), progress=progress)


def verified(url: str, club: Club) -> None:
    """Verify the club. Raises RuntimeError if anything differs."""
    with shown("verify") as progress:
        report = verify(url, club, progress=progress)
    if not report.ok:
        raise RuntimeError(str(report.first_difference))


def nothing() -> None:
    """Do nothing: the cost of the process itself."""


def games(books: ClubBooks) -> Iterator[float]:
    """Record games for ever, in evenings of GAMES games; yields the seconds that each game took."""
    table = Table(books)
    while True:
        for _ in range(GAMES - 1):
            begun = time.perf_counter()
            for command in (Deal(), *[Pass()] * 5):
                table.act(command)
            table.game = table.start()
            yield time.perf_counter() - begun
        table.sit_down()


def beside_each_other(clubs: Sequence[ClubBooks], rounds: int) -> list[float]:
    """Median seconds for a game in each of these clubs; games are recorded in turn."""
    turns = islice(zip(*map(games, clubs), strict=False), rounds)
    return [median(seconds) for seconds in zip(*turns, strict=True)]


@click.command()
@click.option("--events", default=1_000_000, show_default=True, help="How many events to write at least.")
@click.option("--rounds", default=200, show_default=True, help="How many games to record in each club.")
def main(events: int, rounds: int) -> None:
    """Fill a club, rebuild and verify it, and compare recording a game in it with recording in smaller clubs."""
    with TemporaryDirectory(prefix="poolbook-bench-") as place:
        settings = Settings.from_environment({**os.environ, "POOLBOOK_DATA_DIR": place})
        with opened(settings) as database, clubs_in(database) as clubs:
            made = [clubs.found_club(_request(), name, "GBP")[0] for name in ("Full", "Between", "Empty")]
            books = [clubs.books(club.id) for club in made]
            written, played = _filled(database, made[0], books[0], events)
            _passes(database, made[0], written)
            _, between = _filled(database, made[1], books[1], BEHIND * EVENTS_OF_A_GAME)
            *longer, first = beside_each_other(books, rounds)
            click.echo(f"a game among the first: {first * 1000:.1f} ms")
            for behind, seconds in zip((between, played), reversed(longer), strict=True):
                click.echo(f"a game with {behind} behind it: {seconds * 1000:.1f} ms, ratio {seconds / first:.2f}")


def _filled(database: Database, club: Club, books: ClubBooks, events: int) -> tuple[int, int]:
    begun = time.perf_counter()
    with shown(f"fill {club.name}") as progress:
        written, played = fill(database.owner_url, club, books, events, progress)
    seconds = time.perf_counter() - begun
    click.echo(f"filled: {written} events of {played} games, {written / seconds:.0f} events/s")
    return written, played


def _passes(database: Database, club: Club, events: int) -> None:
    base = in_a_child(nothing)
    click.echo(f"a process that does nothing: {base.peak_mib:.0f} MiB")
    passes: dict[str, Cost] = {
        "rebuild": in_a_child(rebuilt, database.url, club.id),
        "verify": in_a_child(verified, database.url, club),
    }
    for name, cost in passes.items():
        click.echo(
            f"{name}: {events / cost.seconds:.0f} events/s, {cost.seconds:.1f} s by the clock, {cost.own_seconds:.1f} s"
            f" of its own work beside the database's, peak {cost.peak_mib:.0f} MiB"
        )


if __name__ == "__main__":
    main()
