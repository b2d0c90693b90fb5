"""One server on a data directory, ever: a lock of the kernel decides, whatever a starter sees or files say."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from ops.embedded import EmbeddedError, EmbeddedPostgres

STARTER = """
import sys
from contextlib import nullcontext
from pathlib import Path
import psutil, psycopg
import ops.embedded
from ops.embedded import EmbeddedPostgres
data_dir, name, seconds, *blind = sys.argv[1:]
ops.embedded.START_TIMEOUT = float(seconds)
if blind:
    psutil.process_iter = lambda *attributes: iter(())
    EmbeddedPostgres._alone = lambda server: nullcontext()
server = EmbeddedPostgres(Path(data_dir))
try:
    server.start()
except ops.embedded.EmbeddedError as error:
    sys.exit(f"EmbeddedError: {error}")
with psycopg.connect(server.url, autocommit=True) as connection:
    connection.execute("INSERT INTO starters VALUES (%s)", (name,))
print("acknowledged", flush=True)
sys.stdin.read()
server.stop()
"""
"""Starts the server, writes its name into it, and stays until its input ends. A blind one sees no process, and other
starters do not wait for it, as if files of the directory had been removed."""

NAMESPACE = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--ipc")


def namespace() -> tuple[str, ...]:
    """What runs a program in a second namespace of processes, as a container has it. Skips where it may not."""
    try:
        subprocess.run([*NAMESPACE, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no namespace can be made here")
    return NAMESPACE


@pytest.fixture
def home() -> Iterator[Path]:
    """A data directory that a server has made, and that the server's own user can reach."""
    with tempfile.TemporaryDirectory(prefix="poolbook-one-", ignore_cleanup_errors=True) as directory:
        place = Path(directory)
        with EmbeddedPostgres(place) as server, psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE starters (name text)")
        yield place


def starter(
    home: Path, name: str, *, inside: tuple[str, ...] = (), blind: bool, seconds: float
) -> subprocess.Popen[str]:
    words = [*inside, sys.executable, "-c", STARTER, str(home), name, str(seconds), *(["blind"] if blind else [])]
    pipe = subprocess.PIPE
    return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def postmasters(home: Path) -> list[int]:
    """The servers that work in the directory, those of inner namespaces among them."""
    working = [
        process
        for process in psutil.process_iter(("cwd", "name", "ppid"))
        if process.info["cwd"] == str(home / "postgres") and process.info["name"] == "postgres"
    ]
    pids = {process.pid for process in working}
    return [process.pid for process in working if process.info["ppid"] not in pids]


def names_in(server: EmbeddedPostgres) -> list[str]:
    with psycopg.connect(server.url) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM starters ORDER BY name")]


@pytest.mark.parametrize("place", ["blind", "namespace"])
def test_a_server_that_does_not_answer_is_given_no_second_one(home: Path, place: str) -> None:
    inside = namespace() if place == "namespace" else ()
    with EmbeddedPostgres(home) as server, psycopg.connect(server.url, autocommit=True) as connection:
        running = postmasters(home)
        for name in ("postmaster.pid", ".s.PGSQL.5432", ".s.PGSQL.5432.lock"):
            (home / "postgres" / name).unlink()
        for name in ("server.lock", "users.lock"):
            (home / name).unlink()
        connection.execute("INSERT INTO starters VALUES ('before')")
        second = starter(home, "second", inside=inside, blind=place == "blind", seconds=1)
        output, errors = second.communicate(timeout=60)
        assert postmasters(home) == running
        assert (output, second.returncode) == ("", 1), errors
        assert f"a server holds {home}/postgres but does not answer" in errors
        connection.execute("INSERT INTO starters VALUES ('later')")
    with EmbeddedPostgres(home) as server:
        assert names_in(server) == ["before", "later"]


def test_of_starters_that_do_not_see_one_another_one_starts_the_server(home: Path) -> None:
    inside = [(), (), namespace(), namespace()]
    starters = [starter(home, f"{n}", inside=inside[n], blind=True, seconds=60) for n in range(4)]
    for process in starters:
        assert process.stdout is not None
        assert process.stdout.readline() == "acknowledged\n", process.communicate()
        assert len(postmasters(home)) == 1
    for process in starters:
        process.communicate(timeout=60)
    with EmbeddedPostgres(home) as server:
        assert names_in(server) == ["0", "1", "2", "3"]


def test_a_server_in_another_namespace_is_not_stopped_by_the_number_in_its_pid_file(home: Path) -> None:
    elsewhere = starter(home, "elsewhere", inside=namespace(), blind=False, seconds=60)
    assert elsewhere.stdout is not None
    assert elsewhere.stdout.readline() == "acknowledged\n"
    (home / "users.lock").unlink()
    seen = starter(home, "seen", inside=namespace(), blind=False, seconds=60)
    output, errors = seen.communicate(timeout=60)
    assert (output, errors, seen.returncode) == ("acknowledged\n", "", 0)
    assert len(postmasters(home)) == 1, "the one that left last could not see the server, and left it running"
    elsewhere.communicate(timeout=60)


def test_a_server_that_another_container_runs_cannot_be_shut_down_from_here(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EmbeddedPostgres(home) as server:
        (home / "users.lock").unlink()
        with monkeypatch.context() as blinded:
            blinded.setattr(psutil, "process_iter", lambda *attributes: iter(()))
            with pytest.raises(EmbeddedError, match="runs in another container"):
                EmbeddedPostgres(home).shut_down()
        assert names_in(server) == []


def test_the_lock_ends_with_the_last_process_of_the_server(home: Path) -> None:
    with EmbeddedPostgres(home) as server, psycopg.connect(server.url) as connection:
        (pid,) = postmasters(home)
        backend = psutil.Process(connection.info.backend_pid)
        backend.suspend()  # it outlives its postmaster by as long as it is held up
        psutil.Process(pid).kill()
        try:
            assert not server._is_free()
            assert not server.revive()
        finally:
            backend.resume()
        backend.wait(timeout=30)
        assert server.start()
        assert names_in(server) == []


def test_data_without_their_control_file_are_left_alone(home: Path) -> None:
    (home / "postgres" / "global" / "pg_control").unlink()
    with pytest.raises(EmbeddedError, match="pg_control is missing: the data are damaged"):
        EmbeddedPostgres(home).start()
