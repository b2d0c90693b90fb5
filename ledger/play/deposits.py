"""The deposits that the laws fix, for offers and for refusals alike; and what kind of stake a deposit is.

The bounds of a stake whose amount is free are in `laws.betting.stake_in_turn`.
"""

from ledger.events.game import Phase, StakeKind
from ledger.laws.ante import check_straddle, check_straddler, straddle
from ledger.laws.betting import check_demand, check_has
from ledger.seats import Member
from ledger.state.game import Game


def straddle_deposit(game: Game, member: Member) -> int:
    """What a player deposits if he straddles now.

    Raises Refused where it is not for him to straddle (21), above the cap (22), and where he has not the counters.
    """
    check_straddler(game, member)
    check_straddle(game)
    deposit = straddle(game)
    check_has(game, member, deposit)
    return deposit


def demand_deposit(game: Game, member: Member) -> int:
    """What a player deposits if he demands a show now: all he has. Raises Refused (60, 62)."""
    check_demand(game, member)
    return game.players[member].funds


def act_of(game: Game, member: Member, amount: int) -> StakeKind:
    """The kind of a deposit in turn: it opens, goes in, makes good, calls, bets or raises."""
    if game.opener is None:
        return StakeKind.OPENED
    if game.phase == Phase.DRAW:
        return StakeKind.MADE_GOOD
    highest = game.highest
    if amount > highest - game.players[member].round:
        return StakeKind.RAISED if highest else StakeKind.BET
    return StakeKind.WENT_IN if game.phase == Phase.SAY else StakeKind.CALLED
