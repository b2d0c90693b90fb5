"""A club's books in memory, and what a reader is told of them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from uuid import UUID

from ledger.application.club_books import ClubBooks
from ledger.events.base import Event
from ledger.exports.told import Told, ToldGame
from ledger.store import CommandRow, Recorded
from ledger.telling.redaction import Reader
from tests.play.irregular_play import UnrulyEvening
from tests.play.table import Table
from tests.projections.evenings import Writer, played

CLUB = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
OWNER = Reader("owner")
SEEDS = range(24)
"""Evenings short enough for every run of the tests; half of them lawful, half of them not."""


class Shelf:
    """Streams kept in memory, which answer as a club's store does."""

    def __init__(self) -> None:
        self.streams: dict[UUID, list[Recorded]] = {}
        self.position = 0

    def save(self, recorded: Sequence[Recorded], row: CommandRow) -> int:
        for each in recorded:
            self.streams.setdefault(each.originator_id, []).append(each)
        self.position += len(recorded)
        return self.position

    def load(self, stream: UUID, gt: int = 0, lte: int | None = None) -> Iterator[Recorded]:
        kept = self.streams.get(stream, [])
        return (
            each for each in kept if gt < each.originator_version and (lte is None or each.originator_version <= lte)
        )


def told_of(tables: Iterable[Table], reader: Reader = OWNER, more: Iterable[Event] = ()) -> Told:
    """What a reader is told of a club whose sittings were these. `more` was said of each's last game."""
    shelf = Shelf()
    writer = Writer(shelf, CLUB)  # type: ignore[arg-type]
    for n, table in enumerate(tables):
        if n == 0:
            writer.save(("club", event) for event in table.club_events[: 1 + len(table.seats)])
        writer.write(table)
        for event in more:
            writer.save([(f"{table.name}, game {table.sitting.games}", event)])
    return Told(ClubBooks(CLUB, shelf), "The Club", reader)  # type: ignore[arg-type]


def games_of(told: Told) -> list[ToldGame]:
    """Every game of the club that is over."""
    return [game for sitting in told.sittings() for game in told.games(sitting) if game.game.over]


@cache
def evening(seed: int) -> Told:
    """The books of an evening played by chance; every second one by people who keep to no law."""
    if seed % 2 == 0:
        return told_of([played(seed, 6)])
    unruly = Unwatched(seed, wildness=0.2)
    for _ in range(5):
        unruly.play_game()
    return told_of([unruly.table])


class Unwatched(UnrulyEvening):
    """An evening whose every step is not held against the laws; tests/play does that."""

    def _check(self, game: object) -> None: ...

    def _check_end(self, events: object) -> None: ...
