"""The checks before an act itself: is the game over, is this the phase for it, has he retired, is it his turn."""

from ledger.cards import HAND
from ledger.laws.ante import straddlers_left
from ledger.laws.deal import right_of_dealer
from ledger.laws.draw import check_first_draw
from ledger.laws.say import check_not_retired
from ledger.play.commands import (
    AskDealer,
    Borrow,
    CollectDiscards,
    Command,
    CutPack,
    Deal,
    DemandShow,
    Distract,
    Draw,
    Expose,
    Foul,
    Misdeal,
    Pass,
    Show,
    Shuffle,
    Stake,
    Stand,
    Straddle,
    TakeUp,
    WaiveLaw,
)
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import Game

STAKING = frozenset({"say", "draw", "betting"})
"""The phases in which counters go into the pool."""

PHASES_OF: dict[type[Command], frozenset[str]] = {
    Straddle: frozenset({"ante"}),
    Deal: frozenset({"ante"}),
    Stake: STAKING,
    Pass: frozenset({"say", "draw", "betting", "show"}),
    Stand: frozenset({"betting"}),
    DemandShow: STAKING,
    Borrow: STAKING,
    Draw: frozenset({"draw"}),
    Show: frozenset({"show"}),
    Shuffle: frozenset({"ante"}),
    CutPack: frozenset({"ante"}),
    Distract: frozenset({"ante"}),
    Expose: frozenset({"ante", "say", "draw"}),
    Misdeal: frozenset({"ante", *STAKING, "show"}),
    WaiveLaw: frozenset({"ante", *STAKING, "show"}),
    TakeUp: STAKING,
    AskDealer: frozenset({"draw", "betting"}),
    CollectDiscards: frozenset({"draw"}),
    Foul: frozenset({*STAKING, "show"}),
}

BESIDES_THE_TURN = (Shuffle, CutPack, Distract, Misdeal, WaiveLaw, TakeUp, AskDealer, CollectDiscards, Foul)
"""What is recorded whosever turn it is."""

OF_THE_TABLE = (Deal, Shuffle, CutPack, Distract, WaiveLaw, CollectDiscards)
"""What is also done by, or for, one who has retired: a dealer who passed deals on (18)."""


def check_order(game: Game, command: Command) -> Member:
    """The checks that come before the act itself. Gives the player whose act it is."""
    if game.over:
        raise Refused(None, "game_over", "this game is over")
    if game.phase not in PHASES_OF[type(command)]:
        raise Refused(None, "wrong_phase", f"this is not done in the phase {game.phase}")
    member = command.player or _default_player(game, command)
    if member not in game.players:
        raise Invalid({"player": ["is not dealt into this game"]})
    if not _of_the_table(command):
        check_not_retired(game, member)
    if isinstance(command, Draw):
        check_first_draw(game, member)
    if out_of_turn(game, member) and not _may_be_out_of_turn(game, command):
        raise Refused(game.turn.law, "out_of_turn", "it is another player's turn")
    return member


def _of_the_table(command: Command) -> bool:
    """Whether an act is nobody's own; a misdeal is not, if it is a player's wrong number that makes it (12)."""
    if isinstance(command, Misdeal):
        return command.reason != "wrong_count"
    return isinstance(command, OF_THE_TABLE)


def out_of_turn(game: Game, member: Member) -> bool:
    """Whether it is another player's turn."""
    return game.turn.player not in (None, member)


def _may_be_out_of_turn(game: Game, command: Command) -> bool:
    """What waits for no turn; and a stake or a pass that was made out of turn, if it is said to be (55)."""
    if isinstance(command, BESIDES_THE_TURN) or (isinstance(command, Expose) and game.phase == "say"):
        return True
    return command.irregular and isinstance(command, Stake | Pass) and game.phase in STAKING


def _default_player(game: Game, command: Command) -> Member:
    """Whose act it is where nobody is named: his whose turn it is, or before the deal his to whom it falls."""
    match command:
        case Distract() | Expose() if game.turn.player is None:
            raise Invalid({"player": ["says whose act or card it was"]})
        case CutPack():
            return right_of_dealer(game)
        case Misdeal() if wrong := [m for m, p in game.players.items() if p.dealt != HAND and not p.retired]:
            return wrong[0]
    if game.turn.player is not None:
        return game.turn.player
    if isinstance(command, Straddle):
        return next(iter(straddlers_left(game)), game.dealer)
    return game.dealer
