"""Settle up among members: the payments, as few as possible, after which nobody owes anything.

A group of parties whose net dues sum to nought settles with one payment fewer than it has parties. So the least number
of payments is the number of parties less the greatest number of such groups. Up to EXACT parties, that number is found
by going through every subset once. With more parties, pairs with opposite dues are matched, and the rest pay in order
of size; that takes at most one payment fewer than there are parties.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

EXACT = 14
"""The most parties for which the least number of payments is found: 2 ** 14 subsets take 15 milliseconds. A table of
ten, two players who came for others, the kitty and the carried pool are as many."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """A payment of one party to another. The amount is in minor units, and more than nought."""

    payer: str
    payee: str
    amount: int


def transfers(net_due: Mapping[str, int]) -> tuple[Transfer, ...]:
    """The payments that settle all dues, in the order of their payers' and payees' names.

    `net_due` is what each party is to receive, in minor units; it is negative if he owes. A party with nought neither
    pays nor is paid. Raises ValueError if the net dues do not sum to nought.
    """
    if left := sum(net_due.values()):
        raise ValueError(f"the net dues sum to {left}, and not to nought")
    parties = sorted(party for party, amount in net_due.items() if amount)
    made: list[Transfer] = []
    for group in _groups(parties, net_due):
        made += _paid_in(group, net_due)
    return tuple(sorted(made, key=lambda transfer: (transfer.payer, transfer.payee)))


def _groups(parties: Sequence[str], net_due: Mapping[str, int]) -> list[list[str]]:
    if len(parties) > EXACT:
        return _pairs_and_the_rest(parties, net_due)
    return _most_groups(parties, net_due)


def _most_groups(parties: Sequence[str], net_due: Mapping[str, int]) -> list[list[str]]:
    """Divide the parties into as many groups as possible whose net dues sum to nought.

    Parties are added one after another, and a group is complete whenever all parties added so far sum to nought.
    `most[subset]` is the greatest number of groups completed on the way to a subset, and `last[subset]` the party added
    last on that way. Of equal ways the first is taken, so the same table always pays in the same way.
    """
    size = 1 << len(parties)
    total, most, last = [0] * size, [0] * size, [0] * size
    for subset in range(1, size):
        lowest = (subset & -subset).bit_length() - 1
        total[subset] = total[subset & (subset - 1)] + net_due[parties[lowest]]
        best = -1
        for n in range(len(parties)):
            before = subset ^ (1 << n)
            if before < subset and most[before] > best:
                best, last[subset] = most[before], n
        most[subset] = best + (total[subset] == 0)
    return _traced(parties, total, last)


def _traced(parties: Sequence[str], total: Sequence[int], last: Sequence[int]) -> list[list[str]]:
    """The groups, found by removing the parties again, the last one added first."""
    groups: list[list[str]] = []
    subset = len(total) - 1
    while subset:
        if total[subset] == 0:
            groups.append([])
        groups[-1].append(parties[last[subset]])
        subset ^= 1 << last[subset]
    return groups


def _pairs_and_the_rest(parties: Sequence[str], net_due: Mapping[str, int]) -> list[list[str]]:
    waiting: dict[int, list[str]] = {}
    pairs: list[list[str]] = []
    for party in parties:
        opposite = waiting.get(-net_due[party])
        if opposite:
            pairs.append([opposite.pop(0), party])
        else:
            waiting.setdefault(net_due[party], []).append(party)
    rest = [party for alike in waiting.values() for party in alike]
    return [*pairs, rest] if rest else pairs


def _paid_in(group: Sequence[str], net_due: Mapping[str, int]) -> list[Transfer]:
    """The payments within a group: the party that owes most pays the one to whom most is due, which settles one of
    the two, and so on."""
    owing = {party: -net_due[party] for party in group if net_due[party] < 0}
    due = {party: net_due[party] for party in group if net_due[party] > 0}
    made: list[Transfer] = []
    while owing:
        payer, payee = (min(side, key=lambda party: (-side[party], party)) for side in (owing, due))
        amount = min(owing[payer], due[payee])
        made.append(Transfer(payer, payee, amount))
        for side, party in ((owing, payer), (due, payee)):
            side[party] -= amount
            if side[party] == 0:
                del side[party]
    return made
