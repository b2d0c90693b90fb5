"""Several clubs rebuilt at once: each the same as by itself, and one that fails in nobody's way."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from ledger.store import Club, ClubStore, Directory, SharedDatastore, SharedPool
from projections import folding, merkle, several
from projections.follow import ClubFollower
from projections.merkle import LogChanged
from projections.rebuild import digest
from projections.several import rebuild_each
from projections.tables import ReadTables
from tests.projections.evenings import Writer, played


@pytest.fixture
def make_club(pool: SharedPool) -> Callable[[int, int], UUID]:
    """A club with an evening of so many games, followed to the end."""

    def made(seed: int, games: int) -> UUID:
        club = Club(id=uuid4(), name=f"Club {seed}", currency="GBP", created_at=datetime.now(UTC))
        assert Directory(SharedDatastore(pool)).add_club(club)
        store = ClubStore(SharedDatastore(pool, club.id))
        if games:
            Writer(store, club.id).write(played(seed, games))
        follower = ClubFollower(store, ReadTables(SharedDatastore(pool, club.id)))
        while follower.advance():
            pass
        return club.id

    return made


def tables_of(pool: SharedPool, club: UUID) -> ReadTables:
    return ReadTables(SharedDatastore(pool, club))


def spoil(tables: ReadTables) -> None:
    with tables.transaction() as cursor:
        cursor.execute("UPDATE results SET net = net + 1 WHERE club = %(club)s")


def test_several_clubs_at_once_become_what_the_follower_made_of_each(
    pool: SharedPool, make_club: Callable[[int, int], UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    clubs = [make_club(41, 1), make_club(42, 4), make_club(43, 2), make_club(44, 0), make_club(45, 1)]
    sizes = [ClubStore(SharedDatastore(pool, club)).max_position() for club in clubs]
    for module in (folding, several):
        monkeypatch.setattr(module, "MANY", sizes[1])  # the second is rebuilt by itself, the others side by side
    live = [digest(tables_of(pool, club)) for club in clubs]
    for club in clubs:
        spoil(tables_of(pool, club))
    steps: list[tuple[int, int]] = []
    failures = rebuild_each(pool.url, clubs, lambda done, total: steps.append((done, total)), processes=2)
    assert failures == {}
    assert [digest(tables_of(pool, club)) for club in clubs] == live
    assert steps == sorted(steps)
    assert steps[-1] == (sum(sizes), sum(sizes))


def test_a_club_that_fails_stays_as_it_was_and_the_others_are_rebuilt(
    pool: SharedPool, make_club: Callable[[int, int], UUID]
) -> None:
    good, bad, other = (make_club(seed, 1) for seed in (46, 47, 48))
    live = {club: digest(tables_of(pool, club)) for club in (good, other)}
    checkpoint = merkle.Checkpoint(size=10, root=bytes(32), note="", vkey="", signed_at=datetime.now(UTC))
    with tables_of(pool, bad).transaction() as cursor:
        merkle.keep(cursor, checkpoint)
    for club in (good, bad, other):
        spoil(tables_of(pool, club))
    spoilt = digest(tables_of(pool, bad))
    failures = rebuild_each(pool.url, [good, bad, other], processes=2)
    assert list(failures) == [bad]
    assert isinstance(failures[bad], LogChanged)
    assert "the checkpoint of size 10 was signed for the root" in str(failures[bad])
    assert digest(tables_of(pool, bad)) == spoilt
    assert {club: digest(tables_of(pool, club)) for club in live} == live


def test_of_no_clubs_none_is_rebuilt(pool: SharedPool) -> None:
    assert rebuild_each(pool.url, []) == {}
