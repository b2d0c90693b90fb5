"""The record of a game: its events as a reader may know them, and their replay."""

from dataclasses import fields
from typing import Any

from api.answers.game import cards_body, legal_body
from api.answers.settlement import refund_body
from api.answers.times import timestamp
from ledger.events.base import Event
from ledger.events.game import Action, GameSettled, GameUnopened, StakeCounted
from ledger.events.settlement import Refund
from ledger.game import Game
from ledger.redaction import Reader, redacted_action
from ledger.replay import Entry, Frame
from ledger.store import Recorded

_NOT_IN_BODY = frozenset({"turn", "pack", "settlement"})
"""Whose turn it is stands by itself; the pack is for nobody; the settlement has its own address."""


def events_body(events: list[Event], latest: Game, reader: Reader) -> list[dict[str, Any]]:
    """What followed from an act. `latest` is the state from which the reader looks back."""
    return [event_body(_seen(event, latest, reader)) for event in events if has_step(event)]


def recorded_body(recorded: Recorded, latest: Game, reader: Reader) -> dict[str, Any]:
    """One recorded fact with its time and the role that recorded it."""
    body = event_body(_seen(recorded.event, latest, reader))
    return {**body, "at": timestamp(recorded.at), "role": recorded.actor.role}


def has_step(event: Event) -> bool:
    """Whether an event belongs to a step: the beginning of a game does not."""
    return isinstance(event, Action | StakeCounted | GameSettled | GameUnopened)


def _seen(event: Event, latest: Game, reader: Reader) -> Event:
    return redacted_action(event, latest, reader) if isinstance(event, Action) else event


def event_body(event: Event) -> dict[str, Any]:
    """The fields of a redacted event under their own names."""
    assert isinstance(event, Action | StakeCounted | GameSettled | GameUnopened)
    said = {f.name: _plain(getattr(event, f.name)) for f in fields(event) if f.name not in _NOT_IN_BODY}
    return {"type": event.topic, **said, "phase": event.turn.phase, "to_act": event.turn.player}


def _plain(value: Any) -> Any:
    if isinstance(value, Refund):
        return refund_body(value)
    if isinstance(value, tuple):
        return list(value)
    return {k: _plain(v) for k, v in value.items()} if isinstance(value, dict) else value


def frame_body(frame: Frame) -> dict[str, Any]:
    """One frame of a replay."""
    return {
        "step": frame.step,
        "entries": [_entry_body(each) for each in frame.entries],
        "phase": frame.turn.phase,
        "to_act": frame.turn.player,
        "law": frame.turn.law,
        "pool": frame.pool,
        "carried_in": frame.carried_in,
        "contributed": {
            m: {"ante": each.ante, "payment": each.payment, "stake": each.stake}
            for m, each in frame.contributed.items()
        },
        "funds": dict(frame.funds),
        "in_game": list(frame.in_game),
        "cards": {m: cards_body(held) for m, held in frame.cards.items()},
        "legal": [legal_body(each) for each in frame.legal],
    }


def _entry_body(entry: Entry) -> dict[str, Any]:
    common = {"type": entry.event.topic, "law": entry.law, "sentence": entry.sentence}
    if has_step(entry.event):
        return {**event_body(entry.event), **common}
    return {**common, "step": 0, "phase": "ante", "to_act": None}
