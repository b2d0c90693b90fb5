"""A club's store on a real PostgreSQL saves events, sealed parts and commands together, or not at all."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import OperationalError

from ledger.events.game import Dealt, Turn
from ledger.store import (
    Club,
    ClubStore,
    CommandExists,
    SharedDatastore,
    SharedPool,
    StoreUnavailable,
    VersionTaken,
)
from ledger.store import datastore as datastores
from ledger.store.announcing import CHANNEL
from tests.store.samples import command, recorded

TURN = Turn(phase="say", player="anna", law=23)
DEAL = Dealt(step=1, law=7, turn=TURN, hands={"anna": ("Ah", "Kd"), "bert": ("2c",)}, pack=("9s",), note="by lamplight")


def test_a_stream_is_read_in_order_as_it_was_saved(store: ClubStore) -> None:
    stream = uuid4()
    events = [recorded(stream, 1, DEAL), recorded(stream, 2), recorded(stream, 3)]
    store.save(events[:2], command(stream, 1, 2))
    store.save(events[2:], command(stream, 3, 3))
    assert list(store.load(stream)) == events
    assert list(store.load(stream, gt=1)) == events[1:]
    assert list(store.load(stream, lte=2)) == events[:2]
    assert list(store.load(stream, gt=1, lte=2)) == events[1:2]


def test_a_stream_that_nobody_wrote_is_empty(store: ClubStore) -> None:
    assert list(store.load(uuid4())) == []
    assert store.max_position() == 0
    assert list(store.notifications(0, 10)) == []
    assert store.find_command("never sent") is None


def test_saving_answers_with_the_position_of_the_last_event(store: ClubStore) -> None:
    game, sitting = uuid4(), uuid4()
    position, _ = store.save([recorded(game, 1, DEAL), recorded(game, 2), recorded(sitting, 1)], command(game, 1, 2))
    assert position == store.max_position()
    logged = list(store.notifications(0, 10))
    assert [entry.recorded for entry in logged] == [recorded(game, 1, DEAL), recorded(game, 2), recorded(sitting, 1)]
    assert logged[-1].position == position


def test_the_log_is_read_from_a_position_on_with_the_exact_bytes_stored(store: ClubStore) -> None:
    stream = uuid4()
    positions = [store.save([recorded(stream, n, DEAL)], command(stream, n, n))[0] for n in (1, 2, 3)]
    assert [entry.position for entry in store.notifications(positions[0], 1)] == [positions[1]]
    (last,) = store.notifications(positions[1], 10)
    assert last.stored.state == store.recorder.select_events(stream, gt=2)[0].state
    assert [part.part for part in last.stored.parts] == ["hands/anna", "hands/bert", "note", "pack"]


def test_the_limit_of_a_batch_counts_events_and_not_their_sealed_parts(store: ClubStore) -> None:
    stream = uuid4()
    store.save([recorded(stream, n, DEAL) for n in range(1, 6)], command(stream, 1, 5))
    assert len(list(store.notifications(0, 3))) == 3
    assert [e.originator_version for e in store.recorder.select_events(stream, desc=True, limit=2)] == [5, 4]


def test_the_log_can_be_asked_for_topics_and_for_an_end(store: ClubStore) -> None:
    stream = uuid4()
    store.save([recorded(stream, 1, DEAL), recorded(stream, 2), recorded(stream, 3)], command(stream, 1, 3))
    first, _, last = store.recorder.select_notifications(None, 10)
    assert [n.topic for n in store.recorder.select_notifications(None, 10, topics=["game.dealt"])] == ["game.dealt"]
    assert len(store.recorder.select_notifications(first.id, 10, stop=last.id - 1)) == 2
    assert len(store.recorder.select_notifications(first.id, 10, inclusive_of_start=False)) == 2


def test_a_command_is_found_under_its_key(store: ClubStore) -> None:
    stream = uuid4()
    row = command(stream, 1, 2, key="from the client", digest=b"of the request")
    store.save([recorded(stream, 1), recorded(stream, 2)], row)
    assert store.find_command("from the client") == row


def test_events_without_a_command_and_a_command_without_events_are_not_saved(store: ClubStore) -> None:
    stream = uuid4()
    with pytest.raises(ValueError, match="decided nothing"):
        store.save([], command(stream))
    with pytest.raises(AssertionError):
        store.events.put([recorded(stream, 1)])
    assert store.max_position() == 0


def test_the_loser_of_a_race_saves_nothing(store: ClubStore) -> None:
    game, sitting = uuid4(), uuid4()
    store.save([recorded(sitting, 1)], command(sitting))
    with pytest.raises(VersionTaken):
        store.save([recorded(game, 1, DEAL), recorded(sitting, 1)], command(game, key="too late"))
    assert list(store.load(game)) == []
    assert store.find_command("too late") is None
    assert len(list(store.notifications(0, 10))) == 1


def test_a_repeated_key_saves_nothing_and_is_told_from_a_lost_race(store: ClubStore) -> None:
    stream = uuid4()
    first = command(stream, key="tapped twice")
    store.save([recorded(stream, 1, DEAL)], first)
    for version in (1, 2):
        with pytest.raises(CommandExists) as refused:
            store.save([recorded(stream, version)], command(stream, version, version, key="tapped twice"))
        assert refused.value.key == "tapped twice"
        assert not isinstance(refused.value, VersionTaken)
    assert list(store.load(stream)) == [recorded(stream, 1, DEAL)]
    stored = store.find_command("tapped twice")
    assert stored is not None
    assert replace(stored, request_hash=first.request_hash) == first


def test_the_same_key_in_another_club_is_another_command(pool: SharedPool, new_club: Callable[[], Club]) -> None:
    stream = uuid4()
    for club in (new_club(), new_club()):
        store = ClubStore(SharedDatastore(pool, club.id))
        store.save([recorded(stream, 1)], command(stream, key="the same"))
        assert store.max_position() == 1


TURN_OF = "SELECT FROM poolbook.clubs WHERE id = %s FOR UPDATE"
"""Takes the turn of a club, as a save does."""

ERASE = "INSERT INTO poolbook.erasures (club, stream, version, part) VALUES (%s, %s, 1, %s)"


class LosesReplies(SharedDatastore):
    """A datastore whose first save commits, but then loses its connection before the reply."""

    losses = 1

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection]:
        with super().get_connection() as connection:
            yield connection
            if self.losses:
                self.losses -= 1
                raise OperationalError("the connection was lost")


def test_a_save_whose_reply_was_lost_surfaces_as_the_command_that_exists(pool: SharedPool, club: Club) -> None:
    stream = uuid4()
    store = ClubStore(LosesReplies(pool, club.id))
    mine = command(stream, key="mine")
    with pytest.raises(CommandExists):
        store.save([recorded(stream, 1)], mine)
    assert store.find_command("mine") == mine
    assert list(store.load(stream)) == [recorded(stream, 1)]


def test_a_refused_save_leaves_its_connection_fit_for_the_next(database_url: str, club: Club) -> None:
    one = SharedPool(database_url, max_size=1)
    store = ClubStore(SharedDatastore(one, club.id))
    stream = uuid4()
    store.save([recorded(stream, 1)], command(stream, key="a"))
    backend = one_backend(one)
    for key in ("a", "b"):
        with pytest.raises((CommandExists, VersionTaken)):
            store.save([recorded(stream, 1, DEAL)], command(stream, key=key))
    store.save([recorded(stream, 2)], command(stream, 2, 2))
    assert one_backend(one) == backend
    one.close()


def one_backend(pool: SharedPool) -> int:
    with pool.current().connection() as connection:
        return connection.info.backend_pid


def test_a_save_is_announced_once_its_events_can_be_read(database_url: str, store: ClubStore, club: Club) -> None:
    stream = uuid4()
    with psycopg.connect(database_url, autocommit=True) as listener:
        listener.execute(f"LISTEN {CHANNEL}")
        position, _ = store.save([recorded(stream, 1)], command(stream))
        (announced,) = listener.notifies(timeout=5, stop_after=1)
        seen = listener.execute(
            "SELECT max(notification_id) FROM poolbook.stored_events WHERE club = %s", (club.id,)
        ).fetchone()
    assert announced.payload == str(club.id)
    assert seen == (position,)


def test_a_refused_save_is_not_announced(database_url: str, store: ClubStore) -> None:
    stream = uuid4()
    with psycopg.connect(database_url, autocommit=True) as listener:
        listener.execute(f"LISTEN {CHANNEL}")
        store.save([recorded(stream, 1)], command(stream))
        assert len(list(listener.notifies(timeout=5, stop_after=1))) == 1
        with pytest.raises(VersionTaken):
            store.save([recorded(stream, 1)], command(stream))
        assert list(listener.notifies(timeout=0.3)) == []


def test_a_save_that_cannot_have_its_turn_gives_up_in_time(
    database_url: str, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datastores, "LOCK_TIMEOUT_SECONDS", 1)
    impatient = SharedPool(database_url)
    store = ClubStore(SharedDatastore(impatient, club.id))
    stream = uuid4()
    with psycopg.connect(database_url) as other:
        other.execute(TURN_OF, (club.id,))
        with pytest.raises(StoreUnavailable, match="lock timeout"):
            store.save([recorded(stream, 1)], command(stream))
    store.save([recorded(stream, 1)], command(stream))
    impatient.close()


def test_clubs_do_not_wait_for_one_another(database_url: str, store: ClubStore, new_club: Callable[[], Club]) -> None:
    stream = uuid4()
    with psycopg.connect(database_url) as other:
        other.execute(TURN_OF, (new_club().id,))
        store.save([recorded(stream, 1)], command(stream))


def test_an_erased_part_is_gone_from_the_stream_and_from_the_log(
    database_url: str, store: ClubStore, club: Club
) -> None:
    stream = uuid4()
    store.save([recorded(stream, 1, DEAL)], command(stream))
    with psycopg.connect(database_url, autocommit=True) as owner:
        for part in ("hands/bert", "note"):
            owner.execute(ERASE, (club.id, stream, part))
        with pytest.raises(
            psycopg.errors.IntegrityConstraintViolation, match=r"the part note of event 1 .* is not there"
        ):
            owner.execute(ERASE, (club.id, stream, "note"))
    left = Dealt(step=1, law=7, turn=TURN, hands={"anna": ("Ah", "Kd")}, pack=("9s",))
    assert list(store.load(stream)) == [recorded(stream, 1, left)]
    assert [entry.recorded.event for entry in store.notifications(0, 10)] == [left]


def test_a_stray_setting_of_the_environment_does_not_change_what_is_written(
    pool: SharedPool, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPRESSOR_TOPIC", "zlib")
    monkeypatch.setenv("CLUBSTORE_COMPRESSOR_TOPIC", "zlib")
    monkeypatch.setenv("IS_SNAPSHOTTING_ENABLED", "y")
    store = ClubStore(SharedDatastore(pool, club.id))
    stream = uuid4()
    store.save([recorded(stream, 1)], command(stream))
    assert store.recorder.select_events(stream)[0].state.startswith(b'{"actor":')
    assert store.snapshots is None
