"""The record of a game: its events with what a reader may see, and their replay."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from api.joined import Joined
from ledger.afterwards.erasure import parts_of
from ledger.events.amendment import GameCorrected
from ledger.events.base import Event
from ledger.events.game import Action, GameBegun, GameSettled, GameUnopened, StakeCounted
from ledger.state.in_force import RecordLine
from ledger.store import Recorded
from ledger.telling.redaction import Reader
from ledger.telling.replay import Entry, Frame
from ledger.times import timestamp

_NOT_IN_BODY = frozenset({"turn", "pack", "settlement", "moved", "issued", "tail", "begun", "results", "funds"})
"""Fields of events that their bodies leave out: the turn is in `phase` and `to_act`, nobody may see the pack, the
settlement has its own route, and the acts that a correction inserts are in the list themselves."""
_OF_CORRECTIONS = frozenset({"after", "pool", "seats", "advances"})


def events_body(known: Sequence[Event]) -> list[dict[str, Any]]:
    """The bodies of the events that followed from an act, as the reader may know them."""
    return [event_body(event) for event in known if has_step(event)]


def line_body(line: RecordLine, recorded: Recorded, reader: Reader) -> dict[str, Any]:
    """One line of a game's record, as the reader may know it, with the time and the role that recorded it, whether it
    was struck, and what can be erased of it."""
    body = event_body(line.event)
    marks = {"struck": line.struck, "inserted": line.inserted}
    texts = parts_of(line, recorded.event) if reader.keeps_the_book else ()
    place = {"version": recorded.originator_version, "texts": list(texts)}
    return {**body, **marks, **place, "at": timestamp(recorded.at), "role": recorded.actor.role}


def has_step(event: Event) -> bool:
    """Whether an event belongs to a step; the beginning of a game, for example, does not."""
    return isinstance(event, Action | StakeCounted | GameSettled | GameUnopened)


def event_body(event: Event) -> dict[str, Any]:
    """The fields of an event, as its reader may know it, under their own names. `step` and the turn are None where it
    has none."""
    left_out = _NOT_IN_BODY if has_step(event) else _NOT_IN_BODY | _OF_CORRECTIONS
    body = {name: _plain(field) for name, field in asdict(event).items() if name not in left_out}
    if isinstance(event, GameCorrected):
        body["strikes"], body["inserts"] = body.pop("struck"), body.pop("inserted")
    turn = event.turn if isinstance(event, Action | StakeCounted | GameSettled | GameUnopened) else None
    return {
        "type": event.topic,
        "step": None,
        "law": None,
        **body,
        "phase": turn and turn.phase,
        "to_act": turn and turn.player,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return {k: _plain(v) for k, v in value.items()} if isinstance(value, dict) else value


def frame_body(frame: Frame) -> Joined:
    """One frame of a replay."""
    return Joined({"entries": [_entry_body(entry) for entry in frame.entries]}, frame)


def _entry_body(entry: Entry) -> dict[str, Any]:
    common = {
        "type": entry.event.topic,
        "law": entry.law,
        "sentence": entry.sentence,
        "struck": entry.struck,
        "inserted": entry.inserted,
    }
    if isinstance(entry.event, GameBegun):
        return {**common, "step": 0, "phase": "ante", "to_act": None}
    return {**event_body(entry.event), **common}
