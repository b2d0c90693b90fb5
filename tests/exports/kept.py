"""Books of a club that has seen everything, and what stands in them, for those who write them out."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from ledger.application.club_books import ClubBooks
from ledger.books.accounts import balances, postings
from ledger.events.club import ClubFounded, MemberJoined, SittingRegistered
from ledger.exports.accounts.entries import Naming
from ledger.exports.told import Told
from ledger.store import Club, ClubStore
from ledger.telling.redaction import Reader
from tests.play.table import Table
from tests.projections.evenings import Writer, corrected_evening

NAMES = {
    "A": 'Ada "the Ace" Lovelace',
    "B": "O'Brien; the elder, =B",
    "C": "  Zoë\u2028Brontë  ",
    "D": "\\ back : slash  ",
    "E": "",
}
"""Names that might be taken for something else; that of E has been erased."""


def told_of(store: ClubStore, club: Club, *, currency: str = "GBP", seeds: Sequence[int] = (1, 2)) -> Told:
    """The books of evenings with corrections, and of a sitting in which a game still runs."""
    writer = Writer(store, club.id)
    members = [MemberJoined(member=letter, name=NAMES.get(letter, letter)) for letter in "ABCDEFGHIJ"]
    writer.save([("club", ClubFounded(currency=currency)), *(("club", each) for each in members)])
    for seed in seeds:
        corrected_evening(seed, writer)
    writer.write(Table("ABCDE").start("A").play("deal; C stakes 6; D passes"))
    return Told(ClubBooks(club.id, store), 'The\n"Green" Baize; Club', Reader("owner"))


def sitting_of(told: Told, n: int = 1) -> UUID:
    """The id of the n-th sitting."""
    every = (recorded.event for recorded in told.books.store.load(told.books.club_id))
    return [UUID(event.sitting) for event in every if isinstance(event, SittingRegistered)][n - 1]


def only(told: Told, *, sitting: UUID | None = None, game: UUID | None = None) -> Told:
    """The same books, a sitting or a game of them."""
    return replace(told, sitting=sitting, game=game)


def standing(told: Told, streams: Sequence[UUID] = ()) -> dict[str, int]:
    """What stands on each account in minor units, by the name it is given outside; of some streams, if named."""
    naming = Naming(told)
    made = [
        posting
        for logged in told.books.store.notifications(0, 100_000)
        if not streams or logged.recorded.originator_id in streams
        for posting in postings(logged.recorded.event, str(logged.recorded.originator_id))
    ]
    return {naming.account(account): n for account, n in balances(made).items()}
