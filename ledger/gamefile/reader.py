"""Reading a game file. All lines that cannot be read are reported at once, with what was expected there."""

from collections.abc import Collection
from typing import Any

from ledger.gamefile.body import read_act
from ledger.gamefile.head import HEAD, NEEDED, opening, read_head_line
from ledger.gamefile.lines import (
    Act,
    Enter,
    ExpectRefused,
    GameFile,
    GameFileError,
    Line,
    Name,
)
from ledger.gamefile.words import Misread, Token, Words, cut_up
from ledger.table.commands import Arrive, Depart


def parse(text: str) -> GameFile:
    """The sitting and its games that a text describes.

    Raises GameFileError for the first line that cannot be read; its `errors` holds one for each such line.
    """
    reader = _Reader(text)
    head = reader.read_head()
    body = reader.read_body()
    errors = sorted(reader.errors, key=lambda error: error.line)
    if errors:
        first, *others = errors
        raise GameFileError(first.line, first.message, others=tuple(others))
    return GameFile((Line(reader.first_line, reader.texts[reader.first_line], opening(head)), *body))


class _Reader:
    """The lines of one text, and the errors found in them so far."""

    def __init__(self, text: str) -> None:
        self.errors: list[GameFileError] = []
        self.texts: dict[int, str] = {}
        self.tokens: dict[int, tuple[Token, ...]] = {}
        self.players: tuple[Name, ...] | None = None
        self.seated: tuple[Name, ...] | None = None
        # Not `splitlines`: it also splits at characters such as U+2028, which a quotation may hold.
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
            self._cut_up(number, line.rstrip("\r"))

    @property
    def first_line(self) -> int:
        """The number of the first line that is not empty; 1 if all are."""
        return min(self.tokens, default=1)

    def _cut_up(self, number: int, line: str) -> None:
        try:
            tokens = cut_up(line)
        except Misread as why:
            self._wrong(number, why)
            return
        if tokens:
            self.texts[number] = line.strip()
            self.tokens[number] = tokens

    def _wrong(self, number: int, why: Misread | str) -> None:
        self.errors.append(GameFileError(number, str(why)))

    def _starts_with(self, number: int, words: Collection[str]) -> bool:
        first = self.tokens[number][0]
        return first.kind == "word" and first.text in words

    def read_head(self) -> dict[str, Any]:
        """The settings of the head. The line of the players is read first, since the others may name them."""
        settings: dict[str, Any] = {}
        lines = [n for n in self.tokens if self._starts_with(n, HEAD)]
        players_first = sorted(lines, key=lambda n: not self._starts_with(n, ("players",)))
        for number in players_first:
            try:
                key, value = read_head_line(Words(self.tokens[number], self.players))
                if key in settings:
                    raise Misread("the head has this line already; write it once")
            except Misread as why:
                self._wrong(number, why)
                continue
            settings[key] = value
            self.players = self.seated = settings.get("seats")
        begun_with = {self.tokens[n][0].text for n in lines}
        for key, word in NEEDED.items():
            if key not in settings and word not in begun_with:
                self._wrong(self.first_line, f"the head has no line '{word} …'")
        return settings

    def read_body(self) -> list[Line]:
        """The acts in their order. A line such as `counters all: …` gives one act for each player."""
        body: list[Line] = []
        for number, tokens in self.tokens.items():
            if self._starts_with(number, HEAD):
                if body:
                    self._wrong(number, f"a line '{tokens[0].text} …' stands in the head, before the first act")
                continue
            try:
                acts = read_act(Words(tokens, self.players, self.seated))
            except Misread as why:
                self._wrong(number, why)
                continue
            refused = bool(body) and isinstance(body[-1].act, ExpectRefused)
            self._follow(acts[0], refused=refused)
            body += [Line(number, self.texts[number], act) for act in acts]
        return body

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
