"""What may be staked now: the least, the most, and the law that says so, for buttons and for refusals alike."""

from dataclasses import dataclass

from ledger.events.game import Phase, StakeKind
from ledger.laws.betting import check_bet, check_has, check_limit, most_to_stake
from ledger.laws.draw import check_making_good, owed_at_the_draw
from ledger.laws.say import check_going_in, check_opening, least_to_go_in, least_to_open, opening_maximum
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state.game import Game


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most a player may deposit now, in minor units, and the law that sets the least."""

    least: int
    most: int
    law: int


def bounds(game: Game, member: Member) -> Bounds | None:
    """What he may deposit in his turn; None where he may or can deposit nothing."""
    owed = game.owes(member)
    match game.phase:
        case "say" if game.opener is None:
            most = opening_maximum(game) - game.players[member].round
            found = Bounds(least_to_open(game, member), most, 25)
        case "say":
            found = Bounds(least_to_go_in(game, member), most_to_stake(game, member), 26)
        case "draw" if owed := owed_at_the_draw(game, member):
            found = Bounds(owed, owed, 36)
        case "betting":
            found = Bounds(max(owed, 1), most_to_stake(game, member), 54)
        case _:
            return None
    most = min(found.most, game.players[member].funds)
    return Bounds(found.least, most, found.law) if found.least <= most else None


def check_stake(game: Game, member: Member, amount: int) -> None:
    """Refuse a deposit that is too small (25, 26, 36, 54), above the limit, or more than he has."""
    match game.phase:
        case "say" if game.opener is None:
            check_opening(game, member, amount)
            check_limit(amount, opening_maximum(game) - game.players[member].round)
        case "say":
            check_going_in(game, member, amount)
            check_limit(amount, most_to_stake(game, member))
        case "draw":
            check_making_good(game, member, amount)
        case "betting":
            check_bet(game, member, amount)
            check_limit(amount, most_to_stake(game, member))
        case phase:
            raise Refused(None, "wrong_phase", f"nothing is staked in the phase {phase}")
    check_has(game, member, amount)


def act_of(game: Game, member: Member, amount: int) -> StakeKind:
    """What a deposit in turn is: whether it opens, goes in, makes good, calls, bets or raises."""
    if game.phase == "draw":
        return StakeKind.MADE_GOOD
    if game.phase == "say" and game.opener is None:
        return StakeKind.OPENED
    if amount > game.owes(member):
        return StakeKind.BET if game.highest == 0 else StakeKind.RAISED
    return StakeKind.WENT_IN if game.phase == Phase.SAY else StakeKind.CALLED


def law_of(game: Game) -> int:
    """The law that a deposit in this phase is judged by."""
    return {"say": 25 if game.opener is None else 26, "draw": 36}.get(game.phase, 54)
