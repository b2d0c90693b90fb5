"""Laws 25 to 28: opening, going in, and passing."""

from ledger.laws.bounds import Bound, at_most
from ledger.laws.register import keeps
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state.game import Game


@keeps(25)
def opening_minimum(game: Game) -> int:
    """The least stake of an opener: double the ante. Reading `opening_minimum`: in a straddled game."""
    ante = game.articles.ante
    if not game.straddlers:
        return 2 * ante
    match game.reading("opening_minimum"):
        case "together":
            return 2 * sum(p.ante for p in game.players.values())
        case "ante":
            return max(2 * ante, game.highest)
        case _:
            return 2 * game.raised_ante


def opening_maximum(game: Game) -> int:
    """The most that an opener may stake: the ante and the limit; in a straddled game the least and the limit.

    Where the payments of a jack-pot replace the ante, it is the limit alone.
    """
    if game.straddlers:
        return opening_minimum(game) + game.articles.limit
    if game.minimum and game.reading("jackpot_ante") == "replaced":
        return game.articles.limit
    return game.articles.ante + game.articles.limit


@keeps(25, part="what is deposited")
def least_to_open(game: Game, member: Member) -> Bound:
    """Law 25: the least that a player deposits to open. His ante or straddle counts towards the minimum."""
    missing = opening_minimum(game) - game.players[member].round if game.bound_by(25) else 1
    least = max(missing, game.owes(member))
    return Bound(least, 25, "opening_too_small", "to open he stakes at least {bound}, not {amount}")


def most_to_open(game: Game, member: Member) -> Bound:
    """The most that a player deposits to open: less what he has in the pool already, in his turn or ahead of it."""
    player = game.players[member]
    return at_most(opening_maximum(game) - player.round - player.ahead)


@keeps(26)
def least_to_go_in(game: Game, member: Member) -> Bound:
    """The least that a player deposits to go in after the opener: his stake becomes equal to the highest.

    Where the law is set aside, one unit is enough.
    """
    owed = game.owes(member)
    least = owed if game.bound_by(26) else min(owed, 1)
    return Bound(least, 26, "stake_too_small", "to go in he stakes at least {bound}, not {amount}")


@keeps(27)
def check_not_retired(game: Game, member: Member) -> None:
    """Refuse any act of a player who has retired."""
    if game.players[member].retired:
        raise Refused(27, "retired", "he has passed, and does nothing more in this game")


@keeps(28)
def hand_is_buried(game: Game, member: Member) -> bool:
    """Whether nobody may see a hand, because its player retired. Only an auditor's unsealing opens it."""
    return game.players[member].retired
