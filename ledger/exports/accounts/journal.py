"""The entries of the books, as both programs for plain-text accounts need them.

The entries follow from the events themselves, not from read tables. An entry is never dated before the previous one,
because such programs sort entries by date.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from uuid import UUID

from ledger.books.accounts import Account, Posting
from ledger.books.currencies import LSD, decimals, written
from ledger.books.postings import postings
from ledger.events.game import GameBegun
from ledger.events.sitting import GameStarted, SittingClosed, SittingOpened
from ledger.exports.views import ClubView
from ledger.store import Logged

PENCE = "PENCE"
"""The commodity of a club whose currency is pounds, shillings and pence."""

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
class JournalEntry:
    """The postings of one event. `closes` says whether it closes a sitting; such an entry may have no postings.

    `position`, `stream` and `version` are the event's place in the log. `on` is the date of the entry, `at` the time
    at which the event was recorded (UTC), and `description` what happened, in words.
    """

    position: int
    stream: UUID
    version: int
    on: date
    at: datetime
    description: str
    postings: tuple[Posting, ...]
    closes: bool


class Naming:
    """The names of accounts, which are the same in every export, and the names of their owners, which may change."""

    def __init__(self, view: ClubView) -> None:
        self._club = view.club()
        self.commodity = PENCE if self._club.currency == LSD else self._club.currency
        self.decimals = decimals(self._club.currency)

    def account(self, account: Account) -> str:
        """An account's name. It names its owner, a member or a game, by the id."""
        if not account.owner:
            return _NAMES[account.kind]
        return f"{_NAMES[account.kind]}:{'G' if account.kind == 'pool' else 'M'}-{account.owner}"

    def owner(self, account: Account) -> str | None:
        """The name of the member who owns an account, on one line, or his id if the name is erased; None if no member
        owns it."""
        if not account.owner or account.kind == "pool":
            return None
        return " ".join(self._club.name_of(account.owner).split())

    def amount(self, minor_units: int) -> str:
        """An amount in the usual notation of the currency, without the commodity."""
        return written(minor_units, self._club.currency)


def journal(view: ClubView) -> Iterator[JournalEntry]:
    """The entries of a view: one for each event that moved money or closed a sitting, in the order of the log.

    Raises NotFound.
    """
    numbers = _Numbers(view)
    on = date.min
    for logged in _log(view):
        recorded, event = logged.recorded, logged.recorded.event
        numbers.note(logged)
        made = postings(event, str(recorded.originator_id))
        closes = isinstance(event, SittingClosed)
        if not (made or closes):
            continue
        at = recorded.at.astimezone(UTC)
        on = max(on, at.date())
        yield JournalEntry(
            position=logged.position,
            stream=recorded.originator_id,
            version=recorded.originator_version,
            on=on,
            at=at,
            description=f"{numbers.where(recorded.originator_id)}: {_words(event.topic)}",
            postings=made,
            closes=closes,
        )


class _Numbers:
    """The numbers of a club's sittings and of their games, for the descriptions of entries."""

    def __init__(self, view: ClubView) -> None:
        self._books = view.books
        self._sittings: dict[UUID, int] = {}
        self._games: dict[UUID, tuple[UUID, int]] = {}

    def note(self, logged: Logged) -> None:
        """Note the number of the sitting or game that begins with this event, if one does."""
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
    """What happened, in words: the last part of an event's topic."""
    return topic.rpartition(".")[2].replace("_", " ")


def _log(view: ClubView) -> Iterator[Logged]:
    streams, position = _streams(view), 0
    while batch := list(view.books.store.notifications(position, _BATCH, streams)):
        yield from batch
        position = batch[-1].position


def _streams(view: ClubView) -> tuple[UUID, ...]:
    """The streams of the sitting or game in a view, void games included; none if the view is of the whole club."""
    if view.game is not None:
        view.books.game(view.game, at=1)
        return (view.game,)
    if view.sitting is not None:
        begun = (e for e in view.books.sitting_events(view.sitting) if isinstance(e, GameStarted))
        return (view.sitting, *(UUID(event.game) for event in begun))
    return ()
