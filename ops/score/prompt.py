"""The prompt on a terminal: completion, history, a line at the bottom with whose turn it is."""

import sys
from collections.abc import Callable, Iterable

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.shortcuts import CompleteStyle

from ops.score.completing import offers
from ops.score.helping import COMMANDS
from ops.score.session import Answer, Session
from ops.score.table import signs, table, whose_turn

Echo = Callable[[str], None]


class _LineCompleter(Completer):
    """Completes words of the language, and the commands of the prompt at the start of a line."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor
        begun, words = offers(self._session.evening, typed)
        for offer in words:
            yield Completion(offer.word, start_position=-len(begun), display_meta=offer.hint)
        if not typed.strip().partition(" ")[1]:
            for word, command in COMMANDS.items():
                if word.startswith(typed.strip()):
                    yield Completion(word, start_position=-len(typed.strip()), display_meta=command.does)


class Terminal:
    """The prompt of one session. `echo` prints a row above it; `input` and `output` are the terminal's by default."""

    def __init__(
        self, session: Session, echo: Echo = click.echo, input: Input | None = None, output: Output | None = None
    ) -> None:
        self.session = session
        self._echo = echo
        self._suits = signs if (sys.stdout.encoding or "").lower().startswith("utf") else str
        lines = [*session.evening.head, *(stage.text for stage in session.evening.stages[1:])]
        self._asking: PromptSession[str] = PromptSession(input=input, output=output)
        self._prompt: PromptSession[str] = PromptSession(
            "> ",
            completer=_LineCompleter(session),
            complete_while_typing=False,
            complete_style=CompleteStyle.MULTI_COLUMN,
            reserve_space_for_menu=4,
            history=InMemoryHistory(lines),
            bottom_toolbar=self._toolbar,
            input=input,
            output=output,
        )

    def _toolbar(self) -> str:
        n = self.session.sender.waiting
        waiting = f"{n} {'line' if n == 1 else 'lines'} not recorded yet | " if n else ""
        return waiting + whose_turn(self.session.evening)

    def ask(self, question: str) -> bool:
        """Ask until the answer is yes or no. Ctrl-C and Ctrl-D mean no."""
        while True:
            try:
                answer = self._asking.prompt(f"{question} (y/n) ").strip().casefold()
            except (KeyboardInterrupt, EOFError):
                return False
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")

    def run(self) -> None:
        """Take lines until the scorer leaves."""
        with patch_stdout():
            self._show(Answer(("", *table(self.session.evening), *self.session.standing())))
            while True:
                try:
                    answer = self.session.enter(self._prompt.prompt())
                except KeyboardInterrupt:
                    continue
                except EOFError:
                    return
                if answer.leaves:
                    return
                self._show(answer)

    def _show(self, answer: Answer) -> None:
        first, *others = answer.rows or ("",)
        if first:
            self._echo(f"! {first}" if answer.refused else first)
        for row in others:
            self._echo(self._suits(row) if row.startswith((" ", ">")) else row)
