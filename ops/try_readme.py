"""Run the commands of the README from top to bottom, as a newcomer types them, on a fresh clone of this checkout.

    python3 -m ops.try_readme [DIRECTORY]

It needs nothing but Python, git and curl. The clone, its data and its files come to lie in the directory, by default
one in /var/tmp that is removed again. `sh ops/run.sh` goes to the background until the end; POOLBOOK_PORT and
POOLBOOK_DATA_DIR are set, so that it disturbs no other service. The exit code is that of the first command that fails.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]

_BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (\S+\.py)\n")

RUN, TEST = "sh ops/run.sh", "sh ops/test.sh"
"""The commands that are replaced: one serves until it is stopped, the other runs every test, this one among them."""

BACKGROUND = f"""
{RUN} > serve.log 2>&1 &
SERVICE=$!
trap 'kill $SERVICE; wait $SERVICE || true' EXIT
until grep -q '^poolbook is at' serve.log; do kill -0 $SERVICE || {{ cat serve.log; exit 69; }}; sleep 0.5; done
"""
"""What starts the service in the background, in place of the command that waits until it ends."""

STRICT = """
set -eu
curl() { command curl --fail-with-body "$@"; }
"""
"""What lets the first failure end the run: an answer of the service that is an error, too."""


@dataclass(frozen=True)
class Block:
    """A block of the README: `sh`, whose lines are typed, or `python`, which is saved under the name it begins with."""

    kind: str
    text: str

    def typed(self, instead: Mapping[str, str]) -> str:
        """The lines for a shell. `instead` has what is run in place of commands that lines begin with."""
        if self.kind == "python":
            named = _FILE.match(self.text)
            if named is None:
                raise ValueError(
                    f"a block of Python begins with the name of its file, as in # evening.py:\n{self.text}"
                )
            return f"cat > {named[1]} <<'END'\n{self.text}END\n"
        lines = self.text.splitlines()
        return "\n".join(next((do for cmd, do in instead.items() if line.startswith(cmd)), line) for line in lines)


def blocks(readme: str) -> list[Block]:
    """The blocks of shell and Python in a README, in order."""
    return [Block(kind, text) for kind, text in _BLOCK.findall(readme)]


def script(readme: Sequence[Block], instead: Mapping[str, str]) -> str:
    """A script for `sh` that runs the blocks one after another, and ends with the first command that fails."""
    return "\n".join([STRICT, *(f"echo '---- {n}'\n{block.typed(instead)}" for n, block in enumerate(readme, 1)), ""])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def try_in(directory: Path) -> int:
    """Clone this checkout into a directory, and run its README there; the exit code."""
    clone = directory / "poolbook"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    text = script(blocks((clone / "README.md").read_text()), {RUN: BACKGROUND, TEST: "echo the tests are not run here"})
    (directory / "tmp").mkdir()
    settings = {
        "POOLBOOK_PORT": str(_free_port()),
        "POOLBOOK_DATA_DIR": str(directory / "data"),
        "TMPDIR": str(directory / "tmp"),
    }
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("POOLBOOK_")}
    return subprocess.run(["sh"], input=text, text=True, cwd=clone, env={**inherited, **settings}).returncode


def main(arguments: Sequence[str]) -> int:
    """Run the command line; the exit code."""
    if arguments:
        directory = Path(arguments[0])
        directory.mkdir(parents=True)
        return try_in(directory.resolve())
    made = Path(tempfile.mkdtemp(prefix="poolbook-readme-", dir="/var/tmp"))
    made.chmod(0o755)  # the database's own user passes through it
    try:
        return try_in(made)
    finally:
        shutil.rmtree(made, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
