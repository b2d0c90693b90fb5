"""The worked examples of the specification, played from the ante to the settlement.

Five players: A deals, B antes 3, the limit is 12.
"""

import pytest

from tests.play.table import ACES, KINGS, NOTHING, QUEENS, TENS, Table

KINGS_UP = "Kh Kd 8h 8d 2s"
KINGS_UP_TOO = "Ks Kc 8s 8c Qd"


def test_the_illustrated_game() -> None:
    table = Table().start("A")
    table.play("deal; C stakes 6; D passes; E stakes 6; A stakes 18; B stakes 15")
    table.play("B draws 2; C stakes 12; C draws 5; E passes; A draws 1")
    assert table.game.pool == 60
    table.play("C stakes 6; A stakes 6; B stakes 18; C stakes 24; A passes; B stakes 12")
    table.play(f"C shows {ACES}; B shows {KINGS}")
    assert table.awards() == {"C": 126}
    assert table.settlement.results == {"C": 78, "A": -24, "B": -48, "E": -6, "D": 0}
    assert table.settlement.laws == (59,)
    assert table.sitting.funds == {"C": 178, "A": 76, "B": 52, "E": 94, "D": 100}


def test_the_last_man_who_passes_leaves_the_ante_to_a_jack_pot() -> None:
    table = Table().start("A").play("deal; C passes; D passes; E passes; A passes; B passes")
    assert table.game.phase == "unopened"
    assert table.settlement.awards == ()
    assert (table.settlement.carried_out, table.settlement.minimum) == (3, "J")
    assert table.start().game.minimum == "J"


def test_the_last_man_who_opens_takes_his_own_and_shows_nothing() -> None:
    table = Table().start("A").play("deal; C passes; D passes; E passes; A passes; B stakes 3")
    assert table.game.phase == "settled"
    assert table.awards() == {"B": 6}
    assert set(table.settlement.results.values()) == {0}
    assert table.settlement.hands == ()


@pytest.mark.parametrize(("reading", "awards"), [("besides", {"D": 36, "C": 11}), ("within", {"D": 33, "C": 14})])
def test_a_show_demanded(reading: str, awards: dict[str, int]) -> None:
    table = Table(funds={"A": 50, "B": 50, "C": 50, "D": 11, "E": 50}, side_show_ante=reading).start("A")
    table.play("deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; C draws 0; D draws 0")
    table.play(f"C stakes 12; D demands a show; B stakes 12; C shows {KINGS}; D shows {ACES}; B shows {QUEENS}")
    assert table.settlement.pool == 47
    assert table.awards() == awards


@pytest.mark.parametrize(("reading", "awards"), [("besides", {"D": 42, "C": 11}), ("within", {"D": 39, "C": 14})])
def test_one_who_retired_after_the_demand_is_within_it(reading: str, awards: dict[str, int]) -> None:
    table = Table(funds={"A": 50, "B": 50, "C": 50, "D": 11, "E": 50}, side_show_ante=reading).start("A")
    table.play("deal; C stakes 6; D stakes 6; E stakes 6; A passes; B stakes 3")
    table.play("B draws 0; C draws 0; D draws 0; E draws 0; C stakes 12; D demands a show; E passes; B stakes 12")
    table.play(f"C shows {KINGS}; D shows {ACES}; B shows {QUEENS}")
    assert table.settlement.pool == 53
    assert table.awards() == awards


@pytest.mark.parametrize(("reading", "awards"), [("besides", {"D": 45, "B": 17}), ("within", {"D": 42, "B": 20})])
def test_what_was_forfeited_before_the_demand_goes_with_the_remainder(reading: str, awards: dict[str, int]) -> None:
    table = Table(funds={"A": 50, "B": 50, "C": 50, "D": 14, "E": 50}, side_show_ante=reading).start("A")
    table.play("deal; C stakes 6; D stakes 6; E stakes 6; A passes; B stakes 3")
    table.play("B draws 0; C draws 0; D draws 0; E draws 0")
    table.play("C stakes 3; D stakes 3; E passes; B stakes 15; C stakes 12; D demands a show")
    table.play(f"B shows {KINGS}; C shows {QUEENS}; D shows {ACES}")
    assert table.settlement.pool == 62
    assert table.awards() == awards


def test_a_tie_between_two_who_demanded() -> None:
    table = Table(funds={"A": 50, "B": 50, "C": 50, "D": 10, "E": 14}).start("A")
    table.play("deal; C stakes 6; D stakes 6; E stakes 6; A passes; B stakes 3")
    table.play(
        "B draws 0; C draws 0; D draws 0; E draws 0; C stakes 12; D demands a show; E demands a show; B stakes 12"
    )
    table.play(f"C shows {QUEENS.replace('8d', '9d')}; D shows {KINGS_UP.replace('2s', '2d')}")
    table.play(f"E shows {KINGS_UP_TOO.replace('Qd', '9s')}; B shows Th Td 4c 9h 3c")
    assert table.settlement.pool == 60
    assert table.awards() == {"D": 22, "E": 33, "C": 5}


def test_two_pairs_share_whatever_the_fifth_card() -> None:
    table = Table().start("A").play("deal; C stakes 6; D stakes 6; E passes; A passes; B passes")
    table.play("C draws 0; D draws 0; C stakes 4; D stakes 4")
    table.play(f"C shows {KINGS_UP}; D shows {KINGS_UP_TOO}")
    assert table.awards() == {"C": 12, "D": 11}, "the odd one goes to C, nearer the dealer's left"
    assert 76 in table.settlement.laws


def test_two_pairs_read_to_count_the_fifth_card_do_not_share() -> None:
    table = Table(two_pair_fifth="counts").start("A")
    table.play("deal; C stakes 6; D stakes 6; E passes; A passes; B passes")
    table.play("C draws 0; D draws 0; C stakes 4; D stakes 4")
    table.play(f"C shows {KINGS_UP}; D shows {KINGS_UP_TOO}")
    assert table.awards() == {"D": 23}


@pytest.mark.parametrize(("reading", "pool", "carried"), [("besides", 12, 20), ("replaced", 10, 18)])
def test_a_false_opener(reading: str, pool: int, carried: int) -> None:
    table = Table("ABCD", ante=2, limit=8, funds=50, jackpot_ante=reading).start("D")
    table.play("deal; B passes; C passes; D passes; A passes").start()
    assert (table.game.dealer, table.game.minimum, table.game.pool) == ("A", "J", pool)
    table.play("deal; C stakes 4; D passes; A passes; B passes")
    assert (table.game.phase, table.to_act) == ("show", "C")
    table.play(f"C shows {TENS}")
    assert table.settlement.awards == ()
    assert [(p.player, p.amount, p.law) for p in table.settlement.penalties] == [("C", 4, 33)]
    assert (table.sitting.carried, table.sitting.minimum) == (carried, "Q")
    assert table.settlement.results["C"] == -10
    assert table.start().game.minimum == "Q"


def test_with_no_demand_the_best_hand_takes_everything() -> None:
    table = Table().start("A").play("deal; C stakes 6; D stakes 18; E passes; A passes; B stakes 15")
    table.play("B draws 0; C stakes 12; C draws 0; D draws 0; C stands; D stands; B stands; C stakes 1; D stakes 1")
    table.play(f"B stakes 1; C shows {NOTHING}; D shows {QUEENS.replace('8d', '8c')}; B shows {KINGS}")
    assert table.awards() == {"B": 57}
