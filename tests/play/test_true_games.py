"""Law 41: after the discards went back to the pack no true game is refused, however it is written down."""

import os
from collections import Counter

import pytest

from tests.play.true_game import TrueGame

FIRST = int(os.environ.get("TEST_SEED", "1"))
"""The first of the seeds. Set TEST_SEED to the seed that a failure prints, to play its game again."""


def play(seeds: range) -> Counter[str]:
    """Play the games of these seeds, and count what occurred in them."""
    met: Counter[str] = Counter()
    for seed in seeds:
        game = TrueGame(seed)
        try:
            game.play()
        except Exception as error:
            raise AssertionError(f"TEST_SEED={seed}: {game.writing}") from error
        met.update(game.met)
    return met


def test_law_41_no_true_game_with_a_reshuffle_is_refused() -> None:
    met = play(range(FIRST, FIRST + 150))
    rare = {name for name in OCCURRENCES if not met[name]}
    assert not rare or FIRST != 1, f"chance did not meet {rare}"


@pytest.mark.slow
def test_law_41_none_of_twenty_thousand_true_games_with_a_reshuffle_is_refused() -> None:
    met = play(range(FIRST, FIRST + 20_000))
    assert all(met[name] > 500 for name in OCCURRENCES), met


OCCURRENCES = (
    *("demand", "exposed", "collected", "put right", "foul", "openers named", "shown"),
    "somebody's first card drawn",
)
