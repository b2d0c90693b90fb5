"""A simulated world for the application, in which everything random follows from one seed.

The clock, the ids and the salts are injected; requests reach the real application, and the books are in a real
PostgreSQL. A request or its reply may be lost; a request may arrive a second time much later; the process may die
before a save or after it; the connections may be cut; the clock may jump.
"""

from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

import psycopg
from flask import Flask

from api.app import create_app
from api.settings import MOST_REQUESTS, Settings
from ledger.application.clubs import Clubs
from ledger.store import Beside, ClubStore, CommandRow, Recorded, SharedDatastore
from ledger.store.tokens import PREFIX
from ops.faults.scorekeeper import Answer, Lost

OPERATOR = "the-operator-of-a-simulated-world"
BEGINNING = datetime(1896, 11, 5, 20, 0, tzinfo=UTC)


class Crash(BaseException):
    """The simulated process dies. A BaseException, so that nothing in the application catches it."""


class MortalStore(ClubStore):
    """The store of a club in a process that may die before a save or after it."""

    def __init__(self, datastore: SharedDatastore, world: "World") -> None:
        self._world = world
        super().__init__(datastore, lambda: world.chance.randbytes(16))

    def save(  # type: ignore[override]
        self, recorded: Sequence[Recorded], command: CommandRow, beside: Sequence[Beside] = ()
    ) -> tuple[int, Sequence[Recorded]]:
        """Save. Raises Crash before or after it, where the world has decided so."""
        self._world.die_if("before a save")
        saved = super().save(recorded, command, beside)
        self._world.die_if("after a save")
        return saved


class MortalClubs(Clubs):
    """Clubs whose stores are MortalStores."""

    def __init__(self, world: "World") -> None:
        self._world = world
        super().__init__(world.url, world.now, world.new_id, world.new_secret)

    def store_on(self, datastore: SharedDatastore) -> ClubStore:
        """The store of a club's books."""
        return MortalStore(datastore, self._world)


class World:
    """The clock, the random numbers, the process, and the network. `happened` counts the faults by name."""

    def __init__(self, url: str, seed: int) -> None:
        self.url = url
        self.chance = Random(seed)
        self.happened: Counter[str] = Counter()
        self._time = BEGINNING
        self._dying: str | None = None
        self._late: list[Callable[[], Answer]] = []
        self._clubs: MortalClubs | None = None
        self._app: Flask | None = None

    # What is injected

    def now(self) -> datetime:
        """The time: up to half a second later at each call; `befall` may make it jump."""
        self._time += timedelta(milliseconds=self.chance.randint(0, 500))
        return self._time

    def new_id(self) -> UUID:
        """The next id."""
        return UUID(int=self.chance.getrandbits(128), version=4)

    def new_secret(self) -> str:
        """The next token's secret."""
        return PREFIX + urlsafe_b64encode(self.chance.randbytes(32)).decode().rstrip("=")

    def die_if(self, moment: str) -> None:
        """Raise Crash if the process is to die at this moment."""
        if self._dying == moment:
            self._dying = None
            self.happened[f"death {moment}"] += 1
            raise Crash

    # The process

    @property
    def clubs(self) -> MortalClubs:
        """The clubs of the present process; a new process begins if there is none."""
        if self._clubs is None:
            self._clubs = MortalClubs(self)
        return self._clubs

    def _application(self) -> Flask:
        if self._app is None:
            unlimited = {"POOLBOOK_OPERATOR_TOKEN": OPERATOR, "POOLBOOK_REQUESTS_PER_SECOND": str(MOST_REQUESTS)}
            self._app = create_app(Settings.from_environment(unlimited), self.clubs)
        return self._app

    def end(self) -> None:
        """End the process and forget what it had in memory."""
        if self._clubs:
            self._clubs.close()
        self._clubs = self._app = None

    @contextmanager
    def calm(self) -> Iterator[None]:
        """Let no fault happen in this block."""
        self._calm, before = True, self._calm
        yield
        self._calm = before

    _calm = False

    # The way there and back

    def send(self, token: str, method: str, path: str, body: Any, key: str | None) -> Answer:
        """Send a request, which a fault may befall. Raises Lost where no answer arrives."""
        deliver = partial(self._deliver, token, method, path, body, key)
        if self._calm:
            return deliver()
        fate = self.chance.random()
        if fate < 0.05:
            return self._lose("a request")
        if fate < 0.10 and method == "POST":
            self._late.append(deliver)
            return self._lose("a request that comes late")
        if fate < 0.17 and method == "POST":
            self._dying = self.chance.choice(["before a save", "after a save"])
        try:
            answer = deliver()
        except Crash:
            self.end()
            return self._lose("a reply of the dead")
        finally:
            self._dying = None
        if self.chance.random() < 0.07:
            return self._lose("a reply")
        if self.chance.random() < 0.04 and method == "POST":
            self._late.append(deliver)
        return answer

    def _lose(self, what: str) -> Answer:
        self.happened[f"lost: {what}"] += 1
        raise Lost

    def _deliver(self, token: str, method: str, path: str, body: Any, key: str | None) -> Answer:
        headers = {"Authorization": f"Bearer {token}", "X-Request-Id": "simulated"}
        if key is not None:
            headers["Idempotency-Key"] = key
        client = self._application().test_client()
        response = client.open(path, method=method, json=body, headers=headers)
        return Answer(response.status_code, response.json, dict(response.headers))

    # What happens by itself

    def befall(self) -> Answer | None:
        """Let something happen that no client did; if a late request arrived, its answer, which no client hears."""
        fate = self.chance.random()
        if fate < 0.4 and self._late:
            self.happened["a late request came"] += 1
            return self._late.pop(self.chance.randrange(len(self._late)))()
        if fate < 0.7:
            self.happened["the clock jumped"] += 1
            self._time += timedelta(seconds=self.chance.randint(-7200, 7200))
        elif fate < 0.9:
            self.happened["the process was started anew"] += 1
            self.end()
        else:
            self.happened["the connections were cut"] += 1
            cut_connections(self.url)
        return None


def cut_connections(url: str) -> None:
    """End every connection of the service to this database, as a failover does."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
