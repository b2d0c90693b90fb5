"""The demonstration club: evenings that are closed, and one that stands open, in which everything happens once."""

from collections.abc import Callable
from pathlib import Path
from uuid import UUID

from ledger.application.club_books import Request
from ledger.application.clubs import Clubs
from ledger.application.erasures import Erasures
from ledger.events.game import GameBegun, Phase
from ledger.roles import Role
from ledger.store import Actor, ClubStore
from ops.demo import demo_club
from ops.migrate import migrate

OWNER = Actor(token=None, member=None, role=Role.OWNER)


def topics(store: ClubStore) -> set[str]:
    """The topics of everything recorded in a club."""
    return {logged.recorded.event.topic for logged in store.notifications(0, 10_000)}


def test_four_evenings_are_played_and_another_game_has_begun(new_database: Callable[[], str], tmp_path: Path) -> None:
    url = new_database()
    migrate(url)
    clubs = Clubs(url)
    club, _ = demo_club(clubs, tmp_path)
    books = clubs.books(club.id)
    logged = [*books.store.notifications(0, 10_000)]
    begun = [entry.recorded.originator_id for entry in logged if isinstance(entry.recorded.event, GameBegun)]
    played = [books.game(game) for game in begun]
    assert [game.phase for game in played].count(Phase.SAY) == 1
    assert sum(game.over for game in played) == 39
    assert {33, 48, 60} <= {law for game in played if game.settlement for law in game.settlement.laws}
    assert {"game.corrected", "game.paid", "game.disputed", "game.evidence_given", "game.ruled"} <= topics(books.store)
    assert {"game.borrowed", "sitting.counters_bought_back", "sitting.closed"} <= topics(books.store)
    assert any(game.minimum for game in played)

    # Whatever was done in the club since, a later start records nothing and is not held up.
    sitting = books.sitting(UUID(played[0].sitting))
    Erasures(books).erase_name(Request(OWNER, "erase", b""), sitting.seats[0], "he asked for it")
    before = books.store.max_position()
    assert demo_club(clubs, tmp_path)[0] == club
    assert books.store.max_position() == before
    clubs.close()
