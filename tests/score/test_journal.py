"""The file in which the lines are kept."""

from pathlib import Path

import pytest

from ops.score.journal import BadJournal, Journal, opened


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """A fresh file."""
    return opened(tmp_path / "evening.game")


def test_a_line_is_in_the_file_at_once_and_a_struck_one_keeps_its_place(journal: Journal) -> None:
    rows = [journal.add(text) for text in ("ante 3", "C passes", "D passes")]
    journal.strike(rows[1])
    assert list(journal.lines()) == [(1, "ante 3", None), (2, "C passes", 0), (3, "D passes", None)]
    journal.close()
    again = opened(journal.path)
    assert (again.evening, list(again.lines())) == (journal.evening, list(journal.lines()))


def test_a_struck_line_says_how_many_were_struck_between_it_and_the_one_that_it_followed(journal: Journal) -> None:
    first = journal.add("C passes")
    journal.strike(first)
    second, third = journal.add("C stakes 6"), journal.add("D passes")
    journal.strike(third)
    journal.strike(second)
    assert [passed_over for _, _, passed_over in journal.lines()] == [0, 1, 0]


def test_a_write_that_was_broken_off_leaves_the_file_as_it_was(journal: Journal) -> None:
    journal.add("ante 3")
    journal.path.with_name(f".{journal.path.name}.part").write_text("ant")
    journal.close()
    again = opened(journal.path)
    assert [text for _, text, _ in again.lines()] == ["ante 3"]
    again.add("limit 12")
    assert journal.path.read_text().endswith("ante 3\nlimit 12\n")


def test_one_terminal_at_a_time_holds_the_file(journal: Journal) -> None:
    for _ in range(2):
        with pytest.raises(BadJournal, match="another terminal"):
            opened(journal.path)
        journal.add("ante 3")
    journal.close()
    opened(journal.path).close()


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.game").write_bytes(b"\xff\xfe")
    with pytest.raises(BadJournal, match="UTF-8"):
        opened(tmp_path / "x.game")
