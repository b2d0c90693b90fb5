"""What age and number cost: `python -m ops.bench_scale`.

It compares games late in a sitting with early ones, recorded in turn, so that noise on the machine affects both;
medians count. Then it looks at a database of many clubs, in which nothing happens: the work of the follower is the
processor time of this process and of every process of the database.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from uuid import uuid4

import click
import psycopg
from rich.progress import Progress

from api.app import create_app
from api.settings import Settings
from ledger.application.clubs import Clubs
from ledger.play.commands import Deal, Pass
from ops.bench import Table, _request
from ops.embedded import EmbeddedPostgres
from ops.migrate import migrate
from projections.follow import Follower

_MANY = """
    INSERT INTO poolbook.clubs (id, name, currency, created_at)
    SELECT gen_random_uuid(), 'club ' || n, 'GBP', now() FROM generate_series(1, %s) AS n
"""
_PROCESSES = "SELECT pid FROM pg_stat_activity"


def seconds_of(act: Callable[[], object]) -> float:
    """How long something takes."""
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def play(table: Table) -> float:
    """Record one game in which everybody passes, and begin the next; how many seconds it took."""
    begun = time.perf_counter()
    for command in (Deal(), *[Pass()] * 5):
        table.act(command)
    table.game = table.start()
    return time.perf_counter() - begun


def late_to_early(clubs: Clubs, games: int, rounds: int) -> float:
    """What a game costs after so many games of its sitting, as a ratio to the first games of another."""
    club, _ = clubs.found_club(_request(), "Late", "GBP")
    late = Table(clubs.books(club.id))
    for _ in range(games):
        play(late)
    times: list[tuple[float, float]] = []
    for n in range(rounds):
        if n % 10 == 0:
            early = Table(clubs.books(club.id))
            play(early)
        times.append((play(late), play(early)))
    lates, earlies = zip(*times, strict=True)
    return float(median(lates) / median(earlies))


def founding(clubs: Clubs, rounds: int) -> float:
    """Seconds to found a club, with its first event and its owner's token."""
    return median(seconds_of(lambda: clubs.found_club(_request(), str(uuid4()), "GBP")) for _ in range(rounds))


def ready(clubs: Clubs, directory: Path, rounds: int) -> float:
    """Seconds to answer /readyz, without the network."""
    client = create_app(Settings.from_environment({"POOLBOOK_DATA_DIR": str(directory)}), clubs).test_client()
    client.get("/readyz")
    return median(seconds_of(lambda: client.get("/readyz")) for _ in range(rounds))


def idle(clubs: Clubs, url: str, seconds: float) -> float:
    """The share of a core that the follower and its database use while nothing happens."""
    with Follower(clubs.pool), psycopg.connect(url, autocommit=True) as connection:
        time.sleep(3)
        processes = [pid for (pid,) in connection.execute(_PROCESSES)]
        before = time.process_time() + sum(map(_processor_seconds, processes))
        time.sleep(seconds)
        after = time.process_time() + sum(map(_processor_seconds, processes))
    return (after - before) / seconds


def _processor_seconds(process: int) -> float:
    """The processor time of a process; 0 once it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@click.command()
@click.option("--games", default=300, show_default=True, help="How many games the old sitting has.")
@click.option("--clubs", "many", default=10_000, show_default=True, help="How many clubs the database has.")
@click.option("--rounds", default=60, show_default=True, help="How often each is measured; the median counts.")
@click.option("--seconds", default=20.0, show_default=True, help="How long the idle follower is watched.")
def main(games: int, many: int, rounds: int, seconds: float) -> None:
    """Print what a late game, many clubs and an idle follower cost."""
    with TemporaryDirectory(prefix="poolbook-scale-") as place, EmbeddedPostgres(Path(place)) as server:
        migrate(server.url)
        clubs = Clubs(server.url)
        with Progress(transient=True) as bar:
            task = bar.add_task("measuring", total=5)
            ratio = late_to_early(clubs, games, rounds)
            bar.advance(task)
            with psycopg.connect(server.url) as connection:
                connection.execute(_MANY, (many,))
            bar.advance(task)
            found = founding(clubs, rounds)
            bar.advance(task)
            answered = ready(clubs, Path(place), rounds)
            bar.advance(task)
            share = idle(clubs, server.url, seconds)
        clubs.close()
    click.echo(f"a game after {games} games of its sitting: {ratio:.2f} times a first game")
    click.echo(f"with {many} clubs: founding one {found * 1000:.1f} ms, /readyz {answered * 1000:.1f} ms")
    click.echo(f"the idle follower and its database: {share:.1%} of a core")


if __name__ == "__main__":
    main()
