"""Kill the parts of a running service at random moments while clients record: `python -m ops.kill --kills 1000`.

Every client sends each act under a key of its own until it is answered. After every hundred kills `poolbook verify`
must find that all agrees. At the end every acknowledged act must be recorded exactly once, and a rebuild must give the
same read tables as the follower.
"""

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import click

from ledger.store import ClubStore, SharedDatastore, SharedPool
from ops.faults.audit import Audit, audit
from ops.faults.lines import line
from ops.faults.parts import OPERATOR, Kill, Parts
from ops.faults.scorekeeper import Scorekeeper
from projections.tables import ReadTables

PLAYERS = 5
VERIFY_EVERY = 100
"""After so many kills the books are verified."""

PATIENCE_SECONDS = 45.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a run: kills by what was killed, how many requests got no answer, an audit of each club, and what
    `poolbook verify` said where it found that something differs."""

    kills: Counter[str]
    unheard: int
    audits: tuple[Audit, ...]
    differences: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Whether every club's audit is clean, and every verification found that all agrees."""
        return not self.differences and all(audit.clean for audit in self.audits)


class Clients:
    """Scorekeepers that record, each in a thread, until `stop`."""

    def __init__(self, scorekeepers: list[Scorekeeper]) -> None:
        self.scorekeepers = scorekeepers
        self._ended = threading.Event()
        self.failures: list[BaseException] = []
        self._threads = [
            threading.Thread(target=self._work, args=(scorekeeper,), daemon=True) for scorekeeper in scorekeepers
        ]

    @property
    def acknowledged(self) -> int:
        """How many writes were acknowledged so far."""
        return sum(len(scorekeeper.acknowledged) for scorekeeper in self.scorekeepers)

    def start(self) -> None:
        """Start every thread."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End every thread after its current request."""
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _work(self, scorekeeper: Scorekeeper) -> None:
        try:
            while not self._ended.is_set():
                if not scorekeeper.step():
                    time.sleep(0.02)
        except BaseException as error:
            self.failures.append(error)

    def wait_for_one_more(self, than: int) -> None:
        """Wait until more than `than` writes are acknowledged. Raises TimeoutError, or a client's error."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self.acknowledged <= than:
            self.check()
            if time.monotonic() > deadline:
                raise TimeoutError("recording did not resume")
            time.sleep(0.01)

    def check(self) -> None:
        """Raise the first error that ended a client, if any."""
        if self.failures:
            raise self.failures[0]


def run(
    directory: Path,
    *,
    seed: int,
    kills: int,
    clubs: int = 2,
    writers: int = 4,
    port: int = 8342,
    tell: Callable[[str], None] = print,
) -> Outcome:
    """Start the parts, kill `kills` times while `writers` clients record in each club, and audit every club's books.

    The books are verified after every VERIFY_EVERY kills, while the clients go on, and at the end.
    """
    chance = Random(seed)
    counted: Counter[str] = Counter()
    differences: list[str] = []
    with Parts(directory, port) as parts:
        parts.wait_until_ready()
        tables = [_tables(port, n, writers, chance) for n in range(clubs)]
        working = Clients([scorekeeper for club in tables for scorekeeper in club])
        working.start()
        try:
            for n, (name, kill) in enumerate(islice(_in_turn(parts.ways, chance), kills), 1):
                known = working.acknowledged
                time.sleep(chance.random() * 0.2)
                kill(chance)
                counted[name] += 1
                working.wait_for_one_more(known)
                if n % VERIFY_EVERY == 0:
                    differences += _verified(parts, tell, f"{n} kills, {working.acknowledged} acts acknowledged")
        except TimeoutError:
            tell(parts.state())
            raise
        finally:
            working.stop()
        working.check()
        parts.wait_until_ready()
        differences += _verified(parts, tell, "the end")
        audits = tuple(_audit(parts, club) for club in tables)
        unheard = sum(scorekeeper.lost for scorekeeper in working.scorekeepers)
    return Outcome(counted, unheard, audits, tuple(differences))


def _in_turn(ways: dict[str, Kill], chance: Random) -> Iterator[tuple[str, Kill]]:
    """The ways to kill, by chance, but none a second time before every other has had its turn."""
    while True:
        yield from chance.sample(list(ways.items()), len(ways))


def _verified(parts: Parts, tell: Callable[[str], None], when: str) -> list[str]:
    difference = parts.verify()
    tell(f"{when}: {difference or 'all agrees'}")
    return [difference] if difference else []


def _tables(port: int, number: int, writers: int, chance: Random) -> list[Scorekeeper]:
    """A new club, and its scorekeepers, each with a table of his own."""
    operator = line(port, OPERATOR)
    founded = operator("POST", "/v1/clubs", {"name": f"Club {number}", "currency": "GBP"}, f"club-{number}").body
    club, send = founded["id"], line(port, founded["token"])
    scorekeepers = []
    for table in range(writers):
        names = [f"{letter} of {table}" for letter in "ABCDE"[:PLAYERS]]
        keys = {name: f"member-{name}".replace(" ", "-") for name in names}
        members: list[Any] = [
            send("POST", f"/v1/clubs/{club}/members", {"name": name}, key).body["id"] for name, key in keys.items()
        ]
        scorekeepers.append(Scorekeeper(send, club, members, Random(chance.random()), sent=set(keys.values())))
    return scorekeepers


def _audit(parts: Parts, scorekeepers: list[Scorekeeper]) -> Audit:
    """The audit of a club. Its first two events are those of its founding, which no scorekeeper sent."""
    acknowledged = [write for scorekeeper in scorekeepers for write in scorekeeper.acknowledged]
    sent = {key for scorekeeper in scorekeepers for key in scorekeeper.sent}
    pool = SharedPool(parts.database.url)
    try:
        datastore = SharedDatastore(pool, UUID(scorekeepers[0].club))
        return audit(ClubStore(datastore), ReadTables(datastore), acknowledged, sent, before=2)
    finally:
        pool.close()


@click.command()
@click.option("--kills", default=1000, show_default=True, help="How often to kill something.")
@click.option("--clubs", default=2, show_default=True, help="How many clubs are recorded at the same time.")
@click.option("--writers", default=4, show_default=True, help="How many clients record in each club.")
@click.option("--port", default=8342, show_default=True, help="The port of the service that is killed.")
@click.option("--seed", type=int, help="Repeats the kills of an earlier run. Default: a random seed, which is printed.")
def main(kills: int, clubs: int, writers: int, port: int, seed: int | None) -> None:
    """Start a service, kill its parts at random, and report lost and doubled acts, and what no longer agrees."""
    seed = Random().randrange(10**9) if seed is None else seed
    click.echo(f"seed {seed}")
    with TemporaryDirectory(prefix="poolbook-kill-", ignore_cleanup_errors=True) as directory:
        outcome = run(Path(directory), seed=seed, kills=kills, clubs=clubs, writers=writers, port=port, tell=click.echo)
    for victim, times in sorted(outcome.kills.items()):
        click.echo(f"killed {victim}: {times}")
    for audited in outcome.audits:
        lost, doubled = len(audited.lost), len(audited.doubled)
        click.echo(f"{audited.acknowledged} acknowledged, {audited.events} events, {lost} lost, {doubled} doubled")
        for strange in audited.strange:
            click.echo(f"strange: {strange}")
    click.echo(f"{outcome.unheard} requests heard no answer")
    sys.exit(0 if outcome.clean else 1)


if __name__ == "__main__":
    main()
