"""The database gone and back, and its disk full: recording resumes by itself, and nothing acknowledged is lost."""

import contextlib
import os
import pwd
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from random import Random
from uuid import UUID

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from werkzeug.test import TestResponse

from api.app import create_app
from api.settings import Settings
from ledger.application.clubs import Clubs
from ledger.store import ClubStore, SharedDatastore
from ops.embedded import EmbeddedPostgres
from ops.faults.audit import audit
from ops.faults.scorekeeper import Answer, Lost, Scorekeeper
from ops.fuzz_score import check as recorded_as_typed
from ops.migrate import migrate
from ops.score.courier import Courier
from ops.score.journal import opened
from ops.score.sending import Sender
from ops.score.session import Session
from projections.tables import ReadTables
from tests.api.house import OPERATOR, Desk, House
from tests.api.problems import refused_as
from tests.score.conftest import SHORT, in_the_record
from tests.score.test_session import RESULTS


@pytest.fixture(scope="module")
def own_server() -> Iterator[EmbeddedPostgres]:
    """A database server that only this module uses."""
    with tempfile.TemporaryDirectory(prefix="poolbook-trouble-", ignore_cleanup_errors=True) as directory:
        server = EmbeddedPostgres(Path(directory))
        with server:
            migrate(server.url)
            yield server


@pytest.fixture
def house(own_server: EmbeddedPostgres) -> Iterator[House]:
    """A club on that server."""
    clubs = Clubs(own_server.url)
    clubs.pool._borrow_timeout = 1.0
    app = create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)
    yield House.found_club(app, clubs)
    clubs.close()


def scorekeeper_of(house: House) -> Scorekeeper:
    def send(method: str, path: str, body: object, key: str | None) -> Answer:
        desk = house.owner
        answer = desk.get(path) if method == "GET" else desk.post(path, body, Idempotency_Key=key)
        if answer.status_code == 503:
            assert int(answer.headers["Retry-After"]) > 0
            raise Lost
        return Answer(answer.status_code, answer.json, dict(answer.headers))

    return Scorekeeper(send, house.id, list(house.member.values()), Random(1896))


def record(client: Scorekeeper, acts: int, tries: int = 200) -> None:
    """Record until `acts` more acts are acknowledged. Fails after `tries` steps."""
    enough = len(client.acknowledged) + acts
    for _ in range(tries):
        client.step()
        if len(client.acknowledged) >= enough:
            return
    raise AssertionError("recording did not resume")


def check(house: House, client: Scorekeeper, before: int) -> None:
    datastore = SharedDatastore(house.clubs.pool, UUID(house.id))
    report = audit(ClubStore(datastore), ReadTables(datastore), client.acknowledged, client.sent, before)
    assert report.clean, report


def test_the_database_gone_and_back_recording_resumes_by_itself(house: House, own_server: EmbeddedPostgres) -> None:
    before, client = house.position(), scorekeeper_of(house)
    record(client, 12)
    for mode in ("fast", "immediate"):
        own_server._run("pg_ctl", "stop", "--wait", f"--mode={mode}", "--pgdata=.")
        refused_as(house.owner.get("/v1/me"), 503, "unavailable")
        refused_as(Desk(house.app, None).get("/readyz"), 503, "unavailable")
        assert Desk(house.app, None).get("/livez").status_code == 200
        assert b"poolbook_database_up 0.0" in Desk(house.app, None).get("/metrics").data
        client.step()
        own_server.start()
        record(client, 5)
    assert Desk(house.app, None).get("/readyz").status_code == 200
    check(house, client, before)


def test_lines_typed_while_the_database_is_gone_are_recorded_once_and_in_order_when_it_is_back(
    house: House, own_server: EmbeddedPostgres, tmp_path: Path
) -> None:
    books, journal = house.clubs.books(UUID(house.id)), opened(tmp_path / "evening.game")
    back: SimpleQueue[str] = SimpleQueue()
    with Courier(Sender(lambda: books, journal.evening), back.put, first_pause=0.05) as courier:
        session = Session(courier.sender, journal, send=courier.send, add_members=True)
        session.load()
        for n, line in enumerate(SHORT):
            if n == 9:
                own_server._run("pg_ctl", "stop", "--wait", "--mode=immediate", "--pgdata=.")
            if n == 15:
                assert session.sender.waiting == 6
                own_server.start()
                assert back.get(timeout=20) == "the connection is back, and every line is recorded"
                assert session.standing() == ()
            assert not session.enter(line).refused
        assert session.sender.waiting == 0
    assert in_the_record(books, session) == RESULTS
    recorded_as_typed(session)
    journal.close()


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of one mebibyte, which only root can make."""
    with tempfile.TemporaryDirectory(prefix="poolbook-disk-") as directory:
        path = Path(directory)
        path.chmod(0o755)
        if os.geteuid() != 0 or _mount("-t", "tmpfs", "-o", "size=1M", "tmpfs", directory):
            pytest.skip("no disk can be made here")
        try:
            yield path
        finally:
            subprocess.run(["umount", "--lazy", directory], check=True)


def _mount(*arguments: str) -> int:
    return subprocess.run(["mount", *arguments], capture_output=True, check=False).returncode


def test_the_readiness_says_that_the_disk_is_full_and_so_does_a_write(
    own_server: EmbeddedPostgres, small_disk: Path
) -> None:
    # A disk of 64 MiB for a database of its own; the write-ahead log lies elsewhere.
    _mount("-o", "remount,size=64M", str(small_disk))
    place = small_disk / "database"
    place.mkdir(mode=0o700)
    user = pwd.getpwuid(own_server._data.stat().st_uid)
    os.chown(place, user.pw_uid, user.pw_gid)
    with psycopg.connect(own_server.url, autocommit=True) as owner:
        owner.execute(f"CREATE TABLESPACE little LOCATION '{place}'")
        owner.execute("CREATE DATABASE little TABLESPACE little")
    url = make_conninfo(**{**conninfo_to_dict(own_server.url), "dbname": "little"})
    migrate(url)
    clubs = Clubs(url)
    try:
        app = create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)
        house = House(app, clubs, Desk(app, OPERATOR).post("/v1/clubs", {"name": "The Club", "currency": "GBP"}).json)
        health = Desk(app, None)
        assert health.get("/readyz").status_code == 200
        filler = small_disk / "filler"
        _fill(filler)
        answers = [health.get("/readyz"), *(_enter(house, n) for n in range(60))]
        full = [answers[0], next(answer for answer in answers[1:] if answer.status_code != 201)]
        for answer in full:
            assert "disk of the database is full" in refused_as(answer, 503, "unavailable")["detail"]
            assert answer.headers["Retry-After"]
        assert health.get("/livez").status_code == house.owner.get(f"{house.path}/members").status_code == 200
        filler.unlink()
        assert health.get("/readyz").status_code == 200
        assert _enter(house, 60).status_code == 201
    finally:
        clubs.close()
        with psycopg.connect(own_server.url, autocommit=True) as owner:
            owner.execute("DROP DATABASE little WITH (FORCE)")
            owner.execute("DROP TABLESPACE little")


def _enter(house: House, n: int) -> TestResponse:
    return house.owner.post(f"{house.path}/members", {"name": f"member {n} {'x' * 150}"})


def test_the_disk_full_is_told_and_recording_resumes_by_itself_when_there_is_room(
    house: House, own_server: EmbeddedPostgres, small_disk: Path
) -> None:
    place = small_disk / "events"
    place.mkdir(mode=0o700)
    user = pwd.getpwuid(own_server._data.stat().st_uid)
    os.chown(place, user.pw_uid, user.pw_gid)
    with psycopg.connect(own_server.url, autocommit=True) as owner:
        owner.execute(f"CREATE TABLESPACE small LOCATION '{place}'")
        for table in ("stored_events", "sealed"):
            owner.execute(f"ALTER TABLE poolbook.{table} SET TABLESPACE small")
    before, client = house.position(), scorekeeper_of(house)
    record(client, 12)
    filler = small_disk / "filler"
    _fill(filler)
    full = None
    for n in range(60):
        answer = house.owner.post(f"{house.path}/members", {"name": f"member {n}"})
        if answer.status_code != 201:
            full = answer
            break
    assert full is not None, "the disk was never full"
    refused_as(full, 503, "unavailable")
    assert house.owner.get(f"{house.path}/members?limit=1").status_code == 200
    position = house.position()
    client.step()
    filler.unlink()
    record(client, 12)
    assert house.position() > position
    with psycopg.connect(own_server.url, autocommit=True) as owner:
        for table in ("stored_events", "sealed"):
            owner.execute(f"ALTER TABLE poolbook.{table} SET TABLESPACE pg_default")
        owner.execute("DROP TABLESPACE small")
    client.sent |= {row.recorded.command for row in house.store.notifications(before, 10_000) if _member(row)}
    check(house, client, before)


def _fill(filler: Path) -> None:
    """Fill the disk of the database with one file."""
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 512)


def _member(row: object) -> bool:
    return type(row.recorded.event).__name__ == "MemberJoined"  # type: ignore[attr-defined]
