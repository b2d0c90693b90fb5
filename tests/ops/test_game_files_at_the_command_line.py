"""`check`, `new` and `help` at the command line: a secretary who knows nothing but what they print."""

import os
import pty
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from ledger.gamefile import judge
from ledger.gamefile.line_kinds import LINES
from ledger.gamefile.reference import CHAPTERS, EVENING
from ops.cli import main
from ops.fuzz_gamefile import examples, fuzz, judged, mutated
from tests.ops.conftest import ROOT, Served, environment

ALL = ("--players", "Ann, Ben, Van Dyke", "--ante", "3", "--limit", "12")
"""The answers that a script must give."""


@pytest.fixture
def alone(tmp_path: Path) -> dict[str, str | None]:
    """An environment without a database, and without a club."""
    return {"POOLBOOK_DATA_DIR": str(tmp_path / "nothing"), "POOLBOOK_DATABASE_URL": None}


def run(environment: dict[str, str | None], *words: str) -> Result:
    return CliRunner().invoke(main, words, env=environment)


# -- check -----------------------------------------------------------------------------------------------------------


def test_a_file_is_checked_by_the_laws_alone_where_there_is_no_club(
    alone: dict[str, str | None], tmp_path: Path
) -> None:
    file = tmp_path / "evening.game"
    file.write_text(EVENING)
    checked = run(alone, "check", str(file))
    assert (checked.exit_code, checked.stderr) == (0, "")
    assert "lawful from end to end by the laws alone: there is no club here" in checked.stdout
    assert not (tmp_path / "nothing").exists(), "and no database was begun"


def test_all_slips_of_all_files_are_reported_in_one_run(alone: dict[str, str | None], tmp_path: Path) -> None:
    first, second = tmp_path / "first.game", tmp_path / "second.game"
    first.write_text(EVENING.replace("Cora stakes 6 ", "Cora stakes 5 ").replace("on 1895-11-02", "on Friday"))
    second.write_text(EVENING.replace("Eve passes", "Eve folds"))
    checked = run(alone, "check", str(first), str(second), str(tmp_path), str(tmp_path / "none.game"))
    assert checked.exit_code == 65
    assert f"{first}: line 4: expected a date, as in 1895-11-02, found 'Friday'" in checked.stderr
    assert f"{first}: line 11: to open he stakes at least 6, not 5 (law 25)" in checked.stderr
    assert f"{second}: line 19: " in checked.stderr
    assert "did you mean passes?" in checked.stderr
    assert f"poolbook: {tmp_path} is a directory" in checked.stderr
    assert "there is no file" in checked.stderr


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"ante 3\nplayers \xff\xfe\n", "is not text in UTF-8 (line 2)"),
        (EVENING.encode("utf-16"), "is in UTF-16: save it as UTF-8"),
        (b"PK\x03\x04 a document", "is a document of a word processor"),
        (b"x" * (256 * 1024 + 1), "has more than 262144 bytes"),
    ],
)
def test_what_is_no_game_file_is_said_in_one_line(
    alone: dict[str, str | None], tmp_path: Path, data: bytes, sentence: str
) -> None:
    file = tmp_path / "odd.game"
    file.write_bytes(data)
    for command in ("check", "correct"):
        result = run(alone, command, str(file))
        assert (result.exit_code, len(result.stderr.splitlines())) == (65, 1), result.output
        assert sentence in result.stderr


def test_a_file_as_large_as_a_hundred_megabytes_is_refused_without_being_read(
    alone: dict[str, str | None], tmp_path: Path
) -> None:
    file = tmp_path / "large.game"
    with file.open("wb") as large:
        large.truncate(100_000_000)
    assert "has more than 262144 bytes" in run(alone, "check", str(file)).stderr


def test_check_and_a_dry_run_judge_against_the_club(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "club.game"
    file.write_text("ante 3\nlimit 12\ncurrency USD\nplayers a, B, Ellne, Bb\n  C stakes 6\n")
    checked, dry, recorded = (
        served.ask("check", str(file)),
        served.ask("record", "--dry-run", str(file)),
        served.ask("record", str(file)),
    )
    assert checked.exit_code == dry.exit_code == recorded.exit_code == 65
    assert checked.stderr == dry.stderr == recorded.stderr
    lines = [row for row in checked.stderr.splitlines() if row.startswith("line ")]
    assert [row.split(":")[0] for row in lines] == ["line 3", "line 4", "line 4", "line 5"]
    assert "the file is in USD, and the club keeps its books in LSD: correct or leave out the line" in lines[0]
    assert "no member of The Demonstration Club is called Ellne; --add-members enters new members" in lines[1]
    with_members = served.ask("check", "--add-members", str(file))
    assert "Ellne" not in "\n".join(row for row in with_members.stderr.splitlines() if row.startswith("line "))


def test_a_stranger_is_asked_after_by_a_member_s_name(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "misspelt.game"
    file.write_text("ante 3\nlimit 12\nplayers A, Ambrsoe\n")
    assert "did you mean Ambrose?" in served.ask("check", str(file)).stderr


def test_a_file_in_the_club_s_currency_is_lawful_for_it(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "own.game"
    file.write_text("ante 3\nlimit 12\ncurrency LSD\nplayers A, B\n")
    checked = served.ask("check", str(file))
    assert (checked.exit_code, checked.stdout) == (
        0,
        f"{file}: lawful from end to end, for The Demonstration Club; nothing was recorded\n",
    )


# -- new -------------------------------------------------------------------------------------------------------------


def test_a_new_file_can_be_checked_as_it_is(alone: dict[str, str | None], tmp_path: Path) -> None:
    file = tmp_path / "new evening.game"
    begun = run(alone, "new", str(file), *ALL, "--held-on", "1895-11-02", "--currency", "LSD", "--dealer", "Ben")
    assert (begun.exit_code, begun.stderr) == (0, "")
    assert 'players Ann, Ben, "Van Dyke"' in file.read_text()
    assert run(alone, "check", str(file)).exit_code == 0
    again = run(alone, "new", str(file), *ALL)
    assert (again.exit_code, "exists already, and stays as it is" in again.stderr) == (65, True)


@pytest.mark.parametrize("dealer", ["Ben", "cut"])
@pytest.mark.parametrize("players", ["Ann, Ben", "Ann, Ben, Van Dyke", "Ann, Ben, Cora, Dora, Eve, Game"])
def test_the_lines_that_a_new_file_teaches_are_lawful(
    alone: dict[str, str | None], tmp_path: Path, players: str, dealer: str
) -> None:
    file = tmp_path / "taught.game"
    assert run(alone, "new", str(file), *ALL, "--players", players, "--dealer", dealer).exit_code == 0
    beginning, _, rest = file.read_text().partition("# The first game, made up.")
    first_game = rest.partition("# The next game")[0].splitlines()[1:]
    taught = beginning + "\n".join(line.removeprefix("# ") for line in first_game)
    assert f"game dealer {dealer}" in taught or "cut Ann 4h" in taught
    assert judge(taught).slips == ()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--players", "Ann"), "a table has 2 to 10 players, not 1"),
        (("--players", "Ann, ann"), "somebody is named twice"),
        (("--ante", "0"), "expected an amount of 1 or more"),
        (("--ante", "6.5"), "found '6.5'"),
        (("--ante", "7"), "the ante is at most half the limit (law 19)"),
        (("--counters", "5 rde"), "expected a colour"),
        (("--dealer", "Bne"), "did you mean Ben?"),
        (("--held-on", "Friday"), "write it as in 1895-11-02"),
        (("--currency", "GPB"), "there is no currency 'GPB'"),
    ],
)
def test_each_answer_is_judged_at_once(
    alone: dict[str, str | None], tmp_path: Path, options: tuple[str, str], sentence: str
) -> None:
    file = tmp_path / "wrong.game"
    result = run(alone, "new", str(file), *ALL, *options)
    assert (result.exit_code, sentence in " ".join(result.stderr.split())) == (2, True), result.stderr
    assert not file.exists()


def test_a_missing_answer_is_an_error_where_nobody_can_be_asked(alone: dict[str, str | None], tmp_path: Path) -> None:
    result = run(alone, "new", str(tmp_path / "missing.game"), "--players", "A, B")
    assert (result.exit_code, "to be asked: give --ante, --limit too" in result.stderr) == (2, True)


def test_at_a_terminal_the_questions_are_asked_again_until_they_are_answered(tmp_path: Path) -> None:
    file = tmp_path / "asked.game"
    master, terminal = pty.openpty()
    asking = subprocess.Popen(
        [sys.executable, "-m", "ops.cli", "new", str(file)],
        cwd=ROOT,
        env=environment(tmp_path),
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    os.write(master, b"Ann\nAnn, Ben\n\n5\n\n\n\n1895-11-02\n")
    printed, _ = asking.communicate(timeout=60)
    os.close(master)
    os.close(terminal)
    assert "a table has 2 to 10 players, not 1" in printed
    assert "the ante is at most half the limit" in printed
    assert "ante 3\nlimit 12\nheld on 1895-11-02\nplayers Ann, Ben " in file.read_text()


# -- help ------------------------------------------------------------------------------------------------------------


def test_the_reference_is_printed_whole() -> None:
    printed = " ".join(CliRunner().invoke(main, ["help", "gamefile"]).output.split())
    for kind in LINES:
        assert all(" ".join(text.split()) in printed for text in (*kind.forms, *kind.examples, kind.means)), kind.word
    assert all(chapter.title in printed for chapter in CHAPTERS)


def test_help_explains_commands_and_lists_what_it_explains() -> None:
    listed = CliRunner().invoke(main, ["help"]).output
    assert "gamefile" in listed
    assert "record" in listed
    assert "Issue a token" in CliRunner().invoke(main, ["help", "token", "issue"]).output
    unknown = CliRunner().invoke(main, ["help", "gamblefile"])
    assert (unknown.exit_code, "`poolbook help` lists them" in unknown.output) == (2, True)


# -- any input -------------------------------------------------------------------------------------------------------


def test_no_mutated_file_ends_in_an_exception() -> None:
    outcomes, findings, _ = fuzz(300, 15, Console(stderr=True))
    assert findings == 0
    assert outcomes["slips"] > 100


def test_examples_without_mutations_are_lawful_and_a_seed_repeats_its_files() -> None:
    originals = examples()
    assert judged(originals[0]) == "lawful"
    assert mutated(Random("7 1"), originals) == mutated(Random("7 1"), originals)
