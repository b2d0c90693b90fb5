"""The record as one reader may know it, gathered for writing out in somebody else's words.

Everything an export says comes from here, so that what its reader may not see never reaches a format.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.application.club_books import ClubBooks, NotFound
from ledger.events.amendment import HandUnsealed
from ledger.events.base import Event
from ledger.events.club import SittingRegistered
from ledger.events.game import GameBegun
from ledger.events.sitting import GameStarted
from ledger.state import game as games
from ledger.state import sitting as sittings
from ledger.state.club import Club
from ledger.state.game import Game
from ledger.state.in_force import begun_and_acts, entries_in_force
from ledger.state.sitting import Sitting
from ledger.telling.redaction import Reader, redacted, redacted_entry, redacted_event, sees_entry


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldGame:
    """One game: how it began and what stands of its record in the order of play, as the reader may know them.

    `game` is its state now, redacted. Times are those at which its first event was recorded, and the last that says
    how it was played: who reads a hand afterwards (28) makes the game no longer.
    """

    id: UUID
    begun: GameBegun
    acts: tuple[Event, ...]
    game: Game
    begun_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldSitting:
    """One sitting: its state, the entries of its book that stand and that the reader may see, and its games' ids
    in the order in which they were begun, void ones not among them."""

    id: UUID
    sitting: Sitting
    entries: tuple[Event, ...]
    games: tuple[UUID, ...]
    opened_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Told:
    """What a reader may know of a club, or of one sitting or game of it where these are named.

    `name` is the club's. Sittings and games are read one at a time, so that a club of any size can be written out.
    """

    books: ClubBooks
    name: str
    reader: Reader
    sitting: UUID | None = None
    game: UUID | None = None

    def club(self) -> Club:
        """The club: its currency, and its members with their names."""
        return self.books.club()

    def sittings(self) -> Iterator[ToldSitting]:
        """The sittings that were asked for, the oldest first. Raises NotFound."""
        if self.game is not None:
            yield self._sitting(UUID(self.books.game(self.game, at=1).sitting))
        elif self.sitting is not None:
            yield self._sitting(self.sitting)
        else:
            for recorded in list(self.books.store.load(self.books.club_id)):
                if isinstance(recorded.event, SittingRegistered):
                    yield self._sitting(UUID(recorded.event.sitting))

    def games(self, sitting: ToldSitting) -> Iterator[ToldGame]:
        """The games of a sitting that were asked for, in the order in which they were begun."""
        for game in sitting.games:
            if self.game in (None, game):
                yield self._game(game)

    def _sitting(self, sitting: UUID) -> ToldSitting:
        recorded = list(self.books.store.load(sitting))
        if not recorded:
            raise NotFound
        events = [each.event for each in recorded]
        stand = entries_in_force(events)
        return ToldSitting(
            id=sitting,
            sitting=sittings.fold(events),
            entries=tuple(redacted_entry(e, self.reader) for e in stand if sees_entry(e, self.reader)),
            games=tuple(UUID(e.game) for e in stand if isinstance(e, GameStarted)),
            opened_at=recorded[0].at,
            ended_at=recorded[-1].at,
        )

    def _game(self, game: UUID) -> ToldGame:
        recorded = list(self.books.store.load(game))
        events = [each.event for each in recorded]
        now = games.fold(events)
        begun, acts = begun_and_acts(events)
        return ToldGame(
            id=game,
            begun=begun,
            acts=tuple(redacted_event(each, now, self.reader) for each in acts),
            game=redacted(now, self.reader),
            begun_at=recorded[0].at,
            ended_at=next(each.at for each in reversed(recorded) if not isinstance(each.event, HandUnsealed)),
        )
