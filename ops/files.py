"""Files that are there whole or not at all, and that their owner alone may read."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(file: Path, *, replace: bool = False) -> Iterator[BinaryIO]:
    """A file to be written, which takes its name when everything is in it. What is left half done is taken away.

    Raises FileExistsError where the file is there already and is not to be replaced.
    """
    if file.exists() and not replace:
        raise FileExistsError(f"{file} is there already")
    writing = file.with_name(f".{file.name}.part")
    try:
        with open(os.open(writing, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as raw:
            yield raw
            raw.flush()
            os.fsync(raw.fileno())
        writing.replace(file)
    finally:
        writing.unlink(missing_ok=True)
