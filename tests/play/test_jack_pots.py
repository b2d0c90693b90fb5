"""Laws 29 to 33 in games: the unopened game, the series of jack-pots, and the opener who must show.

A deals the unopened game, B antes 3 in it. B deals the jack-pot that follows, C antes, D has the first say.
"""

from typing import Any

import pytest

from ledger.articles import Kitty
from tests.play.table import ACES, KINGS, KNAVES, NOTHING, QUEENS, TENS, Table

STEP = {"J": "Q", "Q": "K", "K": "J"}
HEADS_UP = "D stakes 6; E stakes 6; A passes; B passes; C passes"
BETS = "D stakes 2; E stakes 2"


def nobody_opens(table: Table) -> None:
    table.play("deal")
    while table.game.phase == "say":
        table.play(f"{table.to_act} passes")


def jack_pot(minimum: str = "J", **terms: Any) -> Table:
    """A jack-pot for the minimum, after as many unopened games as it takes to come to it."""
    table = Table(**terms).start("A")
    nobody_opens(table)
    while table.sitting.minimum != minimum:
        table.start()
        nobody_opens(table)
    return table.start()


def false_opener_lost(**terms: Any) -> Table:
    """D opens without openers, E calls, and E's hand is better."""
    table = jack_pot(**terms).play(f"deal; {HEADS_UP}; D draws 0; E draws 0; {BETS}")
    return table.play(f"D shows {TENS}; E shows {ACES}")


def test_law_29_when_nobody_opens_the_ante_and_straddles_stay_in_the_pool() -> None:
    table = Table(limit=60).start("A").play("C straddles; D straddles")
    nobody_opens(table)
    assert table.settlement.carried_out == 18
    assert table.settlement.results == {"A": 0, "B": -3, "C": -6, "D": -9, "E": 0}
    assert table.settlement.laws == (29, 30)


def test_law_29_before_it_is_opened_a_game_never_ends_early() -> None:
    table = Table().start("A").play("deal; C passes; D passes; E passes; A passes")
    assert (table.game.phase, table.to_act) == ("say", "B")


def test_law_30_every_player_pays_a_sum_equal_to_the_ante_into_a_jack_pot() -> None:
    table = jack_pot()
    assert {p.payment for p in table.game.players.values()} == {3}
    assert table.game.pool == 3 + 5 * 3 + 3
    assert table.game.players["C"].total == 3, "a payment is no stake"


def test_laws_31_and_32_the_openers_go_knaves_queens_kings_and_knaves_again() -> None:
    table = Table().start("A")
    minimums = []
    for _ in range(5):
        nobody_opens(table)
        minimums.append(table.settlement.minimum)
        table.start()
    assert minimums == ["J", "Q", "K", "J", "Q"]
    assert table.game.pool == 3 + 5 * (3 + 5 * 3), "each pays again every time"


def test_an_ordinary_game_follows_a_jack_pot_that_was_won() -> None:
    table = jack_pot().play("deal; D stakes 6; E passes; A passes; B passes; C passes; D shows openers Qh Qd")
    assert (table.settlement.carried_out, table.settlement.minimum) == (0, None)
    table.start()
    assert (table.game.minimum, table.game.pool) == (None, 3)


def test_law_33_an_opener_left_alone_must_show_his_openers_before_he_claims() -> None:
    table = jack_pot().play("deal; D stakes 6; E passes; A passes; B passes; C passes")
    assert (table.game.phase, table.to_act, table.game.turn.law) == ("show", "D", 33)
    assert [act.action for act in table.legal("show")] == ["show"]
    table.play("D shows openers Jh Jd")
    assert table.awards() == {"D": 27}


def test_law_33_the_last_sayer_who_opens_alone_shows_too() -> None:
    table = jack_pot().play("deal; D passes; E passes; A passes; B passes; C stakes 3")
    assert (table.game.phase, table.to_act) == ("show", "C")
    table.play(f"C shows {KNAVES}")
    assert table.awards() == {"C": 24}


def test_law_33_an_opener_left_alone_who_will_not_show_is_treated_as_having_none() -> None:
    table = jack_pot().play("deal; D stakes 6; E passes; A passes; B passes; C passes")
    assert table.refusal("D passes") == (59, "must_show")
    table.play("D passes irregularly")
    assert table.settlement.awards == ()
    assert [(p.player, p.amount) for p in table.settlement.penalties] == [("D", 6)]
    assert (table.settlement.carried_out, table.settlement.minimum) == (27 + 6, "Q")


def test_law_33_a_winner_who_did_not_open_has_nothing_to_prove() -> None:
    table = jack_pot().play(f"deal; {HEADS_UP}; D draws 0; E draws 0; D stands; E stakes 1; D passes")
    assert table.awards() == {"E": 34}
    assert table.settlement.hands == ()


@pytest.mark.parametrize(("minimum", "proved"), [("J", True), ("Q", True), ("K", False)])
def test_law_33_openers_are_a_pair_of_the_minimum_or_better(minimum: str, proved: bool) -> None:
    table = jack_pot(minimum).play("deal")
    opener = table.to_act
    table.play(f"{opener} stakes 6")
    while table.game.phase == "say":
        table.play(f"{table.to_act} passes")
    table.play(f"{opener} shows {QUEENS}")
    assert bool(table.settlement.awards) == proved
    assert table.settlement.minimum == (None if proved else STEP[minimum])


@pytest.mark.parametrize(
    ("named", "proved"), [("2h 2d 3h 3d", True), ("2h 2d 2s", True), ("Th Td", False), ("Ah Kd", False)]
)
def test_law_33_two_pairs_or_threes_of_any_rank_open(named: str, proved: bool) -> None:
    table = jack_pot().play("deal; D stakes 6; E passes; A passes; B passes; C passes")
    assert bool(table.play(f"D shows openers {named}").settlement.awards) == proved


@pytest.mark.parametrize(
    ("dealt", "drawing", "shown", "proved"),
    [
        # what the record knows                    what he shows                          has he proved his openers
        ("", "D draws 0", KNAVES, True),
        ("", "D draws 0", TENS, False),
        ("", "D draws 2 -> 7h 8c", KNAVES, True),
        ("", "D draws 2 -> Jd 8c", KNAVES, False),  # one of the knaves was drawn
        ("", "D draws 2", "Th 4d 4h 4s 2c", True),  # as far as anybody can see
        (f" D: {KNAVES}", "D draws 1", "Jh Th 7h 8c 3s", True),  # split, but the deal is on record
        (" D: Jh 2d 7h 8c 3s", "D draws 2d -> Jd", KNAVES, False),
        ("", "D draws 1", "Jh Th 7h 8c 3s with openers Jh Jd", True),  # split, and named
        ("", "D draws Jd", "Jh Th 7h 8c 3s with openers Jh Jd", True),
        (
            f" D: {KNAVES}",
            "D draws 0",
            f"{KNAVES} with openers Jh 8c",
            False,
        ),  # the named ones go before the recorded deal
    ],
)
def test_law_33_openers_are_judged_on_the_named_cards_then_the_deal_then_the_cards_shown(
    dealt: str, drawing: str, shown: str, proved: bool
) -> None:
    table = jack_pot().play(f"deal{dealt}; {HEADS_UP}; {drawing}; E draws 0; {BETS}")
    table.play(f"D shows {shown}; E shows Tc 9h 6d 5s 2h")
    assert table.awards() == ({"D": 37} if proved else {})
    assert [p.player for p in table.settlement.penalties] == ([] if proved else ["D"])


def test_law_33_a_false_opener_who_holds_the_best_hand_claims_nothing_and_nobody_is_promoted() -> None:
    table = jack_pot().play(f"deal; {HEADS_UP}; D draws 0; E draws 0; {BETS}")
    table.play(f"D shows {TENS}; E shows {NOTHING}")
    assert table.settlement.awards == ()
    assert (table.settlement.pool, table.settlement.carried_out, table.settlement.minimum) == (37, 43, "Q")
    assert table.settlement.results == {"A": -3, "B": -3, "C": -6, "D": -17, "E": -11}


def test_law_33_a_false_opener_who_would_have_claimed_nothing_owes_nothing() -> None:
    table = false_opener_lost()
    assert table.settlement.penalties == ()
    assert table.awards() == {"E": 37}
    assert table.settlement.minimum is None


def test_law_33_read_penalty_a_false_opener_who_loses_pays_into_the_pool_that_is_won() -> None:
    table = false_opener_lost(false_opener_loses="penalty")
    assert [(p.player, p.amount) for p in table.settlement.penalties] == [("D", 6)]
    assert table.settlement.pool == 37
    assert table.awards() == {"E": 43}
    assert (table.settlement.carried_out, table.settlement.minimum) == (0, None)


@pytest.mark.parametrize(("reading", "fines"), [("nothing", []), ("penalty", [("D", 6)])])
def test_law_33_an_opener_who_throws_his_hand_away_before_a_better_one_has_none(
    reading: str, fines: list[tuple[str, int]]
) -> None:
    table = jack_pot(false_opener_loses=reading).play(f"deal; {HEADS_UP}; D draws 0; E draws 0; {BETS}")
    table.play("D passes irregularly")
    assert [(p.player, p.amount) for p in table.settlement.penalties] == fines
    assert table.awards() == {"E": 37 + sum(amount for _, amount in fines)}
    assert table.settlement.minimum is None


def test_law_33_read_penalty_an_opener_who_passed_before_the_show_is_not_tested() -> None:
    table = jack_pot(false_opener_loses="penalty")
    table.play(f"deal; {HEADS_UP}; D draws 0; E draws 0; D stands; E stakes 1; D passes")
    assert table.settlement.penalties == ()


def test_law_33_a_false_openers_part_of_a_tie_is_carried_and_the_others_claim_stands() -> None:
    table = jack_pot().play(f"deal; {HEADS_UP}; D draws 0; E draws 0; {BETS}")
    table.play("D shows Th Td 4c 8h 3c; E shows Ts Tc 4h 8c 3s")
    assert table.awards() == {"E": 18}
    assert (table.settlement.carried_out, table.settlement.minimum) == (19 + 6, "Q")


def test_the_bank_advances_what_a_false_opener_cannot_pay() -> None:
    table = jack_pot(funds={"A": 50, "B": 50, "C": 50, "D": 11, "E": 50})
    table.play("deal; D stakes 6; E passes; A passes; B passes; C passes; D passes irregularly")
    assert table.settlement.advances == {"D": 4}
    assert table.settlement.carried_out == 33, "the pool is paid in full"
    assert (table.sitting.funds["D"], table.sitting.lent["D"]) == (0, 4)


def test_a_kitty_is_not_taken_from_what_a_false_opener_leaves() -> None:
    table = jack_pot(kitty=Kitty(amount=2, purpose="expenses"))
    table.play("deal; D stakes 6; E passes; A passes; B passes; C passes; D passes irregularly")
    assert (table.settlement.kitty, table.settlement.carried_out) == (0, 33)


@pytest.mark.parametrize(("reading", "awards"), [("remainder", {"E": 27, "D": 24}), ("claimed", {"E": 45, "D": 6})])
def test_the_dead_money_of_a_jack_pot_is_a_demanders_only_if_so_read(reading: str, awards: dict[str, int]) -> None:
    table = jack_pot(side_show_dead=reading, funds={"A": 50, "B": 50, "C": 50, "D": 50, "E": 15})
    table.play("deal; D stakes 6; E stakes 6; A passes; B passes; C passes; D draws 0; E draws 0")
    assert table.game.players["E"].funds == 6
    table.play("D stakes 12; E demands a show")
    table.play(f"D shows {KINGS}; E shows {ACES}")
    # E claims the ante of 3, his own 12 and 12 of D's 18; dead are 3 carried and 15 paid.
    assert table.settlement.pool == 51
    assert table.awards() == awards


def test_the_joker_counts_towards_openers() -> None:
    table = jack_pot(variants=["joker"]).play("deal; D stakes 6; E passes; A passes; B passes; C passes")
    assert table.play("D shows openers Jo Jd").awards() == {"D": 27}
