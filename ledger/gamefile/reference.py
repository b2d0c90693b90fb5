"""What a game file may hold, for people: the kinds of line, and the chapters on what many of them share.

The command line, the page of the docs and the terminal's table read this; nothing else explains the language.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ledger.gamefile import acts, entries
from ledger.gamefile.body import EXPECTED, EXPECTED_OF_PLAYER, STARTS
from ledger.gamefile.counters import COLOURS
from ledger.gamefile.head import HEAD
from ledger.gamefile.line_kinds import LINES, LineKind, Part
from ledger.gamefile.suggestions import MODERN
from ledger.laws.readings import READINGS


@dataclass(frozen=True, slots=True)
class Chapter:
    """Something that holds for many lines: a title, paragraphs, and lines that show it."""

    title: str
    text: tuple[str, ...]
    lines: tuple[str, ...] = ()


EVENING = """\
# Lines that begin with # are for people. Amounts are pence.
ante 3
limit 12
held on 1895-11-02
players Ann, Ben, Cora, "Van Dyke", Eve     # in seat order to the left

counters all: 10 red 5 white 5 blue

game dealer Ann                  # Ben, on her left, has the ante
deal
Cora stakes 6                    # opens with twice the ante
"Van Dyke" passes
Eve stakes 6
Ann stakes 18                    # makes good 6 and raises 12
Ben stakes 15                    # with his ante of 3 that makes 18
Ben draws 2                      # the draw begins on the dealer's left
Cora stakes 12                   # she makes her stake good before she draws
Cora draws 5
Eve passes
Ann draws 1
Cora stakes 6
Ann passes
Ben stakes 6
Cora shows Kh Kd Ks 7c 4d
Ben shows Qc Qd 8s 8h 2c
expect Cora takes 72

buy back all
close
"""
"""A whole evening of one game; each line of it is explained below."""

FORMS = (
    "Below, a word in CAPITALS stands for something that is written in its place, [a part] may be left out, a|b is one"
    " of the two, and … says that more of the same may follow."
)
"""How the forms of the lines are to be read."""


def _other_words() -> str:
    """The words of other tables, with those of the file."""
    meant = dict.fromkeys(MODERN.values())
    by_word = {word: [other for other, own in MODERN.items() if own == word] for word in meant}
    return "; ".join(f"{word} for {', '.join(others)}" for word, others in by_word.items())


CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        "How a file goes",
        (
            "A game file is one sitting: first the head (ante, limit, players, each on a line of its own, in any"
            " order), then counters sold, games, counters bought back, and the close. Each line holds one act, in the"
            " order in which things happened. Empty lines and blanks at the ends of lines do not matter.",
            "Words are written as they stand here, in small letters. `poolbook check FILE` names every slip of a file,"
            " `poolbook new FILE` begins one, and `poolbook record FILE` records it.",
        ),
    ),
    Chapter(
        "Words of other tables",
        (
            "Clubs say many things for the same act. A file has one word for each: " + _other_words() + ".",
            "Whoever goes out passes, whoever puts counters in stakes, whoever changes cards draws them, whoever takes"
            " none keeps, and whoever lays his hand down shows. Counters without a colour are odd.",
        ),
    ),
    Chapter("Comments", ("From a # to the end of the line is for people.",), ("Ben passes   # he had nothing",)),
    Chapter(
        "Names",
        (
            "A player is called as the club's list of members calls him; small and capital letters and blanks make no"
            " difference to the list, but a file writes a name in one way throughout.",
            'A name with a blank in it, or one that is also a word of this language, stands in quotation marks: "Van'
            ' Dyke", "Game". Within them \\" is a quotation mark and \\\\ a backslash. Nobody may be called bank.',
        ),
        ('"Van Dyke" passes',),
    ),
    Chapter(
        "Amounts",
        (
            "Amounts are whole numbers of the currency's smallest unit: pence, cents. 1s. 6d. is 18. There is no point"
            " and no comma in a number. Only a result, and a source after `from`, may have a sign before it.",
        ),
        ("Cora stakes 18",),
    ),
    Chapter(
        "Counters",
        (
            f"COUNTERS are numbers, each with its colour, of {', '.join(COLOURS[:-1])} and {COLOURS[-1]}. A red counter"
            " is worth the ante, a white one three antes, a blue one the limit; odd is small change, one minor unit"
            " each.",
            "At an ante of 3 and a limit of 12, `10 red 5 white 5 blue` is 30 + 45 + 60 = 135.",
        ),
        ("counters Ann: 10 red 5 white 5 blue",),
    ),
    Chapter(
        "Cards",
        (
            "A card is a rank (A K Q J T 9 8 7 6 5 4 3 2) and a suit (s h d c for spades, hearts, diamonds, clubs): Ah"
            " is the ace of hearts, Td the ten of diamonds, Jo the joker. CARDS are cards with blanks between them.",
            "Cards may be left out everywhere before the show.",
        ),
        ("Cora shows Kh Kd Ks 7c Td",),
    ),
    Chapter(
        "All and nothing",
        (
            "`all` stands for everybody who is seated at that moment, where PLAYERS may stand: `counters all: 10 red`"
            " sells ten red counters to each. `nothing` stands in `paid nothing`: the table paid out nothing of the"
            " pool.",
        ),
        ("counters all: 10 red", "buy back all", "paid nothing, from carried -3"),
    ),
    Chapter(
        "Dates and times",
        ("DATE is year-month-day. TIME is a date and an hour with its offset: Z for Greenwich, or +01:00.",),
        ("limits Cora: stop at 1895-11-02T23:30:00Z",),
    ),
    Chapter(
        "What went wrong at the table",
        (
            "An act that the laws forbid is refused. If it happened all the same, `irregularly` after it records it,"
            " with what the laws make of it: a bet out of turn stands, a wrong number of cards is a foul hand. A note"
            " in quotation marks may follow every act of a game.",
        ),
        ('Cora stakes 6 irregularly note "out of turn"',),
    ),
)
"""What holds for many lines."""

READING_VALUES: Mapping[str, Mapping[str, str]] = {name: reading.values for name, reading in READINGS.items()}
"""The readings that a line `reading` may name: their values, the default first, each with its meaning."""


def lines_of(part: Part) -> tuple[LineKind, ...]:
    """The kinds of line that stand in a part of the file."""
    return tuple(kind for kind in LINES if kind.part is part)


def every_example() -> tuple[str, ...]:
    """All lines that the reference shows."""
    of_chapters = (line for chapter in CHAPTERS for line in chapter.lines)
    return (*(example for kind in LINES for example in kind.examples), *of_chapters)


def first_words() -> Mapping[str, tuple[LineKind, ...]]:
    """The words that may begin a line, besides a player's name, each with the kinds of line that it begins."""
    return _by_word(
        kind for kind in LINES if not kind.of_player and (kind.part is not Part.TELLING or kind.word == "expect")
    )


def verbs() -> Mapping[str, tuple[LineKind, ...]]:
    """The words that may follow a player's name at the beginning of a line, each with its kinds of line."""
    return _by_word(kind for kind in LINES if kind.of_player and kind.part is not Part.TELLING)


def _by_word(kinds: Iterable[LineKind]) -> dict[str, tuple[LineKind, ...]]:
    words: dict[str, tuple[LineKind, ...]] = {}
    for kind in kinds:
        words[kind.word] = (*words.get(kind.word, ()), kind)
    return words


TABLES: Mapping[str, frozenset[str]] = {
    "head": frozenset(HEAD),
    "alone": frozenset({*entries.ALONE, *STARTS, *acts.ALONE}),
    "verbs": frozenset({*entries.VERBS, *acts.VERBS}),
    "expected": frozenset({*EXPECTED, *EXPECTED_OF_PLAYER}),
}
"""The words of the parser's tables, to which the tests hold LINES."""
