"""Loading a game with its sitting, for a command that is decided on both."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from ledger.afterwards.affected import over
from ledger.application.club_books import ClubBooks, Request, Saved, Write
from ledger.events.base import Event
from ledger.refusals import Refused
from ledger.state import sitting as sittings
from ledger.state.game import Game
from ledger.state.in_force import entries_in_force
from ledger.table import till
from ledger.telling.redaction import Reader, known_events


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game and its sitting as loaded: their events and the states that follow. `entries` are the sitting's events."""

    id: UUID
    events: list[Event]
    game: Game
    sitting_id: UUID
    entries: list[Event]
    sitting: sittings.Sitting


def decided_on_game(
    books: ClubBooks,
    request: Request,
    game: UUID,
    decision: Callable[[LoadedGame], list[Write]],
    *,
    while_open: bool = False,
) -> Saved:
    """Carry out what is decided on a game and its sitting, and with `while_open` only until the sitting closes.

    Raises what `ClubBooks.carry_out` raises.
    """

    def decided() -> list[Write]:
        events, state = books.game_events(game), books.game(game)
        request.decided_on(len(events))
        sitting_id = UUID(state.sitting)
        entries = books.sitting_events(sitting_id)
        loaded = LoadedGame(game, events, state, sitting_id, entries, books.sitting(sitting_id))
        if while_open:
            till.check_open(loaded.sitting)
        return decision(loaded)

    return books.carry_out(request, decided)


def check_free(loaded: LoadedGame) -> None:
    """Refuse what cannot be recorded of a game while another of its sitting is being played."""
    if loaded.sitting.game not in (None, str(loaded.id)):
        raise Refused(None, "game_running", "a game of this sitting is being played")


def known_games(
    books: ClubBooks, entries: Sequence[Event], reader: Reader, *, unsealed: bool = False
) -> dict[str, Sequence[Event]]:
    """The games of a sitting that are over as a reader may know them, by their ids; with `unsealed`, and with the
    hands that were unsealed for him."""
    every = ended_games(books, entries)
    return {game: known_events(events, reader, unsealed=unsealed) for game, events in every.items()}


def ended_games(books: ClubBooks, entries: Sequence[Event]) -> dict[str, Sequence[Event]]:
    """The events of each game of a sitting that is over, by its id. `entries` are the sitting's events."""
    return {game: books.game_events(UUID(game)) for game in over(entries_in_force(entries))}
