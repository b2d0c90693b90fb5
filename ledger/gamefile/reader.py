"""Reading a game file. All lines that cannot be read are reported at once, with what was expected there."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from ledger.gamefile import acts, entries
from ledger.gamefile.body import FIRST_WORDS, read_act
from ledger.gamefile.head import HEAD, NEEDED, opening, read_head_line
from ledger.gamefile.lines import (
    Act,
    Enter,
    ExpectRefused,
    GameFile,
    GameFileError,
    Line,
    Name,
    Slip,
)
from ledger.gamefile.suggestions import closest
from ledger.gamefile.words import Misread, Token, Words, cut_up
from ledger.table.commands import Arrive, Depart

INDIFFERENT = frozenset({"held", "currency"})
"""The words of those lines of the head on which no game depends."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A line below the head that cannot be read, with the word of the kind of line that it seems to be.

    `word` is one that begins a line or follows a player's name, or `refused` for `expect refused`; None where the line
    resembles none.
    """

    number: int
    word: str | None


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as far as it can be read.

    `opening` is None if the head cannot be read, and `body` then still holds the acts below it. `tokens` are the words
    of each line by its number, and `errors` those of all lines that cannot be read, in their order.
    """

    opening: Line | None
    body: tuple[Line | Unread, ...]
    tokens: Mapping[int, tuple[Token, ...]]
    texts: Mapping[int, str]
    errors: tuple[GameFileError, ...]


def parse(text: str) -> GameFile:
    """The sitting and its games that a text describes.

    Raises GameFileError for the first line that cannot be read; its `errors` holds one for each such line.
    """
    reading = read(text)
    if reading.errors:
        first, *others = reading.errors
        raise GameFileError(first.line, first.message, others=tuple(others), slip=first.slip)
    assert reading.opening is not None, "a head without errors can be read"
    return GameFile((reading.opening, *(line for line in reading.body if isinstance(line, Line))))


def read(text: str) -> Reading:
    """A text as far as it can be read, and what cannot be."""
    reader = _Reader(text)
    head = reader.read_head()
    body = reader.read_body()
    reader.miss(head, body)
    first = reader.first_line
    opened = Line(first, reader.texts.get(first, ""), opening(head)) if reader.has_read_head(head, body) else None
    errors = sorted(reader.errors, key=lambda error: error.line)
    return Reading(opened, tuple(body), reader.tokens, reader.raw, tuple(errors))


class _Reader:
    """The lines of one text, and the errors found in them so far."""

    def __init__(self, text: str) -> None:
        self.errors: list[GameFileError] = []
        self.raw: dict[int, str] = {}
        self.texts: dict[int, str] = {}
        self.tokens: dict[int, tuple[Token, ...]] = {}
        self.unread: list[int] = []
        self.misplaced = False
        self.players: tuple[Name, ...] | None = None
        self.seated: tuple[Name, ...] | None = None
        # Not `splitlines`: it also splits at characters such as U+2028, which a quotation may hold.
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
            self._cut_up(number, line.rstrip("\r"))

    @property
    def first_line(self) -> int:
        """The number of the first line that is not empty; 1 if all are."""
        return min(self.tokens, default=1)

    def miss(self, head: Mapping[str, Any], body: Iterable[Line | Unread]) -> None:
        """Note which lines the head lacks, but for those that were meant by a line that cannot be read."""
        begun_with = {tokens[0].text for tokens in self.tokens.values()}
        unread = [line for line in body if isinstance(line, Unread)]
        meant = {line.word for line in unread} | {word for line in unread for word in self.raw[line.number].split()}
        for key, word in NEEDED.items():
            if key not in head and word not in begun_with | meant:
                self._wrong(self.first_line, f"the head has no line '{word} …'")

    def has_read_head(self, head: Mapping[str, Any], body: Iterable[Line | Unread]) -> bool:
        """Whether the head is there and none of its lines on which the play depends, well or badly begun, has an
        error."""
        wrong = {error.line for error in self.errors}
        decisive = HEAD.keys() - INDIFFERENT
        ill = any(self._starts_with(n, decisive) for n in wrong if n in self.tokens)
        unread = takewhile(lambda line: isinstance(line, Unread), body)
        meant = any(
            decisive & {line.word, *self.raw[line.number].split()} for line in unread if isinstance(line, Unread)
        )
        return all(key in head for key in NEEDED) and not (ill or meant)

    def _cut_up(self, number: int, line: str) -> None:
        try:
            tokens = cut_up(line)
        except Misread as why:
            self.raw[number] = line
            self.unread.append(number)
            self._wrong(number, why)
            return
        if tokens:
            self.raw[number] = line
            self.texts[number] = line.strip()
            self.tokens[number] = tokens

    def _wrong(self, number: int, why: Misread | str, words: Words | None = None) -> None:
        slip = Slip(text=self.raw.get(number, ""))
        if isinstance(why, Misread):
            column, width = (why.column, why.width) if why.column or words is None else words.last
            slip = Slip(text=slip.text, column=column, width=width, suggestion=why.suggestion)
        self.errors.append(GameFileError(number, str(why), slip=slip))

    def _starts_with(self, number: int, words: Collection[str]) -> bool:
        first = self.tokens[number][0]
        return first.kind == "word" and first.text in words

    def read_head(self) -> dict[str, Any]:
        """The settings of the head. The line of the players is read first, since the others may name them."""
        settings: dict[str, Any] = {}
        lines = [n for n in self.tokens if self._starts_with(n, HEAD)]
        players_first = sorted(lines, key=lambda n: not self._starts_with(n, ("players",)))
        for number in players_first:
            words = Words(self.tokens[number], self.players)
            try:
                key, value = read_head_line(words)
                if key in settings:
                    raise Misread("the head has this line already; write it once", self.tokens[number][0].column)
            except Misread as why:
                self._wrong(number, why, words)
                continue
            settings[key] = value
            self.players = self.seated = settings.get("seats")
        return settings

    def read_body(self) -> list[Line | Unread]:
        """The acts in their order. A line such as `counters all: …` gives one act for each player."""
        body: list[Line | Unread] = []
        for number in sorted((*self.tokens, *self.unread)):
            tokens = self.tokens.get(number, ())
            if not tokens:
                body.append(Unread(number, self._seems(number)))
            elif not self._starts_with(number, HEAD):
                body += self._read_line(number, tokens, body)
            elif not self.misplaced and any(isinstance(line, Line) for line in body):
                self.misplaced = True
                self._wrong(number, f"a line '{tokens[0].text} …' stands in the head, before the first act")
        return body

    def _read_line(self, number: int, tokens: tuple[Token, ...], before: list[Line | Unread]) -> list[Line | Unread]:
        words = Words(tokens, self.players, self.seated)
        try:
            read = read_act(words)
        except Misread as why:
            self._wrong(number, why, words)
            unread = Unread(number, self._seems(number))
            if unread.word in ("arrives", None) and self.players is not None:
                # His later lines are not to blame if this line was meant to seat him.
                self.players = tuple(dict.fromkeys((*self.players, tokens[0].text)))
            return [unread]
        last = before[-1] if before else None
        self._follow(read[0], refused=isinstance(last, Line) and isinstance(last.act, ExpectRefused))
        indent = len(self.raw[number]) - len(self.raw[number].lstrip())
        return [Line(number, self.texts[number], act, indent) for act in read]

    def _seems(self, number: int) -> str | None:
        """The word of the kind of line that an unread line seems to be."""
        tokens = self.tokens.get(number) or [Token("word", word) for word in self.raw[number].split()]
        first, *others = [token.text for token in tokens if token.kind != "mark"] or [""]
        second = others[0] if others else ""
        verbs = (*acts.VERBS, *entries.VERBS)
        if closest(first, ["expect"], 0.75) and closest(second, ["refused"]):
            return "refused"
        if first in (*FIRST_WORDS, *HEAD):
            return first
        if second in verbs:
            return second
        words, much = (*FIRST_WORDS, *HEAD), 0.75
        if first in (self.players or ()):
            return closest(second, verbs, much)
        return closest(first, words, much) or closest(second, verbs, much)

    def _follow(self, act: Act, *, refused: bool) -> None:
        """Note who may be named, and who is at the table (`all`), after an act. A refused act moves nobody."""
        if self.players is None or self.seated is None:
            return
        match act:
            case Enter(command=Arrive(player=m, left_of=at)):
                self.players = tuple(dict.fromkeys((*self.players, m)))
                if not refused and m not in self.seated and at in self.seated:
                    left = self.seated.index(at) + 1
                    self.seated = (*self.seated[:left], m, *self.seated[left:])
            case Enter(command=Depart(player=m)) if not refused:
                self.seated = tuple(player for player in self.seated if player != m)
