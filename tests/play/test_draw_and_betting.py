"""Laws 34 to 64 in games: the draw, the betting, demands and the show.

A deals, B antes 3, the limit is 12. Most tests begin when B, C and D are in with 6 each and E and A have passed.
"""

from typing import Any

import pytest

from ledger.cards import pack
from ledger.play.commands import Borrow, Deal
from tests.play.table import ACES, KINGS, NOTHING, QUEENS, Table

IN = "deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3"
DRAWN = IN + "; B draws 0; C draws 0; D draws 0"
RAISED = "deal; C stakes 6; D stakes 6; E stakes 18; A passes; B passes"  # C and D owe 12 before they draw


def table(played: str = "", funds: dict[str, int] | None = None, **terms: Any) -> Table:
    """A table at which `played` has been played; everybody has 100, except for the players in `funds`."""
    started = Table(funds=dict.fromkeys("ABCDE", 100) | (funds or {}), **terms).start("A")
    return started.play(played) if played else started


def kinds(at: Table) -> set[str]:
    return {kind for kind in ("stake", "stand", "draw", "demand_show", "pass", "show") if at.legal(kind)}


# ---- the draw


def test_laws_34_and_35_the_draw_begins_left_of_the_dealer_and_passes_to_the_left() -> None:
    at = table(IN)
    order = [at.to_act]
    at.play("B draws 1")
    order.append(at.to_act)
    at.play("C draws 2")
    order.append(at.to_act)
    assert order == ["B", "C", "D"]


def test_law_34_the_dealer_draws_last() -> None:
    at = table("deal; C stakes 6; D passes; E passes; A stakes 6; B passes; C draws 1")
    assert (at.game.phase, at.to_act) == ("draw", "A")


def test_law_36_a_stake_is_made_good_before_the_draw_and_no_more_than_that() -> None:
    at = table(RAISED)
    assert (at.to_act, at.bounds(), kinds(at)) == ("C", (12, 12), {"stake", "pass"})
    at.play("C stakes 12")
    assert (at.to_act, at.bounds(), kinds(at)) == ("C", None, {"draw", "pass"})


def test_law_36_a_player_may_pass_though_he_has_made_his_stake_good() -> None:
    at = table(RAISED + "; C stakes 12; C passes; D passes")
    assert at.settlement.results == {"A": 0, "B": -3, "C": -18, "D": -6, "E": 27}


def test_law_36_abrogated_a_player_draws_without_making_his_stake_good() -> None:
    at = table(RAISED, abrogated=[36])
    assert kinds(at) == {"stake", "draw", "pass"}
    assert at.play("C draws 1").game.players["C"].total == 6


@pytest.mark.parametrize(
    ("act", "law", "code"),
    [
        ("C stakes 11", 26, "not_equal"),  # he goes in for less than the one before him
        ("C stakes 13", 53, "not_equal"),  # who bets, bets after the draw
        ("C draws 6", 7, "cannot_discard"),  # he was dealt five cards,
        ("C draws Kc", 1, "cannot_discard"),  # and not this one
    ],
)
def test_laws_36_80_what_is_refused_though_36_is_waived_names_the_law_that_still_forbids_it(
    act: str, law: int, code: str
) -> None:
    at = table(RAISED.replace("deal", f"deal C: {ACES}"))
    assert at.refusal(act) == (36, code if act.startswith("C stakes") else "not_made_good")
    at.play("waive 36 agreed by A, B, C, D, E")
    assert at.refusal(act) == (law, code)
    at.play("C stakes 12")
    assert at.refusal("C stakes 1") == (53, "nothing_owed")


def test_laws_26_36_80_with_both_waived_a_short_deposit_is_56s() -> None:
    at = table(RAISED, abrogated=[26])
    at.play("waive 36 agreed by A, B, C, D, E")
    assert at.refusal("C stakes 11") == (56, "not_equal")
    at.play("C stakes 11 irregularly; C draws 1")


@pytest.mark.parametrize("number", range(6))
def test_law_36_none_to_five_cards_are_thrown_away(number: int) -> None:
    at = table(f"{IN}; B draws {number}")
    assert at.game.players["B"].discarded == number


def test_law_37_a_discard_never_comes_back_to_the_same_hand() -> None:
    at = table(IN + "; B draws 9h; C draws 0; D draws 0; C stands; D stands; B stakes 1; C passes; D stakes 1")
    assert at.refusal("B shows 9h 8h 7h 6h 2s") == (37, "discard_shown")


def test_law_38_who_keeps_his_hand_in_his_turn_has_had_his_draw() -> None:
    at = table(IN + "; B draws 0")
    assert at.refusal("B draws 1") == (38, "drawn_already")


def test_law_39_a_recorded_pack_gives_each_the_cards_on_its_top() -> None:
    at = Table("ABC").start("A")
    order = pack()
    at.do(Deal(pack=order))
    at.play("C stakes 6; A stakes 6; B stakes 3; B draws 2; C draws 0; A draws 3")
    assert [at.game.players[m].drew for m in "BCA"] == [order[15:17], (), order[17:20]]
    assert at.game.pack == order[20:]


def test_the_draw_takes_place_though_nobody_has_counters_to_bet_with() -> None:
    at = table("deal; C stakes 6; D stakes 6; E passes; A passes; B passes", {"C": 6, "D": 6})
    assert (at.game.phase, at.to_act) == ("draw", "C")
    at.play("C draws 3; D draws 1")
    assert (at.game.phase, at.to_act) == ("show", "C")


# ---- the betting


def test_law_53_the_first_right_to_bet_is_left_of_the_ante_man_though_he_has_passed() -> None:
    at = table("deal; C stakes 6; D passes; E stakes 6; A passes; B passes; C draws 0; E draws 0")
    assert (at.game.phase, at.to_act) == ("betting", "C")


def test_law_53_and_in_a_straddled_game_likewise() -> None:
    at = table("C straddles; E straddles; deal; A stakes 18; B passes; C stakes 12; D passes; E stakes 9", limit=60)
    at.play("C draws 0; E draws 0; A draws 0")
    assert at.to_act == "C"


def test_law_53_stakes_of_the_betting_start_at_nothing() -> None:
    at = table(DRAWN)
    assert (at.game.highest, at.bounds()) == (0, (1, 12))


def test_law_54_each_player_may_stand_once_while_nobody_has_bet() -> None:
    at = table(DRAWN + "; C stands; D stands; B stands")
    assert (at.to_act, kinds(at)) == ("C", {"stake", "pass"})
    at.play("C stakes 1")
    assert kinds(at) == {"stake", "pass"}


def test_law_54_who_has_no_counters_left_may_stand_again() -> None:
    at = table("deal; C stakes 6; D stakes 6; E stakes 6; A passes; B stakes 3", {"C": 6})
    at.play("B draws 0; C draws 0; D draws 0; E draws 0; C stands; D stands; E stands; B stands")
    assert (at.to_act, kinds(at)) == ("C", {"stand", "pass"})
    at.play("C stands")
    assert (at.to_act, kinds(at)) == ("D", {"stake", "pass"})


def test_a_raise_is_at_most_the_limit_above_what_makes_good() -> None:
    at = table(DRAWN + "; C stakes 12")
    assert at.bounds() == (12, 24)
    at.play("D stakes 24")
    assert at.bounds() == (24, 36)
    at.play("B passes")
    assert at.bounds() == (12, 24)


def test_law_58_a_bet_nobody_calls_wins_the_pool_and_shows_nothing() -> None:
    at = table(DRAWN + "; C stakes 5; D passes; B passes")
    assert at.awards() == {"C": 23}
    assert {claim.law for award in at.settlement.awards for claim in award.claims} == {58}
    assert at.settlement.hands == ()


def test_law_59_each_shows_from_the_left_of_the_last_whose_turn_was_spent() -> None:
    at = table(DRAWN + "; C stakes 5; D stakes 10; B stakes 10; C stakes 5")
    order = []
    for hand in (ACES, KINGS, QUEENS):
        order.append(at.to_act)
        at.play(f"{at.to_act} shows {hand}")
    assert order == ["D", "B", "C"]
    assert at.awards() == {"D": 48}


def test_law_59_a_pass_spends_a_turn_too() -> None:
    at = table("deal; C stakes 6; D stakes 6; E stakes 6; A passes; B passes; C draws 0; D draws 0; E draws 0")
    at.play("C stands; D stakes 4; E stakes 4; C passes")
    assert (at.game.phase, at.to_act) == ("show", "D")


def test_law_59_who_will_not_show_throws_his_hand_away_and_forfeits() -> None:
    at = table(DRAWN + "; C stakes 5; D stakes 5; B stakes 5; C passes irregularly")
    assert at.game.phase == "show"
    at.play(f"D shows {NOTHING}; B shows {QUEENS}")
    assert at.awards() == {"B": 33}
    assert [hand.player for hand in at.settlement.hands] == ["D", "B"]


def test_law_59_a_hand_thrown_away_does_not_change_the_order_of_those_shown() -> None:
    at = table(DRAWN + "; C stakes 5; D stakes 5; B stakes 5")
    at.play(f"C shows {NOTHING}; D passes irregularly; B shows {QUEENS}")
    assert [hand.player for hand in at.settlement.hands] == ["C", "B"]


def test_law_59_the_last_who_has_not_thrown_his_hand_away_takes_the_pool() -> None:
    at = table(DRAWN + "; C stakes 5; D stakes 5; B stakes 5; C passes irregularly; D passes irregularly")
    assert at.awards() == {"B": 33}


def test_when_one_player_only_has_counters_the_betting_ends() -> None:
    at = table(DRAWN, {"C": 6, "D": 6})
    assert (at.game.phase, at.to_act) == ("show", "B")


def test_when_one_player_only_has_counters_the_say_ends_too() -> None:
    at = table("C straddles; deal; D stakes 6; E passes; A passes", {"C": 6}, opening_minimum="ante")
    assert (at.game.phase, at.to_act) == ("say", "B")
    at.play("B passes")
    assert (at.game.phase, at.to_act) == ("draw", "C")


def test_one_who_could_still_bet_alone_meets_every_stake_first() -> None:
    at = table(DRAWN + "; C stakes 5", {"C": 11, "D": 11})
    at.play("D stakes 5")
    assert (at.game.phase, at.to_act, at.bounds()) == ("betting", "B", (5, 17))


# ---- demands


def test_law_60_a_show_is_demanded_by_one_whose_stake_is_raised_beyond_his_counters() -> None:
    at = table(DRAWN + "; C stakes 12", {"D": 11})
    (lawful,) = at.legal("demand_show")
    assert (lawful.player, lawful.least, lawful.most) == ("D", 5, 5)
    assert at.bounds() is None
    at.play("D demands a show")
    demand = at.game.players["D"].demand
    assert demand is not None
    assert (demand.amount, demand.others) == (11, {"B", "C"})


def test_law_60_who_can_call_may_not_demand() -> None:
    assert table(DRAWN + "; C stakes 12", {"D": 18}).legal("demand_show") == ()


def test_law_60_with_nothing_left_to_deposit_he_is_shown_for_what_he_has_in() -> None:
    at = table(DRAWN + "; C stakes 12", {"D": 6})
    (lawful,) = at.legal("demand_show")
    assert (lawful.least, lawful.most) == (0, 0)
    at.play(f"D demands a show; B stakes 12; C shows {KINGS}; D shows {ACES}; B shows {QUEENS}")
    assert at.awards() == {"D": 3 + 6 + 6 + 6, "C": 42 - 21}


def test_law_60_nobody_demands_who_has_staked_nothing_yet() -> None:
    at = table("deal; C stakes 6", {"D": 5})
    assert kinds(at) == {"pass"}


def test_law_60_the_ante_is_a_stake_that_may_be_raised_beyond_his_counters() -> None:
    at = table("deal; C stakes 6; D stakes 6; E passes; A passes", {"B": 5})
    assert kinds(at) == {"demand_show", "pass"}
    at.play("B demands a show")
    assert at.game.players["B"].total == 5


def test_law_60_nobody_demands_before_the_game_is_opened() -> None:
    at = table("deal; C passes; D passes; E passes; A passes", {"B": 4})
    assert kinds(at) == {"pass"}


def test_law_60_players_who_passed_before_his_turn_are_outside_his_claim() -> None:
    at = table("deal; C stakes 6; D stakes 6; E stakes 6; A passes; B stakes 3", {"E": 6})
    at.play("B draws 0; C draws 0; D draws 0; E draws 0; C stakes 12; D passes; E demands a show")
    demand = at.game.players["E"].demand
    assert demand is not None
    assert demand.others == {"B", "C"}


@pytest.mark.parametrize("reading", ["stake_raised", "bet_raised"])
def test_law_60_demand_when_asks_whether_any_stake_or_a_bet_since_the_draw_was_raised(reading: str) -> None:
    before_the_draw = table(RAISED, {"C": 8}, demand_when=reading)
    before_a_bet = table(DRAWN + "; C stakes 12", {"D": 11}, demand_when=reading)
    after_a_bet = table(DRAWN + "; C stakes 3; D stakes 3; B stakes 12; C passes", {"D": 11}, demand_when=reading)
    lawful = [bool(at.legal("demand_show")) for at in (before_the_draw, before_a_bet, after_a_bet)]
    assert lawful == [reading == "stake_raised", reading == "stake_raised", True]


def test_short_draw_read_pat_a_demander_before_the_draw_keeps_his_hand() -> None:
    at = table(RAISED + "; C demands a show", {"C": 8})
    assert at.to_act == "D"
    at.play("D stakes 12; D draws 2; E draws 0")
    assert not at.game.players["C"].drawn
    assert (at.game.phase, at.to_act) == ("betting", "D")


def test_short_draw_read_draws_he_still_draws_and_has_no_turn_besides() -> None:
    at = table(RAISED + "; C demands a show", {"C": 8}, short_draw="draws")
    assert (at.to_act, kinds(at)) == ("C", {"draw", "pass"})
    assert at.refusal("C demands a show") == (60, "demanded_already")
    at.play("C draws 3; D stakes 12; D draws 2; E draws 0")
    assert (at.game.phase, at.to_act) == ("betting", "D")


def test_who_has_demanded_stakes_no_more_though_he_borrows() -> None:
    at = table(RAISED + "; C demands a show", {"C": 8}, short_draw="draws")
    at.do(Borrow(lender="bank", amount=50))
    assert kinds(at) == {"draw", "pass"}
    assert at.refusal("C stakes 10") == (36, "nothing_owed")


def test_short_draw_bears_on_a_demand_in_the_say_too() -> None:
    played = "deal; C stakes 6; D stakes 6; E passes; A passes; B demands a show"
    assert table(played, {"B": 5}).to_act == "C"
    assert table(played, {"B": 5}, short_draw="draws").to_act == "B"


def test_law_61_a_demand_does_not_stop_the_others_and_its_maker_shows_at_the_end() -> None:
    at = table(DRAWN + "; C stakes 12; D demands a show; B stakes 24", {"D": 11})
    assert (at.game.phase, at.to_act, at.bounds()) == ("betting", "C", (12, 24))
    at.play("C stakes 12")
    assert (at.game.phase, at.to_act) == ("show", "D")


def test_law_58_a_demand_is_neither_call_nor_pass_so_its_maker_is_shown() -> None:
    at = table(DRAWN + "; C stakes 12; D demands a show; B passes", {"D": 11})
    assert at.game.phase == "show"
    at.play(f"C shows {KINGS}; D shows {ACES}")
    # The ante of 3, his 11, 11 of C's 18; B has no more than 3 besides his ante, and was in the game.
    assert at.awards() == {"D": 3 + 11 + 11 + 3, "C": 7}


# ---- loans


def test_law_62_counters_are_borrowed_of_the_bank_or_of_a_player_during_the_game() -> None:
    at = table(DRAWN + "; C stakes 12", {"D": 11})
    at.play("D borrows 4 of the bank; D borrows 3 of A")
    assert (at.game.players["D"].funds, at.game.players["A"].funds) == (12, 97)
    assert at.to_act == "D", "a loan spends no turn"
    at.play("D stakes 12; B passes")
    assert at.game.phase == "show"


def test_law_62_who_borrowed_to_call_may_still_demand_a_show() -> None:
    at = table(DRAWN + "; C stakes 12", {"D": 11})
    at.play("D borrows 7 of the bank; D stakes 12; B stakes 24; C stakes 12")
    assert at.legal("demand_show")


@pytest.mark.parametrize(("borrowed", "raise_of", "lawful"), [(5, 14, True), (5, 15, True), (5, 16, False)])
def test_law_62_a_raise_above_his_counters_less_what_he_borrowed_is_raised_on_borrowed_money(
    borrowed: int, raise_of: int, lawful: bool
) -> None:
    # D has 15 of his own when C bets 5.
    at = table(DRAWN + "; C stakes 5", {"D": 21})
    at.play(f"D borrows {borrowed} of the bank; D stakes {raise_of}; B stakes {raise_of + 12}; C passes")
    assert bool(at.legal("demand_show")) == lawful
    if not lawful:
        assert at.refusal("D demands a show") == (62, "raised_on_loan")


def test_law_62_abrogated_he_may_demand_all_the_same() -> None:
    at = table(DRAWN + "; C stakes 5", {"D": 21}, abrogated=[62])
    assert at.play("D borrows 5 of the bank; D stakes 16; B stakes 28; C passes").legal("demand_show")


def test_loans_are_kept_in_the_sittings_book() -> None:
    at = table(DRAWN + "; C stakes 5", {"D": 6})
    at.do(Borrow(lender="bank", amount=4, red=1))
    at.play("D borrows 1 of B; D stakes 5; B passes")
    at.play(f"C shows {KINGS}; D shows {QUEENS}")
    assert at.sitting.lent == {"D": 4}
    assert [(loan.lender, loan.borrower, loan.amount) for loan in at.sitting.loans] == [("B", "D", 1)]
    assert (at.sitting.out.red, at.sitting.out.odd) == (1, 4 * 100 + 6 + 1)
    assert at.settlement.results == {"A": 0, "B": -6, "C": 17, "D": -11, "E": 0}


def test_law_52_every_bet_is_in_the_pool_at_once_and_stays_there() -> None:
    at = table(DRAWN)
    before, funds = at.game.pool, at.game.players["C"].funds
    at.play("C stakes 7")
    assert (at.game.pool, at.game.players["C"].funds) == (before + 7, funds - 7)
    at.play("D stakes 7; B passes; C shows " + ACES + "; D passes irregularly")
    assert at.settlement.pool == before + 14
