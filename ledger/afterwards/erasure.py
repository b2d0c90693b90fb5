"""Erase words from the record, with their copies.

Names, labels, descriptions, notes, reasons, questions, statements and rulings are words: no law judges by them, and no
amount follows from them. Cards and the numbers drawn are sealed as well, but the laws judge by them, so they cannot be
erased.

An erasure removes the sealed part; the event keeps its hash. It also removes the copies of the words in other events
of the same command, and in a correction that carried the act over.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.events.amendment import GameCorrected
from ledger.events.base import Event, nested_fields, sealed_fields
from ledger.events.club import MemberJoined, MemberRenamed, PartErased, TokenIssued
from ledger.events.game import Action
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.in_force import RecordLine

WORDS = frozenset({"name", "label", "description", "note", "reason", "question", "ground", "statement", "ruling"})
"""The sealed fields that hold words. The laws judge by the other sealed fields."""


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """An event with its version in its stream, and the key of the command that wrote it."""

    version: int
    command: str
    event: Event


def words(event: Event) -> dict[str, str]:
    """The words that an event still holds, by the names of their parts. Words of events within it are included."""
    return dict(_words(event, ""))


def _words(event: Event, place: str) -> Iterator[tuple[str, str]]:
    for name in sealed_fields(type(event)):
        text = getattr(event, name)
        if name in WORDS and text is not None:
            yield f"{place}{name}", text
    for name in nested_fields(type(event)):
        for at, inner in enumerate(getattr(event, name)):
            yield from _words(inner, f"{place}{name}/{at}/")


def parts_of(line: RecordLine, recorded: Event) -> tuple[str, ...]:
    """The names of the parts of a recorded event that hold the words of one line of a game's record. If a correction
    inserted the act, its words are parts of the correction."""
    if isinstance(recorded, GameCorrected) and isinstance(line.event, Action):
        step = line.event.step
        places = [at for at, act in enumerate(recorded.tail) if isinstance(act, Action) and act.step == step]
        return tuple(f"tail/{at}/{name}" for at in places for name in words(recorded.tail[at]))
    return tuple(name for name in words(recorded) if "/" not in name)


def erased_parts(club: Iterable[Event]) -> frozenset[tuple[str, int, str]]:
    """The parts that were erased by a club's events, as (stream, version, name of the part)."""
    return frozenset((e.of_stream, e.of_version, e.part) for e in club if isinstance(e, PartErased))


def erase_words(
    stream: str,
    record: Sequence[StreamEvent],
    version: int,
    part: str,
    reason: str,
    erased: Collection[tuple[str, int, str]],
) -> list[PartErased]:
    """Erase one part of an event of this stream, and the copies of its words in the stream.

    `record` is the whole stream, `erased` the parts that are erased already. Raises Refused (`erased`) for one of
    those, and Invalid, naming the parts that can be erased, for a part that the event does not have.
    """
    target = next((stored for stored in record if stored.version == version), None)
    if target is None:
        raise Invalid({"version": [f"this stream has the versions 1 to {len(record)}"]})
    texts = words(target.event)
    if part not in texts:
        if (stream, version, part) in erased:
            raise Refused(None, "erased", "this has been erased already")
        raise Invalid({"part": [_what_there_is(texts)]})
    if part == "name":
        raise Invalid({"part": ["a member's name is erased at the member's own address"]})
    places = {(version, part), *_copies(record, target, part, texts[part])}
    return [_erased(stream, at, name, target.event, reason) for at, name in sorted(places)]


def _what_there_is(texts: Mapping[str, str]) -> str:
    if not texts:
        return "this event holds no words that could be erased"
    return f"these parts of this event can be erased: {', '.join(sorted(texts))}"


def _copies(record: Iterable[StreamEvent], target: StreamEvent, part: str, text: str) -> Iterator[tuple[int, str]]:
    """The version and name of each copy of a part: in an event of the same command, or in a correction that carried
    the act over."""
    event = target.event
    for stored in record:
        if stored.command == target.command:
            yield from ((stored.version, name) for name, held in words(stored.event).items() if held == text)
        if isinstance(event, Action) and part == "note" and isinstance(stored.event, GameCorrected):
            for at, act in enumerate(stored.event.tail):
                if isinstance(act, Action) and act.step == event.step and act.note is not None:
                    yield stored.version, f"tail/{at}/note"


def _erased(stream: str, version: int, part: str, event: Event, reason: str) -> PartErased:
    member = event.member if isinstance(event, TokenIssued) else None
    return PartErased(of_stream=stream, of_version=version, part=part, member=member, reason=reason)


def erase_name(stream: str, record: Iterable[StreamEvent], member: Member, reason: str) -> list[PartErased]:
    """Erase a member's name in the club's own stream, and with it those that he had before, and the labels of his
    tokens, which may contain them.

    Raises Refused (`erased`) if the name is erased already.
    """
    parts: list[PartErased] = []
    for stored in record:
        match stored.event:
            case MemberJoined(member=who, name=name) | MemberRenamed(member=who, name=name) if (
                who == member and name is not None
            ):
                part = "name"
            case TokenIssued(member=who, label=label) if who == member and label is not None:
                part = "label"
            case _:
                continue
        parts.append(PartErased(of_stream=stream, of_version=stored.version, part=part, member=member, reason=reason))
    if not any(erased.part == "name" for erased in parts):
        raise Refused(None, "erased", "this member's name has been erased already")
    return parts
