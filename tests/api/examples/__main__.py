"""Plays the story, and writes `api/examples.json`."""

import tempfile
from pathlib import Path

from ops.embedded import EmbeddedPostgres
from ops.migrate import migrate
from tests.api.examples.story import FILE, tell, written
from tests.conftest import do_not_wait_for_the_disk


def main() -> None:
    """Play it on a database of its own."""
    temporary = tempfile.TemporaryDirectory(prefix="poolbook-", ignore_cleanup_errors=True)
    with temporary as directory, EmbeddedPostgres(Path(directory)) as server:
        do_not_wait_for_the_disk(server.url)
        migrate(server.url)
        FILE.write_text(written(tell(server.url, Path(directory) / "checkpoints")), encoding="utf-8")
    print(f"{FILE} is written")


if __name__ == "__main__":
    main()
