"""What a game would have been, as far as the one who asks may know it. Nothing is stored but that it was asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from ledger.afterwards import disputes, payout, sitting_corrections
from ledger.afterwards.affected import over
from ledger.afterwards.by_law import begun_on, chain
from ledger.afterwards.game_corrections import Slips
from ledger.afterwards.what_if import what_if
from ledger.application.club_books import ClubBooks
from ledger.application.loading import known_games
from ledger.events.base import Event
from ledger.events.game import GameBegun
from ledger.events.settlement import Settlement
from ledger.refusals import Refused
from ledger.roles import Role
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.state.game import Game
from ledger.state.in_force import begun_and_acts, entries_in_force
from ledger.store import Actor
from ledger.table import conduct
from ledger.telling.redaction import Reader, known_events


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What would follow from another record: the settlement, the events it would follow from, and the games that would
    be affected, None where the sitting's book would not allow it. `ruled` are the readings that a ruling fixed for the
    game, with the number of the dispute."""

    settlement: Settlement
    events: tuple[Event, ...]
    affected: tuple[str, ...] | None
    ruled: Mapping[str, int]


class WhatIfs:
    """What is asked about the games of one club."""

    def __init__(self, books: ClubBooks) -> None:
        self.books = books

    def judge(
        self, actor: Actor, game: UUID, slips: Slips, readings: Mapping[str, str], *, by_law: bool = False
    ) -> Foreseen:
        """What would follow from another record or other readings, judged on what the one who asks may know, an
        auditor with the hands that were unsealed. With `by_law`, on what the laws leave to the game.

        That it was asked goes on the trail, whatever the answer is. Raises Refused or Invalid.
        """
        self.books.trail.note_what_if(actor, game)
        reader = Reader(Role(actor.role), actor.member)
        known = known_events(self.books.game_events(game), reader, unsealed=True)
        begun = self._begun_by_law(game, known, reader) if by_law else None
        with self.books.naming_the_turn():
            settlement, events = what_if(known, slips, readings, begun)
        affected = () if by_law else self._foreseen_affected(game, games.fold(known), events, reader)
        ruled = {name: n for name, n in disputes.readings_ruled(known).items() if name not in readings}
        return Foreseen(settlement, events, affected, ruled)

    def _begun_by_law(self, game: UUID, known: Sequence[Event], reader: Reader) -> GameBegun:
        """The beginning of a game on what the laws leave to it, by the records that the reader may know."""
        begun, _ = begun_and_acts(known)
        entries = self.books.sitting_events(UUID(begun.sitting))
        by_law = chain(entries_in_force(entries), known_games(self.books, entries, reader))
        judged = next((judged for judged in by_law.games if judged.game == str(game)), None)
        if judged is None:
            raise Refused(None, "wrong_phase", "what the laws leave to a game is asked when it is over")
        return begun_on(begun, judged.left)

    def _foreseen_affected(
        self, game: UUID, before: Game, events: Sequence[Event], reader: Reader
    ) -> tuple[str, ...] | None:
        """The later games that would no longer follow, if a game of an open sitting had these events instead; None
        where an entry of the sitting's book, or a payment that was recorded, would no longer be possible."""
        entries = self.books.sitting_events(UUID(before.sitting))
        if sittings.fold(entries).closed or str(game) not in over(entries_in_force(entries)):
            return ()
        known = known_games(self.books, entries, reader)
        try:
            stands = payout.standing(before, events)
            after = [*events, stands] if stands else list(events)
            ended = conduct.end_game(str(game), games.fold(after))
            return sitting_corrections.restate(entries, str(game), ended, None, {**known, str(game): after}).affected
        except Refused:
            return None
