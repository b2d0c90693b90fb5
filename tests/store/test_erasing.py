"""An erasure saves its event and removes the part, both or neither, and leaves nothing to try guesses on."""

from hashlib import sha256
from uuid import UUID, uuid4

import pytest

from ledger.events.club import MemberJoined, PartErased
from ledger.store import ClubStore, CommandExists, VersionTaken
from tests.store.samples import SCOREKEEPER, command, recorded

ASKED = sha256(b'{"name":"Anna"}').digest()


def joined(store: ClubStore) -> UUID:
    """Save a club's stream in which Anna joins."""
    club = uuid4()
    store.save([recorded(club, 1, MemberJoined(member="anna", name="Anna"))], command(club, key="join", digest=ASKED))
    return club


def erasure(club: UUID, part: str = "name") -> PartErased:
    return PartErased(of_stream=str(club), of_version=1, part=part, member="anna", reason="she asked")


def bytes_of(store: ClubStore) -> list[bytes]:
    return [logged.stored.state for logged in store.notifications(0, 10)]


def test_the_part_goes_with_the_event_that_says_so_and_no_other_byte_changes(store: ClubStore) -> None:
    club = joined(store)
    before = bytes_of(store)
    store.save([recorded(club, 2, erasure(club))], command(club, 2, 2))
    first, second = store.load(club)
    assert first.event == MemberJoined(member="anna", name=None)
    assert second.event == erasure(club)
    assert bytes_of(store)[:1] == before


@pytest.mark.parametrize("part", ["name", "note"])
def test_where_the_part_is_not_there_nothing_at_all_is_saved(store: ClubStore, part: str) -> None:
    club = joined(store)
    store.save([recorded(club, 2, erasure(club))], command(club, 2, 2))
    with pytest.raises(VersionTaken):
        store.save([recorded(club, 3, erasure(club, part))], command(club, 3, 3, key="again"))
    assert len(list(store.load(club))) == 2
    assert store.find_command("again") is None


def test_of_several_parts_all_go_or_none(store: ClubStore) -> None:
    club = joined(store)
    both = [recorded(club, 2, erasure(club)), recorded(club, 3, erasure(club, "label"))]
    with pytest.raises(VersionTaken):
        store.save(both, command(club, 2, 3))
    (only,) = store.load(club)
    assert only.event == MemberJoined(member="anna", name="Anna")


def test_an_erasure_sent_twice_is_carried_out_once(store: ClubStore) -> None:
    club = joined(store)
    for version in (2, 3):
        again = command(club, version, version, key="erase")
        if version == 2:
            store.save([recorded(club, 2, erasure(club))], again)
        else:
            with pytest.raises(CommandExists):
                store.save([recorded(club, 3, erasure(club))], again)
    assert len(list(store.load(club))) == 2


def test_the_hash_of_a_request_tells_repeats_from_others_until_its_words_are_erased(store: ClubStore) -> None:
    club = joined(store)
    row = store.find_command("join")
    assert row is not None
    other = sha256(b'{"name":"Bertha"}').digest()
    assert store.is_same_request(row, SCOREKEEPER, ASKED)
    assert not store.is_same_request(row, SCOREKEEPER, other)
    # The stored hash is none that a guess at the name could be held against without the salt.
    assert row.request_hash != ASKED
    store.save([recorded(club, 2, erasure(club))], command(club, 2, 2))
    assert store.is_same_request(row, SCOREKEEPER, ASKED)
    assert store.is_same_request(row, SCOREKEEPER, other)


def test_a_request_that_sealed_nothing_is_stored_under_its_plain_hash(store: ClubStore) -> None:
    club = uuid4()
    store.save([recorded(club, 1)], command(club, key="plain", digest=ASKED))
    row = store.find_command("plain")
    assert row is not None
    assert row.request_hash == ASKED
    assert store.is_same_request(row, SCOREKEEPER, ASKED)
    assert not store.is_same_request(row, SCOREKEEPER, bytes(32))
