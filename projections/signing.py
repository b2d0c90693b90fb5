"""Signed checkpoints of a club's log: notes as C2SP has them (signed-note, tlog-checkpoint), under Ed25519.

A note is the log's name, its size, the root in base64, an empty line, and the signature over all that stands before
that line:

    poolbook/<club id>
    1024
    TWVya2xlIHJvb3Qgb2YgMTAyNCBsZWF2ZXMgaXMgaGVyZSE=

    — poolbook/<club id> <base64 of: 4 bytes of key id, 64 bytes of signature>

The whole service has one key, in a file outside the database; the name before it, which goes into the key id, is the
club's. Each note is also written to the club's file in a directory outside the database, and is on the disk there
before the database has it. How many were written is kept in a third place.
"""

import base64
import hashlib
import logging
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import monotonic
from uuid import UUID

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from ledger.application.club_books import utc_now
from projections import merkle
from projections.merkle import Checkpoint
from projections.read_model import ClubCursor
from projections.tables import ReadTables
from projections.tallies import Tally, flush_directory, hash_of, tally_file, tally_in, write_tally

KEY_FILE = "checkpoint.key"
"""The private key, in the service's data directory: PEM, PKCS #8."""

SECONDS_BETWEEN = 1.0
"""The shortest time between two checkpoints of a club."""

_ED25519 = b"\x01"
_NOTE = re.compile(r"poolbook/[0-9a-f-]{36}\n[1-9][0-9]*\n[A-Za-z0-9+/]{43}=\n\n— \S+ [A-Za-z0-9+/]{91}=\n")

log = logging.getLogger(__name__)


class KeyUnusable(Exception):
    """The key file cannot be read or made, or holds no key. The message says which file and why."""


def key_in(path: Path) -> Ed25519PrivateKey:
    """The key in this file; a new key if there is no such file. Raises KeyUnusable.

    A new file appears complete or not at all, so that two processes that start together get the same key.
    """
    try:
        if not path.exists():
            _make_key(path)
        key = load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise KeyUnusable(f"the key that signs checkpoints, {path}: {error.strerror or error}") from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise KeyUnusable(f"{path} does not hold an unencrypted private key in PEM: put the key back") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyUnusable(f"{path} holds a key of another kind than Ed25519")
    return key


def _make_key(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    # Written to another file with mode 0600 first; a link, unlike a rename, never replaces an existing file.
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.") as aside:
        aside.write(pem)
        aside.flush()
        os.fsync(aside.fileno())
        with suppress(FileExistsError):
            os.link(aside.name, path)
    flush_directory(path.parent)


class Signer:
    """Signs the checkpoints of every club, and writes them to the club's file in `directory`.

    The tally of them is kept in the directory `tallies`, if one is given.
    """

    def __init__(
        self,
        key: Ed25519PrivateKey,
        directory: Path,
        clock: Callable[[], datetime] = utc_now,
        tallies: Path | None = None,
    ) -> None:
        self._key = key
        self._public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self._directory = directory
        self._clock = clock
        self._tallies = tallies

    def vkey(self, club: UUID) -> str:
        """The text that verifies a club's notes: the name, the key id in hexadecimal, and the public key in base64."""
        name = key_name(club)
        public = base64.b64encode(_ED25519 + self._public).decode()
        return f"{name}+{self._key_id(name).hex()}+{public}"

    def sign(self, club: UUID, size: int, root: bytes) -> Checkpoint:
        """A signed checkpoint of the first `size` events."""
        name = key_name(club)
        text = f"{name}\n{size}\n{base64.b64encode(root).decode()}\n"
        signature = base64.b64encode(self._key_id(name) + self._key.sign(text.encode())).decode()
        return Checkpoint(
            size=size,
            root=root,
            note=f"{text}\n— {name} {signature}\n",
            vkey=self.vkey(club),
            signed_at=self._clock(),
        )

    def publish(self, club: UUID, note: str) -> None:
        """Append a note to the club's file, and return when it is on the disk. Raises OSError."""
        self._directory.mkdir(parents=True, exist_ok=True)
        path = checkpoint_file(self._directory, club)
        new = not path.exists()
        with path.open("ab") as file:
            # The empty line separates the note from one that a crash may have left incomplete.
            file.write(f"\n{note}".encode())
            file.flush()
            os.fsync(file.fileno())
        if new:
            flush_directory(self._directory)
        if self._tallies is not None:
            self._count(tally_file(self._tallies, club), path, note)

    def _count(self, file: Path, notes: Path, note: str) -> None:
        """Add a note to the club's tally. The first tally counts the notes that are there already."""
        tally = tally_in(file)
        written = tally.notes + 1 if tally else sum(1 for _ in notes_in(notes.read_bytes().decode(errors="replace")))
        write_tally(file, Tally(written, int(note.split("\n")[1]), hash_of(note)))

    def _key_id(self, name: str) -> bytes:
        return hashlib.sha256(name.encode() + b"\n" + _ED25519 + self._public).digest()[:4]


def key_name(club: UUID) -> str:
    """The name of a club's log, and of its key."""
    return f"poolbook/{club}"


def checkpoint_file(directory: Path, club: UUID) -> Path:
    """The file of a club's notes, one after another, each after an empty line."""
    return directory / f"{club}.checkpoints"


def notes_in(text: str) -> Iterator[str]:
    """The complete notes in such a file, the oldest first; a note that a crash left incomplete is skipped."""
    return (match.group() for match in _NOTE.finditer(text))


class Sealer:
    """Signs the folded log of one club, at most once in SECONDS_BETWEEN."""

    def __init__(self, signer: Signer, club: UUID, tables: ReadTables) -> None:
        self._signer = signer
        self._club = club
        self._tables = tables
        self._not_before = 0.0
        self._error: str | None = None
        self._pending = True

    @property
    def due(self) -> float | None:
        """The monotonic time from which the unsigned events may be signed; None if there are none."""
        return self._not_before if self._pending else None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is to be signed, and a new event could be signed at once."""
        return not self._pending and monotonic() >= self._not_before

    def folded(self, events: int, *, caught_up: bool) -> None:
        """Sign, if it is time, after `events` events were folded. `caught_up`: the tree has the whole log.

        Raises LogChanged, and signs nothing, if the log contradicts a signed checkpoint.
        """
        self._pending = self._pending or events > 0
        if not self._pending or monotonic() < self._not_before:
            return
        with self._tables.transaction() as cursor:
            # A rebuild holds the lock; what the tables hold meanwhile is not signed.
            complete, error = (
                self._seal(cursor, caught_up) if self._tables.try_lock(cursor) is not None else (False, None)
            )
        self._pending = not complete
        self.wait()
        self._log_change(error)

    def wait(self) -> None:
        """Put off signing, because another process works on the tables."""
        self._not_before = monotonic() + SECONDS_BETWEEN

    def _seal(self, cursor: ClubCursor, caught_up: bool) -> tuple[bool, str | None]:
        """Sign; whether everything folded so far is signed, and the error that prevented it."""
        if caught_up:
            merkle.check_whole(cursor)
        size, newest = merkle.size_in(cursor), merkle.newest_in(cursor)
        if newest is not None:
            if size < newest.size:
                return False, None
            merkle.check_newest(cursor, newest)
        if size == (newest.size if newest else 0):
            return True, None
        root = merkle.root_in(cursor, size)
        checkpoint = self._signer.sign(self._club, size, root)
        try:
            self._signer.publish(self._club, checkpoint.note)
        except OSError as error:
            why = f"the checkpoint of size {size} could not be written: {error}"
            merkle.note_unsigned(cursor, why)
            return False, why
        merkle.keep(cursor, checkpoint)
        return True, None

    def _log_change(self, error: str | None) -> None:
        """Log an error when signing begins to fail, and a warning when it works again; nothing in between."""
        if error and not self._error:
            log.error("the log of %s is not signed: %s", key_name(self._club), error)
        elif self._error and not error and not self._pending:
            log.warning("the log of %s is signed again", key_name(self._club))
        self._error = error or (self._error if self._pending else None)
