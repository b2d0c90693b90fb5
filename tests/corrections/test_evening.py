"""Whole evenings judged again: as they were played nothing changes, and one game follows from the other."""

import pytest

from ledger.afterwards.evening import EveningForeseen, evening_under
from ledger.afterwards.what_if import turned_by
from ledger.events.sitting import GameStarted
from ledger.laws.readings import READINGS
from tests.play.random_play import Evening

GAMES = 6


def asked(evening: Evening, readings: dict[str, str]) -> EveningForeseen:
    """The evening under other readings."""
    events = evening.table.sitting_events
    names = [event.game for event in events if isinstance(event, GameStarted)]
    return evening_under(events, dict(zip(names, evening.table.game_events, strict=True)), readings)


def played(seed: int, *, company: bool) -> Evening:
    print(f"seed {seed}")
    evening = Evening(seed, company=company)
    for _ in range(GAMES):
        evening.play_game()
    return evening


@pytest.mark.parametrize("seed", range(12))
def test_an_evening_under_its_own_readings_is_as_it_was_played(seed: int) -> None:
    evening = played(seed, company=seed % 2 == 0)
    foreseen = asked(evening, {})
    assert (foreseen.stopped, dict(foreseen.changes)) == (None, {})
    assert [game.settlement for game in foreseen.games] == [
        events[-1].settlement  # type: ignore[attr-defined]
        for events in evening.table.game_events
    ]
    sitting = evening.table.sitting
    assert foreseen.carried == sitting.carried
    assert {m: n for m, n in foreseen.totals.items() if n} == {m: n for m, n in sitting.won.items() if n}


@pytest.mark.parametrize("seed", range(6))
def test_the_first_game_that_a_reading_turns_is_turned_as_it_is_by_itself(seed: int) -> None:
    evening = played(seed, company=False)
    first, *_ = evening.table.game_events
    settlement = first[-1].settlement  # type: ignore[attr-defined]
    alone = {(turned.reading, turned.value): turned for turned in turned_by(first, settlement) or ()}
    for name, reading in READINGS.items():
        for value in reading.values:
            if value == settlement.readings[name]:
                continue
            foreseen, turned = asked(evening, {name: value}), alone.get((name, value))
            if turned and turned.unlawful_at is not None:
                assert foreseen.stopped is not None
                assert (foreseen.games, foreseen.stopped.step) == ((), turned.unlawful_at)
            else:
                assert foreseen.games[0].changes == (turned.changes if turned else {})
