"""Whole evenings: what one would have been under other readings, and articles corrected that were set down wrongly."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from ledger.afterwards.affected import over
from ledger.afterwards.by_law import ByLaw, chain
from ledger.afterwards.evening import EveningForeseen, Mending, evening_under, mendings
from ledger.afterwards.sitting_corrections import Terms, correct_articles
from ledger.application.club_books import ClubBooks, Request, Saved, Write
from ledger.application.loading import ended_games, known_games
from ledger.events.amendment import ArticlesCorrected
from ledger.events.base import Event
from ledger.events.sitting import GameEnded
from ledger.laws.readings import check_readings
from ledger.roles import Role
from ledger.seats import Member
from ledger.state import game_fold as games
from ledger.state.in_force import entries_in_force
from ledger.store import Actor
from ledger.table.conduct import end_game
from ledger.telling.redaction import Reader, sees_entry


class Evenings:
    """The evenings of one club."""

    def __init__(self, books: ClubBooks) -> None:
        self.books = books

    def what_if(self, actor: Actor, sitting: UUID, readings: Mapping[str, str]) -> EveningForeseen:
        """A sitting's games under other readings, judged on what the one who asks may know.

        That it was asked goes on the trail of each game that is over. Raises Invalid for an unknown reading.
        """
        check_readings("readings", readings)
        entries = entries_in_force(self.books.sitting_events(sitting))
        reader = Reader(Role(actor.role), actor.member)
        for game in over(entries):
            self.books.trail.note_what_if(actor, UUID(game))
        foreseen = evening_under(entries, known_games(self.books, entries, reader, unsealed=True), readings)
        return _redacted(foreseen, entries, reader)

    def correct_articles(
        self, request: Request, sitting: UUID, wanted: Terms, agreed_by: Sequence[Member], reason: str
    ) -> Saved:
        """Correct articles or seats that were set down wrongly. Raises NotFound, Refused or Invalid."""

        def decision() -> list[Write]:
            check_readings("readings", wanted.readings or {})
            events = self.books.sitting_events(sitting)
            request.decided_on(len(events))
            correction = correct_articles(events, wanted, reason, agreed_by, ended_games(self.books, events))
            return [Write(sitting, len(events), [correction])]

        return self.books.carry_out(request, decision)

    def mendings(self, sitting: UUID, at: int, reader: Reader) -> tuple[Mending, ...]:
        """What each game that is to be mended would be if it were rebased, after the correction of the articles that is
        the sitting's event number `at`, as far as the reader may know."""
        events = self.books.sitting_events(sitting, at)
        correction = events[-1]
        assert isinstance(correction, ArticlesCorrected)
        entries = entries_in_force(events)
        return mendings(entries, known_games(self.books, entries, reader, unsealed=True), correction.affected)

    def to_be_mended(self, sitting: UUID, reader: Reader) -> tuple[Mending, ...]:
        """What each affected game that is over would be if it were rebased now, as far as the reader may know."""
        entries = entries_in_force(self.books.sitting_events(sitting))
        known = known_games(self.books, entries, reader)
        return mendings(entries, known, [game for game in self.books.sitting(sitting).affected if game in known])

    def by_law(self, sitting: UUID, reader: Reader) -> dict[str, ByLaw]:
        """Each game that is over as the laws would have it, by its id, as far as the reader may know."""
        entries = entries_in_force(self.books.sitting_events(sitting))
        known = known_games(self.books, entries, reader)
        # The entries of a closed sitting stay, although its games may have been adjusted since.
        now = [end_game(e.game, games.fold(known[e.game])) if isinstance(e, GameEnded) else e for e in entries]
        return {judged.game: judged for judged in chain(now, known).games}


def _redacted(foreseen: EveningForeseen, entries: Sequence[Event], reader: Reader) -> EveningForeseen:
    """The evening without what passed between another player and the till."""
    if foreseen.stopped is None or foreseen.stopped.entry is None:
        return foreseen
    entry = next(event for event in entries if getattr(event, "entry", None) == foreseen.stopped.entry)
    if sees_entry(entry, reader):
        return foreseen
    detail = "an entry of the till would not have been possible"
    return replace(foreseen, stopped=replace(foreseen.stopped, sentence=detail, code="entry", law=None, entry=None))
