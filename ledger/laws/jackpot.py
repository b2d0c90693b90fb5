"""Laws 29 to 33: the unopened game, the jack-pot and its series, and the false opener."""

from ledger.articles import JACK_POT_SERIES
from ledger.cards import Card
from ledger.laws.ranking import RankingRules, holds_openers
from ledger.laws.register import keeps
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state.game import Game


@keeps(29)
def first_jack_pot() -> str:
    """The openers of the jack-pot that follows an unopened ordinary game: knaves."""
    return JACK_POT_SERIES[0]


@keeps(30)
def is_jack_pot(game: Game) -> bool:
    """Whether a game is a jack-pot: each pays a sum equal to the ante, and only its openers or better may open."""
    return game.minimum is not None


@keeps(31, 32)
def step_up(minimum: str) -> str:
    """The openers of the jack-pot after an unopened one: queens, kings, then knaves again."""
    at = JACK_POT_SERIES.index(minimum)
    return JACK_POT_SERIES[(at + 1) % len(JACK_POT_SERIES)]


@keeps(29, 31, 32, part="which openers follow")
def after_unopened(game: Game) -> str:
    """The openers of the jack-pot that follows this unopened game (29, 31, 32)."""
    return step_up(game.minimum) if game.minimum else first_jack_pot()


@keeps(33, part="who is tested")
def false_opener(game: Game, rules: RankingRules) -> Member | None:
    """The opener of a jack-pot, if he is tested and has not proved the openers that it asks; else None.

    An opener is tested if he would claim: he is still in the game, or has thrown his hand away at the show.
    """
    opener = game.opener
    if not is_jack_pot(game) or opener is None:
        return None
    if game.players[opener].retired and not game.players[opener].threw_away:
        return None
    return None if has_proved_openers(game, opener, rules) else opener


@keeps(33)
def has_proved_openers(game: Game, member: Member, rules: RankingRules) -> bool:
    """Whether an opener proved that the hand first dealt to him held the openers that the jack-pot asks.

    He is judged on the cards that he names of that hand, else on the recorded deal, else on the cards he shows that are
    not recorded as drawn.
    """
    assert game.minimum is not None
    cards = openers_shown(game, member)
    return bool(cards) and holds_openers(cards, game.minimum, rules)


@keeps(33, part="the cards an opener is judged on")
def openers_shown(game: Game, member: Member) -> tuple[Card, ...]:
    """The cards on which an opener is judged (33). Empty if he did not show."""
    player = game.players[member]
    if player.shown is None:
        return ()
    if player.shown.original:
        return player.shown.original
    if player.original is not None:
        return player.original
    return tuple(c for c in player.shown.cards if c not in (player.drew or ()))


@keeps(33, part="the cards an opener may name")
def check_named_openers(game: Game, member: Member, cards: tuple[Card, ...], original: tuple[Card, ...]) -> None:
    """Law 33: refuse openers that an opener cannot have had.

    An opener who discarded n cards has at most 5 - n of his first hand among the five he shows, and named at most n
    others.
    """
    player = game.players[member]
    kept = len(set(cards) & set(original))
    if cards and kept > 5 - player.discarded:
        raise Refused(33, "openers_not_kept", f"he discarded {player.discarded}, so he cannot have kept {kept} of them")
    if set(original) & set(player.drew or ()):
        raise Refused(33, "openers_drawn", "he names as openers a card that he drew")
    if cards and len(set(original) - set(cards)) > player.discarded:
        raise Refused(
            33, "openers_not_discarded", f"he discarded {player.discarded}, and names more cards that he does not show"
        )
    if player.original is not None and not set(original) <= set(player.original):
        raise Refused(33, "openers_not_dealt", "he names as openers a card that was not dealt to him")


@keeps(33, part="what a false opener pays")
def penalty(game: Game) -> int:
    """What a false opener pays: twice the ante (33)."""
    return 2 * game.articles.ante
