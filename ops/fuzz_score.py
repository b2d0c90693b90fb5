"""Fuzz `poolbook score`: mutated commands, typed by chance, against a store that fails now and then.

`python -m ops.fuzz_score --times 50000 --seed N`. After every line what is recorded must be what the lines of the file
say, as far as all of them are recorded; nothing may end in a traceback.
"""

import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import click

from ledger.application.club_books import ClubBooks, Request
from ledger.application.game_files import SCOREKEEPER
from ledger.events.sitting import Counters, GameStarted
from ledger.gamefile import from_events, parse
from ledger.gamefile.lines import Act, GameFile
from ledger.gamefile.rehearsal import Played
from ledger.play.legal import legal_actions
from ledger.refusals import Invalid, Refused
from ledger.store import Club, ClubStore, Directory, SharedDatastore, SharedPool, StoreUnavailable
from ledger.table.commands import SellCounters
from ops.embedded import EmbeddedPostgres
from ops.migrate import migrate
from ops.score.evening import Evening
from ops.score.journal import opened
from ops.score.sending import Sender
from ops.score.session import Session
from ops.score.table import table

LINES_OF_AN_EVENING = 60
"""After how many typed lines a new evening begins."""

HEADS = (
    ("ante 3", "limit 12", "players A, B, C, D, E"),
    ("ante 2", "limit 8", 'players Percy, "Mrs Smith", Zed', "variants joker", "agreed by all"),
    ("ante 1", "limit 5", "players p, s, d, game2", "no loans", "agreed by all"),
)

WORDS = (
    *("ante", "limit", "players", "counters all: 20 red 5 blue", "game", "deal", "p", "s", "st", "d", "k", "sh", "dem"),
    *("stakes", "passes", "draws", "keeps", "stands", "demands", "borrows 5 of the bank", "straddles", "holds 4 drawn"),
    *(
        "shuffles",
        "cuts",
        "exposes 4h",
        "raises",
        "misdeal face_up",
        "collect",
        "buy back all",
        "close",
        "paid nothing",
    ),
    *("strike", "strike", "strike agreed", "anew", "lines", "table", "help", "help stakes", "save", "#", "# a remark"),
    *("irregularly", 'note "x"', "kh kd ks 7c 4d", "AhAdAcAsKh", "0", "1", "2", "5", "6", "12", "999", "-1", "1e9"),
    *(
        "expect pool 3",
        "expect refused",
        "A arrives left of B",
        "B departs",
        "all",
        ":",
        ",",
        ";",
        "->",
        '"',
        "\\",
        "é",
    ),
    *("limits A: loss 5", "A pays 3 toward credit", "waive 25 agreed by all", "cut A 4h, B Kc", "game 1 as played"),
    *("\u2028", "\x00", "\ud7ff", "٣", "#: struck", "the", "pool", "reading", "kitty 1 for expenses", "quit"),
)


class Failing(ClubStore):
    """A store whose connection is lost now and then: before a save, after it, or when something is asked of it."""

    def __init__(self, datastore: SharedDatastore, chance: random.Random) -> None:
        super().__init__(datastore)
        self.chance = chance
        self.share = 0.0

    def save(self, *arguments: Any, **named: Any) -> Any:
        """Save, unless the connection is lost before; or lose the answer."""
        self._may_fail()
        answer = super().save(*arguments, **named)
        self._may_fail()
        return answer

    def find_command(self, *arguments: Any, **named: Any) -> Any:
        """Look a command up, unless the connection is lost."""
        self._may_fail()
        return super().find_command(*arguments, **named)

    def _may_fail(self) -> None:
        if self.chance.random() < self.share:
            raise StoreUnavailable("the connection was lost")


class Differs(Exception):
    """What is recorded is not what the lines say."""


@dataclass
class Fuzzer:
    """Types lines by chance. `places` is a directory for the files of the evenings."""

    pool: SharedPool
    directory: Directory
    places: Path
    chance: random.Random
    counts: Counter[str] = field(default_factory=Counter)
    disturbed: bool = False
    checked: tuple[int, list[str]] = (0, [])

    def run(self, times: int) -> None:
        """Type this many lines. Raises Differs, and whatever the prompt raised."""
        while times > 0:
            times -= self._evening(min(LINES_OF_AN_EVENING, times))

    def _evening(self, most: int) -> int:
        """Type an evening, until it is closed. Returns how many lines were typed."""
        club = Club(id=uuid4(), name=f"Fuzz {uuid4()}", currency="GBP", created_at=datetime.now(UTC))
        assert self.directory.add_club(club)
        store = Failing(SharedDatastore(self.pool, club.id), self.chance)
        books = ClubBooks(club.id, store)
        books.found_club(Request(SCOREKEEPER, "found", b""), club.name, "GBP")
        path = self.places / f"{uuid4()}.game"
        session, self.disturbed = self._started(books, path), False
        for line in self.chance.choice(HEADS):
            session.enter(line)
        typed = 0
        while typed < most and not (session.evening.sitting and session.evening.sitting.closed):
            session = self._typed(session, store, path)
            typed += 1
        store.share = 0.0
        session.sender.flush()
        check(session)
        session.journal.close()
        return typed

    def _started(self, books: ClubBooks, path: Path) -> Session:
        journal = opened(path)
        session = Session(
            Sender(lambda: books, journal.evening), journal, lambda _: self.chance.random() < 0.7, add_members=True
        )
        session.load()
        return session

    def _typed(self, session: Session, store: Failing, path: Path) -> Session:
        """Type one line; sometimes the program is killed and started again, or somebody else records something."""
        what = self.chance.random()
        store.share = self.chance.choice((0.0, 0.0, 0.0, 0.15))
        if what < 0.02:
            self.counts["started again"] += 1
            session.journal.close()
            session = self._started(session.sender.books, path)
        elif what < 0.03:
            sold = self._somebody_else(session)
            self.counts["somebody else"] += sold
            self.disturbed = self.disturbed or sold
        answer = session.enter(self._line(session.evening))
        self.counts["refused" if answer.refused else "kept"] += 1
        session.sender.flush()  # As the thread does that sends in the background.
        self.counts["lost"] += session.sender.lost is not None
        if session.sender.halted is not None and not self.disturbed:
            raise Differs(f"nobody else recorded anything, and yet {session.sender.halted}")
        table(session.evening)
        if session.sender.halted is not None and self.chance.random() < 0.5:
            self.disturbed = session.enter("anew").refused
        position = ClubStore.max_position(store)
        if answer.refused and self.checked == (position, session.journal.rows):
            return session  # Nothing was kept, and nothing recorded.
        check(session)
        self.checked = position, list(session.journal.rows)
        return session

    def _somebody_else(self, session: Session) -> bool:
        """Let somebody else sell counters at the same sitting. Whether he could."""
        club, sitting = session.sender.books.club_id, session.sender.recording.sitting
        if sitting is None:
            return False
        books = ClubBooks(club, ClubStore(SharedDatastore(self.pool, club)))
        sale = SellCounters(player=books.sitting(sitting).seats[0], counters=Counters(red=1))
        try:
            books.enter(Request(SCOREKEEPER, str(uuid4()), b""), sitting, sale)
        except (Refused, Invalid):
            return False
        return True

    def _line(self, evening: Evening) -> str:
        """A line: mostly a lawful act as a scorer would type it, else such a line mutated, or words by chance."""
        kind = self.chance.random()
        if kind < 0.5:
            return self._lawful(evening)
        if kind < 0.8:
            return self._mutated(self._lawful(evening))
        return " ".join(self.chance.choice(WORDS) for _ in range(self.chance.randint(1, 4)))

    def _lawful(self, evening: Evening) -> str:
        game = evening.game
        if game is None or game.over or evening.sitting is None:
            first = evening.players[0] if evening.players else "A"
            begun = "game" if game is not None else f'game dealer "{first}"'
            return self.chance.choice(("counters all: 20 red 5 blue", begun, begun, begun))
        legal = legal_actions(game)
        if not legal:
            return "strike"
        act = self.chance.choice(legal)
        match act.action:
            case "stake":
                return str(self.chance.randint(act.least or 0, act.most or 0))
            case "draw":
                return str(self.chance.randint(0, 5))
            case "show":
                return " ".join(self.chance.sample([f"{r}{s}" for r in "23456789tjqka" for s in "shdc"], 5))
        return {"pass": "p", "stand": "stan", "demand_show": "dem", "straddle": "stra", "deal": "deal"}[act.action]

    def _mutated(self, line: str) -> str:
        cut = self.chance.randint(0, len(line))
        other = self.chance.choice(WORDS)
        return self.chance.choice(
            (
                line[:cut] + other + line[cut:],
                line[:cut] + line[cut + 1 :],
                line[:cut] + self.chance.choice(" :;,#\"'\\->=09azé\x00") + line[cut:],
                f"{other} {line}",
                f"{line} {other}",
                line.upper(),
                line[::-1],
            )
        )


def check(session: Session) -> None:
    """Compare the file with the lines that are kept, and the record with what these lead to. Raises Differs."""
    sender, evening = session.sender, session.evening
    if not evening.stages:
        return
    kept = parse("\n".join(text for _, text, passed_over in session.journal.lines() if passed_over is None))
    _same("the file", [line.act for line in kept.lines], [step.line.act for step in evening.played.steps])
    if not (sender.halted or sender.waiting):
        _same("the record", _recorded(sender), _rehearsed(evening.played))


def _recorded(sender: Sender) -> list[Act]:
    """The acts that are recorded, each game's results among them. A sitting without a date was recorded today."""
    books, sitting = sender.books, sender.recording.sitting
    assert sitting is not None
    with books.memory.at_one_look():
        events = books.sitting_events(sitting)
        games = {e.game: books.game_events(UUID(e.game)) for e in events if isinstance(e, GameStarted)}
        names = {member: name for member, name in books.club().members.items() if name}
    return _undated(from_events(events, games, names))


def _rehearsed(played: Played) -> list[Act]:
    games = {f"game {n}": events for n, events in enumerate(played.game_events, 1)}
    assert played.sitting is not None
    return _undated(from_events(played.sitting_events, games, {name: name for name in played.sitting.funds}))


def _undated(gamefile: GameFile) -> list[Act]:
    return [replace(gamefile.opening, held_on=None), *(line.act for line in gamefile.lines[1:])]


def _same(what: str, actual: Sequence[Act], expected: Sequence[Act]) -> None:
    for n, (one, other) in enumerate(zip_longest(actual, expected), 1):
        if one != other:
            raise Differs(f"{what} has as act {n} {one}, the lines lead to {other}")


@click.command()
@click.option("--times", default=50_000, show_default=True, help="How many lines are typed.")
@click.option("--seed", type=int, help="Repeats an earlier run. Default: a random seed, which is printed.")
def main(times: int, seed: int | None) -> None:
    """Type mutated lines at the prompt, and compare the record with the lines after each."""
    seed = random.SystemRandom().randrange(10**9) if seed is None else seed
    click.echo(f"seed {seed}")
    place = tempfile.TemporaryDirectory(prefix="poolbook-fuzz-", ignore_cleanup_errors=True)
    with place as directory, EmbeddedPostgres(Path(directory)) as server:
        migrate(server.url)
        pool = SharedPool(server.url)
        files = tempfile.TemporaryDirectory(prefix="poolbook-fuzz-score-")
        with files as evenings:
            fuzzer = Fuzzer(pool, Directory(SharedDatastore(pool)), Path(evenings), random.Random(seed))
            try:
                fuzzer.run(times)
            finally:
                pool.close()
                click.echo(", ".join(f"{what}: {n}" for what, n in fuzzer.counts.items()))


if __name__ == "__main__":
    main()
