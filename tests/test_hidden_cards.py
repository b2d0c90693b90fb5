"""Random games in which hidden cards are others: whoever may not see them is told the same of every event."""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from unittest.mock import patch
from uuid import UUID

import pytest

from api.answers.events import as_ndjson, event_line
from ledger.afterwards.game_corrections import Insertion, Slips, correct
from ledger.events.base import Event
from ledger.events.game import Dealt, Drew
from ledger.play.commands import Shuffle
from ledger.refusals import Invalid, Refused
from ledger.state import game as games
from ledger.state.game import Game
from ledger.store import Logged
from ledger.store.envelope import SealedNotification
from ledger.telling.redaction import Reader, sees_hand, told
from tests.play.irregular_play import UnrulyEvening
from tests.store.samples import recorded

STREAM = UUID(int=1)


def played(seed: int) -> list[list[Event]]:
    """The games of an unruly evening; some have a correction that holds all their acts again."""
    evening = UnrulyEvening(seed)
    with (
        patch("tests.play.random_play.ask_everything"),
        patch("tests.play.random_play.Watch"),
        patch.object(UnrulyEvening, "_check"),
    ):
        for _ in range(3):
            evening.play_game()
    return [corrected(list(events)) for events in evening.table.game_events]


def corrected(events: list[Event]) -> list[Event]:
    dealer = games.fold(events).dealer
    slips = Slips(insert=(Insertion(0, Shuffle(player=dealer)),))
    try:
        return [*events, correct(events, "game", slips, "shuffled")[0]]
    except (Refused, Invalid):
        return events


def with_cards(event: Event, seats: Sequence[str], hidden: Collection[str], world: str) -> Event:
    """The event with other cards in it. The cards of `hidden` members differ from world to world, the others do not."""

    def cards(member: str, many: int = 5) -> tuple[str, ...]:
        return tuple(f"{world if member in hidden else 'seen'} {n} of {member}" for n in range(many))

    match event:
        case Dealt():
            return replace(event, hands={m: cards(m) for m in seats}, pack=cards("nobody", 52))
        case Drew(player=player, discarded=int() as many) if many:
            return replace(event, discards=cards(player, many), cards=cards(player, many))
    if tail := getattr(event, "tail", ()):
        changed = tuple(with_cards(each, seats, hidden, world) for each in tail)
        return replace(event, tail=changed)  # type: ignore[call-arg]
    return event


def lines(events: Sequence[Event], now: Game, reader: Reader) -> list[bytes]:
    """The lines that an event stream sends a reader, as bytes."""
    found = []
    for version, event in enumerate(events, 1):
        envelope = recorded(STREAM, version, event)
        stored = SealedNotification(STREAM, version, event.topic, b"", version)
        seen = told(event, reader, now)
        assert seen is not None
        found.append(as_ndjson(event_line(Logged(version, envelope, stored), seen, reader)))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_a_player_is_sent_the_same_bytes_whatever_the_others_hold(seed: int) -> None:
    for events in played(seed):
        seats = games.fold(events).seats
        for member in (seats[0], seats[-1]):
            others = set(seats) - {member}
            worlds = [[with_cards(e, seats, others, each) for e in events] for each in ("one", "two")]
            assert worlds[0] != worlds[1]
            for end in range(1, len(events) + 1):
                one, two = (lines(world[:end], games.fold(world[:end]), Reader("player", member)) for world in worlds)
                assert one == two


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("role", ["owner", "scorekeeper", "auditor"])
def test_who_keeps_the_book_is_sent_the_same_bytes_whatever_was_thrown_down(seed: int, role: str) -> None:
    buried_hands = 0
    for events in played(seed):
        now = games.fold(events)
        buried = {m for m in now.seats if not sees_hand(now, m, Reader(role))}
        buried_hands += len(buried)
        worlds = [[with_cards(e, now.seats, buried, each) for e in events] for each in ("one", "two")]
        one, two = (lines(world, games.fold(world), Reader(role)) for world in worlds)
        assert one == two
        if len(buried) < len(now.seats) and any(isinstance(e, Dealt) for e in events):
            assert "seen 0 of" in json.dumps([line.decode() for line in one])
    assert buried_hands > 0
