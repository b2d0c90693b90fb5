"""A seeded simulation of clients, faults and the follower: `python -m ops.simulate --seed 7 --steps 5000`.

One state machine in one thread: at each step a client sends something, or the follower folds a batch, or something
befalls the world. The same seed gives the same books. A failure prints the seed that found it.
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

TABLES = 2
PLAYERS = 4


class Wrong(AssertionError):
    """The service did what it must never do."""


class FollowerDied(Exception):
    """The follower is dead in the middle of a batch."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a run. `digest` is over all that was written, in order, so that two runs can be compared."""

    seed: int
    happened: Counter[str]
    audit: Audit
    digest: str


class Simulation:
    """One club, two tables at it, each with a scorekeeper, and the follower."""

    def __init__(self, url: str, seed: int) -> None:
        self.seed = seed
        self.world = World(url, seed)
        self.chance = self.world.chance
        self.told: dict[str, Answer] = {}
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
        found: str = self.world.send(self.token, "POST", path, {"name": name}, f"member-{name}").body["id"]
        return found

    def run(self, steps: int) -> Outcome:
        """Take so many steps, let everybody finish what he began, and hold the books against what was told."""
        for _ in range(steps):
            self._step()
        with self.world.calm():
            for client in self.clients:
                while client.pending is not None:
                    client.step()
            self._repeat_everything()
        told = [each for client in self.clients for each in client.acknowledged]
        sent = {key for client in self.clients for key in client.sent}
        found = audit(self._store(), self._tables(), told, sent, self.before)
        outcome = Outcome(self.seed, self.world.happened, found, self._digest())
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
        if key is not None and answer.status == 201:
            self.told[key] = answer
        return answer

    # What must hold at every moment

    def _read_back(self, client: Scorekeeper) -> None:
        """What was acknowledged is there to be read at once, and its money with it."""
        last = client.acknowledged[-1]
        if not last.asked.path.endswith("/actions"):
            return
        with self.world.calm():
            game = self._send("GET", last.asked.path.removesuffix("/actions"), None, None).body
        if game["version"] < last.version:
            raise Wrong(f"version {last.version} was acknowledged and {game['version']} is read")
        staked = sum(stake["total"] for stake in game["stakes"].values())
        if game["phase"] not in ("settled", "unopened") and game["carried_in"] == 0 and game["jack_pot"] is None:
            self._equal(staked, game["pool"], "the stakes and the pool")

    def _repeat_everything(self) -> None:
        """Every act that was acknowledged, sent once more: the answer is the same, and nothing is written."""
        position = self._store().max_position()
        for client in self.clients:
            for each in client.acknowledged:
                again = self._send("POST", each.asked.path, each.asked.body, each.asked.key)
                self._equal(again.headers.get("Idempotency-Replayed"), "true", "a repeat")
                self._equal(_without_position(again.body), _without_position(each.body), each.asked.path)
        self._equal(self._store().max_position(), position, "the position after the repeats")

    def _equal(self, found: Any, expected: Any, what: str) -> None:
        if found != expected:
            raise Wrong(f"{what}: {found!r} is not {expected!r}")

    # The follower

    def _follow(self) -> None:
        """Fold a batch; sometimes die in it; sometimes make everything anew."""
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

        try:
            ClubFollower(store, tables, [*READ_MODELS, Mortal()]).advance()
        except FollowerDied:
            self._equal(tables.position(), position, "the position after a batch that died")

    # The books

    def _datastore(self) -> SharedDatastore:
        clubs = self.world.clubs
        return SharedDatastore(clubs.pool, clubs.entry(UUID(self.club)).schema_name)

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
@click.option("--seed", type=int, help="Another each time unless it is given.")
@click.option("--steps", default=5000, show_default=True)
def main(seed: int | None, steps: int) -> None:
    """Simulate so many steps in a database of its own, and say what befell and what stands."""
    seed = Random().randrange(10**9) if seed is None else seed
    click.echo(f"seed {seed}, {steps} steps")
    place = TemporaryDirectory(prefix="poolbook-simulate-", ignore_cleanup_errors=True)
    with place as directory, EmbeddedPostgres(Path(directory)) as server:
        migrate(server.url)
        outcome = Simulation(server.url, seed).run(steps)
    for what, times in sorted(outcome.happened.items()):
        click.echo(f"{times:6} {what}")
    found = outcome.audit
    click.echo(f"{found.acknowledged} acknowledged, {len(found.lost)} lost, {len(found.doubled)} doubled")
    for strange in found.strange:
        click.echo(f"strange: {strange}")
    click.echo(f"digest {outcome.digest}")
    sys.exit(0 if found.clean else 1)


if __name__ == "__main__":
    main()
