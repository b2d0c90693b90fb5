"""A key belongs to who sent it, and what is stored of it tells nobody what it was."""

import hmac
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from uuid import uuid4

import pytest

from ledger.store import Actor, Club, ClubStore, SharedDatastore, SharedPool
from ledger.store.keys import mark_in, mark_of, name_of
from tests.store.samples import SCOREKEEPER, command, recorded, staked

ASKED = sha256(b'{"action":"draw","discard":["Ah"]}').digest()
ANOTHER = Actor(token="another token", member=None, role="scorekeeper")


def save(store: ClubStore, name: str) -> None:
    """A command with a sealed part, stored under a name."""
    stream = uuid4()
    act = recorded(stream, 1, staked(note="sealed"), command=name)
    store.save([act], command(stream, key=name, digest=ASKED))


@pytest.fixture
def stores(pool: SharedPool, new_club: Callable[[], Club]) -> list[ClubStore]:
    """Two processes' stores of one club, and the store of another club."""
    one, other = new_club(), new_club()
    return [ClubStore(SharedDatastore(pool, club.id)) for club in (one, one, other)]


def test_a_name_tells_nothing_of_its_key_without_the_secret_of_the_club(stores: list[ClubStore]) -> None:
    store, again, elsewhere = stores
    name = store.command_name("discard Ah")
    assert name == again.command_name("discard Ah") != store.command_name("discard As")
    assert name != elsewhere.command_name("discard Ah")
    mark, digest = name.split()
    for guess in (sha256(b"discard Ah"), hmac.new(b"", b"discard Ah", "sha256")):
        assert digest not in guess.hexdigest()
    assert mark == again.command_name("x").split()[0] != elsewhere.command_name("x").split()[0]


def test_all_who_ask_at_once_for_the_first_name_have_the_same_secret(pool: SharedPool, club: Club) -> None:
    stores = [ClubStore(SharedDatastore(pool, club.id)) for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        names = set(threads.map(lambda store: store.command_name("k"), stores))
    assert len(names) == 1


def test_no_key_that_a_client_may_send_has_the_form_of_a_name() -> None:
    secret = bytes(range(32))
    name = name_of(secret, "k")
    assert mark_in(name) == mark_of(secret) == name.split()[0]
    assert " " in name  # and a key is visible characters
    for key in ("k", str(uuid4()), name.replace(" ", "-"), name.replace(" ", "")):
        assert mark_in(key) is None
    assert secret.hex() not in name


def test_the_same_request_of_another_actor_is_not_the_same(store: ClubStore) -> None:
    save(store, store.command_name("k"))
    row = store.find_command("k")
    assert row is not None
    assert store.is_same_request(row, SCOREKEEPER, ASKED)
    assert not store.is_same_request(row, SCOREKEEPER, bytes(32))
    for digest in (ASKED, bytes(32)):
        assert not store.is_same_request(row, ANOTHER, digest)


def test_a_command_of_an_older_release_is_known_by_its_bare_key_to_its_own_token(store: ClubStore) -> None:
    save(store, "the key as it came")
    row = store.find_command("the key as it came")
    assert row is not None
    assert row.key == "the key as it came"
    assert store.is_same_request(row, SCOREKEEPER, ASKED)
    assert not store.is_same_request(row, ANOTHER, ASKED)
