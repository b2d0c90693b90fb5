"""The outcome of a game for each of its players."""

import pytest

from ledger.books.outcomes import outcomes
from ledger.seats import Member
from tests.play.table import ACES, KINGS, QUEENS, Table

SAY = "deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3"


def did(table: Table, member: Member) -> set[str]:
    """The names of the fields that are true in a player's outcome."""
    outcome = outcomes(table.game)[member]
    names = ("played", "opened", "passed_before_draw", "passed_after_draw", "won", "shown", "jack_pot", "demanded")
    return {name for name in names if getattr(outcome, name)}


def test_who_opens_passes_shows_and_wins_is_told_apart() -> None:
    draw = "B draws 0; C draws 0; D draws 0; C stakes 5; D passes; B stakes 5"
    table = Table("ABCDE").start("A").play(f"{SAY}; {draw}; C shows {ACES}; B shows {KINGS}")
    assert {m: did(table, m) for m in "ABCDE"} == {
        "A": {"passed_before_draw"},
        "B": {"played", "shown"},
        "C": {"played", "opened", "won", "shown"},
        "D": {"played", "passed_after_draw"},
        "E": {"passed_before_draw"},
    }


def test_a_straddle_is_playing_and_an_ante_alone_is_not() -> None:
    table = Table("ABCDE").start("A").play("C straddles; deal; D stakes 12; E passes; A passes; B passes; C passes")
    assert did(table, "C") == {"played", "passed_before_draw"}
    assert did(table, "B") == {"passed_before_draw"}


def test_who_passes_in_place_of_his_draw_passes_before_it() -> None:
    table = Table("ABCDE").start("A").play("deal; C stakes 6; D stakes 9; E passes; A passes; B passes; C passes")
    assert did(table, "C") == {"played", "opened", "passed_before_draw"}


def test_who_throws_his_hand_away_at_the_show_passes_after_the_draw_and_a_foul_hand_passes_not_at_all() -> None:
    start = f"{SAY}; B draws 0; C draws 0; D draws 0; C stakes 5; D stakes 5; B passes"
    thrown = Table("ABCDE").start("A").play(f"{start}; C shows {QUEENS}; D passes irregularly")
    assert did(thrown, "D") == {"played", "passed_after_draw"}
    foul = Table("ABCDE").start("A").play(f"{start}; C shows {QUEENS}; D holds 6 drawn irregularly")
    assert did(foul, "D") == {"played"}


def test_a_show_demanded_counts_what_its_maker_took() -> None:
    table = Table("ABCDE", funds={"A": 100, "B": 100, "C": 100, "D": 11, "E": 100}).start("A")
    table.play("deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; C draws 0; D draws 0")
    table.play(f"C stakes 12; D demands a show; B stakes 12; C shows {KINGS}; D shows {ACES}; B shows {QUEENS}")
    outcome = outcomes(table.game)["D"]
    assert (outcome.demanded, outcome.took, outcome.net) == (True, 36, 25)


def test_openers_proved_alone_are_no_hand_shown() -> None:
    table = Table("ABCDE").start("A").play("deal; C passes; D passes; E passes; A passes; B passes")
    table.start().play("deal; D stakes 6; E passes; A passes; B passes; C passes; D shows openers Kh Kd")
    assert did(table, "D") == {"played", "opened", "won", "jack_pot"}


@pytest.mark.parametrize("acts", ["deal", "deal; C stakes 6"])
def test_a_game_that_runs_has_no_outcome(acts: str) -> None:
    assert outcomes(Table("ABCDE").start("A").play(acts).game) == {}


def test_an_opener_left_alone_who_throws_his_hand_away_did_so_at_the_show_and_not_before_the_draw() -> None:
    table = Table("ABCDE").start("A").play("deal; C passes; D passes; E passes; A passes; B passes")
    table.start().play("deal; D stakes 6; E passes; A passes; B passes; C passes; D passes irregularly")
    assert did(table, "D") == {"played", "opened", "jack_pot", "passed_after_draw"}
