"""The table of the kinds of entry: each kind is declared whole, and every entry is of a declared kind."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

import pytest

from api.app import create_app
from api.schemas.entries import NEW_ENTRIES
from api.settings import Settings
from ledger.application.clubs import Clubs
from ledger.books.postings import POSTERS
from ledger.books.reckoning import RECKONED
from ledger.events.adjustment import SittingAdjusted
from ledger.events.amendment import Amendment
from ledger.events.base import TOPICS
from ledger.events.sitting import CountersSold, Entry, MemberDeparted
from ledger.gamefile.entries import ALONE, VERBS
from ledger.play.values import fields_of
from ledger.refusals import Refused
from ledger.roles import READERS
from ledger.seats import Member
from ledger.state.sitting import CHANGES
from ledger.table import commands
from ledger.table.commands import Depart, EntryCommand, Pay, SellCounters
from ledger.table.entries import ENTRIES, KIND_OF_EVENT, EntryKind, command_of_entry, decide_entry
from ledger.telling.redaction import OF_THE_TABLE, Reader, sees_entry
from tests.play.table import Table
from tests.store.samples import full


@pytest.fixture(scope="module")
def addresses() -> Iterator[set[str]]:
    """Every address of the API; no database is asked for them."""
    clubs = Clubs("postgresql://postgres@/postgres?host=/nowhere", lambda **_: None)
    yield {rule.rule for rule in create_app(Settings.from_environment({}), clubs).url_map.iter_rules()}
    clubs.close()


def missing(kind: EntryKind, addresses: set[str]) -> list[str]:
    """What a declaration lacks or says wrongly, each in a few words."""
    return [*_missing_in_the_ledger(kind), *_missing_outside(kind, addresses)]


def _missing_in_the_ledger(kind: EntryKind) -> Iterator[str]:
    names = {f.name for f in fields(kind.command)}
    if kind.event not in CHANGES:
        yield "a state change"
    yield from (f"{name} in the event" for name in sorted(names) if not hasattr(kind.event, name))
    yield from (f"{name} in the event, whose affair it is" for name in kind.whose if not hasattr(kind.event, name))
    if kind.moves_money:
        yield from (part for part, where in (("postings", POSTERS), ("reckoning", RECKONED)) if kind.event not in where)
    elif kind.event in POSTERS:
        yield "that it moves money"
    if kind.line is None:
        own = {verb.command for verb, _ in (*VERBS.values(), *ALONE.values())}
        yield from () if kind.command in own else ("a line of the game file",)
        return
    try:
        fields_of(kind.command)
    except TypeError as why:
        yield str(why)
    yield from (f"{name} in the line" for name in sorted(names - set(re.findall(r"{(\w+)}", kind.line))))


def _missing_outside(kind: EntryKind, addresses: set[str]) -> Iterator[str]:
    if kind.command not in NEW_ENTRIES:
        yield "a schema"
    if f"/v1/sittings/<id:sitting>/{kind.word}" not in addresses:
        yield "a route"


@pytest.mark.parametrize("kind", ENTRIES, ids=lambda kind: kind.word)
def test_every_kind_of_entry_is_declared_whole(kind: EntryKind, addresses: set[str]) -> None:
    assert missing(kind, addresses) == []


class Unheard(Entry, frozen=True, kw_only=True):
    """An entry of a kind that is not declared."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutter(EntryCommand):
    """A command with a field that no game file can take."""

    player: Member
    loudness: float


DEPARTURE = KIND_OF_EVENT[MemberDeparted]


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        (replace(DEPARTURE, event=Unheard), ["a state change"]),
        (replace(DEPARTURE, moves_money=True), ["postings", "reckoning"]),
        (replace(DEPARTURE, event=CountersSold), ["that it moves money"]),
        (replace(DEPARTURE, whose=("neighbour",)), ["neighbour in the event, whose affair it is"]),
        (replace(DEPARTURE, line="departs"), ["player in the line"]),
        (
            replace(DEPARTURE, command=Mutter, line=None),
            ["loudness in the event", "a line of the game file", "a schema"],
        ),
        (replace(DEPARTURE, word="flights"), ["a route"]),
        (
            replace(DEPARTURE, command=Mutter, line="{player} mutters {loudness}"),
            ["loudness in the event", "a command cannot hold <class 'float'>", "a schema"],
        ),
    ],
    ids=lambda value: ", ".join(value) if isinstance(value, list) else "",
)
def test_what_a_declaration_lacks_is_named(kind: EntryKind, named: list[str], addresses: set[str]) -> None:
    lacks = missing(kind, addresses)
    assert len(lacks) == len(named)
    assert all(name in lack for name, lack in zip(named, lacks, strict=True))


def test_nothing_is_entered_and_nothing_can_be_asked_that_is_not_declared_once() -> None:
    events = {event for event in TOPICS.values() if issubclass(event, Entry) and not issubclass(event, Amendment)}
    kinds = {kind for kind in vars(commands).values() if isinstance(kind, type) and issubclass(kind, EntryCommand)}
    # An adjusting entry follows from a game's correction after the close; no command asks for it.
    assert {kind.event for kind in ENTRIES} == events - {SittingAdjusted}
    assert {kind.command for kind in ENTRIES} == kinds - {EntryCommand}
    for name in ("word", "command", "event", "line"):
        declared = [getattr(kind, name) for kind in ENTRIES if getattr(kind, name) is not None]
        assert len(set(declared)) == len(declared)


def test_of_every_event_of_a_sitting_it_is_said_whose_affair_it_is() -> None:
    events = {event for topic, event in TOPICS.items() if topic.startswith("sitting.")}
    assert {e for e in events if not issubclass(e, OF_THE_TABLE)} == set(KIND_OF_EVENT)


def test_of_an_event_of_which_nothing_is_said_nobody_hears() -> None:
    with pytest.raises(TypeError, match="nobody has said who may know a Unheard"):
        sees_entry(Unheard(entry=1, player="anna"), Reader("owner"))


@pytest.mark.parametrize("kind", ENTRIES, ids=lambda kind: kind.word)
def test_an_entry_is_seen_by_those_whose_affair_it_is_and_by_who_keeps_the_book(kind: EntryKind) -> None:
    entry = full(kind.event)
    theirs = {getattr(entry, name) for name in kind.whose}
    for role in READERS[:-1]:
        assert sees_entry(entry, Reader(role))
    assert all(sees_entry(entry, Reader("player", member)) for member in theirs)
    for stranger in ("a stranger", None):
        assert sees_entry(entry, Reader("player", stranger)) == (not kind.whose)


def test_a_payment_to_the_bank_is_no_affair_of_a_reader_who_is_nobody() -> None:
    assert not sees_entry(_paid(), Reader("player"))


def _paid() -> Entry:
    table = Table("AB", funds=0)
    table.sell("A", on_credit=True, odd=10)
    return decide_entry(table.sitting, Pay(player="A", amount=4, toward="credit"))


@pytest.mark.parametrize("on_credit", [False, True])
def test_the_command_of_an_entry_is_found_in_it(on_credit: bool) -> None:
    table = Table("AB", funds=0)
    table.sell("A", on_credit=on_credit, red=2, odd=4)
    sold = command_of_entry(table.sitting_events[-1])
    assert isinstance(sold, SellCounters)
    assert (sold.counters.red, sold.counters.odd, sold.on_credit) == (2, 4, on_credit)
    assert command_of_entry(_paid()) == Pay(player="A", amount=4, toward="credit")


def test_an_entry_that_is_refused_changes_nothing() -> None:
    table = Table("AB")
    with pytest.raises(Refused, match="buy them back first"):
        decide_entry(table.sitting, Depart(player="A"))
