"""The export of the whole log: every event to the byte, sealed parts only for readers who may see them, one root."""

import json
from base64 import b64decode
from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest

from ledger.application.club_books import ClubBooks
from ledger.exports import jsonl
from ledger.exports.views import view_for
from ledger.merkle import Tree, leaf
from ledger.roles import INSPECTORS
from ledger.store import SharedDatastore
from ledger.telling.redaction import Reader
from tests.api.house import House

HANDS = {
    "A": "Ts 9s 8s 7s 2c",
    "B": "Kh Kd 5h 6c 2d",
    "C": "Ah Ad 5c 6d 9c",
    "D": "3h 3d 4c 7h 8c",
    "E": "Qh Qd 7c 8d Jc",
}
PASSED = "D"


@pytest.fixture
def house(own_house: House) -> House:
    """A club of its own, because the log covers the whole club."""
    return own_house


def card_game(house: House) -> str:
    """The path of a game whose cards the scorekeeper recorded, and in which D passed, with a note."""
    game = house.begin(house.sit())
    cards = {house.member[player]: hand.split() for player, hand in HANDS.items()}
    for body in (
        {"action": "deal", "cards": cards},
        {**house.act("C stakes 6"), "note": "C hesitated"},
        house.act("D passes"),
        *(house.act(f"{player} stakes 6") for player in "EAB"),
    ):
        answer = house.scorekeeper.post(f"{game}/actions", body)
        assert answer.status_code == 201, answer.text
    return game


def exported(house: House, role: str = "owner") -> list[dict[str, Any]]:
    """The lines of the export for a role."""
    desk = {"owner": house.owner, "auditor": house.auditor}[role]
    text = desk.get(f"{house.path}/exports/jsonl").text
    assert text.endswith("\n")
    return [json.loads(line) for line in text.split("\n")[:-1]]


def complete(house: House) -> list[dict[str, Any]]:
    """The lines of the complete export."""
    books = house.clubs.books(UUID(house.id))
    return [json.loads(line) for line in jsonl.write_complete(view_for(books, "any name", Reader("owner")))]


def parts(lines: list[dict[str, Any]]) -> set[tuple[int, str]]:
    """The position and name of every sealed part."""
    return {(line["position"], part["part"]) for line in lines[1:-1] for part in line.get("sealed", ())}


def text_of(lines: list[dict[str, Any]]) -> str:
    """The states and sealed parts of the lines as one text, without salts, in which a card could appear by chance."""
    return "\n".join(text for line in lines[1:-1] for text in (line["state"], *bodies(line)))


def bodies(line: dict[str, Any]) -> list[str]:
    return [part["body"] for part in line.get("sealed", ())]


CARD = f'"{HANDS[PASSED].split()[0]}"'
"""A card of the player who passed, as the record writes it."""


def test_the_first_line_says_what_it_is_and_the_last_that_nothing_is_missing(house: House) -> None:
    card_game(house)
    header, *events, trailer = exported(house)
    club = header.pop("club")
    assert header == {"format": "poolbook", "version": 1, "complete": False}
    assert (club["id"], club["currency"]) == (house.id, "LSD")
    assert club["founded_at"] == json.loads(events[0]["state"])["at"]
    assert set(trailer) == {"events", "root", "sha256"}
    assert trailer["events"] == len(events)
    *before, _ = house.owner.get(f"{house.path}/exports/jsonl").text.splitlines(keepends=True)
    assert trailer["sha256"] == sha256("".join(before).encode()).hexdigest()


def test_every_event_is_there_to_the_byte_in_the_order_of_the_log(house: House) -> None:
    card_game(house)
    _, *events, trailer = exported(house)
    stored = list(house.store.notifications(0, 10_000))
    tree = Tree()
    for line, notification in zip(events, stored, strict=True):
        fields = UUID(line["stream"]), line["version"], line["topic"], line["state"].encode()
        assert fields == (
            notification.stored.originator_id,
            notification.stored.originator_version,
            notification.stored.topic,
            notification.stored.state,
        )
        assert line["position"] == notification.position
        tree.add(leaf(*fields))
    assert b64decode(trailer["root"]) == tree.root()


def test_what_a_reader_may_not_see_is_left_out_and_the_root_is_the_same(house: House) -> None:
    card_game(house)
    whole_log = complete(house)
    assert whole_log[0]["complete"] is True
    hidden = f"hands/{house.member[PASSED]}"
    for role in INSPECTORS:
        lines = exported(house, role)
        assert lines[-1]["root"] == whole_log[-1]["root"]
        left_out = {name for _, name in parts(whole_log) - parts(lines)}
        assert left_out == {hidden}
        assert parts(lines) < parts(whole_log)
        assert CARD not in text_of(lines)
        assert "C hesitated" in text_of(lines)
    assert CARD in text_of(whole_log)


def test_every_part_that_is_there_has_the_hash_that_the_event_holds(house: House) -> None:
    card_game(house)
    count = 0
    for line in complete(house)[1:-1]:
        hashes = json.loads(line["state"])["seals"]
        for part in line.get("sealed", ()):
            salted = b64decode(part["salt"]) + part["body"].encode()
            assert sha256(salted).hexdigest() == hashes[part["part"]]
            count += 1
    assert count > 10


def test_a_hand_within_a_correction_is_hidden_like_any_other(house: House) -> None:
    game = card_game(house)
    step = 1  # the deal
    cards = {house.member[player]: hand.split() for player, hand in HANDS.items()}
    body = {
        "strike": [step],
        "insert": [{"after": step, "action": {"action": "deal", "cards": cards}}],
        "reason": "dealt anew in the book",
    }
    answer = house.scorekeeper.post(f"{game}/corrections", body)
    assert answer.status_code == 201, answer.text
    hidden = f"hands/{house.member[PASSED]}"
    within = {name for _, name in parts(complete(house)) if name.startswith(("tail/", "begun/"))}
    shown = {name for _, name in parts(exported(house)) if name.startswith(("tail/", "begun/"))}
    assert {name for name in within if name.endswith(hidden)} == within - shown != set()
    assert any("/hands/" in name for name in shown)
    assert CARD not in text_of(exported(house))
    assert CARD in text_of(complete(house))


def test_an_erased_part_is_in_no_export_and_the_root_stays(house: House) -> None:
    card_game(house)
    before = complete(house)
    name = next(line for line in before[1:-1] if line["topic"] == "club.member_joined")
    datastore = SharedDatastore(house.clubs.pool, UUID(house.id))
    with datastore.transaction(commit=True) as cursor:
        erase = "INSERT INTO erasures (club, stream, version, part) VALUES (%s, %s, %s, 'name')"
        cursor.execute(erase, (datastore.club, UUID(name["stream"]), name["version"]))
    after = complete(house)
    assert after[-1]["root"] == before[-1]["root"]
    assert parts(before) - parts(after) == {(name["position"], "name")}


def test_what_is_recorded_meanwhile_is_not_in_a_file_that_has_begun(house: House) -> None:
    view = view_for(ClubBooks(UUID(house.id), house.store), "any name", Reader("owner"))
    lines = jsonl.write(view)
    first = next(lines)
    at_first = [first, next(lines)]
    house.sit()
    trailer = json.loads([*at_first, *lines][-1])
    assert 0 < trailer["events"] < len(list(house.store.notifications(0, 10_000)))


@pytest.mark.parametrize("role", INSPECTORS)
def test_the_hash_of_no_request_is_in_an_export(house: House, role: str) -> None:
    card_game(house)
    datastore = SharedDatastore(house.clubs.pool, UUID(house.id))
    with datastore.transaction(commit=False) as cursor:
        rows = cursor.execute("SELECT request_hash FROM commands WHERE club = %s", (datastore.club,)).fetchall()
    text = json.dumps([exported(house, role), complete(house)])
    assert len(rows) > 10
    for row in rows:
        assert row["request_hash"].hex() not in text
