"""One evening at the prompt: a line typed is understood, judged in memory, kept in the file, and sent to the record."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ledger.gamefile.acts import VERBS
from ledger.gamefile.lines import AsPlayed, Close, Name, PayOut, StartGame
from ledger.gamefile.suggestions import closest
from ledger.gamefile.words import Misread
from ledger.telling.sentences import SENTENCES, sentence
from ops.score.evening import Evening, Stage, Unlawful
from ops.score.expand import expand
from ops.score.helping import COMMANDS, help_for, where_explained
from ops.score.journal import BadJournal, Journal, is_begun, take_over
from ops.score.sending import HEAD, REASON, UNREACHABLE, Item, Sender
from ops.score.strangers import Ask, refused_by_club
from ops.score.table import table, whose_turn

NOT_STRUCK = {
    PayOut: "what was paid is not struck: write what was really paid in another line 'paid …'",
    AsPlayed: "that a game stands as it was played is not struck: amend the file, and `poolbook correct` it",
    Close: "a sitting that is closed is not opened again: amend the file, and `poolbook correct` mends the record",
}
"""Why some lines cannot be struck."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the prompt says to a line. `refused`: nothing was kept. `leaves`: the scorer wants to go."""

    rows: tuple[str, ...] = ()
    refused: bool = False
    leaves: bool = False


class Session:
    """The state machine of the prompt.

    `send` is called whenever lines wait to be recorded; `ask` where something must be confirmed. With `add_members`
    players whom the club does not know become its members unasked.
    """

    def __init__(
        self,
        sender: Sender,
        journal: Journal,
        ask: Ask = lambda question: None,
        send: Callable[[], object] | None = None,
        *,
        add_members: bool = False,
    ) -> None:
        self.sender = sender
        self.journal = journal
        self.evening = Evening()
        self.rows: list[int] = []
        self.ask = ask
        self.send = send or sender.flush
        self._add_members = add_members

    # The file as it was left

    def load(self) -> None:
        """Take up the lines of the file, and send what the record has not. Raises BadJournal for a wrong line."""
        items = self._take_up()
        if self.journal.base is not None:
            self.sender.start_at(self.journal.evening, self.journal.base, self.evening.players or (), items)
        elif (refusal := self._make_known(self.evening.players or (), self.evening.currency)) is not None:
            raise BadJournal(": ".join(refusal.rows))
        else:
            self.sender.items = items
        if not is_begun(self.journal):
            take_over(self.journal)
        self.send()

    def _take_up(self) -> list[Item]:
        self.evening, self.rows = Evening(), []
        items: list[Item] = []
        struck: list[Evening] = []
        for row, text, passed_over in self.journal.lines():
            try:
                if passed_over is not None:
                    self.evening = self.evening if self.evening.stages else self.evening.opened()
                    before = [self.evening, *struck]
                    struck.append(before[max(0, len(before) - 1 - passed_over)].with_line(text))
                    evening = struck[-1]
                else:
                    self.evening, struck = self.evening.with_line(text), []
                    self.rows.append(row)
                    evening = self.evening
                stages = (*evening.stages[:1], *evening.stages[-1:])
            except (Misread, Unlawful) as why:
                raise BadJournal(f"line {row + 1} of {self.journal.path}, '{text}': {why}") from None
            for stage in stages[1 if items else 0 :]:
                item = _item(len(items), stage, len(evening.stages), struck=passed_over is not None and bool(items))
                item.sent = len(stage.acts) if row < self.journal.based_to else 0
                items.append(item)
        return items

    # A line typed

    def enter(self, typed: str) -> Answer:
        """Carry out what was typed. Nothing is raised for whatever was typed."""
        first, _, rest = typed.strip().partition(" ")
        if not first:
            return Answer()
        if first.startswith("#"):
            return self._comment(typed.strip())
        if first in COMMANDS and (not rest or COMMANDS[first].takes_words):
            return self._command(first, rest.strip())
        return self._line(typed)

    def _comment(self, text: str) -> Answer:
        if text.startswith("#:"):
            return _refused("lines that begin with '#:' are the scorer's own; write '# …'")
        self.journal.add(text)
        return Answer((text,))

    def _line(self, typed: str) -> Answer:
        if self.sender.halted is not None:
            return _refused(self.sender.halted, *self._how_to_go_on())
        try:
            meant = expand(self.evening, typed)
        except Misread as why:
            return _refused(str(why))
        if meant.evening is None:
            return self._not_kept(typed, meant.lines)
        if (refusal := self._settle_strangers(meant.evening)) is not None:
            return refusal
        return self._keep(meant.lines[0], meant.evening)

    def _not_kept(self, typed: str, lines: tuple[str, ...]) -> Answer:
        """The answer to a line that is ambiguous, or refused, or cannot be read."""
        if len(lines) > 1:
            meanings = "; ".join(lines[:6])
            return _refused(f"'{typed.strip()}' may mean: {meanings}", "type more letters of the one you mean")
        line = lines[0] if lines else typed.strip()
        try:
            self.evening.with_line(line)
        except Unlawful as why:
            return _refused(f"{line}: {why}", whose_turn(self.evening))
        except Misread as why:
            meant = f"; did you mean {word}?" if (word := self._meant(line, why)) else ""
            understood = "" if line == typed.strip() else f"{line.removesuffix(':')}: "
            return _refused(f"{understood}{why}{meant}", whose_turn(self.evening), where_explained(line))
        raise AssertionError("a line that is not kept is refused")

    def _meant(self, line: str, why: Misread) -> str | None:
        """What a word that cannot be read may mean: of the first, while a game runs, something that a player does."""
        game = self.evening.game
        is_first = why.column == 1 and bool(line)
        verb = closest(line.split()[0], VERBS) if is_first and game is not None and not game.over else None
        return verb or why.suggestion

    def _keep(self, line: str, after: Evening) -> Answer:
        before, self.evening = self.evening, after
        if not after.stages:
            self._keep_head_line(line, before)
        else:
            self.rows.append(self.journal.add(line))
            opened = () if before.stages else after.stages[:1]
            for stage in (*opened, after.stages[-1]):
                self.sender.items.append(_item(len(self.sender.items), stage, len(after.stages)))
            self.send()
        return Answer((f"= {line}{_told(before, after)}", *table(after), *self.standing()))

    def _keep_head_line(self, line: str, before: Evening) -> None:
        replaced = next((n for n, text in enumerate(before.head) if text not in self.evening.head[:-1]), None)
        if replaced is not None:
            self.journal.replace(self.rows.pop(replaced), None)
        self.rows.append(self.journal.add(line))

    def _settle_strangers(self, after: Evening) -> Answer | None:
        """The refusal of a line that seats somebody who stays unknown to the club, or names another currency."""
        new = [name for name in after.players or () if name not in (self.evening.players or ())]
        return self._make_known(new, after.currency)

    def _make_known(self, names: Iterable[Name], currency: str | None) -> Answer | None:
        rows = refused_by_club(self.sender, names, currency, self.ask, add_members=self._add_members)
        return _refused(*rows) if rows else None

    # Commands

    def _command(self, word: str, rest: str) -> Answer:
        match word:
            case "strike":
                return self._strike(rest)
            case "help":
                return Answer(tuple(help_for(rest)))
            case "table":
                return Answer((*table(self.evening), *self.standing()))
            case "lines":
                return Answer(tuple(self._lines()))
            case "anew":
                return self._anew()
            case "save":
                self.send()
                kept = f"every line is kept in {self.journal.path} as it is typed"
                why = (f"why: {self.sender.lost}",) if self.sender.lost else ()
                return Answer((kept, *(self.standing() or ("all of them are recorded",)), *why))
        return Answer(leaves=True)

    def _lines(self) -> Iterable[str]:
        texts = [*self.evening.head, *(stage.text for stage in self.evening.stages[1:])]
        waiting = {id(item) for item in self.sender.items if item.waiting}
        marks = [" "] * len(self.evening.head)
        marks += ["?" if id(item) in waiting else " " for item in self.sender.items if not item.struck][1:]
        for n, (mark, text) in enumerate(zip(marks, texts, strict=False), 1):
            yield f"{n:4}{mark} {text}"

    def _strike(self, words: str) -> Answer:
        if self.sender.halted is not None:
            return _refused(self.sender.halted, *self._how_to_go_on())
        if not self.evening.stages:
            return self._strike_head_line()
        if len(self.evening.stages) == 1:
            return _refused("the sitting is opened; its head is not struck")
        item = next(item for item in reversed(self.sender.items) if not item.struck)
        act = item.acts[0] if item.acts else None
        if type(act) in NOT_STRUCK:
            return _refused(NOT_STRUCK[type(act)])
        if isinstance(act, StartGame) and words != "agreed":
            if not self.ask("Does every player of this game agree that it is void?"):
                return _refused("a game is made void if all its players agree (law 80): 'strike agreed'")
            words = ""
        item.reason = words or REASON
        item.struck = True
        self.evening = self.evening.without_last()
        self.journal.strike(self.rows.pop())
        self.send()
        return Answer((f"struck: {item.text}", *table(self.evening), *self.standing()))

    def _strike_head_line(self) -> Answer:
        if not self.rows:
            return _refused("there is no line to strike")
        text = self.evening.head[-1]
        self.journal.replace(self.rows.pop(), None)
        self.evening = self.evening.without_last()
        return Answer((f"struck: {text}", *table(self.evening)))

    # What is not recorded yet

    def standing(self) -> tuple[str, ...]:
        """Whether the record has all lines, in words; nothing where it has."""
        if self.sender.halted is not None:
            return (self.sender.halted, *self._how_to_go_on())
        if n := self.sender.waiting:
            lines = "1 line is" if n == 1 else f"{n} lines are"
            why = " (the database cannot be reached)" if self.sender.lost else ""
            return (f"{lines} not recorded yet{why}; kept in {self.journal.path}, and sent as soon as may be",)
        return ()

    def _how_to_go_on(self) -> tuple[str, ...]:
        return ("no line of the game is taken until 'anew' reads the record anew and shows what stands",)

    def _anew(self) -> Answer:
        """Read the record anew. Lines that it has not are kept as comments, and said."""
        try:
            if self.sender.recording.sitting is None:
                self.sender.halted = None
                refusal = self._make_known(self.evening.players or (), self.evening.currency)
                self.send()
                return refusal or Answer((*table(self.evening), *self.standing()))
            texts, base = self.sender.record_anew()
        except UNREACHABLE as why:
            return _refused(f"the record cannot be read now: {str(why).splitlines()[0]}")
        except ValueError as why:
            return _refused(f"the record cannot be written as a game file: {why}")
        left = [item.text for item in self.sender.items if item.waiting and not item.struck]
        self.journal.begin_again(texts, base, left)
        items = self._take_up()
        self.sender.start_at(self.journal.evening, base, self.evening.players or (), items)
        self.send()
        lost = (f"not recorded, type them again if they still hold: {'; '.join(left)}",) if left else ()
        return Answer((f"the record stands so, {len(texts)} lines:", *texts[-5:], *table(self.evening), *lost))


def _item(place: int, stage: Stage, depth: int, *, struck: bool = False) -> Item:
    return Item(place + HEAD, stage.text, stage.acts, stage.moves, depth, struck)


def _refused(*rows: str) -> Answer:
    return Answer(rows, refused=True)


def _told(before: Evening, after: Evening) -> str:
    """What followed from the last line in the game, in words."""
    was, now = before.played.game_events, after.played.game_events
    events = now[-1][len(was[-1]) if len(was) == len(now) else 0 :] if now and now != was else ()
    sentences = [sentence(event, str) for event in events if type(event) in SENTENCES]
    return f"  ({'; '.join(sentences)})" if sentences else ""
