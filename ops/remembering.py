"""Two processes that remember, record at one table, correct and erase: `python -m ops.remembering --times 10000`.

Whatever a process reads after a look must be what a reader without a memory finds in the database, and no older than
what was there when it began to read. What it was told to have saved must be there. Every EVENING times both go on to
another sitting, because each comparison reads the whole of one.
"""

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from uuid import UUID, uuid4

import click
from rich.console import Console
from rich.progress import Progress

from ledger.afterwards.game_corrections import Slips
from ledger.application.afterwards import CorrectionRequest, Corrections
from ledger.application.club_books import ClubBooks, NotFound, Request, Saved
from ledger.application.clubs import Clubs
from ledger.application.erasures import Erasures
from ledger.articles import Articles
from ledger.events.sitting import Counters, GameStarted
from ledger.laws.readings import complete
from ledger.play.commands import Deal, Pass
from ledger.refusals import Invalid, Refused
from ledger.roles import Role
from ledger.store import Actor
from ledger.table.agreement import Seating
from ledger.table.commands import SellCounters
from ops.embedded import EmbeddedPostgres
from ops.migrate import migrate

SCOREKEEPER = Actor(token=None, member=None, role=Role.SCOREKEEPER)
Act = Callable[[], Saved]

EVENING = 250
"""How often each process does something in a sitting."""


class AnsweredFromThePast(Exception):
    """A process answered otherwise than the database stood."""


class Rememberer:
    """One process at a table that another process keeps too."""

    def __init__(self, url: str, club: UUID, sittings: Sequence[UUID], seed: int, remembered_events: int) -> None:
        self.clubs = Clubs(url, remembered_events=remembered_events)
        self.plain = Clubs(url)
        self.books: ClubBooks = self.clubs.books(club)
        self.sittings = sittings
        self.sitting = sittings[0]
        self.chance = Random(seed)
        self.outcomes: Counter[str] = Counter()

    def go_on(self, times: int, done: "Synchronized[int]") -> Mapping[str, int]:
        """Do something by chance so often, and compare after each; how often what happened. `done` counts it.

        Raises AnsweredFromThePast.
        """
        for n in range(times):
            self.sitting = self.sittings[n // EVENING]
            act = self.chance.choices([self._play, self._sell, self._correct, self._rename], [10, 4, 3, 1])[0]
            try:
                self._check_saved(act())
                self.outcomes[act.__name__.strip("_")] += 1
            except (Refused, Invalid, NotFound) as error:
                self.outcomes[type(error).__name__] += 1
            for stream in (self.books.club_id, self.sitting, self._game()):
                if stream is not None:
                    self._compare(stream)
            with done.get_lock():
                done.value += 1
        return self.outcomes

    def close(self) -> None:
        """Give the connections back."""
        self.clubs.close()
        self.plain.close()

    # What it does

    def _game(self) -> UUID | None:
        """The last game of the sitting."""
        events = self.books.sitting_events(self.sitting)
        return next((UUID(event.game) for event in reversed(events) if isinstance(event, GameStarted)), None)

    def _play(self) -> Saved:
        """Begin a game, deal, or pass."""
        running = self.books.sitting(self.sitting).game
        if running is None:
            state = self.books.sitting(self.sitting)
            dealer = None if state.last_dealer else self.chance.choice(state.seats)
            return self.books.start_game(_request(), self.sitting, dealer, ())
        game = UUID(running)
        command = Pass() if self.books.game(game).turn.player else Deal()
        return self.books.act(_request(), game, command)

    def _sell(self) -> Saved:
        player = self.chance.choice(self.books.sitting(self.sitting).seats)
        return self.books.enter(_request(), self.sitting, SellCounters(player=player, counters=Counters(odd=5)))

    def _correct(self) -> Saved:
        """Strike the last act of the last game, or make the game void."""
        game = self._game()
        if game is None:
            raise NotFound
        corrections, state = Corrections(self.books), self.books.game(game)
        if self.chance.random() < 0.3:
            return corrections.void(_request(), game, state.seats, "begun by mistake")
        slips = Slips(strike=(state.step,), insert=())
        return corrections.correct_game(_request(), game, CorrectionRequest(slips, "a slip"))

    def _rename(self) -> Saved:
        """Take in a member under a name that is erased at once."""
        member = self.books.add_member(_request(), f"guest {self.chance.random()}")
        added = self.books.recorded(self.books.club_id)[member.last - 1].event
        return Erasures(self.books).erase_name(_request(), added.member, "he asked for it")  # type: ignore[attr-defined]

    # What it compares

    def _check_saved(self, saved: Saved) -> None:
        present = self.plain.books(self.books.club_id).store.version(saved.stream)
        if present < saved.last:
            raise AnsweredFromThePast(f"{saved} was answered, and the stream has {present} events")

    def _compare(self, stream: UUID) -> None:
        store = self.plain.books(self.books.club_id).store
        before = store.version(stream)
        remembered = self.books.recorded(stream)
        stored = tuple(store.load(stream, lte=len(remembered)))
        if remembered != stored:
            # Words may have been erased between the two readings; then a new look has to find that.
            remembered = self.books.recorded(stream)
            stored = tuple(store.load(stream, lte=len(remembered)))
        if remembered != stored or len(remembered) < before:
            raise AnsweredFromThePast(f"stream {stream}: {len(remembered)} events remembered, {before} were there")


def tables(url: str, evenings: int) -> tuple[UUID, list[UUID]]:
    """A new club with so many sittings, each of four players of its own; their ids."""
    clubs = Clubs(url)
    club, _ = clubs.found_club(_request(), "Two rooms", "GBP")
    books = clubs.books(club.id)
    articles = Articles(ante=1, limit=100, readings=complete({}))
    sittings = []
    for evening in range(evenings):
        for n in range(4):
            books.add_member(_request(), f"member {n} of evening {evening}")
        seats = tuple(books.club().members)[-4:]
        seating = Seating(seats=seats, articles=articles, held_on="1895-11-02")
        sittings.append(books.open_sitting(_request(), seating).stream)
    clubs.close()
    return club.id, sittings


def _request() -> Request:
    return Request(SCOREKEEPER, str(uuid4()), b"remembering")


def _in_a_process(
    url: str, club: UUID, sittings: Sequence[UUID], seed: int, times: int, remembered: int, done: "Synchronized[int]"
) -> None:
    process = Rememberer(url, club, sittings, seed, remembered)
    outcomes = process.go_on(times, done)
    process.close()
    click.echo(f"seed {seed}: " + ", ".join(f"{name} {count}" for name, count in sorted(outcomes.items())))


def _show(done: "Synchronized[int]", processes: Sequence[BaseProcess], total: int) -> None:
    """Show how much is done until every process has ended."""
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("remembering", total=total)
        while any(process.is_alive() for process in processes):
            progress.update(task, completed=done.value)
            processes[0].join(0.2)
            processes[-1].join(0.2)
        progress.update(task, completed=done.value)


@click.command()
@click.option("--times", default=10_000, show_default=True, help="How often each of the two processes does something.")
@click.option("--seed", default=1, show_default=True, help="The seed of the first process; the second has the next.")
@click.option("--remembered", default=2_000, show_default=True, help="How many events each process remembers.")
def main(times: int, seed: int, remembered: int) -> None:
    """Let two processes remember, correct and record in one club. Exits with 1 if one answered from the past."""
    with TemporaryDirectory(prefix="poolbook-remembering-") as place, EmbeddedPostgres(Path(place)) as server:
        migrate(server.url)
        club, sittings = tables(server.url, ceil(times / EVENING))
        context = get_context("spawn")
        done = context.Value("i", 0)
        processes = [
            context.Process(target=_in_a_process, args=(server.url, club, sittings, seed + n, times, remembered, done))
            for n in range(2)
        ]
        for process in processes:
            process.start()
        _show(done, processes, 2 * times)
    sys.exit(any(process.exitcode for process in processes))


if __name__ == "__main__":
    main()
