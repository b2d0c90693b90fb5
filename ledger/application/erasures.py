"""Erasures carried out: the event, the removal of the sealed part, and the label in the list of tokens.

Who may erase is for the caller to say.
"""

from collections.abc import Sequence
from uuid import UUID

from ledger.afterwards.erasure import Said, erase_name, erase_words, erased_parts
from ledger.application.club_books import ClubBooks, NotFound, Request, Saved, Write
from ledger.events.club import PartErased, TokenIssued
from ledger.refusals import Invalid
from ledger.seats import Member
from ledger.store import Directory


class Erasures:
    """What may be erased of one club's records."""

    def __init__(self, books: ClubBooks, directory: Directory) -> None:
        self.books = books
        self.directory = directory

    def erase_name(self, request: Request, member: Member, reason: str) -> Saved:
        """Erase a member's name. Raises NotFound for a stranger, Refused where it is erased already."""

        def decision() -> list[Write]:
            club = self._record(self.books.club_id)
            if member not in self.books.club().members:
                raise NotFound
            return self._written(request, club, erase_name(str(self.books.club_id), club, member, reason))

        return self.books.carry_out(request, decision)

    def erase_words(self, request: Request, stream: UUID, version: int, part: str, reason: str) -> Saved:
        """Erase the words of one part of an event. Raises Invalid, or Refused where they are erased already."""

        def decision() -> list[Write]:
            club = self._record(self.books.club_id)
            record = club if stream == self.books.club_id else self._record(stream)
            if not record:
                raise Invalid({"stream": ["is neither this club's id nor that of a sitting or game of it"]})
            gone = erased_parts(said.event for said in club)
            return self._written(request, club, erase_words(str(stream), record, version, part, reason, gone))

        return self.books.carry_out(request, decision)

    def _record(self, stream: UUID) -> list[Said]:
        return [Said(each.originator_version, each.command, each.event) for each in self.books.store.load(stream)]

    def _written(self, request: Request, club: Sequence[Said], parts: Sequence[PartErased]) -> list[Write]:
        """The write. A label goes from the list of tokens first: should the rest fail, asking again completes it."""
        request.decided_on(len(club))
        events = {said.version: said.event for said in club}
        for each in parts:
            issued = events.get(each.of_version) if each.part == "label" else None
            if isinstance(issued, TokenIssued):
                self.directory.erase_label(self.books.club_id, UUID(issued.token))
        return [Write(self.books.club_id, len(club), parts)]
