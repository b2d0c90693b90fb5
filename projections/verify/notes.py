"""The notes in the file outside the database, and their signatures."""

import base64
import binascii
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from projections.signing import checkpoint_file, notes_in
from projections.tallies import Tally, hash_of, tally_file, tally_in


@dataclass(frozen=True, slots=True)
class Outside:
    """A club's file of notes outside the database, and its length in bytes before the snapshot.

    `vkey` verifies the present signatures of the service; None if that key is not known. `tally` says how many notes
    were written, None if there is none at `tally_path`. `beside` is the directory of the signing key, if the file of
    notes is in it too.
    """

    path: Path
    length: int
    vkey: str | None = None
    tally: Tally | None = None
    tally_path: Path | None = None
    beside: Path | None = None


@dataclass(frozen=True, slots=True)
class Checkpoints:
    """The directory of every club's file of notes, and a function that gives the present vkey of a club, if known.

    `tallies` is the directory of the tallies, and `data_dir` that of the signing key.
    """

    directory: Path
    vkey: Callable[[UUID], str] | None = None
    tallies: Path | None = None
    data_dir: Path | None = None

    def of(self, club: UUID) -> Outside:
        """The club's file as it is now. Call this before the snapshot is taken. Raises TallyUnreadable."""
        path = checkpoint_file(self.directory, club)
        tally_path = tally_file(self.tallies, club) if self.tallies else None
        # Before the notes are read, so that they are no fewer than the tally says.
        tally = tally_in(tally_path) if tally_path else None
        length = path.stat().st_size if path.exists() else 0
        vkey = self.vkey(club) if self.vkey else None
        return Outside(path, length, vkey, tally, tally_path, self._beside())

    def _beside(self) -> Path | None:
        if self.data_dir and self.directory.resolve().is_relative_to(self.data_dir.resolve()):
            return self.data_dir
        return None


@dataclass(frozen=True, slots=True)
class Note:
    """A note: the root of the first `size` leaves. `early`: it was written before the snapshot."""

    size: int
    root: bytes
    text: str
    early: bool


def is_signed(note: str, vkey: str) -> bool:
    """Whether a note has a signature that this key verifies (C2SP signed-note, Ed25519)."""
    name, _, rest = vkey.partition("+")
    key_id, _, encoded = rest.partition("+")
    text, _, signatures = note.rpartition("\n\n")
    try:
        public = Ed25519PublicKey.from_public_bytes(base64.b64decode(encoded, validate=True)[1:])
        for line in signatures.splitlines():
            dash, signer, encoded = line.split(" ")
            signature = base64.b64decode(encoded, validate=True)
            if (dash, signer, signature[:4].hex()) == ("—", name, key_id):
                public.verify(signature[4:], f"{text}\n".encode())
                return True
    except (ValueError, binascii.Error, InvalidSignature):
        return False
    return False


@dataclass(frozen=True, slots=True)
class Written:
    """What a file holds: its notes by size, how many there are with those of a size again, and their hashes.

    `foreign` is the name of another log, if one of the notes is of another.
    """

    notes: list[Note] = field(default_factory=list)
    count: int = 0
    hashes: Set[str] = frozenset()
    foreign: str | None = None


def notes_of(outside: Outside, name: str) -> Written:
    """What the file holds. Bytes that are not text are skipped, like an incomplete note."""
    if not outside.path.exists():
        return Written()
    notes: dict[int, Note] = {}
    hashes: list[str] = []
    foreign = None
    for note, end in _placed(outside.path.read_bytes().decode(errors="replace")):
        of, size, root, *_ = note.split("\n")
        if of == name:
            hashes.append(hash_of(note))
            notes.setdefault(int(size), Note(int(size), base64.b64decode(root), note, end <= outside.length))
        else:
            foreign = foreign or of
    return Written([notes[size] for size in sorted(notes)], len(hashes), frozenset(hashes), foreign)


def _placed(text: str) -> Iterator[tuple[str, int]]:
    """Each note with the offset in bytes of its end."""
    at = end = 0
    for note in notes_in(text):
        start = text.index(note, at)
        end += len(text[at : start + len(note)].encode())
        at = start + len(note)
        yield note, end
