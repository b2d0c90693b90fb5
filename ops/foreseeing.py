"""Command: `what-if` judges a whole evening under other readings, and records nothing but that it was asked."""

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ledger.afterwards.evening import EveningForeseen, Stopped
from ledger.application.evenings import Evenings
from ledger.laws.readings import READINGS
from ledger.roles import Role
from ledger.state.club import Club
from ledger.store import Actor
from ops.plainly import club_books, club_option, naming_of, plainly
from ops.printing import console

OWNER = Actor(token=None, member=None, role=Role.OWNER)
"""Who asks at the command line: an owner without a token."""


@click.command(name="what-if")
@click.argument("sitting", metavar="SITTING")
@click.argument("readings", metavar="READING=VALUE...", nargs=-1, required=True)
@club_option
@plainly
def what_if(sitting: str, readings: tuple[str, ...], chosen: str | None) -> None:
    """Show what a SITTING (`latest`, its day, number or id) would have been under other readings, game after game.

    Each game takes over what the one before it would have carried. Where the record would not have been lawful, the
    command names the first act that would not have been, and stops there. It judges what the owner may see.
    """
    wanted = dict(_reading(text) for text in readings)
    with club_books(chosen) as (clubs, _club, books):
        foreseen = Evenings(books).what_if(OWNER, naming_of(clubs, books).sitting(sitting), wanted)
        show_evening(console(), books.club(), foreseen)


def choice_of_readings(text: str) -> str:
    """What READING=VALUE may be: the values, where the name before = is that of a reading, else the names."""
    name = text.partition("=")[0]
    if name in READINGS:
        return f"{name} may be {', '.join(READINGS[name].values)}"
    return f"write READING=VALUE, as in hearts=always; the readings are {', '.join(READINGS)}"


def _reading(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"{text!r} is no reading: write READING=VALUE, as in hearts=always")
    return name, value


def show_evening(console: Console, club: Club, foreseen: EveningForeseen) -> None:
    """Print what each game would have changed for whom and carried, the totals, and where the record would have
    stopped."""
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "pool", "carried", "changes"):
        table.add_column(heading, justify="left" if heading == "changes" else "right")
    for game in foreseen.games:
        changes = ", ".join(f"{club.name_of(m)} {n:+}" for m, n in game.changes.items()) or "none"
        table.add_row(str(game.number), str(game.settlement.pool), str(game.settlement.carried_out), Text(changes))
    console.print(table)
    for member, total in foreseen.totals.items():
        console.print(Text(f"{club.name_of(member)}: {total:+} in all ({foreseen.changes.get(member, 0):+})"))
    if foreseen.stopped:
        console.print(Text(_stopped(foreseen.stopped)))


def _stopped(stopped: Stopped) -> str:
    place = f"game {stopped.number}" if stopped.number else "the sitting's book"
    place += "" if stopped.step is None else f", step {stopped.step}"
    place += "" if stopped.entry is None else f", entry {stopped.entry}"
    law = f" (law {stopped.law})" if stopped.law else ""
    return f"It would have stopped at {place}: {stopped.sentence}{law}"
