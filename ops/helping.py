"""Command: `help` explains a command, or the lines of a game file."""

from collections.abc import Iterator

import click
from rich.console import Console
from rich.text import Text

from ledger.gamefile.line_kinds import MARKS, Part
from ledger.gamefile.reference import CHAPTERS, EVENING, FORMS, READING_VALUES, lines_of

TOPICS = {"gamefile": "every line of a game file, with examples"}
"""What `help` explains besides the commands."""


@click.command(name="help")
@click.argument("words", metavar="[TOPIC | COMMAND]", nargs=-1)
@click.pass_context
def help_on(context: click.Context, words: tuple[str, ...]) -> None:
    """Explain a COMMAND, or a topic: `poolbook help gamefile` shows every line of a game file."""
    root = context.find_root()
    if words == ("gamefile",):
        show(Console())
        return
    command: click.Command = root.command
    reached = root
    for word in words:
        inner = command.get_command(reached, word) if isinstance(command, click.Group) else None
        if inner is None:
            raise click.UsageError(f"there is no command or topic {' '.join(words)!r}; `poolbook help` lists them")
        command, reached = inner, click.Context(inner, info_name=word, parent=reached)
    click.echo(command.get_help(reached))
    if not words:
        click.echo("\nTopics:")
        for topic, about in TOPICS.items():
            click.echo(f"  {topic:<14} {about}; `poolbook help {topic}`")


def show(console: Console) -> None:
    """Print the reference of the game file: page by page in colours on a terminal, else as plain text."""
    if not console.is_terminal:
        click.echo("\n".join(text for _, text in reference()))
        return
    with console.pager(styles=True):
        for style, text in reference():
            console.print(Text(text, style), soft_wrap=False)


def reference() -> Iterator[tuple[str, str]]:
    """The rows of the reference, each with the style in which a terminal shows it."""
    yield "bold", "THE GAME FILE\n"
    for chapter in CHAPTERS:
        yield "bold", chapter.title
        for paragraph in chapter.text:
            yield "", _wrapped(paragraph)
        yield from (("green", f"    {line}") for line in chapter.lines)
        yield "", ""
    yield "bold", "A whole evening"
    yield "green", "".join(f"    {line}\n" for line in EVENING.splitlines())
    yield "", _wrapped(FORMS)
    for part in Part:
        yield "bold", f"\n{part.value}\n"
        if part is Part.PLAY:
            yield "", _wrapped(f"After every one of these may follow {MARKS}.") + "\n"
        for kind in lines_of(part):
            yield from (("cyan", form) for form in kind.forms)
            yield "", _wrapped(kind.means)
            yield from (("green", f"    {example}") for example in kind.examples)
            yield "", ""
    yield "bold", "The readings, the default of each first\n"
    for name, values in READING_VALUES.items():
        yield "cyan", f"reading {name} = …"
        yield from (("", _wrapped(f"{value}: {meaning}", "    ")) for value, meaning in values.items())


def _wrapped(text: str, margin: str = "  ") -> str:
    return click.wrap_text(text, 96, initial_indent=margin, subsequent_indent=margin)
