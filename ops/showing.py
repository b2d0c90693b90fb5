"""Show a game step by step in the terminal, with the law of each line and the pool after it."""

from collections.abc import Callable, Sequence
from uuid import UUID

from rich.console import Console
from rich.table import Table

from ledger.application.club_books import ClubBooks
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.telling.redaction import Reader
from ledger.telling.replay import Entry, Frame, beside, frames


def show_game(
    console: Console, books: ClubBooks, game: UUID, reader: Reader, step: int | None, other: str | None = None
) -> None:
    """Print every step of a game as the reader may see it, or only `step` and the table after it.

    With `other` a second record follows: `written` for the game before its corrections, or `name=value` for the game
    under another reading. Raises IndexError if the game has no such step, Invalid if there is no such reading.
    """
    name_of = books.club().name_of
    events = books.game_events(game)
    _show(console, frames(events, reader, name_of), step, name_of)
    if other is None:
        return
    console.print(f"\n{'As it was first written' if other == 'written' else f'Under {other}'}:")
    try:
        second = beside(events, reader, other, name_of)
    except Refused as refused:
        at = "" if refused.step is None else f" at step {refused.step}"
        console.print(f"it would be unlawful{at}: {refused.detail}" + (f" (law {refused.law})" if refused.law else ""))
        return
    if step is None or any(frame.step == step for frame in second):
        _show(console, second, step, name_of)


def _show(console: Console, steps: Sequence[Frame], step: int | None, name_of: Callable[[Member], str]) -> None:
    if step is not None:
        at_step = [frame for frame in steps if frame.step == step]
        _show_step(console, at_step[0], name_of)
        return
    table = Table(box=None, pad_edge=False)
    for heading, justify in (("step", "right"), ("law", "right"), ("", "left"), ("pool", "right")):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]
    for frame in steps:
        for entry in frame.entries:
            table.add_row(str(frame.step), str(entry.law or ""), _line(entry), str(frame.pool))
    console.print(table)


def _line(entry: Entry) -> str:
    """The sentence of an entry, marked if a correction struck or inserted it."""
    return entry.sentence + (" (struck)" if entry.struck else " (put in)" if entry.inserted else "")


def _show_step(console: Console, frame: Frame, name_of: Callable[[Member], str]) -> None:
    for entry in frame.entries:
        console.print(f"step {frame.step}: {_line(entry)}" + (f" (law {entry.law})" if entry.law else ""))
    console.print(f"pool {frame.pool}, of which {frame.carried_in} was carried in")
    table = Table(box=None, pad_edge=False)
    for heading in ("player", "ante", "jack-pot", "stake", "counters left", "cards"):
        table.add_column(heading, justify="left" if heading in ("player", "cards") else "right")
    for member, put in frame.contributed.items():
        cards = " ".join(frame.cards[member] or ()) or ("passed" if member not in frame.in_game else "")
        amounts = (put.ante, put.payment, put.stake, frame.funds[member])
        table.add_row(name_of(member), *map(str, amounts), cards)
    console.print(table)
    if frame.turn.player:
        console.print(f"{name_of(frame.turn.player)} to act in the {frame.turn.phase} (law {frame.turn.law})")
    for act in frame.legal:
        bounds = (
            "" if act.least is None else f" {act.least}" if act.least == act.most else f" {act.least} to {act.most}"
        )
        console.print(f"  may {act.action.replace('_', ' ')}{bounds} (law {act.law})")
