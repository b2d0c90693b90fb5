"""The notes in the file outside the database, and their signatures."""

import base64
import binascii
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from projections.signing import checkpoint_file, notes_in


@dataclass(frozen=True, slots=True)
class Outside:
    """A club's file of notes outside the database, and its length in bytes before the snapshot.

    `vkey` verifies the present signatures of the service; None if that key is not known.
    """

    path: Path
    length: int
    vkey: str | None = None


@dataclass(frozen=True, slots=True)
class Checkpoints:
    """The directory of every club's file of notes, and a function that gives the present vkey of a club, if known."""

    directory: Path
    vkey: Callable[[UUID], str] | None = None

    def of(self, club: UUID) -> Outside:
        """The club's file as it is now. Call this before the snapshot is taken."""
        path = checkpoint_file(self.directory, club)
        length = path.stat().st_size if path.exists() else 0
        return Outside(path, length, self.vkey(club) if self.vkey else None)


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


def notes_of(outside: Outside, name: str) -> tuple[list[Note], str | None]:
    """The notes in the file, by size, and the name of another log if one of them is of another.

    Bytes that are not text are skipped, like an incomplete note.
    """
    if not outside.path.exists():
        return [], None
    notes: dict[int, Note] = {}
    foreign = None
    for note, end in _placed(outside.path.read_bytes().decode(errors="replace")):
        of, size, root, *_ = note.split("\n")
        if of == name:
            notes.setdefault(int(size), Note(int(size), base64.b64decode(root), note, end <= outside.length))
        else:
            foreign = foreign or of
    return [notes[size] for size in sorted(notes)], foreign


def _placed(text: str) -> Iterator[tuple[str, int]]:
    """Each note with the offset in bytes of its end."""
    at = end = 0
    for note in notes_in(text):
        start = text.index(note, at)
        end += len(text[at : start + len(note)].encode())
        at = start + len(note)
        yield note, end
