"""What was asked about the cards of a game, for the auditor to read: what-ifs, and refusals by hidden cards.

The questions of one kind about a game are a stream beside the game's own, so that they delay nobody who records.
"""

from dataclasses import dataclass
from uuid import NAMESPACE_URL, UUID, uuid5

from ledger.events.base import Event, fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Event):
    """A question about a game. Who asked it, and when, stands in the envelope."""

    game: str


@fact("trail.what_if_asked")
@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfAsked(Question):
    """It was asked what would follow from another record, or from other readings."""


@fact("trail.cards_refused")
@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRefused(Question):
    """An act or a correction was refused because of cards that are hidden from the one who sent it."""


def trail_of(kind: type[Question], game: str) -> UUID:
    """The stream of the questions of one kind about a game."""
    return uuid5(NAMESPACE_URL, f"poolbook:{kind.topic}:{game}")
