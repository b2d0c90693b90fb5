"""The file in which an evening is kept: a game file, whose comments that begin with `#:` are the scorer's own.

    #: evening 3f6c…                                     names the evening in the keys of its lines
    #: recorded SITTING 14 GAME 9                        the lines above are the record, read anew at these versions
    #: struck 0 C stakes 7                               a line that was struck; it keeps its number

A struck line follows the one above it, or, with a number above 0, the one before so many struck lines above it, which
were struck already when it was typed.

Every change is written at once: the file is replaced whole, and is on the disk before the line is sent.
"""

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID, uuid4

from ops.gamefiles import NoGameFile, text_of

_EVENING, _RECORDED, _STRUCK = "#: evening ", "#: recorded ", "#: struck "


class BadJournal(Exception):
    """The file cannot be gone on with. The message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Base:
    """What stood in the record when it was read anew: the sitting and its version, and those of its last game."""

    sitting: UUID
    version: int
    game: UUID | None = None
    game_version: int = 0


@dataclass(slots=True)
class Journal:
    """A file of one evening. `rows` are its lines as they are, without line ends.

    It holds the file against other terminals until `close`.
    """

    path: Path
    evening: UUID
    rows: list[str] = field(default_factory=list)
    base: Base | None = None
    _held: int | None = None

    def close(self) -> None:
        """Let the file go."""
        if self._held is not None:
            os.close(self._held)
            self._held = None

    def lines(self) -> Iterator[tuple[int, str, int | None]]:
        """The lines that say something: the index of the row, the text, and of a struck line, how many struck lines
        stand between it and the one that it followed; None for a line that stands. Raises BadJournal."""
        for n, row in enumerate(self.rows):
            if row.startswith(_STRUCK):
                number, _, text = row.removeprefix(_STRUCK).partition(" ")
                if not (number.isascii() and number.isdigit() and len(number) < 7):
                    raise BadJournal(f"line {n + 1} of {self.path}, '{row}', was changed: put it back as it was")
                yield n, text, int(number)
            elif row.strip() and not row.lstrip().startswith("#"):
                yield n, row.strip(), None

    @property
    def based_to(self) -> int:
        """The index of the row before which all lines stand in the record since it was read anew; 0 if it was not."""
        return next((n for n, row in enumerate(self.rows) if row.startswith(_RECORDED)), 0)

    def add(self, text: str) -> int:
        """Keep one more line. Returns the index of its row."""
        self.rows.append(text)
        self._write()
        return len(self.rows) - 1

    def strike(self, row: int) -> None:
        """Mark a line as struck. Whatever is struck between it and the line above that stands was struck before."""
        between = 0
        for n, _, passed_over in self.lines():
            if n < row:
                between = 0 if passed_over is None else between + 1
        self.rows[row] = f"{_STRUCK}{between} {self.rows[row].strip()}"
        self._write()

    def replace(self, row: int, text: str | None) -> None:
        """Put another line in the place of one, or an empty one."""
        self.rows[row] = text or ""
        self._write()

    def begin_again(self, texts: Iterable[str], base: Base, not_recorded: Iterable[str]) -> None:
        """Keep the record as it was read anew, and as comments the lines that it did not take."""
        self.evening, self.base = uuid4(), base
        game = f" {base.game} {base.game_version}" if base.game else ""
        left = [f"# not recorded: {text}" for text in not_recorded]
        first = f"{_EVENING}{self.evening}"
        self.rows = [first, *texts, f"{_RECORDED}{base.sitting} {base.version}{game}", *left]
        self._write()

    def _write(self) -> None:
        part = self.path.with_name(f".{self.path.name}.part")
        writing = os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        _hold(writing, self.path)
        data = "".join(f"{row}\n" for row in self.rows).encode()
        while data:
            data = data[os.write(writing, data) :]
        os.fsync(writing)
        part.replace(self.path)
        with suppress(OSError):
            _sync(self.path.parent)
        self.close()
        self._held = writing


def opened(path: Path) -> Journal:
    """The journal at a path, begun if there is no file. Raises BadJournal, and OSError where it cannot be written."""
    if not path.exists():
        journal = Journal(path, uuid4())
        journal.add(f"{_EVENING}{journal.evening}")
        return journal
    held = os.open(path, os.O_RDWR)
    try:
        _hold(held, path)
        data = path.read_bytes()
        rows = (text_of(data, str(path)) if data.strip() else "").removeprefix("\ufeff").split("\n")
        while rows and not rows[-1].strip():
            rows.pop()
        journal = Journal(path, uuid4(), [row.rstrip("\r") for row in rows], _base(rows), held)
        known = next((row for row in rows if row.startswith(_EVENING)), None)
        if known is not None:
            journal.evening = _uuid(path, known.removeprefix(_EVENING))
        return journal
    except NoGameFile as why:
        os.close(held)
        raise BadJournal(str(why)) from None
    except BaseException:
        os.close(held)
        raise


def is_begun(journal: Journal) -> bool:
    """Whether the file was kept by the scorer before; a file written otherwise has no mark of its own."""
    return any(row.startswith(_EVENING) for row in journal.rows)


def take_over(journal: Journal) -> None:
    """Mark a file that was written otherwise, such as the one that `poolbook new` begins."""
    journal.add(f"{_EVENING}{journal.evening}")


def _base(rows: Iterable[str]) -> Base | None:
    row = next((row for row in rows if row.startswith(_RECORDED)), None)
    if row is None:
        return None
    try:
        sitting, version, *game = row.removeprefix(_RECORDED).split()
        if not game:
            return Base(UUID(sitting), int(version))
        return Base(UUID(sitting), int(version), UUID(game[0]), int(game[1]))
    except (ValueError, IndexError):
        raise BadJournal(f"the line '{row}' was changed: put it back as it was") from None


def _uuid(path: Path, text: str) -> UUID:
    try:
        return UUID(text.strip())
    except ValueError:
        raise BadJournal(f"the line '{_EVENING}{text}' of {path} was changed: put it back as it was") from None


def _hold(descriptor: int, path: Path) -> None:
    """Hold the file against other terminals. Raises BadJournal if another has it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadJournal(f"another terminal is scoring in {path}") from None


def _sync(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
