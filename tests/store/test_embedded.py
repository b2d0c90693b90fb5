"""The embedded PostgreSQL runs for root and other users, in any directory, after any accident, and is shared by
processes."""

import os
import pwd
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from ops.embedded import EmbeddedError, EmbeddedPostgres

ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="for root only")

START = """
import sys, time
from pathlib import Path
from ops.embedded import EmbeddedPostgres
server = EmbeddedPostgres(Path(sys.argv[1]))
server.start()
print(server.status.pid, flush=True)
sys.stdin.read()
server.stop()
"""


@pytest.fixture(scope="module")
def places() -> Iterator[Path]:
    """A new directory that the server's own user can read."""
    with tempfile.TemporaryDirectory(prefix="poolbook-", ignore_cleanup_errors=True) as directory:
        yield Path(directory)


@pytest.fixture(scope="module")
def home(places: Path) -> Path:
    """A data directory in which a server has run and stored one row."""
    with EmbeddedPostgres(places / "home") as server, psycopg.connect(server.url) as connection:
        connection.execute("CREATE TABLE facts AS SELECT 81 AS laws")
    return places / "home"


def laws_in(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT laws FROM facts").fetchone()
    assert row is not None
    return row[0]


def other_process(data_dir: Path) -> tuple[subprocess.Popen[str], int]:
    """A process that uses the server until its standard input is closed, and the server's process id."""
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-c", START, data_dir], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, int(process.stdout.readline())


def end(process: subprocess.Popen[str]) -> None:
    process.communicate(timeout=60)
    assert process.returncode == 0


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_what_was_stored_is_there_after_a_stop_and_a_start(home: Path) -> None:
    server = EmbeddedPostgres(home)
    assert not server.status.ready
    with server:
        assert server.status.ready
        assert laws_in(server.url) == 81
        assert server.start() == server.url, "to start twice is to start once"
    assert (server.status.ready, server.status.pid) == (False, None)
    server.stop()


@pytest.mark.parametrize("name", ["with spaces", "comma, \"quote\" and 'quote'", "$HOME `id`", "long" * 40])
def test_the_path_may_be_any(places: Path, name: str) -> None:
    with EmbeddedPostgres(places / name) as server, psycopg.connect(server.url) as connection:
        assert connection.execute("SHOW data_directory").fetchone() == (str(places / name / "postgres"),)
        sockets = Path(str(conninfo_to_dict(server.url)["host"]))
    assert sockets == places / name / "postgres" or not sockets.exists(), "nothing is left behind elsewhere"


def test_settings_of_another_postgresql_do_not_reach_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"PGDATA": "/nowhere", "PGPORT": "1", "PGHOST": "nowhere", "PGUSER": "nobody"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("LC_ALL", "xx_XX.UTF-8")
    with EmbeddedPostgres(home) as server:
        assert laws_in(server.url) == 81


def test_it_listens_to_its_own_machine_and_user_only(home: Path) -> None:
    with EmbeddedPostgres(home) as server, psycopg.connect(server.url) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        row = connection.execute("SHOW unix_socket_directories").fetchone()
    assert row is not None
    assert Path(row[0].strip('"')).stat().st_mode & 0o077 == 0


def test_a_second_process_attaches_and_leaves_the_server_to_the_first(home: Path) -> None:
    with EmbeddedPostgres(home) as server:
        second, pid = other_process(home)
        assert pid == server.status.pid
        end(second)
        assert laws_in(server.url) == 81
    assert not server.status.ready


def test_the_last_to_leave_stops_the_server_even_if_it_came_second(home: Path) -> None:
    first, pid = other_process(home)
    with EmbeddedPostgres(home) as server:
        end(first)
        assert server.status.pid == pid
        assert laws_in(server.url) == 81
    assert not server.status.ready


def test_processes_that_start_at_once_share_one_server(places: Path) -> None:
    with_new_data = places / "all at once"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", START, with_new_data], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    pids = {process.stdout.readline() for process in processes if process.stdout}
    for process in processes:
        end(process)
    assert len(pids) == 1
    assert not EmbeddedPostgres(with_new_data).status.ready


def test_a_server_left_running_by_a_killed_process_is_taken_over(home: Path) -> None:
    killed, pid = other_process(home)
    killed.kill()
    killed.communicate()
    server = EmbeddedPostgres(home)
    assert server.status.ready
    with server:
        assert server.status.pid == pid
        assert laws_in(server.url) == 81
    assert not server.status.ready


def test_a_server_that_was_killed_is_started_again(home: Path) -> None:
    with EmbeddedPostgres(home) as server:
        killed = server.status.pid
        assert killed is not None
        os.kill(killed, signal.SIGKILL)  # its zombie may stay, and its id with it
        until(lambda: not server.status.ready)
        with EmbeddedPostgres(home) as again:
            assert again.status.pid != killed
            assert laws_in(again.url) == 81


def test_a_pid_file_that_names_somebody_elses_process_does_not_matter(home: Path) -> None:
    with EmbeddedPostgres(home) as server:
        running = (home / "postgres" / "postmaster.pid").read_text()
        assert server.status.pid is not None
        stale = running.replace(str(server.status.pid), str(os.getppid()), 1)
    (home / "postgres" / "postmaster.pid").write_text(stale)
    (home / "postgres" / ".s.PGSQL.5432.lock").write_text(stale)
    assert EmbeddedPostgres(home).status.pid is None
    with EmbeddedPostgres(home) as server:
        assert laws_in(server.url) == 81


def test_an_installation_that_was_interrupted_is_begun_afresh(places: Path) -> None:
    half = places / "half" / "postgres.new"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")
    with EmbeddedPostgres(half.parent) as server:
        assert server.status.ready


def test_data_of_another_version_are_left_alone_with_a_clear_word(places: Path) -> None:
    older = places / "older" / "postgres"
    older.mkdir(parents=True)
    (older / "PG_VERSION").write_text("16\n")
    with pytest.raises(EmbeddedError, match="made by PostgreSQL 16"):
        EmbeddedPostgres(older.parent).start()


def test_a_server_that_cannot_start_says_why(places: Path) -> None:
    broken = places / "broken"
    with EmbeddedPostgres(broken):
        pass
    with (broken / "postgres" / "postgresql.conf").open("a") as settings:
        settings.write("no_such_setting = 1\n")
    with pytest.raises(EmbeddedError, match="no_such_setting"):
        EmbeddedPostgres(broken).start()


@ROOT_ONLY
def test_root_is_told_to_keep_the_data_out_of_his_home() -> None:
    place = Path(pwd.getpwuid(0).pw_dir) / "poolbook"
    with pytest.raises(EmbeddedError, match="POOLBOOK_DATA_DIR"):
        EmbeddedPostgres(place).start()
    assert not place.exists()


@ROOT_ONLY
def test_for_root_the_server_runs_as_a_user_of_its_own(home: Path) -> None:
    with EmbeddedPostgres(home) as server:
        assert Path(f"/proc/{server.status.pid}").stat().st_uid != 0


@ROOT_ONLY
def test_an_ordinary_user_runs_it_as_himself(places: Path) -> None:
    anybody, place = pwd.getpwnam("nobody"), places / "anybody"
    place.mkdir()
    os.chown(place, anybody.pw_uid, anybody.pw_gid)
    places.chmod(0o755)
    child = os.fork()
    if child == 0:
        failed = 1
        try:
            os.setgroups([])
            os.setgid(anybody.pw_gid)
            os.setuid(anybody.pw_uid)
            with EmbeddedPostgres(place) as server, psycopg.connect(server.url) as connection:
                connection.execute("SELECT 1")
                own = Path(f"/proc/{server.status.pid}").stat().st_uid == anybody.pw_uid
            failed = int(not own)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(failed)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert not EmbeddedPostgres(place).status.ready


def test_a_server_that_was_told_to_stay_outlives_its_users_until_it_is_shut_down(home: Path) -> None:
    url = EmbeddedPostgres(home).stay()
    pid = EmbeddedPostgres(home).status.pid
    with EmbeddedPostgres(home) as user:
        assert user.status.pid == pid
    assert laws_in(url) == 81
    assert EmbeddedPostgres(home).shut_down()
    assert not EmbeddedPostgres(home).status.ready


def test_a_server_in_use_is_shut_down_when_its_last_user_leaves(home: Path) -> None:
    EmbeddedPostgres(home).stay()
    with EmbeddedPostgres(home) as user:
        assert not EmbeddedPostgres(home).shut_down()
        assert laws_in(user.url) == 81
    assert not EmbeddedPostgres(home).status.ready


def test_a_fork_of_a_user_does_not_stop_the_server_under_it(home: Path) -> None:
    with EmbeddedPostgres(home) as server:
        child = os.fork()
        if child == 0:
            server.stop()
            os._exit(0)
        os.waitpid(child, 0)
        assert server.status.ready
