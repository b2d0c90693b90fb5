"""Bets and passes out of turn, and deposits of less than is due (54 to 56).

Five players, A to E; A deals, B antes 3, the limit is 12, so C speaks first.
"""

import pytest

from ledger.events.game import Passed, StakeCounted, Staked
from ledger.play.legal import OutOfTurn, irregular_actions, legal_actions
from tests.play.table import ACES, KINGS, QUEENS, Table

BETTING = (
    "deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; C draws 0; D draws 0"  # B, C and D are in
)


def table(acts: str = "deal", **terms: object) -> Table:
    return Table("ABCDE", **terms).start("A").play(acts)  # type: ignore[arg-type]


def last(played: Table, kind: type) -> object:
    return [event for event in played.game_events[-1] if isinstance(event, kind)][-1]


@pytest.mark.parametrize(
    ("acts", "act", "refusal"),
    [
        ("deal", "D stakes 6", (23, "out_of_turn")),
        ("deal", "D passes", (23, "out_of_turn")),
        ("deal", "C stakes 5", (25, "opening_too_small")),
        ("deal; C stakes 6", "D stakes 5", (26, "stake_too_small")),
        (BETTING, "D stakes 1", (53, "out_of_turn")),
        (BETTING + "; C stakes 5", "D stakes 4", (54, "bet_too_small")),
    ],
)
def test_laws_54_to_56_what_is_not_marked_as_irregular_is_refused(
    acts: str, act: str, refusal: tuple[int, str]
) -> None:
    played = table(acts)
    assert played.refusal(act) == refusal
    played.play(act + " irregularly")


@pytest.mark.parametrize(
    ("acts", "act", "to_act", "kinds", "sentence"),
    [
        ("deal", "D stakes 6", "C", {"stake", "pass"}, "Miss C may stake 6 to 15 or pass"),
        (BETTING, "D stakes 1", "C", {"stake", "stand", "pass"}, "Miss C may stake 1 to 12, stand or pass"),
        (
            BETTING + "; C stakes 5; D stakes 5; B stakes 5",
            f"B shows {ACES}",
            "C",
            {"show"},
            "Miss C may show his hand",
        ),
    ],
)
def test_laws_23_53_59_a_refusal_for_turn_says_whose_turn_it_is_and_what_he_may_do(
    acts: str, act: str, to_act: str, kinds: set[str], sentence: str
) -> None:
    played = table(acts)
    with pytest.raises(OutOfTurn, match=r"^it is another player's turn$") as refused:
        played.play(act)
    assert (refused.value.to_act, refused.value.legal) == (to_act, legal_actions(played.game))
    assert {act.action for act in refused.value.legal} == kinds
    assert refused.value.naming("Miss {}".format).detail == f"it is another player's turn: {sentence}"


def test_law_55_a_bet_out_of_turn_is_in_the_pool_at_once_and_leaves_the_turn_where_it_is() -> None:
    played = table("deal; E stakes 6 irregularly")
    assert (played.game.pool, played.to_act, played.game.highest) == (9, "C", 3)
    assert played.game.players["E"].funds == 94
    staked = last(played, Staked)
    assert isinstance(staked, Staked)
    assert (staked.act, staked.law, staked.irregular) == ("ahead", 55, True)


def test_law_55_it_binds_nobody_before_the_turn_of_its_maker_is_reached_and_everybody_from_then_on() -> None:
    played = table("deal; E stakes 12 irregularly; C stakes 6")
    assert played.bounds() == (6, 18)
    played.play("D stakes 6")
    assert (played.game.highest, played.to_act) == (12, "A")
    assert played.bounds() == (12, 24)


def test_law_55_a_bet_that_suffices_when_the_turn_comes_has_spent_that_turn() -> None:
    played = table("deal; D stakes 6 irregularly; C stakes 6")
    assert played.to_act == "E"
    counted = last(played, StakeCounted)
    assert isinstance(counted, StakeCounted)
    assert (counted.player, counted.amount, counted.act, counted.law) == ("D", 6, "went_in", 55)


def test_law_55_a_bet_out_of_turn_may_open_the_game_when_nobody_before_it_does() -> None:
    played = table("deal; D stakes 6 irregularly; C passes")
    assert (played.game.opener, played.to_act) == ("D", "E")


@pytest.mark.parametrize("then", ["D stakes 2", "D passes"])
def test_law_55_a_bet_that_does_not_suffice_is_made_up_or_lost(then: str) -> None:
    played = table("deal; D stakes 4 irregularly; C stakes 6")
    assert played.to_act == "D"
    assert played.bounds() == (2, 14)
    before = played.game.pool
    played.play(then)
    assert played.to_act == "E"
    assert played.game.pool == before + (2 if "stakes" in then else 0)
    assert played.game.players["D"].retired == (then == "D passes")


def test_law_55_who_cannot_make_up_a_bet_out_of_turn_may_demand_a_show() -> None:
    played = table("deal; D stakes 4 irregularly; C stakes 6", funds={**dict.fromkeys("ABCE", 100), "D": 5})
    played.play("D demands a show")
    demand = played.game.players["D"].demand
    assert demand is not None
    assert demand.amount == 5


@pytest.mark.parametrize(
    ("acts", "act", "refusal"),
    [
        ("deal", "E stakes 16", (None, "above_limit")),
        ("deal; E stakes 10 irregularly", "E stakes 6", (None, "above_limit")),  # what lies there counts with it
        ("deal; C stakes 6", "E stakes 19", (None, "above_limit")),
        (BETTING, "D stakes 13", (None, "above_limit")),
        (BETTING, "D stakes 0", (55, "bet_too_small")),
        (BETTING, "E stakes 1", (27, "retired")),
        (BETTING + "; C stakes 1; D stakes 1; B stakes 1", "C stakes 1", (None, "wrong_phase")),
    ],
)
def test_law_55_a_bet_out_of_turn_is_capped_like_any_other(acts: str, act: str, refusal: tuple[int, str]) -> None:
    assert table(acts).refusal(act + " irregularly") == refusal


def test_law_55_nobody_bets_out_of_turn_with_counters_he_has_not() -> None:
    played = table("deal", funds={**dict.fromkeys("ABCE", 100), "D": 5})
    assert played.refusal("D stakes 6 irregularly") == (None, "no_funds")


def test_law_55_who_has_had_his_say_bets_ahead_for_the_draw_and_the_betting() -> None:
    played = table("deal; C stakes 6; C stakes 8 irregularly; D passes; E stakes 10; A passes; B passes")
    # E raised by 4: that much of it makes good at the draw, where nobody raises, and 4 are a bet after it.
    assert (played.to_act, played.game.phase, played.game.owes("C")) == ("C", "draw", 0)
    counted = last(played, StakeCounted)
    assert isinstance(counted, StakeCounted)
    assert (counted.amount, counted.act) == (4, "made_good")
    played.play("C draws 0; E draws 0")
    assert (played.game.phase, played.to_act, played.game.highest) == ("betting", "E", 4)


def test_law_55_a_bet_ahead_of_the_betting_counts_when_the_betting_reaches_its_maker() -> None:
    played = table("deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; B stakes 5 irregularly")
    assert (played.game.phase, played.to_act) == ("draw", "C")
    played.play("C draws 0; D draws 0; C stands; D stands")
    assert (played.game.highest, played.to_act) == (5, "C")


def test_law_55_the_last_bettor_who_bets_again_out_of_turn_has_raised_when_the_turn_is_his_again() -> None:
    played = table(BETTING + "; C stakes 5; C stakes 3 irregularly; D stakes 5; B stakes 5")
    assert (played.game.highest, played.to_act) == (8, "D")
    counted = last(played, StakeCounted)
    assert isinstance(counted, StakeCounted)
    assert counted.act == "raised"
    played.play("D stakes 3; B stakes 3")
    assert played.game.phase == "show"
    assert played.to_act == "C", "the last whose turn was spent is B, and the show begins on his left (59)"


def test_law_55_a_bet_out_of_turn_is_never_returned() -> None:
    played = table(BETTING + "; D stakes 5 irregularly; C stakes 6; D passes; B passes")
    assert played.settlement.results["D"] == -11
    assert played.awards() == {"C": 29}


def test_law_55_a_pass_out_of_turn_is_final_and_leaves_the_turn_where_it_is() -> None:
    played = table("deal; E passes irregularly")
    assert (played.to_act, played.game.in_game) == ("C", ("A", "B", "C", "D"))
    passed = last(played, Passed)
    assert isinstance(passed, Passed)
    assert (passed.law, passed.irregular, passed.unseen) == (27, True, False)
    assert played.refusal("E stakes 6 irregularly") == (27, "retired")
    played.play("C stakes 6; D stakes 6")
    assert played.to_act == "A"


def test_law_55_the_last_sayer_who_passed_out_of_turn_leaves_the_last_say_to_his_right() -> None:
    played = table("deal; B passes irregularly; C passes; D passes; E passes")
    assert played.to_act == "A"
    played.play("A passes")
    assert played.game.phase == "unopened"


def test_law_55_passes_out_of_turn_before_the_opening_do_not_end_the_game() -> None:
    played = table("deal; B passes irregularly; D passes irregularly; E passes irregularly; A passes irregularly")
    assert (played.game.phase, played.to_act) == ("say", "C")
    played.play("C stakes 6")
    assert played.awards() == {"C": 9}


def test_law_55_a_pass_out_of_turn_that_leaves_one_alone_ends_the_game() -> None:
    played = table(BETTING + "; C stakes 1; B passes irregularly; D passes")
    assert played.game.phase == "settled"
    assert 58 in played.settlement.laws


@pytest.mark.parametrize(
    ("acts", "short", "then", "bounds"),
    [
        ("deal", "C stakes 4", "C stakes 2", (2, 11)),
        ("deal; C stakes 6", "D stakes 5", "D stakes 1", (1, 13)),
        ("deal; C stakes 6; D stakes 10; E passes; A passes; B passes", "C stakes 1", "C stakes 3", (3, 3)),
        (BETTING + "; C stakes 5", "D stakes 2", "D stakes 3", (3, 15)),
    ],
)
def test_law_56_a_short_deposit_stays_in_the_pool_and_is_made_up(
    acts: str, short: str, then: str, bounds: tuple[int, int]
) -> None:
    played = table(acts)
    player, pool = played.to_act, played.game.pool
    played.play(short + " irregularly")
    staked = last(played, Staked)
    assert isinstance(staked, Staked)
    assert (staked.act, staked.law) == ("short", 56)
    assert played.game.pool == pool + staked.amount
    assert (played.to_act, played.bounds()) == (player, bounds)
    played.play(then)
    assert played.game.owes(player or "") == 0


def test_law_56_a_short_deposit_opens_nothing_and_who_passes_after_it_loses_it() -> None:
    played = table("deal; C stakes 4 irregularly")
    assert played.game.opener is None
    played.play("C passes; D passes; E passes; A passes; B passes")
    assert played.game.phase == "unopened"
    assert played.settlement.results == {"A": 0, "B": -3, "C": -4, "D": 0, "E": 0}


def test_law_56_who_cannot_make_up_a_short_deposit_may_demand_a_show_for_it() -> None:
    played = table("deal; C stakes 6; D stakes 4 irregularly", funds={**dict.fromkeys("ABCE", 100), "D": 5})
    played.play("D demands a show; E passes; A passes; B passes")
    played.play(f"C draws 0; D shows {ACES}; C shows {QUEENS}")
    assert played.awards() == {"D": 13, "C": 1}


def test_law_56_the_mark_on_a_stake_that_suffices_changes_nothing() -> None:
    marked, plain = table("deal; C stakes 6 irregularly"), table("deal; C stakes 6")
    assert marked.game == plain.game
    staked = last(marked, Staked)
    assert isinstance(staked, Staked)
    assert not staked.irregular


def test_what_may_be_recorded_as_irregular_is_offered() -> None:
    played = Table("ABCDE").start("A")
    assert not {"stake", "pass"} & set(irregular_actions(played.game))
    played.play("deal")
    assert {"stake", "pass"} <= set(irregular_actions(played.game))
    played.play("C passes; D passes; E passes; A passes")
    assert "pass" not in irregular_actions(played.game), "the last man has nobody who could pass before his turn"
    played.play("B stakes 3")
    assert irregular_actions(played.game) == ()


def test_law_59_a_hand_is_thrown_away_at_the_show_in_turn_only() -> None:
    played = table(BETTING + "; C stakes 1; D stakes 1; B stakes 1")
    assert played.refusal("D passes irregularly") == (59, "out_of_turn")
    played.play(f"C passes irregularly; D shows {KINGS}; B shows {QUEENS}")
    assert played.awards() == {"D": 21}
