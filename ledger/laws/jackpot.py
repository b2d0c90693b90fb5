"""Laws 29 to 33: the unopened game, the jack-pot and its series, and the false opener."""

from collections.abc import Iterable
from itertools import combinations

from ledger.articles import JACK_POT_SERIES
from ledger.cards import HAND, Card
from ledger.laws.ranking import RankingRules, holds_openers
from ledger.laws.register import keeps
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.player import Player


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
@keeps(64, part="a foul hand has no openers")
def false_opener(game: Game, rules: RankingRules) -> Member | None:
    """The opener of a jack-pot, if he is tested and has not proved the openers that it asks; else None.

    An opener is tested if he came to the show, even if he threw his hand away there or it was found foul (64): then he
    has shown no openers.
    """
    opener = game.opener
    if not is_jack_pot(game) or opener is None:
        return None
    player = game.players[opener]
    if player.retired and not (player.threw_away or player.foul == 64):
        return None
    return None if has_proved_openers(game, opener, rules) else opener


@keeps(33)
def has_proved_openers(game: Game, member: Member, rules: RankingRules) -> bool:
    """Whether an opener proved that the hand on which he opened held the openers that the jack-pot asks."""
    assert game.minimum is not None
    return any(holds_openers(cards, game.minimum, rules) for cards in judged_on(game.players[member]))


@keeps(33, part="the cards an opener is judged on")
@keeps(12, part="the hand on which he opened")
def judged_on(opener: Player) -> Iterable[tuple[Card, ...]]:
    """The sets of cards on which an opener is judged: it is enough if one of them holds openers (33).

    They are the cards that he names; else the hand on which he opened, as the record has it, even if its deal was made
    void since (12); else as many cards as he can have kept, of those he shows that are not recorded as drawn.
    """
    if opener.shown is None:
        return ()
    if opener.shown.original:
        return (opener.shown.original,)
    recorded = opener.original if opener.opened_on is None else opener.opened_on
    if recorded is not None:
        return (recorded,)
    not_drawn = [card for card in opener.shown.cards if card not in (opener.drew or ())]
    return combinations(not_drawn, min(len(not_drawn), HAND - _laid_away(opener)))


@keeps(33, part="openers that were not named")
def might_have_named(opener: Player) -> bool:
    """Whether an opener named no cards, though the hand on which he opened is neither shown nor recorded whole."""
    if opener.shown is None or opener.shown.original:
        return False
    if opener.opened_on is not None:
        return len(opener.opened_on) < HAND
    return opener.original is None and _laid_away(opener) > 0


def _laid_away(opener: Player) -> int:
    """How many cards of his first hand a player laid away: in the draw, or before a reshuffle that came first (41)."""
    return opener.discarded if opener.drawn else opener.announced or 0


@keeps(33, part="the cards an opener may name")
def check_named_openers(game: Game, member: Member, cards: tuple[Card, ...], original: tuple[Card, ...]) -> None:
    """Law 33: refuse openers that an opener cannot have had.

    An opener who discarded n cards has at most 5 - n of his first hand among the five he shows, and named at most n
    others. Where he opened in a deal that was made void, what he shows now says nothing of the cards he had then (12).
    """
    player = game.players[member]
    if player.opened_on is None:
        _check_kept(player, cards, original)
    recorded = player.original if player.opened_on is None else player.opened_on
    if recorded is not None and len(recorded) == HAND and not set(original) <= set(recorded):
        raise Refused(33, "openers_not_dealt", "he names as openers a card that was not dealt to him")


@keeps(33, part="what the cards he kept and drew tell of openers")
def _check_kept(player: Player, cards: tuple[Card, ...], original: tuple[Card, ...]) -> None:
    """Refuse named openers that contradict how many cards the opener kept, or what he drew."""
    laid_away = _laid_away(player)
    # Cards laid away before a reshuffle may have come back to him in the draw (41).
    may_come_back = player.laid_away
    kept = len(set(cards) & set(original))
    if cards and kept > HAND - laid_away and not may_come_back:
        raise Refused(33, "openers_not_kept", f"he discarded {laid_away}, so he cannot have kept {kept} of them")
    if set(original) & set(player.drew or ()) and not may_come_back:
        raise Refused(33, "openers_drawn", "he names as openers a card that he drew")
    if cards and len(set(original) - set(cards)) > laid_away:
        raise Refused(
            33, "openers_not_discarded", f"he discarded {laid_away}, and names more cards that he does not show"
        )


@keeps(33, part="what a false opener pays")
def penalty(game: Game) -> int:
    """What a false opener pays: twice the ante (33)."""
    return 2 * game.articles.ante
