"""The record as one reader may know it: a club with its sittings and games.

Every export takes what it writes from here, so no format ever holds what its reader may not see.
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
from ledger.refusals import Invalid
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.state.club import Club
from ledger.state.game import Game
from ledger.state.in_force import begun_and_acts, entries_in_force
from ledger.state.sitting import Sitting
from ledger.telling.redaction import Reader, known_events, redacted_entry, sees_entry


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """One game as the reader may know it: its beginning, and its acts in force in the order of play.

    `game` is the state that they make. `begun_at` and `ended_at` are the times of its first and last events; events
    that only unseal a hand afterwards (28) do not count.
    """

    id: UUID
    begun: GameBegun
    acts: tuple[Event, ...]
    game: Game
    begun_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingView:
    """One sitting as the reader may know it: its state, the entries in force that he may see, and the ids of its games
    in the order in which they began, without void ones."""

    id: UUID
    sitting: Sitting
    entries: tuple[Event, ...]
    games: tuple[UUID, ...]
    opened_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class ClubView:
    """What a reader may know of a club, or of one `sitting` or `game` of it if that is given.

    `name` is the club's. Sittings and games are read one at a time, so a club of any size can be exported.
    """

    books: ClubBooks
    name: str
    reader: Reader
    sitting: UUID | None = None
    game: UUID | None = None

    def club(self) -> Club:
        """The club: its currency, and its members with their names."""
        return self.books.club()

    def sittings(self) -> Iterator[SittingView]:
        """The sittings of this view, the oldest first. Raises NotFound."""
        if self.game is not None:
            yield self._sitting(UUID(self.books.game(self.game, at=1).sitting))
        elif self.sitting is not None:
            yield self._sitting(self.sitting)
        else:
            for recorded in list(self.books.store.load(self.books.club_id)):
                if isinstance(recorded.event, SittingRegistered):
                    yield self._sitting(UUID(recorded.event.sitting))

    def games(self, sitting: SittingView) -> Iterator[GameView]:
        """The games of a sitting that are in this view, in the order in which they began."""
        for game in sitting.games:
            if self.game in (None, game):
                yield self._game(game)

    def _sitting(self, sitting: UUID) -> SittingView:
        recorded = list(self.books.store.load(sitting))
        if not recorded:
            raise NotFound
        events = [envelope.event for envelope in recorded]
        in_force = entries_in_force(events)
        return SittingView(
            id=sitting,
            sitting=sittings.fold(events),
            entries=tuple(redacted_entry(e, self.reader) for e in in_force if sees_entry(e, self.reader)),
            games=tuple(UUID(e.game) for e in in_force if isinstance(e, GameStarted)),
            opened_at=recorded[0].at,
            ended_at=recorded[-1].at,
        )

    def _game(self, game: UUID) -> GameView:
        recorded = list(self.books.store.load(game))
        known = known_events([envelope.event for envelope in recorded], self.reader)
        begun, acts = begun_and_acts(known)
        return GameView(
            id=game,
            begun=begun,
            acts=acts,
            game=games.fold(known),
            begun_at=recorded[0].at,
            ended_at=next(
                envelope.at for envelope in reversed(recorded) if not isinstance(envelope.event, HandUnsealed)
            ),
        )


def view_for(
    books: ClubBooks, name: str, reader: Reader, sitting: UUID | None = None, game: UUID | None = None
) -> ClubView:
    """What a reader may know of a club called `name`, or of one sitting or game of it.

    Raises NotFound if the club has no such sitting or game, and Invalid if the game is of another sitting.
    """
    if sitting is not None:
        books.sitting(sitting, at=1)
    if game is not None and sitting not in (None, UUID(books.game(game, at=1).sitting)):
        raise Invalid({"game": ["is not one of that sitting"]})
    return ClubView(books, name, reader, sitting, game)
