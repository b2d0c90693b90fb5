"""The payments with which members settle up leave nobody owing, and there could not be fewer."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.books.transfers import EXACT, transfers


def net_dues(most: int, sizes: int = 1000) -> st.SearchStrategy[dict[str, int]]:
    """Net dues of up to `most` parties that sum to nought."""
    amounts = st.lists(st.integers(-sizes, sizes), min_size=0, max_size=most - 1)
    return amounts.map(lambda dues: {f"m{n}": due for n, due in enumerate([*dues, -sum(dues)])})


def left(net_due: Mapping[str, int]) -> Counter[str]:
    """What every party is still to receive after the payments."""
    after = Counter(net_due)
    for transfer in transfers(net_due):
        assert transfer.amount > 0
        assert transfer.payer != transfer.payee
        after[transfer.payer] += transfer.amount
        after[transfer.payee] -= transfer.amount
    return after


def partitions(parties: Sequence[str]) -> Iterator[list[list[str]]]:
    """All ways to divide the parties into groups."""
    if not parties:
        yield []
        return
    first, rest = parties[0], parties[1:]
    for groups in partitions(rest):
        yield [[first], *groups]
        for n, group in enumerate(groups):
            yield [*groups[:n], [first, *group], *groups[n + 1 :]]


def fewest(net_due: Mapping[str, int]) -> int:
    """The least number of payments, found by trying every division into groups that sum to nought."""
    parties = [party for party, amount in net_due.items() if amount]
    most = max(
        len(groups) for groups in partitions(parties) if all(sum(net_due[p] for p in group) == 0 for group in groups)
    )
    return len(parties) - most


@given(net_dues(most=24))
@settings(max_examples=60)
def test_everybody_ends_at_nought_with_at_most_one_payment_fewer_than_there_are_parties(
    net_due: dict[str, int],
) -> None:
    assert set(left(net_due).values()) <= {0}
    assert len(transfers(net_due)) <= max(0, sum(1 for amount in net_due.values() if amount) - 1)


@given(net_dues(most=7, sizes=4))
@settings(max_examples=200)
def test_no_fewer_payments_would_do(net_due: dict[str, int]) -> None:
    assert len(transfers(net_due)) == fewest(net_due)


@given(net_dues(most=10, sizes=30), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_the_same_standings_are_settled_in_the_same_way_in_whatever_order_they_are_named(
    net_due: dict[str, int], chance: object
) -> None:
    named = list(net_due.items())
    chance.shuffle(named)  # type: ignore[attr-defined]
    assert transfers(dict(named)) == transfers(net_due)


def test_two_groups_that_settle_among_themselves_are_found_where_paying_by_size_would_mix_them() -> None:
    net_due = {"A": 7, "B": -4, "C": -3, "D": 6, "E": -5, "F": -1}
    assert [(t.payer, t.payee, t.amount) for t in transfers(net_due)] == [
        ("B", "A", 4),
        ("C", "A", 3),
        ("E", "D", 5),
        ("F", "D", 1),
    ]


def test_more_parties_than_are_searched_through_still_pay_their_opposites_at_once() -> None:
    net_due = {f"{side}{n:02}": sign * n for n in range(1, EXACT) for side, sign in (("a", 1), ("b", -1))}
    assert [(t.payer[1:], t.payee[1:]) for t in transfers(net_due)] == [(f"{n:02}",) * 2 for n in range(1, EXACT)]


def test_nobody_pays_where_everybody_stands_at_nought() -> None:
    assert transfers({"A": 0, "B": 0}) == transfers({}) == ()


def test_standings_that_do_not_sum_to_nought_are_settled_by_no_payments() -> None:
    with pytest.raises(ValueError, match="sum to 1"):
        transfers({"A": 3, "B": -2})
