"""`help` at the prompt: the commands of the prompt, and the lines of the language."""

from collections.abc import Iterator
from dataclasses import dataclass

from ledger.gamefile.line_kinds import LINES, Part
from ledger.gamefile.reference import lines_of
from ledger.gamefile.suggestions import closest


@dataclass(frozen=True, slots=True)
class PromptCommand:
    """A command of the prompt. `takes_words`: more may follow it."""

    does: str
    takes_words: bool = False


COMMANDS = {
    "help": PromptCommand("explains the prompt; 'help stakes' explains one word", takes_words=True),
    "strike": PromptCommand("strikes the last line; again: the one before; a reason may follow", takes_words=True),
    "table": PromptCommand("shows the table"),
    "lines": PromptCommand("shows the lines of the evening; '?' marks those not recorded yet"),
    "anew": PromptCommand("reads the record anew, if somebody else has recorded meanwhile"),
    "save": PromptCommand("says where the lines are kept, and whether all are recorded"),
    "quit": PromptCommand("leaves; the same command goes on later"),
}
"""The commands of the prompt. None is a word with which a line of the language begins."""


def help_for(words: str) -> Iterator[str]:
    """Rows that explain the prompt, or the kinds of line in which a word stands."""
    if not words:
        yield from _help()
        return
    word = words.split()[0].casefold()
    explained = [kind for kind in LINES if kind.word == word] or [kind for kind in LINES if kind.word.startswith(word)]
    for kind in explained:
        yield from kind.forms
        yield f"  {kind.means}"
        yield f"  for example: {kind.example}"
    if word in COMMANDS:
        yield f"{word} {COMMANDS[word].does}"
    elif not explained:
        meant = closest(word, {kind.word for kind in LINES})
        yield f"no line has the word '{word}'" + (f"; did you mean {meant}?" if meant else "; 'help' lists the lines")


def where_explained(line: str) -> str:
    """Which help explains a line: that of its first word, or of its second if the first is a player's name."""
    words = {kind.word for kind in LINES}
    known = next((word for word in line.split()[:2] if word in words), None)
    return f"'help {known}' explains this line" if known else "'help' lists the lines there are"


def _help() -> Iterator[str]:
    yield "Type a line of the game file, or any part of it that can mean but one thing:"
    yield "  p  12  c s 6  d 2  khkdks7c4d  b b all    for  C passes, C stakes 12, …"
    yield "The player may be left out when it is his turn; Tab shows what may come next."
    for word, command in COMMANDS.items():
        yield f"  {word:7} {command.does}"
    for part in Part:
        words = dict.fromkeys(kind.word for kind in lines_of(part))
        yield f"{part}: {', '.join(words)}"
    yield "'help WORD' explains one of them; `poolbook help gamefile` the whole language."
