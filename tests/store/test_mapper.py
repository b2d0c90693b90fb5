"""The mapper from envelopes to stored bytes and back: what is public, what is sealed, and what is refused."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from ledger.cards import pack
from ledger.events import TOPICS, Event
from ledger.events.amendment import GameCorrected
from ledger.events.base import Sealed, fact
from ledger.events.club import MemberJoined
from ledger.events.game import Dealt, Drew, Turn
from ledger.store import Actor, BrokenSeal, NewerEvent, Recorded, UnreadableEvent
from ledger.store.envelope import SealedEvent, SealedPart
from ledger.store.mapper import EnvelopeMapper
from tests.store.golden import numbered_salts
from tests.store.samples import recorded, staked

STREAM = uuid4()
TURN = Turn(phase="draw", player="anna", law=34)
MAPPER = EnvelopeMapper()


def round_trip(event: Event) -> Event:
    return MAPPER.to_domain_event(MAPPER.to_stored_event(recorded(STREAM, 1, event))).event


def deal(**hands: tuple[str, ...]) -> Dealt:
    return Dealt(step=3, law=7, turn=TURN, hands=hands, pack=("2c", "3c"))


def without(stored: SealedEvent, part: str) -> SealedEvent:
    return replace(stored, parts=tuple(p for p in stored.parts if p.part != part))


def test_an_envelope_comes_back_as_it_was() -> None:
    given = Recorded(
        originator_id=STREAM,
        originator_version=7,
        at=datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC),
        command="a key",
        actor=Actor(token="t", member="anna", role="player"),
        event=staked(),
    )
    assert MAPPER.to_domain_event(MAPPER.to_stored_event(given)) == given


hands = st.dictionaries(st.text(min_size=1), st.lists(st.sampled_from(pack()), max_size=5).map(tuple))


@given(
    hands=st.none() | hands, rest=st.none() | st.lists(st.sampled_from(pack())).map(tuple), note=st.none() | st.text()
)
def test_a_deal_comes_back_whatever_is_known_of_it(hands, rest, note) -> None:
    event = Dealt(step=1, law=7, turn=TURN, hands=hands, pack=rest, note=note)
    assert round_trip(event) == event


@given(hands=hands.filter(bool), data=st.data())
def test_whichever_hands_are_erased_the_others_are_still_read(hands, data) -> None:
    erased = data.draw(st.sets(st.sampled_from(sorted(hands))))
    stored = MAPPER.to_stored_event(recorded(STREAM, 1, deal() if not hands else structs.replace(deal(), hands=hands)))
    for member in erased:
        stored = without(stored, f"hands/{member}")
    left = {member: cards for member, cards in hands.items() if member not in erased}
    assert MAPPER.to_domain_event(stored).event == structs.replace(deal(), hands=left or None)


def test_an_erased_text_reads_as_none() -> None:
    stored = MAPPER.to_stored_event(recorded(STREAM, 1, MemberJoined(member="anna", name="Anna")))
    assert MAPPER.to_domain_event(without(stored, "name")).event == MemberJoined(member="anna", name=None)


def test_equal_facts_make_equal_bytes_whatever_the_order_of_their_keys() -> None:
    one = recorded(STREAM, 1, deal(anna=("Ah",), bert=("Kd",)))
    other = recorded(STREAM, 1, deal(bert=("Kd",), anna=("Ah",)))
    as_stored = [EnvelopeMapper(numbered_salts()).to_stored_event(fact) for fact in (one, other)]
    assert as_stored[0] == as_stored[1]


def test_what_is_sealed_stands_in_the_public_part_as_a_salted_hash_only() -> None:
    stored = MAPPER.to_stored_event(recorded(STREAM, 1, deal(anna=("Ah", "Kd"))))
    state = json.loads(stored.state)
    assert state["public"] == {
        "by_waiver": None,
        "counts": {},
        "irregular": False,
        "uncut": False,
        "law": 7,
        "step": 3,
        "turn": {"law": 34, "phase": "draw", "player": "anna"},
    }
    assert [part.part for part in stored.parts] == ["hands/anna", "pack"]
    assert [part.body for part in stored.parts] == [b'["Ah","Kd"]', b'["2c","3c"]']
    assert state["seals"] == {part.part: hashlib.sha256(part.salt + part.body).hexdigest() for part in stored.parts}
    assert b"Ah" not in stored.state


def test_every_part_has_sixteen_bytes_of_salt_of_its_own() -> None:
    event = Drew(step=4, law=36, turn=TURN, player="anna", discarded=0, discards=(), cards=(), note="")
    salts = [part.salt for part in MAPPER.to_stored_event(recorded(STREAM, 1, event)).parts]
    assert [len(salt) for salt in salts] == [16] * 4
    assert len(set(salts)) == 4
    assert round_trip(event) == event


@pytest.mark.parametrize(
    "tampered",
    [
        SealedPart("hands/anna", b"another salt", b'["Ah"]'),
        SealedPart("hands/anna", bytes(16), b'["As"]'),
        SealedPart("hands/bert", bytes(16), b'["Ah"]'),
    ],
    ids=["salt", "body", "unknown to the event"],
)
def test_a_part_that_is_not_the_one_recorded_is_not_read(tampered: SealedPart) -> None:
    stored = EnvelopeMapper(lambda: bytes(16)).to_stored_event(recorded(STREAM, 5, deal(anna=("Ah",))))
    with pytest.raises(BrokenSeal, match=rf"event 5 of stream {STREAM}: .*{tampered.part}"):
        MAPPER.to_domain_event(replace(stored, parts=(tampered,)))


@pytest.mark.parametrize("zone", [None, timezone(timedelta(hours=1))], ids=["naive", "not UTC"])
def test_a_time_that_is_not_utc_is_refused(zone: timezone | None) -> None:
    with pytest.raises(ValueError, match="UTC"):
        MAPPER.to_stored_event(structs.replace(recorded(STREAM, 1), at=datetime(2026, 1, 1, tzinfo=zone)))


def test_an_event_unknown_to_this_release_says_so_and_where_it_stands() -> None:
    stored = replace(MAPPER.to_stored_event(recorded(STREAM, 3)), topic="game.telegraphed")
    with pytest.raises(NewerEvent, match=rf"event 3 of stream {STREAM}: .*'game.telegraphed'"):
        MAPPER.to_domain_event(stored)


@pytest.mark.parametrize("state", [b"", b"{}", b'{"version":1}', b"\xff"], ids=str)
def test_bytes_that_are_no_event_say_where_they_stand(state: bytes) -> None:
    stored = replace(MAPPER.to_stored_event(recorded(STREAM, 3)), state=state)
    with pytest.raises(UnreadableEvent, match=f"event 3 of stream {STREAM}"):
        MAPPER.to_domain_event(stored)


def test_a_field_that_is_missing_is_not_made_up() -> None:
    stored = MAPPER.to_stored_event(recorded(STREAM, 3))
    state = json.loads(stored.state)
    del state["public"]["amount"]
    with pytest.raises(UnreadableEvent, match="amount"):
        MAPPER.to_domain_event(replace(stored, state=json.dumps(state).encode()))


# An event that has had three shapes


@pytest.fixture
def toast() -> Iterator[type[Event]]:
    @fact("test.toast_drunk", version=3)
    class ToastDrunk(Event, frozen=True, kw_only=True):
        players: tuple[str, ...]
        spirit: str
        words: Sealed[str | None] = None

    yield ToastDrunk
    del TOPICS["test.toast_drunk"]


UPCASTS = {
    ("test.toast_drunk", 1): lambda fields: {"players": [fields.pop("player")], **fields},
    ("test.toast_drunk", 2): lambda fields: {**fields, "spirit": "port"},
}
FIRST_SHAPE = b"""{"actor":{"member":null,"role":"owner","token":null},"at":"1896-11-20T21:05:30Z","command":"c",
"public":{"player":"anna"},"seals":{"words":"%s"},"version":1}"""
WORDS = SealedPart("words", bytes(16), b'"The Queen"')
HASH = hashlib.sha256(WORDS.salt + WORDS.body).hexdigest().encode()


@pytest.mark.parametrize(("parts", "words"), [((WORDS,), "The Queen"), ((), None)], ids=["whole", "erased"])
def test_an_older_shape_is_brought_up_to_date_step_by_step(toast, parts, words) -> None:
    stored = SealedEvent(STREAM, 1, "test.toast_drunk", FIRST_SHAPE % HASH, parts)
    event = EnvelopeMapper(upcasts=UPCASTS).to_domain_event(stored).event
    assert event == toast(players=("anna",), spirit="port", words=words)


def test_a_missing_step_is_an_error_that_names_it(toast) -> None:
    stored = SealedEvent(STREAM, 1, "test.toast_drunk", FIRST_SHAPE % HASH, ())
    first_only = {key: step for key, step in UPCASTS.items() if key[1] == 1}
    with pytest.raises(UnreadableEvent, match="from version 2 to 3"):
        EnvelopeMapper(upcasts=first_only).to_domain_event(stored)


def test_a_newer_shape_than_this_release_knows_is_an_error_that_says_so(toast) -> None:
    stored = SealedEvent(STREAM, 1, "test.toast_drunk", FIRST_SHAPE.replace(b":1}", b":4}") % HASH, ())
    with pytest.raises(NewerEvent, match="version 4; this release reads up to 3"):
        EnvelopeMapper(upcasts=UPCASTS).to_domain_event(stored)


def test_events_within_an_event_are_sealed_in_their_places_and_read_back() -> None:
    dealt = Dealt(step=1, law=17, turn=Turn(phase="say"), hands={"anna": ("Ah", "Kd")}, note="dealt twice")
    drew = Drew(step=7, law=39, turn=Turn(phase="draw"), player="bert", discarded=2, cards=("2c", "3c"))
    corrected = GameCorrected(
        struck=(3,), inserted=(7,), after=0, tail=(dealt, drew), moved={}, turn=Turn(phase="draw"), pool=9, reason="why"
    )
    stored = EnvelopeMapper().to_stored_event(recorded(uuid4(), 1, corrected))
    names = [part.part for part in stored.parts]
    assert names == ["reason", "tail/0/note", "tail/0/hands/anna", "tail/1/discarded", "tail/1/cards"]
    assert b"Ah" not in stored.state
    assert EnvelopeMapper().to_domain_event(stored).event == corrected


def test_events_within_an_event_are_brought_up_to_date_like_any_other() -> None:
    corrected = GameCorrected(
        struck=(), inserted=(2,), after=0, tail=(staked(2),), moved={}, turn=Turn(phase="say"), pool=9
    )
    stored = EnvelopeMapper().to_stored_event(recorded(uuid4(), 1, corrected))
    older = replace(stored, state=stored.state.replace(b'"game.staked","version":1', b'"game.staked","version":0'))
    mapper = EnvelopeMapper(upcasts={("game.staked", 0): lambda fields: {**fields, "amount": 12}})
    assert mapper.to_domain_event(older).event.tail[0].amount == 12
