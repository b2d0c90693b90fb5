"""The way back from the record: the command that gives a recorded action again.

Corrections and what-ifs decide a game's commands anew, and a game file writes them down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from ledger.events.game import Action, Dealt, Drew
from ledger.play.acts import ACT_RECORDED_AS
from ledger.play.commands import Command


def command_of(action: Action) -> Command:
    """The command that gives this action again in the same game. It always names its player.

    Raises ValueError for a draw whose number is withheld from the reader: it cannot be given again.
    """
    command = ACT_RECORDED_AS[type(action)].command
    differing: Mapping[str, Any] = {}
    match action:
        case Dealt():
            differing = _deal(action)
        case Drew():
            differing = _draw(action)
    same = {name: getattr(action, in_event) for name, in_event in _alike(type(action))}
    return command(**{**same, **differing})


@cache
def _alike(action: type[Action]) -> Sequence[tuple[str, str]]:
    """The fields of an action's command that the action has too, each with its name there."""
    command = ACT_RECORDED_AS[action].command
    names = ((f.name, f.metadata.get("recorded_as", f.name)) for f in fields(command))
    return [(name, in_event) for name, in_event in names if in_event in action.__struct_fields__]


def _deal(dealt: Dealt) -> Mapping[str, Any]:
    """The fields of a deal that differ from its event. Where the order of the pack is known, the hands follow (7)."""
    return {
        "cards": None if dealt.pack else dealt.hands,
        "counts": dealt.counts or None,
        "cut": False if dealt.uncut else None,
    }


def _draw(drew: Drew) -> Mapping[str, Any]:
    """The fields of a draw that differ from its event: the cards discarded where they are named, else their number."""
    if drew.discarded is None:
        raise ValueError("the number drawn is withheld, so the draw cannot be given again")
    return {"discard": drew.discarded if drew.discards is None else drew.discards}
