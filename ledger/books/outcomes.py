"""What a game that is over was to each who was dealt into it: what he won or lost, and what he did for it."""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.events.game import Phase
from ledger.laws.jackpot import is_jack_pot
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.player import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One player's part in a game as it stands after its corrections.

    `net` is what he won or lost and `took` what he was given out of the pool and of a reward kitty, both in minor
    units and both as the table paid it. `played`: he staked of his own will, beyond the ante and the jack-pot
    payment; `opened`: he opened; `won`: the laws award him something of the pool; `shown`: he laid his whole hand
    open. A pass is before the draw unless he had drawn, or threw his hand away at the show; a hand found foul has
    not passed. `jack_pot` is the game's, `demanded` that he demanded a show (60).
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


def outcomes(game: Game) -> dict[Member, Outcome]:
    """The outcome for each player, in the order of the seats; none before the game is over, nor of a void one."""
    if game.settlement is None or game.phase == Phase.VOID:
        return {}
    awards = {award.player: award.amount for award in game.settlement.awards}
    took = dict(awards if game.paid is None else game.paid)
    if reward := game.settlement.reward:
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
    )


def _has_played(game: Game, member: Member, player: Player) -> bool:
    return player.stake > 0 or member in game.straddlers or player.demand is not None
