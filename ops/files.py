"""Files that are written completely or not at all, and that only their owner may read."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(file: Path, *, replace: bool = False) -> Iterator[BinaryIO]:
    """Open a file for writing; it appears under its name when the block ends, and not at all if the block fails.

    Raises FileExistsError if the file exists and `replace` is False, FileNotFoundError if its folder does not.
    """
    if file.exists() and not replace:
        raise FileExistsError(f"{file} exists already")
    if not file.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {file.parent}: make it first, or name another")
    writing = file.with_name(f".{file.name}.part")
    try:
        with open(os.open(writing, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as raw:
            yield raw
            raw.flush()
            os.fsync(raw.fileno())
        writing.replace(file)
    finally:
        writing.unlink(missing_ok=True)
