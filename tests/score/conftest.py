"""An evening at the prompt, on the books of a fresh club."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ledger.application.club_books import ClubBooks, Request
from ledger.application.game_files import SCOREKEEPER
from ledger.store import Club, ClubStore, SharedDatastore, SharedPool, StoreUnavailable
from ops.score.evening import Evening
from ops.score.expand import expand
from ops.score.journal import opened
from ops.score.sending import Sender
from ops.score.session import Session

ROOT = Path(__file__).parents[2]
ILLUSTRATED = ROOT / "ops" / "demo" / "illustrated.game"

SHORT = (
    *("ante 3", "limit 12", "players A, B, C, D, E", "c all 10 r 5 w 5 b", "game d a", "deal"),
    *("6", "p", "6", "18", "15", "2", "12", "5", "p", "1", "6", "6", "18", "24", "p", "12"),
    *("khkdks7c4d", "qcqd8s8h2c", "b b all", "close"),
)
"""The illustrated game as a scorer types it."""

Start = Callable[..., Session]


class Cut(ClubStore):
    """A store whose connection can be cut: `before` a save, or `after` it, when only its answer is lost."""

    cut: str | None = None

    def save(self, *arguments: Any, **named: Any) -> Any:
        if self.cut == "before":
            raise StoreUnavailable("the connection was cut")
        saved = super().save(*arguments, **named)
        if self.cut == "after":
            raise StoreUnavailable("the connection was cut")
        return saved


def evening_of(*typed: str) -> Evening:
    """The evening after these typed lines, all of which are lawful."""
    evening = Evening()
    for line in typed:
        after = expand(evening, line).evening
        assert after is not None, line
        evening = after
    return evening


def lines_of(evening: Evening) -> list[str]:
    """The lines of an evening, as they are kept."""
    return [*evening.head, *(stage.text for stage in evening.stages[1:])]


def in_the_record(books: ClubBooks, session: Session) -> dict[str, int]:
    """What every player has won or lost by the record, by name."""
    sitting = session.sender.recording.sitting
    assert sitting is not None
    club = books.club()
    return {club.name_of(m): books.sitting(sitting).won.get(m, 0) for m in books.sitting(sitting).funds}


@pytest.fixture
def books(store: ClubStore, club: Club) -> ClubBooks:
    """The books of a fresh club."""
    books = ClubBooks(club.id, store)
    books.found_club(Request(SCOREKEEPER, "found", b""), club.name, club.currency)
    return books


@pytest.fixture
def start(books: ClubBooks, tmp_path: Path) -> Start:
    """Starts the prompt on a file, and types lines. A file is let go first, as by a process that was killed."""
    held: dict[Path, Session] = {}

    def begin(
        *typed: str, name: str = "evening.game", on: ClubBooks | None = None, add_members: bool = True
    ) -> Session:
        path = tmp_path / name
        if path in held:
            held[path].journal.close()
        journal = opened(path)
        session = Session(Sender(lambda: on or books, journal.evening), journal, add_members=add_members)
        session.load()
        for line in typed:
            answer = session.enter(line)
            assert not answer.refused, answer.rows
        held[path] = session
        return session

    return begin


@pytest.fixture
def cut(pool: SharedPool, club: Club, books: ClubBooks) -> tuple[ClubBooks, Cut]:
    """The same books, on a store that can be cut."""
    store = Cut(SharedDatastore(pool, club.id))
    return ClubBooks(club.id, store), store
