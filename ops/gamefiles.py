"""Game files on the disk: read them as text, or say why they are none."""

from pathlib import Path

MOST_BYTES = 256 * 1024
"""The largest game file that is read. An evening of two hundred games takes a third of it."""


class NoGameFile(Exception):
    """A file cannot be a game file. The message says why and what to do."""


def read_gamefile(file: Path) -> str:
    """The text of a game file. Raises NoGameFile."""
    try:
        with open(file, "rb") as raw:
            return text_of(raw.read(MOST_BYTES + 1), str(file))
    except IsADirectoryError:
        raise NoGameFile(f"{file} is a directory: name a file in it") from None
    except FileNotFoundError:
        raise NoGameFile(f"there is no file {file}; `poolbook new {file}` begins one") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise NoGameFile(f"{file} cannot be read: {reason}") from None


def text_of(data: bytes, name: str) -> str:
    """The bytes of a game file as text. Raises NoGameFile."""
    if len(data) > MOST_BYTES:
        raise NoGameFile(f"{name} has more than {MOST_BYTES} bytes, which is no game file: give one for each sitting")
    if not data.strip():
        raise NoGameFile(f"{name} is empty; `poolbook help gamefile` shows what a game file holds")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise NoGameFile(f"{name} is in UTF-16: save it as UTF-8")
    if data[:4] == b"PK\x03\x04":
        raise NoGameFile(f"{name} is a document of a word processor or an archive: save it as plain text in UTF-8")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NoGameFile(f"{name} is not text in UTF-8 (line {line}): save it in that encoding") from None
