"""The books verified over HTTP."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import LiteralString

import psycopg
import pytest

from projections.verify.report import COUNTED
from tests.acts import ILLUSTRATED
from tests.api.house import House

RULES = ("/verify", "/log/verify")


@pytest.fixture
def house(own_house: House) -> House:
    """A club of its own, because several tests damage its tables."""
    return own_house


def play(house: House) -> None:
    """Play the illustrated game with a hand that nobody may see, and follow the log."""
    game = house.begin(house.sit())
    hands = {house.member["D"]: ["Qs", "Qh", "4c", "8d", "2s"]}
    dealt = house.scorekeeper.post(f"{game}/actions", {"action": "deal", "cards": hands, "note": "a Queen peeped out"})
    assert dealt.status_code == 201, dealt.text
    house.play(game, ILLUSTRATED.replace("deal", ""))
    house.follow()


def tampered(house: House, url: str, query: str) -> None:
    """Run a statement on the rows of the club, past the triggers that protect the tables."""
    with psycopg.connect(url, autocommit=True, options="-c search_path=poolbook") as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute(query.encode(), {"club": house.id})


@contextmanager
def altered(url: str, alter: LiteralString, back: LiteralString) -> Iterator[None]:
    """The tables, which are those of every test's clubs, altered during the block."""
    with psycopg.connect(url, autocommit=True, options="-c search_path=poolbook") as connection:
        connection.execute(alter)
        try:
            yield
        finally:
            connection.execute(back)


@pytest.mark.parametrize("rule", RULES)
def test_books_in_which_all_agrees(house: House, rule: str) -> None:
    play(house)
    for desk in (house.owner, house.auditor):
        answer = desk.post(house.path + rule)
        assert answer.status_code == 200, answer.text
        assert answer.json["ok"] is True
        assert answer.json["first_difference"] is None
        assert list(answer.json["checked"]) == list(COUNTED)
        assert answer.json["checked"]["settlements"] == 1
        assert answer.json["checked"]["events"] == sum(1 for _ in house.store.notifications(0, 1000))
        assert "no_outside_notes" in {notice["code"] for notice in answer.json["notices"]}


def test_a_token_that_somebody_planted_in_the_directory_is_named(house: House, database_url: str) -> None:
    play(house)
    plant = "INSERT INTO tokens SELECT gen_random_uuid(), sha256('guess'), club, role, member, label, created_at"
    tampered(house, database_url, f"{plant} FROM tokens WHERE role = 'owner' AND club = %(club)s")
    answer = house.owner.post(f"{house.path}/verify").json
    difference = answer["first_difference"]
    assert (answer["ok"], difference["kind"], difference["table"]) == (False, "directory", "tokens")
    assert "follows from no event" in difference["sentence"]


def test_a_trigger_that_somebody_switched_off_is_named(house: House, database_url: str) -> None:
    play(house)
    trigger = (
        "ALTER TABLE commands DISABLE TRIGGER recorded_stays",
        "ALTER TABLE commands ENABLE TRIGGER recorded_stays",
    )
    with altered(database_url, *trigger):
        difference = house.owner.post(f"{house.path}/verify").json["first_difference"]
    assert (difference["kind"], difference["table"], difference["key"]) == (
        "schema",
        "commands",
        "trigger recorded_stays",
    )


def test_a_result_that_was_changed_is_named(house: House, database_url: str) -> None:
    play(house)
    tampered(house, database_url, "UPDATE results SET net = net + 1 WHERE net = 78 AND club = %(club)s")
    answer = house.owner.post(f"{house.path}/verify").json
    difference = answer["first_difference"]
    assert answer["ok"] is False
    assert (difference["kind"], difference["table"], difference["column"]) == ("tables", "results", "net")
    assert (difference["expected"], difference["found"]) == ("78", "79")
    assert house.member["C"] in difference["key"]


def test_a_table_that_was_taken_away_is_named_and_no_error_of_the_service(house: House, database_url: str) -> None:
    play(house)
    rename = "ALTER TABLE postings RENAME COLUMN after TO afterwards", "ALTER TABLE postings RENAME afterwards TO after"
    with altered(database_url, *rename):
        answer = house.owner.post(f"{house.path}/verify").json
    assert (answer["ok"], answer["first_difference"]["kind"]) == (False, "tables")
    assert "not those that this release made" in answer["first_difference"]["sentence"]


def test_what_is_hidden_stays_hidden_when_it_was_tampered_with(house: House, database_url: str) -> None:
    play(house)
    change = """UPDATE sealed SET body = '["Qs","Qh","4c","8d","3s"]' WHERE club = %(club)s AND part LIKE 'hands/%%'"""
    tampered(house, database_url, change)
    answer = house.owner.post(f"{house.path}/verify")
    difference = answer.json["first_difference"]
    assert (difference["kind"], difference["version"]) == ("rows", 2)
    assert f"hands/{house.member['D']}" in difference["sentence"]
    assert not any(card in answer.text for card in ("Qs", "Qh", "3s", "Queen"))


def test_nothing_is_recorded_by_a_verification_and_lists_that_lag_are_no_failure(house: House) -> None:
    play(house)
    house.sit(funds=0)
    before = house.position()
    answer = house.owner.post(f"{house.path}/verify", {}).json
    assert answer["ok"] is True
    (behind,) = [notice for notice in answer["notices"] if notice["code"] == "behind"]
    assert "2 events behind" in behind["sentence"]
    assert house.position() == before


def test_a_club_that_is_being_verified_is_not_verified_again_meanwhile(house: House, database_url: str) -> None:
    with psycopg.connect(database_url) as other:
        other.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"{house.id}.verify",))
        answer = house.owner.post(f"{house.path}/verify")
        assert (answer.status_code, "being verified already" in answer.json["detail"]) == (503, True)
        assert int(answer.headers["Retry-After"]) > 0
    assert house.owner.post(f"{house.path}/verify").status_code == 200
