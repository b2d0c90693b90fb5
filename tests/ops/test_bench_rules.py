"""The benchmark measures real work: both libraries play the game to its end, and every way does some work."""

from ledger.state.game_fold import fold
from ops.bench_rules import other_ways, our_ways, rates, recorded


def test_the_game_that_is_measured_is_settled_with_a_pool_of_54():
    game = fold(recorded())
    assert game.settlement is not None
    assert game.settlement.pool == 54
    assert game.settlement.results == {"A": 0, "B": 36, "C": -18, "D": -18, "E": 0}


def test_every_way_is_measured_and_pokerkits_game_has_the_same_pool():
    ways = our_ways(seed=1) | other_ways(seed=1)
    assert set(ways) >= {"hands, pokerkit", "games, pokerkit", "games, folded", "games, decided again"}
    assert all(rate > 0 for rate in rates(ways, rounds=1, seconds=0.001).values())
