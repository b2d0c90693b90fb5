"""The pool of a game as it was divided, stated as the main and side pools of other formats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.events.settlement import Awarded, Settlement
from ledger.laws.ranking import rank_contenders
from ledger.play.settling import hand_values, rules_of
from ledger.seats import Member
from ledger.state.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """A main or side pool, in minor units: `amount` is the sum of what players took (`wins`), what was set aside for
    the `kitty`, and what is `carried` to the next game."""

    amount: int
    wins: Mapping[Member, int]
    kitty: int = 0
    carried: int = 0


def pools_of(
    game: Game, document: Settlement, paid: Mapping[Member, int], otherwise: bool, back: tuple[Member | None, int]
) -> tuple[Pool, ...]:
    """The pools as they were divided, the main pool first, without what came back to the maker of the last bet.

    There is one pool if nobody demanded a show; otherwise there is one for each set of players who share, the best
    hand's first (60). `otherwise` says that the table paid otherwise than the laws award; then there is one pool.
    `back` names the maker of the last bet, None if all of it was met, and the amount that came back to him.
    """
    fines = sum(p.amount for p in document.penalties)
    carried = document.pool + fines - document.kitty - sum(paid.values())
    demanded = any(p.demand for p in game.players.values())
    shares = [dict(paid)] if otherwise or not demanded else list(_sets_of_sharers(game, document.awards))
    maker, left = back
    for wins in reversed(shares):
        taken = min(left, wins.get(maker, 0)) if maker else 0
        if maker and taken:
            wins[maker] -= taken
            left -= taken
    kept = [{m: n for m, n in wins.items() if n} for wins in shares]
    kept = [wins for wins in kept if wins] or [{}]
    return tuple(
        Pool(
            amount=sum(wins.values()) + (0 if n else document.kitty + carried),
            wins=wins,
            kitty=0 if n else document.kitty,
            carried=0 if n else carried,
        )
        for n, wins in enumerate(kept)
    )


def _sets_of_sharers(game: Game, awards: Sequence[Awarded]) -> list[dict[Member, int]]:
    """The awards, one mapping for each set of players who share, from the best hand down."""
    groups: list[list[Member]] = [list(group) for group in _ranking(game)]
    shares: list[dict[Member, int]] = []
    for group in groups:
        of_group = [a for a in awards if a.player in group]
        shared = {a.player: sum(c.amount for c in a.claims if c.law == 76) for a in of_group}
        shares.append({m: n for m, n in shared.items() if n})
        shares += [{a.player: a.amount - shared[a.player]} for a in of_group]
    ranked = {m for group in groups for m in group}
    shares += [{a.player: a.amount} for a in awards if a.player not in ranked]
    return [wins for wins in shares if any(wins.values())] or [{}]


def _ranking(game: Game) -> Sequence[Sequence[Member]]:
    rules = rules_of(game.articles)
    values = hand_values(game, rules)
    return rank_contenders(values, rules) if values else ()
