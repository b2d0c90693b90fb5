"""The way back from the record: the command that a recorded action answers to.

Corrections and what-if replays give a game's commands again, and a game file writes them down.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ledger.events.game import Action, Dealt, Drew
from ledger.play.acts import ACT_RECORDED_AS
from ledger.play.commands import Command


def command_of(action: Action) -> Command:
    """The command that gives this action again in the game it was recorded in, its player always named.

    Raises ValueError for a draw whose number is withheld from the reader: it cannot be given again.
    """
    command = ACT_RECORDED_AS[type(action)].command
    differing: Mapping[str, Any] = {}
    match action:
        case Dealt():
            differing = _deal(action)
        case Drew():
            differing = _draw(action)
    names = {f.name: f.metadata.get("recorded_as", f.name) for f in fields(command)}
    recorded = {ours: getattr(action, theirs) for ours, theirs in names.items() if hasattr(action, theirs)}
    return command(**{**recorded, **differing})


def _deal(dealt: Dealt) -> Mapping[str, Any]:
    """Where the order of the pack is known, the hands follow from it (7)."""
    return {
        "cards": None if dealt.pack else dealt.hands,
        "counts": dealt.counts or None,
        "cut": False if dealt.uncut else None,
    }


def _draw(drew: Drew) -> Mapping[str, Any]:
    """The cards discarded where they are named, else their number."""
    if drew.discarded is None:
        raise ValueError("the number drawn is withheld, so the draw cannot be given again")
    return {"discard": drew.discarded if drew.discards is None else drew.discards}
