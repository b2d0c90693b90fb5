"""The single readings that would have turned a game: worked examples, and the shortcut against the long way."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from ledger.afterwards.what_if import Turned, turned_by
from ledger.articles import Kitty
from ledger.events.base import Event
from ledger.events.game import Action, GameBegun, GameSettled
from ledger.events.settlement import Settlement
from ledger.laws.ante import payments
from ledger.laws.readings import READINGS
from ledger.play.commands_again import command_of
from ledger.play.decide import decide
from ledger.refusals import Invalid, Refused
from ledger.state.game_fold import begin
from tests.play.irregular_play import UnrulyEvening
from tests.play.random_play import Evening
from tests.play.table import ACES, KINGS, QUEENS, TENS, Table


def the_long_way(events: Sequence[Event], settlement: Settlement) -> list[Turned]:
    """Every other value of every reading, each by a replay of the whole game."""
    others = [(n, v) for n, r in READINGS.items() for v in r.values if v != settlement.readings[n]]
    replays = [_replayed(events, settlement, n, v) for n, v in others]
    return [r for r in replays if r.changes or r.carried or r.kitty or r.unlawful_at is not None]


def _replayed(events: Sequence[Event], settlement: Settlement, reading: str, value: str) -> Turned:
    begun = events[0]
    assert isinstance(begun, GameBegun)
    articles = replace(begun.articles, readings={**begun.articles.readings, reading: value})
    ante, paid = payments(articles, begun.seats, jack_pot=begun.minimum is not None)
    if any(begun.funds[m] < paid.get(m, 0) + ante * (m == begun.ante_man) for m in begun.seats):
        return Turned(reading, value, unlawful_at=0)
    game = begin(replace(begun, articles=articles, ante=ante, payments=paid))
    for recorded in events:
        if isinstance(recorded, Action):
            try:
                _, game = decide(game, command_of(recorded))
            except (Refused, Invalid):
                return Turned(reading, value, unlawful_at=recorded.step)
    if game.settlement is None:
        return Turned(reading, value, unlawful_at=game.step)
    before, after = settlement.results, game.settlement.results
    return Turned(
        reading,
        value,
        changes={m: n - before[m] for m, n in after.items() if n != before[m]},
        carried=game.settlement.carried_out - settlement.carried_out or None,
        kitty=game.settlement.kitty - settlement.kitty or None,
    )


def compare(seeds: range, games: int, kind: type[Evening] = Evening) -> int:
    """Judge random games both ways. Return how many readings turned one of them."""
    turned = 0
    for seed in seeds:
        print(f"seed {seed}")
        evening = kind(seed)
        for _ in range(games):
            evening.play_game()
            events, document = evening.table.game_events[-1], evening.table.settlement
            turnings = turned_by(events, document)
            assert turnings is not None
            assert list(turnings) == the_long_way(events, document)
            turned += len(turnings)
    return turned


def test_the_short_way_finds_what_a_replay_under_every_reading_finds() -> None:
    assert compare(range(1, 7), games=6)


def test_the_short_way_finds_it_of_games_in_which_things_go_wrong() -> None:
    assert compare(range(1, 5), games=6, kind=UnrulyEvening)


@pytest.mark.slow
def test_the_short_way_finds_what_a_replay_under_every_reading_finds_in_a_thousand_games() -> None:
    assert compare(range(2000, 2050), games=20) > 1000


def turns(table: Table) -> dict[str, Any]:
    """Each reading and value that would have turned the last game, and how: changes by player, or the step."""
    turned = turned_by(table.game_events[-1], table.settlement)
    return {
        f"{t.reading} = {t.value}": t.unlawful_at if t.unlawful_at is not None else dict(t.changes or {})
        for t in turned
    }


RICH = {"A": 50, "B": 50, "C": 50, "E": 50}


def test_nothing_turns_the_illustrated_game() -> None:
    table = (
        Table()
        .start("A")
        .play(
            "deal; C stakes 6; D passes; E stakes 6; A stakes 18; B stakes 15; B draws 2; C stakes 12; C draws 5;"
            "E passes; A draws 1; C stakes 6; A stakes 6; B stakes 18; C stakes 24; A passes; B stakes 12;"
            f"C shows {ACES}; B shows {KINGS}"
        )
    )
    assert turns(table) == {}


def test_where_the_ante_lies_turns_a_show_demanded_by_three() -> None:
    table = (
        Table(funds={**RICH, "D": 11})
        .start("A")
        .play(
            "deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; C draws 0; D draws 0;"
            f"C stakes 12; D demands a show; B stakes 12; C shows {KINGS}; D shows {ACES}; B shows {QUEENS}"
        )
    )
    # Under bet_raised he could not have demanded: he had made no bet after the draw that was raised.
    demanded_at = 11
    assert turns(table) == {
        "demand_when = bet_raised": demanded_at,
        "side_show_ante = within": {"C": 3, "D": -3},
    }


def test_both_ways_of_a_retired_player_are_turned_by_where_the_ante_lies() -> None:
    after = (
        Table(funds={**RICH, "D": 11})
        .start("A")
        .play(
            "deal; C stakes 6; D stakes 6; E stakes 6; A passes; B stakes 3; B draws 0; C draws 0; D draws 0;"
            "E draws 0;"
            f"C stakes 12; D demands a show; E passes; B stakes 12; C shows {KINGS}; D shows {ACES}; B shows {QUEENS}"
        )
    )
    assert turns(after)["side_show_ante = within"] == {"C": 3, "D": -3}
    before = (
        Table(funds={**RICH, "D": 14})
        .start("A")
        .play(
            "deal; C stakes 6; D stakes 6; E stakes 6; A passes; B stakes 3; B draws 0; C draws 0; D draws 0;"
            "E draws 0;"
            "C stakes 3; D stakes 3; E passes; B stakes 15; C stakes 12; D demands a show;"
            f"B shows {KINGS}; C shows {QUEENS}; D shows {ACES}"
        )
    )
    # His bet of 3 had been raised, so bet_raised changes nothing here.
    assert turns(before) == {"side_show_ante = within": {"B": 3, "D": -3}}


def test_the_tie_of_two_who_demanded_is_turned_by_five_readings() -> None:
    table = (
        Table(funds={"A": 50, "B": 50, "C": 50, "D": 10, "E": 14})
        .start("A")
        .play(
            "deal; C stakes 6; D stakes 6; E stakes 6; A passes; B stakes 3; B draws 0; C draws 0; D draws 0;"
            "E draws 0; C stakes 12; D demands a show; E demands a show; B stakes 12; C shows Qh Qd 7c 9d 2s;"
            "D shows Kh Kd 8h 8d 2d; E shows Ks Kc 8s 8c 9s; B shows Th Td 4c 9h 3c"
        )
    )
    # within: D's slice is 10 + 10 + 10 + 10 = 40, so 20 each; E adds 4 + 4 + 4; C keeps 8.
    # whole_pool: 30 each. counts: E's nine beats D's deuce: 3 + 14 + 14 + 14 + 10, and C keeps 5.
    # carried: the odd one of 43 goes to nobody. always: D holds the heart at the highest rank compared.
    assert turns(table) == {
        "demand_when = bet_raised": 12,
        "side_show_ante = within": {"C": 3, "D": -2, "E": -1},
        "side_show_tie = whole_pool": {"C": -5, "D": 8, "E": -3},
        "hearts = always": {"D": 21, "E": -21},
        "two_pair_fifth = counts": {"D": -22, "E": 22},
        "odd_counter = carried": {"D": -1},
        "odd_counter = kitty": {"D": -1},
    }


def test_two_pairs_are_turned_by_the_fifth_card_and_by_hearts() -> None:
    table = Table().start("A").play("deal; C stakes 6; D stakes 6; E passes; A passes; B passes")
    table.play("C draws 0; D draws 0; C stakes 4; D stakes 4; C shows Kh Kd 8h 8d 2s; D shows Ks Kc 8s 8c Qd")
    assert turns(table) == {
        "hearts = always": {"C": 11, "D": -11},
        "two_pair_fifth = counts": {"C": -12, "D": 12},
        "odd_counter = carried": {"C": -1},
        "odd_counter = kitty": {"C": -1},
    }


def test_a_false_opener_is_turned_by_whether_the_ante_is_replaced() -> None:
    table = Table("ABCD", ante=2, limit=8, funds=50).start("D")
    table.play("deal; B passes; C passes; D passes; A passes").start()
    table.play(f"deal; C stakes 4; D passes; A passes; B passes; C shows {TENS}")
    # The ante-man would have kept his ante, and nobody else is the poorer for it: less is carried.
    assert turns(table) == {"jackpot_ante = replaced": {"B": 2}}


def test_a_straddled_game_may_have_been_unlawful_under_another_reading() -> None:
    table = Table(ante=2, limit=16).start("A").play("C straddles; E straddles; A straddles; deal; B passes")
    table.play("C passes; D passes; E passes; A stakes 8")
    turned = turns(table)
    assert turned["straddle_gap = ends"] == 2, "E follows C, who left D out"
    assert turned["straddle_cap = sum"] == 2, "2 + 4 + 6 are above 8"
    assert turned["opening_minimum = together"] == 9, "he opened with 16, and twice 20 are asked"
    assert "opening_minimum = ante" not in turned


def test_law_76_a_reading_that_moves_the_odd_counter_from_the_next_pool_to_the_kitty_is_listed() -> None:
    table = Table(kitty=Kitty(amount=2, purpose="expenses"), odd_counter="carried").start("A")
    table.play("deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0; C stakes 4")
    table.play("D stakes 4; C shows Kh Kd 8h 8d 2s; D shows Ks Kc 8s 8c Qd")
    turned = {(t.reading, t.value): t for t in turned_by(table.game_events[-1], table.settlement) or ()}
    # Of 23, two are set aside; each takes 10, and one is left over.
    assert turned["odd_counter", "kitty"] == Turned("odd_counter", "kitty", changes={}, carried=-1, kitty=1)
    assert turned["odd_counter", "eldest"] == Turned("odd_counter", "eldest", changes={"C": 1}, carried=-1)


def test_law_60_a_foul_hand_after_a_demand_can_be_judged_under_every_reading() -> None:
    table = Table("AB", funds={"A": 11, "B": 60}).start("A")
    table.play("deal; A stakes 6; B stakes 15; B draws 1; A demands a show; A holds 6 drawn irregularly")
    # Where a demander may draw, A had not drawn yet: his hand could not be fouled in the draw.
    assert turns(table) == {"demand_when = bet_raised": 5, "short_draw = draws": 6}


def test_law_20_a_reading_under_which_a_player_could_not_have_paid_in_forbids_the_game_from_its_beginning() -> None:
    table = Table(funds={"A": 50, "B": 50, "C": 3, "D": 50, "E": 50}, jackpot_ante="replaced").start("A")
    table.play("deal; C passes; D passes; E passes; A passes; B passes").start()
    table.play(f"deal; D stakes 6; E passes; A passes; B passes; C passes; D shows {KINGS}")
    # C paid his last 3 into the jack-pot, and is the ante-man: besides, he would have had to ante 3.
    assert turns(table) == {"jackpot_ante = besides": 0}


def test_a_game_that_was_settled_before_a_reading_was_in_the_register_is_judged_under_it() -> None:
    table = Table(variants=["blaze"]).start("A")
    table.play("deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0; C stakes 4")
    table.play("D stakes 4; C shows Ah Ad Ks Kd Qs; D shows Ac As Kh Qh Qc")
    events, settlement = without_blaze_cards(table.game_events[-1])
    turned = turned_by(events, settlement)
    assert turned == turned_by(table.game_events[-1], table.settlement)
    assert Turned("blaze_cards", "highest", changes={"C": -11, "D": 11}) in (turned or ())


def without_blaze_cards(events: Sequence[Event]) -> tuple[Sequence[Event], Settlement]:
    """A settled game and its settlement, as they were stored before the reading `blaze_cards` was in the register."""
    begun, *acts, settled = events
    assert isinstance(begun, GameBegun)
    assert isinstance(settled, GameSettled)
    readings = {name: value for name, value in begun.articles.readings.items() if name != "blaze_cards"}
    settlement = replace(settled.settlement, readings=readings)
    begun = replace(begun, articles=replace(begun.articles, readings=readings))
    return [begun, *acts, replace(settled, settlement=settlement)], settlement
