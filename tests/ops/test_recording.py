"""Every game file, recorded through the application on a real database, gives what it gives in memory."""

from dataclasses import replace
from pathlib import Path

import pytest

from ledger.application.club_books import ClubBooks, Request
from ledger.application.game_files import SCOREKEEPER, Recording, acts_in, record
from ledger.gamefile import GameFile, parse, play
from ledger.store import Club, ClubStore
from tests.ops.conftest import ROOT

FILES = [*sorted((ROOT / "tests" / "games").glob("*.game")), *sorted((ROOT / "ops" / "demo").glob("*.game"))]


@pytest.fixture
def books(store: ClubStore, club: Club) -> ClubBooks:
    """The books of a fresh club."""
    opened = ClubBooks(club.id, store)
    opened.found_club(Request(SCOREKEEPER, "found", b""), "The Green Baize", "GBP")
    return opened


def from_nothing(gamefile: GameFile) -> bool:
    """Whether a file takes over no pool and no kitty; files that do are only rehearsed."""
    return not (gamefile.opening.carried or gamefile.opening.kitty)


RECORDED = [path for path in FILES if from_nothing(parse(path.read_text()))]


def standing(books: ClubBooks, recording: Recording) -> tuple[dict[str, int], dict[str, int], int, bool]:
    """Counters and winnings by name, the carried pool, and whether the sitting is closed."""
    assert recording.sitting is not None
    club, sitting = books.club(), books.sitting(recording.sitting)
    funds = {club.name_of(m): n for m, n in sitting.funds.items()}
    won = {club.name_of(m): n for m, n in sitting.won.items()}
    return funds, won, sitting.carried, sitting.closed


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_file_recorded_is_the_file_rehearsed_and_recording_it_again_adds_nothing(
    books: ClubBooks, path: Path
) -> None:
    gamefile = parse(path.read_text())
    rehearsed = play(gamefile).sitting
    assert rehearsed is not None
    recording = record(books, gamefile, add_members=True)
    expected = (dict(rehearsed.funds), dict(rehearsed.won), rehearsed.carried, rehearsed.closed)
    assert standing(books, recording) == expected
    position = books.store.max_position()
    again = record(books, gamefile, add_members=True)
    assert (again.replayed, again.sitting, again.games) == (acts_in(gamefile), recording.sitting, recording.games)
    assert books.store.max_position() == position


def test_two_evenings_that_differ_only_in_their_day_are_two(books: ClubBooks) -> None:
    text = (ROOT / "ops" / "demo" / "illustrated.game").read_text()
    first = record(books, parse(text), add_members=True)
    second = record(books, parse(text.replace("held on 1895-10-05", "held on 1895-10-12")), add_members=True)
    assert (second.replayed, second.sitting != first.sitting) == (0, True)
    assert books.club().sittings == 2


def test_a_recording_that_was_broken_off_is_taken_up_where_it_stopped(books: ClubBooks) -> None:
    gamefile = parse((ROOT / "ops" / "demo" / "illustrated.game").read_text())

    class Cut(Exception):
        pass

    def cut(acts: int) -> None:
        if acts == 12:
            raise Cut

    with pytest.raises(Cut):
        record(books, gamefile, add_members=True, progress=cut)
    recording = record(books, gamefile, add_members=True)
    assert recording.replayed == 12
    assert standing(books, replace(recording))[1] == {"A": -24, "B": -48, "C": 78, "D": 0, "E": -6}
