"""Which words of what is recorded can be erased, and what goes with them.

A name, a label, a note, a reason, a question, a statement and a ruling are words: nothing is judged by them, and no
amount follows from them. Cards and numbers drawn are sealed as well, but the laws judge by them, so they stay.

An erasure takes the sealed part away and leaves the event with its hash. The same words are taken wherever the
command that wrote them put them besides, and wherever a correction carried them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.events.amendment import GameCorrected
from ledger.events.base import Event, nested_fields, sealed_fields
from ledger.events.club import MemberJoined, PartErased, TokenIssued
from ledger.events.game import Action
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.in_force import RecordLine

WORDS = frozenset({"name", "label", "note", "reason", "question", "statement", "ruling"})
"""The sealed fields that hold words; by the others the laws judge."""


@dataclass(frozen=True, slots=True)
class Said:
    """An event as an erasure looks at it: its version in its stream, the command that wrote it, and itself."""

    version: int
    command: str
    event: Event


def words(event: Event) -> dict[str, str]:
    """The words that an event still holds, by the names of their parts: those of events within it among them."""
    return dict(_words(event, ""))


def _words(event: Event, place: str) -> Iterator[tuple[str, str]]:
    for name in sealed_fields(type(event)):
        text = getattr(event, name)
        if name in WORDS and text is not None:
            yield f"{place}{name}", text
    for name in nested_fields(type(event)):
        for at, each in enumerate(getattr(event, name)):
            yield from _words(each, f"{place}{name}/{at}/")


def parts_of(line: RecordLine, recorded: Event) -> tuple[str, ...]:
    """The parts of a recorded event that hold the words of one line of a game's record: those of an act that a
    correction put in lie within the correction."""
    if isinstance(recorded, GameCorrected) and isinstance(line.event, Action):
        step = line.event.step
        places = [at for at, each in enumerate(recorded.tail) if isinstance(each, Action) and each.step == step]
        return tuple(f"tail/{at}/{name}" for at in places for name in words(recorded.tail[at]))
    return tuple(name for name in words(recorded) if "/" not in name)


def erased_parts(club: Iterable[Event]) -> frozenset[tuple[str, int, str]]:
    """What a club's events say was erased: stream, version and name of each part."""
    return frozenset((e.of_stream, e.of_version, e.part) for e in club if isinstance(e, PartErased))


def erase_words(
    stream: str,
    record: Sequence[Said],
    version: int,
    part: str,
    reason: str,
    erased: Collection[tuple[str, int, str]],
) -> list[PartErased]:
    """The erasure of one part of an event of this stream, and of the same words elsewhere in it.

    Raises Invalid, which says what there is to erase, or Refused where it is erased already.
    """
    found = {said.version: said for said in record}.get(version)
    if found is None:
        raise Invalid({"version": [f"this stream has the versions 1 to {len(record)}"]})
    there = words(found.event)
    if part not in there:
        if (stream, version, part) in erased:
            raise Refused(None, "erased", "this has been erased already")
        raise Invalid({"part": [_what_there_is(there)]})
    if part == "name":
        raise Invalid({"part": ["a member's name is erased at the member's own address"]})
    places = {(version, part), *_copies(record, found, part, there[part])}
    return [_erased(stream, at, name, found.event, reason) for at, name in sorted(places)]


def _what_there_is(there: Mapping[str, str]) -> str:
    if not there:
        return "this event holds no words that could be erased"
    return f"of this event can be erased: {', '.join(sorted(there))}"


def _copies(record: Iterable[Said], found: Said, part: str, text: str) -> Iterator[tuple[int, str]]:
    """Where the same words stand besides: the command put them there too, or a correction carried the act."""
    event = found.event
    for said in record:
        if said.command == found.command:
            yield from ((said.version, name) for name, held in words(said.event).items() if held == text)
        if isinstance(event, Action) and part == "note" and isinstance(said.event, GameCorrected):
            for at, each in enumerate(said.event.tail):
                if isinstance(each, Action) and each.step == event.step and each.note is not None:
                    yield said.version, f"tail/{at}/note"


def _erased(stream: str, version: int, part: str, event: Event, reason: str) -> PartErased:
    member = event.member if isinstance(event, TokenIssued) else None
    return PartErased(of_stream=stream, of_version=version, part=part, member=member, reason=reason)


def erase_name(stream: str, record: Iterable[Said], member: Member, reason: str) -> list[PartErased]:
    """The erasure of a member's name in the club's own stream, and of the labels of his tokens, which may hold it.

    Raises Refused where the name is erased already.
    """
    parts: list[PartErased] = []
    for said in record:
        match said.event:
            case MemberJoined(member=who, name=name) if who == member and name is not None:
                part = "name"
            case TokenIssued(member=who, label=label) if who == member and label is not None:
                part = "label"
            case _:
                continue
        parts.append(PartErased(of_stream=stream, of_version=said.version, part=part, member=member, reason=reason))
    if not any(each.part == "name" for each in parts):
        raise Refused(None, "erased", "this member's name has been erased already")
    return parts
