"""A club's books in memory, and views of them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from uuid import UUID

from ledger.application.club_books import ClubBooks
from ledger.events.base import Event
from ledger.exports.views import ClubView, GameView
from ledger.store import CommandRow, Recorded
from ledger.telling.redaction import Reader
from tests.play.irregular_play import UnrulyEvening
from tests.play.table import Table
from tests.projections.evenings import Writer, played

CLUB = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
OWNER = Reader("owner")
SEEDS = range(24)
"""Seeds of evenings that are short enough for every run of the tests. Even seeds play by the laws, odd ones do not."""


class Shelf:
    """Streams in memory, with the methods of a ClubStore that exports use."""

    club = CLUB

    def __init__(self) -> None:
        self.streams: dict[UUID, list[Recorded]] = {}
        self.position = 0

    def save(self, recorded: Sequence[Recorded], row: CommandRow) -> tuple[int, Sequence[Recorded]]:
        for event in recorded:
            self.streams.setdefault(event.originator_id, []).append(event)
        self.position += len(recorded)
        return self.position, recorded

    def max_position(self) -> int:
        return self.position

    def notifications(self, gt: int, limit: int) -> tuple[()]:
        assert gt == self.position, "nothing is recorded while it is read"
        return ()

    def load(self, stream: UUID, gt: int = 0, lte: int | None = None) -> Iterator[Recorded]:
        kept = self.streams.get(stream, [])
        return (
            recorded_event
            for recorded_event in kept
            if gt < recorded_event.originator_version and (lte is None or recorded_event.originator_version <= lte)
        )


def view_of(tables: Iterable[Table], reader: Reader = OWNER, more: Iterable[Event] = ()) -> ClubView:
    """A reader's view of a club with these sittings. The events `more` are added to the last game of every sitting."""
    shelf = Shelf()
    writer = Writer(shelf, CLUB)  # type: ignore[arg-type]
    for n, table in enumerate(tables):
        if n == 0:
            writer.save(("club", event) for event in table.club_events[: 1 + len(table.seats)])
        writer.write(table)
        for event in more:
            writer.save([(f"{table.name}, game {table.sitting.games}", event)])
    return ClubView(ClubBooks(CLUB, shelf), "The Club", reader)  # type: ignore[arg-type]


def games_of(view: ClubView) -> list[GameView]:
    """The games of a view that are over."""
    return [game for sitting in view.sittings() for game in view.games(sitting) if game.game.over]


@cache
def evening(seed: int) -> ClubView:
    """A view of an evening of random games. The players of an odd seed do not keep to the laws."""
    if seed % 2 == 0:
        return view_of([played(seed, 6)])
    unruly = Unwatched(seed, wildness=0.2)
    for _ in range(5):
        unruly.play_game()
    return view_of([unruly.table])


class Unwatched(UnrulyEvening):
    """An evening whose steps are not checked against the laws, because tests/play does that."""

    def _check(self, game: object) -> None: ...

    def _check_end(self, events: object) -> None: ...
