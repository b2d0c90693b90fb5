"""One run reports every slip of a file, and nothing that the correction of an earlier slip would make vanish."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.gamefile import judge
from tests.games.test_games import FILES

HEAD = "ante 3\nlimit 12\nplayers Percy, Ben, Cora\ncounters all: 20 red\n"
"""Four lines with which a text begins; the first game is dealt by Percy, the next by Ben, then by Cora."""
FIRST = "game dealer Percy\ndeal\nCora stakes 6\nPercy passes\nBen passes\n"
SECOND = "game\ndeal\nPercy stakes 6\nBen passes\nCora passes\n"
THIRD = "game\ndeal\nBen stakes 6\nCora passes\nPercy passes\n"


def slips(text: str) -> list[int]:
    """The lines of the slips of a text."""
    return [slip.line for slip in judge(text).slips]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_lawful_file_has_no_slips(path: Path) -> None:
    judgement = judge(path.read_text(encoding="utf-8"))
    assert (judgement.slips, judgement.notes) == ((), ())
    assert judgement.gamefile is not None


def test_unreadable_lines_and_refused_ones_are_reported_together() -> None:
    text = (
        HEAD + FIRST + SECOND.replace("Percy stakes 6", "Percy stakes 5") + THIRD.replace("Cora passes", "Cora folds")
    )
    assert slips(text) == [12, 18]


def test_a_later_game_is_judged_though_an_earlier_one_has_a_slip() -> None:
    text = (
        HEAD + FIRST.replace("Ben passes", "Ben stakes 1") + SECOND.replace("Percy stakes 6", "Percy stakes 5") + THIRD
    )
    assert slips(text) == [9, 12]
    third = text.replace("Ben stakes 6", "Percy stakes 6")
    assert slips(third) == [9, 12]
    assert judge(third).notes == ("game 3 is not judged, since line 12 decides how it goes",)


def test_what_a_game_left_is_taken_from_what_the_file_expects() -> None:
    unopened = HEAD + FIRST.replace("Cora stakes 6", "Cora stakes 5")
    wrong_turn = SECOND.replace("Percy stakes 6", "Ben stakes 6")
    assert slips(unopened + wrong_turn) == [7]
    assert judge(unopened + wrong_turn).notes == ("game 2 is not judged, since line 7 decides how it goes",)
    assert slips(unopened + "expect carried 0\n" + wrong_turn) == [7, 13]
    assert slips(unopened + "expect carried 3 jack-pot J\nexpect pool 8\n" + wrong_turn) == [7, 14]


def test_after_a_slip_the_pool_of_a_later_game_is_still_checked_and_its_counters_are_not() -> None:
    text = HEAD + FIRST.replace("Ben passes", "Ben stakes 1") + SECOND + "expect pool 99\nexpect Ben has 99\n"
    assert slips(text) == [9, 15]


def test_nothing_in_the_rest_of_a_game_is_judged_after_its_slip() -> None:
    rest = "Cora passes\nPercy passes\nexpect refused\nBen stakes 1\nexpect Ben has 1000\nPercy shows Ah Ah Ah Ah Ah\n"
    assert slips(HEAD + "game dealer Percy\ndeal\nBen stakes 6\n" + rest) == [7]


def test_an_act_that_may_be_lawful_for_one_without_counters_is_not_reported_after_a_slip() -> None:
    with_a_demand = SECOND.replace("Ben passes", "Ben demands a show").replace("Cora passes", "Percy stakes 1")
    text = HEAD + FIRST.replace("Ben passes", "Ben stakes 1") + with_a_demand
    assert slips(text) == [9]
    assert slips(HEAD + FIRST + with_a_demand) == [13]


@pytest.mark.parametrize(
    ("slip", "later"),
    [
        # the counters are not certain, and the later slip is none of counters
        ("counters Ben: 5 rde", [10, 13]),
        ("buy bakc Ben", [10, 13]),
        ("expect Ben hsa 5", [10, 13]),
        ("counters Ben: 5 red on credit irregularly", [10, 13]),
        # who sits at the table is not certain
        ("Dick arives left of Ben", [10]),
        ("Ben departs", [10]),
        ("Dick sits left of Ben", [10]),
    ],
)
def test_a_slip_between_games_leaves_unjudged_only_what_depends_on_it(slip: str, later: list[int]) -> None:
    text = HEAD + FIRST + slip + "\n" + SECOND.replace("Percy stakes 6", "Cora stakes 6")
    assert slips(text) == later


def test_one_who_sits_down_in_a_line_that_cannot_be_read_is_no_slip_later() -> None:
    text = HEAD + FIRST + "Dick arives left of Ben\ncounters Dick: 5 red\ngame\ndeal\nDick passes\n"
    assert slips(text) == [10]


def test_a_game_whose_beginning_cannot_be_read_is_passed_over() -> None:
    text = HEAD + FIRST + SECOND.replace("game", "gmae") + THIRD.replace("Ben stakes 6", "Cora stakes 6")
    assert slips(text) == [10, 17]
    assert judge(text).notes == ("game 2 is not judged, since line 10 decides how it goes",)


def test_a_game_whose_beginning_was_forgotten_is_passed_over_too() -> None:
    text = HEAD + FIRST + SECOND.removeprefix("game\n") + THIRD.replace("Ben stakes 6", "Cora stakes 6")
    assert slips(text) == [10, 16]


def test_a_head_with_a_slip_leaves_only_the_reading_of_the_lines() -> None:
    judgement = judge(
        HEAD.replace("ante 3", "ante three") + FIRST.replace("Cora stakes 6", "Cora stakes 1\nCora sings")
    )
    assert [slip.line for slip in judgement.slips] == [1, 8]
    assert judgement.notes == ("the games are not judged, since the head is not certain",)


@pytest.mark.parametrize("word", ["plyers", "lmit", "redaing"])
def test_a_misspelt_line_of_the_head_is_one_slip(word: str) -> None:
    lines = {"plyers": "players", "lmit": "limit", "redaing": "reading"}
    text = "ante 3\nlimit 12\nplayers Percy, Ben, Cora\nreading hearts = always\nagreed by all\n"
    judgement = judge(text.replace(lines[word], word) + "counters all: 20 red\n" + FIRST)
    assert len(judgement.slips) == 1
    assert judgement.slips[0].slip.suggestion == lines[word]


def test_a_slip_for_all_players_is_one_slip() -> None:
    assert slips(HEAD + "game dealer Percy\ncounters all: 5 red\n") == [6]


def test_expectations_that_fail_leave_nothing_unjudged() -> None:
    assert slips(HEAD + "game dealer Percy\nexpect pool 4\ndeal\nexpect turn Ben\nBen stakes 6\n") == [6, 8, 9]


def garbled(line: str) -> Iterator[str]:
    """A line with slips by which it cannot be read."""
    first, *others = line.partition("#")[0].split()
    yield f"zzz {line}"
    yield " ".join([first[:1] + "q" + first[1:], *others])
    yield " ".join([first, *others, "extra"])
    if others:
        yield " ".join([first, others[0][:2] + "q" + others[0][2:], *others[1:]])


def check_each_line(path: Path) -> None:
    """Whichever line of a lawful file cannot be read, it is the only slip."""
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        for wrong in garbled(line) if line.partition("#")[0].strip() else ():
            numbers = slips("\n".join([*lines[: number - 1], wrong, *lines[number:]]))
            assert numbers == [number] or number not in numbers, (path.stem, number, wrong, numbers)


@pytest.mark.parametrize("stem", ["a_false_opener", "players_come_and_go"])
def test_a_line_that_cannot_be_read_is_the_only_slip_of_its_file(stem: str) -> None:
    check_each_line(next(path for path in FILES if path.stem == stem))


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_line_that_cannot_be_read_is_the_only_slip_of_any_file(path: Path) -> None:
    check_each_line(path)


# -- what a slip says ------------------------------------------------------------------------------------------------


def test_a_slip_quotes_its_line_points_at_the_word_and_says_what_may_be_done() -> None:
    (slip,) = judge(HEAD + "game dealer Percy\ndeal\n\tCora stakes 5   # too little\n").slips
    assert slip.explained.splitlines() == [
        "line 7: to open he stakes at least 6, not 5 (law 25)",
        "    Cora stakes 5   # too little",
        "                ^  column 14",
        "    it is Cora's turn: Cora may stake 6 to 15 or pass",
    ]
    assert (slip.law, slip.slip.code, slip.slip.column) == (25, "opening_too_small", 14)


@pytest.mark.parametrize(
    ("line", "column", "suggestion"),
    [
        ("Pecry passes", 1, "Percy"),
        ("percy passes", 1, "Percy"),
        ("Percy pases", 7, "passes"),
        ("Percy folds", 7, "passes"),
        ("Percy leaves", 7, "departs"),
        ("Percy shows KH Kd Ks 7c 4d", 13, "Kh"),
        ("Percy shows Kh 10d", 16, "Td"),
        ("counters Percy: 5 rde", 19, "red"),
        ("exepct pool 3", 1, "expect"),
        ("expect phase daw", 14, "draw"),
        ("game deeler Percy", 6, "dealer"),
        ("misdeal uncutt", 9, "uncut"),
    ],
)
def test_a_misspelt_word_is_pointed_at_with_the_one_that_was_meant(line: str, column: int, suggestion: str) -> None:
    (slip,) = judge(HEAD + line).slips
    assert (slip.line, slip.slip.column, slip.slip.suggestion) == (5, column, suggestion)
    assert f"did you mean {suggestion}?" in slip.explained


def test_the_caret_stands_under_a_word_behind_wide_letters_and_unprintable_ones() -> None:
    (slip,) = judge('ante 3\nlimit 12\nplayers Percy, "竹"\n"竹" sings\x1b[31m').slips
    assert slip.explained.splitlines()[1:3] == ['    "竹" sings?[31m', "         ^^^^^^^^^^  column 5"]
    assert "\x1b" not in slip.explained


def test_a_very_long_line_is_quoted_around_its_word() -> None:
    (slip,) = judge(HEAD + "Percy passes note " + "x" * 5000).slips
    assert all(len(row) < 300 for row in slip.explained.splitlines()[1:])
