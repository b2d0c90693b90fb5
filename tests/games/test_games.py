"""Every game file is played in memory, and everything it expects must come true."""

from pathlib import Path

import pytest

from ledger.gamefile import parse, rehearse, report

HERE = Path(__file__).parent
DEMO = HERE.parent.parent / "ops" / "demo"
FILES = sorted([*HERE.glob("*.game"), *DEMO.glob("*.game")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_is_played_as_the_file_expects(path: Path) -> None:
    played = rehearse(parse(path.read_text(encoding="utf-8")))

    assert not played.errors, f"{path}: as written, and as played\n{report(played)}"
