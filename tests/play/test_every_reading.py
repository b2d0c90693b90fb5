"""For every value of every reading a game whose settlement it changes: no reading is without effect."""

from collections.abc import Callable

import pytest

from ledger.afterwards.what_if import turned_by
from ledger.articles import Kitty
from ledger.laws.readings import DEFAULTS, READINGS
from tests.play.table import ACES, KINGS, QUEENS, TENS, Table

UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"
STRADDLED = "C straddles; E straddles; A straddles; deal; B passes; C passes; D passes; E passes"


def shown(c: str, d: str, **terms: object) -> Table:
    """C and D play for an odd 23, and show these hands."""
    table = Table(**terms).start("A").play("deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0")
    return table.play(f"D draws 0; C stakes 4; D stakes 4; C shows {c}; D shows {d}")


def three_shown() -> Table:
    """C's queen beats D's knave once E is beaten; among all three hands the queens tie."""
    table = Table().start("A").play("deal; C stakes 6; D stakes 6; E stakes 6; A passes; B passes; C draws 0")
    table.play("D draws 0; E draws 0; C stands; D stands; E stands; C stakes 1; D stakes 1; E stakes 1")
    return table.play("C shows Kc Qd 5h 4s 2h; D shows Kd Js 8c 7h 3s; E shows Qh Tc 9d 6s 2c")


def demanded() -> Table:
    """C bets 12; D, who has 5 left, demands; B calls. D is best and C next."""
    table = Table(funds={"A": 50, "B": 50, "C": 50, "D": 11, "E": 50}).start("A")
    table.play("deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; C draws 0; D draws 0")
    return table.play(f"C stakes 12; D demands a show; B stakes 12; C shows {KINGS}; D shows {ACES}; B shows {QUEENS}")


def two_demanded(d: str, e: str) -> Table:
    """D demands for 10 and E for 14, behind a bet of 12 which B calls."""
    table = Table(funds={"A": 50, "B": 50, "C": 50, "D": 10, "E": 14}).start("A")
    table.play("deal; C stakes 6; D stakes 6; E stakes 6; A passes; B stakes 3; B draws 0; C draws 0; D draws 0")
    table.play("E draws 0; C stakes 12; D demands a show; E demands a show; B stakes 12; C shows Qh Qd 7c 9d 2s")
    return table.play(f"D shows {d}; E shows {e}; B shows Th Td 4c 9h 3c")


def demanded_before_the_draw() -> Table:
    table = Table("ABCD", funds={"A": 60, "B": 60, "C": 60, "D": 8}).start("A")
    table.play(
        "deal; C stakes 6; D stakes 6; A stakes 18; B passes; C stakes 12; C draws 0; D demands a show; A draws 0"
    )
    return table.play(f"C stakes 12; A stakes 12; C shows {QUEENS}; D shows {ACES}; A shows {TENS}")


def jack_pot(acts: str, **funds: int) -> Table:
    """B deals a jack-pot for knaves; C has the ante."""
    return Table(funds={**dict.fromkeys("ABCDE", 50), **funds}).start("A").play(UNOPENED).start().play(acts)


def straddled(opening: int) -> Table:
    """The ante of 2 is straddled to 4, 6 and 8; A, the last straddler, opens."""
    return Table(ante=2, limit=16).start("A").play(f"{STRADDLED}; A stakes {opening}")


def misdealt() -> Table:
    """C opens before the misdeal; the others throw their new cards down, and the pool is his."""
    table = Table().start("A").play("deal; C stakes 6; misdeal wrong_count of E irregularly; deal")
    return table.play("D passes; E passes; A passes; B passes")


EXAMPLES: dict[tuple[str, str], Callable[[], Table]] = {
    ("straddle_cap", "sum"): lambda: straddled(8),
    ("straddle_gap", "ends"): lambda: straddled(8),
    ("opening_minimum", "together"): lambda: straddled(8),
    # The least is lower under `ante`, and with it the most.
    ("opening_minimum", "ante"): lambda: straddled(16 + 16 - 8),
    ("jackpot_ante", "replaced"): lambda: jack_pot(
        f"deal; D stakes 6; E passes; A passes; B passes; C passes; D shows {TENS}"
    ),
    # C's stake would have gone back to him, and the say to C.
    ("misdeal_stakes", "returned"): misdealt,
    ("demand_when", "bet_raised"): demanded,
    ("short_draw", "draws"): demanded_before_the_draw,
    ("side_show_ante", "within"): demanded,
    ("side_show_dead", "claimed"): lambda: jack_pot(
        "deal; D stakes 6; E stakes 6; A passes; B passes; C passes; D draws 0; E draws 0; D stakes 12;"
        f"E demands a show; D shows {KINGS}; E shows {ACES}",
        E=15,
    ),
    ("side_show_next", "whole"): lambda: two_demanded("Ah Ad 3s 4d 7h", "Kh Kd 5c 6d 8s"),
    ("side_show_tie", "whole_pool"): lambda: two_demanded("Kh Kd 8h 8d 2d", "Ks Kc 8s 8c 9s"),
    ("untied_card", "all_hands"): three_shown,
    ("hearts", "flush_only"): lambda: shown("5h 6h 7h 8h 9h", "5s 6s 7s 8s 9s"),
    ("hearts", "top_card"): lambda: shown("5s 6d 7h 8c 9s", "5c 6s 7d 8s 9h"),
    ("hearts", "always"): lambda: shown("Kh Kd 8h 8d 2s", "Ks Kc 8s 8c Qd"),
    ("two_pair_fifth", "counts"): lambda: shown("Kh Kd 8h 8d 2s", "Ks Kc 8s 8c Qd"),
    ("joker_ace_ends", "law_71"): lambda: shown("Kc Qd Jh Ts Jo joker as Ah", "Ks Kd 9s 9c 2d", variants=["joker"]),
    ("blaze_cards", "highest"): lambda: shown("Ah Ad Ks Kd Qs", "Ac As Kh Qh Qc", variants=["blaze"]),
    ("blaze_aces", "plain"): lambda: shown("Ah Ad Ks Kd Qs", "Kh Kc Qd Qh Js", variants=["blaze"]),
    ("odd_counter", "carried"): lambda: shown("Kh Kd 8h 8d 2s", "Ks Kc 8s 8c Qd"),
    # Two are set aside, 21 are left to share.
    ("odd_counter", "kitty"): lambda: shown(
        "Kh Kd 8h 8d 2s", "Ks Kc 8s 8c Qd", kitty=Kitty(amount=2, purpose="expenses")
    ),
    ("false_opener_loses", "penalty"): lambda: jack_pot(
        "deal; D stakes 6; E stakes 6; A passes; B passes; C passes; D draws 0; E draws 0; D stakes 6; E stakes 6;"
        f"D shows {TENS}; E shows {ACES}"
    ),
}
"""A game under the defaults, for each other value, which that value by itself would have turned."""


def test_every_other_value_of_every_reading_has_its_example() -> None:
    others = {(n, v) for n, r in READINGS.items() for v in r.values if v != DEFAULTS[n]}
    assert set(EXAMPLES) == others


@pytest.mark.parametrize(("reading", "value"), EXAMPLES)
def test_the_value_turns_its_example(reading: str, value: str) -> None:
    table = EXAMPLES[reading, value]()
    assert dict(table.settlement.readings) == DEFAULTS
    turned = turned_by(table.game_events[-1], table.settlement)
    assert (reading, value) in {(reading_turned.reading, reading_turned.value) for reading_turned in turned}
