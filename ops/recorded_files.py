"""The record of a sitting, or of one game, as a game file that `record` and `correct` read."""

from collections.abc import Sequence
from uuid import UUID

from ledger.application.club_books import ClubBooks
from ledger.events.base import Event
from ledger.events.sitting import GameStarted, SittingOpened
from ledger.gamefile import from_events, game_from_events, write
from ledger.state.in_force import entries_in_force
from ledger.telling.redaction import Reader, known_events


def file_of_game(books: ClubBooks, game: UUID, reader: Reader | None) -> str:
    """A game alone, as the reader may know it; with hidden hands too, if the reader is None.

    Raises NotFound, or ValueError where a game file cannot tell it.
    """
    opened = books.sitting_events(UUID(books.game(game, at=1).sitting))[0]
    assert isinstance(opened, SittingOpened), "a sitting's first event is SittingOpened"
    return write(game_from_events(opened, _events(books, game, reader), _names(books), books.club().currency))


def file_of_sitting(books: ClubBooks, sitting: UUID, reader: Reader | None) -> str:
    """A sitting with its games. Otherwise as `file_of_game`."""
    entries = books.sitting_events(sitting)
    begun = [event.game for event in entries_in_force(entries) if isinstance(event, GameStarted)]
    games = {game: _events(books, UUID(game), reader) for game in begun}
    return write(from_events(entries, games, _names(books), books.club().currency))


def _events(books: ClubBooks, game: UUID, reader: Reader | None) -> Sequence[Event]:
    events = books.game_events(game)
    return known_events(events, reader) if reader else events


def _names(books: ClubBooks) -> dict[str, str]:
    return {member: name for member, name in books.club().members.items() if name is not None}
