"""Evenings of random play, written into a club's books for tests of the read tables."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from unittest.mock import patch
from uuid import UUID, uuid5

from msgspec.structs import replace

from ledger.afterwards.game_corrections import Insertion, Slips
from ledger.events.adjustment import SittingAdjusted, StandingAdjusted
from ledger.events.amendment import Amendment, GameCorrected
from ledger.events.base import Event
from ledger.events.club import SittingRegistered
from ledger.events.game import Action, GameBegun
from ledger.events.sitting import GameEnded, GameStarted, SittingOpened
from ledger.play.commands_again import command_of
from ledger.store import Actor, ClubStore, CommandRow, Recorded
from tests.corrections.afterwards import Book
from tests.play.irregular_play import UnrulyEvening
from tests.play.random_play import Evening
from tests.play.table import Table

SCOREKEEPER = Actor(token=None, member=None, role="scorekeeper")
MIDNIGHT = datetime(1896, 11, 5, tzinfo=UTC)

Placed = tuple[str, Event]
"""An event, and the name of its stream at the table."""


def played(seed: int, games: int) -> Table:
    """An evening of random games, without the checks at every step, which tests/play makes."""
    evening = Evening(seed)
    with patch("tests.play.random_play.ask_everything"), patch("tests.play.random_play.Watch"):
        for _ in range(games):
            evening.play_game()
    evening.go_home()
    return evening.table


def saves_of(table: Table) -> Iterator[list[Placed]]:
    """The events of a table's sitting, save by save: an act's events in two streams are in one save."""
    played_games = iter(table.game_events)
    acts: list[list[Placed]] = []
    yield [(table.name, table.sitting_events[0]), ("club", _registered(table))]
    for event in table.sitting_events[1:]:
        match event:
            case GameStarted(game=game):
                begun, *rest = next(played_games)
                acts = []
                for game_event in rest:
                    # What follows of itself from an act is saved with it.
                    if isinstance(game_event, Action):
                        acts.append([])
                    acts[-1].append((game, game_event))
                yield [(game, begun), (table.name, event)]
                if table.sitting.game == game:
                    yield from acts
            case GameEnded():
                *earlier, last = acts
                yield from earlier
                yield [*last, (table.name, event)]
            case _:
                yield [(table.name, event)]


def _registered(table: Table) -> Event:
    return next(e for e in table.club_events if isinstance(e, SittingRegistered))


class Writer:
    """Writes tables into one club's books, each as the club's next sitting, with ids as the service has them."""

    def __init__(self, store: ClubStore, club: UUID) -> None:
        self.store = store
        self.club = club
        self.sittings = 0
        self._versions: dict[UUID, int] = {}
        self._saved = 0

    def stream(self, name: str, sitting: int | None = None) -> UUID:
        """The id of a stream of the present sitting, or of another."""
        return self.club if name == "club" else uuid5(self.club, f"{sitting or self.sittings}: {name}")

    def version(self, name: str) -> int:
        """How many events of a stream of the present sitting are saved."""
        return self._versions.get(self.stream(name), 0)

    def write(self, table: Table, *, together: int = 1) -> int:
        """Save a table's sitting, `together` acts at a time. Returns the last position."""
        self.sittings += 1
        saves, position = saves_of(table), 0
        while acts := list(islice(saves, together)):
            position = self.save(placed for act in acts for placed in act)
        return position

    def catch_up(self, table: Table) -> None:
        """Save all events of a table's sitting and its games that are not saved yet, in one transaction."""
        if not self.sittings:
            self.sittings = 1
        begun = [event.game for event in table.sitting_events if isinstance(event, GameStarted)]
        streams = {table.name: table.sitting_events, **dict(zip(begun, table.game_events, strict=True))}
        placed: list[Placed] = []
        if self.stream(table.name) not in self._versions:
            placed.append(("club", _registered(table)))
        for name, events in streams.items():
            placed += [(name, event) for event in events[self._versions.get(self.stream(name), 0) :]]
        if placed:
            self.save(placed)

    def save(self, placed: Iterable[Placed]) -> int:
        """Save events in one transaction. Returns the position of the last."""
        self._saved += 1
        at = MIDNIGHT + timedelta(seconds=self._saved)
        key = f"save {self._saved}"
        recorded = [self._recorded(name, event, at, key) for name, event in placed]
        first = recorded[0]
        known_by = [record.originator_version for record in recorded if record.originator_id == first.originator_id]
        row = CommandRow(
            key=key,
            request_hash=b"",
            stream=first.originator_id,
            from_version=known_by[0],
            to_version=known_by[-1],
            recorded_at=at,
        )
        return self.store.save(recorded, row)[0]

    def _recorded(self, name: str, event: Event, at: datetime, key: str) -> Recorded:
        stream = self.stream(name)
        version = self._versions[stream] = self._versions.get(stream, 0) + 1
        return Recorded(
            originator_id=stream,
            originator_version=version,
            at=at,
            command=key,
            actor=SCOREKEEPER,
            event=self._renamed(event),
        )

    def _renamed(self, event: Event) -> Event:
        """The event with the ids of this club in the place of the table's names."""
        match event:
            case SittingOpened():
                return replace(event, club=str(self.club), number=self.sittings)
            case SittingRegistered():
                return replace(event, sitting=str(self.stream(event.sitting)), number=self.sittings)
            case GameBegun():
                return replace(event, sitting=str(self.stream(event.sitting)))
            case GameStarted() | GameEnded():
                return replace(event, game=str(self.stream(event.game)))
            case SittingAdjusted():
                later = tuple(str(self.stream(game)) for game in event.affected)
                return replace(event, game=str(self.stream(event.game)), affected=later)
            case StandingAdjusted():
                return replace(event, sitting=str(self.stream(event.sitting)))
            case GameCorrected():
                return replace(event, begun=tuple(map(self._renamed, event.begun)))
            case Amendment():
                return self._amendment(event)
        assert not {"game", "sitting"} & set(event.__struct_fields__), event
        return event

    def _amendment(self, event: Amendment) -> Amendment:
        named = {"game": str(self.stream(event.game))} if hasattr(event, "game") else {}
        return replace(
            event,
            **named,
            replaced=tuple(map(self._renamed, event.replaced)),
            **{name: self._games(getattr(event, name)) for name in ("affected", "as_played", "untraced")},
            debts=tuple(replace(debt, game=str(self.stream(debt.game))) for debt in event.debts),
            running=event.running and str(self.stream(event.running)),
        )

    def _games(self, named: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(str(self.stream(game)) for game in named)


def _with_carried_money(book: Book) -> dict[str, int]:
    """What the table paid of the last game, and to the first player one unit of what the laws carry."""
    awarded = {award.player: award.amount for award in book.settlement().awards}
    paid = awarded if book.game().paid is None else dict(book.game().paid or {})
    first = book.game().seats[0]
    return {**paid, first: paid.get(first, 0) + 1}


def corrected_evening(seed: int, writer: Writer) -> Table:
    """Write an evening with corrected games, payments as made, a void game, and a struck sale."""
    chance, evening = Random(seed), (Evening if seed % 2 else UnrulyEvening)(seed)
    table = evening.table
    with (
        patch("tests.play.random_play.ask_everything"),
        patch("tests.play.random_play.Watch"),
        patch.object(UnrulyEvening, "_check"),
    ):
        for _ in range(3):
            evening.play_game()
    writer.write(table, together=chance.randint(1, 30))
    book = Book(table)
    last = next(event for event in reversed(book.events()) if isinstance(event, Action))
    book.correct(Slips((last.step,), (Insertion(last.step, command_of(last)),)))
    awards = Counter({a.player: 0 for a in book.settlement().awards})
    for award in book.settlement().awards:
        awards[award.player] += award.amount
    if awards:
        paid = dict(zip(awards, chance.sample(list(awards.values()), len(awards)), strict=True))
        poorer = next(iter(paid))
        other = next(m for m in book.settlement().results if m != poorer)
        paid |= {poorer: paid[poorer] - 1, other: paid.get(other, 0) + 1}
        book.pay(paid)
    if book.settlement().carried_out:
        book.pay(_with_carried_money(book), carried=1)
    for member in table.sitting.funds:
        table.sell(member, odd=30, on_credit=chance.random() < 0.5)
    table.sell(table.seats[0], odd=7)
    book.strike(table.sitting.entries)
    table.start()
    book.void("".join(table.seats))
    for member, held in table.sitting.funds.items():
        table.buy_back(member, odd=chance.choice([held, max(0, held - 1)]))
    table.close(stands_over=True)
    writer.catch_up(table)
    return table
