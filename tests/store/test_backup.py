"""Backups and their restoring."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID
from zipfile import ZipFile

import psycopg
import pytest

from ledger.store import Club, ClubStore, Directory, SharedDatastore, SharedPool, Token
from ops.backup import BackupError, backup, restore
from ops.migrate import migrate
from projections import merkle
from projections.rebuild import digest, rebuild
from projections.signing import KEY_FILE, Signer, key_in
from projections.tables import ReadTables
from tests.projections.evenings import Writer, played
from tests.store.samples import list_token

CLUBS = [UUID(int=n, version=4) for n in (1896, 1897)]
FOUNDED = datetime(1896, 1, 1, tzinfo=UTC)


STORED = ("clubs", "tokens", "stored_events", "sealed", "commands", "command_secret", "log_checkpoints")


def books(pool: SharedPool, club: UUID) -> tuple[ClubStore, ReadTables]:
    datastore = SharedDatastore(pool, club)
    return ClubStore(datastore), ReadTables(datastore)


def stored(url: str) -> list[tuple[object, ...]]:
    """All rows of the tables that cannot be rebuilt; of the list of clubs without the note that one has gone on."""
    with psycopg.connect(url) as connection:
        return [
            row
            for table in STORED
            for row in connection.execute(
                f"SELECT to_jsonb(t) - 'gone_on' FROM poolbook.{table} AS t ORDER BY to_jsonb(t)::text".encode()
            ).fetchall()
        ]


@pytest.fixture
def original(new_database: Callable[[], str], tmp_path: Path) -> str:
    """A database with two clubs, evenings played at both, a signed checkpoint, and a token."""
    url = new_database()
    migrate(url)
    pool, signer = SharedPool(url), Signer(key_in(tmp_path / KEY_FILE), tmp_path / "notes")
    for n, club in enumerate(CLUBS):
        founded = Club(id=club, name="The Green Baize", currency="LSD", created_at=FOUNDED)
        Directory(SharedDatastore(pool)).add_club(founded)
        store, tables = books(pool, club)
        store.command_name("the first key draws the secret")
        Writer(store, club).write(played(seed=n, games=2))
        rebuild(store, tables)
        with tables.transaction() as cursor:
            size = merkle.size_in(cursor)
            merkle.keep(cursor, signer.sign(club, size, merkle.root_in(cursor, size)))
    token = Token(id=CLUBS[0], club=CLUBS[0], role="owner", member=None, label="a\tlabel\\N", created_at=FOUNDED)
    list_token(pool, token, b"d" * 32)
    pool.close()
    return url


def test_what_is_restored_is_what_was_backed_up_row_by_row(
    original: str, new_database: Callable[[], str], tmp_path: Path
) -> None:
    file = tmp_path / "books.zip"
    assert backup(original, file) == 2
    assert file.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.glob("*books*")] == ["books.zip"]
    url = new_database()
    restored = restore(url, file)
    assert stored(url) == stored(original)
    pools = SharedPool(original), SharedPool(url)
    for club, restored_club in zip(CLUBS, restored, strict=True):
        store, tables = books(pools[0], club)
        assert store.command_name("a key") == books(pools[1], club)[0].command_name("a key") != "a key"
        assert rebuild(store, tables) == restored_club.events > 20
        assert digest(tables) == restored_club.digest
    directories = [Directory(SharedDatastore(pool)) for pool in pools]
    assert directories[0].clubs() == directories[1].clubs()
    assert directories[0].tokens(CLUBS[0]) == directories[1].tokens(CLUBS[0])
    assert directories[1].find_token(b"d" * 32) is not None
    for pool in pools:
        pool.close()


def test_a_restored_club_goes_on_recording_after_its_last_position(
    original: str, new_database: Callable[[], str], tmp_path: Path
) -> None:
    backup(original, tmp_path / "books.zip")
    url = new_database()
    restore(url, tmp_path / "books.zip")
    pool = SharedPool(url)
    store, _ = books(pool, CLUBS[0])
    last = store.max_position()
    writer = Writer(store, CLUBS[0])
    writer.sittings, writer._saved = 7, 10_000
    writer._versions[CLUBS[0]] = len(list(store.load(CLUBS[0])))
    assert writer.write(played(seed=9, games=1)) > last
    assert min(logged.position for logged in store.notifications(last, 1)) == last + 1
    with psycopg.connect(url) as owner, pytest.raises(psycopg.errors.InsufficientPrivilege):
        owner.execute("DELETE FROM poolbook.stored_events")
    pool.close()


def test_a_backup_never_writes_over_another(original: str, tmp_path: Path) -> None:
    (tmp_path / "books.zip").write_text("yesterday's")
    with pytest.raises(FileExistsError):
        backup(original, tmp_path / "books.zip")
    assert (tmp_path / "books.zip").read_text() == "yesterday's"


def test_what_is_no_whole_backup_is_refused_and_leaves_no_club(
    original: str, new_database: Callable[[], str], tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.zip", tmp_path / "bad.zip"
    backup(original, good)
    url = new_database()
    bad.write_bytes(b"no zip")
    with pytest.raises(BackupError, match="not a backup"):
        restore(url, bad)
    with ZipFile(good) as whole, ZipFile(bad, "w") as forged:
        for name in whole.namelist():
            data = whole.read(name)
            forged.writestr(name, data.replace(b"owner", b"other") if name.endswith("tokens") else data)
    with pytest.raises(BackupError, match="tokens in the backup is damaged"):
        restore(url, bad)
    for other in (1, 3):
        with ZipFile(good) as whole, ZipFile(bad, "w") as forged:
            for name in whole.namelist():
                manifest = {**json.loads(whole.read("manifest.json")), "format": other}
                forged.writestr(name, json.dumps(manifest) if name == "manifest.json" else whole.read(name))
        with pytest.raises(BackupError, match=f"format {other}.*restore it with the release that wrote it, then"):
            restore(url, bad)
    with ZipFile(good) as whole, ZipFile(bad, "w") as older:
        for name in whole.namelist():
            manifest = {**json.loads(whole.read("manifest.json")), "migrations": ["poolbook_0001_directory.sql"]}
            older.writestr(name, json.dumps(manifest) if name == "manifest.json" else whole.read(name))
    with pytest.raises(BackupError, match="another release"):
        restore(url, bad)
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM poolbook.clubs").fetchone() == (0,)
    assert len(restore(url, good)) == 2


def test_a_database_with_clubs_is_not_restored_into(original: str, tmp_path: Path) -> None:
    backup(original, tmp_path / "books.zip")
    before = stored(original)
    with pytest.raises(BackupError, match="has clubs already"):
        restore(original, tmp_path / "books.zip")
    assert stored(original) == before


def test_every_table_is_backed_up_made_again_or_keeps_nothing(original: str, tmp_path: Path) -> None:
    backup(original, tmp_path / "books.zip")
    with ZipFile(tmp_path / "books.zip") as archive:
        assert set(archive.namelist()) == {*STORED, "manifest.json"}


def test_restored_clubs_are_followed_from_where_they_are(
    original: str, new_database: Callable[[], str], tmp_path: Path
) -> None:
    """The follower finds what has gone on by the note in the list, and the database may have made it before."""
    with psycopg.connect(original) as owner:
        owner.execute("UPDATE poolbook.clubs SET gone_on = false")
    backup(original, tmp_path / "books.zip")
    url = new_database()
    restore(url, tmp_path / "books.zip")
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT DISTINCT gone_on FROM poolbook.clubs").fetchall() == [(True,)]
