"""Judge what is written down on the whole record, hidden cards included, and tell no more of them than that the cards
do not agree."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from ledger.application.trail import Trail
from ledger.events.base import Event
from ledger.refusals import Invalid, Refused
from ledger.roles import Role
from ledger.store import Actor
from ledger.telling.redaction import Reader, known_events

T = TypeVar("T")


class CardsDisagree(Refused):
    """Refused because of cards that are hidden from the one who writes. It names neither law nor step: either could
    tell a card."""

    def __init__(self) -> None:
        super().__init__(None, "cards_disagree", "the cards do not agree with the record of this game")


@dataclass(frozen=True, slots=True)
class HiddenCards:
    """Judges what somebody writes down of one game. An actor without a token works on the service's own machine, and is
    told every refusal as it is."""

    trail: Trail
    actor: Actor
    game: UUID

    def judged(self, events: Sequence[Event], decide: Callable[[Sequence[Event]], T], *, limited: bool) -> T:
        """What is decided on the events of the game. `limited`: what is written could be a guess at hidden cards.

        A refusal that follows from what the writer may know is raised as it is. Raises CardsDisagree where the whole
        record refuses what that allows, and TooManyRefusals where the writer has tried hidden cards too often.
        """
        if self.actor.token is None:
            return decide(events)
        return self._guess_judged(events, decide) if limited else self._judged(events, decide)

    def _judged(self, events: Sequence[Event], decide: Callable[[Sequence[Event]], T]) -> T:
        try:
            return decide(events)
        except (Refused, Invalid):
            decide(self._known(events))
            raise CardsDisagree from None

    def _guess_judged(self, events: Sequence[Event], decide: Callable[[Sequence[Event]], T]) -> T:
        """Decide first on what the writer may know, so that no hidden card has a part in a refusal that is no trial."""
        known = self._known(events)
        if known == tuple(events):
            return decide(events)
        self.trail.check_limit(self.actor, self.game)
        decide(known)
        try:
            decided = decide(events)
        except (Refused, Invalid):
            raise CardsDisagree from None
        # Other requests with the same token may have been refused meanwhile: many at once gain nothing.
        self.trail.check_limit(self.actor, self.game)
        return decided

    def _known(self, events: Sequence[Event]) -> Sequence[Event]:
        return known_events(events, Reader(Role(self.actor.role), self.actor.member))

    def noting_refusals(self, carry_out: Callable[[], T]) -> T:
        """Carry something out; a refusal by hidden cards goes on the trail first. Raises TooManyRefusals where it was
        one too many."""
        try:
            return carry_out()
        except CardsDisagree:
            self.trail.note_refusal(self.actor, self.game)
            raise
