"""The record as one reader may know it: a club with its sittings and games.

Every export takes what it writes from here, so no format ever holds what its reader may not see.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from ledger.application.club_books import ClubBooks, NotFound
from ledger.events.amendment import GameCorrected
from ledger.events.base import Event
from ledger.events.club import SittingRegistered
from ledger.events.game import GameBegun, GameSettled, GameUnopened
from ledger.events.sitting import GameStarted, SittingClosed, SittingOpened
from ledger.refusals import Invalid
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.state.club import Club
from ledger.state.game import Game
from ledger.state.in_force import begun_and_acts, entries_in_force
from ledger.state.sitting import Sitting
from ledger.telling.redaction import Reader, known_events, redacted_entry, sees_entry

_BEGINS_BEFORE, _ENDS_AFTER = timedelta(hours=14), timedelta(hours=24 + 18)
"""A day begins 14 hours before it does in UTC, in Kiribati; six in the morning after it comes last at UTC-12."""


def time_of_play(recorded_at: datetime, held_on: date) -> datetime | None:
    """The time of play (UTC) of what was recorded at a time and held on a day; None if only the day is known.

    What was recorded on that day or in the small hours after it, anywhere on Earth, was recorded as it was played. A
    record that was written down later tells the day only.
    """
    since = recorded_at.astimezone(UTC) - datetime.combine(held_on, time(), UTC)
    return recorded_at if -_BEGINS_BEFORE <= since <= _ENDS_AFTER else None


@dataclass(frozen=True, slots=True, order=True)
class Held:
    """A sitting's place in the order in which exports write sittings: its day, its number, and its id."""

    on: date
    number: int
    sitting: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """One game as the reader may know it: its beginning, and its acts in force in the order of play.

    `game` is the state that they make. `held_on` is the day of its sitting. `begun_at` and `ended_at` are the times at
    which its beginning and its end were recorded: later corrections and the like do not count. `played_from` and
    `played_to` are the same times if they are those of play, None if only the day is known.
    """

    id: UUID
    begun: GameBegun
    acts: tuple[Event, ...]
    game: Game
    held_on: date
    begun_at: datetime
    ended_at: datetime

    @property
    def played_from(self) -> datetime | None:
        return time_of_play(self.begun_at, self.held_on)

    @property
    def played_to(self) -> datetime | None:
        return time_of_play(self.ended_at, self.held_on)


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingView:
    """One sitting as the reader may know it: its state, the entries in force that he may see, and the ids of its games
    in the order in which they began, without void ones.

    `opened_at` and `ended_at` are the times at which it was opened and closed, or at which the last entry of an open
    sitting was recorded.
    """

    id: UUID
    sitting: Sitting
    entries: tuple[Event, ...]
    games: tuple[UUID, ...]
    opened_at: datetime
    ended_at: datetime

    @property
    def held_on(self) -> date:
        return date.fromisoformat(self.sitting.held_on)

    @property
    def played(self) -> tuple[datetime, datetime] | None:
        """The times of its opening and its end (UTC), None if only the day is known."""
        times = time_of_play(self.opened_at, self.held_on), time_of_play(self.ended_at, self.held_on)
        return (times[0], times[1]) if times[0] and times[1] else None


@dataclass(frozen=True, slots=True)
class ClubView:
    """What a reader may know of a club, or of one `sitting` or `game` of it if that is given.

    `first` and `last` leave out the sittings that were held before or after a day. `name` is the club's. Sittings and
    games are read one at a time, so a club of any size can be exported.
    """

    books: ClubBooks
    name: str
    reader: Reader
    sitting: UUID | None = None
    game: UUID | None = None
    first: date | None = None
    last: date | None = None

    @property
    def whole(self) -> bool:
        """Whether the view is of the whole club."""
        return (self.sitting, self.game, self.first, self.last) == (None, None, None, None)

    def club(self) -> Club:
        """The club: its currency, and its members with their names."""
        return self.books.club()

    def held(self) -> list[Held]:
        """The days, numbers and ids of the sittings of this view, by the days on which they were held. Raises
        NotFound."""
        if self.game is not None:
            ids = [UUID(self.books.game(self.game, at=1).sitting)]
        elif self.sitting is not None:
            ids = [self.sitting]
        else:
            club_events = (recorded.event for recorded in self.books.store.load(self.books.club_id))
            ids = [UUID(event.sitting) for event in club_events if isinstance(event, SittingRegistered)]
        return sorted(held for held in map(self._held, ids) if self._covers(held.on))

    def sittings(self) -> Iterator[SittingView]:
        """The sittings of this view, by the days on which they were held. Raises NotFound."""
        return (self._sitting(held.sitting) for held in self.held())

    def games(self, sitting: SittingView) -> Iterator[GameView]:
        """The games of a sitting that are in this view, in the order in which they began."""
        for game in sitting.games:
            if self.game in (None, game):
                yield self._game(game, sitting.held_on)

    def _covers(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    def _held(self, sitting: UUID) -> Held:
        opened = next((recorded.event for recorded in self.books.store.load(sitting, lte=1)), None)
        if not isinstance(opened, SittingOpened):
            raise NotFound
        return Held(date.fromisoformat(opened.held_on), opened.number, sitting)

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
            ended_at=next((e.at for e in recorded if isinstance(e.event, SittingClosed)), recorded[-1].at),
        )

    def _game(self, game: UUID, held_on: date) -> GameView:
        recorded = list(self.books.store.load(game))
        known = known_events([envelope.event for envelope in recorded], self.reader)
        begun, acts = begun_and_acts(known)
        return GameView(
            id=game,
            begun=begun,
            acts=acts,
            game=games.fold(known),
            held_on=held_on,
            begun_at=recorded[0].at,
            ended_at=next((e.at for e in recorded if _ends_a_game(e.event)), recorded[-1].at),
        )


def _ends_a_game(event: Event) -> bool:
    return isinstance(event, GameSettled | GameUnopened) or (
        isinstance(event, GameCorrected) and event.settlement is not None
    )


def view_for(
    books: ClubBooks,
    name: str,
    reader: Reader,
    sitting: UUID | None = None,
    game: UUID | None = None,
    first: date | None = None,
    last: date | None = None,
) -> ClubView:
    """What a reader may know of a club called `name`, or of one sitting or game of it, or of a period.

    Raises NotFound if the club has no such sitting or game, and Invalid if the game is of another sitting.
    """
    if sitting is not None:
        books.sitting(sitting, at=1)
    if game is not None and sitting not in (None, UUID(books.game(game, at=1).sitting)):
        raise Invalid({"game": ["is not one of that sitting"]})
    return ClubView(books, name, reader, sitting, game, first, last)
