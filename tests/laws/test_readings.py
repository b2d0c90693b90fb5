"""The register of readings: all nineteen, their defaults, and what is refused."""

import pytest

from ledger.laws.readings import DEFAULTS, READINGS, UnknownReading, complete, departures
from ledger.laws.register import LAWS

# name: laws touched, modifications touched, values with the default first
EXPECTED = {
    "straddle_cap": ((22,), (), ["highest", "sum"]),
    "straddle_gap": ((21,), (), ["open", "ends"]),
    "opening_minimum": ((25,), (), ["raised", "together", "ante"]),
    "jackpot_ante": ((20, 30), (), ["besides", "replaced"]),
    "misdeal_stakes": ((12,), (), ["stand", "returned"]),
    "demand_when": ((60,), (), ["stake_raised", "bet_raised"]),
    "short_draw": ((36, 60), (), ["pat", "draws"]),
    "side_show_ante": ((60,), (), ["besides", "within"]),
    "side_show_dead": ((60,), (), ["remainder", "claimed"]),
    "side_show_next": ((60,), (), ["for_that_amount", "whole"]),
    "side_show_tie": ((60, 76), (), ["by_slice", "whole_pool"]),
    "untied_card": ((69, 74, 75), (), ["successive", "all_hands"]),
    "hearts": ((66, 69, 70), (), ["flushes", "flush_only", "top_card", "always"]),
    "two_pair_fifth": ((73,), (), ["share", "counts"]),
    "joker_ace_ends": ((71,), ("joker",), ["as_the_book", "law_71"]),
    "blaze_cards": ((), ("blaze",), ["successive", "highest"]),
    "blaze_aces": ((), ("blaze",), ["court", "plain"]),
    "odd_counter": ((76,), (), ["eldest", "carried", "kitty"]),
    "false_opener_loses": ((33,), (), ["nothing", "penalty"]),
}


def test_all_nineteen_readings_are_registered_with_their_laws_and_values() -> None:
    assert {name: (r.laws, r.about, list(r.values)) for name, r in READINGS.items()} == EXPECTED
    assert all(reading.name == name for name, reading in READINGS.items())


def test_the_default_of_a_reading_is_its_first_value() -> None:
    assert dict(DEFAULTS) == {name: values[0] for name, (_, _, values) in EXPECTED.items()}


def test_every_law_a_reading_names_is_in_the_book() -> None:
    assert {number for reading in READINGS.values() for number in reading.laws} <= set(LAWS)


def test_every_reading_touches_a_law_or_a_modification() -> None:
    assert [name for name, reading in READINGS.items() if not (reading.laws or reading.about)] == []


def test_every_value_has_a_meaning_of_its_own_and_every_default_a_ground() -> None:
    for reading in READINGS.values():
        meanings = list(reading.values.values())
        assert min(map(len, meanings)) >= 30, reading.name
        assert len(set(meanings)) == len(meanings), reading.name
        assert len(reading.ground) >= 30, reading.name


def test_silence_is_completed_by_the_defaults() -> None:
    assert complete({}) == dict(DEFAULTS)


def test_what_is_chosen_is_kept_and_the_rest_completed() -> None:
    completed = complete({"hearts": "always", "odd_counter": "carried"})
    assert completed == {**DEFAULTS, "hearts": "always", "odd_counter": "carried"}


def test_completing_leaves_the_choice_and_the_defaults_alone() -> None:
    chosen = {"hearts": "always"}
    complete(chosen)["hearts"] = "flush_only"
    assert chosen == {"hearts": "always"}
    assert DEFAULTS["hearts"] == "flushes"


def test_an_unknown_reading_is_refused_by_name_with_those_there_are() -> None:
    with pytest.raises(UnknownReading, match="no reading 'spades'") as refused:
        complete({"spades": "always"})
    assert all(name in str(refused.value) for name in READINGS)


def test_an_unknown_value_is_refused_with_those_the_reading_allows() -> None:
    with pytest.raises(UnknownReading, match="reading hearts has no value 'never'") as refused:
        complete({"hearts": "never"})
    assert "flushes, flush_only, top_card, always" in str(refused.value)


def test_departures_are_the_readings_unlike_the_default() -> None:
    assert departures({}) == {}
    assert departures(complete({"hearts": "always", "short_draw": "pat"})) == {"hearts": "always"}


def test_departures_refuse_what_is_not_in_the_register() -> None:
    with pytest.raises(UnknownReading):
        departures({"two_pair_fifth": "perhaps"})
