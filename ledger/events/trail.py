"""What was asked about the cards of a game, for the auditor to read: what-ifs, and refusals by hidden cards.

The questions of one kind about a game are a stream beside the game's own, so that they delay nobody who records.
"""

from uuid import NAMESPACE_URL, UUID, uuid5

from ledger.events.base import Event, fact


class Question(Event, frozen=True, kw_only=True):
    """A question about a game. Who asked it, and when, stands in the envelope."""

    game: str


@fact("trail.what_if_asked")
class WhatIfAsked(Question, frozen=True, kw_only=True):
    """It was asked what would follow from another record, or from other readings."""


@fact("trail.cards_refused")
class CardsRefused(Question, frozen=True, kw_only=True):
    """An act or a correction was refused because of cards that are hidden from the one who sent it."""


def trail_of(kind: type[Question], game: str) -> UUID:
    """The stream of the questions of one kind about a game."""
    return uuid5(NAMESPACE_URL, f"poolbook:{kind.topic}:{game}")
