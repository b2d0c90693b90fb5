"""Words can be erased wherever they were copied to; nothing that the laws judge by can."""

import pytest

from ledger.afterwards.erasure import WORDS, StreamEvent, erase_name, erase_words, erased_parts, words
from ledger.events import TOPICS, Event, sealed_fields
from ledger.events.amendment import GameCorrected
from ledger.events.club import ClubFounded, MemberJoined, PartErased, TokenIssued
from ledger.events.dispute import Ruled
from ledger.events.game import Dealt, Turn
from ledger.refusals import Invalid, Refused
from ledger.state import club as clubs
from tests.store.samples import staked

STREAM = "the stream"
TURN = Turn(phase="say")


JUDGED = frozenset(
    {
        *("hands", "pack", "discarded", "discards", "cards", "asked", "given", "made_right", "answer"),
        *("collected", "announced", "number"),
    }
)
"""The sealed fields that the laws judge by."""


def corrected(*tail: Event, reason: str | None = None) -> GameCorrected:
    return GameCorrected(
        struck=(1,), inserted=(), after=0, tail=tail, moved={}, turn=TURN, pool=0, seats=(), reason=reason
    )


def record(*events: tuple[str, Event]) -> list[StreamEvent]:
    """A stream of these events, each given with the key of its command."""
    return [StreamEvent(version, command, event) for version, (command, event) in enumerate(events, 1)]


def places(erased: list[PartErased]) -> list[tuple[int, str]]:
    assert {erasure.of_stream for erasure in erased} == {STREAM}
    return [(erasure.of_version, erasure.part) for erasure in erased]


def erase(stream: list[StreamEvent], version: int, part: str) -> list[tuple[int, str]]:
    return places(erase_words(STREAM, stream, version, part, "why", ()))


@pytest.mark.parametrize("event", TOPICS.values(), ids=TOPICS)
def test_every_sealed_field_is_either_words_or_what_the_laws_judge_by(event: type[Event]) -> None:
    for name in sealed_fields(event):
        assert (name in WORDS) != (name in JUDGED), name


def test_the_words_of_an_event_are_found_with_those_of_events_within_it() -> None:
    deal = Dealt(step=1, law=7, turn=TURN, hands={"anna": ("Ah",)}, note="by candle light")
    assert words(corrected(deal, staked(2), reason="a slip")) == {
        "reason": "a slip",
        "tail/0/note": "by candle light",
    }


def test_no_card_and_no_number_is_erased_and_one_hears_what_could_be() -> None:
    deal = Dealt(step=1, law=7, turn=TURN, hands={"anna": ("Ah",)}, note="by candle light")
    for part in ("hands/anna", "pack", "turn", "name"):
        with pytest.raises(Invalid, match="these parts of this event can be erased: note"):
            erase(record(("a", deal)), 1, part)
    with pytest.raises(Invalid, match="holds no words"):
        erase(record(("a", staked())), 1, "note")
    with pytest.raises(Invalid, match="the versions 1 to 1"):
        erase(record(("a", staked())), 2, "note")


def test_a_note_goes_wherever_an_older_correction_carried_it_and_others_stay() -> None:
    stream = record(
        ("a", staked(1, note="loudly")),
        ("b", staked(2, note="loudly")),
        ("c", corrected(staked(1, note="loudly"), staked(2, note="loudly"))),
    )
    assert erase(stream, 1, "note") == [(1, "note"), (3, "tail/0/note")]


def test_a_ruling_goes_with_the_reason_that_repeats_it() -> None:
    ruled = Ruled(n=1, referee="anna", law=77, ruling="Nine it was.")
    stream = record(("a", ruled), ("a", corrected(reason="Nine it was.")), ("b", corrected(reason="Nine it was.")))
    assert erase(stream, 1, "ruling") == [(1, "ruling"), (2, "reason")]
    other = record(("a", ruled), ("a", corrected(reason="A slip.")))
    assert erase(other, 1, "ruling") == [(1, "ruling")]


def test_what_is_erased_already_is_refused_and_told_from_what_was_never_there() -> None:
    stream = record(("a", staked(1, note=None)))
    with pytest.raises(Refused) as refused:
        erase_words(STREAM, stream, 1, "note", "why", {(STREAM, 1, "note")})
    assert (refused.value.law, refused.value.code) == (None, "erased")
    with pytest.raises(Invalid):
        erase_words(STREAM, stream, 1, "note", "why", {("another stream", 1, "note")})


def club(*more: Event) -> list[StreamEvent]:
    events = (
        ClubFounded(currency="GBP"),
        MemberJoined(member="anna", name="Anna"),
        MemberJoined(member="bert", name="Bert"),
        TokenIssued(token="1", role="player", member="anna", label="Anna's telephone"),
        TokenIssued(token="2", role="owner", label="the secretary's"),
    )
    return record(*(("a command", event) for event in (*events, *more)))


def test_a_name_goes_with_the_labels_of_its_members_tokens_and_no_others() -> None:
    erased = erase_name(STREAM, club(), "anna", "she asked")
    assert places(erased) == [(2, "name"), (4, "label")]
    assert {(erasure.member, erasure.reason) for erasure in erased} == {("anna", "she asked")}
    with pytest.raises(Refused):
        erase_name(STREAM, record(("a", MemberJoined(member="anna", name=None))), "anna", "again")


def test_a_name_is_not_erased_as_if_it_were_a_note() -> None:
    with pytest.raises(Invalid, match="at the member's own address"):
        erase(club(), 2, "name")


def test_the_state_of_a_club_forgets_the_name_even_where_the_events_still_tell_it() -> None:
    erased = erase_name(STREAM, club(), "anna", "she asked")
    events = [stored.event for stored in club(*erased)]
    state = clubs.fold(events)
    assert (state.members, state.version) == ({"anna": None, "bert": "Bert"}, 7)
    assert state.name_of("anna") == "anna"
    assert erased_parts(events) == {(STREAM, 2, "name"), (STREAM, 4, "label")}
