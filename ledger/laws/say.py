"""Laws 25 to 28: opening, going in, and passing."""

from ledger.laws.bounds import Bound, at_most
from ledger.laws.register import keeps
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state.game import Game


@keeps(25)
def opening_minimum(game: Game) -> int:
    """The opener's stake is at least double the ante. Reading `opening_minimum` for a straddled game."""
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
    """The most an opener may stake: the ante and the limit, or in a straddled game the least and the limit.

    Where a jack-pot's payments replace the ante, the limit alone.
    """
    if game.straddlers:
        return opening_minimum(game) + game.articles.limit
    if game.minimum and game.reading("jackpot_ante") == "replaced":
        return game.articles.limit
    return game.articles.ante + game.articles.limit


@keeps(25, part="what is deposited")
def least_to_open(game: Game, member: Member) -> Bound:
    """Law 25: what a player deposits at least to open; his ante or straddle counts towards the minimum."""
    wanting = opening_minimum(game) - game.players[member].round if game.bound_by(25) else 1
    least = max(wanting, game.owes(member))
    return Bound(least, 25, "opening_too_small", "to open he stakes at least {bound}, not {amount}")


def most_to_open(game: Game, member: Member) -> Bound:
    """What a player deposits at most to open, less what he has in the pool already, in his turn or ahead of it."""
    player = game.players[member]
    return at_most(opening_maximum(game) - player.round - player.ahead)


@keeps(26)
def least_to_go_in(game: Game, member: Member) -> Bound:
    """Who plays after the opener makes his stake at least equal to the one before, unless the law is set aside."""
    owed = game.owes(member)
    least = owed if game.bound_by(26) else min(owed, 1)
    return Bound(least, 26, "stake_too_small", "to go in he stakes at least {bound}, not {amount}")


@keeps(27)
def check_not_retired(game: Game, member: Member) -> None:
    """Who has passed can do nothing more in this game."""
    if game.players[member].retired:
        raise Refused(27, "retired", "he has passed, and does nothing more in this game")


@keeps(28)
def hand_is_buried(game: Game, member: Member) -> bool:
    """Whether a hand may be shown to nobody: its player retired. Only an auditor's unsealing opens it."""
    return game.players[member].retired
