"""PokerKit replays every hand in PHH to the recorded stacks, or the hand holds the reason why it cannot."""

import subprocess
import sys
import tomllib
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from pokerkit import HandHistory

from ledger.afterwards.game_corrections import Insertion, Slips, correct
from ledger.afterwards.payout import pay, void
from ledger.application.club_books import ClubBooks
from ledger.articles import Kitty
from ledger.events.club import ClubFounded, MemberJoined, SittingRegistered
from ledger.exports import phh
from ledger.exports.hands.standard import standard_merit
from ledger.exports.views import ClubView
from ledger.gamefile import parse
from ledger.gamefile import play as play_file
from ledger.gamefile.rehearsal import SITTING
from ledger.play.commands import Stake
from ledger.telling.redaction import Reader
from poolbook import pokerkit_draw
from tests.exports.books import CLUB, OWNER, SEEDS, Shelf, evening, games_of, view_of
from tests.games.test_games import FILES
from tests.play.table import ACES, KINGS, QUEENS, Table, articles, cards
from tests.projections.evenings import Writer, played

pokerkit_draw.teach()


def hands(view: ClubView) -> list[HandHistory]:
    return list(HandHistory.loads_all("".join(phh.write(view))))


def replay(hand: HandHistory) -> list[int]:
    """The stacks after PokerKit's replay. Fails if PokerKit warns of anything but a pass with nothing to meet, adds an
    act of its own, or stops before the end."""
    taken = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "There is no reason for this player to fold", UserWarning)
        for state, action in hand.state_actions:
            last = state
            taken += [action] if action is not None else []
    assert taken == list(hand.actions), "the reader mended the file in silence"
    assert not last.status, "the hand does not come to its end"
    return list(last.stacks)


def check(view: ClubView) -> Iterator[str]:
    """Check that every hand is replayed to the recorded stacks, or says why not. Yields the codes and the reasons."""
    written = hands(view)
    games = games_of(view)
    assert len(written) == len(games)
    for hand, game in zip(written, games, strict=True):
        notes = hand.user_defined_fields
        document = game.game.settlement
        funds = {m: n - document.advances.get(m, 0) for m, n in document.funds.items()}
        assert list(hand.finishing_stacks) == [funds[game.begun.table[seat - 1]] for seat in hand.seats]
        reward = document.reward.amount if document.reward else 0
        taken_out = notes["_kitty"] + notes["_carried_out"] - reward
        assert sum(hand.finishing_stacks) == sum(hand.starting_stacks) + notes["_carried_in"] - taken_out
        assert HandHistory.loads(hand.dumps()) == hand
        if "_unreplayable" in notes:
            yield notes["_unreplayable"]
            continue
        left = [stack + more for stack, more in zip(replay(hand), notes["_beside"], strict=True)]
        assert left == list(hand.finishing_stacks)
        assert sum(notes["_beside"]) == notes["_carried_in"] - notes["_kitty"] + reward
        yield hand.variant


@pytest.mark.parametrize("seed", SEEDS)
def test_every_hand_is_replayed_to_the_recorded_stacks_or_says_why_not(seed: int) -> None:
    assert Counter(check(evening(seed))).total() >= 5


def test_chance_meets_both_codes_and_the_common_reasons() -> None:
    met = Counter(fate for seed in SEEDS for fate in check(evening(seed)))

    reasons = " ".join(met)
    assert met["N2L1D"] > 20
    assert met["F5CD"] > 5
    for words in ("nobody opened", "openers (33)", "law 60"):
        assert words in reasons


@pytest.mark.slow
def test_hundreds_of_evenings_are_replayed_or_say_why_not() -> None:
    met = Counter(fate for seed in range(1000, 1150) for fate in check(view_of([played(seed, 6)])))
    met += Counter(fate for seed in range(1001, 1200, 2) for fate in check(evening(seed)))

    assert met["N2L1D"] + met["F5CD"] > 0.3 * met.total()


def last_hand(table: Table, **options: object) -> HandHistory:
    return hands(view_of([table], **options))[-1]  # type: ignore[arg-type]


def reason(hand: HandHistory) -> str:
    return hand.user_defined_fields["_unreplayable"]


def illustrated(**articles: object) -> Table:
    table = Table("ABCDE", ante=3, limit=12, funds=200, **articles).start("A")
    table.play("deal; C stakes 6; D passes; E stakes 6; A stakes 18; B stakes 15; B draws 2; C stakes 12; C draws 5")
    table.play("E passes; A draws 1; C stakes 6; A stakes 6; B stakes 18; C stakes 24; A passes; B stakes 12")
    return table.play(f"C shows {ACES}; B shows {KINGS}")


def test_the_illustrated_game_is_replayed_as_the_nearest_code_there_is() -> None:
    hand = last_hand(illustrated())

    assert hand.variant == "N2L1D"
    assert hand.players == ["C", "D", "E", "A", "B"]
    assert hand.seats == [3, 4, 5, 1, 2]
    assert list(hand.blinds_or_straddles) == [0, 0, 0, 0, 3]
    assert "p1 cbr 6" in hand.actions
    assert [act for act in hand.actions if " sm" in act][-1] == "p1 sm AhAd5c6d9s"
    assert replay(hand) == [278, 200, 194, 176, 152]


def test_a_bet_ahead_whose_turn_never_came_is_said_to_be_unreplayable() -> None:
    table = Table("ABC", ante=3, limit=12, funds=200).start("A")
    table.play("deal; C stakes 6; A stakes 6; B stakes 3; B draws 3; C draws 2; A draws 1")
    table.play("B stakes 6 irregularly; B passes irregularly; C stakes 6; A stakes 6")
    table.play(f"C shows {ACES}; A shows {KINGS}")

    assert "out of turn never counted" in reason(last_hand(table))


def test_the_kitty_and_what_was_carried_in_are_stated_beside_the_replay() -> None:
    table = Table("ABC", articles(3, 12, kitty=Kitty(amount=2, purpose="expenses")), funds=50).start("A")
    table.play("deal; C passes; A passes; B passes").start()
    table.play(f"deal; A stakes 6; B passes; C passes; A shows {ACES}")

    hand = last_hand(table)

    assert hand.user_defined_fields["_kitty"] == 2
    assert hand.user_defined_fields["_carried_in"] == 3
    assert hand.user_defined_fields["_beside"] == [1, 0, 0]
    assert [n + more for n, more in zip(replay(hand), [1, 0, 0], strict=True)] == list(hand.finishing_stacks)


def test_two_who_share_equally_are_both_shown_and_need_no_teaching() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C stakes 6; A stakes 6; B passes; C draws 0; A draws 0")
    table.play("C stakes 2; A stakes 2; C shows Ah Kd 9c 4d 2h; A shows Ad Kh 9s 4c 2c")

    hand = last_hand(table)

    assert hand.variant == "N2L1D"
    assert "_unreplayable" not in hand.user_defined_fields
    assert sorted(replay(hand)) == [47, 51, 52]


def show_demanded(reading: str) -> Table:
    table = Table("ABCDE", ante=3, limit=12, side_show_ante=reading, funds={**dict.fromkeys("ABCE", 100), "D": 11})
    table.start("A").play(
        "deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; C draws 0; D draws 0"
    )
    return table.play(f"C stakes 12; D demands a show; B stakes 12; C shows {KINGS}; D shows {ACES}; B shows {QUEENS}")


def test_a_division_by_claims_that_is_no_side_pot_says_so() -> None:
    assert reason(last_hand(show_demanded("besides"))).startswith("law 60")


def test_a_division_that_side_pots_give_as_well_is_replayed() -> None:
    hand = last_hand(show_demanded("within"))

    assert "_unreplayable" not in hand.user_defined_fields
    assert replay(hand) == list(hand.finishing_stacks)


def test_two_pairs_that_share_without_the_fifth_card_say_so() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C stakes 6; A stakes 6; B passes; C draws 0; A draws 0")
    table.play("C stakes 2; A stakes 2; C shows Kh Kd 8c 8d 2h; A shows Kc Ks 8s 8h Qc")

    assert "73" in reason(last_hand(table))


def test_what_the_table_paid_otherwise_is_replayed_as_it_was_paid_and_stated() -> None:
    table = illustrated()
    hand = last_hand(table, more=[pay(table.game_events[-1], {"B": 126}, "they read it otherwise")])

    assert dict(zip(hand.players, hand.winnings, strict=True))["B"] == 126
    assert replay(hand) == list(hand.finishing_stacks)
    assert "the table paid out otherwise than the laws award: p1 126" in hand.user_defined_fields["_notes"]


def test_what_the_table_paid_to_nobody_who_was_in_says_so() -> None:
    table = illustrated()
    hand = last_hand(table, more=[pay(table.game_events[-1], {"A": 100, "E": 26}, None)])

    assert reason(hand) == "the table paid out otherwise than the laws award"


def test_the_joker_says_so() -> None:
    table = Table("ABC", articles(variants=["joker"]), funds=50).start("A")
    table.play("deal; C stakes 6; A stakes 6; B passes; C draws 0; A draws 0; C stakes 2; A stakes 2")
    table.play("C shows Jo Kh 9c 4d 2h; A shows Ad Qh 9s 4c 2c")

    assert "joker" in reason(last_hand(table))


def test_a_game_that_runs_or_is_void_is_left_out() -> None:
    table = illustrated().start()
    assert len(hands(view_of([table]))) == 1
    ended = void(table.game_events[-1], "a game", table.seats, None)
    assert len(hands(view_of([table], more=[ended]))) == 1


def test_what_was_struck_is_not_told_and_what_stands_is() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C stakes 6; A passes; B passes")
    slips = Slips(strike=(2,), insert=(Insertion(1, Stake(player="C", amount=9)),))
    correction, _ = correct(table.game_events[-1], "game", slips, "it was nine")

    (hand,) = hands(view_of([table], more=[correction]))

    assert hand.actions[3:] == ["p1 cbr 9", "p2 f", "p3 f"]
    assert hand.hand == last_hand(table).hand
    assert replay(hand) == list(hand.finishing_stacks)


def test_what_cannot_be_replayed_is_told_in_words() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C passes; A passes; B passes")

    assert last_hand(table).user_defined_fields["_record"][-3:] == ["C passes", "A passes", "B passes"]
    assert "_record" not in last_hand(illustrated()).user_defined_fields


def small_raises() -> Table:
    table = Table("ABC", funds=50).start("A").play("deal; C stakes 6; A stakes 6; B stakes 3; B draws 0; C draws 0")
    return table.play(f"A draws 0; C passes; A stakes 9; B stakes 10; A stakes 1; B shows {KINGS}; A shows {ACES}")


def test_small_raises_need_our_own_code() -> None:
    hand = last_hand(small_raises())

    assert hand.variant == "F5CD"
    assert replay(hand) == list(hand.finishing_stacks)


def test_a_pass_with_nothing_to_meet_is_a_fold_of_which_the_reader_warns() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C stakes 6; A stakes 6; B stakes 3; B draws 0; C draws 0")
    table.play(f"A draws 0; C passes; A stakes 9; B stakes 9; A shows {ACES}; B shows {KINGS}")

    hand = last_hand(table)

    assert hand.variant == "N2L1D"
    assert replay(hand) == list(hand.finishing_stacks)
    with pytest.warns(UserWarning, match="There is no reason for this player to fold"):
        *_, last = hand
    assert list(last.stacks) == list(hand.finishing_stacks)


def test_a_main_and_a_side_pool_of_two_hands_need_our_own_code() -> None:
    hand = last_hand(show_demanded("within"))

    assert hand.variant == "F5CD"
    assert replay(hand) == list(hand.finishing_stacks)


def example(path: Path) -> ClubView:
    """A view of the sitting in a game file."""
    played_file = play_file(parse(path.read_text(encoding="utf-8")))
    assert played_file.sitting is not None
    shelf = Shelf()
    writer = Writer(shelf, CLUB)  # type: ignore[arg-type]
    writer.save([("club", ClubFounded(currency="GBP"))])
    writer.sittings = 1
    writer.save([("club", SittingRegistered(sitting=SITTING, number=1))])
    opened, *entries = played_file.sitting_events
    writer.save([(SITTING, replace(opened, held_on="1895-11-05")), *((SITTING, entry) for entry in entries)])
    for number, events in enumerate(played_file.game_events, start=1):
        writer.save([(f"game {number}", event) for event in events])
    return ClubView(ClubBooks(CLUB, shelf), "The Club", OWNER)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("files", "counted"),
    [
        pytest.param([path for path in FILES if path.parent.name == "demo"], (29, 2, 8), id="the demonstration club"),
        pytest.param(FILES, (69, 6, 58), id="and every worked example", marks=pytest.mark.slow),
    ],
)
def test_games_are_replayed_as_pokerkit_is_or_after_teaching_or_say_why_not(
    files: list[Path], counted: tuple[int, int, int]
) -> None:
    met = Counter(fate for path in files for fate in check(example(path)))

    stock, taught = met["N2L1D"], met["F5CD"]
    assert (stock, taught, met.total() - stock - taught) == counted


READS = """
import sys
from pokerkit import HandHistory
from pokerkit_draw import teach

def read(file):
    hands = list(HandHistory.loads_all(open(file).read()))
    return [(hand.variant, list(list(hand)[-1].stacks) == list(hand.finishing_stacks)) for hand in hands]

print(read(sys.argv[1]))
teach()
print(read(sys.argv[2]), "ledger" in sys.modules)
"""


def test_the_module_that_teaches_is_copied_and_needs_nothing_but_pokerkit(tmp_path: Path) -> None:
    (tmp_path / "pokerkit_draw.py").write_bytes(Path(pokerkit_draw.__file__).read_bytes())
    for name, table in {"stock": illustrated(), "taught": small_raises()}.items():
        (tmp_path / name).write_text("".join(phh.write(view_of([table]))), encoding="utf-8")
    command = [sys.executable, "-c", READS, "stock", "taught"]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert run.stdout.splitlines() == ["[('N2L1D', True)]", "[('F5CD', True)] False"]


def test_the_last_line_counts_what_needs_teaching_and_what_cannot_be_replayed() -> None:
    unopened = Table("ABC", funds=50).start("A").play("deal; C passes; A passes; B passes")
    text = "".join(phh.write(view_of([illustrated(), small_raises(), unopened])))
    assert text.splitlines()[-1] == (
        "# 3 games: PokerKit replays 1 as it is (N2L1D) and 1 after teach() of poolbook.pokerkit_draw (F5CD); "
        "1 it cannot (see _unreplayable)"
    )


def test_the_turn_that_went_round_without_a_bet_is_one_round_to_the_reader() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C stakes 6; A stakes 6; B stakes 3; B draws 0; C draws 0")
    table.play(
        f"A draws 0; C stands; A stands; B stands; C stakes 4; A stakes 4; B passes; C shows {ACES}; A shows {KINGS}"
    )

    assert replay(hand := last_hand(table)) == list(hand.finishing_stacks)


def test_names_of_any_kind_come_back_as_they_are() -> None:
    table = illustrated()
    named = {"A": 'A "quoted" \\ name', "B": "O'Brien", "C": "tab\tand\nline\x7f", "D": "Zoë 🂡", "E": ""}
    table.club_events = [
        replace(e, name=named[e.member]) if isinstance(e, MemberJoined) else e for e in table.club_events
    ]

    read = tomllib.loads("".join(phh.write(view_of([table]))))

    assert read["1"]["players"] == [named["C"], named["D"], "E", named["A"], named["B"]]


def test_a_player_is_told_no_hand_but_his_own_and_those_shown() -> None:
    table = Table("ABC", funds=50).start("A")
    table.play(f"deal A: {KINGS}; B: {ACES}; C: {QUEENS}; C stakes 6; A passes; B passes")
    mine, everybody = (" ".join(last_hand(table, reader=reader).actions) for reader in (Reader("player", "C"), OWNER))

    assert "".join(cards(QUEENS)) in mine
    for cards_of_others in (KINGS, ACES):
        assert "".join(cards(cards_of_others)) not in mine
        assert "".join(cards(cards_of_others)) not in everybody, "who has passed shows his hand to nobody (28)"


def ranked(*texts: str) -> list[tuple[int, ...]]:
    return [standard_merit(cards(text)) for text in texts]


def test_standard_ranking_knows_ten_to_ace_and_every_class() -> None:
    classes: Iterable[str] = (
        *("Ah Kh Qh Jh Th", "9d 9h 9s 9c 2d", "3d 3h 3c 9s 9d", "2d 5d 9d Jd Kd", "As Kd Qc Jh Ts", "5s 4d 3c 2h As"),
        *("7d 7h 7c Ks 2d", "Qd Qh 4c 4s 9d", "2d 2h Ac Ks Qd", "Ad Qh 9c 8s 7d"),
    )
    merits = ranked(*classes)

    assert merits == sorted(merits, reverse=True)
    assert len(set(merits)) == len(merits)
