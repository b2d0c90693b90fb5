"""What is refused, as a table in the order of the checks: the first that fails names the refusal.

Five players, A to E; A deals, B antes 3, the limit is 12, everybody has 100 unless a row says otherwise.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from ledger.cards import pack
from ledger.play.commands import Borrow, Command, Deal, Draw, Show, Stake
from ledger.refusals import Invalid
from tests.acts import command
from tests.play.random_play import accepts
from tests.play.table import ACES, KINGS, KNAVES, NOTHING, QUEENS, TENS, Table, cards

# ---- situations: what has been played when the act is tried
ANTE = ""
STRADDLED = "C straddles"
SAY = "deal"
STRADDLED_SAY = "C straddles; deal"
D_PASSED = "deal; C stakes 6; D passes"
C_OPENED = "deal; C stakes 6"
C_RAISED = "deal; C stakes 6; D stakes 6; E stakes 18; A passes; B passes"  # C and D owe 12
DRAW = "deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3"  # B, C and D are in with 6, nobody owes
B_DREW = DRAW + "; B draws 2"
BETTING = B_DREW + "; C draws 0; D draws 1"
C_BET = BETTING + "; C stakes 5"
ALL_STOOD = BETTING + "; C stands; D stands; B stands"
SHOW = C_BET + "; D stakes 5; B stakes 5"
C_SHOWED = SHOW + f"; C shows {ACES}"
SETTLED = C_SHOWED + f"; D shows {KINGS}; B shows {QUEENS}"
DEALT_ACES = f"deal C: {ACES}"
C_FOLDED_ACES = f"{DEALT_ACES}; C passes; D stakes 6; E passes; A passes; B stakes 3"
C_THREW = f"{DEALT_ACES}; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0"
BEST = f"{C_THREW}; C draws 5c 6d -> 4h 4s; D draws 0; C stakes 1; D stakes 1; B stakes 1"
COUNTED = f"{C_THREW}; C draws 2; D draws 0; C stakes 1; D stakes 1; B stakes 1"

C_POOR = {"C": 8}
D_POOR = {"D": 5}


class Row(NamedTuple):
    situation: str
    act: str | Command
    law: int | None
    code: str
    terms: Mapping[str, Any] = {}
    funds: Mapping[str, int] = {}


OVER = [
    # situation  act                    law   code
    Row(SETTLED, "B stakes 1", None, "game_over"),
    Row(SETTLED, "E stakes 1", None, "game_over"),  # though he retired
    Row(SETTLED, "deal", None, "game_over"),  # though it is not the phase for it
    Row(SETTLED, "C straddles", None, "game_over"),
]

PHASE = [
    Row(ANTE, "C stakes 6", None, "wrong_phase"),
    Row(ANTE, "C passes", None, "wrong_phase"),
    Row(ANTE, "C demands a show", None, "wrong_phase"),
    Row(ANTE, "C borrows 5 of the bank", None, "wrong_phase"),
    Row(ANTE, "C draws 0", None, "wrong_phase"),
    Row(ANTE, f"C shows {ACES}", None, "wrong_phase"),
    Row(SAY, "C straddles", None, "wrong_phase"),
    Row(SAY, "deal", None, "wrong_phase"),
    Row(SAY, "C stands", None, "wrong_phase"),
    Row(SAY, "C draws 1", None, "wrong_phase"),
    Row(DRAW, "B stands", None, "wrong_phase"),
    Row(DRAW, f"B shows {ACES}", None, "wrong_phase"),
    Row(BETTING, "C draws 1", None, "wrong_phase"),
    Row(BETTING, f"C shows {ACES}", None, "wrong_phase"),
    Row(SHOW, "C stakes 1", None, "wrong_phase"),
    Row(SHOW, "C stands", None, "wrong_phase"),
    Row(SHOW, "C demands a show", None, "wrong_phase"),
    Row(SHOW, "C borrows 5 of the bank", None, "wrong_phase"),
    Row(D_PASSED, "D draws 1", None, "wrong_phase"),  # though he retired
    Row(D_PASSED, "C draws 9", None, "wrong_phase"),  # though it is not his turn, and he has not nine cards
]

RETIRED = [
    Row(D_PASSED, "D stakes 6", 27, "retired"),
    Row(D_PASSED, "D passes", 27, "retired"),
    Row(D_PASSED, "D demands a show", 27, "retired"),
    Row(D_PASSED, "D borrows 5 of the bank", 27, "retired"),
    Row(D_PASSED, "D stakes 500", 27, "retired"),  # though it is not his turn, nor within the limit
    Row(BETTING, "E stands", 27, "retired"),
    Row(DRAW, "A draws 1", 27, "retired"),
    Row(SHOW, f"A shows {ACES}", 27, "retired"),
    Row(SHOW + "; C passes irregularly", f"C shows {ACES}", 27, "retired"),
]

TURN = [
    Row(SAY, "D stakes 6", 23, "out_of_turn"),
    Row(SAY, "B passes", 23, "out_of_turn"),
    Row(SAY, "E stakes 1", 23, "out_of_turn"),  # though it is too little
    Row(C_OPENED, "C stakes 6", 23, "out_of_turn"),  # one turn each
    Row(STRADDLED_SAY, "C stakes 6", 24, "out_of_turn"),
    Row(STRADDLED_SAY, "B demands a show", 24, "out_of_turn"),  # though the game is not opened
    Row(DRAW, "C draws 1", 35, "out_of_turn"),
    Row(DRAW, "D passes", 35, "out_of_turn"),
    Row(C_RAISED, "D stakes 12", 35, "out_of_turn"),
    Row(DRAW, "C draws 6", 35, "out_of_turn"),  # though he has not six cards
    Row(B_DREW, "B draws 2", 38, "drawn_already"),
    Row(B_DREW, "B draws 0", 38, "drawn_already"),
    Row(B_DREW, "B passes", 35, "out_of_turn"),
    Row(BETTING, "D stakes 1", 53, "out_of_turn"),
    Row(BETTING, "B stands", 53, "out_of_turn"),
    Row(C_BET, "C stakes 500", 53, "out_of_turn"),  # though above the limit
    Row(SHOW, f"B shows {ACES}", 59, "out_of_turn"),
    Row(C_SHOWED, f"C shows {ACES}", 59, "out_of_turn"),
    Row(C_SHOWED, "B passes irregularly", 59, "out_of_turn"),
    Row(C_SHOWED, f"B shows {ACES}", 59, "out_of_turn"),  # though C has shown those cards
]

KIND = [
    Row(ANTE, "D straddles", 21, "straddle_order"),
    Row(ANTE, "A straddles", 21, "straddle_order"),
    Row(ANTE, "B straddles", 21, "straddle_order"),
    Row(STRADDLED, "C straddles", 21, "straddle_order"),
    Row(STRADDLED, "B straddles", 21, "straddle_order"),  # though it would also be above the cap
    Row("C straddles; E straddles", "D straddles", 21, "straddle_order", {"limit": 40}),
    Row(ANTE, Deal(player="B"), 18, "not_the_dealer"),
    Row(C_BET, "D stands", 54, "bet_to_meet"),
    Row(ALL_STOOD, "C stands", 54, "stood_already"),
    Row(SAY, "C demands a show", 60, "not_opened", {}, {"C": 2}),
    Row("deal; C passes; D passes; E passes; A passes", "B demands a show", 60, "not_opened", {}, {"B": 3}),
    Row(C_OPENED, "D demands a show", 60, "can_call"),
    Row(C_OPENED, "D demands a show", 60, "nothing_raised", {}, D_POOR),
    Row(BETTING, "C demands a show", 60, "can_call"),
    Row(C_BET, "D demands a show", 60, "nothing_raised", {"demand_when": "bet_raised"}, {"D": 10}),
    Row(C_RAISED, "C demands a show", 60, "nothing_raised", {"demand_when": "bet_raised"}, C_POOR),
    Row(C_BET + "; D borrows 12 of the bank; D stakes 17; B stakes 29", "C demands a show", 60, "can_call"),
    Row(SHOW, "C passes", 59, "must_show"),
]

AMOUNT = [
    Row(STRADDLED, "D straddles", 22, "straddle_cap"),
    Row(ANTE, "C straddles", 22, "straddle_cap", {"straddle_cap": "sum"}),
    Row(ANTE, "C straddles", None, "no_funds", {}, {"C": 5}),
    Row(SAY, "C stakes 5", 25, "opening_too_small"),
    Row(SAY, "C stakes 0", 25, "opening_too_small"),
    Row(SAY, "C stakes 16", None, "above_limit"),
    Row(SAY, "C stakes 6", None, "no_funds", {}, {"C": 5}),
    Row("deal; C passes; D passes; E passes; A passes", "B stakes 2", 25, "opening_too_small"),
    Row("deal; C passes; D passes; E passes; A passes", "B stakes 13", None, "above_limit"),
    Row(STRADDLED_SAY, "D stakes 11", 25, "opening_too_small"),
    Row(STRADDLED_SAY, "D stakes 25", None, "above_limit"),
    Row(C_OPENED, "D stakes 5", 26, "stake_too_small"),
    Row(C_OPENED, "D stakes 19", None, "above_limit"),
    Row(C_OPENED, "D stakes 6", None, "no_funds", {}, D_POOR),
    Row(D_PASSED + "; E passes; A passes", "B stakes 2", 26, "stake_too_small"),
    Row(D_PASSED + "; E passes; A passes", "B stakes 16", None, "above_limit"),
    Row(C_RAISED, "C draws 1", 36, "not_made_good"),
    Row(C_RAISED, "C draws 0", 36, "not_made_good"),
    Row(C_RAISED, "C stakes 11", 36, "not_equal"),
    Row(C_RAISED, "C stakes 13", 36, "not_equal"),
    Row(C_RAISED, "C stakes 12", None, "no_funds", {}, {"C": 10}),
    Row(DRAW, "B stakes 1", 36, "nothing_owed"),
    Row(DRAW, "B draws 6", 36, "cannot_discard"),
    Row(DRAW, Draw(discard=-1), 36, "cannot_discard"),
    Row(DRAW, "B draws 2c 2c", 1, "card_twice"),
    Row(BETTING, "C stakes 0", 54, "bet_too_small"),
    Row(BETTING, "C stakes 13", None, "above_limit"),
    Row(C_BET, "D stakes 4", 54, "bet_too_small"),
    Row(C_BET, "D stakes 18", None, "above_limit"),
    Row(C_BET, "D stakes 5", None, "no_funds", {}, {"D": 10}),
    Row(SAY, "C borrows 5 of the bank", None, "no_loans", {"loans": False}),
    Row(SAY, "C borrows 5 of D", None, "no_funds", {}, {"D": 4}),
    Row(SAY, "C borrows 5 of C", 62, "own_lender"),
]

CARDS = [
    Row(ANTE, "deal C: Ah Ad 5c 6d", 17, "deal_unfinished"),
    Row(ANTE, "deal C: Ah Ad 5c 6d 9s 9d", 17, "deal_unfinished"),
    Row(ANTE, Deal(cards={"C": cards("Ah Ad 5c 6d 1s")}), 1, "not_in_pack"),
    Row(ANTE, "deal C: Ah Ad 5c 6d Jo", 1, "not_in_pack"),
    Row(ANTE, "deal C: Ah Ah 5c 6d 9s", 1, "card_twice"),
    Row(ANTE, f"deal C: {ACES}; D: Ah 2s 3s 4s 7s", 1, "card_twice"),
    Row(ANTE, Deal(pack=pack()[:-1] + pack()[:1]), 1, "card_twice"),
    Row(C_FOLDED_ACES, "B draws 1 -> Ah", 1, "card_twice"),
    Row(C_FOLDED_ACES, "B draws Ah", 1, "card_twice"),
    Row(DRAW, "B draws 2c -> 2c", 1, "card_twice"),
    Row(DRAW, Draw(discard=1, cards=("Xx",)), 1, "not_in_pack"),
    Row(DRAW, "B draws 2 -> 2c", 39, "wrong_number_given"),
    Row(C_THREW, "C draws Ks", 36, "cannot_discard"),
    Row(C_THREW, "C draws Ah Ad 5c 6d 9s Ks", 36, "cannot_discard"),  # the number before the cards
    Row(C_THREW, "C draws 5c -> 6d", 1, "card_twice"),
    Row(SHOW, "C shows Ah Ad 5c 6d Jo", 1, "not_in_pack"),
    Row(SHOW, "C shows Ah Ad 5c 6d Ah", 1, "card_twice"),
    Row(C_SHOWED, "D shows Ah 2s 3s 4s 7s", 1, "card_twice"),
    Row(BEST, "C shows Ah Ad 5c 4h 4s", 37, "discard_shown"),
    Row(BEST, "C shows Ah Ad 2c 4h 4s", 1, "not_the_hand"),
    Row(BEST, f"C shows {ACES}", 37, "discard_shown"),
    Row(COUNTED, "C shows Ah Ad 5c 6d 2c", 37, "discard_shown"),  # he kept three, and shows four of the first five
    Row(COUNTED, "C shows Ah Ad 2c 3c 4c", 1, "not_the_hand"),  # he kept three, and shows two
    Row(SHOW, "C shows Ah Ad 5c 6d 9s joker as Kh", 1, "joker_misnamed", {"variants": ["joker"]}),
    Row(SHOW, "C shows Ah Ad 5c 6d Jo joker as Ah", 1, "joker_misnamed", {"variants": ["joker"]}),
    Row(SHOW, Show(cards=cards("Ah Ad 5c 6d Jo"), joker_as="Zz"), 1, "joker_misnamed", {"variants": ["joker"]}),
]


def row_id(row: Row) -> str:
    act = row.act if isinstance(row.act, str) else type(row.act).__name__
    return f"{act} after {row.situation.rpartition('; ')[2] or 'the ante'}: {row.law} {row.code}"


@pytest.mark.parametrize("row", [*OVER, *PHASE, *RETIRED, *TURN, *KIND, *AMOUNT, *CARDS], ids=row_id)
def test_an_unlawful_act_is_refused_by_the_first_check_it_fails(row: Row) -> None:
    table = Table("ABCDE", funds=dict.fromkeys("ABCDE", 100) | row.funds, **row.terms).start("A")
    if row.situation:
        table.play(row.situation)
    assert table.refusal(row.act) == (row.law, row.code)


@pytest.mark.parametrize("purse", [20, 100])
@pytest.mark.parametrize("situation", [SAY, STRADDLED_SAY, C_OPENED, C_RAISED, DRAW, BETTING, C_BET])
def test_a_stake_is_offered_exactly_where_it_is_accepted(situation: str, purse: int) -> None:
    table = Table("ABCDE", funds=dict.fromkeys("ABCDE", purse)).start("A").play(situation)
    offers = {amount for stake in table.legal("stake") for amount in range(stake.least or 0, (stake.most or 0) + 1)}
    tried = range(-1, purse + 2)
    assert offers == {amount for amount in tried if accepts(table.game, Stake(amount=amount))}


def test_law_62_who_raised_on_borrowed_money_may_not_demand_a_show() -> None:
    table = Table(funds={"A": 100, "B": 100, "C": 12, "D": 100, "E": 100}).start("A")
    table.play("deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; C draws 0; D draws 0")
    table.play("C borrows 6 of the bank; C stakes 10; D stakes 22")
    table.play("B passes")
    assert table.refusal("C demands a show") == (62, "raised_on_loan")


JACK_POT = "deal; C passes; D passes; E passes; A passes; B passes"


def jack_pot(**terms: Any) -> Table:
    """B deals a jack-pot for knaves, C antes, 3 is carried, everybody has paid 3."""
    return Table(**terms).start("A").play(JACK_POT).start()


OPENED = "deal; D stakes 6; E passes; A passes; B stakes 6; C passes; D draws 1; B draws 0; D stakes 2; B stakes 2"
TAKEN = OPENED.replace("D draws 1", "D draws 1 -> Jd")
THROWN = OPENED.replace("deal;", f"deal D: {KNAVES};")


@pytest.mark.parametrize(
    ("situation", "act", "law", "code"),
    [
        # D throws one card away, so he has at most four of his first five, and at most one that he does not show.
        (OPENED, "D shows Jh Jd 7h 8c 3s with openers Jh Jd 7h 8c 3s", 33, "openers_not_kept"),
        (OPENED, "D shows Jh 2d 7h 8c 3s with openers Jd Js", 33, "openers_not_discarded"),
        (TAKEN, "D shows Jh Jd 7h 8c 3s with openers Jh Jd", 33, "openers_drawn"),
        (THROWN, "D shows Jh Jd 7h 8c 4s with openers Jh Js", 33, "openers_not_dealt"),
        (OPENED, "D shows Jh 2d 7h 8c 3s with openers Jh Jh", 1, "card_twice"),
    ],
)
def test_law_33_openers_that_he_cannot_have_held_are_refused(situation: str, act: str, law: int, code: str) -> None:
    assert jack_pot().play(situation).refusal(act) == (law, code)


def test_law_41_nobody_draws_more_than_the_pack_has_left() -> None:
    table = Table("ABCDEFGHIJ", ante=1, limit=2).start("A")
    table.play("deal; C stakes 2; D stakes 2; E passes; F passes; G passes; H passes; I passes; J passes; A passes")
    table.play("B passes")
    assert table.refusal("C draws 3") == (41, "pack_too_short")
    table.play("C draws 1")
    assert table.refusal("D draws 2") == (41, "pack_too_short")
    table.play("D draws 1")


def test_law_41_the_joker_lengthens_the_pack_by_a_card() -> None:
    table = Table("ABCDEFGHIJ", ante=1, limit=2, variants=["joker"]).start("A")
    table.play("deal; C stakes 2; D stakes 2; E passes; F passes; G passes; H passes; I passes; J passes; A passes")
    table.play("B passes")
    assert table.refusal("C draws 4") == (41, "pack_too_short")
    table.play("C draws 3")


def test_law_39_cards_come_from_the_top_of_a_recorded_pack() -> None:
    table = Table("ABC").start("A")
    order = pack()
    table.do(Deal(pack=order))
    table.play("C stakes 6; A passes; B stakes 3")
    assert table.refusal(Draw(discard=1, cards=(order[20],))) == (39, "not_from_the_top")
    table.do(Draw(discard=2))
    assert table.game.players["B"].drew == order[15:17]


def test_a_card_that_was_seen_before_is_refused_without_a_word_of_who_holds_it() -> None:
    table = Table().start("A").play(C_SHOWED)
    with pytest.raises(Exception, match="seen already") as refused:
        table.play("D shows Ah 2s 3s 4s 7s")
    assert not set("ABCE") & set(str(refused.value).replace("Ah", "").split())


@pytest.mark.parametrize(
    ("situation", "act", "field"),
    [
        (SAY, Stake(player="Z", amount=6), "player"),
        (SAY, "C borrows 5 of Z", "lender"),
        (SAY, "C borrows 0 of the bank", "amount"),
        (SAY, Borrow(player="C", amount=-5, lender="D"), "amount"),
        (ANTE, f"deal Z: {ACES}", "cards"),
        (ANTE, Deal(pack=pack()[:30]), "pack"),
        (ANTE, Deal(pack=pack(), cards={"C": cards(ACES)}), "pack"),
        (SHOW, "C shows Ah Ad 5c 6d", "cards"),
        (SHOW, "C shows openers Jh Jd", "cards"),
        (SHOW, f"C shows {ACES} with openers Jh Jd", "original"),  # this is no jack-pot
    ],
    ids=str,
)
def test_what_makes_no_sense_is_invalid_and_names_the_field(situation: str, act: str | Command, field: str) -> None:
    table = Table().start("A")
    if situation:
        table.play(situation)
    with pytest.raises(Invalid) as invalid:
        table.do(command(act) if isinstance(act, str) else act)
    assert set(invalid.value.errors) == {field}


@pytest.mark.parametrize("original", ["Jh", "2h 3h 4h 5h 6h 7h"])
def test_openers_are_proved_by_two_to_five_cards(original: str) -> None:
    table = jack_pot().play(OPENED)
    with pytest.raises(Invalid):
        table.do(Show(player="D", cards=cards(TENS), original=cards(original)))


def test_openers_are_named_by_the_opener_only() -> None:
    table = jack_pot().play(OPENED).play(f"D shows {QUEENS}")
    with pytest.raises(Invalid):
        table.play(f"B shows {NOTHING} with openers Kc 4d")


def test_a_refused_act_leaves_no_trace() -> None:
    table = Table().start("A").play(C_OPENED)
    before, events = table.game, list(table.game_events[-1])
    table.refusal("D stakes 19")
    assert table.game == before
    assert table.game_events[-1] == events
