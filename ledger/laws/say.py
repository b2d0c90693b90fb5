"""Laws 25 to 28: opening, going in, and passing."""

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


def least_to_open(game: Game, member: Member) -> int:
    """What a player must deposit to open: what stands as his ante or straddle counts towards the minimum (25)."""
    if game.bound_by(25):
        return max(opening_minimum(game) - game.players[member].round, game.owes(member))
    return max(1, game.owes(member))


def check_opening(game: Game, member: Member, amount: int) -> None:
    """Law 25: a first stake of less than the minimum opens nothing."""
    least = least_to_open(game, member)
    if amount < least:
        raise Refused(25, "opening_too_small", f"to open he stakes at least {least}, not {amount}")


@keeps(26)
def check_going_in(game: Game, member: Member, amount: int) -> None:
    """Who plays after the opener makes his stake at least equal to the one before."""
    least = least_to_go_in(game, member)
    if amount < least:
        raise Refused(26, "stake_too_small", f"to go in he stakes at least {least}, not {amount}")


def least_to_go_in(game: Game, member: Member) -> int:
    """What a player deposits at least to go in after the opener: all he owes, unless law 26 is set aside."""
    owed = game.owes(member)
    return owed if game.bound_by(26) else min(owed, 1)


@keeps(27)
def check_not_retired(game: Game, member: Member) -> None:
    """Who has passed can do nothing more in this game."""
    if game.players[member].retired:
        raise Refused(27, "retired", "he has passed, and does nothing more in this game")


@keeps(28)
def hand_is_buried(game: Game, member: Member) -> bool:
    """Whether a hand may be shown to nobody: its player retired. Only an auditor's unsealing opens it."""
    return game.players[member].retired
