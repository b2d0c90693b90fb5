"""Carry out erasures: save the event, remove the sealed part, and remove a label from the list of tokens.

The caller checks the role.
"""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from ledger.afterwards.erasure import StreamEvent, erase_name, erase_words, erased_parts
from ledger.application.club_books import ClubBooks, NotFound, Request, Saved, Write
from ledger.events.club import PartErased, TokenIssued
from ledger.refusals import Invalid
from ledger.seats import Member
from ledger.store.directory import erase_label


class Erasures:
    """The commands that erase words of one club's records. They raise what `ClubBooks.carry_out` raises."""

    def __init__(self, books: ClubBooks) -> None:
        self.books = books

    def erase_name(self, request: Request, member: Member, reason: str) -> Saved:
        """Erase a member's name and the labels of his tokens. Raises NotFound if the club has no such member, and
        Refused if the name is erased already."""

        def decision() -> list[Write]:
            club = self._record(self.books.club_id)
            if member not in self.books.club().members:
                raise NotFound
            return self._written(request, club, erase_name(str(self.books.club_id), club, member, reason))

        return self.books.carry_out(request, decision)

    def erase_words(self, request: Request, stream: UUID, version: int, part: str, reason: str) -> Saved:
        """Erase the words of one part of an event. Raises Invalid if there is no such stream, version or part, and
        Refused if it is erased already."""

        def decision() -> list[Write]:
            club = self._record(self.books.club_id)
            record = club if stream == self.books.club_id else self._record(stream)
            if not record:
                raise Invalid({"stream": ["is neither this club's id nor that of a sitting or game of it"]})
            gone = erased_parts(stored.event for stored in club)
            return self._written(request, club, erase_words(str(stream), record, version, part, reason, gone))

        return self.books.carry_out(request, decision)

    def _record(self, stream: UUID) -> list[StreamEvent]:
        recorded = self.books.recorded(stream)
        return [StreamEvent(event.originator_version, event.command, event.event) for event in recorded]

    def _written(self, request: Request, club: Sequence[StreamEvent], parts: Sequence[PartErased]) -> list[Write]:
        """The write of these erasures. A label is removed from the list of tokens in the same transaction."""
        request.decided_on(len(club))
        club_id, events = self.books.club_id, {stored.version: stored.event for stored in club}
        labelled = [events.get(erased.of_version) for erased in parts if erased.part == "label"]
        beside = [
            partial(erase_label, club_id, UUID(event.token)) for event in labelled if isinstance(event, TokenIssued)
        ]
        return [Write(club_id, len(club), parts, beside)]
