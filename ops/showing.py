"""Show a game step by step in the terminal, with the law of each step and the pool after it; or two records of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from uuid import UUID

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ledger.application.club_books import ClubBooks
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.telling.redaction import Reader
from ledger.telling.replay import Entry, Frame, beside, frames
from ops.cards_shown import has_signs, marked, shown, told

WRITTEN = "written"
"""The second record that is the game before its corrections."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How two records are shown: `whole`, or only the steps that differ; `beside` each other, or in turn."""

    whole: bool = False
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a replay: what was recorded in words, its law, and the pool after its step."""

    law: int | None
    words: Text
    pool: int


Lines = Mapping[int, Sequence[Line]]
"""The lines of a record by their steps."""


def show_game(
    console: Console,
    books: ClubBooks,
    game: UUID,
    reader: Reader,
    step: int | None,
    other: str | None = None,
    layout: Layout = Layout(),
) -> None:
    """Print every step of a game as the reader may see it, or only `step` and the table after it.

    With `other` a second record is shown too: `written` for the game before its corrections, or `name=value` for the
    game under another reading. Raises IndexError if the game has no such step, Invalid if there is no such reading.
    """
    name_of = books.club().name_of
    events = books.game_events(game)
    record = frames(events, reader, marked(name_of))
    if other is None:
        _show_one(console, record, step, name_of)
        return
    try:
        second = beside(events, reader, other, marked(name_of))
    except Refused as refused:
        console.print(_unlawful(refused, other), soft_wrap=True)
        return
    if step is not None or (layout.whole and not layout.beside):
        _show_one(console, record, step, name_of)
        if step is None or any(frame.step == step for frame in second):
            console.print(f"\n{_heading(other)}:")
            _show_one(console, second, step, name_of)
    elif layout.beside:
        _show_beside(console, record, second, other, layout)
    else:
        _show_differences(console, record, second, other)


def _heading(other: str) -> str:
    return "As it was first written" if other == WRITTEN else f"Under {other}"


def _unlawful(refused: Refused, other: str) -> str:
    at = "" if refused.step is None else f" at step {refused.step}"
    law = f" (law {refused.law})" if refused.law else ""
    return f"{_heading(other)} it would be unlawful{at}: {refused.detail}{law}"


def _lines(console: Console, record: Sequence[Frame]) -> Lines:
    signs = has_signs(console)
    return {
        frame.step: [Line(entry.law, _words(entry, signs), frame.pool) for entry in frame.entries] for frame in record
    }


def _words(entry: Entry, signs: bool) -> Text:
    """The sentence of an entry, marked if a correction struck or inserted it."""
    text = told(entry.sentence, entry.event, signs)
    return text.append(" (struck)" if entry.struck else " (put in)" if entry.inserted else "")


# One record


def _show_one(console: Console, record: Sequence[Frame], step: int | None, name_of: Callable[[Member], str]) -> None:
    """Print a record, or one step of it. Raises IndexError if it has no such step."""
    if step is not None:
        at_step = [frame for frame in record if frame.step == step]
        _show_step(console, at_step[0], name_of)
        return
    table = _table(step="right", law="right", **{"": "left"}, pool="right")
    for step, lines in _lines(console, record).items():
        for line in lines:
            table.add_row(str(step), str(line.law or ""), line.words, str(line.pool))
    console.print(table)


def _table(**columns: str) -> Table:
    """A table with these headings, and on which side each column stands."""
    table = Table(box=None, pad_edge=False)
    for heading, justify in columns.items():
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]
    return table


# Two records


def _steps(record: Lines, second: Lines, *, whole: bool) -> Iterator[tuple[int, Sequence[Line], Sequence[Line]]]:
    """The steps of two records with the lines of each; unless `whole` only those in which the lines differ."""
    for step in sorted({*record, *second}):
        ours, theirs = record.get(step, ()), second.get(step, ())
        if whole or _compared(ours) != _compared(theirs):
            yield step, ours, theirs


def _compared(lines: Sequence[Line]) -> list[tuple[int | None, str, int]]:
    return [(line.law, line.words.plain, line.pool) for line in lines]


def _show_differences(console: Console, record: Sequence[Frame], second: Sequence[Frame], other: str) -> None:
    """The steps that differ, each as it is and as it would be."""
    differing = list(_steps(_lines(console, record), _lines(console, second), whole=False))
    console.print(f"{_heading(other)} {_count(len(differing))} of {len(record)}:\n" if differing else _same(other))
    if not differing:
        return
    table = _table(step="right", law="right", **{" ": "left", "": "left"}, pool="right")
    for step, ours, theirs in differing:
        for which, lines, others in (("is", ours, theirs), ("would be", theirs, ours)):
            same = _compared(others)
            for line in (line for line in lines if _compared([line])[0] not in same):
                table.add_row(str(step), str(line.law or ""), which, line.words, str(line.pool))
    console.print(table)


def _count(differing: int) -> str:
    return f"{differing} step differs" if differing == 1 else f"{differing} steps differ"


def _same(other: str) -> str:
    return f"{_heading(other)} every step is the same; --whole shows them all"


def _show_beside(
    console: Console, record: Sequence[Frame], second: Sequence[Frame], other: str, layout: Layout
) -> None:
    """Two records in columns: the older one left, so that time runs from left to right."""
    ours, theirs = _lines(console, record), _lines(console, second)
    headings = ("as recorded", f"under {other}")
    if other == WRITTEN:
        ours, theirs, headings = theirs, ours, ("as first written", "as it stands")
    steps = list(_steps(ours, theirs, whole=layout.whole))
    if not steps:
        console.print(_same(other))
        return
    table = Table(box=None, pad_edge=False, expand=False)
    table.add_column("step", justify="right", no_wrap=True)
    for heading in headings:
        table.add_column(heading, ratio=1, overflow="fold")
        table.add_column("pool", justify="right", no_wrap=True)
    for step, left, right in steps:
        for pair in zip_longest(left, right):
            table.add_row(str(step), *(cell for line in pair for cell in _cells(line)))
    console.print(table)


def _cells(line: Line | None) -> tuple[Text, str]:
    if line is None:
        return Text(), ""
    return line.words.copy().append(f" (law {line.law})" if line.law else ""), str(line.pool)


# One step


def _show_step(console: Console, frame: Frame, name_of: Callable[[Member], str]) -> None:
    signs = has_signs(console)
    for entry in frame.entries:
        law = f" (law {entry.law})" if entry.law else ""
        console.print(Text(f"step {frame.step}: ").append_text(_words(entry, signs)).append(law))
    console.print(f"pool {frame.pool}, of which {frame.carried_in} was carried in")
    left = dict.fromkeys(("ante", "jack-pot", "stake", "counters left"), "right")
    table = _table(player="left", **left, cards="left")
    for member, put in frame.contributed.items():
        cards = shown(frame.cards[member] or (), signs) or Text("passed" if member not in frame.in_game else "")
        amounts = (put.ante, put.payment, put.stake, frame.funds[member])
        table.add_row(Text(name_of(member)), *map(str, amounts), cards)
    console.print(table)
    if frame.turn.player:
        turn = f"{name_of(frame.turn.player)} to act in the {frame.turn.phase} (law {frame.turn.law})"
        console.print(Text(turn))
    for act in frame.legal:
        bounds = (
            "" if act.least is None else f" {act.least}" if act.least == act.most else f" {act.least} to {act.most}"
        )
        console.print(f"  may {act.action.replace('_', ' ')}{bounds} (law {act.law})")
