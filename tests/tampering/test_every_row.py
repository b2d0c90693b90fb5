"""Columns of every table are changed, rows are deleted and inserted: each change is found and named.

The cases follow from the schema itself, so that a new table has them too.
"""

import json
import random
from dataclasses import replace
from math import ceil
from typing import Any

import pytest
from psycopg.sql import SQL, Identifier

from projections.verify import Report, first_astray, verify
from tests.conftest import NoteSeed
from tests.tampering.hand import Hand

DOORS = {"erasures", "book_pages"}
"""Tables through which the service writes in others, and in which nothing stays."""

EMPTY = {"projection_failure", "log_unsigned", "webhooks", "webhook_dead", *DOORS}
"""Tables that have a row only while something is amiss, or for which this club has no use."""

WITHOUT_WITNESS = {
    # Guards a key against being used twice; nothing else in the database says what it was.
    ("commands", "request_hash"),
    # When a checkpoint was signed is not in its note.
    ("log_checkpoints", "signed_at"),
    # When a migration was applied is written nowhere else.
    ("migrations", "applied_at"),
    # The follower is told to look, and finds nothing to do; what keeps it from looking has a test of its own.
    ("clubs", "gone_on"),
}
"""Columns whose values are recorded nowhere else."""

ONE_EACH = {"command_secret", "followed"}
"""Tables in which a club has one row, so that what is put in is another club's."""

BY_THEIR_EVENT = {"stored_events": ("originator_id", "originator_version"), "sealed": ("stream", "version")}


def names(report: Report, table: str, row: dict[str, Any]) -> bool:
    """Whether a difference names the table or, for an event, that event or one beside it."""
    difference = report.first_difference
    if difference is None:
        return False
    if difference.table == table:
        return True
    stream, version = BY_THEIR_EVENT.get(table, (None, None))
    if stream is None or version is None:
        return False
    after = row.get("notification_id", -1) + 1
    return difference.stream == row[stream] or difference.version == row[version] or difference.position == after


def test_untouched_books_agree(hand: Hand) -> None:
    report = hand.verified()
    assert report.first_difference is None
    assert report.ok
    assert all(report.checked.values()), "something of everything was looked at"
    assert [notice.code for notice in report.notices] == ["not_yet_signed"]


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_column_of_every_table_is_found_when_it_is_changed(hand: Hand, note_seed: NoteSeed, every: bool) -> None:
    """An eighth of each table's columns, others in every run; the long run changes all."""
    seed = random.randrange(2**32)
    note_seed(seed)
    dice, missed, seen = random.Random(seed), {}, set()
    for table, columns in hand.columns.items():
        for column in columns if every else dice.sample(columns, ceil(len(columns) / 8)):
            row = hand.change(table, column)
            if row is None:
                continue
            seen.add(table)
            report = hand.verified()
            named = names(report, table, row)
            if column.name == "club":
                astray = first_astray(hand.url)
                # Of a checkpoint only this tells: a crash may have kept its row from the table.
                named = (named or table == "log_checkpoints") and astray is not None and astray.table == table
            if named == ((table, column.name) in WITHOUT_WITNESS):
                missed[table, column.name] = report.first_difference
            hand.put_right(table)
    assert missed == {}
    assert set(hand.columns) - seen == EMPTY, "a table has no row of the club that could be tampered with"


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


def verified_last_club(hand: Hand) -> Report:
    """The report of the club whose row was put in last."""
    (id,) = {row["id"] for row in hand.do("SELECT id FROM poolbook.clubs")} - {hand.club.id, hand.other.id}
    return verify(hand.url, replace(hand.club, id=id))


def test_a_row_put_into_any_table_is_found(hand: Hand) -> None:
    missed = {}
    for table in hand.columns.keys() - EMPTY:
        row = hand.insert(table)
        assert row is not None
        report = verified_last_club(hand) if table == "clubs" else hand.verified()
        if table in ONE_EACH:
            assert report.ok
            report = replace(report, first_difference=first_astray(hand.url))
        if not names(report, table, row):
            missed[table] = report.first_difference
        hand.put_right(table)
    assert missed == {}


def test_what_stopped_the_follower_is_a_difference(hand: Hand) -> None:
    hand.do("INSERT INTO projection_failure VALUES (%s, 3, 'MissingRow: gone', now())", hand.club.id)
    report = hand.verified()
    assert names(report, "projection_failure", {})
    assert "stopped after position 3 (MissingRow)" in str(report.first_difference)


def test_what_keeps_the_log_from_being_signed_is_a_notice(hand: Hand) -> None:
    hand.do("INSERT INTO log_unsigned VALUES (%s, 'the disk is full', now())", hand.club.id)
    report = hand.verified()
    assert report.ok
    assert "checkpoints are not signed at present: the disk is full" in {n.sentence for n in report.notices}


def test_what_was_put_in_a_door_and_stays_there_is_found(hand: Hand) -> None:
    hand.do("INSERT INTO erasures SELECT club, stream, version, part FROM sealed LIMIT 1")
    assert names(hand.verified(), "erasures", {})
    hand.put_right("erasures")
    hand.do("INSERT INTO book_pages VALUES (%s, true" + 13 * ", '{}'" + ")", hand.club.id)
    assert names(hand.verified(), "book_pages", {})


def test_a_club_that_no_follower_looks_at_although_its_lists_are_behind_is_found(hand: Hand) -> None:
    assert hand.one("SELECT gone_on FROM clubs")["gone_on"]
    hand.do("UPDATE clubs SET gone_on = false")
    assert hand.verified().ok, "the lists have come to the end"
    last = hand.one("SELECT max(notification_id) AS last FROM stored_events")["last"]
    hand.do("UPDATE followed SET position = %s", last - 1)
    assert hand.verified().first_difference is not None
    hand.put_right("followed")
    append_an_event(hand)
    difference = hand.verified().first_difference
    assert difference is not None
    assert (difference.kind, difference.table, difference.column) == ("directory", "clubs", "gone_on")
    hand.do("UPDATE clubs SET gone_on = true")
    report = hand.verified()
    assert report.ok
    assert "behind" in {notice.code for notice in report.notices}


def append_an_event(hand: Hand) -> None:
    """Record one more event, as `record` does it, but for the mark of the club."""
    row = hand.one("SELECT * FROM stored_events WHERE topic = 'sitting.limits_set'")
    last = hand.one(
        "SELECT max(originator_version) AS version FROM stored_events WHERE originator_id = %s", row["originator_id"]
    )
    envelope = json.loads(row["state"])
    envelope["command"] = "one more"
    envelope["public"]["entry"] = 99
    state = json.dumps(envelope, separators=(",", ":"), sort_keys=True).encode()
    version = last["version"] + 1
    hand.do(
        "INSERT INTO stored_events (club, originator_id, originator_version, notification_id, topic, state)"
        " SELECT id, %s, %s, position + 1, %s, %s FROM clubs",
        *(row["originator_id"], version, row["topic"], state),
    )
    hand.do(
        "INSERT INTO commands (club, key, request_hash, stream, from_version, to_version, recorded_at)"
        " SELECT id, 'one more', '', %s, %s, %s, %s FROM clubs",
        *(row["originator_id"], version, version, envelope["at"]),
    )
    hand.do("UPDATE clubs SET position = position + 1, last_at = %s", envelope["at"])


# Another club in the same tables


def test_rows_of_another_club_make_no_difference(hand: Hand) -> None:
    untouched = hand.verified()
    for table, columns in hand.columns.items():
        names = {column.name for column in columns}
        if table == "clubs" or "club" not in names:
            continue
        others = [column for column in columns if column.type in ("bigint", "integer") and not column.unique]
        changes = SQL(", ").join(SQL("{} = {}").format(Identifier(c.name), c.other) for c in others)
        if others and table not in ("journal", "postings"):
            change = SQL("UPDATE poolbook.{} SET {} WHERE club = %s")
            hand.connection.execute(change.format(Identifier(table), changes), (hand.other.id,))
        gone = SQL(
            "DELETE FROM {0} WHERE ctid = ANY(ARRAY(SELECT ctid FROM {0} WHERE club = %s ORDER BY ctid LIMIT 20))"
        )
        hand.connection.execute(gone.format(Identifier("poolbook", table)), (hand.other.id,))
    assert not hand.verified(hand.other).ok
    assert hand.verified() == untouched


@pytest.mark.parametrize("place", ["first", "last"])
def test_an_event_that_was_given_to_another_club_is_found_in_both(hand: Hand, place: str) -> None:
    end = {"first": "min", "last": "max"}[place]
    own, free = (
        hand.one(
            f"SELECT {end}(notification_id) AS at, max(notification_id) AS last FROM poolbook.stored_events"
            " WHERE club = %s",
            club.id,
        )
        for club in (hand.club, hand.other)
    )
    hand.do(
        "UPDATE poolbook.stored_events SET club = %s, notification_id = %s WHERE club = %s AND notification_id = %s",
        *(hand.other.id, free["last"] + 1, hand.club.id, own["at"]),
    )
    for club in (hand.club, hand.other):
        difference = hand.verified(club).first_difference
        assert difference is not None
        assert difference.kind == "rows"
