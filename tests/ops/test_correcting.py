"""An amended game file corrects the record, in an open sitting and in a closed one."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner, Result

from ledger.application.club_books import ClubBooks, Request
from ledger.application.game_files import SCOREKEEPER, record
from ledger.events.adjustment import SittingAdjusted
from ledger.gamefile import parse
from ledger.store import Club, ClubStore
from ops import correcting
from tests.api.test_access import ROUTES

HEAD = """ante 3
limit 12
players A, B, C, D
held on 1896-11-05
counters all: 10 red
"""
FIRST = """game dealer A
deal
C stakes 6
D stakes 6
A passes
B passes
C draws 0
D draws 0
C stakes 5
D stakes 5
C shows Ah Ad 5c 6d 9s
D shows Kh Kd 5h 6c 9d
"""
SECOND = """game
deal
D stakes 6
A passes
B passes
C passes
"""
CLOSE = "buy back all\nclose\n"
MENDED = FIRST.replace("Ah Ad 5c 6d 9s", "Qh Qd 7c 8d 2s")


@pytest.fixture
def books(store: ClubStore, club: Club) -> ClubBooks:
    """The books of a fresh club."""
    opened = ClubBooks(club.id, store)
    opened.found_club(Request(SCOREKEEPER, "found", b""), "The Green Baize", "GBP")
    return opened


@pytest.fixture
def run(books: ClubBooks, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs the command on a file with this text, with the answers typed at it."""

    @contextmanager
    def of_this_club(_: str | None) -> Iterator[tuple[None, None, ClubBooks]]:
        yield None, None, books

    monkeypatch.setattr(correcting, "club_books", of_this_club)

    def command(text: str, *options: str, typed: str | None = None) -> Result:
        file = tmp_path / "amended.game"
        file.write_text(text)
        return CliRunner().invoke(correcting.correct_record, [str(file), *options], input=typed)

    return command


YES = ("--yes", "--reason", "queens were shown")


def recorded(books: ClubBooks, text: str) -> UUID:
    sitting = record(books, parse(text), add_members=True).sitting
    assert sitting is not None
    return sitting


def results(books: ClubBooks, sitting: UUID, n: int = 0) -> dict[str, int]:
    begun = [event.game for event in books.sitting_events(sitting) if event.topic == "sitting.game_started"]
    settlement = books.game(UUID(begun[n])).settlement
    assert settlement is not None
    return {books.club().name_of(m): net for m, net in settlement.results.items()}


def test_what_differs_is_rows_for_programs_and_nothing_is_asked_or_recorded(
    books: ClubBooks, run: Callable[..., Result]
) -> None:
    recorded(books, HEAD + FIRST)
    before = books.store.max_position()
    asked = run(HEAD + MENDED, "--format", "json")
    assert (asked.exit_code, "give --dry-run with it" in asked.stderr) == (2, True)
    rows = json.loads(run(HEAD + MENDED, "--format", "json", "--dry-run").stdout)
    assert [(row["change"], row["step"], row["line"], row["words"]) for row in rows[:2]] == [
        ("struck", 10, None, "C shows Ah Ad 5c 6d 9s"),
        ("put_in", None, 16, "C shows Qh Qd 7c 8d 2s"),
    ]
    assert {row["player"]: row["amount"] for row in rows[2:]} == {"C": -25, "D": 25}
    as_csv = run(HEAD + FIRST, "--format", "csv", "--dry-run").stdout
    assert as_csv.splitlines() == ["game,change,step,line,words,player,amount"]
    assert books.store.max_position() == before


def test_what_differs_is_shown_asked_about_and_recorded(books: ClubBooks, run: Callable[..., Result]) -> None:
    sitting = recorded(books, HEAD + FIRST)
    shown = run(HEAD + MENDED, typed="queens were shown\ny\n")
    assert shown.exit_code == 0, shown.output
    assert shown.output.splitlines()[:5] == [
        "sitting 1 of 1896-11-05, open",
        "game 1:",
        "  step 10: struck    C shows Ah Ad 5c 6d 9s",
        "  line 16: put in    C shows Qh Qd 7c 8d 2s",
        "  results: C -25, D +25",
    ]
    assert results(books, sitting) == {"A": 0, "B": -3, "C": -11, "D": 14}
    again = run(HEAD + MENDED, *YES)
    assert (again.exit_code, "nothing to correct" in again.output) == (0, True)


def test_who_answers_no_records_nothing(books: ClubBooks, run: Callable[..., Result]) -> None:
    recorded(books, HEAD + FIRST)
    position = books.store.max_position()
    assert run(HEAD + MENDED, typed="a slip\nn\n").exit_code == 1
    assert run(HEAD + MENDED, "--dry-run").exit_code == 0
    assert books.store.max_position() == position


def test_a_closed_sitting_is_adjusted_and_who_owes_whom_is_told(books: ClubBooks, run: Callable[..., Result]) -> None:
    sitting = recorded(books, HEAD + FIRST + SECOND + CLOSE)
    shown = run(HEAD + MENDED + SECOND + CLOSE, *YES)
    assert shown.exit_code == 0, shown.output
    assert "sitting 1 of 1896-11-05, closed" in shown.output
    assert shown.output.splitlines()[-2:] == ["game 1: corrected", "  C owes D 25"]
    assert isinstance(books.sitting_events(sitting)[-1], SittingAdjusted)


def test_later_games_of_an_open_sitting_begin_again_on_what_they_are_left(
    books: ClubBooks, run: Callable[..., Result]
) -> None:
    unopened = "game dealer A\ndeal\nC passes\nD passes\nA passes\nB passes\n"
    jack_pot = SECOND.replace("C passes", "C passes\nD shows openers Kh Kd")
    sitting = recorded(books, HEAD + unopened + jack_pot)
    opened = unopened.replace("B passes", "B stakes 3")
    refused = run(HEAD + opened + jack_pot, *YES)
    assert refused.exit_code == 65, refused.output
    shown = run(HEAD + opened + SECOND, *YES)
    assert shown.exit_code == 0, shown.output
    assert books.sitting(sitting).affected == ()
    assert results(books, sitting, 1) == {"A": 0, "B": 0, "C": -3, "D": 3}


def test_what_the_table_paid_is_recorded_too(books: ClubBooks, run: Callable[..., Result]) -> None:
    sitting = recorded(books, HEAD + FIRST + CLOSE)
    shown = run(HEAD + FIRST + "paid C 20, D 5\n" + CLOSE, *YES)
    assert shown.exit_code == 0, shown.output
    assert "  as the table paid: paid C 20, D 5" in shown.output.splitlines()
    assert results(books, sitting) == {"A": 0, "B": -3, "C": 9, "D": -6}
    assert "nothing to correct" in run(HEAD + FIRST + "paid C 20, D 5\n" + CLOSE, *YES).output
    refused = run(HEAD + FIRST + CLOSE, *YES)
    assert (refused.exit_code, "the file does not say it" in refused.output) == (65, True)


def test_a_jack_pot_wrongly_paid_is_put_right_by_the_file_of_its_evening(
    books: ClubBooks, run: Callable[..., Result]
) -> None:
    head = HEAD.replace("C, D", "C, D, E").replace("10 red", "30 red")
    unopened = "game dealer A\ndeal\nC passes\nD passes\nE passes\nA passes\nB passes\n"
    opened = "game\ndeal\nD stakes 6\nE passes\nA passes\nB passes\nC passes\n"
    stakes = (
        "deal\nE stakes 6\nA passes\nB passes\nC passes\nD stakes 3\nD draws 0\nE draws 0\nE stakes 3\nD stakes 3\n"
    )
    ordinary = f"game\n{stakes}E shows Ah Ad 5c 6d 9s\nD shows Kh Kd 5h 6c 9d\n"
    sitting = recorded(books, head + unopened + opened + "D shows openers Jh Jd\n" + ordinary)
    paid = "D shows openers Th Td\npaid D 27, from carried 27, penalty D 6\n"
    truth = head + unopened + opened + paid + ordinary + "game 3 as played\n"
    shown = run(truth, *YES)
    assert shown.exit_code == 0, shown.output
    assert results(books, sitting, 1) == {"A": -3, "B": -3, "C": -6, "D": 18, "E": -3}
    state = books.sitting(sitting)
    name = books.club().name_of
    assert {(name(debt.debtor), name(debt.creditor), debt.amount) for debt in state.debts} == {
        ("A", "E", 3),
        ("B", "E", 3),
        ("C", "E", 3),
        ("D", "E", 36),
    }
    assert (state.affected, len(state.as_played)) == ((), 1)
    assert "nothing to correct" in run(truth, *YES).output


@pytest.mark.parametrize(
    ("amended", "sentence"),
    [
        (HEAD.replace("limit 12", "limit 10") + FIRST, "limit 10 in the file, and 12 on the record"),
        (HEAD.replace("10 red", "9 red") + FIRST, "is not in the sitting's book"),
        (HEAD + FIRST + SECOND, "the file has 2 games, and the record 1"),
        (HEAD + FIRST + CLOSE, "'close' is not in the sitting's book"),
        (HEAD.replace("-05", "-06") + FIRST, "no sitting of this date and these players"),
        (
            HEAD.replace("A, B, C, D", "A, B, C, Dora"),
            "no member of the club is called Dora; --add-members enters",
        ),
        (HEAD + FIRST.replace("C stakes 6", "C stakes 5"), "line 8: "),
        (HEAD + FIRST.replace("dealer A", "dealer B").replace("C stakes 6", "D stakes 6"), "line "),
    ],
)
def test_what_no_correction_can_express_is_told_and_nothing_is_recorded(
    books: ClubBooks, run: Callable[..., Result], amended: str, sentence: str
) -> None:
    recorded(books, HEAD + FIRST)
    position = books.store.max_position()
    refused = run(amended, *YES)
    assert (refused.exit_code, sentence in refused.output) == (65, True), refused.output
    assert books.store.max_position() == position


OTHER_TILL = HEAD.replace("10 red", "9 red")


@pytest.mark.parametrize(
    ("on_record", "amended", "instead"),
    [
        (FIRST, HEAD.replace("limit 12", "limit 10") + FIRST, ["/articles"]),
        (FIRST, HEAD.replace("A, B, C, D", "B, C, D, A") + FIRST, ["/articles", "/games"]),
        (FIRST, OTHER_TILL + FIRST, ["/corrections"]),
        (FIRST, HEAD + FIRST + SECOND, ["/games"]),
        (FIRST + SECOND, OTHER_TILL + FIRST, ["/corrections", "/games"]),
        (FIRST + CLOSE, OTHER_TILL + FIRST + CLOSE, ["/payments"]),
    ],
)
def test_what_no_correction_can_express_is_told_with_what_to_do_instead(
    books: ClubBooks, run: Callable[..., Result], on_record: str, amended: str, instead: list[str]
) -> None:
    sitting = recorded(books, HEAD + on_record)
    refused = run(amended, *YES)
    assert refused.exit_code == 65, refused.output
    routes = re.findall(r"POST (/v1/sittings/)[-0-9a-f]{36}(/\S+\b)", refused.output)
    assert [route for _, route in routes] == instead
    assert {("POST", f"{path}{{sitting}}{route}") for path, route in routes} <= set(ROUTES)
    assert str(sitting) in refused.output
    assert "`poolbook export game --complete --sitting 1` writes it so" in refused.output


def test_after_the_close_the_head_and_the_games_stay_and_that_is_told(
    books: ClubBooks, run: Callable[..., Result]
) -> None:
    recorded(books, HEAD + FIRST + CLOSE)
    refused = run(HEAD.replace("limit 12", "limit 10") + FIRST + SECOND + CLOSE, *YES)
    assert "the articles and the seats of a closed sitting stay as they are" in refused.output
    assert "a closed sitting keeps the games that it has, with their dealers and players" in refused.output
    assert "POST" not in refused.output


def test_nothing_is_corrected_without_a_reason(books: ClubBooks, run: Callable[..., Result]) -> None:
    recorded(books, HEAD + FIRST)
    refused = run(HEAD + MENDED, "--yes")
    assert (refused.exit_code, "--yes needs --reason" in refused.output) == (2, True)


def test_the_help_teaches_what_the_exit_codes_mean(run: Callable[..., Result]) -> None:
    text = run("", "--help").output
    for words in ("adjusting", "Exit codes", "nothing was recorded", "--reason"):
        assert words in text, words
