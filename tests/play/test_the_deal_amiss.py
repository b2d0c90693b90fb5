"""What goes wrong before the cards are raised: the pack, misdeals, exposed cards, wrong numbers (3 to 17), waivers.

Five players, A to E; A deals, B antes 3, the limit is 12, so C speaks first and E cuts.
"""

import pytest

from ledger.cards import pack
from ledger.events.game import Staked, Straddled
from ledger.events.mishaps import Misdealt
from ledger.play.commands import Deal, Expose, Misdeal, WaiveLaw
from ledger.play.legal import irregular_actions, legal_actions
from ledger.refusals import Invalid
from ledger.state.game import Game
from ledger.state.game_fold import fold
from ledger.telling.redaction import Reader, known_events
from tests.play.table import ACES, KINGS, Table

SAY = "deal; C stakes 6; D passes"


def table(acts: str = "", **terms: object) -> Table:
    played = Table("ABCDE", **terms).start("A")  # type: ignore[arg-type]
    return played.play(acts) if acts else played


def wrong_number(played: Table, **counts: int) -> Table:
    played.do(Deal(counts=counts, irregular=True))
    return played


def test_law_3_anybody_shuffles_until_the_dealer_has_and_he_may_again() -> None:
    played = table("C shuffles; B shuffles; A shuffles")
    assert played.refusal("C shuffles") == (3, "dealer_has_shuffled")
    played.play("A shuffles")


def test_law_4_the_pack_is_cut_by_the_dealers_right() -> None:
    played = table()
    assert played.refusal("B cuts") == (4, "not_to_cut")
    played.play("E cuts")
    assert played.game.pack_cut


def test_law_4_with_two_players_the_other_cuts() -> None:
    assert Table("AB").start("A").play("B cuts").game.pack_cut


def test_law_4_a_pack_shuffled_after_the_cut_is_not_cut_any_more() -> None:
    assert not table("E cuts; A shuffles").game.pack_cut


def test_law_4_an_uncut_pack_is_dealt_from_only_as_an_irregularity() -> None:
    played = table()
    assert played.refusal(Deal(cut=False)) == (4, "not_marked")
    played.do(Deal(cut=False, irregular=True))
    assert played.to_act == "C"


@pytest.mark.parametrize("act", [Deal(cut=False, irregular=True), Misdeal(reason="uncut", irregular=True)])
def test_a_pack_that_was_cut_by_the_record_was_not_uncut(act: Deal | Misdeal) -> None:
    played = table("E cuts")
    with pytest.raises(Invalid):
        played.do(act)


@pytest.mark.parametrize("reason", ["uncut", "face_up"])
def test_laws_8_10_a_misdeal_voids_the_deal_and_nothing_that_was_paid(reason: str) -> None:
    played = table(f"C straddles; B distracts the dealer; A shuffles; misdeal {reason} irregularly")
    game = played.game
    assert (game.phase, game.dealer, game.pool, game.straddlers) == ("ante", "A", 9, ("C",))
    assert (game.distracted_by, game.shuffled_by_dealer) == (None, False)
    assert [act.action for act in legal_actions(game)] == ["deal"], "straddling is not opened again"
    assert played.refusal("D straddles") == (21, "straddle_order")
    played.play("C shuffles; E cuts; deal")
    assert (played.to_act, played.game.pool) == ("D", 9)


def test_law_8_a_misdeal_is_recorded_as_irregular_or_not_at_all() -> None:
    assert table().refusal("misdeal uncut") == (8, "not_marked")
    assert table().refusal("misdeal face_up") == (10, "not_marked")
    assert table(SAY).refusal("misdeal wrong_count of C") == (12, "not_marked")


@pytest.mark.parametrize(
    "acts", ["deal", SAY + "; E passes; A passes; B stakes 3", "deal; C stakes 6; D stakes 6; E passes; A passes"]
)
def test_laws_9_10_a_finished_deal_stands(acts: str) -> None:
    played = table(acts)
    assert played.refusal("misdeal uncut irregularly") == (9, "deal_stands")
    assert played.refusal("misdeal face_up irregularly") == (10, "deal_stands")


def test_law_11_a_card_exposed_in_dealing_is_that_players_and_known_to_all() -> None:
    played = table()
    assert played.refusal("C exposes Ah") == (11, "not_marked")
    played.play("C exposes Ah irregularly")
    assert played.refusal(f"deal C: {KINGS}") == (11, "exposed_card")
    assert played.refusal(f"deal D: {ACES}") == (1, "card_twice")
    assert played.refusal("D exposes Ah irregularly") == (1, "card_twice")
    played.play(f"deal C: {ACES}")
    seen = fold(known_events(played.game_events[-1], Reader("player", "B"))).players["C"]
    assert (seen.exposed, seen.original) == (("Ah",), None)


def test_law_11_an_exposed_card_is_shown_unless_it_was_thrown_away() -> None:
    played = table("C exposes Ah irregularly; deal; C stakes 6; D stakes 6; E passes; A passes; B passes")
    played.play("C draws 0; D draws 0; C stakes 1; D stakes 1")
    assert played.refusal(f"C shows {KINGS}") == (11, "exposed_card")
    played.play(f"C shows {ACES}")


def test_law_11_whose_card_it_was_is_said() -> None:
    with pytest.raises(Invalid):
        table().do(Expose(card="Ah", irregular=True))


def test_law_10_a_misdeal_is_called_though_the_dealer_has_passed_in_a_say_before_it() -> None:
    played = table("deal; A passes irregularly; misdeal wrong_count of E irregularly; misdeal face_up irregularly")
    misdealt = played.game_events[-1][-1]
    assert isinstance(misdealt, Misdealt)
    assert (misdealt.player, misdealt.law, played.game.players["A"].retired) == (None, 10, True)


def test_law_12_a_wrong_number_announced_before_the_cards_are_raised_is_a_misdeal() -> None:
    played = wrong_number(table(), D=6).play("C stakes 6")
    played.do(Misdeal(reason="wrong_count", irregular=True))
    misdealt = played.game_events[-1][-1]
    assert isinstance(misdealt, Misdealt)
    assert (misdealt.player, misdealt.law) == ("D", 12)
    assert played.game.phase == "ante"


def test_law_12_stakes_and_passes_stand_and_the_say_goes_on_where_it_stopped() -> None:
    played = table(SAY + "; misdeal wrong_count of E irregularly")
    assert (played.game.phase, played.game.pool, played.game.players["D"].retired) == ("ante", 9, True)
    played.play("deal")
    assert (played.game.phase, played.to_act, played.bounds()) == ("say", "E", (6, 18))


def test_law_12_or_they_are_returned_and_the_say_begins_again() -> None:
    played = table(SAY + "; misdeal wrong_count of E irregularly", misdeal_stakes="returned")
    assert (played.game.pool, played.game.players["C"].funds) == (3, 100)
    played.play("deal")
    assert (played.to_act, played.game.opener, played.bounds()) == ("C", None, (6, 15))
    played.play("C passes; D stakes 6")


def test_law_12_a_misdeal_in_the_draw_is_followed_by_another_draw() -> None:
    played = table("deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 2")
    assert played.refusal("misdeal wrong_count of B irregularly") == (12, "cards_raised")
    played.play("misdeal wrong_count of D irregularly; deal")
    assert (played.game.phase, played.to_act, played.game.pool) == ("draw", "B", 18)


@pytest.mark.parametrize(
    ("acts", "refusal"),
    [
        ("deal; C raises his cards", (12, "cards_raised")),
        (f"deal C: {ACES}", (12, "hand_is_sound")),
        ("deal; C passes", (27, "retired")),
        ("", (None, "wrong_phase")),
    ],
)
def test_law_12_a_wrong_number_is_called_too_late_or_is_none(acts: str, refusal: tuple[int | None, str]) -> None:
    assert table(acts).refusal("misdeal wrong_count of C irregularly") == refusal


def test_law_13_a_wrong_number_that_was_raised_is_a_foul_hand_and_forfeits() -> None:
    played = wrong_number(table(), C=6).play("C stakes 6")
    assert played.refusal("C holds 6 dealt") == (13, "not_marked")
    played.play("C holds 6 dealt irregularly")
    assert (played.game.in_game, played.game.pool, played.to_act) == (("A", "B", "D", "E"), 9, "D")
    assert played.refusal("C passes irregularly") == (27, "retired")
    played.play("D passes; E passes; A passes")
    assert played.settlement.results["C"] == -6


@pytest.mark.parametrize("act", ["C holds 5 dealt", "C holds 4 dealt", "C holds 4 drawn"])
def test_law_13_a_foul_hand_agrees_with_the_record(act: str) -> None:
    with pytest.raises(Invalid):
        wrong_number(table(), C=6).play(act + " irregularly")


def test_law_13_a_hand_of_five_by_the_record_is_not_foul() -> None:
    assert table(f"deal C: {ACES}").refusal("C holds 6 dealt irregularly") == (13, "hand_is_sound")


def test_law_14_the_dealer_refunds_the_straddle_and_nothing_more() -> None:
    played = table("C straddles; deal; D passes; E passes; A passes; B stakes 9; C holds 4 dealt irregularly")
    document = played.settlement
    assert [(r.payer, r.payee, r.amount, r.law) for r in document.refunds] == [("A", "C", 6, 14)]
    assert document.results == {"A": -6, "B": 6, "C": 0, "D": 0, "E": 0}
    assert {13, 14} <= set(document.laws)


def test_law_14_who_has_neither_anted_nor_straddled_is_refunded_nothing() -> None:
    played = table("deal; C stakes 6; C holds 4 dealt irregularly; D passes; E passes; A passes")
    assert played.settlement.refunds == ()


def test_law_14_the_dealer_owes_himself_nothing() -> None:
    played = Table("AB").start("A")  # with two the dealer is No. 1
    played.play("A straddles; deal; B stakes 9; A holds 6 dealt irregularly")
    assert played.settlement.refunds == ()
    assert played.settlement.results == {"A": -6, "B": 6}


def test_law_14_what_the_dealer_has_not_the_bank_advances() -> None:
    played = Table("ABC", funds={"A": 6, "B": 50, "C": 50}).start("A")
    played.play("deal; C stakes 6; A stakes 6; B holds 7 dealt irregularly")
    played.play(f"C draws 0; A draws 0; C shows {ACES}; A shows {KINGS}")
    document = played.settlement
    assert (document.advances, document.funds["B"]) == ({"A": 3}, 50)
    assert document.results == {"A": -9, "B": 0, "C": 9}


def test_law_14_a_refund_is_due_though_nobody_opens() -> None:
    played = table("deal; B holds 6 dealt irregularly; C passes; D passes; E passes")
    assert played.to_act == "A", "the last say is with the nearest on his right"
    played.play("A passes")
    assert played.game.phase == "unopened"
    assert played.settlement.results == {"A": -3, "B": 0, "C": 0, "D": 0, "E": 0}
    assert {13, 14, 29} <= set(played.settlement.laws)


def test_law_15_the_dealer_is_distracted_by_another_and_only_while_he_deals() -> None:
    assert table().refusal("A distracts the dealer") == (15, "dealer_himself")
    assert table("deal").refusal("B distracts the dealer") == (None, "wrong_phase")


@pytest.mark.parametrize(
    ("foul", "payer"), [("B holds 6 dealt", "D"), ("C holds 6 dealt", "D"), ("D holds 6 dealt", None)]
)
def test_law_16_who_first_distracted_the_dealer_pays_for_every_foul_hand_but_his_own(
    foul: str, payer: str | None
) -> None:
    played = table("C straddles; D straddles; D distracts the dealer; E distracts the dealer; deal", limit=40).play(
        foul + " irregularly"
    )
    assert [(r.payer, r.law) for r in played.game.refunds] == ([(payer, 16)] if payer else [])


def test_law_16_even_the_dealer_is_paid_by_who_distracted_him() -> None:
    played = Table("AB").start("A").play("A straddles; B distracts the dealer; deal; A holds 4 dealt irregularly")
    assert [(r.payer, r.payee, r.amount) for r in played.game.refunds] == [("B", "A", 6)]


def test_law_8_a_foul_hand_of_a_void_deal_lapses_with_its_refund() -> None:
    played = table("deal; B holds 6 dealt irregularly; misdeal wrong_count of C irregularly")
    assert played.game.in_game == ("A", "B", "C", "D", "E")
    assert played.game.refunds == ()


def test_law_17_a_deal_with_another_number_than_five_is_recorded_as_irregular() -> None:
    played = table()
    assert played.refusal(Deal(counts={"C": 6})) == (17, "not_marked")
    played.do(Deal(counts={"C": 5}))
    assert played.to_act == "C"


@pytest.mark.parametrize(
    "deal",
    [
        Deal(counts={"Z": 6}, irregular=True),
        Deal(counts={"C": 60}, irregular=True),
        Deal(counts={"C": 6}, cards={"C": tuple(ACES.split())}, irregular=True),
        Deal(counts={"C": 6}, pack=pack(), irregular=True),
    ],
)
def test_a_wrong_number_is_of_a_player_and_his_cards_are_unrecorded(deal: Deal) -> None:
    with pytest.raises(Invalid):
        table().do(deal)


def test_law_64_a_hand_dealt_with_a_wrong_number_is_never_shown() -> None:
    played = wrong_number(table(), C=6).play("C stakes 6; D stakes 6; E passes; A passes; B passes")
    played.play("C draws 0; D draws 0; C stakes 1; D stakes 1")
    assert (played.to_act, legal_actions(played.game)) == ("C", ())
    assert played.refusal(f"C shows {ACES}") == (64, "hand_not_five")
    played.play("C holds 6 dealt irregularly")
    assert (played.awards(), played.settlement.refunds) == ({"D": 17}, ())


# -- what is offered ---------------------------------------------------------------------------------------------


def offered(game: Game) -> set[str]:
    return set(irregular_actions(game))


def test_what_may_be_recorded_as_irregular_goes_with_the_phase() -> None:
    played = table()
    assert offered(played.game) == {"deal", "misdeal", "expose"}
    played.play("deal")
    assert offered(played.game) == {"misdeal", "expose", "stake", "pass", "foul"}
    played.play("C stakes 6; D stakes 6; E passes; A passes; B stakes 3")
    assert offered(played.game) == {"misdeal", "expose", "stake", "pass", "draw", "foul"}
    played.play("B draws 0; C draws 0; D draws 0")
    assert offered(played.game) == {"stake", "pass", "foul"}
    played.play("C stakes 1; D stakes 1; B stakes 1")
    assert offered(played.game) == {"pass", "foul"}


# -- law 80 ------------------------------------------------------------------------------------------------------


def waiver(law: int, agreed_by: str = "ABCDE") -> WaiveLaw:
    return WaiveLaw(law=law, agreed_by=tuple(agreed_by))


def test_law_80_a_waived_law_no_longer_refuses_and_the_record_says_which_waiver_let_the_act_through() -> None:
    played = table("C straddles")
    assert played.refusal("D straddles") == (22, "straddle_cap")
    played.do(waiver(22))
    played.play("D straddles")
    straddled = played.game_events[-1][-1]
    assert isinstance(straddled, Straddled)
    assert straddled.by_waiver == 22
    assert [e.by_waiver for e in played.game_events[-1] if isinstance(e, Straddled)] == [None, 22]


def test_law_80_a_waiver_is_for_one_game() -> None:
    played = table()
    played.do(waiver(22))
    played.play("deal; C passes; D passes; E passes; A passes; B passes").start().play("D straddles")
    assert played.refusal("E straddles") == (22, "straddle_cap")


def test_law_80_the_mark_on_an_act_that_a_waiver_makes_regular_hides_no_waiver() -> None:
    played = table("deal")
    played.do(waiver(25))
    played.play("C stakes 4 irregularly")
    staked = played.game_events[-1][-1]
    assert isinstance(staked, Staked)
    assert (staked.act, staked.irregular, staked.by_waiver) == ("opened", False, 25)


@pytest.mark.parametrize("agreed_by", ["ABCD", "", "ABCDEZ"])
def test_law_80_everybody_dealt_in_consents_by_name(agreed_by: str) -> None:
    assert table().refusal(waiver(22, agreed_by))[0] == 80


@pytest.mark.parametrize("law", [1, 9, 19, 27, 28, 33, 37, 51, 59, 60, 76])
def test_law_80_what_does_more_than_refuse_is_never_waived(law: int) -> None:
    assert table().refusal(waiver(law)) == (80, "not_waivable")


def test_law_80_consent_comes_before_the_act_and_not_when_the_game_is_over() -> None:
    played = table("deal; C stakes 6; D passes; E passes; A passes; B passes")
    assert played.refusal(waiver(22)) == (None, "game_over")


def test_law_80_a_law_is_not_waived_twice() -> None:
    played = table()
    played.do(waiver(22))
    with pytest.raises(Invalid):
        played.do(waiver(22))
    with pytest.raises(Invalid):
        played.do(waiver(99))


def test_law_51_what_a_misdeal_hides_stays_hidden() -> None:
    played = table(f"deal C: {ACES}; misdeal wrong_count of D irregularly")
    seen = known_events(played.game_events[-1], Reader("player", "B"))[1]
    assert seen.hands is None  # type: ignore[attr-defined]
