"""The books entry by entry, as programs for plain-text accounts want them: what both of those formats have in common.

The entries come from the events themselves and not from tables made of them. An entry is never dated before the one
that it follows, because such programs put entries in the order of their dates.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from uuid import UUID

from ledger.books.accounts import Account, Posting, postings
from ledger.books.currencies import LSD, decimals, written
from ledger.events.game import GameBegun
from ledger.events.sitting import GameStarted, SittingClosed, SittingOpened
from ledger.exports.told import Told
from ledger.store import Logged

PENCE = "PENCE"
"""The commodity of a club that keeps its books in pounds, shillings and pence."""

_BATCH = 500

_NAMES = {
    "bank_cash": "Assets:Bank-Cash",
    "credit": "Assets:Credit",
    "loan": "Assets:Loans",
    "between_players": "Assets:Between-Players",
    "player": "Liabilities:Counters:Players",
    "pool": "Liabilities:Counters:Pools",
    "carried": "Liabilities:Counters:Carried",
    "kitty": "Liabilities:Counters:Kitty",
    "stands_over": "Liabilities:Stands-Over",
    "differences": "Expenses:Differences",
    "club": "Income:Club",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One event: its postings, which may be none, and whether a sitting closes with it.

    `on` is the day it is dated, `at` the time it was recorded, `says` what happened, in words.
    """

    position: int
    stream: UUID
    version: int
    on: date
    at: datetime
    says: str
    postings: tuple[Posting, ...]
    closes: bool


class Naming:
    """The names of accounts, the same in every export; and who stands behind them, which may change."""

    def __init__(self, told: Told) -> None:
        self._club = told.club()
        self.commodity = PENCE if self._club.currency == LSD else self._club.currency
        self.decimals = decimals(self._club.currency)

    def account(self, account: Account) -> str:
        """An account's name; a member's and a game's by their ids."""
        if not account.owner:
            return _NAMES[account.kind]
        return f"{_NAMES[account.kind]}:{'G' if account.kind == 'pool' else 'M'}-{account.owner}"

    def owner(self, account: Account) -> str | None:
        """The member's name on one line, or his id where it has been erased; None where no member owns it."""
        if not account.owner or account.kind == "pool":
            return None
        return " ".join(self._club.name_of(account.owner).split())

    def amount(self, minor_units: int) -> str:
        """An amount in the currency's usual writing, without the commodity."""
        return written(minor_units, self._club.currency)


def entries(told: Told) -> Iterator[Entry]:
    """Every event that moved money or closed a sitting in what was asked for, in the order of the log.

    Raises NotFound.
    """
    numbers = _Numbers(told)
    on = date.min
    for logged in _log(told):
        recorded, event = logged.recorded, logged.recorded.event
        numbers.note(logged)
        made = postings(event, str(recorded.originator_id))
        closes = isinstance(event, SittingClosed)
        if not (made or closes):
            continue
        at = recorded.at.astimezone(UTC)
        on = max(on, at.date())
        yield Entry(
            position=logged.position,
            stream=recorded.originator_id,
            version=recorded.originator_version,
            on=on,
            at=at,
            says=f"{numbers.where(recorded.originator_id)}: {_words(event.topic)}",
            postings=made,
            closes=closes,
        )


class _Numbers:
    """The numbers by which a club speaks of its sittings, and of the games of each."""

    def __init__(self, told: Told) -> None:
        self._books = told.books
        self._sittings: dict[UUID, int] = {}
        self._games: dict[UUID, tuple[UUID, int]] = {}

    def note(self, logged: Logged) -> None:
        """Take the number of what begins with this event."""
        event, stream = logged.recorded.event, logged.recorded.originator_id
        if isinstance(event, SittingOpened):
            self._sittings[stream] = event.number
        elif isinstance(event, GameBegun):
            sitting = UUID(event.sitting)
            if sitting not in self._sittings:
                self._sittings[sitting] = self._books.sitting(sitting, at=1).number
            self._games[stream] = sitting, event.number

    def where(self, stream: UUID) -> str:
        if stream in self._games:
            sitting, number = self._games[stream]
            return f"sitting {self._sittings[sitting]}, game {number}"
        return f"sitting {self._sittings[stream]}"


def _words(topic: str) -> str:
    """What happened: the last part of an event's permanent name."""
    return topic.rpartition(".")[2].replace("_", " ")


def _log(told: Told) -> Iterator[Logged]:
    streams, position = _streams(told), 0
    while batch := list(told.books.store.notifications(position, _BATCH, streams)):
        yield from batch
        position = batch[-1].position


def _streams(told: Told) -> tuple[UUID, ...]:
    """The streams of what was asked for, games made void among them; none where it is the whole club."""
    if told.game is not None:
        told.books.game(told.game, at=1)
        return (told.game,)
    if told.sitting is not None:
        begun = (e for e in told.books.sitting_events(told.sitting) if isinstance(e, GameStarted))
        return (told.sitting, *(UUID(event.game) for event in begun))
    return ()
