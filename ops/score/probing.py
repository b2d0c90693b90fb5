"""What may come next in a line of a game file: the game file's own reader is asked, so there is no second grammar."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from ledger.cards import Card
from ledger.gamefile.lines import Name
from ledger.gamefile.words import Misread, Token, Words


class Wanted(Enum):
    """A kind of word that the reader would take next."""

    PLAYER = auto()
    NEWCOMER = auto()
    CARD = auto()
    NUMBER = auto()
    QUOTATION = auto()
    WORD = auto()


@dataclass(slots=True)
class Next:
    """What the reader looked for after the last word of a line.

    `viable`: the line can be read so far, `complete`: it can be read as it stands. `options` are the fixed words and
    marks that may follow, and `required` is the one that must; `wanted` are the kinds of other words that may.
    """

    viable: bool = False
    complete: bool = False
    options: dict[str, None] = field(default_factory=dict)
    required: str | None = None
    wanted: set[Wanted] = field(default_factory=set)

    @property
    def only(self) -> str | None:
        """The word or mark that must follow, if no other word may stand in its place."""
        others = any(word.isalpha() for word in self.options if word != self.required)
        return None if others else self.required


class _Probe(Words):
    """A reader that notes what it looks for after the last word."""

    def __init__(
        self, tokens: Sequence[Token], players: Collection[Name] | None, seated: Collection[Name] | None
    ) -> None:
        super().__init__(tokens, players, seated)
        self.after = Next()

    def sees(self, *words: str) -> bool:
        if self.next is None:
            self.after.options.update(dict.fromkeys(words))
        return super().sees(*words)

    def expect(self, *phrase: str) -> None:
        for word in phrase:
            if self.next is None:
                self.after.required = word
            super().expect(word)

    def follows(self, word: str) -> bool:
        if self._at + 1 == len(self._tokens):
            self.after.options[word] = None
        return super().follows(word)

    def _want(self, kind: Wanted) -> None:
        if self.next is None:
            self.after.wanted.add(kind)

    def name(self) -> Name:
        self._want(Wanted.PLAYER)
        return super().name()

    def new_name(self) -> Name:
        if self.next is None:
            raise self.wrong("a player's name")
        return super().new_name()

    def member_name(self) -> Name:
        self._want(Wanted.NEWCOMER)
        return super().member_name()

    def card(self) -> Card:
        self._want(Wanted.CARD)
        return super().card()

    def sees_number(self) -> bool:
        self._want(Wanted.NUMBER)
        return super().sees_number()

    def quotation(self, what: str) -> str:
        self._want(Wanted.QUOTATION)
        return super().quotation(what)

    def word(self, what: str) -> str:
        self._want(Wanted.WORD)
        return super().word(what)

    def wrong(self, expected: str, choices: Collection[str] = ()) -> Misread:
        self.after.viable = self.after.viable or self.next is None
        return Misread(expected)  # Nobody reads it, and to look for what was meant takes long.


def probe(
    read: Callable[[Words], object],
    tokens: Sequence[Token],
    players: Collection[Name] | None,
    seated: Collection[Name] | None = None,
) -> Next:
    """What may follow these words, if `read` reads the line."""
    words = _Probe(tokens, players, seated)
    try:
        read(words)
    except Misread:
        return words.after
    words.after.viable = words.after.complete = True
    return words.after
