"""The outcome of a finished game for each of its players: what he won or lost, and what he did."""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.events.game import Phase
from ledger.laws.jackpot import is_jack_pot
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.player import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One player's outcome of a game, after its corrections.

    `net` is what he won or lost, and `took` what he received out of the pool and a reward kitty; both are in minor
    units, as the table paid. `played` says that he staked more than the ante and the jack-pot payment, `opened` that he
    opened, `won` that the laws award him a part of the pool, `shown` that he showed his whole hand, `demanded` that he
    demanded a show (60), and `jack_pot` that the game was one. A pass is before the draw, unless he had drawn or threw
    his hand away at the show. Retiring with a foul hand is no pass.
    `adjusted` is what of `net` came by adjusting entries, after the sitting had closed.
    """

    net: int
    took: int
    played: bool
    opened: bool
    passed_before_draw: bool
    passed_after_draw: bool
    won: bool
    shown: bool
    jack_pot: bool
    demanded: bool
    adjusted: int


def outcomes(game: Game) -> dict[Member, Outcome]:
    """The outcomes of the players, in seat order; empty until the game is over, and if it is void."""
    if game.settlement is None or game.phase == Phase.VOID:
        return {}
    awards = {award.player: award.amount for award in game.settlement.awards}
    took = dict(awards if game.paid is None else game.paid)
    if game.as_done and (reward := game.as_done.reward):
        took[reward.player] = took.get(reward.player, 0) + reward.amount
    return {member: _outcome(game, member, awards, took.get(member, 0)) for member in game.seats}


def _outcome(game: Game, member: Member, awards: Mapping[Member, int], took: int) -> Outcome:
    assert game.settlement is not None
    player = game.players[member]
    passed = player.retired and player.foul is None
    after = player.drawn or player.threw_away
    return Outcome(
        net=game.settlement.results[member],
        took=took,
        played=_has_played(game, member, player),
        opened=game.opener == member,
        passed_before_draw=passed and not after,
        passed_after_draw=passed and after,
        won=awards.get(member, 0) > 0,
        shown=bool(player.shown and player.shown.cards),
        jack_pot=is_jack_pot(game),
        demanded=player.demand is not None,
        adjusted=game.adjusted.get(member, 0),
    )


def _has_played(game: Game, member: Member, player: Player) -> bool:
    return player.stake > 0 or member in game.straddlers or player.demand is not None
