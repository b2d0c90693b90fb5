"""The README's commands, run from top to bottom as they are written."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ops.try_readme import RUN, TEST, blocks, script, try_in
from tests.ops.conftest import PATIENCE, ROOT, Served, environment

README = (ROOT / "README.md").read_text()


ELSEWHERE = ("poolbook record", "poolbook replay", "poolbook export")
"""Commands that the common run gives within this process, where the program is loaded already."""

NOT_HERE = {
    RUN: "the service runs already",
    TEST: "the tests are these",
    "POOLBOOK_DATA_DIR=$(mktemp -d) poolbook import": "another database takes seconds; the fresh clone has it",
}
"""Commands that the common run leaves out, and why."""


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed; the README's commands need it")
def test_the_readme_runs_from_top_to_bottom_as_written(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".venv").symlink_to(sys.prefix)
    (tmp_path / "ops").symlink_to(ROOT / "ops")
    monkeypatch.chdir(tmp_path)
    for line in (line for block in blocks(README) for line in block.text.splitlines() if line.startswith(ELSEWHERE)):
        done = served.ask(*shlex.split(line, comments=True)[1:])
        assert done.exit_code == 0, done.output
    ran = subprocess.run(
        ["sh"],
        input=script(blocks(README), dict.fromkeys((*ELSEWHERE, *NOT_HERE), ":")),
        env=environment(served.place, POOLBOOK_PORT=str(served.port)),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "law 25: to open he stakes at least 6, not 5\nAnne +0\nPercy -6\nMaud +6\n" in ran.stdout
    assert re.search('"name": ?"Augusta"', ran.stdout)
    assert "In it stand, unchanged, the events 1 to 10 of the game" in ran.stdout
    assert re.search(r"^[\d:.]+ game.begun\n(.*\n)+[\d:.]+ game.settled$", ran.stdout, re.MULTILINE)


def test_no_command_of_the_readme_uses_a_variable_that_none_before_it_has_set() -> None:
    known = {"HOME", "PWD", "PATH"}
    for block in blocks(README):
        text = re.sub(r"\$\{POOLBOOK_\w+:-[^}]*\}", "", block.text)  # a setting with what stands in for it
        for line in text.splitlines() if block.kind == "sh" else ():
            code = line.partition("  #")[0]
            assert set(re.findall(r"\$\{?([A-Za-z_]\w*)", code)) <= known, line
            known |= set(re.findall(r"(?:^|export )([A-Z]+)=", code))
        known_to_programs = known | set(os.environ)
        assert set(re.findall(r'environ\["(\w+)"\]', block.text)) <= known_to_programs


@pytest.mark.slow
def test_the_readme_runs_on_a_fresh_clone(tmp_path_factory: pytest.TempPathFactory) -> None:
    place = Path("/var/tmp") / f"poolbook-readme-{os.getpid()}"
    place.mkdir(mode=0o755)
    try:
        assert try_in(place) == 0
    finally:
        shutil.rmtree(place, ignore_errors=True)
