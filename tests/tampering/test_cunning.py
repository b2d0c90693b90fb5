"""Tampering by somebody who knows how the books are stored, and covers his tracks as far as he can."""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.laws.register import EDITION
from ledger.merkle import Tree, leaf
from projections.signing import Signer
from projections.verify import Difference, Report
from tests.tampering.hand import Hand, replaced

FAR = 10**9
"""A position at which nothing is."""


def first_difference(report: Report) -> Difference:
    """The first difference. Fails if there is none."""
    assert report.first_difference is not None, report
    return report.first_difference


def event(hand: Hand, topic: str, n: int = 0) -> dict[str, Any]:
    """The n-th event of a topic."""
    rows = hand.do("SELECT * FROM stored_events WHERE topic = %s ORDER BY notification_id", topic)
    return rows[n]


def rewrite(hand: Hand, row: dict[str, Any], state: bytes) -> None:
    """Give an event another state."""
    hand.do(
        "UPDATE stored_events SET state = %s WHERE originator_id = %s AND originator_version = %s",
        state,
        row["originator_id"],
        row["originator_version"],
    )


def cover(hand: Hand) -> None:
    """Make the log's leaves and nodes those of the events as they are now."""
    hand.do("DELETE FROM log_leaves")
    hand.do("DELETE FROM log_nodes")
    tree = Tree()
    for row in hand.do("SELECT * FROM stored_events ORDER BY notification_id"):
        hashed = leaf(row["originator_id"], row["originator_version"], row["topic"], row["state"])
        hand.do("INSERT INTO log_leaves VALUES (%s, %s, %s)", hand.club.id, tree.size, hashed)
        for (level, index), node in tree.add(hashed):
            hand.do("INSERT INTO log_nodes VALUES (%s, %s, %s, %s)", hand.club.id, level, index, node)


def unsign(hand: Hand) -> None:
    """Remove every checkpoint, inside and outside, as if none had been signed."""
    hand.do("DELETE FROM log_checkpoints")
    hand.file.write_bytes(b"")
    hand.tally.unlink()


def another_settlement(state: bytes) -> bytes:
    """A settlement in which the winner is given one more and another player one less, in every place that states it."""
    envelope = json.loads(state)
    document = envelope["public"]["settlement"]
    winner = document["awards"][0]["player"]
    loser = next(member for member in document["results"] if member != winner)
    for amounts in (document["results"], document["funds"]):
        amounts[winner] += 1
        amounts[loser] -= 1
    return json.dumps(envelope, separators=(",", ":"), sort_keys=True).encode()


def at(difference: Difference, row: dict[str, Any]) -> bool:
    """Whether a difference names this event by its stream, version and position."""
    place = (difference.stream, difference.version, difference.position)
    return place == (row["originator_id"], row["originator_version"], row["notification_id"])


def test_an_amount_changed_in_a_signed_event_is_found_by_its_leaf(hand: Hand) -> None:
    row = event(hand, "game.staked", 1)
    rewrite(hand, row, replaced(row["state"], [('"amount":', '"amount":1')]))
    difference = first_difference(hand.verified())
    assert (difference.kind, difference.table, difference.column) == ("log", "log_leaves", "hash")
    assert at(difference, row)


def test_a_topic_that_another_event_has_is_found(hand: Hand) -> None:
    row = event(hand, "game.passed")
    hand.do("UPDATE stored_events SET topic = 'game.stood' WHERE notification_id = %s", row["notification_id"])
    difference = first_difference(hand.verified())
    assert (difference.kind, at(difference, row)) == ("rows", True)


def test_two_events_that_change_places_in_the_log_are_found(hand: Hand) -> None:
    begun = event(hand, "game.begun")
    started = event(hand, "sitting.game_started")
    assert started["notification_id"] == begun["notification_id"] + 1
    places = begun["notification_id"], started["notification_id"]
    for row, position in ((begun, FAR), (started, places[0]), (begun, places[1])):
        hand.do(
            "UPDATE stored_events SET notification_id = %s WHERE originator_id = %s AND originator_version = %s",
            position,
            row["originator_id"],
            row["originator_version"],
        )
    difference = first_difference(hand.verified())
    assert difference.position == places[0]
    assert difference.kind in ("rows", "log")


def test_the_last_event_of_a_stream_taken_away_is_found_though_its_stream_shows_no_gap(hand: Hand) -> None:
    row = event(hand, "sitting.adjusted")
    (last,) = hand.do(
        "SELECT max(originator_version) AS version FROM stored_events WHERE originator_id = %s", row["originator_id"]
    )
    assert last["version"] == row["originator_version"]
    (after,) = hand.do("SELECT * FROM stored_events WHERE notification_id = %s", row["notification_id"] + 1)
    hand.do("DELETE FROM stored_events WHERE notification_id = %s", row["notification_id"])
    difference = first_difference(hand.verified())
    assert (difference.kind, difference.table, at(difference, after)) == ("rows", "stored_events", True)
    assert (difference.expected, difference.found) == (str(row["notification_id"]), str(after["notification_id"]))
    # With every later event moved up, no position is missing; but the leaves tell.
    for later in hand.do("SELECT notification_id AS at FROM stored_events ORDER BY notification_id"):
        if later["at"] > row["notification_id"]:
            hand.do(
                "UPDATE stored_events SET notification_id = %s WHERE notification_id = %s", later["at"] - 1, later["at"]
            )
    hand.do("UPDATE clubs SET position = position - 1")
    difference = first_difference(hand.verified())
    assert (difference.kind, difference.table, difference.column) == ("log", "log_leaves", "hash")
    assert difference.position == row["notification_id"]


def cut(hand: Hand, position: int) -> None:
    """Delete every event from a position on, and every trace of them in the database."""
    gone = hand.do("DELETE FROM stored_events WHERE notification_id >= %s RETURNING *", position)
    for row in gone:
        place = row["originator_id"], row["originator_version"]
        hand.do("DELETE FROM sealed WHERE stream = %s AND version = %s", *place)
        hand.do("DELETE FROM commands WHERE key = %s", json.loads(row["state"])["command"])
    hand.do("DELETE FROM log_checkpoints WHERE size >= %s", position)
    hand.do("UPDATE followed SET position = %s", position - 1)
    last = hand.one("SELECT state FROM stored_events ORDER BY notification_id DESC LIMIT 1")
    hand.do("UPDATE clubs SET position = %s, last_at = %s", position - 1, json.loads(last["state"])["at"])
    cover(hand)


def the_start_of_a_save(hand: Hand, before: int) -> int:
    """The position of the first event of a save, at or before this position."""
    rows = hand.do("SELECT notification_id, state FROM stored_events ORDER BY notification_id")
    keys = {row["notification_id"]: json.loads(row["state"])["command"] for row in rows}
    return next(p for p in range(before, 0, -1) if keys[p] != keys.get(p - 1))


def test_a_tail_taken_away_is_found_by_the_note_that_was_written_outside(hand: Hand) -> None:
    signed = hand.one("SELECT max(size) AS last FROM log_checkpoints")["last"]
    cut(hand, the_start_of_a_save(hand, signed))
    difference = first_difference(hand.verified())
    assert difference.kind == "log"
    assert str(hand.file) in difference.sentence
    assert "the events after position" in difference.sentence


def test_a_tail_taken_away_after_the_last_note_is_found_only_by_what_was_left_behind(hand: Hand) -> None:
    """As the help says, events after the last note can be removed without a trace."""
    last = hand.one("SELECT max(notification_id) AS last FROM stored_events")["last"]
    cut(hand, the_start_of_a_save(hand, last))
    assert first_difference(hand.verified()).kind == "tables"  # the lists still tell of it
    hand.put_right()
    row = event(hand, "game.staked", -1)
    assert row["notification_id"] == last
    hand.do("DELETE FROM stored_events WHERE notification_id = %s", last)
    assert first_difference(hand.verified()).table == "commands"
    hand.put_right()
    hand.rebuild()
    cut(hand, the_start_of_a_save(hand, last))
    hand.do("UPDATE clubs SET position = %s", last)
    hand.rebuild()
    difference = first_difference(hand.verified())
    assert (difference.kind, difference.table, difference.column) == ("directory", "clubs", "position")


def test_a_settlement_changed_with_the_log_is_found_by_the_checkpoint(hand: Hand) -> None:
    row = event(hand, "game.settled")
    rewrite(hand, row, another_settlement(row["state"]))
    cover(hand)
    difference = first_difference(hand.verified())
    sizes = [checkpoint["size"] for checkpoint in hand.do("SELECT size FROM log_checkpoints ORDER BY size")]
    first = next(size for size in sizes if size >= row["notification_id"])
    assert (difference.kind, difference.table, difference.key) == ("log", "log_checkpoints", f"size {first}")
    assert "from the first up to position" in difference.sentence or "after position" in difference.sentence


def test_a_settlement_changed_with_the_log_and_the_checkpoints_is_found_by_the_file_outside(hand: Hand) -> None:
    row = event(hand, "game.settled")
    rewrite(hand, row, another_settlement(row["state"]))
    cover(hand)
    hand.do("DELETE FROM log_checkpoints")
    difference = first_difference(hand.verified())
    assert difference.kind == "log"
    assert str(hand.file) in difference.sentence


def with_another_label(hand: Hand) -> None:
    """Rewrite a label and the log with it, so that everything in the database agrees, and remove every checkpoint."""
    row = event(hand, "club.token_issued", 1)
    place = row["originator_id"], row["originator_version"]
    part = hand.one("SELECT salt, body FROM sealed WHERE stream = %s AND version = %s", *place)
    body = b'"another label"'
    was, now = (sha256(part["salt"] + text).hexdigest() for text in (part["body"], body))
    rewrite(hand, row, replaced(row["state"], [(was, now)]))
    hand.do("UPDATE sealed SET body = %s WHERE stream = %s AND version = %s", body, *place)
    hand.do("UPDATE poolbook.tokens SET label = 'another label' WHERE label = %s", json.loads(part["body"]))
    cover(hand)
    hand.do("DELETE FROM log_checkpoints")
    hand.file.write_bytes(b"")


def test_a_log_rewritten_with_care_after_its_notes_were_emptied_is_found_by_their_tally(hand: Hand) -> None:
    with_another_label(hand)
    assert replace(hand, tallies=None).verified().ok, "nothing else tells"
    difference = first_difference(hand.verified())
    assert (difference.kind, difference.expected, difference.found) == ("log", "2", "0")
    assert "notes were taken away" in difference.sentence
    hand.file.unlink()
    assert first_difference(hand.verified()).sentence == difference.sentence


def test_notes_of_which_the_last_was_replaced_are_found_by_their_tally(hand: Hand) -> None:
    hand.do("DELETE FROM log_checkpoints WHERE size = (SELECT max(size) FROM log_checkpoints)")
    kept_twice = kept(hand, 0)
    hand.file.write_bytes(b"\n" + kept_twice + b"\n" + kept_twice)
    assert "the last of these is not there" in first_difference(hand.verified()).sentence


def test_a_tally_that_is_missing_is_told_and_one_that_is_damaged_is_a_difference(hand: Hand) -> None:
    hand.tally.unlink()
    report = hand.verified()
    assert report.ok
    assert "no_tally" in {notice.code for notice in report.notices}
    for text in ("", "{", "[1]", '{"notes": 2}', '{"notes": "2", "size": 1, "hash": ""}'):
        hand.tally.write_text(text)
        difference = first_difference(hand.verified())
        assert (difference.kind, "does not hold the tally" in difference.sentence) == ("log", True)


def test_notes_beside_the_key_are_told(hand: Hand) -> None:
    report = replace(hand, data_dir=hand.directory.parent).verified()
    assert report.ok
    assert "notes_beside_key" in {notice.code for notice in report.notices}


def test_a_settlement_that_was_changed_before_anything_was_signed_is_found_by_judging_it_again(hand: Hand) -> None:
    row = event(hand, "game.settled")
    rewrite(hand, row, another_settlement(row["state"]))
    cover(hand)
    unsign(hand)
    difference = first_difference(hand.verified())
    assert (difference.kind, difference.column) == ("settlements", "settlement.results")
    assert at(difference, row)


@pytest.mark.parametrize(
    ("topic", "changes"),
    [
        pytest.param("game.staked", [('"law":2', '"law":3')], id="the law of a stake"),
        pytest.param("game.begun", [('"number":1', '"number":9')], id="the number of a game"),
        pytest.param("game.corrected", [('"pool":', '"pool":1')], id="the pool after a correction"),
        pytest.param("game.paid", [('"issued":0', '"issued":1')], id="what a payment put in issue"),
        pytest.param("game.voided", [('"phase":"void"', '"phase":"settled"')], id="the phase of a void game"),
        pytest.param("sitting.game_ended", [('"kitty":0', '"kitty":1')], id="the kitty after a game"),
        pytest.param("sitting.game_corrected", [('"carried":0', '"carried":1')], id="what is carried"),
        pytest.param("sitting.corrected", [('"affected":[]', '"affected":["x"]')], id="the games affected"),
        pytest.param("sitting.counters_sold", [('"paid":', '"paid":1')], id="the money paid for counters"),
        pytest.param("sitting.counters_sold", [('"value":', '"value":1')], id="the value of counters"),
    ],
)
def test_what_is_said_otherwise_and_never_signed_does_not_follow(
    hand: Hand, topic: str, changes: list[tuple[str, str]]
) -> None:
    row = event(hand, topic)
    rewrite(hand, row, replaced(row["state"], changes))
    cover(hand)
    unsign(hand)
    difference = first_difference(hand.verified())
    assert difference.kind in ("settlements", "tables", "accounts")
    if difference.kind == "settlements":
        assert difference.position is not None
        assert difference.position >= row["notification_id"]


def test_an_event_put_in_between_is_found(hand: Hand) -> None:
    """It has a command and the next version of its stream, but the log has another event at its position."""
    row = event(hand, "sitting.limits_set")
    end = hand.one("SELECT max(notification_id) AS last FROM stored_events")["last"]
    version = hand.one(
        "SELECT max(originator_version) AS last FROM stored_events WHERE originator_id = %s", row["originator_id"]
    )["last"]
    envelope = json.loads(row["state"])
    envelope["command"] = str(uuid4())
    envelope["public"]["entry"] = 99
    state = json.dumps(envelope, separators=(",", ":"), sort_keys=True).encode()
    hand.do(
        "INSERT INTO stored_events VALUES (%s, %s, %s, %s, %s, %s)",
        hand.club.id,
        row["originator_id"],
        version + 1,
        end + 1,
        row["topic"],
        state,
    )
    assert first_difference(hand.verified()).table == "commands"
    hand.do(
        "INSERT INTO commands SELECT club, %s, request_hash, %s, %s, %s, recorded_at FROM commands WHERE key = %s",
        envelope["command"],
        row["originator_id"],
        version + 1,
        version + 1,
        json.loads(row["state"])["command"],
    )
    assert first_difference(hand.verified()).column == "position", "the club's row has another number of events"
    hand.do("UPDATE clubs SET position = %s, last_at = %s", end + 1, envelope["at"])
    # Now nothing tells it from what was recorded in earnest, and not folded yet; but no place before the end is free.
    report = hand.verified()
    assert report.ok, report.first_difference
    assert "behind" in {notice.code for notice in report.notices}
    for was, now in ((end, FAR), (end + 1, end), (FAR, end + 1)):
        hand.do("UPDATE stored_events SET notification_id = %s WHERE notification_id = %s", now, was)
    difference = first_difference(hand.verified())
    assert (difference.kind, difference.position) == ("log", end)


def kept(hand: Hand, n: int) -> bytes:
    """The n-th published note."""
    note: str = hand.do("SELECT note FROM log_checkpoints ORDER BY size")[n]["note"]
    return note.encode()


def signed(hand: Hand, club: UUID, size: int) -> bytes:
    """A note signed by the service's own key for another root."""
    return b"\n" + hand.signer.sign(club, size, bytes(32)).note.encode()


FILES: dict[str, Callable[[Hand], bytes]] = {
    "another root": lambda h: h.notes.replace(kept(h, 1).splitlines()[2], kept(h, 0).splitlines()[2]),
    "another signature": lambda h: h.notes.replace(kept(h, 1).splitlines()[4], kept(h, 0).splitlines()[4]),
    "taken out": lambda h: h.notes.replace(kept(h, 1), b""),
    "of another club": lambda h: h.notes + signed(h, uuid4(), 3),
    "of a larger log": lambda h: h.notes + signed(h, h.club.id, 5000),
    "of which a byte is another": lambda h: h.notes[:-9] + b"!" + h.notes[-8:],
}
"""Ways to damage the file of notes: each gives the file as it is afterwards."""


@pytest.mark.parametrize("case", FILES)
def test_the_file_outside_is_looked_at_note_by_note(hand: Hand, case: str) -> None:
    changed = FILES[case](hand)
    assert changed != hand.notes
    hand.file.write_bytes(changed)
    difference = first_difference(hand.verified())
    assert (difference.kind, difference.table) == ("log", "log_checkpoints")
    assert str(hand.file) in difference.sentence


def test_without_the_file_and_its_tally_what_was_found_says_what_it_rests_on(hand: Hand) -> None:
    hand.file.unlink()
    hand.tally.unlink()
    report = hand.verified()
    assert report.ok
    assert "no_outside_notes" in {notice.code for notice in report.notices}


def test_checkpoints_signed_with_another_key_are_told(hand: Hand) -> None:
    stranger = replace(hand, signer=Signer(Ed25519PrivateKey.generate(), hand.directory))
    report = stranger.verified()
    assert "another_key" in {notice.code for notice in report.notices}


def test_nothing_that_is_said_names_a_hidden_card(hand: Hand) -> None:
    """A report names the sealed part that differs, and not its contents."""
    for part in hand.do("SELECT * FROM sealed ORDER BY stream, version, part"):
        hand.do(
            "UPDATE sealed SET body = %s WHERE stream = %s AND version = %s AND part = %s",
            b'["Qd","Qc","2h","4h","5h"]',
            part["stream"],
            part["version"],
            part["part"],
        )
    difference = first_difference(hand.verified())
    assert difference.kind == "rows"
    assert not any(card in str(difference) for card in ("Qd", "Qc", "Ah", "Ad", "Jc"))


# What is no tampering


def test_a_token_that_an_older_release_issued_is_told_where_a_crash_left_it_unlisted(hand: Hand) -> None:
    row = event(hand, "club.token_issued", 1)
    state = json.loads(row["state"])
    token = state["public"]["token"]
    del state["public"]["digest"]
    state["version"] = 1
    rewrite(hand, row, json.dumps(state, separators=(",", ":"), sort_keys=True).encode())
    cover(hand)
    unsign(hand)
    report = hand.verified()
    assert report.ok, report.first_difference
    assert "digest_not_recorded" in {notice.code for notice in report.notices}
    hand.do("DELETE FROM poolbook.tokens WHERE id = %s", token)
    report = hand.verified()
    assert report.ok, report.first_difference
    assert "interrupted" in {notice.code for notice in report.notices}


def of_another_edition(hand: Hand, stream: UUID) -> None:
    """A game, without corrections, that an older edition of the rules judged by another law than today's."""
    for row in hand.do("SELECT * FROM stored_events WHERE originator_id = %s", stream):
        state = row["state"].replace(f'"edition":"{EDITION}"'.encode(), b'"edition":"0"')
        if row["topic"] == "game.staked":
            state = state.replace(b'"law":2', b'"law":9', 1)
        rewrite(hand, row, state)


def test_a_game_that_todays_rules_judge_otherwise_than_its_own_edition_did_is_told(hand: Hand) -> None:
    game = event(hand, "game.begun")["originator_id"]
    of_another_edition(hand, game)
    unsign(hand)
    hand.rebuild()
    report = hand.verified()
    assert report.ok, report.first_difference
    (older,) = [notice for notice in report.notices if notice.code == "older_edition"]
    assert (older.stream, older.times) == (game, 1)


def test_a_club_brought_back_without_hidden_hands_is_told_of_and_agrees(hand: Hand) -> None:
    """Such a club's commands have no hash of a request; where they have one, a part that is gone is a failure."""
    hand.do("DELETE FROM sealed WHERE part LIKE 'hands/%%' OR part IN ('pack', 'discards', 'cards', 'discarded')")
    assert first_difference(hand.verified()).table == "sealed"
    hand.do("UPDATE commands SET request_hash = ''")
    report = hand.verified()
    assert report.ok, report.first_difference
    notices = {notice.code: notice for notice in report.notices}
    assert notices["undisclosed"].times > 2
    assert notices["withheld"].times > 0, "a draw of which nobody knows how many cannot be had again"
