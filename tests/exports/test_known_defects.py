"""Known defects of other exporters of hand histories, looked for in all three of our formats."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from pokerkit import HandHistory

from ledger.exports import ohh, phh, pokerstars
from ledger.exports.views import ClubView
from poolbook import pokerkit_draw
from tests.exports.books import evening, view_of
from tests.exports.stars import read
from tests.exports.test_ohh import acts, hands
from tests.play.table import ACES, KINGS, QUEENS, Table

pokerkit_draw.teach()


def stars(view: ClubView) -> Any:
    return read("".join(pokerstars.write(view)))[0][-1]


def toml(view: ClubView) -> HandHistory:
    return list(HandHistory.loads_all("".join(phh.write(view))))[-1]


def json_of(view: ClubView) -> Any:
    return hands(view)[-1]


def last_stacks(hand: HandHistory) -> list[int]:
    return list(list(hand)[-1].stacks)


def shared() -> ClubView:
    """A view of a game in which two equal hands share a pool of 19; the elder has the odd counter."""
    table = Table("ABC", funds=50).start("A").play("deal; C stakes 6; A stakes 6; B passes; C draws 0; A draws 0")
    return view_of([table.play("C stakes 2; A stakes 2; C shows Ah Kd 9c 4d 2h; A shows Ad Kh 9s 4c 2c")])


def two_pools() -> ClubView:
    """A view of a game in which a player who demanded a show takes 33, and the next best hand takes the other 14."""
    table = Table("ABCDE", ante=3, limit=12, side_show_ante="within", funds={**dict.fromkeys("ABCE", 100), "D": 11})
    table.start("A").play("deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; C draws 0")
    table.play("D draws 0; C stakes 12; D demands a show; B stakes 12")
    return view_of([table.play(f"C shows {KINGS}; D shows {ACES}; B shows {QUEENS}")])


def wins(view: ClubView) -> list[dict[int, int]]:
    return [{w["player_id"]: w["win_amount"] for w in pot["player_wins"]} for pot in json_of(view)["pots"]]


def test_a_pool_that_two_collect_is_not_doubled() -> None:
    view = shared()

    hand = stars(view)
    assert (hand.total, sum(hand.won.values())) == (19, 19)
    assert [pot["amount"] for pot in json_of(view)["pots"]] == [19]
    assert sum(toml(view).winnings) == 19


def test_a_jack_pots_antes_are_the_players_own_and_no_bet_of_theirs() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C passes; A passes; B passes").start()
    view = view_of([table.play(f"deal; A stakes 6; B passes; C passes; A shows {ACES}")])

    assert Counter(kind for kind, _, _ in stars(view).acts)["ante"] == 3
    assert toml(view).antes == [3, 3, 3]
    assert list(toml(view).blinds_or_straddles) == [0, 0, 3]
    posted = [act["amount"] for act in acts(json_of(view)) if act["action"] == "Post Ante"]
    assert posted == [3, 3, 3]
    assert json_of(view)["ante_amount"] == 3


def test_a_straddle_is_no_voluntary_bet() -> None:
    table = Table("ABCD", ante=2, limit=12, funds=60).start("A").play("C straddles; D straddles; deal; A stakes 12")
    view = view_of([table.play("B passes; C passes; D passes")])

    voluntary = {"calls", "bets", "raises"}
    assert [player for kind, player, _ in stars(view).acts if kind in voluntary] == ["A"]
    assert [(a["action"], a["amount"]) for a in acts(json_of(view)) if a["amount"]] == [
        ("Post SB", 2),
        ("Post BB", 4),
        ("Straddle", 6),
        ("Raise", 12),
    ]
    hand = toml(view)
    assert list(hand.blinds_or_straddles) == [4, 6, 0, 2]
    assert [act for act in hand.actions if act.startswith("p")] == ["p3 cbr 12", "p4 f", "p1 f", "p2 f"]


def test_side_pools_are_as_large_as_what_was_staked_for_them() -> None:
    view = two_pools()

    assert dict(stars(view).pots) == {"main pot": 33, "side pot": 14}
    assert wins(view) == [{4: 33}, {3: 14}]
    assert last_stacks(toml(view)) == list(toml(view).finishing_stacks)


def test_a_side_pool_is_no_shared_pool_and_a_shared_pool_has_no_side() -> None:
    assert len(json_of(shared())["pots"]) == 1
    assert stars(shared()).named == {}
    assert set(stars(shared()).pots) == {"pot"}
    assert [len(winners) for winners in wins(two_pools())] == [1, 1]
    assert wins(shared()) == [{1: 9, 3: 10}]


def test_a_bet_that_nobody_met_comes_back_to_its_maker() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C stakes 6; A stakes 6; B passes; C draws 0; A draws 0")
    view = view_of([table.play("C stakes 12; A passes")])

    hand = stars(view)
    assert hand.back == {"C": 12}
    assert hand.total == 15
    assert hand.finishing("C") == 59
    assert [pot["amount"] for pot in json_of(view)["pots"]] == [15]
    assert json_of(view)["x_uncalled"] == [{"player_id": 3, "amount": 12}]
    assert last_stacks(toml(view)) == [59, 44, 47]


def test_of_a_bet_that_one_all_in_met_in_part_the_rest_comes_back() -> None:
    table = Table("ABC", ante=3, limit=12, side_show_ante="within", funds={"A": 10, "B": 50, "C": 50}).start("A")
    table.play("deal; C stakes 6; A stakes 6; B passes; C draws 0; A draws 0; C stakes 12; A demands a show")
    view = view_of([table.play(f"C shows {KINGS}; A shows {ACES}")])

    assert stars(view).back == {"C": 8}
    assert stars(view).won == {"A": 23}
    assert [pot["amount"] for pot in json_of(view)["pots"]] == [23]
    assert last_stacks(toml(view)) == list(toml(view).finishing_stacks)


def test_nobody_collects_more_than_the_pool() -> None:
    for seed in range(12):
        for hand in read("".join(pokerstars.write(evening(seed))))[0]:
            assert sum(hand.won.values()) <= hand.total
        for hand in hands(evening(seed)):
            for pot in hand["pots"]:
                assert sum(win["win_amount"] for win in pot["player_wins"]) <= pot["amount"]


def numbers(views: Iterable[ClubView]) -> list[list[str]]:
    """The numbers of all hands in the three formats, for several views."""
    return [
        [
            *(hand.id for hand in read("".join(pokerstars.write(view)))[0]),
            *(str(hand.hand) for hand in HandHistory.loads_all("".join(phh.write(view)))),
            *(hand["game_number"] for hand in hands(view)),
        ]
        for view in views
    ]


def test_a_hand_has_the_same_number_at_every_export() -> None:
    table = Table("ABC", funds=90).start("A").play("deal; C stakes 6; A passes; B passes")
    early = view_of([table])
    first, again = numbers([early, early])
    assert first == again == ["1000001"] * 3
    table.start().play("deal; A stakes 6; B passes; C passes")
    later = view_of([table])

    assert numbers([later])[0] == ["1000001", "1000002"] * 3
    assert "".join(ohh.write(later)).startswith("".join(ohh.write(early)))


def test_hands_of_two_sittings_have_numbers_of_their_own() -> None:
    tables = [Table("ABC", funds=90).start("A").play("deal; C stakes 6; A passes; B passes") for _ in range(2)]

    assert numbers([view_of(tables)])[0] == ["1000001", "2000001"] * 3
