"""The prompt on a terminal: a whole evening through the keys of prompt_toolkit, and once in a real pseudo-terminal."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.parse import urlencode
from uuid import UUID

import pytest
from click.testing import CliRunner, Result
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from psycopg.conninfo import conninfo_to_dict

from ledger.application.club_books import ClubBooks
from ledger.store import Club
from ops.cli import main
from ops.fuzz_score import check
from ops.score.courier import Courier
from ops.score.prompt import Terminal
from tests.conftest import NoteSeed
from tests.score.conftest import ROOT, SHORT, Cut, Start, in_the_record
from tests.score.test_session import RESULTS

ENTER, TAB, CTRL_C, CTRL_D, UP = "\r", "\t", "\x03", "\x04", "\x1b[A"


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """A keyboard."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


def typed(start: Start, keys: PipeInput, text: str) -> tuple[Terminal, list[str]]:
    """The prompt after these keys and Ctrl-D, and the rows that it printed."""
    rows: list[str] = []
    session = start()
    terminal = Terminal(session, rows.append)
    session.ask = terminal.ask
    keys.send_text(text + CTRL_D)
    terminal.run()
    return terminal, rows


def test_an_evening_is_typed_and_recorded(start: Start, keys: PipeInput, books: ClubBooks) -> None:
    terminal, rows = typed(start, keys, ENTER.join(SHORT) + ENTER)
    assert in_the_record(books, terminal.session) == RESULTS
    assert "= C stakes 6  (C opens with 6)" in rows
    assert "C may stake 6 to 15 or pass" in rows
    assert any(row.endswith("shows K♥ K♦ K♠ 7♣ 4♦") for row in rows)
    assert not any(row.startswith("! ") for row in rows)
    check(terminal.session)


def test_tab_completes_a_word_and_ctrl_c_clears_the_line(start: Start, keys: PipeInput) -> None:
    lines = [*SHORT[:6], "stak" + TAB + " 6", "nonsense" + CTRL_C + "p"]
    terminal, rows = typed(start, keys, ENTER.join(lines) + ENTER)
    assert [row for row in rows if row.startswith("= ")][-2:] == [
        "= C stakes 6  (C opens with 6)",
        "= D passes  (D passes)",
    ]
    assert terminal.session.evening.game is not None


def test_a_refused_line_is_marked_and_a_question_is_answered_by_y_or_n(start: Start, keys: PipeInput) -> None:
    lines = [*SHORT[:5], "strike", "what", "n", "strike", "y", "quit"]
    terminal, rows = typed(start, keys, ENTER.join(lines) + ENTER)
    assert "! a game is made void if all its players agree (law 80): 'strike agreed'" in rows
    assert "struck: game dealer A" in rows
    assert terminal.session.evening.game is None


def test_the_thread_sends_what_waits_when_the_connection_is_back(
    start: Start, books: ClubBooks, cut: tuple[ClubBooks, Cut]
) -> None:
    told: list[str] = []
    lost, store = cut
    session = start(*SHORT[:8], on=lost)
    with Courier(session.sender, told.append, first_pause=0.01) as courier:
        session.send = courier.send
        store.cut = "after"
        for line in SHORT[8:12]:
            session.enter(line)
        assert session.sender.waiting
        store.cut = None
        deadline = time.monotonic() + 20
        while not told and time.monotonic() < deadline:
            time.sleep(0.01)
        assert told == ["the connection is back, and every line is recorded"]
        assert session.standing() == ()
        for line in SHORT[12:]:
            session.enter(line)
    assert in_the_record(books, session) == RESULTS


# -- the command -----------------------------------------------------------------------------------------------


def as_url(conninfo: str) -> str:
    """The address of a database as the setting takes it."""
    parts = {name: str(value) for name, value in conninfo_to_dict(conninfo).items()}
    host = parts.pop("host", "")
    name = parts.pop("dbname")
    return f"postgresql:///{name}?{urlencode({**parts, 'host': host})}"


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> dict[str, str]:
    """The environment of the command: the tests' database, and none of the service's other settings."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("POOLBOOK_")}
    return {
        **inherited,
        "POOLBOOK_DATABASE_URL": as_url(database_url),
        "POOLBOOK_DATA_DIR": str(tmp_path),
        "COLUMNS": "100",
    }


@pytest.fixture
def score(settings: dict[str, str], club: Club, books: ClubBooks, tmp_path: Path) -> Callable[..., Result]:
    """Runs the command with lines on its standard input."""

    def run(text: str | bytes, *options: str) -> Result:
        nothing = {name: None for name in os.environ if name.startswith("POOLBOOK_")}
        arguments = ["score", str(tmp_path / "evening.game"), "--club", str(club.id), *options]
        return CliRunner().invoke(main, arguments, input=text, env={**nothing, **settings})

    return run


def won(books: ClubBooks) -> dict[str, int]:
    """What every player of the latest sitting has won or lost, by name."""
    sitting = books.club().latest_sitting
    assert sitting is not None
    return {books.club().name_of(m): n for m, n in books.sitting(UUID(sitting)).won.items()}


def test_lines_from_a_pipe_are_recorded_and_the_same_command_goes_on(
    score: Callable[..., Result], books: ClubBooks, tmp_path: Path
) -> None:
    result = score("\n".join(SHORT[:8]) + "\n", "--add-members")
    assert result.exit_code == 0, result.output
    *_, last, how_to_go_on = result.stdout.splitlines()
    assert last == "= D passes  (D passes)"
    file = tmp_path / "evening.game"
    assert how_to_go_on == f"8 lines are kept in {file}: `poolbook score {file}` goes on"
    again = score("\n".join(SHORT[8:]) + "\n")
    assert again.exit_code == 0, again.output
    closed = f"the sitting is closed; its 26 lines are recorded, and kept in {file}"
    assert again.stdout.splitlines()[-2:] == ["= close", closed]
    assert {m: n for m, n in won(books).items() if n} == {m: n for m, n in RESULTS.items() if n}


def test_the_first_refused_line_of_a_pipe_ends_it_with_65_or_is_passed_over(score: Callable[..., Result]) -> None:
    result = score("\n".join([*SHORT[:6], "5", "6"]), "--add-members")
    assert result.exit_code == 65
    assert "line 7: C stakes 5: " in result.stderr
    assert "(law 25)" in result.stderr
    assert "C stakes 6" not in result.stdout
    result = score("5\n\xff\n6\n".encode("latin-1"), "--keep-going")
    assert result.exit_code == 65
    assert "line 2: this is not text in UTF-8" in result.stderr
    assert "= C stakes 6  (C opens with 6)" in result.stdout


def test_a_player_whom_the_club_does_not_know_is_refused_in_a_pipe(score: Callable[..., Result]) -> None:
    result = score("players A, B\n")
    assert result.exit_code == 65
    assert "A is no member of the club" in result.stderr
    assert "--add-members" in result.stderr


@pytest.mark.parametrize(
    ("text", "why"), [(b"ante 3\nante x\n", "line 2 of"), (b"\xff\xfea\x00", "UTF-16"), (b"\xe9", "UTF-8")]
)
def test_a_file_that_is_no_game_file_is_refused_in_one_line(
    score: Callable[..., Result], tmp_path: Path, text: bytes, why: str
) -> None:
    (tmp_path / "evening.game").write_bytes(text)
    result = score("")
    assert (result.exit_code, len(result.stderr.splitlines())) == (65, 1)
    assert why in result.stderr


def test_a_file_in_another_currency_than_the_clubs_is_refused(score: Callable[..., Result], club: Club) -> None:
    result = score("currency LSD\n")
    assert result.exit_code == 65
    assert f"the club's accounts are in {club.currency}" in result.stderr


def test_without_the_database_an_evening_that_was_begun_goes_on_and_is_recorded_once_later(
    score: Callable[..., Result], settings: dict[str, str], books: ClubBooks, tmp_path: Path
) -> None:
    there, away = settings["POOLBOOK_DATABASE_URL"], "postgresql://127.0.0.1:1/nowhere"
    assert score("\n".join(SHORT[:8]), "--add-members").exit_code == 0
    settings["POOLBOOK_DATABASE_URL"] = away
    result = score("\n".join([*SHORT[8:14], "99"]))
    assert result.exit_code == 74
    assert result.stderr.count("no database answers at POOLBOOK_DATABASE_URL") == 1
    assert f"lines are kept in {tmp_path / 'evening.game'}, and sent, each once, as soon as" in result.stderr
    assert "= C draws 5" in result.stdout
    assert "line 7: " in result.stderr
    assert "12 lines are not recorded yet" in result.stderr
    assert score(SHORT[14]).exit_code == 74
    settings["POOLBOOK_DATABASE_URL"] = there
    assert score("\n".join(SHORT[15:])).exit_code == 0
    assert {m: n for m, n in won(books).items() if n} == {m: n for m, n in RESULTS.items() if n}


def test_without_the_database_no_evening_is_begun(
    score: Callable[..., Result], settings: dict[str, str], tmp_path: Path
) -> None:
    settings["POOLBOOK_DATABASE_URL"] = "postgresql://127.0.0.1:1/nowhere"
    for _ in range(2):
        result = score("ante 3\n")
        assert (result.exit_code, len(result.stderr.splitlines())) == (69, 1)
        assert not (tmp_path / "evening.game").exists()
    (tmp_path / "evening.game").write_text("ante 3\n")
    assert score("limit 12\n").exit_code == 69
    assert (tmp_path / "evening.game").read_text() == "ante 3\n"


@contextmanager
def in_a_terminal(club: Club, settings: dict[str, str], file: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The command in a pseudo-terminal of its own: its process, and the terminal's other end."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "ops.cli", "score", str(file), "--club", str(club.id), "--add-members"],
        cwd=ROOT,
        env={**settings, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "PYTHONIOENCODING": "utf-8"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    try:
        yield process, ours
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def read_until(terminal: int, awaited: str, seconds: float = 60.0) -> str:
    """What the terminal shows, up to and with the awaited text."""
    shown, deadline = "", time.monotonic() + seconds
    while awaited not in shown:
        assert time.monotonic() < deadline, f"{awaited!r} was never shown: {shown[-2000:]!r}"
        if select.select([terminal], [], [], 0.5)[0]:
            shown += os.read(terminal, 65_536).decode("utf-8", "replace")
    return shown


@pytest.mark.slow
def test_in_a_real_terminal_the_illustrated_game_is_typed_through_a_kill(
    settings: dict[str, str], club: Club, books: ClubBooks, tmp_path: Path
) -> None:
    file = tmp_path / "evening.game"
    with in_a_terminal(club, settings, file) as (process, terminal):
        read_until(terminal, "the head still needs")
        for line in SHORT[:14]:
            os.write(terminal, line.encode() + b"\r")
        read_until(terminal, "= C draws 5")
        process.send_signal(signal.SIGKILL)
    kept = len([row for row in file.read_text().splitlines() if not row.startswith("#")])
    with in_a_terminal(club, settings, file) as (process, terminal):
        read_until(terminal, "may ")
        for line in SHORT[kept:17]:
            os.write(terminal, line.encode() + b"\r")
        read_until(terminal, "A may stake 6 to 18")
        for line in (UP, *SHORT[18:]):
            os.write(terminal, line.encode() + b"\r")
        assert "\u2665" in read_until(terminal, "the sitting is closed")
        os.write(terminal, CTRL_D.encode())
        assert process.wait(30) == 0
    assert {m: n for m, n in won(books).items() if n} == {m: n for m, n in RESULTS.items() if n}


@pytest.mark.slow
def test_killed_at_any_moment_it_records_every_line_once(
    settings: dict[str, str], club: Club, books: ClubBooks, tmp_path: Path, note_seed: NoteSeed
) -> None:
    seed = Random().randrange(10**9)
    note_seed(seed)
    chance, file = Random(seed), tmp_path / "evening.game"
    while not (file.exists() and "close" in file.read_text()):
        kept = [row for row in file.read_text().splitlines() if not row.startswith("#")] if file.exists() else []
        process = subprocess.Popen(
            [sys.executable, "-m", "ops.cli", "score", str(file), "--club", str(club.id), "--add-members"],
            cwd=ROOT,
            env=settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{line}\n" for line in SHORT[len(kept) :]).encode())
        process.stdin.close()
        for _ in range(chance.randint(1, 6)):
            process.stdout.readline()
        time.sleep(chance.random() * 0.02)
        process.kill()
        process.wait()
        process.stdout.close()
    process_of_the_rest = subprocess.run(
        [sys.executable, "-m", "ops.cli", "score", str(file), "--club", str(club.id)],
        cwd=ROOT,
        env=settings,
        input=b"",
        capture_output=True,
        timeout=60,
    )
    assert process_of_the_rest.returncode == 0, process_of_the_rest.stderr
    assert {m: n for m, n in won(books).items() if n} == {m: n for m, n in RESULTS.items() if n}
