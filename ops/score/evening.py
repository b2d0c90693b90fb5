"""The evening as far as it has been written down: its lines, and the table that they lead to in memory."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ledger.gamefile import GameFileError, parse
from ledger.gamefile.body import read_act
from ledger.gamefile.head import HEAD, NEEDED, Setting, read_head_line
from ledger.gamefile.lines import Act, Expectation, Line, Name
from ledger.gamefile.rehearsal import Played, after
from ledger.gamefile.suggestions import closest
from ledger.gamefile.words import Misread, Token, Words, cut_up
from ledger.state.game import Game
from ledger.state.sitting import Sitting


class Unlawful(Exception):
    """A line can be read, and is refused. `law` is the law that refuses it, None where none does."""

    def __init__(self, message: str, law: int | None) -> None:
        super().__init__(f"{message} (law {law})" if law is not None else message)
        self.law = law


@dataclass(frozen=True, slots=True)
class Stage:
    """A line, the acts of it that are recorded, and the table after it.

    `moves` says of each act how many events it adds to the sitting's stream.
    """

    text: str
    acts: tuple[Act, ...]
    moves: tuple[int, ...]
    played: Played


@dataclass(frozen=True, slots=True)
class Evening:
    """The lines of the head, and once the sitting is opened, a stage for the head and for each line below it."""

    head: tuple[str, ...] = ()
    stages: tuple[Stage, ...] = ()

    @property
    def played(self) -> Played:
        """What the lines lead to."""
        return self.stages[-1].played if self.stages else Played()

    @property
    def game(self) -> Game | None:
        """The game that runs, or the last that was played; None before the first."""
        return self.played.game

    @property
    def sitting(self) -> Sitting | None:
        """The sitting; None while only its head is being written."""
        return self.played.sitting

    @property
    def players(self) -> tuple[Name, ...] | None:
        """All who may be named; None while the head does not say who plays."""
        if self.sitting is not None:
            return tuple(self.sitting.funds)
        seats: tuple[Name, ...] | None = dict(self._settings()).get("seats")
        return seats

    @property
    def currency(self) -> str | None:
        """The currency that the head names."""
        named: str | None = dict(self._settings()).get("currency")
        return named

    @property
    def seated(self) -> tuple[Name, ...] | None:
        """The players at the table, for whom `all` stands."""
        return self.sitting.seats if self.sitting is not None else self.players

    @property
    def missing(self) -> tuple[str, ...]:
        """The first words of the lines that the head still needs."""
        settings = {key for key, _ in self._settings()}
        return tuple(word for key, word in NEEDED.items() if key not in settings)

    def _settings(self) -> list[Setting]:
        settings = []
        for text in self.head:
            try:
                settings.append(read_head_line(Words(cut_up(text))))
            except Misread:
                continue
        return settings

    def in_head(self, tokens: Sequence[Token]) -> bool:
        """Whether a line belongs to the head: the sitting is not open, and the line begins as one of the head."""
        return not self.stages and bool(tokens) and tokens[0].kind == "word" and tokens[0].text in HEAD

    def read(self, words: Words) -> tuple[Act, ...]:
        """Read a line below the head. Raises Misread."""
        first = words.next
        if not self.stages and self.missing:
            needed = ", ".join(f"'{word} …'" for word in self.missing)
            meant = closest(first.text, HEAD) if first is not None else None
            raise Misread(f"write the lines {needed} first", suggestion=meant)
        if self.stages and first is not None and first.kind == "word" and first.text in HEAD:
            raise Misread(f"a line '{first.text} …' stands in the head, before the first act", first.column)
        return read_act(words)

    def with_line(self, text: str) -> "Evening":
        """The evening after one more line. Raises Misread, or Unlawful where the rules refuse it."""
        tokens = cut_up(text)
        if self.in_head(tokens):
            return self._with_head_line(text, tokens)
        acts = self.read(Words(tokens, self.players, self.seated))
        opened = self if self.stages else self.opened()
        return replace(opened, stages=(*opened.stages, _stage(opened.played, text, acts)))

    def _with_head_line(self, text: str, tokens: Sequence[Token]) -> "Evening":
        key, _ = read_head_line(Words(tokens, self.players))
        others = tuple(line for line in self.head if _key(line, self.players) != key)
        return replace(self, head=(*others, text))

    def opened(self) -> "Evening":
        """The evening with its sitting opened by the head. Raises Unlawful if the rules refuse the head."""
        text = "\n".join(self.head)
        try:
            opening = parse(text).opening
        except GameFileError as why:
            raise Unlawful(f"the head cannot be read: {why.message}", None) from None
        return replace(self, stages=(_stage(Played(), text, (opening,)),))

    def without_last(self) -> "Evening":
        """The evening without its last line."""
        if len(self.stages) > 1:
            return replace(self, stages=self.stages[:-1])
        return replace(self, stages=(), head=self.head[:-1])


def _key(text: str, players: Sequence[Name] | None) -> str:
    return read_head_line(Words(cut_up(text), players))[0]


def _stage(before: Played, text: str, acts: Sequence[Act]) -> Stage:
    """The table after the acts of one line. Raises Unlawful for the first that is refused."""
    played, recorded, moves = before, [], []
    for act in acts:
        following = after(played, Line(len(played.steps) + 1, text, act))
        if len(following.errors) > len(played.errors):
            error = following.errors[-1]
            raise Unlawful(error.message, error.law)
        if not isinstance(act, Expectation) and played.awaited is None:
            recorded.append(act)
            moves.append(len(following.sitting_events) - len(played.sitting_events))
        played = following
    return Stage(text, tuple(recorded), tuple(moves), played)
