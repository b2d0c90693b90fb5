"""Books with every kind of event, and their balances, for the tests of the accounting formats."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from ledger.application.club_books import ClubBooks
from ledger.books.accounts import balances
from ledger.books.postings import postings
from ledger.events.club import ClubFounded, MemberJoined, SittingRegistered
from ledger.exports.accounts.naming import Naming
from ledger.exports.views import ClubView
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
"""Names that could be mistaken for something else. The name of E is empty."""


def view_of(store: ClubStore, club: Club, *, currency: str = "GBP", seeds: Sequence[int] = (1, 2)) -> ClubView:
    """A view of evenings with corrections, and of a sitting in which a game still runs."""
    writer = Writer(store, club.id)
    members = [MemberJoined(member=letter, name=NAMES.get(letter, letter)) for letter in "ABCDEFGHIJ"]
    writer.save([("club", ClubFounded(currency=currency)), *(("club", member) for member in members)])
    for seed in seeds:
        corrected_evening(seed, writer)
    writer.write(Table("ABCDE").start("A").play("deal; C stakes 6; D passes"))
    return ClubView(ClubBooks(club.id, store), 'The\n"Green" Baize; Club', Reader("owner"))


def sitting_of(view: ClubView, n: int = 1) -> UUID:
    """The id of the n-th sitting of the club, counted from 1."""
    club_events = (recorded.event for recorded in view.books.store.load(view.books.club_id))
    return [UUID(event.sitting) for event in club_events if isinstance(event, SittingRegistered)][n - 1]


def only(view: ClubView, *, sitting: UUID | None = None, game: UUID | None = None) -> ClubView:
    """The same view, of one sitting or game."""
    return replace(view, sitting=sitting, game=game)


def balances_of(view: ClubView, streams: Sequence[UUID] = ()) -> dict[str, int]:
    """The balances of all accounts in minor units, by the names they have in exports; of these streams, if given."""
    naming = Naming(view)
    all_postings = [
        posting
        for logged in view.books.store.notifications(0, 100_000)
        if not streams or logged.recorded.originator_id in streams
        for posting in postings(logged.recorded.event, str(logged.recorded.originator_id))
    ]
    return {naming.account(account): n for account, n in balances(all_postings).items()}
