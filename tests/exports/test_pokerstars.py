"""A strict reader reads our PokerStars text back, and every hand accounts for all its counters."""

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from ledger.articles import Kitty
from ledger.events.club import MemberJoined
from ledger.exports import pokerstars
from ledger.exports.hands.pokerstars import BIG_BETS, eastern, stakes_of
from ledger.exports.hands.story import hand_number
from ledger.exports.safe_names import safe_names
from ledger.exports.views import ClubView
from ledger.telling.redaction import Reader
from tests.exports.books import OWNER, SEEDS, evening, games_of, view_of
from tests.exports.stars import Read, read
from tests.play.table import ACES, KINGS, QUEENS, Table, articles


def text(table: Table, **options: Any) -> str:
    return "".join(pokerstars.write(view_of([table], **options)))


def check(view: ClubView) -> int:
    """Check that every game is written with all its money, or named as left out. Returns how many were written."""
    hands, left_out = read("".join(pokerstars.write(view)))
    told_ids = {hand.id: hand for hand in hands}
    assert len(told_ids) == len(hands)
    out = [note.split()[2] for note in left_out]
    assert all("since" in note for note in left_out)
    games = {str(hand_number(1, game.begun.number)): game for game in games_of(view)}
    assert sorted([*told_ids, *out]) == sorted(games)
    for number, hand in told_ids.items():
        document = games[number].game.settlement
        assert sum(hand.won.values()) + hand.rake == hand.total
        assert sum(hand.put.values()) + hand.stp - sum(hand.back.values()) == hand.total
        assert hand.rake == document.kitty
        assert hand.summary == hand.won
        assert hand.big in BIG_BETS
        if hand.named:
            assert sum(hand.named.values()) == hand.total
            assert {p: n for p, n in hand.named.items() if p != "main pot"} == {
                p: n for p, n in hand.pots.items() if p != "main pot"
            }
            assert hand.named["main pot"] == hand.pots["main pot"] + hand.rake
        funds = {m: n - document.advances.get(m, 0) for m, n in document.funds.items()}
        assert {name: hand.finishing(name) for name in hand.stacks} == funds
    return len(hands)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_game_is_told_with_all_its_money_or_named_with_the_reason(seed: int) -> None:
    check(evening(seed))


def test_most_games_of_unruly_players_can_be_told() -> None:
    assert sum(check(evening(seed)) for seed in SEEDS if seed % 2) > 25


@pytest.mark.slow
def test_hundreds_of_evenings_are_told_or_named() -> None:
    assert sum(check(evening(seed)) for seed in range(2000, 2200)) > 400


def last_hand(table: Table, **options: Any) -> Read:
    return read(text(table, **options))[0][-1]


STRADDLED = """\
PokerStars Hand #1000001:  5 Card Draw Limit (4/8) - 1896/11/04 19:00:07 ET
Table 'Sitting 1' 4-max Seat #1 is the button
Seat 1: A (60 in chips)
Seat 2: B (60 in chips)
Seat 3: C (60 in chips)
Seat 4: D (60 in chips)
# GBP in minor units, an ante of 2 and a limit of 12
B: posts small blind 2
C: posts big blind 4
D: posts straddle 6
*** DEALING HANDS ***
A: raises 6 to 12
B: folds
C: calls 8
D: raises 6 to 18
C: calls 6
A: folds
C: discards 2 cards
D: stands pat
C: checks
D: bets 12
C: folds
Uncalled bet (12) returned to D
D collected 50 from pot
*** SUMMARY ***
Total pot 50 | Rake 0
Seat 1: A (button) folded before the Draw
Seat 2: B (small blind) folded before the Draw
Seat 3: C (big blind) folded after the Draw
Seat 4: D collected (50)
"""


def test_a_straddled_game_reads_as_its_reader_expects_it() -> None:
    table = Table("ABCD", ante=2, limit=12, funds=60).start("A").play("C straddles; D straddles; deal; A stakes 12")
    table.play(
        "B passes; C stakes 8; D stakes 12; C stakes 6; C draws 2; D draws 0; A passes; C stands; D stakes 12; C passes"
    )

    assert text(table) == STRADDLED


def test_two_empty_lines_stand_between_hands_and_none_within() -> None:
    written = "".join(pokerstars.write(evening(3)))

    blocks = written.split("\n\n\n")
    assert len(blocks) == len(read(written)[0]) > 1
    assert not [block for block in blocks if "\n\n" in block]


def test_a_jack_pot_has_antes_and_the_money_that_was_carried_into_it() -> None:
    table = Table("ABC", articles(3, 12, kitty=Kitty(amount=2, purpose="expenses")), funds=50).start("A")
    table.play("deal; C passes; A passes; B passes").start()
    table.play(f"deal; A stakes 6; B passes; C passes; A shows {ACES}")

    hand = last_hand(table)

    assert [player for kind, player, _ in hand.acts if kind == "ante"] == ["A", "B", "C"]
    assert (hand.stp, hand.rake, hand.total) == (3, 2, 18)


def test_what_the_format_cannot_tell_is_left_out_and_named() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C passes; A passes; B passes")

    assert text(table) == "# hand 1000001 is left out, since nobody opened and its pool was carried to a jack-pot\n"


def test_the_worked_example_of_a_show_demanded_collects_from_two_pots() -> None:
    table = Table("ABCDE", ante=3, limit=12, funds={**dict.fromkeys("ABCE", 100), "D": 11}, side_show_ante="within")
    table.start("A").play(
        "deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; C draws 0; D draws 0"
    )
    table.play(f"C stakes 12; D demands a show; B stakes 12; C shows {KINGS}; D shows {ACES}; B shows {QUEENS}")

    hand = last_hand(table)

    assert hand.pots == {"main pot": 33, "side pot": 14}
    assert "D: calls 5 and is all-in" in text(table)


def test_a_player_is_dealt_his_own_hand_and_the_club_nobodys() -> None:
    table = Table("ABC", funds=50).start("A").play(f"deal A: {KINGS}; C: {QUEENS}; C stakes 6; A passes; B passes")

    assert "Dealt to C [Qh Qd 7c 8d 2s]" in text(table, reader=Reader("player", "C"))
    assert "Kh" not in text(table, reader=Reader("player", "C"))
    assert "Dealt to" not in text(table, reader=OWNER)


NASTY = (
    "Seat 1: Bob ($5 in chips)",
    "Bob: folds",
    "Bob collected 5 from pot",
    "*** SUMMARY ***",
    "two\nlines",
    "# hand 1000001",
    "Carl (button)",
    "Uncalled bet (5)",
    "",
    " ",
    "x" * 3 + " [Ah]",
)


@pytest.mark.parametrize("name", NASTY)
def test_a_name_that_reads_like_a_line_gives_way_to_the_members_id(name: str) -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C stakes 6; A passes; B passes")
    table.club_events = [
        replace(e, name=name) if isinstance(e, MemberJoined) and e.member == "C" else e for e in table.club_events
    ]

    assert last_hand(table).won == {"C": 6}


def test_plain_names_stand_and_two_of_one_name_are_told_apart() -> None:
    names = {
        "a-1": "Anne O'Hara",
        "a-2": "J. de la Croix-Smith",
        "a-3": "Zoë",
        "a-4": "Bob",
        "a-5": "bob",
        "a:6": "x:y",
    }

    assert safe_names(names) == {
        "a-1": "Anne O'Hara",
        "a-2": "J. de la Croix-Smith",
        "a-3": "Zoë",
        "a-4": "a-4",
        "a-5": "a-5",
        "a:6": "member a 6",
    }


def test_the_header_names_stakes_that_readers_know() -> None:
    assert [stakes_of(ante) for ante in (1, 2, 3, 5, 10, 10**6)] == [4, 8, 16, 20, 40, 40000]


def test_the_hour_is_given_in_eastern_time() -> None:
    assert eastern(datetime(2026, 7, 1, 3, 30, tzinfo=UTC)) == "2026/06/30 23:30:00"
    assert eastern(datetime(2026, 12, 1, 3, 30, tzinfo=UTC)) == "2026/11/30 22:30:00"
