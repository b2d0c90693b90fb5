"""What goes wrong in the draw: numbers that differ, exposed cards, a short pack, foul hands (38 to 51, 63, 64).

Five players, A to E; A deals, B antes 3, the limit is 12. B, C, D and A are in with 6, and B draws first.
"""

from dataclasses import replace

import pytest

from ledger.cards import pack
from ledger.events.base import Event
from ledger.events.game import Drew
from ledger.events.mishaps import DealerAsked, DiscardsCollected
from ledger.laws.draw import cards_left, cards_unexposed
from ledger.play.commands import CollectDiscards, Deal, Draw
from ledger.refusals import Invalid
from ledger.state.game_fold import fold
from ledger.telling.redaction import Reader, known_events
from ledger.telling.sentences import sentence
from tests.play.table import ACES, KINGS, NOTHING, QUEENS, Table

DRAW = "deal; C stakes 6; D stakes 6; E passes; A stakes 6; B stakes 3"
BETTING = DRAW + "; B draws 1; C draws 2; D draws 0; A draws 3"


def table(acts: str = DRAW, **terms: object) -> Table:
    return Table("ABCDE", **terms).start("A").play(acts)  # type: ignore[arg-type]


def known_to(played: Table, player: str) -> tuple[Event, ...]:
    """The events of the game as one of its players may know them."""
    return known_events(played.game_events[-1], Reader("player", player))


def drew(played: Table) -> Drew:
    return next(event for event in reversed(played.game_events[-1]) if isinstance(event, Drew))


def draw(discarded: int, **fields: object) -> Draw:
    return Draw(discard=discarded, irregular=True, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("act", "law", "foul"),
    [
        (draw(2, given=3, made_right=True), 42, False),
        (draw(2, given=1, made_right=True), 43, False),
        (draw(2, asked=3), 44, False),
        (draw(2, asked=3, given=2), 44, False),
        (draw(2, asked=3, given=3), 45, True),
        (draw(2, given=3), 48, True),
        (draw(2, given=1), 48, True),
        (draw(0, given=1), 48, True),
        (draw(2, asked=3, given=4), 48, True),
        (draw(2, asked=3, given=4, made_right=True), 45, True),
        (draw(2, asked=1, given=3, made_right=True), 45, True),
        (draw(2, asked=3, given=1, made_right=True), 45, True),
    ],
    ids=str,
)
def test_laws_42_43_44_45_48_what_follows_from_numbers_that_differ(act: Draw, law: int, foul: bool) -> None:
    played = table()
    assert played.refusal(replace(act, irregular=False)) == (39, "not_marked")
    played.do(act)
    assert (drew(played).law, drew(played).fouled, drew(played).irregular) == (law, foul, True)
    assert played.game.players["B"].retired == foul
    assert (played.to_act, played.game.pool) == ("C", 24)


def test_law_47_a_dealer_who_draws_amiss_has_a_foul_hand_made_right_or_not() -> None:
    played = table(DRAW + "; B draws 0; C draws 0; D draws 0")
    played.do(draw(2, given=3))
    assert (drew(played).law, played.game.players["A"].foul) == (47, 47)
    played = table(DRAW + "; B draws 0; C draws 0; D draws 0")
    with pytest.raises(Invalid):
        played.do(draw(2, given=3, made_right=True))


def test_law_39_numbers_that_agree_need_no_mark_and_the_mark_changes_nothing() -> None:
    plain, marked = table(), table()
    plain.play("B draws 2")
    marked.do(draw(2, asked=2, given=2))
    assert (drew(marked).law, drew(marked).irregular) == (39, False)
    assert marked.to_act == plain.to_act


@pytest.mark.parametrize(
    "act", [draw(2, made_right=True), draw(2, asked=3, given=3, made_right=True), draw(2, given=11), draw(2, asked=-1)]
)
def test_numbers_that_cannot_be_meant_are_invalid(act: Draw) -> None:
    with pytest.raises(Invalid):
        table().do(act)


def test_law_38_who_kept_his_hand_draws_no_more() -> None:
    assert table(DRAW + "; B draws 0").refusal(draw(1, player="B")) == (38, "drawn_already")


def test_law_48_the_cards_of_a_foul_hand_have_left_the_recorded_pack() -> None:
    played = Table("ABC").start("A")
    order = pack()
    played.do(Deal(pack=order))
    played.play("C stakes 6; A stakes 6; B stakes 3")
    played.do(draw(2, given=3))
    played.play("C draws 1")
    assert played.game.players["C"].drew == (order[18],)


def test_laws_42_45_more_than_he_asked_for_put_right_leaves_him_the_number_asked_for() -> None:
    """B discards two, asks for three and is given four: one goes back, and three make his hand foul."""
    played = Table("ABC").start("A")
    order = pack()
    played.do(Deal(pack=order))
    played.play("C stakes 6; A stakes 6; B stakes 3")
    played.do(draw(2, asked=3, given=4, made_right=True))
    amiss, player = drew(played), played.game.players["B"]
    assert (amiss.law, amiss.fouled, amiss.cards) == (45, True, order[15:18])
    assert (player.given, player.foul, player.retired) == (3, 45, True)
    assert sentence(amiss, str).endswith("it is made right; his hand is foul")
    played.play("C draws 1")
    assert played.game.players["C"].drew == (order[18],)


def test_law_42_what_is_too_much_goes_back_to_the_top_of_the_pack() -> None:
    played = Table("ABC").start("A")
    order = pack()
    played.do(Deal(pack=order))
    played.play("C stakes 6; A stakes 6; B stakes 3")
    played.do(draw(2, given=3, made_right=True))
    played.play("C draws 1")
    assert (played.game.players["B"].drew, played.game.players["C"].drew) == (order[15:17], (order[17],))


def test_law_40_a_card_exposed_in_the_draw_goes_to_the_bottom_and_is_not_his() -> None:
    played = Table("ABC").start("A")
    order = pack()
    played.do(Deal(pack=order))
    played.play("C stakes 6; A stakes 6; B stakes 3")
    assert played.refusal(f"B exposes {order[16]}") == (40, "not_marked")
    assert played.refusal(f"C exposes {order[16]} irregularly") == (35, "out_of_turn")
    assert played.refusal(f"B exposes {order[3]} irregularly") == (40, "not_in_pack")
    played.play(f"B exposes {order[16]} irregularly; B draws 2")
    assert played.game.players["B"].drew == (order[15], order[17])
    assert played.game.pack is not None
    assert played.game.pack[-1] == order[16]


def test_law_40_a_card_exposed_in_the_draw_is_not_shown_by_him_who_had_not_got_it() -> None:
    played = table(DRAW + "; B exposes Ah irregularly")
    assert played.refusal(Draw(discard=1, cards=("Ah",))) == (40, "exposed_card")
    played.play("B draws 1; C draws 0; D draws 0; A draws 0; C stakes 1; D passes; A passes; B stakes 1")
    played.play(f"C shows {QUEENS}")
    assert played.refusal(f"B shows {ACES}") == (40, "exposed_card")


def test_law_48_a_hand_found_wrong_after_the_draw_is_foul_and_has_no_refund() -> None:
    played = table(BETTING)
    assert played.refusal("B holds 6 drawn") == (48, "not_marked")
    played.play("B holds 6 drawn irregularly")
    assert (played.game.players["B"].foul, played.game.refunds) == (48, ())
    assert played.game.in_game == ("A", "C", "D")


@pytest.mark.parametrize(
    ("acts", "act"),
    [
        (BETTING, "D holds 6 drawn"),  # he kept his hand
        (DRAW + "; B draws 1 -> Ah; C draws 0; D draws 0; A draws 0", "B holds 6 drawn"),  # one, and it is known
    ],
)
def test_law_48_a_draw_that_was_right_by_the_record_fouls_nothing(acts: str, act: str) -> None:
    assert table(acts).refusal(act + " irregularly") == (48, "hand_is_sound")


def test_law_48_nobodys_hand_is_fouled_by_a_draw_he_has_not_had() -> None:
    with pytest.raises(Invalid):
        table().play("B holds 6 drawn irregularly")


def test_law_63_a_foul_hand_that_bet_loses_its_stake() -> None:
    played = table(BETTING + "; C stakes 5; D passes; A stakes 5; C holds 4 drawn irregularly")
    assert played.game.players["C"].foul == 63
    assert (played.to_act, played.game.owes("B")) == ("B", 5), "the bet stands, and is to be met"
    played.play("B passes")
    assert played.awards() == {"A": 34}
    assert played.settlement.results["C"] == -11


def test_law_64_found_at_the_end_the_best_other_hand_claims() -> None:
    played = table(BETTING + "; C stakes 1; D stakes 1; A stakes 1; B stakes 1")
    assert played.to_act == "C"
    played.play(f"C shows {QUEENS}; B holds 6 dealt irregularly; D shows {KINGS}; A shows {ACES}")
    assert (played.awards(), played.settlement.refunds) == ({"A": 28}, ())
    assert {59, 64} <= set(played.settlement.laws)


def test_law_64_the_one_other_player_claims_without_a_show() -> None:
    played = table(BETTING + "; C stakes 1; D stakes 1; A passes; B passes")
    played.play("C holds 7 drawn irregularly")
    assert played.awards() == {"D": 26}
    assert played.game_events[-1][-1].law == 64  # type: ignore[attr-defined]


def test_law_64_a_hand_of_five_that_was_shown_is_not_foul() -> None:
    played = table(BETTING + f"; C stakes 1; D stakes 1; A stakes 1; B stakes 1; C shows {QUEENS}")
    assert played.refusal("C holds 6 drawn irregularly") == (64, "hand_is_sound")


def test_law_49_who_has_drawn_and_not_raised_asks_how_many_the_dealer_drew() -> None:
    played = table(BETTING + "; C asks the dealer")
    asked = played.game_events[-1][-1]
    assert isinstance(asked, DealerAsked)
    assert (asked.answer, asked.law, played.to_act) == (3, 49, "C")
    assert known_to(played, "C")[-1] == asked
    other = known_to(played, "D")[-1]
    assert isinstance(other, DealerAsked)
    assert other.answer is None


def test_law_51_the_answer_is_the_askers_and_nobody_elses() -> None:
    played = table(BETTING + "; C asks the dealer")
    assert fold(known_to(played, "C")).players["A"].discarded == 3
    assert fold(known_to(played, "D")).players["A"].discarded == 0


def test_law_51_the_numbers_of_a_draw_amiss_are_withheld_with_its_law() -> None:
    played = table()
    played.do(draw(2, given=3, made_right=True))
    seen = known_to(played, "C")[-1]
    assert isinstance(seen, Drew)
    assert (seen.discarded, seen.asked, seen.given, seen.made_right, seen.law) == (None, None, None, None, 39)
    assert not seen.irregular, "that its numbers differ would tell something of them"
    assert sentence(seen, str) == "B has his draw"


@pytest.mark.parametrize(
    ("acts", "act", "refusal"),
    [
        (BETTING + "; C raises his cards", "C asks the dealer", (50, "too_late_to_ask")),
        (BETTING + "; C stakes 1", "C asks the dealer", (50, "too_late_to_ask")),
        (DRAW + "; B draws 1", "B asks the dealer", (49, "dealer_has_not_drawn")),
        (DRAW, "B asks the dealer", (49, "not_drawn")),
        (DRAW, "E asks the dealer", (27, "retired")),
    ],
)
def test_laws_49_50_he_asks_in_time_or_not_at_all(acts: str, act: str, refusal: tuple[int, str]) -> None:
    assert table(acts).refusal(act) == refusal


def test_law_50_abrogated_he_may_ask_for_ever() -> None:
    table(BETTING + "; C raises his cards; C asks the dealer", abrogated=[50])


def test_cards_are_raised_once() -> None:
    with pytest.raises(Invalid):
        table("deal; C raises his cards; C raises his cards")


# -- law 41 ------------------------------------------------------------------------------------------------------

TEN = "deal; C stakes 2; D stakes 2; E stakes 2; F passes; G passes; H passes; I passes; J passes; A passes; B passes"


def ten(acts: str = TEN) -> Table:
    """Ten players, so that two cards are left in the pack; C, D and E are in, and J is on the dealer's right."""
    return Table("ABCDEFGHIJ", ante=1, limit=2).start("A").play(acts)


def test_law_41_the_discards_are_counted_into_the_pack_and_the_announced_numbers_are_drawn() -> None:
    played = ten(TEN + "; C draws 2")
    assert played.refusal("D draws 1") == (41, "pack_too_short")
    played.do(CollectDiscards(announced={"D": 3, "E": 1}, cut_by="J"))
    collected = played.game_events[-1][-1]
    assert isinstance(collected, DiscardsCollected)
    assert collected.collected == 6, "two of C, three of D and one of E; no hand of a player who passed"
    assert played.refusal("D draws 2") == (41, "not_as_announced")
    played.play("D draws 3; E draws 1")
    assert played.game.phase == "betting"


def test_law_41_without_announced_numbers_whoever_still_draws_has_laid_away_what_he_then_discards() -> None:
    played = ten(TEN + "; C draws 2")
    assert cards_left(played.game) == 0
    played.do(CollectDiscards())
    assert cards_left(played.game) == 2
    played.play("D draws 3")
    assert cards_left(played.game) == 2
    played.play("E draws 5")
    assert played.game.phase == "betting"
    before_anybody_drew = ten()
    assert before_anybody_drew.refusal("C draws 3") == (41, "pack_too_short")
    before_anybody_drew.do(CollectDiscards())
    before_anybody_drew.play("C draws 3; D draws 3; E draws 5")


@pytest.mark.parametrize("named", [True, False], ids=["the discards are named", "the discards are counted"])
def test_law_41_a_first_card_that_went_back_may_be_drawn_and_shown_by_another(named: bool) -> None:
    """D throws away Kc, which was dealt to him for all to see, and C his ace of diamonds: each draws the other's."""
    played = ten(f"D exposes Kc irregularly; {TEN.replace('deal;', f'deal C: {ACES}; D: {NOTHING}; E: {QUEENS};')}")
    played.do(CollectDiscards(announced={"C": 3, "D": 2, "E": 3}))
    played.do(Draw(discard=("Ad", "5c", "6d") if named else 3, cards=("Qd", "Kc", "3s")))
    if named:
        assert played.refusal(Draw(discard=("Kc", "4d"), cards=("Ah", "5c"))) == (1, "card_twice"), "C has kept it"
    played.do(Draw(discard=("Kc", "4d") if named else 2, cards=("Ad", "5c")))
    played.do(Draw(discard=("Qh", "Qd", "7c") if named else 3, cards=("4d", "6d", "Qh")))
    played.play("C stakes 1; D stakes 1; E stakes 1")
    played.play("C shows Ah 9s Qd Kc 3s; D shows 6h 8s 2h Ad 5c; E shows 8d 2s 4d 6d Qh")
    assert played.awards() == {"C": 10}


def test_law_41_a_hand_that_was_thrown_away_is_not_in_the_pack() -> None:
    played = ten(f"deal F: {ACES};" + TEN.removeprefix("deal;"))
    played.do(CollectDiscards(announced={"C": 3}))
    assert played.refusal(Draw(discard=3, cards=("Ah", "2s", "3s"))) == (1, "card_twice")


def test_laws_40_41_an_exposed_card_is_not_among_those_left() -> None:
    played = ten(TEN + "; C exposes Ah irregularly")
    assert (cards_left(played.game), cards_unexposed(played.game)) == (2, 1)
    assert played.refusal("C draws 2") == (41, "pack_too_short")
    assert played.refusal(CollectDiscards(announced={"C": 1})) == (41, "pack_suffices")
    played.do(CollectDiscards(announced={"C": 2}))
    played.do(Draw(discard=2, cards=("Ah", "2s")))


def test_laws_40_41_with_nothing_left_to_collect_the_exposed_card_is_drawn_after_all() -> None:
    played = ten()
    played.do(CollectDiscards(announced={"C": 3, "D": 2}))
    played.play("C draws 3; D exposes Ah irregularly; D exposes Ad irregularly; D exposes Ac irregularly")
    assert cards_unexposed(played.game) == 1
    assert played.refusal(CollectDiscards()) == (41, "nothing_to_collect")
    played.do(Draw(discard=2, cards=("As", "Ah")))
    played.play("E draws 0; C stakes 1; D stakes 1; E passes; C shows 2h 3h 4d 6s 9s; D shows As Ah Kh Qh 7h")
    assert played.awards() == {"D": 9}


@pytest.mark.parametrize(
    ("acts", "announced", "cut_by", "code"),
    [
        (TEN, {"C": 2}, None, "pack_suffices"),
        (TEN + "; C draws 2", {"D": 3}, "B", "not_to_cut"),
    ],
)
def test_law_41_discards_are_collected_only_when_the_pack_is_too_short(
    acts: str, announced: dict[str, int] | None, cut_by: str | None, code: str
) -> None:
    assert ten(acts).refusal(CollectDiscards(announced=announced, cut_by=cut_by)) == (41, code)


@pytest.mark.parametrize("announced", [{"C": 2}, {"F": 3}, {"D": 6}])
def test_law_41_those_announce_who_have_a_draw_before_them(announced: dict[str, int]) -> None:
    with pytest.raises(Invalid):
        ten(TEN + "; C draws 2").do(CollectDiscards(announced=announced))


def test_law_37_a_discard_that_went_through_the_pack_may_be_drawn_and_shown_by_another() -> None:
    played = ten(TEN.replace("deal;", f"deal C: {ACES}; D: {KINGS};") + "; C draws 5c 6d")
    assert played.refusal(Draw(discard=2, cards=("5c", "6d")))[0] in (1, 41)
    played.do(CollectDiscards(announced={"D": 3}))
    played.play("D draws 5h 6c 9d -> 5c 6d 5h; E draws 0; C stakes 1; D stakes 1; E passes")
    assert played.refusal("C shows Ah Ad 9s 5c 2s") == (1, "card_twice")
    played.play("C shows Ah Ad 9s 2s 3s; D shows Kh Kd 5c 6d 5h")
    assert played.awards() == {"D": 9}


def test_law_51_how_many_were_collected_is_not_told_to_the_players() -> None:
    played = ten(TEN + "; C draws 2")
    played.do(CollectDiscards(announced={"D": 3}))
    seen = known_to(played, "E")[-1]
    assert isinstance(seen, DiscardsCollected)
    assert (seen.collected, seen.announced) == (None, None)
    assert fold(known_to(played, "E")).collected == 0
