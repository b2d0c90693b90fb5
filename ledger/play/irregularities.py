"""When each irregular act can have happened: an act that the laws forbid, which may be recorded if marked so."""

from ledger.events.game import Phase
from ledger.laws.betting import least_due, stake_out_of_turn
from ledger.laws.draw import check_made_good
from ledger.play.handling import STAKING
from ledger.refusals import refusal_of
from ledger.seats import Member
from ledger.state.game import Game


def stake_amiss(game: Game) -> bool:
    """Whether anybody can have bet out of turn (55), or in his turn deposited less than was due (56)."""
    if game.phase not in STAKING:
        return False
    with_counters = [m for m in game.live if game.players[m].funds]
    turn = game.turn.player
    return any(least_due(game, m) > 1 if m == turn else bool(stake_out_of_turn(game, m).lawful) for m in with_counters)


def pass_amiss(game: Game) -> bool:
    """Whether anybody can have thrown his hand down out of turn, or unseen at the show (55, 59)."""
    if game.phase == Phase.SHOW:
        return True
    return game.phase != Phase.ANTE and any(m != game.turn.player for m in game.in_game)


def expose_amiss(game: Game) -> bool:
    """Whether a card can have been exposed: in the deal, until the say is over, or in the draw (11, 40)."""
    return game.phase in (Phase.ANTE, Phase.SAY, Phase.DRAW)


def misdeal_amiss(game: Game) -> bool:
    """Whether a misdeal may still be called: before the deal, or while somebody has not raised his cards (8 to 12)."""
    if game.phase == Phase.ANTE:
        return True
    players = [game.players[m] for m in game.in_game]
    return game.phase in (Phase.SAY, Phase.DRAW) and any(not (p.taken_up or p.drawn or p.original) for p in players)


def foul_amiss(game: Game) -> bool:
    """Whether the record lets anybody still in the game hold a number of cards other than five."""
    return game.phase != Phase.ANTE and any(_may_be_foul(game, m) for m in game.in_game)


def _may_be_foul(game: Game, member: Member) -> bool:
    player = game.players[member]
    if player.hand is not None:
        return False
    by_draw = player.drawn and player.discarded and not player.given_known
    return game.phase == Phase.SHOW or player.original is None or bool(by_draw)


def draw_amiss(game: Game) -> bool:
    """Whether the player whose turn it is may draw, and so can be given a wrong number of cards (42 to 48)."""
    member = game.turn.player
    if game.phase != Phase.DRAW or member is None:
        return False
    return refusal_of(lambda: check_made_good(game, member)) is None


def deal_amiss(game: Game) -> bool:
    """Whether a deal may still be recorded: of an uncut pack, or with wrong numbers (9, 13)."""
    return game.phase == Phase.ANTE
