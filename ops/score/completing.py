"""What may be typed next: words, players' names, cards that can still be where the line says, amounts, readings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ledger.cards import pack
from ledger.gamefile.words import Misread, Token, cut_up, written_name
from ledger.play.legal import legal_actions
from ledger.state.game import Game
from ops.score.evening import Evening
from ops.score.expand import VERBS_OF_TURN, Tokens, after, beginnings, cards_in, fixed
from ops.score.probing import Next, Wanted

MOST = 60
"""How many words are offered at most."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A word that may come next, and a hint."""

    word: str
    hint: str = ""


def offers(evening: Evening, typed: str) -> tuple[str, list[Offer]]:
    """The word that is being typed at the end of a line (it may be empty), and the words that may stand there."""
    try:
        tokens = cut_up(typed)
    except Misread:
        return "", []
    begun = "" if not typed or typed[-1].isspace() or not tokens or tokens[-1].kind != "word" else tokens[-1].text
    before = tokens[:-1] if begun else tokens
    words = dict.fromkeys(_words(evening, before))
    start = begun.casefold()
    fitting = [offer for offer in words if offer.word.strip('"').casefold().startswith(start) and offer.word != begun]
    return begun, fitting[:MOST]


def _words(evening: Evening, before: Tokens) -> Iterator[Offer]:
    # Where the player may be left out, what he may do comes first.
    for _, line in sorted(beginnings(evening, before)[:6], key=lambda ranked: not ranked[1]):
        yield from _next_of(evening, line)


def _next_of(evening: Evening, line: Tokens) -> Iterator[Offer]:
    following = after(evening, line)
    yield from _lawful_first(evening, line)
    if Wanted.PLAYER in following.wanted:
        yield from (Offer(written_name(name), "player") for name in evening.players or ())
    yield from (Offer(option) for option in following.options if after(evening, (*line, fixed(option))).viable)
    if Wanted.NUMBER in following.wanted:
        yield from _amounts(evening.game, line)
    if _takes_a_card(evening, line, following):
        yield from map(Offer, cards_left(evening.game, line))


def _lawful_first(evening: Evening, line: Tokens) -> Iterator[Offer]:
    """The verbs of what the player may lawfully do, before all others."""
    game = evening.game
    if game is None or game.over:
        return
    for act in legal_actions(game):
        word = VERBS_OF_TURN.get(act.action, act.action)
        if after(evening, (*line, fixed(word))).viable and [token.text for token in line] in ([], [act.player]):
            bounds = "" if act.least is None else f"{act.least}" if act.least == act.most else f"{act.least}-{act.most}"
            yield Offer(word, f"{act.player} {bounds}".strip())


def _amounts(game: Game | None, line: Tokens) -> Iterator[Offer]:
    if game is None or game.over:
        return
    verb = line[-1].text if line else ""
    if verb == "draws":
        yield from (Offer(str(n)) for n in range(1, 6))
    for act in legal_actions(game):
        if act.action == "stake" and verb == "stakes" and act.least is not None:
            yield Offer(str(act.least), "least")
            yield Offer(str(act.most), "most")


def _takes_a_card(evening: Evening, line: Tokens, following: Next) -> bool:
    if Wanted.CARD in following.wanted:
        return True
    in_cards = bool(line) and line[-1].kind == "word" and bool(cards_in(line[-1].text))
    return in_cards and any(after(evening, (*line, Token("word", card))).viable for card in ("2c", "3d"))


def cards_left(game: Game | None, line: Tokens) -> Iterable[str]:
    """The cards that can still be where a line says: none that another player had, or that the line names already.

    Of a player whose hand is recorded only its cards are offered.
    """
    named = {token.text for token in line}
    if game is None:
        return [card for card in pack() if card not in named]
    player = game.players.get(line[0].text) if line else None
    if player is not None and player.hand is not None:
        return [card for card in player.hand if card not in named]
    elsewhere = {card for p in game.players.values() if p is not player for card in p.recorded_cards}
    gone = set() if player is None or game.collected else set(player.discards)
    joker = "joker" in game.articles.variants
    return [card for card in pack(joker) if card not in named | elsewhere | gone]
