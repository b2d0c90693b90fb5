"""Random lawful games end and balance, and the acts offered are the acts accepted."""

import os
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.articles import Articles
from ledger.laws.readings import READINGS
from tests.conftest import NoteSeed
from tests.play.random_play import ABROGABLE, NAMES, Evening, random_articles
from tests.play.table import Table, articles

SEEDS = [int(seed) for seed in os.environ.get("PLAY_SEEDS", "1 2 3 4 5 6").split()]
"""Set PLAY_SEEDS to the seed that a failure prints, to play its evening again."""

readings = st.fixed_dictionaries({}, optional={name: st.sampled_from(list(r.values)) for name, r in READINGS.items()})
variants = st.sets(st.sampled_from(["blaze", "joker", "skip_sequence", "ace_high_sequences"]))


@st.composite
def terms(draw: st.DrawFn) -> Articles:
    """Any articles, the plain ones first."""
    ante = draw(st.integers(1, 4))
    return articles(
        ante,
        2 * ante + draw(st.integers(0, 20)),
        variants=sorted(draw(variants)),
        abrogated=sorted(draw(st.sets(st.sampled_from(ABROGABLE), max_size=2))),
        loans=draw(st.booleans()),
        **draw(readings),
    )


def evening(seed: int, games: int, *, company: bool = False) -> Evening:
    """Play an evening of `games` games. The seed is printed if it fails."""
    print(f"play it again with PLAY_SEEDS={seed}")
    played = Evening(seed, company=company)
    for _ in range(games):
        played.play_game()
    played.go_home()
    return played


@pytest.mark.parametrize("seed", SEEDS)
def test_an_evening_of_random_lawful_games_ends_and_balances(seed: int) -> None:
    evening(seed, games=12)


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_an_evening_at_which_players_come_go_pay_and_stop_balances(seed: int) -> None:
    evening(seed, games=15, company=True)


@pytest.mark.slow
def test_long_evenings_of_changing_company_meet_everything_that_can_happen() -> None:
    met: Counter[str] = Counter()
    for seed in range(3000, 3020):
        met.update(evening(seed, games=50, company=True).met)
    rare = {name: met[name] for name in COMPANY if met[name] < 5}
    assert not rare, f"chance hardly met {rare}"


@settings(max_examples=30, deadline=None)
@given(terms=terms(), purses=st.lists(st.integers(0, 60), min_size=2, max_size=10), seed=st.integers(0, 2**32))
def test_games_under_any_articles_end_and_balance(terms: Articles, purses: list[int], seed: int) -> None:
    table = Table(NAMES[: len(purses)], terms, funds=dict(zip(NAMES, purses, strict=False)))
    played = Evening(seed, table)
    for _ in range(3):
        played.play_game()
    played.go_home()


def test_what_stands_over_is_played_for_at_the_next_sitting() -> None:
    """Sittings of the same players one after another: the carried pool and its openers go from each to the next."""
    played = Evening(seed=5)
    stood_over = 0
    for _ in range(6):
        for _ in range(3):
            played.play_game()
        carried, minimum, name = played.table.sitting.carried, played.table.sitting.minimum, played.table.name
        played.go_home()
        played.table.sit(random_articles(Random(9)), carried_from=name if carried else None)
        assert (played.table.sitting.carried, played.table.sitting.minimum) == (carried, minimum)
        played.dealer = None
        stood_over += carried
    assert stood_over, "nothing ever stood over, so nothing was tried"


@pytest.mark.slow
def test_long_evenings_meet_everything_that_can_happen(note_seed: NoteSeed) -> None:
    met: Counter[str] = Counter()
    first, end = 1000, 1040
    note_seed(f"{first} to {end - 1}, one for each evening")
    for seed in range(first, end):
        met.update(evening(seed, games=50).met)
    rare = {name: met[name] for name in EVERYTHING if met[name] < 5}
    assert not rare, f"chance hardly met {rare}"


EVERYTHING = (
    *("unopened", "jack-pot won", "false opener", "advance", "straddles", "demand", "several demands"),
    *("demander drew", "hand thrown away", "tie", "several shows", "loan", "raised on a loan", "kitty", "reward"),
    "odd counter carried",
)

COMPANY = ("arrival", "departure", "the last dealer left", "payment", "payment to a player", "limit", "stopped")
