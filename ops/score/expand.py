"""Short words for long lines: `p` for `C passes` when it is C's turn, `c s 6`, `12`, `khkdks7c4d`.

A typed line stands for every line of the language that its words abbreviate, each word by its beginning. Words that
can only be followed by one word may be left out, and so may the player whose turn it is, with the verb of an amount or
of cards. Of several lines the lawful ones are meant, and of these those that are nearest to what was typed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.cards import JOKER
from ledger.gamefile.head import HEAD, read_head_line
from ledger.gamefile.words import Misread, Token, Words, cut_up, quoted, written_name
from ledger.gamefile.writer import written
from ledger.play.legal import legal_actions
from ops.score.evening import Evening, Unlawful
from ops.score.probing import Next, Wanted, probe

Tokens = tuple[Token, ...]

MOST_LINES = 48
"""How many lines a few letters are taken for while the rest is read."""
MOST_LEFT_OUT = 5
"""How many words in a row may be left out."""
EXACT, ALIKE, BEGINNING = range(3)
"""How near a word is to what was typed."""

LEFT_OUT = {"stake": "stakes", "draw": "draws", "show": "shows"}
"""The verbs that may be left out before an amount or cards, by the words of their acts."""

_CARDS = re.compile(r"(?:(?:10|[2-9tjqka])[shdc]|jo)+", re.IGNORECASE)
_CARD = re.compile(r"(10|[2-9tjqka])([shdc])|jo", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,13}")
_MARKS = frozenset((":", ",", ";", "=", "->"))


@dataclass(frozen=True, slots=True)
class Expanded:
    """The lines that a typed one may stand for: one if it is understood, several if it is ambiguous, and none if it
    stands for nothing. `evening` is that after the one line; None if no line is lawful, and the first is refused."""

    lines: tuple[str, ...]
    evening: Evening | None = None


def expand(evening: Evening, typed: str) -> Expanded:
    """What a typed line stands for. Raises Misread for a quotation that does not close."""
    tokens = cut_up(typed)
    if tokens and after(evening, tokens).complete:
        return _judged(evening, [(EXACT, typed.strip())])
    return _judged(evening, [(rank, _text(evening, line)) for rank, line in _readings(evening, tokens)])


def _judged(evening: Evening, lines: Sequence[tuple[int, str]]) -> Expanded:
    lawful: dict[str, Evening] = {}
    nearest = None
    for rank, line in lines:
        if (nearest is None or rank == nearest) and line not in lawful:
            following = _after(evening, line)
            if following is not None:
                nearest = rank
                lawful[line] = following
    if len(lawful) == 1:
        return Expanded(tuple(lawful), next(iter(lawful.values())))
    return Expanded(tuple(lawful) or tuple(line for _, line in lines[:1]))


def _after(evening: Evening, line: str) -> Evening | None:
    try:
        return evening.with_line(line)
    except (Misread, Unlawful):
        return None


def after(evening: Evening, tokens: Tokens) -> Next:
    """What may follow these words at this point of an evening."""
    if evening.in_head(tokens):
        return probe(read_head_line, tokens, evening.players)
    following = probe(evening.read, tokens, evening.players, evening.seated)
    if not tokens:
        following.viable = True
        if not evening.stages:
            following.options.update(dict.fromkeys(HEAD))
    return following


def _readings(evening: Evening, typed: Tokens) -> Iterator[tuple[int, Tokens]]:
    """The whole lines that can be read of the typed words, the nearest to them first."""
    for rank, line in beginnings(evening, typed):
        whole = _completed(evening, line)
        if whole:
            yield rank, whole


def beginnings(evening: Evening, typed: Tokens) -> list[tuple[int, Tokens]]:
    """The beginnings of lines that the typed words may stand for, the nearest to them first, with how near they are."""
    lines: list[tuple[int, Tokens]] = [(0, ()), *((1, start) for start in omitted(evening, typed[:1]))]
    for token in typed:
        longer = [(rank + more, line) for rank, start in lines for more, line in _continued(evening, start, token)]
        lines = sorted(dict.fromkeys(longer), key=lambda ranked: ranked[0])[:MOST_LINES]
    return lines


def omitted(evening: Evening, first: Tokens) -> list[Tokens]:
    """What may have been left out before the first word: the player whose turn it is, and before an amount or cards
    the verb as well."""
    legal = legal_actions(evening.game) if evening.game is not None else ()
    if not legal:
        return []
    player = name_token(legal[0].player)
    return [(player,), *((player, verb) for token in first for verb in _verbs_left_out(evening, token))]


def _verbs_left_out(evening: Evening, typed: Token) -> list[Token]:
    """The verbs of what is lawful now that may have been left out before an amount or cards."""
    if evening.game is None or not (_NUMBER.fullmatch(typed.text) or _CARDS.fullmatch(typed.text)):
        return []
    lawful = {act.action for act in legal_actions(evening.game)}
    return [Token("word", verb) for action, verb in LEFT_OUT.items() if action in lawful]


def _continued(evening: Evening, line: Tokens, typed: Token) -> list[tuple[int, Tokens]]:
    """The line with each word that the typed one may stand for, and how far that is from what was typed."""
    if len(line) == 1 and line[0].text in (evening.players or ()):
        with_verbs = [(*line, verb) for verb in _verbs_left_out(evening, typed)]
        if longer := [(rank + 1, whole) for start in with_verbs for rank, whole in _next_word(evening, start, typed)]:
            return longer
    return _next_word(evening, line, typed)


def _next_word(evening: Evening, line: Tokens, typed: Token) -> list[tuple[int, Tokens]]:
    """The line with each word that may follow, or may follow words that must stand before it."""
    for _ in range(MOST_LEFT_OUT):
        following = after(evening, line)
        longer = [
            (rank, (*line, *words))
            for rank, words in _meanings(evening, following, typed)
            if after(evening, (*line, *words)).viable or _may_be_new(evening, line)
        ]
        if longer:
            exact = [(rank, words) for rank, words in longer if rank == EXACT]
            return exact if exact and not _may_be_new(evening, line) else longer
        if following.complete or following.required is None:
            break
        line = (*line, fixed(following.required))
    return []


def _may_be_new(evening: Evening, line: Tokens) -> bool:
    """Whether a name stands next that nobody bears yet: he who arrives is named first in his line."""
    return not line and bool(evening.stages)


def _meanings(evening: Evening, following: Next, typed: Token) -> Iterator[tuple[int, Tokens]]:
    """The words that a typed one may stand for, and how near they are to it."""
    yield EXACT, (typed,)
    if typed.kind != "word":
        return
    start = typed.text.casefold()
    if Wanted.PLAYER in following.wanted:
        for name in evening.players or ():
            if name.casefold().startswith(start):
                yield ALIKE if name.casefold() == start else BEGINNING, (name_token(name),)
    for option in following.options:
        if option.casefold().startswith(start) and option != typed.text:
            yield ALIKE if option.casefold() == start else BEGINNING, (fixed(option),)
    if _CARDS.fullmatch(typed.text):
        yield ALIKE, tuple(Token("word", card) for card in cards_in(typed.text))


def cards_in(text: str) -> list[str]:
    """The cards of a text such as `khkdks`, `10H` or `jo`."""
    return [
        (match[1].upper().replace("10", "T") + match[2].lower()) if match[1] else JOKER
        for match in _CARD.finditer(text)
    ]


def _completed(evening: Evening, line: Tokens) -> Tokens | None:
    """The line with the words that must follow it; None if it is not whole even then."""
    for _ in range(MOST_LEFT_OUT):
        following = after(evening, line)
        if following.complete:
            return line
        if not following.viable or following.required is None:
            return None
        line = (*line, fixed(following.required))
    return None


def fixed(word: str) -> Token:
    """A word or mark of the language."""
    return Token("mark" if word in _MARKS else "word", word)


def name_token(name: str) -> Token:
    """A player's name, in quotation marks if it needs them."""
    return Token("word" if written_name(name) == name else "quoted", name)


def _text(evening: Evening, line: Tokens) -> str:
    """The line as the game file's own writer writes it, if it is one act; else its words."""
    if not evening.in_head(line):
        acts = evening.read(Words(line, evening.players, evening.seated))
        if len(acts) == 1:
            return written(acts[0])
    return joined(line)


def joined(line: Tokens) -> str:
    """Words as a line."""
    text = ""
    for token in line:
        word = quoted(token.text) if token.kind == "quoted" else token.text
        text += word if not text or (token.text in (":", ",", ";") and token.kind == "mark") else f" {word}"
    return text
