"""Conducting a sitting: the articles, the cut for the deal, the till, the games one after another, the close."""

from typing import Any

import pytest

from ledger.articles import Kitty
from ledger.events.club import MemberJoined, PartErased
from ledger.events.game import GameBegun
from ledger.laws.deal import next_dealer
from ledger.laws.register import LAWS
from ledger.refusals import Invalid, Refused
from ledger.table.commands import Arrive, Depart
from tests.play.table import ACES, KINGS, QUEENS, Table, articles

UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"
B_TAKES_HIS_OWN = "deal; C passes; D passes; E passes; A passes; B stakes 3"
C_BEATS_D = "deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0; C stakes 5; D stakes 5"


def refusal(act: Any, *arguments: Any, **named: Any) -> tuple[int | None, str]:
    with pytest.raises(Refused) as refused:
        act(*arguments, **named)
    return refused.value.law, refused.value.code


def home(table: Table) -> None:
    """Buy everybody's counters back at what the books say."""
    for member, funds in table.sitting.funds.items():
        table.buy_back(member, odd=funds)


# ---- the articles


@pytest.mark.parametrize(("ante", "limit", "lawful"), [(6, 12, True), (7, 12, False), (6, 13, True), (7, 13, False)])
def test_law_19_the_ante_is_at_most_half_the_limit(ante: int, limit: int, lawful: bool) -> None:
    if lawful:
        assert Table(ante=ante, limit=limit).sitting.articles.ante == ante
    else:
        assert refusal(Table, ante=ante, limit=limit) == (19, "ante_too_large")


DEPARTURES = [
    articles(variants=["joker"]),
    articles(abrogated=[22]),
    articles(kitty=Kitty(amount=1, purpose="expenses")),
    articles(loans=False),
    articles(straddle_cap="sum"),
]


@pytest.mark.parametrize("terms", DEPARTURES, ids=["variant", "abrogated law", "kitty", "loans", "reading"])
def test_law_81_whatever_departs_from_the_book_is_agreed_by_every_player_by_name(terms: Any) -> None:
    table = Table()
    for agreed_by in ("", "ABCD"):
        assert refusal(table.sit, terms, agreed_by=agreed_by) == (81, "not_agreed")
    assert refusal(table.sit, terms, agreed_by="ABCDEF") == (81, "not_at_the_table")
    table.sit(terms, agreed_by="EDCBA")
    assert table.sitting.articles == terms


def test_law_81_articles_that_do_not_depart_from_the_book_need_no_consent() -> None:
    table = Table()
    table.sit(articles(5, 20, straddle_cap="highest"), agreed_by="")
    assert table.sitting.articles.ante == 5


MERELY_REFUSE = {21, 22, 25, 26, 36, 50, 62}


@pytest.mark.parametrize("law", sorted(set(LAWS) - MERELY_REFUSE))
def test_law_81_abrogates_only_what_law_80_lets_be_waived(law: int) -> None:
    assert refusal(Table, abrogated=[law]) == (81, "not_abrogable")


@pytest.mark.parametrize("law", sorted(MERELY_REFUSE))
def test_law_81_abrogates_the_laws_that_only_refuse(law: int) -> None:
    assert not Table(abrogated=[law]).start("A").game.bound_by(law)


def test_a_kitty_may_not_exceed_twice_the_ante() -> None:
    assert refusal(Table, kitty=Kitty(amount=7, purpose="expenses")) == (81, "kitty_too_large")
    assert Table(kitty=Kitty(amount=6, purpose="expenses")).sitting.articles.kitty is not None


@pytest.mark.parametrize("seats", ["A", "ABCDEFGHIJK", "ABCA"])
def test_a_table_has_two_to_ten_players_each_named_once(seats: str) -> None:
    with pytest.raises(Invalid):
        Table(seats)


# ---- the cut for the deal


def test_law_2_the_lowest_card_deals_and_the_ace_is_lowest() -> None:
    table = Table("ABC")
    assert table.cut("A 2h, B Ad, C Kd").dealer == "B"
    assert table.start().game.dealer == "B"
    begun = table.game_events[-1][0]
    assert isinstance(begun, GameBegun)
    assert begun.dealer_by == "cut"


def test_law_2_only_those_tied_at_the_lowest_draw_again() -> None:
    table = Table("ABCD")
    event = table.cut("A 3h, B 3d, C Kd, D Ks")
    assert (event.dealer, event.redraw) == (None, ("A", "B"))
    with pytest.raises(Invalid):
        table.cut("A 5h, B 6d, C 2d")
    assert table.cut("A Qh, B Td").dealer == "B", "the others' cards no longer count"


def test_law_2_a_joker_is_drawn_again_while_the_lowest_card_stands() -> None:
    table = Table("ABC", variants=["joker"])
    event = table.cut("A 5h, B Jo, C Kd")
    assert (event.dealer, event.redraw, event.standing) == (None, ("B",), {"A": "5h"})
    assert table.cut("B 6h").dealer == "A"


def test_law_2_a_joker_drawn_again_may_tie_with_the_card_that_stood() -> None:
    table = Table("ABC", variants=["joker"])
    table.cut("A 5h, B Jo, C Kd")
    assert table.cut("B 5d").redraw == ("A", "B")
    assert table.cut("A 9h, B 8d").dealer == "B"


def test_law_2_a_joker_and_a_tie_draw_again_together() -> None:
    table = Table("ABCD", variants=["joker"])
    assert table.cut("A 5h, B Jo, C 5d, D Kd").redraw == ("A", "B", "C")
    assert table.cut("A 9h, B 2d, C Jo").redraw == ("C",)
    assert table.cut("C 2h").redraw == ("B", "C")


def test_law_1_holds_for_the_cut() -> None:
    table = Table("AB")
    assert refusal(table.cut, "A 5h, B 5h") == (1, "card_twice")
    assert refusal(table.cut, "A 5h, B Jo") == (1, "not_in_pack")


def test_law_1_a_card_that_stands_is_not_drawn_again() -> None:
    table = Table("ABC", variants=["joker"])
    table.cut("A 5h, B Jo, C Kd")
    assert refusal(table.cut, "B 5h") == (1, "card_twice")


def test_law_2_everybody_draws() -> None:
    table = Table("ABC")
    with pytest.raises(Invalid):
        table.cut("A 5h, B 6h")


def test_law_2_a_cut_is_made_once() -> None:
    table = Table("AB")
    table.cut("A 5h, B 6h")
    assert refusal(table.cut, "A 6h, B 5h") == (2, "dealer_known")


def test_law_2_the_first_dealer_is_cut_for_or_named() -> None:
    table = Table("ABC")
    assert refusal(table.start) == (2, "no_dealer")
    table.cut("A 3h, B 3d, C Kd")
    assert refusal(table.start, "A") == (2, "cut_unfinished")
    table.cut("A 3h, B 4d")
    assert refusal(table.start, "B") == (2, "not_the_dealer")
    assert table.start("A").game.dealer == "A"


def test_law_2_where_he_who_should_deal_first_sits_out_the_next_to_the_left_deals() -> None:
    table = Table("ABCD")
    table.cut("A 2h, B 9d, C Kd, D 7c")
    assert table.start(sitting_out="AB").game.dealer == "C"


def test_law_2_a_dealer_who_was_named_was_not_cut_for_and_the_record_says_so() -> None:
    table = Table().start("D")
    begun = table.game_events[-1][0]
    assert isinstance(begun, GameBegun)
    assert begun.dealer_by == "named"


def test_law_18_later_dealers_are_not_chosen() -> None:
    table = Table().start("A").play(B_TAKES_HIS_OWN)
    assert refusal(table.start, "C") == (18, "not_the_dealer")
    assert next_dealer(table.sitting) == "B"
    assert table.start("B").game.dealer == "B"


# ---- the till


def test_counters_are_worth_the_ante_three_antes_and_the_limit() -> None:
    table = Table("AB", funds=0)
    table.sell("A", red=2, white=3, blue=4, odd=1)
    assert table.sitting.funds["A"] == 2 * 3 + 3 * 9 + 4 * 12 + 1
    assert table.sitting.issued == 82


def test_counters_are_not_sold_or_bought_back_in_a_running_game() -> None:
    table = Table().start("A", sitting_out="E")
    assert refusal(table.sell, "C", red=1) == (None, "in_play")
    assert refusal(table.buy_back, "C", odd=1) == (None, "in_play")
    table.sell("E", red=1)
    assert table.sitting.funds["E"] == 103


def test_a_buy_back_pays_on_the_count_and_keeps_the_difference_by_name() -> None:
    table = Table("AB", funds={"A": 50, "B": 50})
    bought = table.buy_back("A", odd=47)
    assert (bought.value, bought.book, bought.difference, bought.cash_due) == (47, 50, -3, 47)
    assert (table.sitting.funds["A"], table.sitting.issued) == (0, 50)


def test_a_buy_back_sets_off_credit_then_what_the_bank_lent() -> None:
    table = Table(funds=dict.fromkeys("ABCE", 100))
    table.sell("D", red=3, on_credit=True)
    table.start("A").play("deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0")
    table.play(f"C stakes 5; D borrows 5 of the bank; D stakes 5; C shows {KINGS}; D shows {ACES}")
    assert (table.sitting.funds["D"], table.sitting.credit["D"], table.sitting.lent["D"]) == (28, 9, 5)
    bought = table.buy_back("D", odd=12)
    assert (bought.credit, bought.loan, bought.cash_due, bought.difference) == (9, 3, 0, -16)
    assert (table.sitting.credit["D"], table.sitting.lent["D"]) == (0, 2)


def test_more_of_a_colour_than_is_out_is_not_bought_back() -> None:
    table = Table("AB", funds=0)
    table.sell("A", red=5, blue=1)
    assert refusal(table.buy_back, "A", red=6) == (None, "counters_out")
    assert refusal(table.buy_back, "A", white=1) == (None, "counters_out")
    assert refusal(table.buy_back, "A", odd=28) == (None, "counters_out")
    assert table.buy_back("A", red=5, blue=1).cash_due == 27


def test_a_counter_that_one_player_kept_back_is_bought_back_from_another() -> None:
    table = Table("AC", funds=0)
    table.sell("A", red=5)
    table.sell("C", red=5)
    assert table.buy_back("A", red=4).difference == -3
    assert refusal(table.buy_back, "C", red=7) == (None, "counters_out")
    assert refusal(table.buy_back, "C", red=6, odd=1) == (None, "counters_out")
    bought = table.buy_back("C", red=6)
    assert (bought.book, bought.difference, bought.cash_due) == (15, 3, 18)


def test_small_change_handed_in_for_counters_leaves_no_more_out_than_there_is() -> None:
    table = Table("AC", funds=0)
    table.sell("A", red=5)
    table.sell("C", red=5)
    table.buy_back("A", odd=14)
    assert refusal(table.buy_back, "C", red=5, odd=2) == (None, "counters_out")
    assert refusal(table.buy_back, "C", red=6) == (None, "counters_out")
    assert table.buy_back("C", red=5, odd=1).difference == 1


def test_small_change_counted_too_high_keeps_nobody_from_what_is_his_by_the_book() -> None:
    table = Table("AC", funds=0)
    table.sell("A", odd=10)
    table.sell("C", odd=10)
    assert table.buy_back("A", odd=11).difference == 1
    assert refusal(table.buy_back, "C", odd=11) == (None, "counters_out")
    assert table.buy_back("C", odd=10).difference == 0


def test_who_has_nothing_hands_in_nothing() -> None:
    table = Table("AC", funds=0)
    table.sell("A", red=5)
    table.buy_back("A", red=5)
    assert table.buy_back("C").cash_due == 0


# ---- games of a sitting


def test_a_second_game_waits_for_the_first_to_end() -> None:
    table = Table().start("A")
    assert refusal(table.start) == (None, "game_running")
    table.play(B_TAKES_HIS_OWN).start()
    assert table.game.number == 2


def test_law_20_one_who_has_not_the_ante_buys_or_sits_out() -> None:
    table = Table(funds={"A": 50, "B": 2, "C": 50, "D": 50, "E": 50})
    assert refusal(table.start, "A") == (20, "cannot_pay")
    assert table.start("A", sitting_out="B").game.ante_man == "C"


def test_law_20_a_jack_pot_asks_payment_and_ante_of_the_ante_man() -> None:
    table = Table(funds={"A": 50, "B": 50, "C": 5, "D": 3, "E": 2}).start("A", sitting_out="E")
    table.play("deal; C passes; D passes; A passes; B passes")
    assert refusal(table.start) == (20, "cannot_pay")
    assert refusal(table.start, sitting_out="E") == (20, "cannot_pay"), "C has the payment, but not the ante besides"
    table.sell("C", odd=1)
    assert table.start(sitting_out="E").game.players["C"].funds == 0


def test_a_game_takes_two_players() -> None:
    assert refusal(Table().start, "A", sitting_out="BCDE") == (None, "too_few_players")


def test_what_a_game_leaves_is_in_the_sittings_book() -> None:
    table = Table().start("A").play(C_BEATS_D).play(f"C shows {ACES}; D shows {KINGS}")
    assert table.sitting.funds == {"A": 100, "B": 97, "C": 114, "D": 89, "E": 100}
    assert (table.sitting.game, table.sitting.carried, table.sitting.minimum) == (None, 0, None)


# ---- the kitty


def test_a_kitty_is_set_aside_whenever_a_pool_is_won_and_not_from_what_is_carried() -> None:
    table = Table(kitty=Kitty(amount=2, purpose="expenses")).start("A").play(UNOPENED)
    assert table.sitting.kitty == 0
    table.start().play("deal; D stakes 6; E passes; A passes; B passes; C passes; D shows openers Jh Jd")
    assert table.awards() == {"D": 25}
    assert (table.settlement.kitty, table.sitting.kitty) == (2, 2)


def test_a_kitty_for_expenses_goes_to_the_club_at_the_close() -> None:
    table = Table(kitty=Kitty(amount=2, purpose="expenses")).start("A").play(B_TAKES_HIS_OWN)
    home(table)
    table.close()
    closed = table.sitting_events[-1]
    assert (closed.kitty_to_club, closed.kitty, table.club.kitty) == (2, 0, 0)


def test_a_reward_kitty_goes_to_the_first_shown_hand_of_its_class_this_games_share_included() -> None:
    table = Table(kitty=Kitty(amount=2, purpose="reward", hand_class="threes")).start("A").play(B_TAKES_HIS_OWN)
    assert (table.settlement.reward, table.sitting.kitty) == (None, 2)
    table.start().play("deal; D stakes 6; E stakes 6; A passes; B passes; C passes; D draws 0; E draws 0")
    table.play("D stakes 1; E stakes 1; D shows Ah Ad As 2c 3c; E shows Kh Kd Kc Ks 2d")
    assert table.settlement.reward is not None
    assert (table.settlement.reward.player, table.settlement.reward.amount) == ("D", 4), "the first, not the best"
    assert table.awards() == {"E": 15}
    assert table.sitting.kitty == 0
    assert table.settlement.results == {"A": 0, "B": 0, "C": -3, "D": -3, "E": 8}


def test_an_unclaimed_reward_kitty_stands_over_to_the_clubs_next_sitting() -> None:
    table = Table(kitty=Kitty(amount=2, purpose="reward", hand_class="fours")).start("A").play(B_TAKES_HIS_OWN)
    home(table)
    table.close()
    assert table.club.kitty == 2
    table.sit(articles(kitty=Kitty(amount=2, purpose="reward", hand_class="fours")))
    assert (table.sitting.kitty, table.club.kitty) == (2, 0)


def test_an_unclaimed_reward_waits_for_a_sitting_with_a_reward_and_never_becomes_an_expense() -> None:
    reward, expenses = (Kitty(amount=2, purpose=purpose, hand_class=c) for purpose, c in REWARD_AND_EXPENSES)
    table = Table(kitty=reward).start("A").play(B_TAKES_HIS_OWN)
    home(table)
    table.close()
    for kitty in (expenses, None):
        table.sit(articles(kitty=kitty))
        assert (table.sitting.kitty, table.club.kitty) == (0, 2)
        table.close()
    table.sit(articles(kitty=reward))
    assert (table.sitting.kitty, table.club.kitty) == (2, 0)


REWARD_AND_EXPENSES = (("reward", "fours"), ("expenses", None))


def test_law_80_an_unclaimed_reward_becomes_the_clubs_by_everybodys_consent_on_the_record() -> None:
    table = Table(kitty=Kitty(amount=2, purpose="reward", hand_class="fours")).start("A").play(B_TAKES_HIS_OWN)
    home(table)
    assert refusal(table.close, kitty_agreed_by="ABCD") == (80, "not_agreed")
    table.close(kitty_agreed_by="EDCBA")
    closed = table.sitting_events[-1]
    assert (closed.kitty_to_club, closed.kitty, closed.kitty_agreed_by) == (2, 0, tuple("EDCBA"))
    assert (table.club.kitty, table.sitting.issued) == (0, 0)


@pytest.mark.parametrize("kitty", [None, Kitty(amount=2, purpose="expenses")])
def test_where_there_is_no_reward_nobody_consents_to_give_it(kitty: Kitty | None) -> None:
    table = Table(kitty=kitty).start("A").play(B_TAKES_HIS_OWN)
    home(table)
    with pytest.raises(Invalid, match="no unclaimed reward"):
        table.close(kitty_agreed_by="ABCDE")


# ---- the close


def test_a_sitting_closes_when_every_counter_has_been_bought_back() -> None:
    table = Table().start("A")
    assert refusal(table.close) == (None, "game_running")
    table.play(B_TAKES_HIS_OWN)
    assert refusal(table.close) == (None, "counters_out")
    home(table)
    table.close()
    assert table.sitting.closed
    assert refusal(table.start) == (None, "sitting_closed")
    assert refusal(table.sell, "A", red=1) == (None, "sitting_closed")
    assert refusal(table.close) == (None, "sitting_closed")


def test_a_carried_pool_must_be_provided_for() -> None:
    table = Table().start("A").play(UNOPENED)
    home(table)
    assert refusal(table.close) == (None, "counters_out")


def test_a_carried_pool_stands_over_to_any_later_sitting_at_which_all_who_were_seated_sit_again() -> None:
    table = Table("ABC").start("A").play("deal; C passes; A passes; B passes")
    home(table)
    table.close(stands_over=True)
    table.club_events += [MemberJoined(member="D", name="D")]
    table.sit(articles(), agreed_by="")
    table.close()
    table.seats = tuple("ABD")
    with pytest.raises(Invalid, match="everybody who was seated"):
        table.sit(articles(), carried_from="sitting 1")
    table.seats = tuple("DCBA")
    table.sit(articles(), carried_from="sitting 1")
    assert (table.sitting.carried, table.sitting.minimum) == (3, "J"), (
        "whoever sits beside them pays as an arrival does"
    )


def test_a_pool_that_nobody_could_ever_take_up_is_divided_before_the_close() -> None:
    table = Table().start("A").play(UNOPENED)
    home(table)
    assert refusal(table.close, stands_over=True, erased={"D"}) == (None, "cannot_stand_over")
    table.close(stands_over=True, erased={"Z"})


def test_one_whose_name_was_erased_after_the_close_keeps_nobody_from_what_stands_over() -> None:
    table = Table().start("A").play(UNOPENED)
    home(table)
    table.close(stands_over=True)
    table.club_events.append(PartErased(of_stream="club", of_version=5, part="name", member="D"))
    with pytest.raises(Invalid, match="joins the club again"):
        table.sit(articles(), carried_from="sitting 1")
    table.seats = tuple("ABCE")
    table.sit(articles(), carried_from="sitting 1")
    assert table.sitting.carried == 3


def test_a_carried_pool_stands_over_with_its_minimum_to_a_sitting_of_the_same_players() -> None:
    table = Table().start("A").play(UNOPENED)
    home(table)
    table.close(stands_over=True)
    assert table.club.standing[table.name].carried == 3
    table.sit(articles(), carried_from="sitting 1")
    assert (table.sitting.carried, table.sitting.minimum, table.sitting.issued) == (3, "J", 3)
    assert table.club.standing == {}
    for member in "ABCDE":
        table.sell(member, odd=20)
    assert table.start("A").game.minimum == "J"
    assert table.game.pool == 3 + 5 * 3 + 3


def test_what_stands_over_is_not_for_other_players() -> None:
    table = Table().start("A").play(UNOPENED)
    home(table)
    table.close(stands_over=True)
    table.seats = tuple("ABCD")
    with pytest.raises(Invalid):
        table.sit(articles(), carried_from="sitting 1")
    with pytest.raises(Invalid):
        table.sit(articles(), carried_from="sitting 7")


def test_a_carried_pool_is_divided_by_the_consent_of_every_player() -> None:
    table = Table().start("A").play(UNOPENED)
    home(table)
    assert refusal(table.close, divided={"A": 3}, agreed_by="ABCD") == (80, "not_agreed")
    with pytest.raises(Invalid):
        table.close(divided={"A": 2}, agreed_by="ABCDE")
    with pytest.raises(Invalid):
        table.close(divided={"A": 2, "Z": 1}, agreed_by="ABCDE")
    table.close(divided={"A": 1, "B": 2}, agreed_by="EDCBA")
    assert table.sitting.issued == 0
    assert table.club.standing == {}


def test_a_division_that_divides_nothing_is_no_division() -> None:
    table = Table().start("A").play(UNOPENED)
    home(table)
    with pytest.raises((Refused, Invalid)):
        table.close(divided={}, agreed_by="ABCDE")


def test_what_a_player_still_owes_stays_on_his_account_with_the_club() -> None:
    table = Table(funds=dict.fromkeys("ABCE", 100))
    table.sell("D", red=4, on_credit=True)
    table.start("A").play(C_BEATS_D).play(f"C shows {ACES}; D shows {QUEENS}")
    home(table)
    table.close()
    assert {m: n for m, n in table.club.owed.items() if n} == {"D": 11}


def test_what_a_leaver_still_owes_stays_on_his_account_with_the_club() -> None:
    table = Table(funds=dict.fromkeys("ABCE", 100))
    table.sell("D", red=4, on_credit=True)
    table.start("A").play(C_BEATS_D).play(f"C shows {ACES}; D shows {QUEENS}")
    home(table)
    table.record(Depart(player="D"))
    table.close()
    assert {m: n for m, n in table.club.owed.items() if n} == {"D": 11}


@pytest.mark.parametrize(("reading", "carried", "kitty"), [("eldest", 0, 1), ("carried", 1, 1), ("kitty", 0, 2)])
def test_law_76_the_odd_counter_goes_by_its_reading(reading: str, carried: int, kitty: int) -> None:
    table = Table(kitty=Kitty(amount=1, purpose="expenses"), odd_counter=reading).start("A")
    table.play(C_BEATS_D).play("C shows Kh Kd 8h 8d 2s; D shows Ks Kc 8s 8c Qd")
    assert (table.sitting.carried, table.sitting.minimum, table.sitting.kitty) == (carried, None, kitty)
    assert sum(table.awards().values()) == 25 - carried - kitty


def test_law_81_what_was_agreed_lapses_when_the_players_change_and_the_rest_stays() -> None:
    table = Table("ABC", variants=("joker",), abrogated=(22,), side_show_ante="within")
    before = table.sitting.articles
    table.record(Arrive(player="N", left_of="A"))
    after = table.sitting.articles
    assert (after.variants, after.abrogated) == ((), ())
    assert (after.ante, after.limit, after.readings) == (before.ante, before.limit, before.readings)


def test_law_81_sitting_out_is_no_change_of_players() -> None:
    table = Table("ABC", variants=("joker",)).start("A", sitting_out="C")
    assert table.game.articles.variants == ("joker",)
