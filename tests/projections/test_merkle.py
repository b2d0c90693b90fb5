"""The log's tree follows the events, agrees with every checkpoint, and is signed correctly or not at all."""

import base64
import hashlib
import logging
import os
import stat
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import monotonic
from uuid import UUID, uuid4

import psycopg
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from ledger import merkle as trees
from ledger.store import Club, ClubStore, SharedDatastore, SharedPool
from ops.verify_receipt import grows, root_above
from projections import READ_MODELS, merkle, signing
from projections.follow import ClubFollower, Follower
from projections.merkle import Checkpoint, LogChanged, NotInTree
from projections.rebuild import rebuild
from projections.signing import KEY_FILE, KeyUnusable, Sealer, Signer, checkpoint_file, key_in, notes_in
from projections.tables import ReadTables
from projections.tallies import Tally, TallyUnreadable, tally_file, tally_in
from tests.projections.evenings import Writer, played
from tests.projections.test_follow import NEVER, Followed, make_club, own_pool, until

__all__ = ["make_club", "own_pool"]

NewClub = Callable[[], Club]

NOW = datetime(1896, 11, 5, 23, 30, tzinfo=UTC)


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    """A signer that writes its notes into a directory of the test."""
    return Signer(key_in(tmp_path / KEY_FILE), tmp_path / "checkpoints", clock=lambda: NOW)


@pytest.fixture
def sealed(store: ClubStore, tables: ReadTables, club: Club, signer: Signer) -> Callable[[int], ClubFollower]:
    """A function that starts a follower with a sealer, and has it fold all events, this many at a time."""

    def follow(batch: int = 500) -> ClubFollower:
        follower = ClubFollower(store, tables, READ_MODELS, Sealer(signer, club.id, tables))
        while follower.advance(batch):
            pass
        return follower

    return follow


def leaves(store: ClubStore) -> list[bytes]:
    """The leaves of the log, made from the store alone."""
    return [
        trees.leaf(
            logged.recorded.originator_id, logged.recorded.originator_version, logged.stored.topic, logged.stored.state
        )
        for logged in store.notifications(0, 100_000)
    ]


def root(hashes: list[bytes]) -> bytes:
    tree = trees.Tree()
    for hashed in hashes:
        tree.add(hashed)
    return tree.root()


def tree_of(tables: ReadTables) -> tuple[int, bytes]:
    """The size of the kept tree, and its root."""
    with tables.transaction() as cursor:
        tree = merkle.tree_in(cursor)
        return tree.size, tree.root()


def by_the_superuser(pool: SharedPool, club: UUID, statement: str) -> None:
    """Change stored rows of the club as the superuser."""
    with psycopg.connect(pool.url, autocommit=True, options="-c search_path=poolbook") as hand:
        hand.execute("SET session_replication_role = replica")
        assert hand.execute(statement.encode(), {"club": club}).rowcount > 0, statement


@pytest.mark.parametrize("batch", [1, 7, 500])
def test_the_tree_has_a_leaf_for_every_event_in_the_order_of_commits(
    batch: int, writer: Writer, store: ClubStore, tables: ReadTables, follower: ClubFollower
) -> None:
    writer.write(played(21, games=2))
    while follower.advance(batch):
        pass
    hashes = leaves(store)
    assert tree_of(tables) == (len(hashes), root(hashes))
    with tables.transaction() as cursor:
        for size in range(0, len(hashes) + 1, 5):
            assert merkle.root_in(cursor, size) == root(hashes[:size])
        with pytest.raises(NotInTree):
            merkle.root_in(cursor, len(hashes) + 1)


def test_the_leaf_of_an_event_has_the_index_before_its_position_whatever_another_club_records(
    writer: Writer, store: ClubStore, tables: ReadTables, follower: ClubFollower, pool: SharedPool, new_club: NewClub
) -> None:
    other = new_club()
    beside = Writer(ClubStore(SharedDatastore(pool, other.id)), other.id)
    for seed in (22, 23):
        writer.write(played(seed, games=1))
        beside.write(played(seed, games=1))
    while follower.advance(50):
        pass
    hashes = leaves(store)
    assert tree_of(tables) == (len(hashes), root(hashes))
    assert [logged.position for logged in store.notifications(0, 100_000)] == list(range(1, len(hashes) + 1))
    with tables.transaction() as cursor:
        rows = cursor.execute("SELECT index, hash FROM log_leaves WHERE club = %(club)s ORDER BY index").fetchall()
    assert [(row["index"], bytes(row["hash"])) for row in rows] == list(enumerate(hashes))


def test_every_proof_of_a_stream_and_between_sizes_verifies(
    writer: Writer, store: ClubStore, tables: ReadTables, follower: ClubFollower
) -> None:
    writer.write(played(24, games=2))
    follower.advance(10_000)
    hashes = leaves(store)
    for size in (len(hashes), len(hashes) - 3):
        recorded = [logged.recorded for logged in store.notifications(0, 10_000)][:size]
        for stream in {event.originator_id for event in recorded}:
            proofs = merkle.proofs_of_stream(tables, stream, size)
            wanted = [
                (n, event.originator_version) for n, event in enumerate(recorded) if event.originator_id == stream
            ]
            assert [(proof.index, proof.version) for proof in proofs] == wanted
            for proof in proofs:
                assert root_above(hashes[proof.index], proof.index, size, proof.path) == root(hashes[:size])
    for first in range(1, len(hashes), 6):
        growth = merkle.consistency(tables, first, len(hashes))
        assert (growth.first, growth.second) == (first, len(hashes))
        assert (growth.first_root, growth.second_root) == (root(hashes[:first]), root(hashes))
        assert grows(first, len(hashes), growth.first_root, growth.second_root, growth.path)
    for first, second in ((0, 1), (3, 2), (1, len(hashes) + 1)):
        with pytest.raises(NotInTree):
            merkle.consistency(tables, first, second)


# Checkpoints


def test_what_is_folded_is_signed_and_the_note_verifies(
    writer: Writer,
    store: ClubStore,
    tables: ReadTables,
    sealed: Callable[..., ClubFollower],
    club: Club,
    tmp_path: Path,
) -> None:
    writer.write(played(25, games=1))
    sealed()
    kept = merkle.newest_checkpoint(tables)
    hashes = leaves(store)
    assert kept is not None
    assert (kept.size, kept.root, kept.position) == (len(hashes), root(hashes), store.max_position())
    assert kept.signed_at == NOW
    text, _, signatures = kept.note.partition("\n\n")
    assert text == f"poolbook/{club.id}\n{kept.size}\n{base64.b64encode(kept.root).decode()}"
    dash, name, blob = signatures.removesuffix("\n").split(" ")
    vname, key_id, public = kept.vkey.split("+", 2)
    assert (dash, name, vname) == ("\u2014", f"poolbook/{club.id}", f"poolbook/{club.id}")
    raw, key = base64.b64decode(blob), base64.b64decode(public)
    assert key[0] == 1
    assert raw[:4] == hashlib.sha256(name.encode() + b"\n\x01" + key[1:]).digest()[:4] == bytes.fromhex(key_id)
    verifier = Ed25519PublicKey.from_public_bytes(key[1:])
    verifier.verify(raw[4:], f"{text}\n".encode())
    with pytest.raises(InvalidSignature):
        verifier.verify(raw[4:], text.encode())
    file = checkpoint_file(tmp_path / "checkpoints", club.id)
    assert list(notes_in(file.read_text())) == [kept.note]


def test_the_file_outside_has_every_checkpoint_in_order_and_passes_over_what_a_crash_left(
    writer: Writer, tables: ReadTables, sealed: Callable[..., ClubFollower], club: Club, tmp_path: Path
) -> None:
    file = checkpoint_file(tmp_path / "checkpoints", club.id)
    for seed in (26, 27):
        writer.write(played(seed, games=1))
        sealed()
        note = merkle.checkpoints(tables)[-1].note
        with file.open("a") as torn:
            torn.write(f"\n{note[: -40 if seed == 26 else 45]}")
    assert list(notes_in(file.read_text())) == [checkpoint.note for checkpoint in merkle.checkpoints(tables)]
    assert len(merkle.checkpoints(tables)) == 2


def test_nothing_new_is_signed_twice(writer: Writer, tables: ReadTables, sealed: Callable[..., ClubFollower]) -> None:
    writer.write(played(28, games=1))
    follower = sealed()
    assert follower.signing_due == float("inf")
    sealed()
    assert len(merkle.checkpoints(tables)) == 1


def test_a_club_without_events_has_no_checkpoint(tables: ReadTables, sealed: Callable[..., ClubFollower]) -> None:
    assert sealed().signing_due == float("inf")
    assert merkle.newest_checkpoint(tables) is None


def test_a_busy_club_is_signed_once_a_second_at_the_most(
    writer: Writer,
    store: ClubStore,
    tables: ReadTables,
    club: Club,
    signer: Signer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [100.0]
    monkeypatch.setattr(signing, "monotonic", lambda: clock[0])
    follower = ClubFollower(store, tables, READ_MODELS, Sealer(signer, club.id, tables))
    writer.write(played(29, games=2))
    began, events = clock[0], 0
    while follower.advance(1):
        events += 1
        clock[0] += 0.1
    lasted = clock[0] - began
    assert events > 30
    assert lasted - 1 < len(merkle.checkpoints(tables)) <= lasted + 1
    assert follower.signing_due <= clock[0] + 1
    clock[0] += 1
    follower.advance(1)
    newest = merkle.newest_checkpoint(tables)
    assert newest is not None
    assert newest.position == store.max_position()


def test_the_newest_checkpoint_covers_the_last_event_within_a_second(
    own_pool: SharedPool, make_club: Callable[[], Followed], signer: Signer
) -> None:
    club = make_club()
    with Follower(own_pool, signer=signer, poll_seconds=NEVER):
        for seed in range(30, 33):
            last = club.writer.write(played(seed, games=1))
            written = monotonic()

            def covered(last: int = last) -> bool:
                newest = merkle.newest_checkpoint(club.tables)
                return newest is not None and newest.position >= last

            assert until(covered)
            assert monotonic() - written < 2.5, "a second, and what the machine takes for it"


# What was changed


CHANGES = {
    "a row changed": ("UPDATE stored_events SET state = state || ' '::bytea {at}",),
    "a topic changed": ("UPDATE stored_events SET topic = 'game.stood' {at}",),
    "a row moved": ("UPDATE stored_events SET originator_version = 9999 {at}",),
    "a row deleted": ("DELETE FROM stored_events {at}",),
    "a row inserted": (
        "UPDATE stored_events SET notification_id = notification_id + 1000 {after}",
        """
            INSERT INTO stored_events (club, originator_id, originator_version, topic, state, notification_id)
            SELECT club, gen_random_uuid(), 1, topic, state, notification_id + 1 FROM stored_events {at}
        """,
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_rebuild_of_a_log_that_was_changed_names_the_first_checkpoint_that_differs(
    change: tuple[str, ...],
    writer: Writer,
    store: ClubStore,
    tables: ReadTables,
    sealed: Callable[..., ClubFollower],
    pool: SharedPool,
    club: Club,
) -> None:
    sizes = []
    for seed in (34, 35, 36):
        writer.write(played(seed, games=1))
        sealed()
        sizes.append(tree_of(tables)[0])
    assert [checkpoint.size for checkpoint in merkle.checkpoints(tables)] == sizes
    positions = [logged.position for logged in store.notifications(0, 10_000) if logged.stored.topic == "game.passed"]
    touched = next(position for position in positions if sizes[0] < position <= sizes[1])
    at, after = (f"WHERE club = %(club)s AND notification_id {of} {touched}" for of in "=>")
    for statement in change:
        by_the_superuser(pool, club.id, statement.format(at=at, after=after))
    before = tree_of(tables)
    log_only = (merkle.MODEL,)
    with pytest.raises(LogChanged, match=r"the log was changed: the checkpoint of size \d+") as error:
        rebuild(store, tables, log_only)
    assert error.value.size == sizes[1]
    assert tree_of(tables) == before, "and the tables are as they were"


def test_rows_cut_off_the_end_are_found_by_the_checkpoint_that_covered_them(
    writer: Writer,
    store: ClubStore,
    tables: ReadTables,
    sealed: Callable[..., ClubFollower],
    pool: SharedPool,
    club: Club,
) -> None:
    writer.write(played(37, games=1))
    sealed()
    writer.write(played(38, games=1))
    sealed()
    last, size = store.max_position(), tree_of(tables)[0]
    by_the_superuser(pool, club.id, f"DELETE FROM stored_events WHERE club = %(club)s AND notification_id = {last}")
    with pytest.raises(LogChanged, match=f"signed for {size} leaves, and the log has only {size - 1}") as error:
        rebuild(store, tables, (merkle.MODEL,))
    assert error.value.size == size


def test_a_rebuild_of_an_honest_log_finds_every_checkpoint_again(
    writer: Writer, store: ClubStore, tables: ReadTables, sealed: Callable[..., ClubFollower]
) -> None:
    for seed in (39, 40):
        writer.write(played(seed, games=1))
        sealed()
    before = tree_of(tables), merkle.checkpoints(tables)
    rebuild(store, tables)
    assert (tree_of(tables), merkle.checkpoints(tables)) == before


def test_nothing_is_signed_while_the_log_is_folded_again(
    writer: Writer,
    store: ClubStore,
    tables: ReadTables,
    sealed: Callable[..., ClubFollower],
    club: Club,
    signer: Signer,
) -> None:
    writer.write(played(41, games=1))
    sealed()
    kept = merkle.checkpoints(tables)
    with tables.transaction() as cursor:
        tables.forget(cursor, READ_MODELS)
    sealer = Sealer(signer, club.id, tables)
    refolding = ClubFollower(store, tables, READ_MODELS, sealer)
    assert refolding.advance(5) == 5
    assert merkle.checkpoints(tables) == kept
    assert sealer.due is not None
    sealed()
    assert merkle.checkpoints(tables) == kept


def test_a_tree_that_is_not_what_was_signed_stops_its_club_alone_and_is_signed_no_further(
    own_pool: SharedPool, make_club: Callable[[], Followed], signer: Signer, caplog: pytest.LogCaptureFixture
) -> None:
    changed, honest = make_club(), make_club()
    for club in (changed, honest):
        club.writer.write(played(42, games=1))
    with Follower(own_pool, signer=signer, poll_seconds=0.1):
        assert until(lambda: merkle.newest_checkpoint(changed.tables) and merkle.newest_checkpoint(honest.tables))
        # The checkpoints may have come before the last event.
        for club in (changed, honest):
            last = club.store.max_position()
            assert until(lambda club=club, last=last: merkle.checkpoints(club.tables)[-1].position == last)
    kept = merkle.checkpoints(changed.tables)
    for table in ("log_leaves", "log_nodes"):
        change = f"UPDATE {table} SET hash = sha256('x') WHERE club = %(club)s AND index = 0"
        by_the_superuser(own_pool, changed.id, change)
    for club in (changed, honest):
        club.writer.write(played(43, games=1))
    with caplog.at_level(logging.ERROR), Follower(own_pool, signer=signer, poll_seconds=0.1):
        assert until(changed.tables.failure)
        assert until(lambda: merkle.checkpoints(honest.tables)[-1].position == honest.store.max_position())
    failure = changed.tables.failure()
    assert failure is not None
    assert f"LogChanged: the log was changed: the checkpoint of size {kept[-1].size}" in failure.error
    assert f"{changed.id} is no longer followed" in caplog.text
    assert merkle.checkpoints(changed.tables) == kept
    assert honest.tables.failure() is None


# The directory outside


def test_a_directory_that_cannot_be_written_signs_nothing_is_counted_and_stops_no_table(
    writer: Writer,
    store: ClubStore,
    tables: ReadTables,
    club: Club,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = count(100.0, 2.0)
    monkeypatch.setattr(signing, "monotonic", lambda: next(clock))
    blocked = tmp_path / "checkpoints"
    blocked.write_text("a file where the directory should be")
    signer = Signer(key_in(tmp_path / KEY_FILE), blocked)
    follower = ClubFollower(store, tables, READ_MODELS, Sealer(signer, club.id, tables))
    writer.write(played(44, games=1))
    with caplog.at_level(logging.WARNING):
        while follower.advance(5):
            pass
    assert tables.position() == store.max_position()
    assert merkle.newest_checkpoint(tables) is None
    unsigned = merkle.unsigned(tables)
    assert unsigned is not None
    assert "could not be written" in unsigned.error
    assert caplog.text.count("is not signed") == 1, "loudly, and once"
    blocked.unlink()
    with caplog.at_level(logging.WARNING):
        follower.advance()
    newest = merkle.newest_checkpoint(tables)
    assert newest is not None
    assert newest.position == store.max_position()
    assert merkle.unsigned(tables) is None
    assert "is signed again" in caplog.text


# The key


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "data" / KEY_FILE
    first = Signer(key_in(path), tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    club = uuid4()
    assert Signer(key_in(path), tmp_path).vkey(club) == first.vkey(club)
    assert os.listdir(path.parent) == [KEY_FILE], "nothing is left lying about"


def test_those_who_start_at_once_have_the_same_key(tmp_path: Path) -> None:
    club, together = uuid4(), threading.Barrier(8)

    def start(_: int) -> str:
        together.wait()
        return Signer(key_in(tmp_path / KEY_FILE), tmp_path).vkey(club)

    with ThreadPoolExecutor(8) as several:
        assert len(set(several.map(start, range(8)))) == 1


def test_each_club_has_a_name_and_a_key_id_of_its_own(tmp_path: Path) -> None:
    signer = Signer(key_in(tmp_path / KEY_FILE), tmp_path)
    one, other = signer.vkey(uuid4()), signer.vkey(uuid4())
    assert one.split("+")[1] != other.split("+")[1]
    assert one.split("+", 2)[2] == other.split("+", 2)[2]


def pem_of(key: object) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "does not hold an unencrypted private key"),
        (b"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2\n", "does not hold an unencrypted private key"),
        (pem_of(Ed25519PrivateKey.generate())[:-40], "does not hold an unencrypted private key"),
        (pem_of(generate_private_key(65537, 2048)), "another kind than Ed25519"),
    ],
    ids=["empty", "torn", "cut off", "of another kind"],
)
def test_a_broken_key_is_named_and_left_as_it_is(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / KEY_FILE
    path.write_bytes(content)
    with pytest.raises(KeyUnusable, match=why) as error:
        key_in(path)
    assert str(path) in str(error.value)
    assert path.read_bytes() == content


def test_a_key_that_cannot_be_read_or_made_is_named(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).mkdir()
    with pytest.raises(KeyUnusable, match="Is a directory"):
        key_in(tmp_path / KEY_FILE)
    (tmp_path / "file").write_text("")
    with pytest.raises(KeyUnusable, match=str(tmp_path / "file")):
        key_in(tmp_path / "file" / KEY_FILE)


def test_after_a_rotation_an_old_checkpoint_still_has_the_old_keys_vkey(
    writer: Writer, store: ClubStore, tables: ReadTables, club: Club, tmp_path: Path
) -> None:
    kept: list[Checkpoint] = []
    for name, seed in (("old", 45), ("new", 46)):
        signer = Signer(key_in(tmp_path / name), tmp_path / "checkpoints")
        writer.write(played(seed, games=1))
        follower = ClubFollower(store, tables, READ_MODELS, Sealer(signer, club.id, tables))
        while follower.advance():
            pass
        kept = merkle.checkpoints(tables)
        assert kept[-1].vkey == signer.vkey(club.id)
    assert kept[0].vkey != kept[1].vkey


def test_the_tally_counts_every_note_and_is_never_ahead_of_them(tmp_path: Path) -> None:
    club, notes, tallies = uuid4(), tmp_path / "checkpoints", tmp_path / "tallies"
    key = key_in(tmp_path / KEY_FILE)
    older = Signer(key, notes)
    older.publish(club, older.sign(club, 1, bytes(32)).note)
    signer = Signer(key, notes, tallies=tallies)
    for size in (2, 3):
        note = signer.sign(club, size, bytes(32)).note
        signer.publish(club, note)
        tally = tally_in(tally_file(tallies, club))
        assert tally == Tally(size, size, hashlib.sha256(note.encode()).hexdigest())
    tally_file(tallies, club).write_text("nonsense")
    with pytest.raises(OSError, match="does not hold the tally"):
        signer.publish(club, signer.sign(club, 4, bytes(32)).note)
    assert [path.name for path in tallies.iterdir()] == [f"{club}.tally"]
    tally_file(tallies, club).unlink()
    tally_file(tallies, club).mkdir()
    with pytest.raises(TallyUnreadable, match="cannot be read"):
        tally_in(tally_file(tallies, club))
