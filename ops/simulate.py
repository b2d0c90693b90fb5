"""A simulation of clients, faults and the follower from one seed: `python -m ops.simulate --seed 7 --steps 5000`.

Everything runs in one thread: at each step a client sends something, or the follower folds a batch, or a fault
happens. The same seed gives the same books, and every run prints its seed.
"""

import hashlib
import sys
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import click

from ledger.store import ClubStore, SharedDatastore
from ops.embedded import EmbeddedPostgres
from ops.faults.audit import Audit, audit
from ops.faults.scorekeeper import Answer, Scorekeeper
from ops.faults.world import OPERATOR, World
from ops.migrate import migrate
from projections import READ_MODELS
from projections.follow import ClubFollower
from projections.rebuild import rebuild
from projections.tables import ReadTables
from projections.verify import verify

TABLES = 2
PLAYERS = 4


class Wrong(AssertionError):
    """The service did something that it must never do."""


class FollowerDied(Exception):
    """The follower dies in the middle of a batch."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a run. `digest` is a hash of everything written, in order, by which two runs can be compared."""

    seed: int
    happened: Counter[str]
    audit: Audit
    digest: str


class Simulation:
    """One club with two tables, a scorekeeper at each, and the follower."""

    def __init__(self, url: str, seed: int) -> None:
        self.seed = seed
        self.world = World(url, seed)
        self.chance = self.world.chance
        with self.world.calm():
            send = partial(self.world.send, OPERATOR)
            founded = send("POST", "/v1/clubs", {"name": "The Club", "currency": "LSD"}, f"found-{seed}").body
            self.club = founded["id"]
            self.token: str = founded["token"]
            members = [self._member(name) for name in "ABCDEFGH"[: TABLES * PLAYERS]]
        self.before = self._store().max_position()
        self.clients = [
            Scorekeeper(self._send, self.club, members[n::TABLES], Random(f"{seed} {n}")) for n in range(TABLES)
        ]

    def _member(self, name: str) -> str:
        path = f"/v1/clubs/{self.club}/members"
        member: str = self.world.send(self.token, "POST", path, {"name": name}, f"member-{name}").body["id"]
        return member

    def run(self, steps: int) -> Outcome:
        """Take `steps` steps, let every client finish its pending write, repeat every write, audit and verify.

        Raises Wrong.
        """
        for _ in range(steps):
            self._step()
        with self.world.calm():
            for client in self.clients:
                while client.pending is not None:
                    client.step()
            self._repeat_everything()
        acknowledged = [write for client in self.clients for write in client.acknowledged]
        sent = {key for client in self.clients for key in client.sent}
        audited = audit(self._store(), self._tables(), acknowledged, sent, self.before)
        self._verify()
        outcome = Outcome(self.seed, self.world.happened, audited, self._digest())
        self.world.end()
        return outcome

    def _step(self) -> None:
        fate = self.chance.random()
        if fate < 0.75:
            client = self.chance.choice(self.clients)
            if client.step():
                self._read_back(client)
        elif fate < 0.93:
            self._follow()
        else:
            self.world.befall()

    def _send(self, method: str, path: str, body: Any, key: str | None) -> Answer:
        answer = self.world.send(self.token, method, path, body, key)
        if answer.status >= 500 and answer.status != 503:
            raise Wrong(f"{method} {path} {body}: {answer.status} {answer.body}")
        return answer

    # What must hold at every moment

    def _read_back(self, client: Scorekeeper) -> None:
        """Check that the last acknowledged act can be read at once, and that its stakes add up to the pool."""
        last = client.acknowledged[-1]
        if not last.write.path.endswith("/actions"):
            return
        with self.world.calm():
            game = self._send("GET", last.write.path.removesuffix("/actions"), None, None).body
        if game["version"] < last.version:
            raise Wrong(f"version {last.version} was acknowledged and {game['version']} is read")
        staked = sum(stake["total"] for stake in game["stakes"].values())
        if game["phase"] not in ("settled", "unopened") and game["carried_in"] == 0 and game["jack_pot"] is None:
            self._equal(staked, game["pool"], "the stakes and the pool")

    def _repeat_everything(self) -> None:
        """Send every acknowledged act once more: the answer must be the same, and nothing must be written.

        What differs from it must not pass under its key.
        """
        position = self._store().max_position()
        for client in self.clients:
            for acknowledged in client.acknowledged:
                again = self._send("POST", acknowledged.write.path, acknowledged.write.body, acknowledged.write.key)
                self._equal(again.headers.get("Idempotency-Replayed"), "true", "a repeat")
                self._equal(
                    _without_position(again.body), _without_position(acknowledged.body), acknowledged.write.path
                )
                other = {**acknowledged.write.body, "note": "of another body"}
                answer = self._send("POST", acknowledged.write.path, other, acknowledged.write.key)
                self._equal(answer.status, 422, "the status of another body under the same key")
        self._equal(self._store().max_position(), position, "the position after the repeats")

    def _equal(self, actual: Any, expected: Any, what: str) -> None:
        if actual != expected:
            raise Wrong(f"{what}: {actual!r} is not {expected!r}")

    def _verify(self) -> None:
        report = verify(self.world.url, self.world.clubs.entry(UUID(self.club)))
        difference = report.first_difference
        self._equal(difference and difference.sentence, None, "the first difference that verification finds")

    # The follower

    def _follow(self) -> None:
        """Fold a batch; sometimes die in it; sometimes rebuild the read tables instead."""
        fate = self.chance.random()
        tables, store = self._tables(), self._store()
        if fate < 0.1:
            self.world.happened["the follower died in a batch"] += 1
            self._die_following(store, tables)
        elif fate < 0.13:
            self.world.happened["the read tables were made anew"] += 1
            rebuild(store, tables)
        else:
            ClubFollower(store, tables).advance(self.chance.randint(1, 40))

    def _die_following(self, store: ClubStore, tables: ReadTables) -> None:
        position = tables.position()

        class Mortal:
            name, tables = "mortal", ()

            def apply(self, *_: object) -> None:
                raise FollowerDied

            def forget(self, *_: object) -> None:
                raise NotImplementedError

        try:
            ClubFollower(store, tables, [*READ_MODELS, Mortal()]).advance()
        except FollowerDied:
            self._equal(tables.position(), position, "the position after a batch that died")

    # The books

    def _datastore(self) -> SharedDatastore:
        return SharedDatastore(self.world.clubs.pool, UUID(self.club))

    def _store(self) -> ClubStore:
        return ClubStore(self._datastore())

    def _tables(self) -> ReadTables:
        return ReadTables(self._datastore())

    def _digest(self) -> str:
        summed = hashlib.sha256()
        position = 0
        store = self._store()
        while page := list(store.notifications(position, 500)):
            for logged in page:
                summed.update(f"{logged.recorded.originator_id} {logged.recorded.at}".encode() + logged.stored.state)
            position = page[-1].position
        return summed.hexdigest()


def _without_position(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name != "position"}


@click.command()
@click.option("--seed", type=int, help="Repeats an earlier run. Default: a random seed, which is printed.")
@click.option("--steps", default=5000, show_default=True, help="How many steps to simulate.")
def main(seed: int | None, steps: int) -> None:
    """Simulate clients and faults in a database of its own, and report the faults, and lost and doubled acts."""
    seed = Random().randrange(10**9) if seed is None else seed
    click.echo(f"seed {seed}, {steps} steps")
    place = TemporaryDirectory(prefix="poolbook-simulate-", ignore_cleanup_errors=True)
    with place as directory, EmbeddedPostgres(Path(directory)) as server:
        migrate(server.url)
        outcome = Simulation(server.url, seed).run(steps)
    for happening, times in sorted(outcome.happened.items()):
        click.echo(f"{times:6} {happening}")
    audited = outcome.audit
    click.echo(f"{audited.acknowledged} acknowledged, {len(audited.lost)} lost, {len(audited.doubled)} doubled")
    for strange in audited.strange:
        click.echo(f"strange: {strange}")
    click.echo(f"digest {outcome.digest}")
    sys.exit(0 if audited.clean else 1)


if __name__ == "__main__":
    main()
