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
    """What a player may put in the pool at one time after the opening: what he owes, and the limit more.

    Every unit of it is in the pool at once, and stays there; what he put there out of turn is part of it.
    """
    return at_most(game.owes(member) + game.articles.limit - game.players[member].ahead)


def funds_left(game: Game, member: Member) -> Bound:
    """Nobody deposits counters that he has not."""
    return Bound(game.players[member].funds, None, "no_funds", "he has {bound} left, and this takes {amount}")


def check_has(game: Game, member: Member, amount: int) -> None:
    """Refuse an amount that a player has not."""
    funds_left(game, member).check_not_above(amount)


@keeps(53)
def betting_order(game: Game) -> tuple[Member, ...]:
    """The first right to bet is left of the ante-man, whether he is still in or not."""
    return round_from_left_of(game.seats, game.ante_man)


@keeps(53, part="the turn goes round")
@keeps(59, part="all stakes are equal")
def next_to_bet(game: Game) -> Member | None:
    """The nearest to the left of the last bettor whose stake is not yet equal; None when all are (53, 59).

    A bet made out of turn waits for the turn to come round to its maker (55). While nobody has bet
    the turn simply goes round.
    """
    order = round_from_left_of(game.seats, game.last_bettor) if game.last_bettor else betting_order(game)
    live = [m for m in order if m in game.live]
    if game.highest == 0:
        return next(iter(live), None)
    return next((m for m in live if unsettled(game, m)), None)


@keeps(59, part="nobody is left to bet")
def nobody_left_to_bet(game: Game) -> bool:
    """Whether betting is at an end: all stakes met, and at most one player has counters to bet with."""
    live = game.live
    return not any(unsettled(game, m) for m in live) and sum(game.players[m].funds > 0 for m in live) <= 1


def unsettled(game: Game, member: Member) -> bool:
    """Whether a player has a stake to meet, or a bet of his own out of turn still to be counted (55)."""
    return bool(game.owes(member) or game.players[member].ahead)


@keeps(54)
def least_to_bet(game: Game, member: Member) -> Bound:
    """Each stakes at least as much as the one before him, or retires."""
    return Bound(max(game.owes(member), 1), 54, "bet_too_small", "he bets at least {bound}, not {amount}")


@keeps(54, part="who may stand")
def check_stand(game: Game, member: Member) -> None:
    """Law 54: a player stands once, while nobody has bet; with no counters left he may stand again."""
    player = game.players[member]
    if game.highest:
        raise Refused(54, "bet_to_meet", f"there is a bet to meet: he stakes {game.owes(member)}, or passes")
    if player.stood and player.funds:
        raise Refused(54, "stood_already", "he has stood once; now he bets or passes")


@keeps(55)
@keeps(60, part="a demander stakes no more")
def check_out_of_turn(game: Game, member: Member, amount: int) -> None:
    """A bet out of turn stands, and is capped like any other; it may suffice or not when its turn comes."""
    if game.players[member].demand:
        raise Refused(60, "demanded_already", "he has demanded his show, and stakes no more")
    stake_out_of_turn(game, member).check(amount)


@keeps(55, part="what may be deposited")
def stake_out_of_turn(game: Game, member: Member) -> Bounds:
    """Law 55: what a player may deposit before his turn is reached."""
    to_open = game.phase == Phase.SAY and game.opener is None
    return Bounds(
        Bound(1, 55, "bet_too_small", "a bet out of turn is of {bound} at the least, not {amount}"),
        most_to_open(game, member) if to_open else most_to_stake(game, member),
        funds_left(game, member),
    )


@keeps(55, part="what counts in turn")
def counted_in_turn(game: Game, member: Member) -> int:
    """How much of what he deposited out of turn counts now that his turn is reached; at the draw nobody raises."""
    ahead = game.players[member].ahead
    return min(ahead, owed_at_the_draw(game, member)) if game.phase == Phase.DRAW else ahead


@keeps(56)
def least_due(game: Game, member: Member) -> int:
    """The least that a player in his turn deposits if he plays on, whether he has it or not.

    The bet is what was deposited: less than this stays in the pool, and he makes it up, passes, or demands.
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
    """The law by which a hand fouled in the draw is lost: 63 where it has bet, and loses that too, else 48."""
    return 63 if game.phase == Phase.BETTING and game.players[member].round else 48


@keeps(61)
@keeps(59, part="who has yet to show")
def has_yet_to_show(game: Game, member: Member) -> bool:
    """Who demanded a show lays his cards open in his turn with the rest, when the others' betting is over."""
    player = game.players[member]
    return not player.retired and player.shown is None


@keeps(62)
def check_not_borrowed_to_raise(game: Game, member: Member) -> None:
    """Who has borrowed in this game in order to raise may not demand a show in it."""
    if game.players[member].raised_on_loan and game.bound_by(62):
        raise Refused(62, "raised_on_loan", "he raised on borrowed money: he borrows again to call, or passes")


@keeps(62, part="what is raised on a loan")
def raises_on_loan(game: Game, member: Member, amount: int) -> bool:
    """Law 62: a bet or raise larger than his counters less what he borrowed in this game."""
    player = game.players[member]
    return amount > game.owes(member) and amount > player.funds - player.borrowed


@keeps(60, part="who may demand")
def check_demand(game: Game, member: Member) -> None:
    """Law 60: a show is demanded by one whose own stake was raised beyond the counters he has left.

    Reading `demand_when`: any stake of this game, or only a bet he made after the draw.
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
    """Law 62 and the articles: a loan is made during the game, by the bank or by one who has the counters."""
    if not game.articles.loans:
        raise Refused(None, "no_loans", "this sitting's articles forbid loans")
    if lender == borrower:
        raise Refused(62, "own_lender", "nobody lends to himself")
    if lender is not None:
        check_has(game, lender, amount)
