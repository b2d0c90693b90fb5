"""The tally of a club's notes: how many were written outside the database, and the hash of the last of them.

It is kept in another place than the notes, of the club's choice. Whoever empties the file of notes, to rewrite the log
without a witness, has then to find the tally and change it as well. The tally is written after its note is on the disk,
so it never counts a note that is not there.
"""

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Tally:
    """At least so many notes were written; the last of them was of so many events, and has this hash."""

    notes: int
    size: int
    hash: str


class TallyUnreadable(OSError):
    """The file of a tally does not hold one. The message names it."""


def tally_file(directory: Path, club: UUID) -> Path:
    """The file of a club's tally."""
    return directory / f"{club}.tally"


def hash_of(note: str) -> str:
    """The hash by which a tally knows a note: SHA-256 in hexadecimal."""
    return hashlib.sha256(note.encode()).hexdigest()


def tally_in(file: Path) -> Tally | None:
    """The tally in a file; None if there is no such file. Raises TallyUnreadable."""
    try:
        tally = Tally(**json.loads(file.read_bytes()))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise TallyUnreadable(f"the tally {file} cannot be read: {error.strerror or error}") from error
    except (ValueError, TypeError) as error:
        raise TallyUnreadable(f"{file} does not hold the tally that was written there") from error
    if type(tally.notes) is not int or type(tally.size) is not int or type(tally.hash) is not str:
        raise TallyUnreadable(f"{file} does not hold the tally that was written there")
    return tally


def write_tally(file: Path, tally: Tally) -> None:
    """Replace a club's tally, and return when it is on the disk. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=file.parent, prefix=f".{file.name}.", delete=False) as aside:
        json.dump(asdict(tally), aside)
        aside.flush()
        # Nothing in it is secret, and whoever verifies must be able to read it.
        os.fchmod(aside.fileno(), 0o644)
        os.fsync(aside.fileno())
    os.replace(aside.name, file)
    flush_directory(file.parent)


def flush_directory(path: Path) -> None:
    """Return when the entries of a directory are on the disk."""
    directory = os.open(path, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
