"""Laws 1 to 28 in games, chapter by chapter.

Unless a test says otherwise A deals, B antes 3 and the limit is 12; C is No. 1.
"""

import pytest

from ledger.cards import pack
from ledger.laws.deal import next_dealer
from ledger.laws.draw import number_is_withheld
from ledger.laws.say import hand_is_buried
from ledger.play.commands import Deal
from ledger.table.commands import Arrive, Depart
from ledger.table.conduct import start_game
from tests.play.table import ACES, KINGS, QUEENS, Table

OPENED = "deal; C stakes 6; D passes; E passes; A passes; B passes"
UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"


# ---- the deal


def test_law_1_the_joker_is_in_the_pack_only_where_the_articles_admit_it() -> None:
    table = Table(variants=["joker"]).start("A")
    table.play("deal C: Ah Ad 5c 6d Jo")
    assert Table().start("A").refusal("deal C: Ah Ad 5c 6d Jo") == (1, "not_in_pack")


def test_law_1_a_card_is_seen_once_in_all_hands_discards_and_draws_together() -> None:
    table = Table("ABC").start("A")
    table.play(f"deal C: {ACES}; C stakes 6; A stakes 6; B stakes 3")
    table.play("B draws 2c -> 3c")
    for card in ("Ah", "2c", "3c"):
        assert table.refusal(f"C draws 1 -> {card}") == (1, "card_twice")


def test_law_7_cards_go_one_at_a_time_from_the_dealers_left() -> None:
    table = Table("ABC").start("A")
    order = pack()
    table.do(Deal(pack=order))
    hands = {m: p.original for m, p in table.game.players.items()}
    assert hands == {"B": order[0:15:3], "C": order[1:15:3], "A": order[2:15:3]}
    assert table.game.pack == order[15:]


def test_law_17_a_recorded_hand_has_five_cards() -> None:
    assert Table().start("A").refusal("deal C: Ah Ad 5c 6d") == (17, "deal_unfinished")


def test_law_18_the_deal_passes_to_the_left() -> None:
    table = Table()
    dealers = [table.start("A").play(OPENED).game.dealer]
    dealers += [table.start().play(_everybody_passes(table)).game.dealer for _ in range(5)]
    assert dealers == ["A", "B", "C", "D", "E", "A"]


def test_law_18_the_deal_passes_on_after_an_unopened_game_too() -> None:
    table = Table().start("A").play(UNOPENED).start()
    assert (table.game.dealer, table.game.ante_man) == ("B", "C")


def test_law_18_one_who_sits_out_is_passed_over_and_deals_when_it_is_his_turn_again() -> None:
    table = Table().start("A").play(OPENED)
    assert table.start(sitting_out="B").game.dealer == "C"
    table.play(_everybody_passes(table))
    assert table.start().game.dealer == "D"


def test_law_18_a_newcomer_beside_a_vacated_seat_does_not_take_the_deal_of_the_next() -> None:
    table = Table("ABCD").start("B").play("deal; D stakes 6; A passes; B passes; C passes")
    table.buy_back("B", odd=table.sitting.funds["B"])
    table.record(Depart(player="B"))
    table.record(Arrive(player="N", left_of="A"))
    assert (table.sitting.seats, next_dealer(table.sitting)) == (("A", "N", "C", "D"), "C")


def test_law_18_a_dealer_who_has_passed_deals_the_draw_all_the_same() -> None:
    table = Table().start("A").play("deal; C stakes 6; D stakes 6; E passes; A passes; B passes")
    table.play("C draws 1; D draws 2")
    assert table.game.dealer == "A"
    assert table.game.phase == "betting"


def _everybody_passes(table: Table) -> str:
    """A game in which nobody opens."""
    seats, at = table.game.seats, table.game.seats.index(table.game.ante_man) + 1
    return "; ".join(["deal", *(f"{m} passes" for m in seats[at:] + seats[:at])])


# ---- the ante


@pytest.mark.parametrize("out", ["", "B", "BC"])
def test_law_20_the_player_left_of_the_dealer_antes_before_the_deal(out: str) -> None:
    table = Table().start("A", sitting_out=out)
    ante_man = next(m for m in "BCDEA" if m not in out)
    assert table.game.ante_man == ante_man
    assert table.game.pool == 3
    assert table.game.players[ante_man].ante == 3
    assert table.game.players[ante_man].funds == 97


def test_law_20_who_sits_out_pays_nothing_towards_a_jack_pot() -> None:
    table = Table().start("A").play(UNOPENED).start(sitting_out="E")
    assert table.game.pool == 3 + 3 + 4 * 3
    assert table.sitting.funds["E"] == 100


@pytest.mark.parametrize(("reading", "ante", "pool"), [("besides", 3, 3 + 5 * 3 + 3), ("replaced", 0, 3 + 5 * 3)])
def test_law_20_knows_no_exception_for_a_jack_pot_unless_so_read(reading: str, ante: int, pool: int) -> None:
    table = Table(jackpot_ante=reading).start("A").play(UNOPENED).start()
    assert table.game.players["C"].ante == ante
    assert table.game.pool == pool


def test_law_21_only_no_1_may_begin_straddling() -> None:
    table = Table(limit=60).start("A")
    assert [act.player for act in table.legal("straddle")] == ["C"]
    for member in "BDEA":
        assert table.refusal(f"{member} straddles") == (21, "straddle_order")


def test_law_21_no_1_straddles_to_twice_the_ante_and_each_after_him_adds_one_ante() -> None:
    table = Table(limit=60).start("A")
    for member, amount in zip("CDEA", (6, 9, 12, 15), strict=True):
        (lawful, *_) = table.legal("straddle")
        assert (lawful.player, lawful.least, lawful.most) == (member, amount, amount)
        table.play(f"{member} straddles")
        assert table.game.players[member].ante == amount
    assert table.legal("straddle") == ()
    assert table.game.pool == 3 + 6 + 9 + 12 + 15


def test_law_21_read_open_one_who_does_not_straddle_leaves_it_to_those_behind_him() -> None:
    table = Table(limit=60).start("A").play("C straddles")
    assert [act.player for act in table.legal("straddle")] == ["D", "E", "A"]
    table.play("E straddles")
    assert table.game.players["E"].ante == 9
    assert [act.player for act in table.legal("straddle")] == ["A"]


def test_law_21_read_ends_the_first_who_does_not_straddle_ends_it() -> None:
    table = Table(limit=60, straddle_gap="ends").start("A").play("C straddles")
    assert [act.player for act in table.legal("straddle")] == ["D"]
    assert table.refusal("E straddles") == (21, "straddle_order")


@pytest.mark.parametrize(("limit", "reading", "lawful"), [(12, "highest", 1), (18, "highest", 2), (18, "sum", 1)])
def test_law_22_no_straddle_is_above_half_the_limit(limit: int, reading: str, lawful: int) -> None:
    table = Table(limit=limit, straddle_cap=reading).start("A")
    for member in "CDEA"[:lawful]:
        table.play(f"{member} straddles")
    assert table.legal("straddle") == ()
    assert table.refusal(f"{'CDEA'[lawful]} straddles") == (22, "straddle_cap")


def test_law_22_abrogated_straddles_go_as_high_as_they_will() -> None:
    table = Table(limit=12, abrogated=[22]).start("A")
    assert table.play("C straddles; D straddles; E straddles; A straddles").game.pool == 45


def test_law_21_abrogated_each_but_the_ante_man_straddles_once_in_any_order() -> None:
    table = Table(limit=60, abrogated=[21]).start("A").play("A straddles")
    assert [act.player for act in table.legal("straddle")] == ["C", "D", "E"]
    table.play("D straddles; C straddles; deal")
    assert [table.game.players[m].ante for m in "ADC"] == [6, 9, 12]
    assert table.to_act == "D", "the say begins left of the last who straddled (24)"


def test_straddling_is_closed_by_the_deal() -> None:
    table = Table(limit=60).start("A").play("C straddles; deal")
    assert table.refusal("D straddles") == (None, "wrong_phase")


def test_before_the_deal_nobody_is_compelled_to_act() -> None:
    assert Table().start("A").to_act is None


def test_law_23_unstraddled_the_ante_man_has_the_last_say() -> None:
    table = Table().start("A").play("deal")
    assert _say_order(table) == "CDEAB"


def test_law_24_straddled_the_last_straddler_has_the_last_say() -> None:
    table = Table(limit=60).start("A").play("C straddles; E straddles; deal")
    assert _say_order(table) == "ABCDE"


def _say_order(table: Table) -> str:
    order = ""
    while table.game.phase == "say":
        assert table.to_act is not None
        order += table.to_act
        table.play(f"{table.to_act} passes")
    return order


# ---- the say


def test_law_25_the_opener_stakes_at_least_double_the_ante_and_at_most_the_ante_and_the_limit() -> None:
    assert Table().start("A").play("deal").bounds() == (6, 15)


def test_law_25_an_opening_stake_is_a_total_so_the_ante_man_adds_to_his_ante() -> None:
    table = Table().start("A").play("deal; C passes; D passes; E passes; A passes")
    assert table.bounds() == (3, 12)


@pytest.mark.parametrize(
    ("reading", "stranger", "straddler"),
    [
        ("raised", (18, 78), (9, 69)),  # twice the last straddle, of 9
        ("together", (36, 96), (27, 87)),  # twice 3 + 6 + 9
        ("ante", (9, 69), (0, 60)),  # twice 3, but not below the highest stake
    ],
)
def test_law_25_in_a_straddled_game_depends_on_its_reading(
    reading: str, stranger: tuple[int, int], straddler: tuple[int, int]
) -> None:
    table = Table(limit=60, opening_minimum=reading).start("A").play("C straddles; D straddles; deal")
    assert table.bounds() == stranger
    table.play("E passes; A passes; B passes; C passes")
    assert table.bounds() == straddler


def test_law_25_under_jackpot_ante_replaced_an_opener_stakes_the_limit_at_most() -> None:
    table = Table(jackpot_ante="replaced").start("A").play(UNOPENED).start().play("deal")
    assert table.bounds() == (6, 12)
    assert table.refusal("D stakes 13") == (None, "above_limit")


def test_law_25_in_a_jack_pot_the_ante_stands_besides_and_counts_as_ever() -> None:
    table = Table().start("A").play(UNOPENED).start().play("deal")
    assert table.bounds() == (6, 15)


def test_law_25_abrogated_anything_that_meets_the_highest_stake_opens() -> None:
    assert Table(abrogated=[25]).start("A").play("deal").bounds() == (3, 15)


def test_law_26_a_later_player_makes_his_stake_equal_and_may_raise_by_the_limit() -> None:
    table = Table().start("A").play("deal; C stakes 6")
    assert table.bounds() == (6, 18)
    table.play("D stakes 18")
    assert table.bounds() == (18, 30)
    table.play("E passes; A stakes 19")
    assert table.bounds() == (16, 28)


def test_law_26_abrogated_a_player_goes_in_for_less_and_makes_it_good_at_the_draw() -> None:
    table = Table(abrogated=[26]).start("A").play("deal; C stakes 6")
    assert table.bounds() == (1, 18)
    table.play("D stakes 2; E passes; A passes; B passes; C draws 0")
    assert table.bounds() == (4, 4)


def test_any_raise_of_one_unit_is_lawful() -> None:
    table = Table().start("A").play("deal; C stakes 6; D stakes 7; E stakes 8; A passes; B passes")
    assert table.game.highest == 8


def test_nobody_is_offered_more_than_he_has() -> None:
    table = Table(funds={"A": 100, "B": 100, "C": 9, "D": 5, "E": 100}).start("A").play("deal")
    assert table.bounds() == (6, 9)
    table.play("C stakes 6")
    assert table.bounds() is None
    assert [act.action for act in table.legal("pass")] == ["pass"]


def test_each_has_one_say_and_a_raise_is_met_at_the_draw() -> None:
    table = Table().start("A").play("deal; C stakes 6; D stakes 18; E passes; A passes; B passes")
    assert (table.game.phase, table.to_act) == ("draw", "C")
    assert table.bounds() == (12, 12)


def test_law_27_a_pass_forfeits_what_was_staked() -> None:
    table = Table().start("A").play("deal; C stakes 6; D stakes 18; E passes; A passes; B passes; C passes")
    assert table.settlement.results == {"A": 0, "B": -3, "C": -6, "D": 9, "E": 0}


def test_law_28_a_retired_players_hand_is_not_shown() -> None:
    table = Table().start("A").play(f"deal C: {ACES}; D: {KINGS}; B: {QUEENS}; C stakes 6; D stakes 6; E passes")
    table.play("A passes; B stakes 3; B passes; C draws 0; D draws 0; C stands; D stands; C passes")
    assert hand_is_buried(table.game, "C")
    assert not hand_is_buried(table.game, "D")
    assert table.settlement.hands == ()


def test_law_51_numbers_are_withheld_while_the_game_runs() -> None:
    table = Table().start("A").play("deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 2")
    assert number_is_withheld(table.game, "C", "D")
    assert not number_is_withheld(table.game, "C", "C")
    table.play("D draws 0; C stakes 1; D passes")
    assert not number_is_withheld(table.game, "C", "D")


# ---- two players


def test_with_two_players_the_dealer_is_no_1() -> None:
    table = Table("AB", limit=60).start("A")
    assert table.game.ante_man == "B"
    assert [act.player for act in table.legal("straddle")] == ["A"]
    table.play("deal")
    assert table.to_act == "A", "he says first"
    table.play("A stakes 6; B stakes 3")
    assert table.to_act == "B", "the draw goes from the dealer's left"
    table.play("B draws 0; A draws 0")
    assert table.to_act == "A", "he bets first"


def test_with_two_players_a_straddling_dealer_has_the_last_say() -> None:
    table = Table("AB", limit=60).start("A").play("A straddles")
    assert table.legal("straddle") == ()
    table.play("deal")
    assert (table.to_act, table.bounds()) == ("B", (9, 69))


def test_a_game_is_not_begun_by_deciding_to_begin_it() -> None:
    table = Table()
    before = table.sitting
    start_game(table.sitting, table.name, "a game", dealer="A")
    assert table.sitting == before
