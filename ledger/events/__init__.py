"""The events. A stored event is never changed.

In reading order:

base        what every event has: a topic, a version, a sealed part
settlement  the document that a settled game stores
club        members, tokens, the list of sittings
webhook     addresses to which the club's events are sent
sitting     seats, counters, the cut, the games, the buy-back, the close
game        one game, from the ante to the settlement
mishaps     the pack and what goes wrong in a game
amendment   corrections, void games, payments as made, hands unsealed
adjustment  what a correction changes after its sitting has closed
dispute     disputes, evidence, rulings
pen         who writes at a table
trail       what was asked about the cards of a game
"""

from ledger.events import adjustment, amendment, club, dispute, game, mishaps, pen, settlement, sitting, trail, webhook
from ledger.events.base import TOPICS, Event, sealed_fields
from ledger.seats import Member

__all__ = [
    "TOPICS",
    "Event",
    "Member",
    "adjustment",
    "amendment",
    "club",
    "dispute",
    "game",
    "mishaps",
    "pen",
    "sealed_fields",
    "settlement",
    "sitting",
    "trail",
    "webhook",
]
