"""A corrected record step by step: what was struck, and two records side by side."""

import pytest

from ledger.gamefile import write
from ledger.gamefile.export import from_events
from ledger.refusals import Invalid, Refused
from ledger.telling.redaction import Reader
from ledger.telling.replay import beside, frames
from tests.corrections.afterwards import Book, slips
from tests.play.table import ACES, KINGS, Table

OWNER, AUDITOR, A = Reader("owner"), Reader("auditor"), Reader("player", "A")
DEALT = f"deal C: {ACES}; D: {KINGS}; C stakes 6; D stakes 6; E passes; A passes; B passes"


def test_struck_entries_stand_with_the_step_before_them_and_the_table_is_that_of_what_stands() -> None:
    book = Book(Table().start("A").play(DEALT))
    book.correct(slips([3], [(3, "D stakes 8")]))
    all_frames = frames(book.events(), OWNER)
    assert [frame.step for frame in all_frames] == [0, 1, 2, 7, 4, 5, 6]
    marks = [(entry.sentence, entry.struck, entry.inserted) for entry in all_frames[2].entries + all_frames[3].entries]
    assert marks == [
        ("C opens with 6", False, False),
        ("D goes in with 6", True, False),
        ("D raises, staking 8", False, True),
    ]
    assert (all_frames[2].pool, all_frames[3].pool) == (9, 17)


def test_beside_it_stands_the_record_as_it_was_written() -> None:
    book = Book(Table().start("A").play(DEALT))
    book.correct(slips([3], [(3, "D stakes 8")]))
    written = beside(book.events(), OWNER, "written")
    assert [(frame.step, frame.pool) for frame in written[1:4]] == [(1, 3), (2, 9), (3, 15)]


@pytest.mark.parametrize("reader", [OWNER, AUDITOR, A], ids=["owner", "auditor", "player"])
def test_law_28_a_hand_buried_by_either_record_is_seen_in_neither_of_the_two(reader: Reader) -> None:
    book = Book(Table().start("A").play(DEALT))
    book.correct(slips([3], [(3, "D passes")]))
    for frame in beside(book.events(), reader, "written"):
        assert frame.cards["D"] is None
        assert not any("Kh" in str(entry.event) for entry in frame.entries)
    for frame in frames(book.events(), reader):
        assert frame.cards["D"] is None


def test_beside_it_stands_the_game_under_another_reading_or_the_step_that_it_forbids() -> None:
    table = Table().start("A").play("C straddles; deal; D stakes 12; E passes; A passes; B passes; C passes")
    other = beside(table.game_events[-1], OWNER, "opening_minimum=ante")
    assert len(other) == 8
    with pytest.raises(Refused) as refused:
        beside(table.game_events[-1], OWNER, "opening_minimum=together")
    assert (refused.value.law, refused.value.step) == (25, 3)


@pytest.mark.parametrize("other", ["", "corrected", "hearts", "hearts=never", "spades=always", "=", "written="])
def test_what_is_no_record_is_not_laid_beside_it(other: str) -> None:
    with pytest.raises(Invalid):
        beside(Table().start("A").game_events[-1], OWNER, other)


def test_a_player_is_not_told_why_something_was_struck_and_sees_no_act_within_the_correction() -> None:
    book = Book(Table().start("A").play(DEALT))
    book.correct(slips([2, 3], [(1, "C stakes 7"), (1, "D stakes 7")]))
    for entry in (entry for frame in frames(book.events(), A) for entry in frame.entries):
        assert "a slip" not in str(entry.event)
        assert "Kh" not in str(entry.event)


def test_a_game_file_holds_what_stands() -> None:
    book = Book(Table().start("A").play(DEALT.replace("C stakes 6; D stakes 6", "C stakes 6; D passes")))
    assert book.game().phase == "settled"
    book.correct(slips([2], [(2, "C stakes 9")]))
    book.table.start().play("deal")
    book.void()
    events = {book.id(n): book.events(n) for n in (0, 1)}
    text = write(from_events(book.entries, events, {}))
    assert "C stakes 9" in text
    assert "C stakes 6" not in text
    assert text.count("\ngame") == 1
