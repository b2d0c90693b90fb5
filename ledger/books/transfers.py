"""Who pays whom, when members settle among themselves: the least number of payments that leaves nobody owing.

Parties whose standings sum to nought settle among themselves with one payment fewer than they are. So the more such
groups a table falls into, the fewer payments it makes, and the least number is that of the parties less that of the
groups. Up to EXACT parties the greatest number of groups is found by going through every subset once; among more,
pairs that owe each other the very sum are matched and the rest pay in order of size, which is never more than one
payment fewer than there are parties.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

EXACT = 14
"""Ten players, some who came for others, the kitty and the carried pool: 2 ** 14 subsets take 15 milliseconds."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """So many minor units, more than nought, that one party pays another."""

    payer: str
    payee: str
    amount: int


def transfers(standing: Mapping[str, int]) -> tuple[Transfer, ...]:
    """The payments after which everybody stands at nought, in the order of their payers' and payees' names.

    `standing` is what each party is to have (minor units; who owes stands below nought). Parties at nought neither
    pay nor are paid. Raises ValueError where the standings do not sum to nought.
    """
    if left := sum(standing.values()):
        raise ValueError(f"the standings sum to {left}, and not to nought")
    parties = sorted(party for party, amount in standing.items() if amount)
    made: list[Transfer] = []
    for group in _groups(parties, standing):
        made += _paid_in(group, standing)
    return tuple(sorted(made, key=lambda transfer: (transfer.payer, transfer.payee)))


def _groups(parties: Sequence[str], standing: Mapping[str, int]) -> list[list[str]]:
    if len(parties) > EXACT:
        return _pairs_and_the_rest(parties, standing)
    return _most_groups(parties, standing)


def _most_groups(parties: Sequence[str], standing: Mapping[str, int]) -> list[list[str]]:
    """The parties in as many groups as there can be that each sum to nought.

    Parties are laid down one after another, and a group is complete whenever all that lie there sum to nought.
    `most[subset]` is the greatest number of groups completed on the way to a subset, `last[subset]` who was laid
    down last; of equals the first is taken, so that the same table always pays in the same way.
    """
    size = 1 << len(parties)
    total, most, last = [0] * size, [0] * size, [0] * size
    for subset in range(1, size):
        lowest = (subset & -subset).bit_length() - 1
        total[subset] = total[subset & (subset - 1)] + standing[parties[lowest]]
        best = -1
        for n in range(len(parties)):
            before = subset ^ (1 << n)
            if before < subset and most[before] > best:
                best, last[subset] = most[before], n
        most[subset] = best + (total[subset] == 0)
    return _traced(parties, total, last)


def _traced(parties: Sequence[str], total: Sequence[int], last: Sequence[int]) -> list[list[str]]:
    """The groups, found by taking the parties up again, the last laid down first."""
    groups: list[list[str]] = []
    subset = len(total) - 1
    while subset:
        if total[subset] == 0:
            groups.append([])
        groups[-1].append(parties[last[subset]])
        subset ^= 1 << last[subset]
    return groups


def _pairs_and_the_rest(parties: Sequence[str], standing: Mapping[str, int]) -> list[list[str]]:
    waiting: dict[int, list[str]] = {}
    pairs: list[list[str]] = []
    for party in parties:
        opposite = waiting.get(-standing[party])
        if opposite:
            pairs.append([opposite.pop(0), party])
        else:
            waiting.setdefault(standing[party], []).append(party)
    rest = [party for found in waiting.values() for party in found]
    return [*pairs, rest] if rest else pairs


def _paid_in(group: Sequence[str], standing: Mapping[str, int]) -> list[Transfer]:
    """The payments within a group: who owes most pays whom most is due, and each payment settles one of the two."""
    owing = {party: -standing[party] for party in group if standing[party] < 0}
    due = {party: standing[party] for party in group if standing[party] > 0}
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
