"""Who pays whom: everybody ends at nought, and no fewer payments would do."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.books.transfers import EXACT, transfers


def standings(most: int, sizes: int = 1000) -> st.SearchStrategy[dict[str, int]]:
    """Standings of up to so many parties that sum to nought."""
    amounts = st.lists(st.integers(-sizes, sizes), min_size=0, max_size=most - 1)
    return amounts.map(lambda found: {f"m{n}": each for n, each in enumerate([*found, -sum(found)])})


def left(standing: Mapping[str, int]) -> Counter[str]:
    """What each still is to have after the payments."""
    after = Counter(standing)
    for each in transfers(standing):
        assert each.amount > 0
        assert each.payer != each.payee
        after[each.payer] += each.amount
        after[each.payee] -= each.amount
    return after


def partitions(parties: Sequence[str]) -> Iterator[list[list[str]]]:
    """Every way to divide the parties into groups."""
    if not parties:
        yield []
        return
    first, rest = parties[0], parties[1:]
    for found in partitions(rest):
        yield [[first], *found]
        for n, group in enumerate(found):
            yield [*found[:n], [first, *group], *found[n + 1 :]]


def fewest(standing: Mapping[str, int]) -> int:
    """The least number of payments, by looking at every division into groups that sum to nought."""
    parties = [party for party, amount in standing.items() if amount]
    most = max(
        len(found) for found in partitions(parties) if all(sum(standing[p] for p in group) == 0 for group in found)
    )
    return len(parties) - most


@given(standings(most=24))
@settings(max_examples=60, deadline=None)
def test_everybody_ends_at_nought_with_at_most_one_payment_fewer_than_there_are_parties(
    standing: dict[str, int],
) -> None:
    assert set(left(standing).values()) <= {0}
    assert len(transfers(standing)) <= max(0, sum(1 for amount in standing.values() if amount) - 1)


@given(standings(most=7, sizes=4))
@settings(max_examples=200, deadline=None)
def test_no_fewer_payments_would_do(standing: dict[str, int]) -> None:
    assert len(transfers(standing)) == fewest(standing)


@given(standings(most=10, sizes=30), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_same_standings_are_settled_in_the_same_way_in_whatever_order_they_are_named(
    standing: dict[str, int], chance: object
) -> None:
    named = list(standing.items())
    chance.shuffle(named)  # type: ignore[attr-defined]
    assert transfers(dict(named)) == transfers(standing)


def test_two_groups_that_settle_among_themselves_are_found_where_paying_by_size_would_mix_them() -> None:
    standing = {"A": 7, "B": -4, "C": -3, "D": 6, "E": -5, "F": -1}
    assert [(t.payer, t.payee, t.amount) for t in transfers(standing)] == [
        ("B", "A", 4),
        ("C", "A", 3),
        ("E", "D", 5),
        ("F", "D", 1),
    ]


def test_more_parties_than_are_searched_through_still_pay_their_opposites_at_once() -> None:
    standing = {f"{side}{n:02}": sign * n for n in range(1, EXACT) for side, sign in (("a", 1), ("b", -1))}
    assert [(t.payer[1:], t.payee[1:]) for t in transfers(standing)] == [(f"{n:02}",) * 2 for n in range(1, EXACT)]


def test_nobody_pays_where_everybody_stands_at_nought() -> None:
    assert transfers({"A": 0, "B": 0}) == transfers({}) == ()


def test_standings_that_do_not_sum_to_nought_are_settled_by_no_payments() -> None:
    with pytest.raises(ValueError, match="sum to 1"):
        transfers({"A": 3, "B": -2})
