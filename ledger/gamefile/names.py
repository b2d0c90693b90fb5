"""Names for members' ids, and the other way about, throughout an act or a command."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from ledger.gamefile.lines import Act
from ledger.play.commands import Command
from ledger.state.game import BANK
from ledger.table.commands import EntryCommand

ONE = frozenset({"player", "lender", "dealer", "cut_by", "left_of", "to"})
SEVERAL = frozenset({"seats", "agreed_by", "sitting_out"})

Said = TypeVar("Said", bound=Act | Command | EntryCommand)


def renamed(said: Said, new_name: Callable[[str], str]) -> Said:
    """The same act or command with every player in it renamed.

    An application plays a file with `renamed(act, ids.__getitem__)`, its `ids` being the members' by name.
    """
    return replace(said, **{f.name: _renamed(f.name, getattr(said, f.name), new_name) for f in fields(said)})


def _renamed(name: str, value: Any, new_name: Callable[[str], str]) -> Any:
    if isinstance(value, Command | EntryCommand):
        return renamed(value, new_name)
    if isinstance(value, Mapping):
        # In an act or a command every mapping is by player.
        return {new_name(m): each for m, each in value.items()}
    if name in SEVERAL:
        return tuple(new_name(m) for m in value)
    if name in ONE and value is not None and value != BANK:
        return new_name(value)
    return value
