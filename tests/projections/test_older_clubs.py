"""A club from before the books, the log and the audit has all of them once it is migrated and followed."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import uuid4

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from ledger.events.club import ClubFounded
from ledger.events.dispute import Disputed, DisputeKind
from ledger.events.sitting import GameStarted
from ledger.store import ClubStore, SharedDatastore, SharedPool
from ops import migrate as migrations
from ops.migrate import create_club_schema, migrate
from projections.follow import ClubFollower
from projections.merkle import tree_in
from projections.rebuild import digest, rebuild
from projections.statements import books_of_club
from projections.tables import ReadTables
from tests.projections.evenings import Writer, played

OLDER = ("club_0001", "club_0002", "club_0010", "club_0011")
ROWS_OF_OLD = "INSERT INTO {} (application_name, notification_id) VALUES ('read_models', 5)"


def test_an_older_club_is_folded_from_its_first_event(
    new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, club = new_database(), uuid4()
    migrate(url)
    every = migrations.files_of
    with monkeypatch.context() as earlier:
        earlier.setattr(migrations, "files_of", lambda kind: [f for f in every(kind) if f[0].startswith(OLDER)])
        schema = create_club_schema(url, club=club, name="Old", currency="GBP", created_at=datetime.now(UTC))
    pool = SharedPool(url)
    datastore = SharedDatastore(pool, schema)
    store, tables = ClubStore(datastore), ReadTables(datastore)
    writer = Writer(store, club)
    writer.save([("club", ClubFounded(currency="GBP"))])
    writer.write(played(1, games=2))
    with psycopg.connect(url) as connection:
        connection.execute(SQL(ROWS_OF_OLD).format(Identifier(schema, "notification_tracking")))

    assert f"{schema}: club_0060_fold_again.sql" in migrate(url)
    follower = ClubFollower(store, tables)
    while follower.advance():
        pass
    assert tables.position() == store.max_position()
    books = books_of_club(tables)
    assert (books.total, books.counters) == (0, books.in_issue)
    with tables.transaction() as cursor:
        assert tree_in(cursor).size == len(list(store.notifications(0, 10_000)))
    followed = digest(tables)
    rebuild(store, tables)
    assert digest(tables) == followed
    assert migrate(url) == []
    pool.close()


def test_an_older_club_learns_of_its_disputes_as_far_as_it_is_followed(new_database: Callable[[], str]) -> None:
    url, club = new_database(), uuid4()
    migrate(url)
    schema = create_club_schema(url, club=club, name="Old", currency="GBP", created_at=datetime.now(UTC))
    pool = SharedPool(url)
    store = ClubStore(SharedDatastore(pool, schema))
    tables = ReadTables(SharedDatastore(pool, schema))
    writer, table = Writer(store, club), played(1, games=2)
    writer.save([("club", ClubFounded(currency="GBP"))])
    writer.write(table)
    (disputed, other) = (event.game for event in table.sitting_events if isinstance(event, GameStarted))
    laid = Disputed(n=1, step=None, parties=("A",), kind=DisputeKind.FACT, referee=None, witnesses=())
    writer.save([(disputed, laid)])
    follower = ClubFollower(store, tables)
    while follower.advance():
        pass
    followed = digest(tables)
    writer.save([(other, laid)])
    with psycopg.connect(url) as connection:
        connection.execute(SQL("ALTER TABLE {} DROP COLUMN disputes").format(Identifier(schema, "games")))
        for index in ("settlements_laws_idx", "settlements_hands_idx"):
            connection.execute(SQL("DROP INDEX {}").format(Identifier(schema, index)))
        connection.execute("DELETE FROM poolbook.migrations WHERE name = 'club_0080_season.sql'")

    assert migrate(url) == [f"{schema}: club_0080_season.sql"]
    assert digest(tables) == followed
    while follower.advance():
        pass
    with tables.transaction() as cursor:
        counted = cursor.execute("SELECT game, disputes FROM games").fetchall()
    assert {row["game"]: row["disputes"] for row in counted} == {writer.stream(disputed): 1, writer.stream(other): 1}
    pool.close()
