"""The events: what is written here is written for ever.

In reading order: `base` (topics, versions, the sealed part), `club`, `sitting`, `game`, `mishaps` (what goes wrong
in a game), `settlement` (the document that a settled game stores), `amendment` (what is said of a record
afterwards) and `dispute`.
"""

from ledger.events import amendment, club, dispute, game, mishaps, settlement, sitting
from ledger.events.base import TOPICS, Event, Member, sealed_fields

__all__ = [
    "TOPICS",
    "Event",
    "Member",
    "amendment",
    "club",
    "dispute",
    "game",
    "mishaps",
    "sealed_fields",
    "settlement",
    "sitting",
]
