"""The services of the compose file, run here on a database of the tests: their roles, and what a role may do."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import InsufficientPrivilege

from ops.embedded import EmbeddedPostgres
from ops.programs import programs
from tests.ops.conftest import PATIENCE, ROOT, free_port

DEPLOY = ROOT / "ops" / "deploy"
SERVICES = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
OWNER, ROLE = "poolbook", "poolbook_service"


@dataclass(frozen=True)
class Composed:
    """A database in the place of the container's, on which the services are run."""

    server: EmbeddedPostgres
    place: Path

    def url(self, user: str) -> str:
        """The address of the database for the owner, or for the service's role."""
        return self.server.url.replace("//postgres@", f"//{ROLE}@") if user == ROLE else self.server.url

    def environment(self, service: str) -> dict[str, str]:
        """The environment that the compose file gives a service, with the database of the test in it."""
        kept = {name: text for name, text in os.environ.items() if not name.startswith(("POOLBOOK_", "PG"))}
        given = {name: self._here(str(text)) for name, text in SERVICES[service]["environment"].items()}
        return {**kept, "POOLBOOK_DATA_DIR": str(self.place / service), **given}

    def _here(self, text: str) -> str:
        address = re.fullmatch(r"postgresql://(\w+):\$\{\w+:\?[^}]*\}@database:5432/poolbook", text)
        if address:
            return self.url(address[1])
        return "a-secret-of-the-tests-of-compose" if text.startswith("${") else text

    def run(self, service: str, *command: str) -> str:
        """The output of a command of the service, or of another run in its place."""
        words = list(command or SERVICES[service]["command"])
        assert words.pop(0) == "poolbook"
        ended = subprocess.run(
            [sys.executable, "-m", "ops.cli", *words],
            cwd=ROOT,
            env=self.environment(service),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def make_role(self) -> None:
        """What the service `role` does, with psql of the tests' own PostgreSQL."""
        program, *options = SERVICES["role"]["command"]
        (mount,) = SERVICES["role"]["volumes"]
        source, target, _ = mount.split(":")
        words = [option.replace(target, str(DEPLOY / source)) for option in options]
        environment = self.environment("role")
        assert environment.pop("PGUSER") == OWNER
        environment["PGHOST"] = str(conninfo_to_dict(self.server.url)["host"])
        subprocess.run([programs() / program, "--username=postgres", *words], env=environment, check=True)


@pytest.fixture(scope="module")
def composed() -> Iterator[Composed]:
    """The database after the services that end before the others start: `role`, twice, and `migrate`."""
    with tempfile.TemporaryDirectory(prefix="poolbook-compose-", ignore_cleanup_errors=True) as directory:
        place = Path(directory)
        with EmbeddedPostgres(place) as server:
            here = Composed(server, place)
            here.make_role()
            here.make_role()
            assert here.run("migrate") == "every table is up to date\n"
            yield here


@contextmanager
def running(words: list[str], environment: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        assert process.poll() is None, "the service has ended by itself"
        process.terminate()
        process.wait(PATIENCE)


def ask(port: int, path: str, token: str, body: Any = None) -> Any:
    """The answer of the API, which may still be starting."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body and json.dumps(body).encode())
    request.add_header("Authorization", f"Bearer {token}")
    request.add_header("Content-Type", "application/json")
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.loads(answer.read())
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def test_only_what_migrates_knows_the_owner() -> None:
    for name in ("api", "follower"):
        text = json.dumps(SERVICES[name])
        assert f"postgresql://{ROLE}:" in text
        assert f"//{OWNER}:" not in text
        assert "POSTGRES_PASSWORD" not in text
    assert f"//{OWNER}:" in SERVICES["migrate"]["environment"]["POOLBOOK_OWNER_DATABASE_URL"]


def test_the_api_and_the_follower_do_their_work_as_the_role(composed: Composed) -> None:
    opened = composed.run("api", "poolbook", "club", "The Green Baize")
    printed = re.fullmatch(r"The Green Baize: (\S+)\nowner's token: (\S+)\n", opened)
    assert printed
    club, token = printed.groups()
    port = free_port()
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    _, *served = json.loads(dockerfile.partition("\nCMD ")[2])
    environment = {**composed.environment("api"), "POOLBOOK_PORT": str(port)}
    follow = [sys.executable, "-m", "ops.cli", *SERVICES["follower"]["command"][1:]]
    with ExitStack() as stack:
        stack.enter_context(running([sys.executable, *served], environment))
        stack.enter_context(running(follow, composed.environment("follower")))
        ask(port, "/readyz", token)
        ask(port, f"/v1/clubs/{club}/members", token, {"name": "A"})
        position = ask(port, f"/v1/clubs/{club}/members", token, {"name": "B"})["position"]
        assert ask(port, f"/v1/clubs/{club}/results?at_least={position}", token)["items"] == []
        deadline = time.monotonic() + PATIENCE
        while ask(port, f"/v1/clubs/{club}/log/checkpoint", token)["size"] < 4:
            # The log is signed a moment after the lists have come so far.
            assert time.monotonic() < deadline
            time.sleep(0.1)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE poolbook.mine ()",
        "CREATE TABLE public.mine ()",
        "CREATE SCHEMA mine",
        "CREATE ROLE mine",
        "CREATE DATABASE mine",
        "ALTER ROLE poolbook_service SUPERUSER",
        "DELETE FROM poolbook.clubs",
        "DROP SCHEMA poolbook CASCADE",
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "SELECT pg_read_file('PG_VERSION')",
    ],
)
def test_the_role_has_no_right_of_its_own(composed: Composed, statement: str) -> None:
    with psycopg.connect(composed.url(ROLE), autocommit=True) as connection, pytest.raises(InsufficientPrivilege):
        connection.execute(statement)


def test_the_roles_password_is_the_one_that_was_given(composed: Composed) -> None:
    with psycopg.connect(composed.server.url) as owner:
        row = owner.execute("SELECT rolpassword LIKE 'SCRAM-SHA-256$%%' FROM pg_authid WHERE rolname = %s", (ROLE,))
        assert row.fetchone() == (True,)


def test_who_may_not_migrate_is_told_what_to_set(composed: Composed) -> None:
    with psycopg.connect(composed.server.url, autocommit=True) as owner:
        owner.execute("CREATE DATABASE empty")
    url = composed.url(ROLE).replace("/postgres?", "/empty?")
    environment = {**composed.environment("api"), "POOLBOOK_DATABASE_URL": url}
    words = [sys.executable, "-m", "ops.cli", "migrate"]
    ended = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 78
    assert ended.stderr == (
        "poolbook: permission denied for database empty: "
        "run `poolbook migrate`, or this, with POOLBOOK_OWNER_DATABASE_URL set as well\n"
    )
