"""`poolbook watch`: a witness on another machine, against a service whose log is rewritten, cut or no longer signed."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from uuid import UUID, uuid4

import psycopg
import pytest
from click.testing import CliRunner, Result
from flask import Flask
from werkzeug.serving import make_server

from api.settings import Settings
from ledger.store import SharedDatastore
from ops import witness
from ops.database import opened
from ops.verify_receipt import key_of, verify
from ops.watching import watch
from projections.rebuild import rebuild
from projections.signing import KEY_FILE, Signer, key_in
from projections.tables import ReadTables
from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.api.test_log import receipt, sign
from tests.ops.conftest import ROOT, Served, free_port, poolbook

OTHERWISE = """
    UPDATE stored_events SET state = convert_to(replace(convert_from(state, 'UTF8'), '"role":"', '"role":"no '), 'UTF8')
    WHERE club = '{club}' AND notification_id = (
        SELECT min(notification_id) FROM stored_events WHERE club = '{club}' AND topic = 'club.member_joined'
    );
    DELETE FROM log_checkpoints WHERE club = '{club}'
"""
"""What happened is told otherwise: the actor of an early event is another."""

CUT = """
    DELETE FROM sealed USING stored_events AS e
    WHERE e.club = '{club}' AND sealed.club = e.club AND e.originator_id = stream AND e.originator_version = version
        AND e.notification_id > {kept};
    DELETE FROM stored_events WHERE club = '{club}' AND notification_id > {kept};
    UPDATE clubs SET position = {kept} WHERE id = '{club}';
    DELETE FROM log_checkpoints WHERE club = '{club}'
"""
"""Everything after a position is gone."""


@dataclass
class Watched:
    """A club on a real server, and a witness of it."""

    house: House
    url: str
    database: str
    signer: Signer
    state: Path

    def __post_init__(self) -> None:
        self.vkey = self.signer.vkey(UUID(self.house.id))
        self.token = self.house.desk("player", "A").token or ""

    @property
    def token_file(self) -> Path:
        return self.state.with_suffix(".token")

    @property
    def kept(self) -> Path:
        return self.state / f"{self.house.id}.checkpoints"

    def look(self, *arguments: str, keys: tuple[str, ...] = ()) -> Result:
        """`poolbook watch --once`."""
        named = [part for key in keys or (self.vkey,) for part in ("--key", key)]
        self.token_file.write_text(f"{self.token}\n")
        where = ["--token-file", str(self.token_file), "--state", str(self.state)]
        return CliRunner().invoke(watch, [self.url, *named, *where, "--once", *arguments])

    def record(self) -> None:
        """Record something more, and sign it."""
        self.house.sit()
        sign(self.house, self.signer)

    def rewrite(self, statements: str, **named: object) -> None:
        """Rewrite the log as a superuser who also has the key: all tables agree, and what is signed next is all new."""
        with psycopg.connect(self.database, autocommit=True) as connection:
            connection.execute("SET session_replication_role = replica")
            connection.execute("SET search_path TO poolbook")
            connection.execute(statements.format(club=self.house.id, **named).encode())
        # As after a restart, nothing of what was there is remembered.
        self.house.clubs.memory.drop_club(UUID(self.house.id))
        self.house.clubs._books.clear()
        rebuild(self.house.store, ReadTables(SharedDatastore(self.house.clubs.pool, UUID(self.house.id))))


@pytest.fixture
def watched(own_house: House, app: Flask, database_url: str, tmp_path: Path) -> Iterator[Watched]:
    """A club with a game, signed; a witness that has kept nothing yet."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    signer = Signer(key_in(tmp_path / KEY_FILE), tmp_path / "checkpoints")
    url = f"http://127.0.0.1:{server.server_port}"
    club = Watched(own_house, url, database_url, signer, tmp_path / "witness")
    club.record()
    yield club
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The witness does not pause between attempts."""
    monkeypatch.setattr(witness, "PAUSES_SECONDS", (0.0, 0.0))


def test_a_log_that_grows_is_kept_note_by_note_and_proved_to_have_grown(watched: Watched) -> None:
    first = watched.look()
    assert (first.exit_code, "nothing is known here of the log before it" in first.output) == (0, True), first.output
    assert "no new checkpoint" in watched.look().output
    for _ in range(2):
        watched.record()
        again = watched.look()
        assert (again.exit_code, "only adds to that of" in again.output) == (0, True), again.output
    assert watched.kept.read_text().count("poolbook/") == 2 * 3
    assert watched.look("--quiet").output == ""


def test_what_is_kept_serves_the_verifier_of_receipts(watched: Watched) -> None:
    game = watched.house.begin(watched.house.sit())
    watched.house.play(game, ILLUSTRATED)
    sign(watched.house, watched.signer)
    assert watched.look().exit_code == 0
    document = json.dumps(receipt(watched.house.owner, watched.house, game))
    assert "The file of checkpoints has the same one" in verify(document, [watched.vkey], watched.kept.read_text())[-1]


@pytest.mark.parametrize("grown", [False, True], ids=["of the same size", "that has grown since"])
def test_a_log_that_was_rewritten_is_a_fork_and_both_notes_are_kept_as_evidence(watched: Watched, grown: bool) -> None:
    watched.look()
    watched.record()
    assert watched.look().exit_code == 0
    before = watched.kept.read_bytes()
    watched.rewrite(OTHERWISE)
    if grown:
        watched.house.sit()
    sign(watched.house, watched.signer)
    for _ in range(2):
        result = watched.look("--quiet")
        assert result.exit_code == witness.FORKED, result.output
        assert "ALARM" in result.output
        assert "tell the club's members" in result.output
    assert watched.kept.read_bytes() == before, "the witness keeps to what it saw"
    (evidence,) = watched.state.glob("*.evidence-*")
    newest = watched.house.owner.get(f"{watched.house.path}/log/checkpoint").json["note"]
    assert evidence.read_text().endswith(newest)
    assert evidence.read_text().split("\n\n— ")[0].encode() in before


def test_a_log_that_was_cut_and_signed_again_is_rolled_back(watched: Watched) -> None:
    kept = watched.house.position()
    watched.record()
    assert watched.look().exit_code == 0
    watched.rewrite(CUT, kept=kept)
    sign(watched.house, watched.signer)
    result = watched.look()
    assert result.exit_code == witness.ROLLED_BACK, result.output
    assert "restored an older backup" in result.output
    assert list(watched.state.glob("*.evidence-*"))


def test_a_log_that_was_cut_and_grew_again_beyond_what_was_kept_is_a_fork(watched: Watched) -> None:
    kept = watched.house.position()
    watched.record()
    watched.look()
    watched.rewrite(CUT, kept=kept)
    for _ in range(3):
        watched.record()
    assert watched.look().exit_code == witness.FORKED


def test_another_witness_who_was_shown_another_log_shows_the_fork(watched: Watched, tmp_path: Path) -> None:
    assert watched.look().exit_code == 0
    others = tmp_path / "theirs.checkpoints"
    others.write_bytes(watched.kept.read_bytes())
    watched.kept.unlink()
    watched.record()
    assert watched.look("--with", str(others)).exit_code == 0
    watched.rewrite(OTHERWISE)
    watched.kept.unlink()
    watched.record()
    result = watched.look("--with", str(others))
    assert result.exit_code == witness.FORKED, result.output
    assert str(others) in result.output


def test_a_checkpoint_under_another_key_ends_the_watch_until_the_new_key_is_given_too(
    watched: Watched, tmp_path: Path
) -> None:
    watched.look()
    rotated = Signer(key_in(tmp_path / "rotated"), tmp_path / "checkpoints")
    watched.house.sit()
    sign(watched.house, rotated)
    result = watched.look()
    assert result.exit_code == witness.OTHER_KEY, result.output
    assert "with a second --key" in result.output
    new = rotated.vkey(UUID(watched.house.id))
    assert watched.look(keys=(watched.vkey, new)).exit_code == 0
    assert watched.look(keys=(new,)).exit_code == witness.DAMAGED, "the older notes are of the old key"
    assert watched.look(keys=(new, Signer(key_in(tmp_path / "x"), tmp_path).vkey(uuid4()))).exit_code == 64


def test_events_that_nobody_signs_are_a_warning(watched: Watched, impatient: None) -> None:
    watched.look()
    watched.house.sit()
    result = watched.look()
    assert result.exit_code == witness.STALE, result.output
    assert "WARNING" in result.output
    assert "Does the club's follower run" in result.output
    sign(watched.house, watched.signer)
    assert watched.look().exit_code == 0


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda text: text[: len(text) // 2], id="cut"),
        pytest.param(lambda text: "", id="emptied"),
        pytest.param(lambda text: text + "x", id="written on"),
        pytest.param(lambda text: text.replace("— ", "- "), id="without signatures"),
        pytest.param(lambda text: text.replace("\n1", "\n2", 1) if "\n1" in text else text + "1", id="another size"),
    ],
)
def test_what_is_kept_and_was_damaged_is_no_witness(watched: Watched, damage: Callable[[str], str]) -> None:
    watched.look()
    watched.kept.write_text(damage(watched.kept.read_text()))
    result = watched.look()
    assert result.exit_code == witness.DAMAGED, result.output
    assert "Bring" in result.output


def test_a_token_that_is_refused_and_a_service_that_is_away_have_codes_of_their_own(watched: Watched) -> None:
    watched.token = "pb_nobody"
    assert watched.look().exit_code == witness.REFUSED
    watched.url = f"http://127.0.0.1:{free_port()}"
    away = watched.look()
    assert (away.exit_code, "could not be reached" in away.output) == (witness.UNREACHABLE, True)
    assert not watched.kept.exists()


def test_a_second_watch_on_the_same_directory_leaves_it_alone(watched: Watched) -> None:
    service = witness.Service(watched.url, watched.house.id, "x")
    first = witness.Witness(service, [key_of(watched.vkey)], watched.state)
    with first.alone():
        assert watched.look().exit_code == witness.BUSY


@pytest.mark.parametrize(
    ("status", "headers", "body", "code"),
    [
        (200, {}, b"<html>Log in to the network</html>", witness.NO_SENSE),
        (200, {}, b"\xff\xfe", witness.NO_SENSE),
        (200, {"Poolbook-Position": "many"}, b"", witness.NO_SENSE),
        (302, {"Location": "http://127.0.0.1:9/elsewhere"}, b"", witness.NO_SENSE),
        (400, {}, b"", witness.NO_SENSE),
        (422, {}, b"", witness.NO_SENSE),
        (404, {}, b"", witness.REFUSED),
        (503, {}, b"", witness.UNREACHABLE),
        (500, {}, b"", witness.UNREACHABLE),
    ],
)
def test_whatever_answers_instead_of_the_service_is_told_from_it(
    watched: Watched, status: int, headers: dict[str, str], body: bytes, code: int
) -> None:
    asked = []

    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        def do_HEAD(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Stranger) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        watched.url = f"http://127.0.0.1:{server.server_port}"
        result = watched.look()
        server.shutdown()
        thread.join()
    assert result.exit_code == code, result.output
    assert (len(asked) == 3) == (code == witness.UNREACHABLE), "another attempt is made where one may help"
    assert not watched.kept.exists()


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/", "file:///etc/passwd", "127.0.0.1:8181", "https://"])
def test_an_address_of_no_service_is_a_mistake_of_the_command_line(watched: Watched, url: str) -> None:
    watched.url = url
    assert watched.look().exit_code == 2


def test_the_help_teaches_every_code() -> None:
    codes = [witness.FORKED, witness.ROLLED_BACK, witness.OTHER_KEY, witness.STALE, witness.DAMAGED]
    codes += [witness.UNREACHABLE, witness.BUSY, witness.NO_SENSE, witness.REFUSED]
    text = CliRunner().invoke(watch, ["--help"]).output
    assert all(f"{code:>2}  " in text for code in codes)


def test_a_witness_finds_the_real_service_out(own: Served, tmp_path: Path) -> None:
    """`poolbook serve` with its own follower and key, watched from outside, and its database rewritten beside it."""
    own.post(f"/v1/clubs/{own.club}/members", {"name": "Anna"})
    vkey = poolbook("vkey", place=own.place).stdout.split()[0]
    url, state, token = f"http://127.0.0.1:{own.port}", tmp_path / "witness", tmp_path / "token"
    token.write_text(own.token)

    def look() -> Result:
        arguments = [url, "--key", vkey, "--token-file", str(token), "--state", str(state), "--once"]
        return CliRunner().invoke(watch, arguments)

    assert look().exit_code == 0
    own.post(f"/v1/clubs/{own.club}/members", {"name": "Bert"})
    grown = look()
    assert (grown.exit_code, "only adds to" in grown.output) == (0, True), grown.output
    settings = Settings.from_environment({"POOLBOOK_DATA_DIR": str(own.place)})
    with opened(settings, migrated=False) as database, psycopg.connect(database.owner_url, autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")
        owner.execute("SET search_path TO poolbook")
        owner.execute(OTHERWISE.format(club=own.club).encode())
        assert poolbook("rebuild", place=own.place).returncode == 0
    own.post(f"/v1/clubs/{own.club}/members", {"name": "Clara"})
    result = look()
    assert result.exit_code == witness.FORKED, result.output


def test_without_once_it_looks_again_until_there_is_an_alarm(
    watched: Watched, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two looks something happens each time; only the last of it ends the watch."""
    address, pauses = watched.url, list[float]()

    def rewritten() -> None:
        watched.rewrite(OTHERWISE)
        sign(watched.house, watched.signer)

    happens = [watched.house.sit, lambda: sign(watched.house, watched.signer), rewritten]

    def meanwhile(seconds: float) -> None:
        pauses.append(seconds)
        if seconds:
            happens[len([pause for pause in pauses if pause]) - 1]()

    monkeypatch.setattr("ops.watching.time.sleep", meanwhile)
    watched.token_file.write_text(watched.token)
    where = ["--token-file", str(watched.token_file), "--state", str(watched.state)]
    result = CliRunner().invoke(watch, [address, "--key", watched.vkey, *where, "--every", "7"])
    assert (result.exit_code, [pause for pause in pauses if pause]) == (witness.FORKED, [7, 7, 7]), result.output
    first, warning, _advice, grown, alarm, *_ = result.output.splitlines()
    assert "the first checkpoint is kept" in first
    assert "WARNING" in warning
    assert "only adds to" in grown
    assert "ALARM" in alarm


def test_the_unit_of_the_witness_gives_options_that_there_are() -> None:
    unit = (ROOT / "ops" / "deploy" / "poolbook-watch@.service").read_text()
    (command,) = (line for line in unit.splitlines() if line.startswith("ExecStart="))
    assert set(re.findall(r" (--[\w-]+)", command)) <= {name for option in watch.params for name in option.opts}
    assert "--once" in command
