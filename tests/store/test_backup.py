"""Backups and their restoring, and migrations of older tables with rows in them."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID
from zipfile import ZipFile

import psycopg
import pytest

from ledger.store import ClubStore, Directory, SharedDatastore, SharedPool, Token
from ops import migrate as migrations
from ops.backup import BackupError, backup, restore
from ops.migrate import create_club_schema, migrate
from projections import READ_MODELS
from projections.rebuild import digest, rebuild
from projections.tables import ReadTables
from tests.projections.evenings import Writer, played
from tests.store.samples import list_token

CLUBS = [UUID(int=n, version=4) for n in (1896, 1897)]
FOUNDED = datetime(1896, 1, 1, tzinfo=UTC)


def books(pool: SharedPool, club: UUID) -> tuple[ClubStore, ReadTables]:
    datastore = SharedDatastore(pool, f"club_{club.hex}")
    return ClubStore(datastore), ReadTables(datastore)


def make_club(url: str, club: UUID) -> None:
    create_club_schema(url, club=club, name="The Green Baize", currency="LSD", created_at=FOUNDED)


def stored(url: str, club: UUID) -> list[tuple[object, ...]]:
    """All rows of the tables that cannot be rebuilt."""
    with psycopg.connect(url) as connection:
        return [
            row
            for table in ("stored_events", "sealed", "commands")
            for row in connection.execute(f"SELECT * FROM club_{club.hex}.{table} ORDER BY 1, 2, 3").fetchall()
        ]


@pytest.fixture
def original(new_database: Callable[[], str]) -> str:
    """A database with two clubs, evenings played at both, and a token."""
    url = new_database()
    migrate(url)
    pool = SharedPool(url)
    for n, club in enumerate(CLUBS):
        make_club(url, club)
        store, _ = books(pool, club)
        store.command_name("the first key draws the secret")
        Writer(store, club).write(played(seed=n, games=2))
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
    assert [path.name for path in tmp_path.iterdir()] == ["books.zip"]
    url = new_database()
    restored = restore(url, file)
    pools = SharedPool(original), SharedPool(url)
    for club, restored_club in zip(CLUBS, restored, strict=True):
        assert stored(url, club) == stored(original, club)
        store, tables = books(pools[0], club)
        assert store.command_name("a key") == books(pools[1], club)[0].command_name("a key") != "a key"
        assert rebuild(store, tables) == restored_club.events > 20
        assert digest(tables) == restored_club.digest
    directories = [Directory(SharedDatastore(pool, "poolbook")) for pool in pools]
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
        owner.execute(f"DELETE FROM club_{CLUBS[0].hex}.stored_events")
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
    with pytest.raises(BackupError, match="poolbook/tokens in the backup is damaged"):
        restore(url, bad)
    with ZipFile(good) as whole, ZipFile(bad, "w") as newer:
        for name in whole.namelist():
            manifest = {**json.loads(whole.read("manifest.json")), "format": 2}
            newer.writestr(name, json.dumps(manifest) if name == "manifest.json" else whole.read(name))
    with pytest.raises(BackupError, match="format 2"):
        restore(url, bad)
    with ZipFile(good) as whole, ZipFile(bad, "w") as older:
        for name in whole.namelist():
            manifest = {**json.loads(whole.read("manifest.json")), "migrations": ["club_0001_events.sql"]}
            older.writestr(name, json.dumps(manifest) if name == "manifest.json" else whole.read(name))
    with pytest.raises(BackupError, match="another release"):
        restore(url, bad)
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM poolbook.clubs").fetchone() == (0,)
    assert len(restore(url, good)) == 2


def test_a_database_with_clubs_is_not_restored_into(original: str, tmp_path: Path) -> None:
    backup(original, tmp_path / "books.zip")
    before = [stored(original, club) for club in CLUBS]
    with pytest.raises(BackupError, match="has clubs already"):
        restore(original, tmp_path / "books.zip")
    assert [stored(original, club) for club in CLUBS] == before


# From an older version


def test_tables_of_the_first_release_with_rows_in_them_are_brought_up_to_date(
    original: str, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    club, url = CLUBS[0], new_database()
    every = {kind: migrations.files_of(kind) for kind in ("poolbook_", "club_")}
    first = {kind: [f for f in files if f[0].split("_")[1] in ("0001", "0002")] for kind, files in every.items()}
    assert len(first["club_"]) < len(every["club_"])
    pool = SharedPool(url)
    with monkeypatch.context() as older:
        older.setattr(migrations, "files_of", lambda kind: first[kind])
        migrate(url)
        make_club(url, club)
        store, _ = books(pool, club)
        Writer(store, club).write(played(seed=0, games=2))
    before = stored(url, club)
    assert len(before) > 50
    applied = migrate(url)
    schemas = {"poolbook_": "poolbook", "club_": f"club_{club.hex}"}
    missing = [
        f"{schemas[kind]}: {name}"
        for kind, files in every.items()
        for name, text in files
        if (name, text) not in first[kind] and not name.endswith("_grants.sql")
    ]
    assert applied == missing
    assert stored(url, club) == before
    store, tables = books(pool, club)
    rebuild(store, tables)
    with_all_from_the_first = SharedPool(original)
    other_store, other_tables = books(with_all_from_the_first, club)
    rebuild(other_store, other_tables)
    # The two books have salts of their own, so what is stored of them, and the log's tree over it, is not alike.
    models = tuple(model for model in READ_MODELS if model.name != "log")
    assert digest(tables, models) == digest(other_tables, models)
    for opened in (pool, with_all_from_the_first):
        opened.close()
