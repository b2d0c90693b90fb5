"""Several writers and a reader who tails the log: `python -m ops.tailing --events 1000000`.

The writers save as fast as they can, each in a process of its own and in streams of its own. The reader asks for what
comes after the last position that he has seen, time and again. He must meet every position once and in order, and every
event that a writer was told to have saved.
"""

import sys
from collections import Counter
from datetime import UTC, datetime
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID, uuid4

import click
from rich.progress import Progress

from ledger.events.trail import WhatIfAsked
from ledger.roles import Role
from ledger.store import Actor, Club, ClubStore, CommandRow, Directory, Recorded, SharedDatastore, SharedPool
from ops.embedded import EmbeddedPostgres
from ops.migrate import migrate

WRITERS = 4
IN_A_SAVE = 20
"""Events that a writer saves at once."""

_ACTOR = Actor(token=None, member=None, role=Role.SCOREKEEPER)
_EVENT = WhatIfAsked(game=str(UUID(int=0)))


def write(url: str, club: UUID, saves: int, saved: "Synchronized[int]") -> None:
    """Save so often, each time to a stream of its own, and count what was answered."""
    pool = SharedPool(url)
    store = ClubStore(SharedDatastore(pool, club))
    for _ in range(saves):
        stream, at, key = uuid4(), datetime.now(UTC), store.command_name(str(uuid4()))
        events = [
            Recorded(originator_id=stream, originator_version=n, at=at, command=key, actor=_ACTOR, event=_EVENT)
            for n in range(1, IN_A_SAVE + 1)
        ]
        row = CommandRow(key=key, request_hash=b"", stream=stream, from_version=1, to_version=IN_A_SAVE, recorded_at=at)
        store.save(events, row)
        with saved.get_lock():
            saved.value += IN_A_SAVE
    pool.close()


def tail(store: ClubStore, events: int, progress: Any = lambda seen: None) -> list[str]:
    """Read the log as it grows, up to so many events; what is wrong with it, as sentences."""
    wrong: list[str] = []
    versions: Counter[UUID] = Counter()
    position, time = 0, datetime.min.replace(tzinfo=UTC)
    while position < events:
        for logged in store.notifications(position, 1_000):
            recorded, stream = logged.recorded, logged.recorded.originator_id
            versions[stream] += 1
            if logged.position != position + 1:
                wrong.append(f"position {logged.position} came after {position}")
            if recorded.originator_version != versions[stream]:
                wrong.append(f"event {recorded.originator_version} of {stream} came in the place of {versions[stream]}")
            if recorded.at < time:
                wrong.append(f"at position {logged.position} time runs backwards")
            position, time = logged.position, recorded.at
        progress(position)
    return wrong


def run(url: str, events: int, progress: Any = lambda seen: None) -> list[str]:
    """Let WRITERS processes record and one reader follow; what was wrong, as sentences."""
    club = Club(id=uuid4(), name="Tailed", currency="GBP", created_at=datetime.now(UTC))
    pool = SharedPool(url)
    Directory(SharedDatastore(pool)).add_club(club)
    context = get_context("spawn")
    saved = context.Value("l", 0)
    saves = -(-events // (WRITERS * IN_A_SAVE))
    writers = [context.Process(target=write, args=(url, club.id, saves, saved)) for _ in range(WRITERS)]
    for writer in writers:
        writer.start()
    wrong = tail(ClubStore(SharedDatastore(pool, club.id)), saves * WRITERS * IN_A_SAVE, progress)
    for writer in writers:
        writer.join()
    pool.close()
    if saved.value != saves * WRITERS * IN_A_SAVE:
        wrong.append(f"{saved.value} events were answered as saved")
    return wrong


@click.command()
@click.option("--events", default=1_000_000, show_default=True, help="How many events are recorded in all.")
def main(events: int) -> None:
    """Record with four writers while a reader follows. Exits with 1 if he missed an event, or met one twice."""
    with (
        TemporaryDirectory(prefix="poolbook-tailing-") as place,
        EmbeddedPostgres(Path(place)) as server,
        Progress(transient=True) as bar,
    ):
        migrate(server.url)
        task = bar.add_task("followed", total=events)
        wrong = run(server.url, events, lambda seen: bar.update(task, completed=seen))
    for sentence in wrong[:20]:
        click.echo(sentence)
    click.echo(f"{events} events, {WRITERS} writers, one reader: {len(wrong)} missed, doubled or out of order")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
