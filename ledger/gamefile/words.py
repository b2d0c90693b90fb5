"""A line of a game file as words, read from left to right; and a name as it is written."""

import json
import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import TypeVar

from ledger.cards import Card, parse_card
from ledger.gamefile.lines import Name
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
        *("misdeal", "collect", "waive", "uncut", "counts"),
        *(kind.line.split()[0] for kind in ENTRIES if kind.line and not kind.line.startswith("{")),
    )
)
"""Words that mean something where a name may stand: a player so called is written in quotation marks."""

_TOKEN = re.compile(
    r"""(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<mark>->|[:,;=])|(?P<word>\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)|(?:(?!->)[^\s"#:,;=])+)""",
    re.DOTALL,
)
_GAP = re.compile(r"\s*(?:#.*)?", re.DOTALL)
_NUMBER = re.compile(r"[+-]?[0-9]{1,13}")
_PLAIN_NAME = re.compile(r"[^\W\d_][\w.'-]*")

T = TypeVar("T")


class Misread(Exception):
    """A line is not as it must be; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a quoted text (without its marks), or a mark of punctuation."""

    kind: str
    text: str


def cut_up(text: str) -> tuple[Token, ...]:
    """The words of a line, without its comment. Raises Misread for a quotation that does not close."""
    tokens = []
    at = _gap(text, 0)
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise Misread("a quotation mark is not closed")
        kind = found.lastgroup or ""
        tokens.append(Token(kind, _unquoted(found[0]) if kind == "quoted" else found[0]))
        at = _gap(text, found.end())
    return tuple(tokens)


def _gap(text: str, at: int) -> int:
    gap = _GAP.match(text, at)
    return gap.end() if gap else at


def quoted(text: str) -> str:
    """A text in quotation marks, on one line."""
    return json.dumps(text, ensure_ascii=False)


def _unquoted(text: str) -> str:
    try:
        said: str = json.loads(text)
    except ValueError:
        raise Misread(f'{text} is not a quotation: within one, write \\" for a mark and \\\\ for a stroke') from None
    return said


def written_name(name: Name) -> str:
    """A name as a plain word where that will do, else in quotation marks."""
    plain = _PLAIN_NAME.fullmatch(name) and name not in RESERVED
    return name if plain else quoted(name)


class Words:
    """A reader of one line. Every method that takes a word raises Misread when another stands there.

    `players` are the names that may be used; None while they are not known, when any name will do. `seated` are
    those at the table now, whom `all` names; left out, it is every player.
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

    @property
    def strange(self) -> bool:
        """Whether the next word is a plain one and nobody's name."""
        word = self.next
        return bool(word and self._players is not None and word.kind == "word" and word.text not in self._players)

    @property
    def next(self) -> Token | None:
        """The word that comes next, None at the end."""
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def sees(self, *words: str) -> bool:
        """Whether the next word is one of these, and not in quotation marks."""
        return self.next is not None and self.next.kind != "quoted" and self.next.text in words

    def accept(self, *phrase: str) -> bool:
        """Take the phrase if it begins with the next word; the rest of it must then follow."""
        if not self.sees(phrase[0]):
            return False
        self.expect(*phrase)
        return True

    def expect(self, *phrase: str) -> None:
        """Take these very words."""
        for word in phrase:
            if not self.sees(word):
                raise self.wrong(f"'{word}'")
            self._at += 1

    def choice(self, what: str, words: Collection[str]) -> str:
        """Take one of some words."""
        if not self.sees(*words):
            raise self.wrong(f"{what}: {', '.join(words)}")
        return self.word(what)

    def word(self, what: str) -> str:
        """Take a plain word."""
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
            raise Misread(f"nobody at this table is called {name}; the players are {', '.join(self._players)}")
        return name

    def new_name(self) -> Name:
        """Take a name, whosever it is."""
        if self.sees(*RESERVED):
            assert self.next is not None
            raise Misread(f"expected a player's name; one called '{self.next.text}' is written in quotation marks")
        if self.next is not None and self.next.kind == "quoted":
            return self.quotation("a name")
        return self.word("a player's name")

    def member_name(self) -> Name:
        """Take a name by which somebody is known from now on. The bank lends under its own, so nobody bears that."""
        name = self.new_name()
        if not name.strip() or name == "bank":
            raise Misread("a player needs a name, and not that of the bank")
        return name

    def follows(self, word: str) -> bool:
        """Whether this word stands second in what is left of the line."""
        after = self._tokens[self._at + 1 : self._at + 2]
        return bool(after) and after[0].kind == "word" and after[0].text == word

    def names(self) -> tuple[Name, ...]:
        """Take names with commas between them, or `all` for everybody at the table."""
        if self.accept("all"):
            return tuple(self._seated or ())
        return self.several(self.name)

    def several(self, take: Callable[[], T]) -> tuple[T, ...]:
        """Take one thing or more, with commas between them."""
        taken = [take()]
        while self.accept(","):
            taken.append(take())
        return tuple(taken)

    def signed(self, what: str) -> int:
        """Take a whole number, which may be below nought."""
        if not self.sees_number():
            raise self.wrong(what)
        number = int(self.word(what))
        if abs(number) > MOST:
            raise Misread(f"{number} is more than {MOST}, the most that can be written")
        return number

    def amount(self, what: str = "an amount, in whole minor units") -> int:
        """Take a whole number that is not below nought."""
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
            raise Misread(str(why)) from None

    def cards(self, *until: str) -> tuple[Card, ...]:
        """Take one card or more, as far as a mark, one of some words, or the end."""
        cards = [self.card()]
        while self.next is not None and self.next.kind == "word" and not self.sees("irregularly", "note", *until):
            cards.append(self.card())
        return tuple(cards)

    def end(self) -> None:
        """Nothing more may follow."""
        if self.next is not None:
            raise self.wrong("the end of the line")

    def wrong(self, expected: str) -> Misread:
        """The error that something else stands here."""
        found = "the end of the line" if self.next is None else f"'{self.next.text}'"
        return Misread(f"expected {expected}, found {found}")
