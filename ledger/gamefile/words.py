"""A line of a game file as words that are read from left to right, and the writing of names and quotations."""

import json
import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from ledger.cards import Card, parse_card
from ledger.gamefile.lines import Name
from ledger.gamefile.suggestions import card_like, closest
from ledger.table.entries import ENTRIES

MOST = 10**12
"""The largest amount that can be written, in minor units."""

RESERVED = frozenset(
    (
        *("ante", "limit", "currency", "held", "players", "variants", "reading", "kitty", "no", "abrogated", "agreed"),
        *(
            "carried",
            "limits",
            "game",
            "deal",
            "expect",
            "close",
            "results",
            "refused",
            "next",
            "laws",
        ),
        *("pool", "phase", "turn", "cash", "all", "the", "bank", "pack", "irregularly", "note"),
        *("misdeal", "collect", "waive", "uncut", "counts", "paid", "from", "nothing"),
        *(kind.line.split()[0] for kind in ENTRIES if kind.line and not kind.line.startswith("{")),
    )
)
"""Words with a meaning where a name may stand. A player whose name is one of them is written in quotation marks."""

_TOKEN = re.compile(
    r"""(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<mark>->|[:,;=])|(?P<word>\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)|(?:(?!->)[^\s"#:,;=])+)""",
    re.DOTALL,
)
_GAP = re.compile(r"\s*(?:#.*)?", re.DOTALL)
_NUMBER = re.compile(r"[+-]?[0-9]{1,13}")
_PLAIN_NAME = re.compile(r"[^\W\d_][\w.'-]*")

T = TypeVar("T")


class Misread(Exception):
    """A line cannot be read. The message says what was expected.

    `column` counts characters from 1 and is where the wrong word begins, `width` how many characters it has; None where
    they follow from the word that was read last. `suggestion` is what may have been meant, in the language of the file.
    """

    def __init__(self, message: str, column: int | None = None, width: int = 1, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.column = column
        self.width = width
        self.suggestion = suggestion


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a quoted text (without its quotation marks), or a punctuation mark. `kind` is word, quoted or mark.

    It begins at `column` of its line, counted from 1, and has `width` characters there.
    """

    kind: str
    text: str
    column: int = field(compare=False, default=1)
    width: int = field(compare=False, default=1)


def cut_up(text: str) -> tuple[Token, ...]:
    """The words of a line, without its comment. Raises Misread for a quotation that does not close."""
    tokens = []
    at = _gap(text, 0)
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise Misread("a quotation mark is not closed", at + 1, len(text) - at)
        kind, column, width = token.lastgroup or "", at + 1, len(token[0])
        content = _unquoted(token[0], column) if kind == "quoted" else token[0]
        tokens.append(Token(kind, content, column, width))
        at = _gap(text, token.end())
    return tuple(tokens)


def _gap(text: str, at: int) -> int:
    gap = _GAP.match(text, at)
    return gap.end() if gap else at


def quoted(text: str) -> str:
    """A text in quotation marks, on one line."""
    return json.dumps(text, ensure_ascii=False)


def _either(words: Iterable[str]) -> str:
    """Words in quotation marks, as in `'no', 'loss' or 'stop'`."""
    *others, last = (f"'{word}'" for word in dict.fromkeys(words))
    return f"{', '.join(others)} or {last}" if others else last


def _unquoted(text: str, column: int) -> str:
    try:
        unquoted: str = json.loads(text)
    except ValueError:
        explained = f'{text} is not a quotation: within one, write \\" for " and \\\\ for \\'
        raise Misread(explained, column, len(text)) from None
    return unquoted


def written_name(name: Name) -> str:
    """A name as a plain word if it can be read back as one, else in quotation marks."""
    plain = _PLAIN_NAME.fullmatch(name) and name not in RESERVED
    return name if plain else quoted(name)


class Words:
    """A reader of one line. A method that takes a word raises Misread if the next word is another.

    `players` are the names that may be used; None while they are not known, and then every name is taken. `seated`
    are the players at the table, for whom `all` stands; by default they are all `players`.
    """

    def __init__(
        self,
        tokens: Iterable[Token],
        players: Collection[Name] | None = None,
        seated: Collection[Name] | None = None,
    ) -> None:
        self._tokens = tuple(tokens)
        self._players = players
        self._seated = players if seated is None else seated
        self._at = 0
        self._looked_for: dict[int, list[str]] = {}

    @property
    def players(self) -> Collection[Name] | None:
        """The names that may be used; None while they are not known."""
        return self._players

    @property
    def strange(self) -> bool:
        """Whether the next word is a plain word and no player's name."""
        word = self.next
        return bool(word and self._players is not None and word.kind == "word" and word.text not in self._players)

    @property
    def next(self) -> Token | None:
        """The next word; None at the end of the line."""
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def sees(self, *words: str) -> bool:
        """Whether the next word is one of these, and not in quotation marks."""
        self._looked_for.setdefault(self._at, []).extend(words)
        return self.next is not None and self.next.kind != "quoted" and self.next.text in words

    def accept(self, *phrase: str) -> bool:
        """Take the phrase if the next word is its first, and say whether it was. The whole phrase must then follow."""
        if not self.sees(phrase[0]):
            return False
        self.expect(*phrase)
        return True

    def expect(self, *phrase: str) -> None:
        """Take exactly these words."""
        for word in phrase:
            if not self.sees(word):
                words = [*self._words_at(self._at), word] if word.isalpha() else [word]
                raise self.wrong(_either(words), phrase)
            self._at += 1

    def choice(self, what: str, words: Collection[str], others: Collection[str] = ()) -> str:
        """Take one of these words. `what` describes them in the error, which names the `others` too."""
        if not self.sees(*words):
            named = (*words, *others)
            raise self.wrong(f"{what}: {', '.join(named)}", named)
        return self.word(what)

    def word(self, what: str) -> str:
        """Take any plain word. `what` describes it in the error."""
        if self.next is None or self.next.kind != "word":
            raise self.wrong(what)
        self._at += 1
        return self._tokens[self._at - 1].text

    def quotation(self, what: str) -> str:
        """Take a text in quotation marks."""
        if self.next is None or self.next.kind != "quoted":
            raise self.wrong(f"{what} in quotation marks")
        self._at += 1
        return self._tokens[self._at - 1].text

    def name(self) -> Name:
        """Take the name of a player at this table."""
        name = self.new_name()
        if self._players is not None and name not in self._players:
            raise self.misread(
                f"nobody at this table is called {name}; the players are {', '.join(self._players)}",
                closest(name, (*self._players, *self._words_at(self._at - 1))),
            )
        return name

    def new_name(self) -> Name:
        """Take any name, of a player or not."""
        if self.next is not None and self.next.kind == "word" and self.next.text in RESERVED:
            self._at += 1
            taken = self._tokens[self._at - 1].text
            raise self.misread(f"expected a player's name; put '{taken}' in quotation marks if it is one")
        if self.next is not None and self.next.kind == "quoted":
            return self.quotation("a name")
        return self.word("a player's name")

    def member_name(self) -> Name:
        """Take the name of somebody who sits down. `bank` is refused: as a lender it means the bank."""
        name = self.new_name()
        if not name.strip() or name == "bank":
            raise Misread("a player's name may be neither empty nor 'bank'")
        return name

    def follows(self, word: str) -> bool:
        """Whether this word comes after the next one."""
        after = self._tokens[self._at + 1 : self._at + 2]
        return bool(after) and after[0].kind == "word" and after[0].text == word

    def names(self) -> tuple[Name, ...]:
        """Take names with commas between them, or `all` for everybody at the table.

        While nobody is known, that is the word itself.
        """
        if self.accept("all"):
            return ("all",) if self._seated is None else tuple(self._seated)
        return self.several(self.name)

    def several(self, take: Callable[[], T]) -> tuple[T, ...]:
        """Take one or more things, with commas between them, by calling `take` for each."""
        taken = [take()]
        while self.accept(","):
            taken.append(take())
        return tuple(taken)

    def signed(self, what: str) -> int:
        """Take a whole number, which may be negative."""
        if not self.sees_number():
            raise self.wrong(what)
        number = int(self.word(what))
        if abs(number) > MOST:
            raise Misread(f"{number} is more than {MOST}, the most that can be written")
        return number

    def amount(self, what: str = "an amount, in whole minor units") -> int:
        """Take a whole number that is nought or more."""
        number = self.signed(what)
        if number < 0:
            raise Misread(f"expected {what}, found {number}, which is below nought")
        return number

    def law(self) -> int:
        """Take the number of a law."""
        number = self.signed("the number of a law")
        if not 1 <= number <= 81:
            raise Misread(f"there is no law {number}; the laws run from 1 to 81")
        return number

    def sees_number(self) -> bool:
        """Whether a whole number comes next."""
        return self.next is not None and self.next.kind == "word" and _NUMBER.fullmatch(self.next.text) is not None

    def card(self) -> Card:
        """Take one card."""
        text = self.word("a card, as in Th")
        try:
            return parse_card(text)
        except ValueError as why:
            raise self.misread(str(why), card_like(text)) from None

    def cards(self, *until: str) -> tuple[Card, ...]:
        """Take one or more cards, up to a punctuation mark, one of the words in `until`, or the end of the line."""
        cards = [self.card()]
        while self.next is not None and self.next.kind == "word" and not self.sees("irregularly", "note", *until):
            cards.append(self.card())
        return tuple(cards)

    def end(self) -> None:
        """Raise Misread unless the line ends here."""
        if self.next is not None:
            raise self.wrong("the end of the line")

    def wrong(self, expected: str, choices: Collection[str] = ()) -> Misread:
        """The error for a word that is not the expected one; to be raised by the caller.

        `choices` are words that may stand here. The word that was meant is looked for among them, and among those that
        were looked for here before.
        """
        if self.next is None:
            return Misread(f"expected {expected}, found the end of the line", self._end, 1)
        words = (*choices, *self._words_at(self._at))
        suggestion = closest(self.next.text, words) if self.next.kind == "word" else None
        where = self.next.column, self.next.width
        return Misread(f"expected {expected}, found '{self.next.text}'", *where, suggestion)

    def _words_at(self, place: int) -> list[str]:
        """The words, without marks, that were looked for at a place in the line."""
        return [word for word in self._looked_for.get(place, ()) if word.isalpha()]

    def misread(self, message: str, suggestion: str | None = None) -> Misread:
        """The error for the word that was taken last; to be raised by the caller."""
        column, width = self.last
        return Misread(message, column, width, suggestion)

    @property
    def last(self) -> tuple[int, int]:
        """The column and the width of the word that was taken last; of the first before any was taken."""
        token = self._tokens[max(0, self._at - 1)]
        return token.column, token.width

    @property
    def _end(self) -> int:
        """The column behind the last word."""
        last = self._tokens[-1] if self._tokens else None
        return last.column + last.width if last else 1
