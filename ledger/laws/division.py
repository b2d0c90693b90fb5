"""The division of a pool: laws 58, 59, 60, 64 and 76, the kitty, and the money side of law 33.

Every unit in a pool has a source: a player's ante money, the rest of a player's stake, or dead money. Each source is
a column of units in the order in which they were staked. A contender who never demanded a show may claim every column
to its top; one who did may claim each only up to a height that law 60 fixes. Cutting the columns at those heights gives
slices, and all units of a slice have the same claimants.

The division is made in four steps, each of which keeps the sum of the pool:

1. each slice goes to a set of sharers, who follow from the ranking of the hands (59, 60, 64);
2. all slices of one set of sharers are summed and split once (76);
3. the share of a false opener is carried, and nobody takes it in his place (33);
4. the kitty is set aside from what is left to the best hand.

Amounts are whole minor units. Awards are net of the kitty: it is taken off the front of the best hand's claims, ante
money first, so that awards, kitty and carried money always add up to the pool.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from ledger.laws.register import keeps
from ledger.state.player import Demand

Kind = Literal["ante", "stake", "dead"]


class PoolSources(Struct, frozen=True):
    """A pool by source: each player's ante and straddles, the rest of each player's stake, and dead money.

    Dead money is nobody's stake: jack-pot payments, penalties and what was carried in.
    """

    ante: Mapping[str, int]
    stakes: Mapping[str, int]
    dead: int

    @property
    def pool(self) -> int:
        return sum(self.ante.values()) + sum(self.stakes.values()) + self.dead


@dataclass(frozen=True, slots=True)
class DivisionReadings:
    """The readings of laws 60 and 76 that bear on a division, at their defaults.

    side_show_ante: besides | within; side_show_dead: remainder | claimed; side_show_next: for_that_amount |
    whole; side_show_tie: by_slice | whole_pool; odd_counter: eldest | carried | kitty.
    """

    side_show_ante: str = "besides"
    side_show_dead: str = "remainder"
    side_show_next: str = "for_that_amount"
    side_show_tie: str = "by_slice"
    odd_counter: str = "eldest"


class Claim(Struct, frozen=True):
    """An amount out of one source (`player` is None for dead money) and the law that gives it."""

    kind: Kind
    player: str | None
    amount: int
    law: int


class Award(Struct, frozen=True):
    """What one player takes, net of the kitty. The claims add up to the amount.

    The amount is nought, without claims, where the kitty (or an odd unit that he does not get) left him nothing.
    """

    player: str
    amount: int
    claims: tuple[Claim, ...]


class Division(Struct, frozen=True):
    """A pool divided: the awards (best hand first, the eldest first among equals), kitty and carried money.

    `forfeited` is the part of `carried` that a false opener would have claimed. He owes the penalty of law 33 only
    where `forfeited` is above nought. The penalty is no part of this pool, and in none of these amounts.
    """

    awards: tuple[Award, ...]
    kitty: int
    carried: int
    forfeited: int


class Column(Struct, frozen=True):
    """The units of one source, in the order in which they were staked."""

    kind: Kind
    player: str | None
    amount: int
    ante_below: int = 0  # the same player's ante money, staked before this column was begun


class _Slice(Struct, frozen=True):
    kind: Kind
    player: str | None
    amount: int
    entitled: frozenset[str]


@keeps(33, part="what a false opener would have claimed is carried")
@keeps(64, part="no sound hand is left")
def divide(
    sources: PoolSources,
    ranking: Sequence[Sequence[str]],
    demands: Mapping[str, Demand],
    eldest_first: Sequence[str],
    readings: DivisionReadings,
    kitty: int = 0,
    false_opener: str | None = None,
    called: bool = True,
    has_kitty: bool = False,
) -> Division:
    """Divide the pool of an opened game among the players whose hands count.

    ranking       groups of contenders, best first, equal hands in one group; empty where nobody has a sound hand left,
                  and then the whole pool is carried (64)
    demands       by player; the demands of players who are no longer contenders have no effect
    eldest_first  every seat of the game from the dealer's left, for odd units
    kitty         what the articles set aside from each pool won
    false_opener  the player whose share is carried instead of paid (33)
    called        whether anybody met the last bet or raise
    has_kitty     whether the articles have a kitty to which odd units may go; true also where `kitty` is above nought

    Raises ValueError where a contender or a player with money in the pool has no seat in `eldest_first`.
    """
    contenders = [player for group in ranking for player in group]
    if strangers := {*contenders, *sources.ante, *sources.stakes}.difference(eldest_first):
        raise ValueError(f"no seat from the dealer's left for {', '.join(sorted(strangers))}")
    if not ranking:
        return Division(awards=(), kitty=0, carried=sources.pool, forfeited=0)

    due: dict[tuple[str, ...], list[Claim]] = {}
    taken_by: dict[frozenset[str], tuple[tuple[str, ...], int]] = {}
    uncalled = wins_uncalled(ranking, demands, called)
    for part in _slices(sources, contenders, demands, eldest_first, readings):
        if part.entitled not in taken_by:
            sharers = tuple(sorted(_sharers(part.entitled, ranking, readings), key=eldest_first.index))
            law = 58 if uncalled else _law(part.entitled, sharers, ranking, demands)
            taken_by[part.entitled] = sharers, law
        sharers, law = taken_by[part.entitled]
        due.setdefault(sharers, []).append(Claim(part.kind, part.player, part.amount, law))

    won, odd = _share_out(due, odd_to_eldest=readings.odd_counter == "eldest")
    forfeited = _total(won.pop(false_opener, [])) if false_opener is not None else 0
    bearers = [player for player in eldest_first if player in ranking[0] and player != false_opener]
    set_aside = _set_aside(kitty, bearers, won) if kitty else {}
    odd_to_kitty = readings.odd_counter == "kitty" and (has_kitty or kitty > 0)
    by_rank = [player for group in ranking for player in eldest_first if player in group and player in won]
    division = Division(
        awards=tuple([_award(player, won[player], set_aside.get(player, 0)) for player in by_rank]),
        kitty=sum(set_aside.values()) + (odd if odd_to_kitty else 0),
        carried=forfeited + (0 if odd_to_kitty else odd),
        forfeited=forfeited,
    )
    awarded = sum([award.amount for award in division.awards])
    assert awarded + division.kitty + division.carried == sources.pool, "a division keeps the sum of the pool"
    return division


@keeps(58)
def wins_uncalled(ranking: Sequence[Sequence[str]], demands: Mapping[str, Demand], called: bool) -> bool:
    """Whether a bet or raise that nobody called has won the pool (law 58).

    A demand is no pass: a demander shows his hand, and if he is the only contender he wins by his claim, not by a bet.
    """
    sole = len(ranking) == 1 and len(ranking[0]) == 1
    return sole and not called and ranking[0][0] not in demands


@keeps(59)
def best_entitled(groups: Sequence[Sequence[str]], entitled: frozenset[str]) -> list[str]:
    """The players who take a slice: the entitled players of the best group that has any (59). Empty if no group has."""
    for group in groups:
        if takers := [player for player in group if player in entitled]:
            return takers
    return []


@keeps(60, part="what is claimed")
def claimable(demand: Demand, column: Column, readings: DivisionReadings) -> int:
    """How many units of a column, from the first, a demander may claim with the best hand (law 60).

    Of a player who had retired before the demand he claims the whole ante money, and nothing else: the rest goes with
    the remainder.
    """
    if column.player is None:
        return column.amount if readings.side_show_dead == "claimed" else 0
    if column.player == demand.player:
        return column.amount
    within = readings.side_show_ante == "within"
    in_game = column.player in demand.others
    if column.kind == "ante" and not (within and in_game):
        return column.amount
    if not in_game:
        return 0
    left_of_amount = demand.amount - (column.ante_below if within else 0)
    return min(column.amount, max(0, left_of_amount))


@keeps(64)
@keeps(60, part="the remainder")
def remainder_taker(ranking: Sequence[Sequence[str]]) -> Sequence[str]:
    """The players who take what no claim reaches: the next best hand, or, where no other counts, the best (64)."""
    return ranking[1] if len(ranking) > 1 else ranking[0]


@keeps(76)
def split_equally(
    claims: Sequence[Claim], sharers: Sequence[str], odd_to_eldest: bool
) -> tuple[dict[str, list[Claim]], int]:
    """Equal shares of all the claims together, and the number of odd units that nobody was given (law 76).

    The units are dealt one at a time round the sharers, eldest first, straight on from one claim to the next. So every
    share holds its part of every source, and the shares differ by one unit at most. The units of a last round that does
    not reach everybody are the odd ones: the eldest keep them (`odd_to_eldest`), or they are left over.
    """
    if len(sharers) == 1:
        return {sharers[0]: list(claims)}, 0
    total = _total(claims)
    end = total if odd_to_eldest else total - total % len(sharers)
    shares: dict[str, list[Claim]] = {player: [] for player in sharers}
    start = 0
    for claim in claims:
        stop = min(start + claim.amount, end)
        for place, player in enumerate(sharers):
            units = _dealt(stop, place, len(sharers)) - _dealt(start, place, len(sharers))
            shares[player].append(Claim(claim.kind, claim.player, units, claim.law))
        start = stop
    return shares, total - end


def _slices(
    sources: PoolSources,
    contenders: Sequence[str],
    demands: Mapping[str, Demand],
    eldest_first: Sequence[str],
    readings: DivisionReadings,
) -> Iterator[_Slice]:
    """Every column, cut at each height to which some contender may claim it. Without demands no column is cut."""
    demanders = [player for player in contenders if player in demands]
    everybody = frozenset(contenders)
    for column in _columns(sources, eldest_first):
        if not demanders:
            yield _Slice(column.kind, column.player, column.amount, everybody)
            continue
        heights = dict.fromkeys(contenders, column.amount)
        heights.update({player: claimable(demands[player], column, readings) for player in demanders})
        bottom = 0
        for top in sorted({*heights.values(), column.amount} - {0}):
            entitled = frozenset(player for player, height in heights.items() if height >= top)
            yield _Slice(column.kind, column.player, top - bottom, entitled)
            bottom = top


def _columns(sources: PoolSources, eldest_first: Sequence[str]) -> Iterator[Column]:
    """The columns that hold any money.

    They come in the order of the seats, not of the mappings, so that a replay gives the same claims in the same order.
    """
    for player in eldest_first:
        if ante := sources.ante.get(player, 0):
            yield Column("ante", player, ante)
    for player in eldest_first:
        if stake := sources.stakes.get(player, 0):
            yield Column("stake", player, stake, sources.ante.get(player, 0))
    if sources.dead:
        yield Column("dead", None, sources.dead)


@keeps(60, 76, part="who shares a slice")
def _sharers(entitled: frozenset[str], ranking: Sequence[Sequence[str]], readings: DivisionReadings) -> Sequence[str]:
    best = ranking[0]
    if readings.side_show_tie == "whole_pool" and len(best) > 1:
        return best
    # Under `whole` only the best hand is held to what it may claim; the next best takes all the rest.
    held_to_claims = ranking[:1] if readings.side_show_next == "whole" else ranking
    return best_entitled(held_to_claims, entitled) or remainder_taker(ranking)


def _law(
    entitled: frozenset[str],
    sharers: Sequence[str],
    ranking: Sequence[Sequence[str]],
    demands: Mapping[str, Demand],
) -> int:
    if len(sharers) > 1:
        return 76
    (taker,) = sharers
    if taker in demands:
        return 64 if len(ranking) == 1 and taker not in entitled else 60
    return 59 if len(ranking[0]) == 1 and taker in ranking[0] else 60


def _share_out(
    due: Mapping[tuple[str, ...], Sequence[Claim]], odd_to_eldest: bool
) -> tuple[dict[str, list[Claim]], int]:
    """What each player gets in all the sets of sharers he belongs to, and the odd units left over from all sets."""
    won: dict[str, list[Claim]] = {}
    odd = 0
    for sharers, claims in due.items():
        shares, left_over = split_equally(claims, sharers, odd_to_eldest)
        odd += left_over
        for player, share in shares.items():
            won.setdefault(player, []).extend(share)
    return won, odd


def _dealt(units: int, place: int, sharers: int) -> int:
    """How many of the units, dealt one at a time round the sharers, fall to the sharer in a place (from 0)."""
    return (units + sharers - 1 - place) // sharers


def _set_aside(kitty: int, bearers: Sequence[str], won: Mapping[str, Sequence[Claim]]) -> dict[str, int]:
    """What each bearer pays to the kitty: equal parts, odd units by the eldest, never more than he won."""
    return {
        player: min(_dealt(kitty, place, len(bearers)), _total(won.get(player, ())))
        for place, player in enumerate(bearers)
    }


def _award(player: str, claims: Sequence[Claim], set_aside: int) -> Award:
    """An award of the claims, summed by source and law, less `set_aside`, which is taken off the first of them."""
    sums: dict[tuple[Kind, str | None, int], int] = {}
    for claim in claims:
        taken = min(claim.amount, set_aside)
        set_aside -= taken
        source = (claim.kind, claim.player, claim.law)
        sums[source] = sums.get(source, 0) + claim.amount - taken
    kept = tuple([Claim(kind, of, amount, law) for (kind, of, law), amount in sums.items() if amount])
    return Award(player, _total(kept), kept)


def _total(claims: Sequence[Claim]) -> int:
    return sum([claim.amount for claim in claims])
