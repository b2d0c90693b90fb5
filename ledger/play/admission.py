"""The checks before the act itself: is the game over, is this the phase for it, has he retired, is it his turn."""

from ledger.cards import HAND
from ledger.events.game import Phase
from ledger.laws.ante import straddlers_left
from ledger.laws.deal import right_of_dealer
from ledger.laws.draw import check_first_draw
from ledger.laws.say import check_not_retired
from ledger.play.acts import ACT_OF, Act
from ledger.play.commands import Command, CutPack, Distract, Draw, Expose, Misdeal, Straddle
from ledger.play.handling import out_of_turn
from ledger.play.legal import refusal_out_of_turn
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import Game


def check_order(game: Game, command: Command) -> Member:
    """The player whose act it is. Raises Refused where he may not act now, Invalid where he is not in the game."""
    act = ACT_OF[type(command)]
    if game.over:
        raise Refused(None, "game_over", "this game is over")
    if game.phase not in act.phases:
        raise Refused(None, "wrong_phase", f"{_when(act)}, and this game is in the phase {game.phase}")
    member = command.player or _default_player(game, command)
    if member not in game.players:
        raise Invalid({"player": ["is not dealt into this game"]})
    if not act.of_table(game, command):
        check_not_retired(game, member)
    if isinstance(command, Draw):
        check_first_draw(game, member)
    if out_of_turn(game, member) and not act.out_of_turn(game, command):
        raise refusal_out_of_turn(game)
    return member


def _when(act: Act) -> str:
    """In which phases an act is done."""
    *others, last = [str(phase) for phase in Phase if phase in act.phases]
    phases = f"phases {', '.join(others)} and {last}" if others else f"phase {last}"
    return f"`{act.word}` is recorded in the {phases}"


def _default_player(game: Game, command: Command) -> Member:
    """The player of an act that names none: the one whose turn it is, or before the deal the one who has to do it."""
    match command:
        case Distract() | Expose() if game.turn.player is None:
            raise Invalid({"player": ["name the player whose act or card it was"]})
        case CutPack():
            return right_of_dealer(game)
        case Misdeal() if wrong := [m for m, p in game.players.items() if p.dealt != HAND and not p.retired]:
            return wrong[0]
    if game.turn.player is not None:
        return game.turn.player
    if isinstance(command, Straddle):
        return next(iter(straddlers_left(game)), game.dealer)
    return game.dealer
