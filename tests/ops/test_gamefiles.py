"""Games and evenings written as game files at the command line, which read them again."""

from pathlib import Path

import pytest

from ledger.gamefile import parse, play
from tests.ops.conftest import Served


def test_a_game_is_written_as_a_file_that_is_lawful_from_end_to_end(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "fourteen.game"
    assert served.ask("export", "game", "3/14", str(file)).exit_code == 0
    checked = served.ask("record", "--dry-run", str(file))
    assert (checked.exit_code, "lawful from end to end" in checked.stdout) == (0, True)
    assert file.read_text() == served.ask("export", "game", "--game", "3/14").stdout
    settled = play(parse(file.read_text())).game
    assert settled is not None
    assert settled.settlement is not None
    again = served.ask("export", "game", "3/14", str(file))
    assert (again.exit_code, "--force replaces it" in again.stderr) == (65, True)


def test_an_evening_is_written_as_a_file_that_agrees_with_its_record(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "november.game"
    assert served.ask("export", "game", "--complete", "--sitting", "3", str(file)).exit_code == 0
    compared = served.ask("correct", "--dry-run", "--sitting", "3", str(file))
    assert (compared.exit_code, compared.stdout) == (
        0,
        "sitting 3 of 1895-11-02, closed\nthe record agrees with the file; there is nothing to correct\n",
    )


def test_a_hand_thrown_away_unseen_is_in_no_file_but_a_complete_one(served: Served) -> None:
    hidden = "Beatrice: 8s 5d 8h Jd Ad"
    assert hidden not in served.ask("export", "game", "3/2").stdout
    assert hidden in served.ask("export", "game", "3/2", "--complete").stdout


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("export game", 2, "name the game, as in `poolbook export game 1895-11-02/7`"),
        ("export game 3/14 one two", 2, "one FILE is written, not 2: one, two"),
        ("export csv one two", 2, "one FILE is written, not 2: one, two"),
        ("export game 3/99", 65, "this club has no game 3/99: 1 to 24 were begun at that sitting"),
        ("export phh --game 3/99", 65, "this club has no game 3/99"),
        ("export phh --game 3/1 --sitting 2", 65, "is not one of that sitting"),
        ("export game --sitting 99", 65, "this club has no sitting 99"),
    ],
)
def test_what_cannot_be_exported_is_said(served: Served, words: str, code: int, sentence: str) -> None:
    result = served.ask(*words.split())
    assert (result.exit_code, sentence in result.stderr) == (code, True), result.stderr
