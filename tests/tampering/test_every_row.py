"""Every column of every table is changed, rows are deleted and inserted: each change is found and named.

The cases follow from the schema itself, so that a new table has them too.
"""

from typing import Any

import pytest

from projections.verify import Report
from tests.tampering.hand import Hand

EMPTY = {"projection_failure", "log_unsigned"}
"""Tables that have a row only while something is amiss."""

WITHOUT_WITNESS = {
    # Guards a key against being used twice; nothing else in the database says what it was.
    ("commands", "request_hash"),
    # When a checkpoint was signed is not in its note.
    ("log_checkpoints", "signed_at"),
    # When a migration was applied is written nowhere else.
    ("migrations", "applied_at"),
}
"""Columns whose values are recorded nowhere else."""

BY_THEIR_EVENT = {"stored_events": ("originator_id", "originator_version"), "sealed": ("stream", "version")}


def names(report: Report, table: str, row: dict[str, Any]) -> bool:
    """Whether a difference names the table or, for an event, that event or one beside it."""
    difference = report.first_difference
    if difference is None:
        return False
    if difference.table == table:
        return True
    stream, version = BY_THEIR_EVENT.get(table, (None, None))
    return stream is not None and (difference.stream == row[stream] or difference.version == row[version])


def test_untouched_books_agree(hand: Hand) -> None:
    report = hand.verified()
    assert report.first_difference is None
    assert report.ok
    assert all(report.checked.values()), "something of everything was looked at"
    assert [notice.code for notice in report.notices] == ["not_yet_signed"]


def test_every_column_of_every_table_is_found_when_it_is_changed(hand: Hand) -> None:
    missed, seen = {}, set()
    for table, columns in hand.columns.items():
        for column in columns:
            row = hand.change(table, column)
            if row is None:
                continue
            seen.add(table)
            report = hand.verified()
            if names(report, table, row) == ((table, column.name) in WITHOUT_WITNESS):
                missed[table, column.name] = report.first_difference
            hand.put_right(table)
    assert missed == {}
    assert set(hand.columns) - seen == EMPTY, "a table of the club has no row that could be tampered with"


def test_a_row_taken_away_of_any_table_is_found(hand: Hand) -> None:
    missed = {}
    for table in hand.columns.keys() - EMPTY:
        row = hand.delete(table)
        assert row is not None
        report = hand.verified()
        if not names(report, table, row):
            missed[table] = report
        hand.put_right(table)
    # A note that is in the file and not in the table may be what a crash left behind: it is told, as no failure.
    (report,) = [missed.pop("log_checkpoints")]
    assert "not_kept" in {notice.code for notice in report.notices}
    assert missed == {}


def test_a_row_put_into_any_table_is_found(hand: Hand) -> None:
    missed = {}
    for table in hand.columns.keys() - EMPTY:
        row = hand.insert(table)
        assert row is not None
        report = hand.verified()
        if not names(report, table, row):
            missed[table] = report.first_difference
        hand.put_right(table)
    assert missed == {}


@pytest.mark.parametrize("table", sorted(EMPTY))
def test_what_says_that_something_is_amiss_is_told(hand: Hand, table: str) -> None:
    if table == "projection_failure":
        hand.do("INSERT INTO projection_failure VALUES (true, 3, 'MissingRow: gone', now())")
        report = hand.verified()
        assert names(report, table, {})
        assert "stopped after position 3 (MissingRow)" in str(report.first_difference)
        return
    hand.do("INSERT INTO log_unsigned VALUES (true, 'the disk is full', now())")
    report = hand.verified()
    assert report.ok
    assert "checkpoints are not signed at present: the disk is full" in {n.sentence for n in report.notices}
