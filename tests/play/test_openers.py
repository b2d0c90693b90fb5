"""Law 33 in games: on which cards an opener is judged, and what becomes of one whose hand is foul or dealt anew.

A deals the unopened game, B deals the jack-pot for knaves that follows, C antes in it, D has the first say and opens.
"""

from typing import Any

import pytest

from ledger.articles import Kitty
from ledger.events.game import GameSettled
from ledger.telling.sentences import sentence
from tests.play.table import ACES, KINGS, KNAVES, QUEENS, TENS, Table

UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"
HEADS_UP = "D stakes 6; E stakes 6; A passes; B passes; C passes"
ALONE = "E passes; A passes; B passes; C passes"
BETS = "D stakes 2; E stakes 2"
BEATEN = "Tc 9h 6h 4s 2h"
POOL, PENALTY = 37, 6
"""What is in the pool when D and E have bet, and what a false opener pays."""


def jack_pot(acts: str = "", **terms: Any) -> Table:
    """A jack-pot for knaves, and acts in it."""
    return Table(**terms).start("A").play(UNOPENED).start().play(acts)


def penalties(table: Table) -> list[tuple[str, int]]:
    return [(fine.player, fine.amount) for fine in table.settlement.penalties]


def last_sentence(table: Table) -> str:
    ended = table.game_events[-1][-1]
    assert isinstance(ended, GameSettled)
    return sentence(ended, str)


@pytest.mark.parametrize(
    ("drawing", "shown", "proved"),
    [
        # how many he discarded    what he shows             has he proved openers
        ("D draws 0", "4d 4h 4s Th 2c", True),
        ("D draws 1", "4d 4h 5s 5c 2c", True),
        ("D draws 1", "Ah Kh Qh 9h 3h", False),  # a flush is five cards, and he kept four
        ("D draws 2", "4d 4h 4s Th 2c", True),  # the three that are best for him
        ("D draws 2", "4d 4h 5s 5c 2c", False),  # two pairs are four cards
        ("D draws 3", "4d 4h 4s Th 2c", False),
        ("D draws 3", "Jd Jh 4s Th 2c", True),
        ("D draws 3 -> Jd 4s Th", "Jd Jh 4s Th 2c", False),
        ("D draws 4", "Jd Jh 4s Th 2c", False),
        ("D draws 5", "Jd Jh Js Th 2c", False),
    ],
)
def test_law_33_unnamed_openers_are_judged_on_as_many_of_the_cards_shown_as_he_kept(
    drawing: str, shown: str, proved: bool
) -> None:
    table = jack_pot(f"deal; {HEADS_UP}; {drawing}; E draws 0; {BETS}; D shows {shown}; E shows 6c 7d 8s 3d 9s")
    assert penalties(table) == ([] if proved else [("D", PENALTY)])
    assert table.awards() == ({"D": POOL} if proved else {})


def test_law_33_the_joker_is_one_of_the_cards_he_kept() -> None:
    acts = f"deal; {HEADS_UP}; D draws {{n}}; E draws 0; {BETS}; D shows Jo Jd Td 5c 2c; E shows {BEATEN}"
    assert jack_pot(acts.format(n=3), variants=["joker"]).awards() == {"D": POOL}
    assert jack_pot(acts.format(n=4), variants=["joker"]).awards() == {}


@pytest.mark.parametrize("discarded", [4, 5])
def test_law_33_one_who_discarded_four_or_five_and_names_none_is_told_that_naming_proves_them(discarded: int) -> None:
    told = jack_pot(f"deal; {HEADS_UP}; D draws {discarded}; E draws 0; {BETS}; D shows {ACES}; E shows {BEATEN}")
    (fine,) = told.settlement.penalties
    assert fine.unnamed
    assert "proved by naming the cards first dealt to him" in last_sentence(told)
    named = jack_pot(f"deal; {HEADS_UP}; D draws {discarded}; E draws 0; {BETS}")
    named.play(f"D shows {ACES} with openers Jh Jd; E shows {BEATEN}")
    assert named.awards() == {"D": POOL}


@pytest.mark.parametrize(
    "acts",
    [
        f"deal; {HEADS_UP}; D draws 0; E draws 0; {BETS}; D shows {TENS}; E shows 9h 6h 5s 4s 2h",
        f"deal D: {TENS}; {HEADS_UP}; D draws 4; E draws 0; {BETS}; D shows Th Ac Kc Qc 9c; E shows 9h 6h 5s 4s 2h",
        f"deal; D stakes 6; {ALONE}; D passes irregularly",
    ],
)
def test_law_33_one_whose_first_hand_is_known_or_not_shown_is_told_nothing_of_naming(acts: str) -> None:
    table = jack_pot(acts)
    (fine,) = table.settlement.penalties
    assert not fine.unnamed
    assert "naming" not in last_sentence(table)


def test_law_33_honest_openers_that_came_back_after_a_reshuffle_are_not_refused() -> None:
    table = Table("ABCDEFGHIJ").start("A").play("deal")
    for _ in range(10):
        table.play(f"{table.to_act} passes")
    table.start().play("deal; D passes; E passes; F passes; G passes; H passes; I passes; J passes; A passes")
    table.play("B stakes 6; C stakes 3; C draws 2; collect announced B 3")
    # B has laid away Jh 3c 5d, and is given Jh again out of the discards.
    table.play("B draws 3 -> Jh 9d 8c; B stakes 1; C stakes 1")
    table.play(f"B shows Jh 9d 8c Jd 2s with openers Jh Jd 2s 3c 5d; C shows {BEATEN}")
    assert table.settlement.penalties == ()


def test_law_33_without_a_reshuffle_no_discard_comes_back() -> None:
    table = jack_pot(f"deal; {HEADS_UP}; D draws 3 -> Jh 9d 8c; E draws 0; {BETS}")
    assert table.refusal("D shows Jh 9d 8c Jd 2s with openers Jh Jd") == (33, "openers_drawn")
    assert table.refusal("D shows Jh 9d 8c Jd 2s with openers Jd 2s 9d 8c") == (33, "openers_not_kept")


def test_law_12_an_opener_is_judged_on_the_hand_he_held_when_he_opened() -> None:
    table = jack_pot(f"deal D: {KNAVES}; D stakes 6; misdeal wrong_count of E irregularly; deal D: {TENS}")
    table.play(f"{ALONE}; D shows {TENS}")
    assert table.awards() == {"D": 27}


def test_law_12_cards_of_the_new_deal_are_no_openers_of_one_who_opened_before_it() -> None:
    table = jack_pot(f"deal D: {TENS}; D stakes 6; misdeal wrong_count of E irregularly; deal D: {KNAVES}")
    table.play(f"{ALONE}; D shows {KNAVES}")
    assert (table.awards(), penalties(table), table.settlement.minimum) == ({}, [("D", PENALTY)], "Q")


@pytest.mark.parametrize(
    ("shown", "proved"),
    [
        (KNAVES, False),
        (f"{TENS} with openers Jh Jd", True),
        (f"{TENS} with openers Ah Ad", True),  # E shows one of them: the void deal's cards may be anybody's
        (f"{TENS} with openers 2h 3h", False),
    ],
)
def test_law_12_where_the_void_deal_is_not_recorded_he_names_what_he_opened_on(shown: str, proved: bool) -> None:
    table = jack_pot("deal; D stakes 6; misdeal wrong_count of B irregularly; deal; E stakes 6; A passes; B passes")
    table.play(f"C passes; D draws 3; E draws 0; {BETS}; D shows {shown}; E shows Ah 9h 6d 5s 2h")
    assert penalties(table) == ([] if proved else [("D", PENALTY)])
    assert [fine.unnamed for fine in table.settlement.penalties] == ([] if proved else ["openers" not in shown])


def test_law_12_after_two_misdeals_the_first_of_the_hands_is_the_one_he_opened_on() -> None:
    table = jack_pot(f"deal D: {KNAVES}; D stakes 6; misdeal wrong_count of E irregularly; misdeal uncut irregularly")
    table.play(f"deal D: {TENS}; misdeal wrong_count of A irregularly; deal; {ALONE}; D shows {TENS}")
    assert table.awards() == {"D": 27}


def test_law_12_what_was_exposed_of_the_void_deal_is_recorded_of_it() -> None:
    table = jack_pot("deal; D exposes Jh irregularly; D exposes Jd irregularly; D stakes 6")
    table.play(f"misdeal wrong_count of E irregularly; deal D: {TENS}; {ALONE}; D shows {TENS}")
    assert table.awards() == {"D": 27}


def test_law_12_openers_that_contradict_the_recorded_void_deal_are_refused() -> None:
    table = jack_pot(f"deal D: {TENS}; D stakes 6; misdeal wrong_count of E irregularly; deal; {ALONE}")
    assert table.refusal(f"D shows {KNAVES} with openers Jh Jd") == (33, "openers_not_dealt")


def test_law_12_where_stakes_are_returned_he_opens_on_the_new_deal() -> None:
    table = jack_pot(misdeal_stakes="returned")
    table.play(f"deal D: {TENS}; D stakes 6; misdeal wrong_count of E irregularly; deal D: {KNAVES}")
    table.play(f"D stakes 6; {ALONE}; D shows {KNAVES}")
    assert table.awards() == {"D": 27}


def test_law_33_with_64_an_opener_left_alone_whose_hand_is_foul_has_no_openers() -> None:
    table = jack_pot(f"deal; D stakes 6; {ALONE}; D holds 4 dealt irregularly")
    document = table.settlement
    assert (document.awards, penalties(table), document.refunds) == ((), [("D", PENALTY)], ())
    assert (document.carried_out, document.minimum) == (27 + PENALTY, "Q")
    assert document.laws == (33, 64)


def test_law_33_with_64_an_opener_left_alone_at_the_show_whose_hand_is_foul_has_no_openers() -> None:
    table = jack_pot(f"deal; {HEADS_UP}; D draws 1; E draws 1; {BETS}; E holds 6 drawn irregularly")
    assert (table.game.phase, table.to_act) == ("show", "D"), "he won, and shows his openers (33)"
    table.play("D holds 4 drawn irregularly")
    assert (table.awards(), penalties(table), table.settlement.minimum) == ({}, [("D", PENALTY)], "Q")
    assert table.settlement.carried_out == POOL + PENALTY


@pytest.mark.parametrize(("reading", "fines"), [("nothing", []), ("penalty", [("D", PENALTY)])])
def test_law_33_with_64_a_foul_opener_behind_a_sound_hand_has_none_either(
    reading: str, fines: list[tuple[str, int]]
) -> None:
    table = jack_pot(f"deal; {HEADS_UP}; D draws 1; E draws 1; {BETS}", false_opener_loses=reading)
    table.play("D holds 6 drawn irregularly")
    assert penalties(table) == fines
    assert table.awards() == {"E": POOL + sum(amount for _, amount in fines)}
    assert table.settlement.minimum is None


def with_a_reward(acts: str) -> Table:
    """A jack-pot at whose beginning 2 are in the kitty, which is a reward for a pair or better."""
    kitty = Kitty(amount=2, purpose="reward", hand_class="pair")
    table = Table(kitty=kitty).start("E").play("deal; B stakes 6; C passes; D passes; E passes; A passes")
    return table.start().play(UNOPENED).start().play(acts)


@pytest.mark.parametrize(
    ("others", "rewarded"), [(QUEENS, "E"), ("Tc 9h 6h 4s 2h", None)], ids=["the next of the class", "unclaimed"]
)
def test_law_33_a_false_opener_takes_no_reward(others: str, rewarded: str | None) -> None:
    table = with_a_reward(f"deal; {HEADS_UP}; D draws 5; E draws 0; {BETS}; D shows {ACES}; E shows {others}")
    document = table.settlement
    assert penalties(table) == [("D", PENALTY)]
    assert (document.reward and (document.reward.player, document.reward.amount)) == (rewarded and (rewarded, 2))
    assert table.sitting.kitty == (0 if rewarded else 2), "unclaimed it stands"


def test_law_33_a_false_opener_who_owes_nothing_takes_no_reward_either() -> None:
    table = with_a_reward(f"deal; {HEADS_UP}; D draws 4; E draws 0; {BETS}; D shows {KINGS}; E shows {ACES}")
    assert table.settlement.penalties == ()
    assert table.settlement.reward is not None
    assert (table.settlement.reward.player, table.settlement.reward.amount) == ("E", 4)


def test_law_33_an_opener_who_proved_his_openers_takes_the_reward() -> None:
    table = with_a_reward(f"deal; {HEADS_UP}; D draws 0; E draws 0; {BETS}; D shows {ACES}; E shows {QUEENS}")
    assert table.settlement.reward is not None
    assert (table.settlement.reward.player, table.settlement.reward.amount) == ("D", 4)
