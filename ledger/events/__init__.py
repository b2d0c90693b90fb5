"""The events: what is written here is written for ever.

In reading order: `base` (topics, versions, the sealed part), `club`, `sitting`, `game`, `mishaps` (what goes wrong
in a game), and `settlement`, the document that a settled game stores.
"""

from ledger.events import club, game, mishaps, settlement, sitting
from ledger.events.base import TOPICS, Event, Member, sealed_fields

__all__ = ["TOPICS", "Event", "Member", "club", "game", "mishaps", "sealed_fields", "settlement", "sitting"]
