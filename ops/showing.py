"""A game step by step in the terminal: the law by each line, and the pool after it."""

from collections.abc import Callable
from uuid import UUID

from rich.console import Console
from rich.table import Table

from ledger.application import ClubBooks
from ledger.events.base import Member
from ledger.redaction import Reader
from ledger.replay import Frame, frames


def show_game(console: Console, books: ClubBooks, game: UUID, reader: Reader, step: int | None) -> None:
    """Print every step of a game as the reader may see it, or one of them with the table after it.

    Raises IndexError for a step that the game has not.
    """
    name_of = books.club().name_of
    steps = frames(books.game_events(game), reader, name_of)
    if step is not None:
        _show_step(console, steps[step], name_of)
        return
    table = Table(box=None, pad_edge=False)
    for heading, justify in (("step", "right"), ("law", "right"), ("", "left"), ("pool", "right")):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]
    for frame in steps:
        for entry in frame.entries:
            table.add_row(str(frame.step), str(entry.law or ""), entry.sentence, str(frame.pool))
    console.print(table)


def _show_step(console: Console, frame: Frame, name_of: Callable[[Member], str]) -> None:
    for entry in frame.entries:
        console.print(f"step {frame.step}: {entry.sentence}" + (f" (law {entry.law})" if entry.law else ""))
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
