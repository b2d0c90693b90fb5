"""The events: what is written here is written for ever.

In reading order: `base` (topics, versions, the sealed part), `club`, `sitting`, `game`, and `settlement`, the
document that a settled game stores.
"""

from ledger.events import club, game, settlement, sitting
from ledger.events.base import TOPICS, Event, Member, sealed_fields

__all__ = ["TOPICS", "Event", "Member", "club", "game", "sealed_fields", "settlement", "sitting"]
