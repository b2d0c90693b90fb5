"""Laws 52 to 57 and 61 to 63: the betting after the draw, and borrowing."""

from ledger.events.game import Phase
from ledger.laws.bounds import Bound, Bounds, at_most
from ledger.laws.draw import least_and_most_to_make_good, owed_at_the_draw
from ledger.laws.register import keeps
from ledger.laws.say import least_to_go_in, least_to_open, most_to_open
from ledger.refusals import Refused
from ledger.seats import Member, round_from_left_of
from ledger.state.game import Game


@keeps(52)
def most_to_stake(game: Game, member: Member) -> Bound:
    """The most that a player may deposit at one time after the opening: what he owes, and the limit more.

    A deposit is in the pool at once and stays there; what he deposited out of turn counts towards the most.
    """
    return at_most(game.owes(member) + game.articles.limit - game.players[member].ahead)


def funds_left(game: Game, member: Member) -> Bound:
    """The most that a player can deposit: the counters he has."""
    return Bound(game.players[member].funds, None, "no_funds", "he has {bound} left, and this takes {amount}")


def check_has(game: Game, member: Member, amount: int) -> None:
    """Refuse an amount larger than the counters that a player has."""
    funds_left(game, member).check_not_above(amount)


@keeps(53)
def betting_order(game: Game) -> tuple[Member, ...]:
    """The players in the order of betting, from the left of the ante-man, whether he is still in or not."""
    return round_from_left_of(game.seats, game.ante_man)


@keeps(53, part="the turn goes round")
@keeps(59, part="all stakes are equal")
def next_to_bet(game: Game) -> Member | None:
    """The player to bet: the nearest to the left of the last bettor whose stake is not equal; None when all are.

    A bet made out of turn waits until the turn comes round to the player who made it (55). While nobody has bet, the
    turn simply goes round.
    """
    order = round_from_left_of(game.seats, game.last_bettor) if game.last_bettor else betting_order(game)
    to_bet = unsettled(game) if game.highest else game.live
    return next((m for m in order if m in to_bet), None)


@keeps(59, part="nobody is left to bet")
def nobody_left_to_bet(game: Game) -> bool:
    """Whether betting is at an end: all stakes met, and at most one player has counters to bet with."""
    with_counters = [m for m in game.live if game.players[m].funds > 0]
    return len(with_counters) <= 1 and not unsettled(game)


def unsettled(game: Game) -> tuple[Member, ...]:
    """The live players who have a stake to meet, or a bet of their own out of turn still to be counted (55)."""
    players, highest = game.players, game.highest
    return tuple([m for m in game.live if players[m].round != highest or players[m].ahead])


@keeps(54)
def least_to_bet(game: Game, member: Member) -> Bound:
    """The least that a player bets: as much as makes his stake equal to the highest, and never nought."""
    return Bound(max(game.owes(member), 1), 54, "bet_too_small", "he bets at least {bound}, not {amount}")


@keeps(54, part="who may stand")
def check_stand(game: Game, member: Member) -> None:
    """Law 54: a player may stand once, while nobody has bet; with no counters left he may stand again."""
    player = game.players[member]
    if game.highest:
        raise Refused(54, "bet_to_meet", f"there is a bet to meet: he stakes {game.owes(member)}, or passes")
    if player.stood and player.funds:
        raise Refused(54, "stood_already", "he has stood once; now he bets or passes")


@keeps(55)
@keeps(60, part="a demander stakes no more")
def check_out_of_turn(game: Game, member: Member, amount: int) -> None:
    """Refuse a bet out of turn beyond its bounds, or after a demand. Whether it suffices is judged in his turn."""
    if game.players[member].demand:
        raise Refused(60, "demanded_already", "he has demanded his show, and stakes no more")
    stake_out_of_turn(game, member).check(amount)


@keeps(55, part="what may be deposited")
def stake_out_of_turn(game: Game, member: Member) -> Bounds:
    """Law 55: what a player may deposit before his turn comes."""
    to_open = game.phase == Phase.SAY and game.opener is None
    return Bounds(
        Bound(1, 55, "bet_too_small", "a bet out of turn is of {bound} at the least, not {amount}"),
        most_to_open(game, member) if to_open else most_to_stake(game, member),
        funds_left(game, member),
    )


@keeps(55, part="what counts in turn")
def counted_in_turn(game: Game, member: Member) -> int:
    """How much of a player's deposit out of turn counts when his turn comes; in the draw no more than he owes."""
    ahead = game.players[member].ahead
    return min(ahead, owed_at_the_draw(game, member)) if ahead and game.phase == Phase.DRAW else ahead


@keeps(56)
def least_due(game: Game, member: Member) -> int:
    """The least that a player deposits in his turn if he plays on, whether he has it or not.

    A smaller deposit stays in the pool, and he makes it up, passes, or demands a show.
    """
    return stake_in_turn(game, member).least.amount


def stake_in_turn(game: Game, member: Member) -> Bounds:
    """What a player may deposit in his turn, in the say, the draw or the betting."""
    match game.phase:
        case Phase.SAY if game.opener is None:
            least, most = least_to_open(game, member), most_to_open(game, member)
        case Phase.SAY:
            least, most = least_to_go_in(game, member), most_to_stake(game, member)
        case Phase.DRAW:
            least, most = least_and_most_to_make_good(game, member)
        case _:
            least, most = least_to_bet(game, member), most_to_stake(game, member)
    return Bounds(least, most, funds_left(game, member))


@keeps(63)
def law_of_foul_draw(game: Game, member: Member) -> int:
    """The law by which a hand fouled in the draw is lost: 63 where its player has bet, and loses his bet, else 48."""
    return 63 if game.phase == Phase.BETTING and game.players[member].round else 48


@keeps(61)
@keeps(59, part="who has yet to show")
def has_yet_to_show(game: Game, member: Member) -> bool:
    """Whether a player has still to show: he has not retired or shown. One who demanded shows in turn with the rest."""
    player = game.players[member]
    return not player.retired and player.shown is None


@keeps(62)
def check_not_borrowed_to_raise(game: Game, member: Member) -> None:
    """Refuse a demand by a player who raised on borrowed money in this game."""
    if game.players[member].raised_on_loan and game.bound_by(62):
        raise Refused(62, "raised_on_loan", "he raised on borrowed money: he borrows again to call, or passes")


@keeps(62, part="what is raised on a loan")
def raises_on_loan(game: Game, member: Member, amount: int) -> bool:
    """Law 62: whether a deposit bets or raises with money that the player borrowed in this game."""
    player = game.players[member]
    return amount > player.funds - player.borrowed and amount > game.owes(member)


@keeps(60, part="who may demand")
def check_demand(game: Game, member: Member) -> None:
    """Law 60: a player may demand a show once his own stake was raised beyond the counters that he has left.

    Reading `demand_when`: his stake is any stake of this game, or only a bet after the draw.
    """
    player = game.players[member]
    if game.opener is None:
        raise Refused(60, "not_opened", "nobody demands a show before the game is opened")
    if player.demand:
        raise Refused(60, "demanded_already", "he has demanded his show, and is shown for what he had then")
    if game.owes(member) <= player.funds:
        raise Refused(60, "can_call", f"he has {player.funds} and the stake to meet takes {game.owes(member)}")
    staked = player.total if game.reading("demand_when") == "stake_raised" else player.round
    if not staked or (game.reading("demand_when") == "bet_raised" and game.phase != Phase.BETTING):
        raise Refused(60, "nothing_raised", "he has no stake of his own in this game that was raised")
    check_not_borrowed_to_raise(game, member)


@keeps(62, part="who may lend")
def check_loan(game: Game, borrower: Member, lender: Member | None, amount: int) -> None:
    """Law 62 and the articles: the bank lends (`lender` None), or another player who has the counters."""
    if not game.articles.loans:
        raise Refused(None, "no_loans", "this sitting's articles forbid loans")
    if lender == borrower:
        raise Refused(62, "own_lender", "nobody lends to himself")
    if lender is not None:
        check_has(game, lender, amount)
