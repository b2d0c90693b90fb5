"""A naive model of the division of a pool: every unit lies on the table and is handed over singly.

It was written from the laws and not from `ledger.laws.division`, which works with slices and sums. Here the hands claim
in the order of their rank, and each takes from the table what it may, until nothing is left.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.laws.division import DivisionReadings, PoolSources
from ledger.state.player import Demand


@dataclass(frozen=True)
class Unit:
    kind: str
    owner: str | None
    nth: int  # of this kind and owner, from 1
    nth_of_all: int  # of all that this owner has in the pool, his ante money first, from 1


@dataclass(frozen=True)
class NaiveDivision:
    paid: dict[str, int]  # those who took anything before the kitty
    kitty: int
    carried: int
    forfeited: int


def units_on_table(sources: PoolSources) -> list[Unit]:
    table = []
    for owner in {**sources.ante, **sources.stakes}:
        antes, stakes = sources.ante.get(owner, 0), sources.stakes.get(owner, 0)
        table += [Unit("ante", owner, n + 1, n + 1) for n in range(antes)]
        table += [Unit("stake", owner, n + 1, antes + n + 1) for n in range(stakes)]
    return table + [Unit("dead", None, n + 1, n + 1) for n in range(sources.dead)]


def may_claim(claimant: str, unit: Unit, demands: Mapping[str, Demand], readings: DivisionReadings) -> bool:
    if claimant not in demands:
        return True
    demand = demands[claimant]
    if unit.kind == "dead":
        return readings.side_show_dead == "claimed"
    if unit.owner == claimant:
        return True
    retired_before = unit.owner not in demand.others
    if readings.side_show_ante == "within":
        return unit.kind == "ante" if retired_before else unit.nth_of_all <= demand.amount
    if unit.kind == "ante":
        return True
    return not retired_before and unit.nth <= demand.amount


def heaps_by_sharers(
    table: list[Unit],
    ranking: Sequence[Sequence[str]],
    demands: Mapping[str, Demand],
    readings: DivisionReadings,
) -> dict[frozenset[str], list[Unit]]:
    """The units by the players who share them. What no hand may claim goes to the next best hand."""
    heaps: dict[frozenset[str], list[Unit]] = defaultdict(list)
    for rank, group in enumerate(ranking):
        best_take_all = rank == 0 and len(group) > 1 and readings.side_show_tie == "whole_pool"
        next_take_all = rank == 1 and readings.side_show_next == "whole"
        left: list[Unit] = []
        for unit in table:
            claimants = frozenset(
                player
                for player in group
                if best_take_all or next_take_all or may_claim(player, unit, demands, readings)
            )
            (heaps[claimants] if claimants else left).append(unit)
        table = left
    if table:
        heaps[frozenset(ranking[0] if len(ranking) == 1 else ranking[1])] += table
    return heaps


def hand_round(heap: list[Unit], in_order: Sequence[str], paid: dict[str, int]) -> None:
    """Give each player one unit, again and again while there is one for each. The rest stays on the heap."""
    while len(heap) >= len(in_order):
        for player in in_order:
            heap.pop()
            paid[player] += 1


def naive_division(
    sources: PoolSources,
    ranking: Sequence[Sequence[str]],
    demands: Mapping[str, Demand],
    eldest_first: Sequence[str],
    readings: DivisionReadings,
    kitty: int,
    false_opener: str | None,
    has_kitty: bool,
) -> NaiveDivision:
    table = units_on_table(sources)
    if not ranking:
        return NaiveDivision({}, 0, len(table), 0)

    paid: dict[str, int] = defaultdict(int)
    to_kitty = to_carry = forfeited = 0
    for sharers, heap in heaps_by_sharers(table, ranking, demands, readings).items():
        in_order = [player for player in eldest_first if player in sharers]
        hand_round(heap, in_order, paid)
        if readings.odd_counter == "eldest":
            for player in in_order[: len(heap)]:
                paid[player] += 1
        elif readings.odd_counter == "kitty" and has_kitty:
            to_kitty += len(heap)
        else:
            to_carry += len(heap)

    if false_opener is not None:
        forfeited = paid.pop(false_opener, 0)
    took = {player for player, amount in paid.items() if amount > 0}

    bearers = [player for player in eldest_first if player in ranking[0] and player != false_opener]
    for n in range(kitty if bearers else 0):
        bearer = bearers[n % len(bearers)]
        if paid[bearer] > 0:
            paid[bearer] -= 1
            to_kitty += 1
    return NaiveDivision({player: paid[player] for player in took}, to_kitty, to_carry + forfeited, forfeited)
