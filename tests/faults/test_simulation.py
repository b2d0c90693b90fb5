"""The simulation from a seed: requests meet every fault, and the books stay right."""

from collections.abc import Callable

import pytest

from ops.migrate import migrate
from ops.simulate import Outcome, Simulation


def simulate(new_database: Callable[[], str], seed: int, steps: int) -> Outcome:
    url = new_database()
    migrate(url)
    outcome = Simulation(url, seed).run(steps)
    assert outcome.audit.clean, (seed, outcome.audit)
    return outcome


BEFALLS = {
    "a late request came",
    "death after a save",
    "death before a save",
    "lost: a reply",
    "lost: a request",
    "the clock jumped",
    "the follower died in a batch",
    "the process was started anew",
}


def test_a_seeded_world_of_faults_loses_nothing_and_doubles_nothing(new_database: Callable[[], str]) -> None:
    outcome = simulate(new_database, 1896, 400)
    assert set(outcome.happened) >= BEFALLS
    assert outcome.audit.acknowledged > 150


@pytest.mark.slow
def test_the_same_seed_gives_the_same_books_and_another_gives_others(new_database: Callable[[], str]) -> None:
    first, again, other = (simulate(new_database, seed, 120) for seed in (7, 7, 8))
    assert first.digest == again.digest
    assert first.happened == again.happened
    assert first.digest != other.digest


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_long_simulations(new_database: Callable[[], str], seed: int) -> None:
    simulate(new_database, seed, 3000)
