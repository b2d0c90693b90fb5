"""A club's books in memory, and what a reader is told of them."""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID, uuid5

from ledger.application import ClubBooks
from ledger.events.base import Event
from ledger.exports.told import Told, ToldGame
from ledger.redaction import Reader
from ledger.store import CommandRow, Recorded
from tests.play.table import Table
from tests.projections.evenings import Writer

CLUB = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
OWNER = Reader("owner")


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
        return (e for e in self.streams.get(stream, []) if gt < e.originator_version <= (lte or 10**9))


def told_of(tables: Iterable[Table], reader: Reader = OWNER, more: Iterable[Event] = ()) -> Told:
    """What a reader is told of a club whose sittings were these. `more` is written behind the last game's events."""
    shelf = Shelf()
    writer = Writer(shelf, CLUB)  # type: ignore[arg-type]
    for n, table in enumerate(tables):
        if n == 0:
            writer.save(("club", event) for event in table.club_events[: 1 + len(table.seats)])
        writer.write(table)
        last = table.sitting.games
        for event in more:
            writer.save([(f"{table.name}, game {last}", event)])
    return Told(ClubBooks(CLUB, shelf), "The Club", reader)  # type: ignore[arg-type]


def games_of(told: Told) -> list[ToldGame]:
    return [game for sitting in told.sittings() for game in told.games(sitting)]


def game_id(number: int, sitting: int = 1) -> UUID:
    """The id that the writer gives a game."""
    return uuid5(CLUB, f"{sitting}: sitting 1, game {number}")
