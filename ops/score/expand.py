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

MOST_JUDGED = 12
"""How many readings of the words before a wrong one are judged."""

LEFT_OUT = {"stake": "stakes", "draw": "draws", "show": "shows"}
"""The verbs that may be left out before an amount or cards, by the words of their acts."""
VERBS_OF_TURN = {"straddle": "straddles", "stand": "stands", "pass": "passes", "demand_show": "demands", **LEFT_OUT}
"""The verbs of what a player does in his turn, by the words of the acts. The dealer's is the word of his act."""

_CARDS = re.compile(r"(?:(?:10|[2-9tjqka])[shdc]|jo)+", re.IGNORECASE)
_CARD = re.compile(r"(10|[2-9tjqka])([shdc])|jo", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,13}")
_MARKS = frozenset((":", ",", ";", "=", "->"))


@dataclass(frozen=True, slots=True)
class Expanded:
    """The lines that a typed one may stand for: one if it is understood, several if it is ambiguous, and none if it
    stands for nothing. `evening` is that after the one line; None if no line is lawful, and the first is refused. Of
    a line that cannot be read, the words before the wrong one are written in full."""

    lines: tuple[str, ...]
    evening: Evening | None = None


def expand(evening: Evening, typed: str) -> Expanded:
    """What a typed line stands for. Raises Misread for a quotation that does not close."""
    tokens = cut_up(typed)
    if tokens and after(evening, tokens).complete:
        return _judged(evening, [(EXACT, typed.strip())])
    lines, rest = _read_on(evening, tokens)
    wholes = [] if rest else [(rank, whole) for rank, line in lines if (whole := _completed(evening, line))]
    judged = _judged(evening, [(rank, _text(evening, whole)) for rank, whole in wholes])
    if judged.evening is None and len(judged.lines) < 2:
        broken_off = [(rank, line) for rank, line in lines if not wholes or _is_of_turn(evening, line)]
        if (nearest := _nearest_misread(evening, broken_off, rest)) is not None:
            return Expanded((nearest,))
    return judged


def _nearest_misread(evening: Evening, lines: Sequence[tuple[int, Tokens]], rest: Tokens) -> str | None:
    """The line that was most likely meant, of those that begin so and cannot be read with the rest of what was typed:
    first those of which the reader knows what was meant, then those that say what the player may lawfully do."""
    texts: list[tuple[tuple[int, ...], str]] = []
    for rank, line in lines[:MOST_JUDGED]:
        for n, start in enumerate(_with_required(evening, line)):
            if rest and start[len(line) :] and start[-1].kind != "mark":
                break  # A word that is wrong stands more likely for the word that must stand here.
            text = joined((*start, *rest))
            try:
                evening.with_line(text)
            except Misread as why:
                if why.column is None or why.column > len(joined(start)):
                    of_turn = _is_of_turn(evening, line) + _is_of_turn(evening, line[:1])
                    following = after(evening, start)
                    wanted = _is_wanted(following, rest[:1])
                    likeness = (why.suggestion is None, -of_turn, not wanted, following.complete, rank, -n)
                    texts.append((likeness, text))
            except Unlawful:
                continue
    return min(texts)[1] if texts else None


def _is_wanted(following: Next, wrong: Tokens) -> bool:
    """Whether the wrong word seems to be a number where one may stand, or a name where one may stand."""
    return any((Wanted.NUMBER if token.text[:1].isdigit() else Wanted.PLAYER) in following.wanted for token in wrong)


def _is_of_turn(evening: Evening, line: Tokens) -> bool:
    """Whether a line begins as one that says what may lawfully be done now."""
    words = tuple(token.text for token in line[:2])
    legal = legal_actions(evening.game) if evening.game is not None else ()
    return bool(words) and any(
        words == (act.player, VERBS_OF_TURN.get(act.action, act.action))[: len(words)] for act in legal
    )


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


def beginnings(evening: Evening, typed: Tokens) -> list[tuple[int, Tokens]]:
    """The beginnings of lines that the typed words may stand for, the nearest to them first, with how near they are."""
    lines, rest = _read_on(evening, typed)
    return [] if rest else lines


def _read_on(evening: Evening, typed: Tokens) -> tuple[list[tuple[int, Tokens]], Tokens]:
    """The beginnings of lines for as many of the typed words as can be read, and the rest of the words."""
    lines: list[tuple[int, Tokens]] = [(0, ()), *((1, start) for start in omitted(evening, typed[:1]))]
    for n, token in enumerate(typed):
        longer = [(rank + more, line) for rank, start in lines for more, line in _continued(evening, start, token)]
        if not longer:
            return lines, typed[n:]
        lines = sorted(dict.fromkeys(longer), key=lambda ranked: ranked[0])[:MOST_LINES]
    return lines, ()


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
    for start in _with_required(evening, line):
        longer = [
            (rank, (*start, *words))
            for rank, words in _meanings(evening, after(evening, start), typed)
            if after(evening, (*start, *words)).viable or _may_be_new(evening, start)
        ]
        if longer:
            exact = [(rank, words) for rank, words in longer if rank == EXACT]
            return exact if exact and not _may_be_new(evening, start) else longer
    return []


def _with_required(evening: Evening, line: Tokens) -> Iterator[Tokens]:
    """The line, and the line with more and more of the words that must follow it, or of a colon that may."""
    for _ in range(MOST_LEFT_OUT):
        yield line
        following = after(evening, line)
        word = ":" if following.complete and ":" in following.options else following.only
        if word is None or (following.complete and word != ":"):
            return
        line = (*line, fixed(word))


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
        if not following.viable or following.only is None:
            return None
        line = (*line, fixed(following.only))
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
