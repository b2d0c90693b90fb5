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

Renamable = TypeVar("Renamable", bound=Act | Command | EntryCommand)


def renamed(act: Renamable, new_name: Callable[[str], str]) -> Renamable:
    """The same act or command with every player in it renamed.

    To record a file, an application calls `renamed(act, ids.__getitem__)`, where `ids` maps names to members' ids.
    """
    return replace(act, **{f.name: _renamed(f.name, getattr(act, f.name), new_name) for f in fields(act)})


def _renamed(name: str, value: Any, new_name: Callable[[str], str]) -> Any:
    if isinstance(value, Command | EntryCommand):
        return renamed(value, new_name)
    if isinstance(value, Mapping):
        # In an act or a command every mapping is by player.
        return {new_name(m): content for m, content in value.items()}
    if name in SEVERAL:
        return tuple(new_name(m) for m in value)
    if name in ONE and value is not None and value != BANK:
        return new_name(value)
    return value
