"""What recording costs: `python -m ops.bench` prints ratios to a bare insert-and-commit on the same server.

Every round measures all the ways one after another, so that noise on the machine affects each of them; the median
round counts. Only the ratios can be compared between machines.
"""

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from multiprocessing import get_context
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID, uuid4

import click
import psycopg

from api.settings import MOST_REQUESTS, Settings
from ledger.application.club_books import ClubBooks, Request
from ledger.articles import Articles
from ledger.events.sitting import Counters
from ledger.laws.readings import complete
from ledger.play.commands import Command, Deal, Draw, Pass, Stake, Stand
from ledger.roles import Role
from ledger.store import Actor
from ledger.table.agreement import Seating
from ledger.table.commands import SellCounters
from ops.database import Database, clubs_in, opened
from ops.serving import Server, signer_of

ACTOR = Actor(token=None, member=None, role=Role.SCOREKEEPER)
HOST, PORT = "127.0.0.1", 8282
EVENING = 50
"""Games in a sitting. Beginning and settling a game reads the sitting, so an endless sitting would grow slow."""

Steps = Iterator[None]
Way = Callable[[], Steps]


class Table:
    """A sitting of five players whose games are dealt and passed out, each act in a save of its own."""

    def __init__(self, books: ClubBooks) -> None:
        self.books = books
        for n in range(5):
            books.add_member(_request(), f"member {n}", same_name=True)
        self.members = tuple(books.club().members)[-5:]
        self.sit_down()

    def sit_down(self) -> None:
        """Open a sitting and begin its first game."""
        books, members = self.books, self.members
        articles = Articles(ante=1, limit=100, readings=complete({}))
        self.sitting = books.open_sitting(
            _request(), Seating(seats=members, articles=articles, held_on="1895-11-02")
        ).stream
        for member in members:
            books.enter(_request(), self.sitting, SellCounters(player=member, counters=Counters(odd=10**9)))
        self.game = self.start(members[0])

    def start(self, dealer: str | None = None) -> UUID:
        """Begin a game; its id."""
        return self.books.start_game(_request(), self.sitting, dealer, ()).stream

    def act(self, command: Command) -> None:
        """Record one act of the game that runs."""
        self.books.act(_request(), self.game, command)

    def pass_out(self) -> Steps:
        """Record acts for ever, in sittings of EVENING games in which everybody passes."""
        while True:
            for _ in range(EVENING):
                for command in (Deal(), *[Pass()] * 5):
                    self.act(command)
                    yield
                self.game = self.start()
                yield
            self.sit_down()

    def long_game(self) -> None:
        """Record the acts of a game of about forty events, without its end."""
        for command in (Deal(), *[Stake(amount=2)] * 4, Stake(amount=1), *[Draw(discard=1)] * 5, *[Stand()] * 5):
            self.act(command)
        for bet in range(24):
            self.act(Stake(amount=1 if bet == 0 else 2))


def _request() -> Request:
    return Request(ACTOR, str(uuid4()), b"bench")


def bare(url: str) -> Steps:
    """Insert a row of an event's size and commit, for ever."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS public.bare (id bigserial PRIMARY KEY, state bytea)")
        while True:
            connection.execute("INSERT INTO public.bare (state) VALUES (%s)", (b"x" * 400,))
            yield


def application(database: Database, club: UUID) -> Steps:
    """Record acts through the application, without HTTP."""
    with clubs_in(database) as clubs:
        yield from Table(clubs.books(club)).pass_out()


def over_http(database: Database, club: UUID, token: str) -> Steps:
    """Record the same acts over HTTP, on one connection."""
    with clubs_in(database) as clubs:
        yield from _posted(Table(clubs.books(club)), token)


def _posted(table: Table, token: str) -> Steps:
    connection = HTTPConnection(HOST, PORT)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        document: dict[str, Any] = json.loads(answer.read())
        if answer.status != 201:
            raise RuntimeError(f"{path} answered {answer.status}: {document}")
        return document

    while True:
        game = str(table.game)
        for _ in range(EVENING):
            for action in ("deal", *["pass"] * 5):
                post(f"/v1/games/{game}/actions", {"action": action})
                yield
            game = post(f"/v1/sittings/{table.sitting}/games", {})["id"]
            yield
        table.sit_down()


def _count(way: Way, seconds: float, ready: Any, go: Any, counts: Any) -> None:
    steps = way()
    next(steps)
    ready.release()
    go.wait()
    steps_taken, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        next(steps)
        steps_taken += 1
    counts.put(steps_taken)


def rate(way: Way, clients: int, seconds: float) -> float:
    """Steps per second of `clients` processes that begin together."""
    context = get_context("spawn")
    ready, go, counts = context.Semaphore(0), context.Event(), context.Queue()
    processes = [context.Process(target=_count, args=(way, seconds, ready, go, counts)) for _ in range(clients)]
    for process in processes:
        process.start()
    for _ in processes:
        ready.acquire()
    go.set()
    total = sum(counts.get() for _ in processes)
    for process in processes:
        process.join()
    return float(total / seconds)


def lag_under(way: Way, seconds: float) -> list[int]:
    """How many events the read tables were behind while four clients recorded, measured twenty times a second."""
    lags: list[int] = []
    with ThreadPoolExecutor(1) as pool:
        recording = pool.submit(rate, way, 4, seconds)
        while not recording.done():
            connection = HTTPConnection(HOST, PORT)
            connection.request("GET", "/readyz")
            lags.append(json.loads(connection.getresponse().read())["lag"])
            connection.close()
            time.sleep(0.05)
        recording.result()
    return lags


def loads(database: Database, club: UUID, rounds: int) -> tuple[float, float, int]:
    """Median seconds to load a long game, median seconds to select its bare rows, and its number of events."""
    with clubs_in(database) as clubs, psycopg.connect(database.url, autocommit=True) as connection:
        books = clubs.books(club)
        table = Table(books)
        table.long_game()
        select = "SELECT state FROM poolbook.stored_events WHERE club = %s AND originator_id = %s"
        rows = len(connection.execute(select, (club, table.game)).fetchall())
        whole = _median_time(lambda: books.game(table.game), rounds)
        plain = _median_time(lambda: connection.execute(select, (club, table.game)).fetchall(), rounds)
        return whole, plain, rows


def _median_time(act: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        act()
        times.append(time.perf_counter() - begun)
    return median(times)


@contextmanager
def serving(settings: Settings, database: Database) -> Iterator[None]:
    """Run the service in a process of its own during the block."""
    process = get_context("spawn").Process(target=_serve, args=(settings, database))
    process.start()
    for _ in range(200):
        try:
            connection = HTTPConnection(HOST, PORT)
            connection.request("GET", "/livez")
            connection.getresponse().read()
            break
        except OSError:
            time.sleep(0.1)
    try:
        yield
    finally:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGTERM)
        process.join()


def _serve(settings: Settings, database: Database) -> None:
    """Run the service with its log discarded; a terminal would slow it down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    Server(settings, database, signer_of(settings)).run()


@click.command()
@click.option("--rounds", default=5, show_default=True, help="How many rounds; the median counts.")
@click.option("--seconds", default=2.0, show_default=True, help="How long each way is measured in a round.")
def main(rounds: int, seconds: float) -> None:
    """Print the cost of recording as a ratio to a bare insert-and-commit, and of loading a game to a bare select."""
    with TemporaryDirectory(prefix="poolbook-bench-") as place:
        own = {"POOLBOOK_DATA_DIR": place, "POOLBOOK_PORT": str(PORT)}
        environment = {**os.environ, **own, "POOLBOOK_REQUESTS_PER_SECOND": str(MOST_REQUESTS)}
        settings = Settings.from_environment(environment)
        with opened(settings) as database, clubs_in(database) as clubs:
            club, issued = clubs.found_club(_request(), "Bench", "GBP")
            with serving(settings, database):
                _rates(rounds, seconds, database, club.id, issued.secret or "")
                lags = lag_under(partial(over_http, database, club.id, issued.secret or ""), seconds)
            whole, plain, events = loads(database, club.id, 200)
    click.echo(f"the follower under four clients: {median(lags):.0f} events behind, {max(lags)} at the worst")
    click.echo(
        f"loading a game of {events} events: {whole / plain:.1f} times a bare select of its rows, {whole * 1000:.2f} ms"
    )


def _rates(rounds: int, seconds: float, database: Database, club: UUID, token: str) -> None:
    ways: dict[str, Way] = {
        "bare insert and commit": partial(bare, database.url),
        "application alone": partial(application, database, club),
        "over HTTP": partial(over_http, database, club, token),
    }
    for clients in (1, 4):
        rates_of: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, way in ways.items():
                rates_of[name].append(rate(way, clients, seconds))
        base = median(rates_of["bare insert and commit"])
        for name, measured in rates_of.items():
            per_second = median(measured)
            click.echo(f"clients {clients}, {name}: {per_second:.0f}/s, ratio {per_second / base:.3f}")


if __name__ == "__main__":
    main()
