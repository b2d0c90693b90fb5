"""Kill the parts of a running service at random moments while clients record: `python -m ops.kill --kills 1000`.

Every client sends each act under a key of its own until it is answered. At the end every acknowledged act must
stand in the books once, nothing twice, and the read tables made anew must be those that the follower made.
"""

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import click

from ledger.store import ClubStore, Directory, SharedDatastore, SharedPool
from ops.faults.audit import Audit, audit
from ops.faults.lines import line
from ops.faults.parts import OPERATOR, Parts
from ops.faults.scorekeeper import Scorekeeper
from projections.tables import ReadTables

PLAYERS = 5
PATIENCE_SECONDS = 45.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it. `kills` by what was killed; `unheard`: requests to which no answer came."""

    kills: Counter[str]
    unheard: int
    audits: tuple[Audit, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing acknowledged was lost or doubled in any club."""
        return all(each.clean for each in self.audits)


class Clients:
    """Scorekeepers, each in a thread, until they are told to stop."""

    def __init__(self, scorekeepers: list[Scorekeeper]) -> None:
        self.scorekeepers = scorekeepers
        self._ended = threading.Event()
        self.failures: list[BaseException] = []
        self._threads = [threading.Thread(target=self._work, args=(each,), daemon=True) for each in scorekeepers]

    @property
    def acknowledged(self) -> int:
        """How much was acknowledged so far."""
        return sum(len(each.acknowledged) for each in self.scorekeepers)

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End, each after the request in hand."""
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
        """Until something more is acknowledged. Raises TimeoutError, or what a client met."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self.acknowledged <= than:
            self.check()
            if time.monotonic() > deadline:
                raise TimeoutError("recording did not resume")
            time.sleep(0.01)

    def check(self) -> None:
        """Raises what a client met, if it was something that must never be."""
        if self.failures:
            raise self.failures[0]


def run(
    directory: Path, *, seed: int, kills: int, clients: int = 3, port: int = 8342, tell: Callable[[str], None] = print
) -> Outcome:
    """Start the parts, kill so many times, and hold the books against what was acknowledged."""
    chance = Random(seed)
    counted: Counter[str] = Counter()
    with Parts(directory, port) as parts:
        parts.wait_until_ready()
        scorekeepers = [_scorekeeper(port, n, Random(chance.random())) for n in range(clients)]
        working = Clients(scorekeepers)
        working.start()
        try:
            for n in range(kills):
                known = working.acknowledged
                time.sleep(chance.random() * 0.2)
                name, kill = chance.choice(list(parts.ways.items()))
                kill(chance)
                counted[name] += 1
                working.wait_for_one_more(known)
                if (n + 1) % 50 == 0:
                    tell(f"{n + 1} kills, {working.acknowledged} acts acknowledged")
        except TimeoutError:
            tell(parts.state())
            raise
        finally:
            working.stop()
        working.check()
        parts.wait_until_ready()
        audits = tuple(_audit(parts, each) for each in scorekeepers)
    return Outcome(counted, sum(each.lost for each in scorekeepers), audits)


def _scorekeeper(port: int, number: int, chance: Random) -> Scorekeeper:
    operator = line(port, OPERATOR)
    founded = operator("POST", "/v1/clubs", {"name": f"Club {number}", "currency": "GBP"}, f"club-{number}").body
    club, send = founded["id"], line(port, founded["token"])
    members: list[Any] = [
        send("POST", f"/v1/clubs/{club}/members", {"name": name}, f"member-{name}").body["id"]
        for name in "ABCDE"[:PLAYERS]
    ]
    return Scorekeeper(send, club, members, chance, sent={f"member-{name}" for name in "ABCDE"})


def _audit(parts: Parts, scorekeeper: Scorekeeper) -> Audit:
    pool = SharedPool(parts.database.url)
    try:
        entry = Directory(SharedDatastore(pool, "poolbook")).find_club(UUID(scorekeeper.club))
        assert entry is not None
        datastore = SharedDatastore(pool, entry.schema_name)
        # The club's first events are those of its founding, which no scorekeeper sent.
        return audit(ClubStore(datastore), ReadTables(datastore), scorekeeper.acknowledged, scorekeeper.sent, before=2)
    finally:
        pool.close()


@click.command()
@click.option("--kills", default=1000, show_default=True)
@click.option("--clients", default=3, show_default=True)
@click.option("--port", default=8342, show_default=True)
@click.option("--seed", type=int, help="Of what is killed and when; another each time unless it is given.")
def main(kills: int, clients: int, port: int, seed: int | None) -> None:
    """Kill parts of a service of its own at random, and say what was lost and what was doubled."""
    seed = Random().randrange(10**9) if seed is None else seed
    click.echo(f"seed {seed}")
    with TemporaryDirectory(prefix="poolbook-kill-", ignore_cleanup_errors=True) as directory:
        outcome = run(Path(directory), seed=seed, kills=kills, clients=clients, port=port, tell=click.echo)
    for what, times in sorted(outcome.kills.items()):
        click.echo(f"killed {what}: {times}")
    for each in outcome.audits:
        lost, doubled = len(each.lost), len(each.doubled)
        click.echo(f"{each.acknowledged} acknowledged, {each.events} events, {lost} lost, {doubled} doubled")
        for strange in each.strange:
            click.echo(f"strange: {strange}")
    click.echo(f"{outcome.unheard} requests heard no answer")
    sys.exit(0 if outcome.clean else 1)


if __name__ == "__main__":
    main()
