"""Ask what a whole evening would have been under other readings."""

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from ledger.afterwards.affected import over
from ledger.afterwards.evening import EveningForeseen, evening_under
from ledger.application.club_books import ClubBooks
from ledger.laws.readings import UnknownReading, complete
from ledger.refusals import Invalid
from ledger.roles import Role
from ledger.state.in_force import entries_in_force
from ledger.store import Actor
from ledger.telling.redaction import Reader, known_events, sees_entry


class Evenings:
    """The evenings of one club."""

    def __init__(self, books: ClubBooks) -> None:
        self.books = books

    def what_if(self, actor: Actor, sitting: UUID, readings: Mapping[str, str]) -> EveningForeseen:
        """A sitting's games under other readings, judged on what the one who asks may know.

        That it was asked goes on the trail of each game that is over. Raises Invalid for an unknown reading.
        """
        try:
            complete(readings)
        except UnknownReading as unknown:
            raise Invalid({"readings": [str(unknown)]}) from None
        entries = entries_in_force(self.books.sitting_events(sitting))
        reader = Reader(Role(actor.role), actor.member)
        games = {}
        for game in over(entries):
            self.books.trail.note_what_if(actor, UUID(game))
            games[game] = known_events(self.books.game_events(UUID(game)), reader, unsealed=True)
        foreseen = evening_under(entries, games, readings)
        if foreseen.stopped and foreseen.stopped.entry is not None:
            entry = next(e for e in entries if getattr(e, "entry", None) == foreseen.stopped.entry)
            if not sees_entry(entry, reader):
                # What passed between another player and the till is not for him.
                detail = "an entry of the till would not have been possible"
                stopped = replace(foreseen.stopped, sentence=detail, code="entry", law=None, entry=None)
                return replace(foreseen, stopped=stopped)
        return foreseen
