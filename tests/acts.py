"""Acts as a game file writes them: how tests tell what happens at a table, in memory or over HTTP.

`C stakes 6; D passes` is read by the game file's own reader, so that whatever may stand in a file may stand in a test.
Semicolons divide acts, as lines do; those of a deal go on dividing its hands: `deal C: Ah Ad 5c 6d 9s; D: 2c 3d`.
"""

import re
from dataclasses import MISSING, fields
from functools import cache
from importlib.resources import files
from itertools import pairwise
from string import ascii_uppercase
from typing import Any

from ledger.gamefile import parse
from ledger.gamefile.lines import ExpectRefused, Record
from ledger.play.acts import ACTS
from ledger.play.commands import Command

HEAD = f"ante 3\nlimit 12\nplayers {', '.join(ascii_uppercase)}\n"
"""What stands before the acts of any file. The reader wants names, and judges nothing else by it."""

WORDS = {act.command: act.word for act in ACTS}
"""The words of the API for the acts."""


@cache
def commands(acts: str) -> tuple[Command, ...]:
    """The commands that acts are written for; players are called by letters. Raises GameFileError."""
    lines = [line.strip() for line in re.split(r"\n|;(?!\s*\w+:)", acts) if line.strip()]
    _, *read = (line.act for line in parse(HEAD + "\n".join(lines)).lines)
    return tuple(_command(act) for act in read)


def _acts_in(file: str) -> str:
    """The acts of the games in a file, without those that are to be refused."""
    return "\n".join(
        line.text.partition("#")[0]
        for before, line in pairwise(parse(file).lines)
        if isinstance(line.act, Record) and not isinstance(before.act, ExpectRefused)
    )


ILLUSTRATED = _acts_in(files("ops.demo").joinpath("illustrated.game").read_text())
"""The example of the book, as the demonstration club plays it: C takes the pool of 126."""


def _command(act: object) -> Command:
    assert isinstance(act, Record), f"{act} is no act of a game"
    return act.command


def command(act: str) -> Command:
    """The command that one act is written for."""
    (only,) = commands(act)
    return only


def body(command: Command) -> dict[str, Any]:
    """The body in which the API takes an act. What a command leaves at its default is left out."""
    values = {f.name: getattr(command, f.name) for f in fields(command)}
    defaults = {f.name: f.default for f in fields(command) if f.default is not MISSING}
    given = {name: value for name, value in values.items() if name not in defaults or value != defaults[name]}
    return {"action": WORDS[type(command)], **given}
