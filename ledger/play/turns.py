"""The order of play: the turn after an act. `following` holds the branches; the laws do the rest."""

from collections.abc import Callable, Mapping

from ledger.events.game import IRREGULAR_STAKES, Action, Dealt, Phase, StakeCounted, Staked, Turn
from ledger.events.mishaps import Misdealt
from ledger.laws.ante import say_order
from ledger.laws.betting import has_yet_to_show, next_to_bet, nobody_left_to_bet
from ledger.laws.draw import next_to_draw
from ledger.laws.jackpot import is_jack_pot
from ledger.play.acts import ACT_RECORDED_AS
from ledger.seats import round_from_left_of
from ledger.state.game import Game
from ledger.state.game_fold import enter_betting

SETTLED = Turn(phase=Phase.SETTLED)
UNOPENED = Turn(phase=Phase.UNOPENED)


def following(game: Game, action: Action | StakeCounted) -> Turn:
    """The turn after an act. `game` is the game after the act, in which `game.turn` is still the turn before it."""
    match action:
        case Staked() | StakeCounted():
            return game.turn if action.act in IRREGULAR_STAKES else _after_turn(game)
        case Misdealt():
            return Turn(phase=Phase.ANTE)
        case Dealt():
            # The say begins (23, 24), or after a misdeal goes on where it stopped (12).
            return _say(game)
        case _:
            return game.turn if ACT_RECORDED_AS[type(action)].keeps_turn else _after_turn(game)


def _after_turn(game: Game) -> Turn:
    if game.opener is not None and len(game.in_game) <= 1:
        return _left_alone(game)
    return _GO_ON[game.phase](game)


def _left_alone(game: Game) -> Turn:
    """Everybody but one has passed (58). In a jack-pot the opener still has his openers to show (33)."""
    to_prove = [m for m in game.seats if m == game.opener and has_yet_to_show(game, m)]
    if is_jack_pot(game) and to_prove:
        return Turn(phase=Phase.SHOW, player=to_prove[0], law=33)
    return SETTLED


def _say(game: Game) -> Turn:
    """Every player has one say. A game that nobody opened ends when the last sayer passes, and never before (29)."""
    law, order = say_order(game)
    to_say = next((m for m in order if not game.players[m].said and not game.players[m].retired), None)
    if game.opener is None:
        return Turn(phase=Phase.SAY, player=to_say, law=law) if to_say else UNOPENED
    if to_say and not nobody_left_to_bet(game):
        return Turn(phase=Phase.SAY, player=to_say, law=law)
    return _draw(game)


def _draw(game: Game) -> Turn:
    """The draw goes round even when nobody has counters left to bet with (34, 35)."""
    player = next_to_draw(game)
    if player is not None:
        return Turn(phase=Phase.DRAW, player=player, law=35)
    return _betting(enter_betting(game))


def _betting(game: Game) -> Turn:
    """Bets go round until all stakes are equal (53, 59), or until at most one player has counters to bet with."""
    player = None if nobody_left_to_bet(game) else next_to_bet(game)
    if player is not None:
        return Turn(phase=Phase.BETTING, player=player, law=53)
    return _show(game)


def _show(game: Game) -> Turn:
    """The players show in turn, from the left of the last whose turn was spent (59)."""
    assert game.last_actor is not None
    to_show = next((m for m in round_from_left_of(game.seats, game.last_actor) if has_yet_to_show(game, m)), None)
    return Turn(phase=Phase.SHOW, player=to_show, law=59) if to_show else SETTLED


_GO_ON: Mapping[Phase, Callable[[Game], Turn]] = {
    Phase.SAY: _say,
    Phase.DRAW: _draw,
    Phase.BETTING: _betting,
    Phase.SHOW: _show,
}
"""How each phase goes on when a turn has been spent in it."""
