"""Laws 19 to 24: the ante, straddling, and the order of the say."""

from collections.abc import Callable, Mapping

from ledger.articles import Articles
from ledger.laws.register import keeps
from ledger.refusals import Refused
from ledger.seats import Member, round_from_left_of
from ledger.state.game import Game


@keeps(19)
def check_ante(ante: int, limit: int) -> None:
    """The ante is at most half the limit, agreed when the sitting opens and never altered."""
    if 2 * ante > limit:
        raise Refused(19, "ante_too_large", f"an ante of {ante} is more than half the limit of {limit}")


@keeps(20)
@keeps(30, part="what each pays")
def payments(articles: Articles, players: tuple[Member, ...], *, jack_pot: bool) -> tuple[int, dict[Member, int]]:
    """What is paid before the deal: the ante-man's ante, and in a jack-pot the payment of each player (30)."""
    replaced = jack_pot and articles.readings["jackpot_ante"] == "replaced"
    return (0 if replaced else articles.ante), (dict.fromkeys(players, articles.ante) if jack_pot else {})


@keeps(20, part="what each pays in")
def paid_in(
    players: tuple[Member, ...], ante_man: Member, ante: int, payments: Mapping[Member, int]
) -> dict[Member, int]:
    """What each player pays in before the deal: the ante-man his ante, and each his payment to a jack-pot."""
    return {m: payments.get(m, 0) + (ante if m == ante_man else 0) for m in players}


class CannotPay(Refused):
    """A game is refused because a player has less than the `amount` that he pays in before the deal."""

    def __init__(self, player: Member, amount: int, funds: int, name: str = "the player") -> None:
        sentence = f"{amount} is due before the deal and {name} has {funds}: he buys counters or sits out"
        super().__init__(20, "cannot_pay", sentence)
        self.player, self.amount, self.funds = player, amount, funds

    def naming(self, name_of: Callable[[Member], str]) -> "CannotPay":
        """The same refusal, whose sentence names the player."""
        return CannotPay(self.player, self.amount, self.funds, name_of(self.player))


@keeps(20, part="who cannot pay")
def check_payments(funds: Mapping[Member, int], due: Mapping[Member, int]) -> None:
    """Law 20: refuse a game in which a player cannot pay what is due before the deal."""
    for member, amount in due.items():
        if funds[member] < amount:
            raise CannotPay(member, amount, funds[member])


def straddling_order(game: Game) -> tuple[Member, ...]:
    """The players in the order in which they may straddle: No. 1 first, the dealer last."""
    return round_from_left_of(game.seats, game.ante_man)[:-1]


@keeps(21)
def straddlers_left(game: Game) -> tuple[Member, ...]:
    """The players who may still straddle, the nearest first.

    Only No. 1 begins; after him each may straddle in turn, the dealer last. Reading `straddle_gap`: whether a player
    who declines ends the straddling for those after him. Where the law is set aside each may straddle once, in any
    order.
    """
    replaced = game.minimum and game.reading("jackpot_ante") == "replaced"
    if replaced or game.straddling_closed:
        return ()
    order = straddling_order(game)
    if not game.bound_by(21):
        return tuple(m for m in order if m not in game.straddlers)
    if not game.straddlers:
        return order[:1]
    behind = order[order.index(game.straddlers[-1]) + 1 :]
    return behind if game.reading("straddle_gap") == "open" else behind[:1]


@keeps(21, part="who may straddle now")
def check_straddler(game: Game, member: Member) -> None:
    """Law 21: straddling goes in order, from No. 1 to the dealer."""
    if member not in straddlers_left(game):
        raise Refused(21, "straddle_order", "only No. 1 begins to straddle, and the others follow him in their order")


@keeps(21, part="how much")
def straddle(game: Game) -> int:
    """The amount of the next straddle: twice the ante, then one ante more than the last straddle (21)."""
    return game.raised_ante + game.articles.ante


@keeps(22)
def check_straddle(game: Game) -> None:
    """No straddle is above half the limit. Reading `straddle_cap`: the highest alone, or all with the ante."""
    amount = straddle(game)
    if game.reading("straddle_cap") == "sum":
        amount += sum(p.ante for p in game.players.values())
    if 2 * amount > game.articles.limit and game.bound_by(22):
        raise Refused(22, "straddle_cap", f"{amount} is above half the limit of {game.articles.limit}")


@keeps(23)
def unstraddled_say(game: Game) -> tuple[Member, ...]:
    """The players in the order of the say: first the ante-man's left, last the ante-man."""
    return round_from_left_of(game.seats, game.ante_man)


@keeps(24)
def straddled_say(game: Game) -> tuple[Member, ...]:
    """The players in the order of the say: first the last straddler's left, last that straddler."""
    return round_from_left_of(game.seats, game.straddlers[-1])


@keeps(23, 24, part="which of the two orders the say")
def say_order(game: Game) -> tuple[int, tuple[Member, ...]]:
    """The law that orders the say, and the players in that order."""
    return (24, straddled_say(game)) if game.straddlers else (23, unstraddled_say(game))
