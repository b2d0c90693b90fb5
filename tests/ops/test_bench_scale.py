"""The command that measures what age and number cost runs, and says what it has measured."""

import re

from click.testing import CliRunner

from ops.bench_scale import main


def test_late_games_and_many_clubs_are_measured() -> None:
    given = ["--games", "3", "--clubs", "50", "--rounds", "3", "--seconds", "0.2"]
    result = CliRunner().invoke(main, given, catch_exceptions=False)
    assert result.exit_code == 0
    late, clubs, follower = result.output.strip().splitlines()
    assert re.fullmatch(r"a game after 3 games of its sitting: \d+\.\d\d times a first game", late)
    assert re.fullmatch(r"with 50 clubs: founding one \d+\.\d ms, /readyz \d+\.\d ms", clubs)
    assert re.fullmatch(r"the idle follower and its database: \d+\.\d% of a core", follower)
