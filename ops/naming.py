"""How sittings, games and members are named at the command line, both where one is typed and where one is shown.

A sitting is named by `latest`, by its day (`1895-11-02`), by its number in the club (`3`), or by its id; a game by
`latest`, by its sitting and its number in it (`1895-11-02/7`, `3/7`, `latest/7`), or by its id; a member by his name
or id.
"""

import re
from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cached_property
from uuid import UUID

from ledger.application.club_books import ClubBooks, NotFound
from ledger.events.club import SittingRegistered
from ledger.events.sitting import GameStarted, SittingOpened
from ledger.names import folded
from ledger.seats import Member
from projections import daybook
from projections.tables import ReadTables

SITTING_NAMES = "`latest`, its day (1895-11-02), its number (3), or its id"
GAME_NAMES = "`latest`, its sitting and number (1895-11-02/7, 3/7, latest/7), or its id"

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_EVERY = 1_000_000
"""More sittings than any club has held."""


class NoSuchName(Exception):
    """A name that was typed names nothing, or more than one thing. The message says which names there are."""


def member_called(books: ClubBooks, text: str) -> Member:
    """The member with this name or id; capitals make no difference. Raises NoSuchName."""
    members = books.club().members
    if text in members:
        return text
    called = [m for m, name in members.items() if name == text]
    called = called or [m for m, name in members.items() if name and folded(name) == folded(text)]
    if len(called) == 1:
        return called[0]
    if called:
        ids = "`poolbook members --ids` lists their ids"
        raise NoSuchName(f"{len(called)} members have the name or id {text}: name one by his id; {ids}")
    meant = meant_by(text, filter(None, members.values()))
    raise NoSuchName(f"no member has the name or id {text}{meant}; `poolbook members` lists them")


def meant_by(text: str, names: Iterable[str]) -> str:
    """A question in brackets after what was meant, if one or two of the names are like the text; else nothing."""
    by_folded = {folded(name): name for name in names}
    close = get_close_matches(folded(text), by_folded, n=2)
    return f" (did you mean {' or '.join(by_folded[name] for name in close)}?)" if close else ""


class Naming:
    """The names of one club's members, sittings and games.

    Days come from the list of sittings and, for sittings that the list has not come to, from their streams.
    """

    def __init__(self, books: ClubBooks, tables: ReadTables) -> None:
        self._books = books
        self._tables = tables
        self._games: dict[UUID, str] = {}

    # Members

    def member(self, text: str) -> Member:
        """The member with this name or id. Raises NoSuchName."""
        return member_called(self._books, text)

    def of_member(self, member: Member) -> str:
        """A member's name, or his id where the name was erased or another has it too."""
        club = self._books.club()
        name = club.name_of(member)
        return name if list(club.members.values()).count(name) <= 1 else member

    # Sittings

    def sitting(self, text: str) -> UUID:
        """The sitting of this name. Raises NoSuchName."""
        latest = self._books.club().latest_sitting
        if latest is None:
            raise NoSuchName("this club has no sittings yet: `poolbook record FILE` records one")
        if text == "latest":
            return UUID(latest)
        if _DAY.fullmatch(text):
            return self._held_on(text)
        if text.isascii() and text.isdigit():
            numbered = [sitting for sitting, number in self._numbers.items() if str(number) == text.lstrip("0")]
            if numbered:
                return numbered[0]
            raise NoSuchName(f"this club has no sitting {text}: its sittings are numbered 1 to {len(self._numbers)}")
        if (sitting := _id(text)) in self._numbers:
            assert sitting is not None
            return sitting
        raise NoSuchName(f"this club has no sitting {text}; name it by {SITTING_NAMES}; `poolbook sittings` lists them")

    def of_sitting(self, sitting: UUID) -> str:
        """A sitting's day or, where another was held on that day, its number."""
        day = self._days.get(sitting, "")
        return day if day and self._sittings_on[day] == 1 else str(self._numbers[sitting])

    def _held_on(self, day: str) -> UUID:
        held = [sitting for sitting, on in self._days.items() if on == day]
        if len(held) == 1:
            return held[0]
        if not held:
            meant = meant_by(day, set(self._days.values()))
            raise NoSuchName(f"this club has no sitting on {day}{meant}; `poolbook sittings` lists them")
        described = ", ".join(f"{self._numbers[sitting]} ({self._players(sitting)})" for sitting in held)
        raise NoSuchName(f"{len(held)} sittings were held on {day}: name one by its number, one of {described}")

    def _players(self, sitting: UUID) -> str:
        opened = self._books.sitting_events(sitting)[0]
        assert isinstance(opened, SittingOpened)
        return ", ".join(self.of_member(member) for member in opened.seats)

    @cached_property
    def _numbers(self) -> dict[UUID, int]:
        """The number of each sitting, in their order."""
        recorded = (envelope.event for envelope in self._books.recorded(self._books.club_id))
        return {UUID(event.sitting): event.number for event in recorded if isinstance(event, SittingRegistered)}

    @cached_property
    def _days(self) -> dict[UUID, str]:
        """The day of each sitting."""
        listed = {row.sitting: row.held_on for row in daybook.sittings(self._tables, limit=_EVERY).items}
        return {sitting: listed.get(sitting) or self._opened_on(sitting) for sitting in self._numbers}

    @cached_property
    def _sittings_on(self) -> Counter[str]:
        return Counter(self._days.values())

    def _opened_on(self, sitting: UUID) -> str:
        opened = self._books.sitting_events(sitting)[0]
        return opened.held_on if isinstance(opened, SittingOpened) else ""

    # Games

    def game(self, text: str) -> UUID:
        """The game of this name. Raises NoSuchName."""
        if text == "latest":
            try:
                return self._books.latest_game()
            except NotFound:
                raise NoSuchName(
                    "no game was begun at the latest sitting: name another sitting's, as in 1895-11-02/7"
                    if self._numbers
                    else "this club has no games yet: `poolbook record FILE` records one"
                ) from None
        named, slash, number = text.rpartition("/")
        if slash:
            return self._numbered(self.sitting(named), number, text)
        if game := _id(text):
            try:
                self._books.game_events(game, at=1)
            except NotFound:
                pass
            else:
                return game
        raise NoSuchName(f"this club has no game {text}; name it by {GAME_NAMES}")

    def of_game(self, game: UUID) -> str:
        """A game's sitting and its number in it."""
        return self.called(str(game))

    def of_game_in(self, sitting: UUID, number: int) -> str:
        """The name of the game that has this number in a sitting."""
        return f"{self.of_sitting(sitting)}/{number}"

    def _numbered(self, sitting: UUID, number: str, text: str) -> UUID:
        games = self._games_of(sitting)
        if (numbered := {str(n): game for n, game in games.items()}.get(number.lstrip("0"))) is not None:
            return numbered
        begun = f"1 to {len(games)} were begun at that sitting" if games else "no game was begun at that sitting"
        raise NoSuchName(f"this club has no game {text}: {begun}")

    # Any of them

    def called(self, id: str) -> str:
        """What a member, a sitting or a game is called; any other id as it is."""
        if id in self._books.club().members:
            return self.of_member(id)
        if (uuid := UUID(id)) in self._numbers:
            return self.of_sitting(uuid)
        if uuid not in self._games:
            self._games |= self._games_beside(uuid)
        return self._games.get(uuid, id)

    def _games_beside(self, game: UUID) -> dict[UUID, str]:
        """The names of all games of the sitting of this one; none if it is no game."""
        try:
            sitting = UUID(self._books.game(game, at=1).sitting)
        except NotFound:
            return {}
        return {begun: self.of_game_in(sitting, number) for number, begun in self._games_of(sitting).items()}

    def _games_of(self, sitting: UUID) -> dict[int, UUID]:
        events = self._books.sitting_events(sitting)
        return {event.number: UUID(event.game) for event in events if isinstance(event, GameStarted)}


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
