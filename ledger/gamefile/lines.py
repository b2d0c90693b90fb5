"""What a game file holds: acts of a sitting in their order, with names where the record has members' ids."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from unicodedata import combining, east_asian_width

from ledger.articles import Articles
from ledger.events.game import Phase
from ledger.play.commands import Command
from ledger.table.commands import Arrive, EntryCommand

Name = str
"""What a player is called in the file; no two players of a file share a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """Where an error is, and what helps to correct it.

    `text` is the line as it is written, `column` where the word begins to which the error points (characters, from 1),
    `width` how many characters it has; None where the line as a whole is meant. `code` is the stable word of a refusal.
    `suggestion` is what may have been meant, and `hint` a sentence that says whose turn it is and what he may do.
    """

    text: str = ""
    column: int | None = None
    width: int = 1
    code: str | None = None
    suggestion: str | None = None
    hint: str | None = None


NOWHERE = Slip()
"""The place of an error whose line is not known."""


class GameFileError(Exception):
    """A game file cannot be read, or cannot be played as it is written.

    `line` counts from 1; `law` is the law that refuses, None where none does; `slip` says where in the line, and what
    helps. `others` are further errors of the same file, in the order of their lines; `errors` has them all, this one
    first.
    """

    def __init__(
        self,
        line: int,
        message: str,
        law: int | None = None,
        others: tuple["GameFileError", ...] = (),
        slip: Slip = NOWHERE,
    ) -> None:
        self.line = line
        self.message = message
        self.law = law
        self.slip = slip
        self.errors: tuple[GameFileError, ...] = (self, *others)
        super().__init__("\n".join(error.sentence for error in self.errors))

    @property
    def sentence(self) -> str:
        """The error with its line, and its law if it has one."""
        by_law = f" (law {self.law})" if self.law is not None else ""
        return f"line {self.line}: {self.message}{by_law}"

    @property
    def explained(self) -> str:
        """The error for people, over several lines: the sentence, the line with a caret under the word, and what helps.

        The column is counted in characters of the file; the caret stands under the word in a terminal.
        """
        rows = [printable(self.sentence)]
        if self.slip.text:
            rows += quotation_of(self.slip)
        if self.slip.hint:
            rows.append(f"    {printable(self.slip.hint)}")
        if self.slip.suggestion:
            rows.append(f"    did you mean {printable(self.slip.suggestion)}?")
        return "\n".join(rows)


MOST_SHOWN = 100
"""The characters of a line that are quoted; of a longer one those around the word are."""


def printable(text: str) -> str:
    """A text without what would move about in a terminal: a question mark stands for each such character."""
    return "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


def quotation_of(slip: Slip) -> list[str]:
    """The line of a slip, and carets under its word if it points at one. What cannot be shown is a question mark."""
    shown = printable(slip.text)
    margin = len(shown) - len(shown.lstrip())
    begins = max(margin, (slip.column or 1) - MOST_SHOWN // 2 if len(shown) > MOST_SHOWN else margin)
    quoted = shown[begins : begins + MOST_SHOWN]
    rows = [f"    {quoted}"]
    if slip.column is not None:
        before = shown[begins : slip.column - 1]
        carets = "^" * max(1, min(slip.width, MOST_SHOWN - len(before)))
        rows.append(f"    {' ' * _columns(before)}{carets}  column {slip.column}")
    return rows


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    wide = sum(east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(1 for c in text if combining(c))


@dataclass(frozen=True, slots=True)
class Act:
    """What one line of a file makes happen, or expects."""


@dataclass(frozen=True, slots=True)
class Expectation(Act):
    """A condition that must hold at this point. It is checked, and never recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSitting(Act):
    """The head of the file. `seats` run to the left; amounts are in minor units of `currency`.

    `carried` is a pool taken over from an earlier sitting of the same players, `minimum` the openers that its
    jack-pot needs (J, Q or K), and `kitty` what the club's reward kitty holds already.
    """

    seats: tuple[Name, ...]
    articles: Articles
    agreed_by: tuple[Name, ...] = ()
    currency: str | None = None
    held_on: str | None = None
    carried: int = 0
    minimum: str | None = None
    kitty: int = 0


@dataclass(frozen=True, slots=True)
class Enter(Act):
    """An entry in the sitting's book; the players in the command are names."""

    command: EntryCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame(Act):
    """The next game begins. `dealer` is given only for a first game without a cut."""

    dealer: Name | None = None
    sitting_out: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class Record(Act):
    """An act of the game that runs; the players in the command are names."""

    command: Command


@dataclass(frozen=True, slots=True, kw_only=True)
class PayOut(Act):
    """What the table in fact paid each player out of the pool of the last game, and where it came from, if that is not
    as the laws give it: as in `ledger.afterwards.payout.Sources`."""

    paid: Mapping[Name, int]
    carried: int = 0
    kitty: int = 0
    penalties: Mapping[Name, int] = field(default_factory=dict)
    refunds: Mapping[Name, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AsPlayed(Act):
    """A game stands as it was played; `number` counts the games of the file from 1."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Close(Act):
    """The sitting closes. A carried pool stands over, or was divided as `divided` says, with the players' consent.

    `kitty_to_club`: by the consent of the same players an unclaimed reward became the club's.
    """

    stands_over: bool = False
    kitty_to_club: bool = False
    divided: Mapping[Name, int] = field(default_factory=dict)
    agreed_by: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class ExpectTakes(Expectation):
    """What a player took from the pool of the last game."""

    player: Name
    amount: int


@dataclass(frozen=True, slots=True)
class ExpectPays(Expectation):
    """What a player paid as a penalty in the last game (33)."""

    player: Name
    amount: int


@dataclass(frozen=True, slots=True)
class ExpectRewarded(Expectation):
    """What a player received from the reward kitty in the last game."""

    player: Name
    amount: int


@dataclass(frozen=True, slots=True)
class ExpectHas(Expectation):
    """The counters a player has before him, in minor units."""

    player: Name
    amount: int


@dataclass(frozen=True, slots=True)
class ExpectOwes(Expectation):
    """What a player owes another: for counters lent, and for games that were paid otherwise than the laws give them."""

    player: Name
    to: Name
    amount: int


@dataclass(frozen=True, slots=True)
class ExpectCash(Expectation):
    """The money a player was paid when his counters were last bought back."""

    player: Name
    amount: int


@dataclass(frozen=True, slots=True)
class ExpectHolds(Expectation):
    """What a hand that was shown is called, in words."""

    player: Name
    hand: str


@dataclass(frozen=True, slots=True)
class ExpectResults(Expectation):
    """What every player won or lost in the last game. A player who is not named must have neither won nor lost."""

    results: Mapping[Name, int]


@dataclass(frozen=True, slots=True)
class ExpectRefused(Expectation):
    """The act on the next line must be refused: by this law and with this code, where they are given.

    The code `invalid` stands for an act that makes no sense where it is written.
    """

    law: int | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class ExpectCarried(Expectation):
    """What the last game carried to the next, and the openers (J, Q or K) if the next is a jack-pot."""

    amount: int
    minimum: str | None = None


@dataclass(frozen=True, slots=True)
class ExpectNextDealer(Expectation):
    """The dealer of the next game."""

    player: Name


@dataclass(frozen=True, slots=True)
class ExpectLaws(Expectation):
    """The laws that decided the last settlement, all of them."""

    laws: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExpectPool(Expectation):
    """What the pool of the running game holds, or what was divided if the last game is over."""

    amount: int


@dataclass(frozen=True, slots=True)
class ExpectKitty(Expectation):
    """What the kitty holds between games."""

    amount: int


@dataclass(frozen=True, slots=True)
class ExpectPhase(Expectation):
    """The phase of the last game begun: ante, say, draw, betting, show, settled or unopened."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class ExpectTurn(Expectation):
    """The player who has the turn."""

    player: Name


@dataclass(frozen=True, slots=True)
class Line:
    """One act, with the number and the text of the line it was read from, before which stand `indent` blanks.

    Two lines are equal if their acts are.
    """

    number: int = field(compare=False)
    text: str = field(compare=False)
    act: Act
    indent: int = field(compare=False, default=0)


@dataclass(frozen=True, slots=True)
class GameFile:
    """A sitting and its games. The head is the first line, and there is no other OpenSitting."""

    lines: tuple[Line, ...]

    @property
    def opening(self) -> OpenSitting:
        """The head."""
        opening = self.lines[0].act
        assert isinstance(opening, OpenSitting), "a game file begins with its head"
        return opening


def seated_by(acts: Iterable[Act]) -> tuple[Name, ...]:
    """The names of all players whom these acts seat, in the order in which they sit down."""
    seated: list[Name] = []
    for act in acts:
        match act:
            case OpenSitting(seats=seats):
                seated += seats
            case Enter(command=Arrive(player=player)):
                seated.append(player)
    return tuple(dict.fromkeys(seated))
