"""`poolbook verify` at the command line: its output and its exit code."""

import json

import psycopg

from api.settings import Settings
from ops.database import opened
from ops.verifying import verify
from tests.ops.conftest import Served, poolbook


def test_a_treasurer_is_told_that_everything_agrees(served: Served) -> None:
    served.get(f"/v1/clubs/{served.club}/sittings?at_least=1")
    done = served.run("verify", "--club", "The Demonstration Club")
    assert (done.returncode, done.stderr) == (0, "")
    assert "settlements decided again" in done.stdout
    assert done.stdout.endswith("all that is stored follows from the events, to the last unit of money.\n")


def test_a_row_that_was_changed_is_named_and_the_code_is_that_of_bad_data(served: Served) -> None:
    settings = Settings.from_environment({"POOLBOOK_DATA_DIR": str(served.place)})
    change = "UPDATE poolbook.sittings SET ante = ante + %s WHERE club = %s"
    with opened(settings, migrated=False) as database, psycopg.connect(database.owner_url, autocommit=True) as owner:
        owner.execute(change, (1, served.club))
        try:
            done, as_json = served.run("verify"), served.run("verify", "--all", "--json")
        finally:
            owner.execute(change, (-1, served.club))
    assert (done.returncode, as_json.returncode) == (65, 65)
    assert "The first difference, in the tables: the row of sittings with sitting" in done.stdout
    body = json.loads(as_json.stdout)
    assert (body["ok"], body["first_difference"]["column"], body["club"]) == (False, "ante", served.club)


def test_a_table_that_was_taken_away_is_named(served: Served) -> None:
    settings = Settings.from_environment({"POOLBOOK_DATA_DIR": str(served.place)})
    there, gone = "ALTER TABLE poolbook.audit RENAME TO away", "ALTER TABLE poolbook.away RENAME TO audit"
    with opened(settings, migrated=False) as database, psycopg.connect(database.owner_url, autocommit=True) as owner:
        owner.execute(there)
        try:
            done = served.run("verify")
        finally:
            owner.execute(gone)
    assert (done.returncode, done.stderr) == (65, "")
    assert 'the tables are not those that this release made: relation "poolbook.audit"' in done.stdout


def test_a_club_that_was_taken_out_of_the_directory_is_missed(served: Served) -> None:
    """Without its row nothing else would be looked at."""
    settings = Settings.from_environment({"POOLBOOK_DATA_DIR": str(served.place)})
    with opened(settings, migrated=False) as database, psycopg.connect(database.owner_url, autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")
        owner.execute("CREATE TEMPORARY TABLE kept AS TABLE poolbook.clubs; DELETE FROM poolbook.clubs")
        try:
            done = served.run("verify", "--all")
        finally:
            owner.execute("INSERT INTO poolbook.clubs TABLE kept")
    assert (done.returncode, done.stdout) == (65, "")
    assert f"has rows of a club that is not in the list of clubs: {served.club}" in done.stderr


def test_a_club_that_is_not_there_a_contradiction_and_no_database(served: Served) -> None:
    assert served.ask("verify", "--club", "Nobody's").exit_code == 65
    assert served.ask("verify", "--all", "--club", "x").exit_code == 2
    away = poolbook("verify", place=served.place, POOLBOOK_DATABASE_URL="postgresql://127.0.0.1:9/none")
    assert away.returncode == 69


def test_the_help_says_what_cannot_be_detected() -> None:

    assert verify.help is not None
    words = " ".join(verify.help.split())
    assert "It cannot detect events that were removed from the end of the log after the last checkpoint" in words
