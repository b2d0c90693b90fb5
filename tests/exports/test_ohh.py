"""Every hand in Open Hand History fits a schema of its fields, and accounts for all its money."""

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ledger.afterwards.payout import pay
from ledger.articles import Kitty
from ledger.events.settlement import Settlement
from ledger.exports import ohh
from ledger.exports.views import ClubView
from tests.exports.books import SEEDS, evening, games_of, view_of
from tests.play.table import ACES, KINGS, QUEENS, TENS, Table, articles

WHOLE = {"type": "integer", "minimum": 0}
CARDS = {"type": "array", "items": {"type": "string", "pattern": "^[AKQJT98765432][hsdc]$"}}
ACTIONS = (
    *("Dealt Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead", "Fold", "Check"),
    *("Bet", "Raise", "Call", "Added Chips", "Add to Pot"),
)


def closed(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    """The schema of an object with these fields. Other fields must be our own, which begin with `x_`."""
    return {
        "type": "object",
        "required": list(required),
        "properties": {**required, **optional},
        "patternProperties": {"^x_": {}},
        "additionalProperties": False,
    }


ACTION = {
    **closed(
        {"action_number": {"type": "integer", "minimum": 1}, "action": {"enum": ACTIONS}, "amount": WHOLE}
        | {"is_allin": {"type": "boolean"}},
        player_id=WHOLE,
        cards={**CARDS, "minItems": 1},
    ),
    "if": {"properties": {"action": {"const": "Add to Pot"}}},
    "then": {"not": {"required": ["player_id"]}},
    "else": {"required": ["player_id"]},
}
ROUND = closed(
    {
        "id": WHOLE,
        "street": {"enum": ["Preflop", "Flop", "Showdown"]},
        "cards": {"type": "array", "maxItems": 0},
        "actions": {"type": "array", "items": ACTION},
    }
)
WIN = closed({"player_id": WHOLE, "win_amount": {"type": "integer", "minimum": 1}})
POT = closed(
    {"number": WHOLE, "amount": WHOLE, "rake": WHOLE, "jackpot": WHOLE, "player_wins": {"type": "array", "items": WIN}}
)
PLAYER = closed(
    {"id": WHOLE, "seat": WHOLE, "name": {"type": "string", "minLength": 1}, "starting_stack": WHOLE},
    display={"type": "string"},
)
HAND = closed(
    {
        "spec_version": {"const": "1.4.6"},
        "internal_version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "network_name": {"type": "string"},
        "site_name": {"type": "string"},
        "game_type": {"const": "Draw"},
        "table_name": {"type": "string"},
        "table_size": {"type": "integer", "minimum": 2},
        "game_number": {"type": "string", "pattern": r"^\d+$"},
        "start_date_utc": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
        "currency": {"const": "XPM"},
        "ante_amount": WHOLE,
        "small_blind_amount": WHOLE,
        "big_blind_amount": WHOLE,
        "bet_limit": closed({"bet_type": {"const": "FL"}, "bet_cap": {"const": 0}}),
        "dealer_seat": {"type": "integer", "minimum": 1},
        "flags": {"const": ["Observed"]},
        "players": {"type": "array", "minItems": 2, "items": PLAYER},
        "rounds": {"type": "array", "minItems": 1, "items": ROUND},
        "pots": {"type": "array", "minItems": 1, "items": POT},
    }
)
SCHEMA = Draft202012Validator(closed({"ohh": HAND}))

Hand = dict[str, Any]


def hands(view: ClubView) -> list[Hand]:
    """The hands of a file, which are separated by empty lines."""
    text = "".join(ohh.write(view))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    read = [json.loads(text_of_hand) for text_of_hand in text.split("\n\n")]
    for document in read:
        SCHEMA.validate(document)
    return [document["ohh"] for document in read]


def last_hand(table: Table, **options: Any) -> Hand:
    return hands(view_of([table], **options))[-1]


def acts(hand: Hand) -> list[dict[str, Any]]:
    return [act for betting_round in hand["rounds"] for act in betting_round["actions"]]


def put_in(hand: Hand) -> int:
    return sum(act["amount"] for act in acts(hand) if act["action"] != "Added Chips")


def summed(amounts: list[dict[str, int]], player: int, key: str = "amount") -> int:
    return sum(entry[key] for entry in amounts if entry["player_id"] == player)


def finishing(hand: Hand, player: int) -> int:
    """The stack of a player after the hand, from the figures of the hand."""
    spent = sum(a["amount"] for a in acts(hand) if a.get("player_id") == player and a["action"] != "Added Chips")
    won = sum(summed(pot["player_wins"], player, "win_amount") for pot in hand["pots"])
    back = summed(hand["x_uncalled"], player) + summed(hand["x_reward"], player)
    lent = sum(n["amount"] * ((n["player_id"] == player) - (n["lender_id"] == player)) for n in hand["x_loans"])
    paid = sum(n["amount"] * ((n["to"] == player) - (n["from"] == player)) for n in hand["x_payments"])
    return won + back + lent + paid - spent


def check(hand: Hand, document: Settlement) -> None:
    for pot in hand["pots"]:
        assert pot["amount"] == sum(w["win_amount"] for w in pot["player_wins"]) + pot["rake"] + pot["jackpot"]
    uncalled = sum(entry["amount"] for entry in hand["x_uncalled"])
    assert put_in(hand) - uncalled == sum(pot["amount"] for pot in hand["pots"])
    assert sum(pot["jackpot"] for pot in hand["pots"]) == document.kitty + document.carried_out
    assert [pot["number"] for pot in hand["pots"]] == list(range(len(hand["pots"])))
    for betting_round in hand["rounds"]:
        assert all(a["action_number"] < b["action_number"] for a, b in pairwise(betting_round["actions"]))
    assert not [act for act in hand["rounds"][0]["actions"] if act["action"] == "Bet"]
    for player in hand["players"]:
        assert player["starting_stack"] + finishing(hand, player["id"]) == player["x_finishing_stack"]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_hand_keeps_the_schema_and_accounts_for_its_money(seed: int) -> None:
    view = evening(seed)
    written, games = hands(view), games_of(view)

    assert len({hand["game_number"] for hand in written}) == len(written) == len(games)
    for hand, game in zip(written, games, strict=True):
        check(hand, game.game.settlement)


def test_an_act_says_what_was_put_in_by_it() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C stakes 6; A stakes 18; B stakes 15; B draws 1; C passes")
    table.play("A draws 2; A stands; B passes")

    stakes = [(act["action"], act["amount"]) for act in acts(last_hand(table)) if act["amount"]]

    assert stakes == [("Post SB", 3), ("Raise", 6), ("Raise", 18), ("Call", 15)]


def test_draws_stand_apart_and_known_cards_are_dealt_at_the_head_of_the_round() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C stakes 6; A stakes 6; B passes; C draws 2c 3d -> 4h 5h")
    table.play("A draws 0; C stakes 2; A passes")

    hand = last_hand(table)

    assert hand["x_draws"] == [{"player_id": 3, "count": 2}, {"player_id": 1, "count": 0}]
    assert hand["rounds"][1]["actions"][0] == {
        "action_number": 1,
        "player_id": 3,
        "action": "Dealt Cards",
        "amount": 0,
        "is_allin": False,
        "cards": ["4h", "5h"],
    }


def test_a_pool_that_nobody_opened_is_carried_out_and_added_to_the_next() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C passes; A passes; B passes").start()
    table.play(f"deal; A stakes 6; B passes; C passes; A shows {ACES}")

    first, second = hands(view_of([table]))

    assert first["pots"] == [{"number": 0, "amount": 3, "rake": 0, "jackpot": 3, "player_wins": [], "x_carried_out": 3}]
    assert second["rounds"][0]["actions"][0] == {
        "action_number": 1,
        "action": "Add to Pot",
        "amount": 3,
        "is_allin": False,
    }
    assert Counter(act["action"] for act in acts(second))["Post Ante"] == 3


def test_the_kitty_is_the_jackpot_of_the_main_pool() -> None:
    table = Table("ABC", articles(3, 12, kitty=Kitty(amount=2, purpose="expenses")), funds=50).start("A")
    table.play("deal; C stakes 6; A passes; B passes")

    (pot,) = last_hand(table)["pots"]

    assert (pot["amount"], pot["jackpot"], pot["player_wins"]) == (6, 2, [{"player_id": 3, "win_amount": 4}])


def test_the_worked_example_of_a_show_demanded_has_a_main_and_a_side_pool() -> None:
    table = Table("ABCDE", ante=3, limit=12, funds={**dict.fromkeys("ABCE", 100), "D": 11}).start("A")
    table.play("deal; C stakes 6; D stakes 6; E passes; A passes; B stakes 3; B draws 0; C draws 0; D draws 0")
    table.play(f"C stakes 12; D demands a show; B stakes 12; C shows {KINGS}; D shows {ACES}; B shows {QUEENS}")

    pots = last_hand(table)["pots"]

    assert [pot["player_wins"] for pot in pots] == [
        [{"player_id": 4, "win_amount": 36}],
        [{"player_id": 3, "win_amount": 11}],
    ]


def test_a_false_opener_pays_into_the_pool_that_is_carried() -> None:
    table = Table("ABCD", ante=2, limit=8, funds=50).start("D").play("deal; B passes; C passes; D passes; A passes")
    table.start().play(f"deal; C stakes 4; D passes; A passes; B passes; C shows {TENS}")

    hand = last_hand(table)

    assert [(a["player_id"], a["amount"], a["x_law"]) for a in acts(hand) if a["action"] == "Post Dead"] == [(3, 4, 33)]
    assert hand["x_carried_out"] == 20


def test_what_the_table_paid_stands_in_the_pools_and_what_the_laws_award_beside_them() -> None:
    table = Table("ABC", funds=50).start("A").play("deal; C stakes 6; A stakes 6; B passes; C draws 0; A draws 0")
    table.play(f"C stakes 2; A stakes 2; C shows {ACES}; A shows {KINGS}")

    hand = last_hand(table, more=[pay(table.game_events[-1], {"A": 19}, None)])

    assert hand["pots"][0]["player_wins"] == [{"player_id": 1, "win_amount": 19}]
    assert hand["x_awarded"] == [{"player_id": 3, "amount": 19}]


def test_counters_borrowed_in_the_game_are_added_when_they_were() -> None:
    table = (
        Table("ABC", funds=20)
        .start("A")
        .play("deal; C stakes 6; A borrows 5 of the bank; A stakes 6; B passes; C passes")
    )

    hand = last_hand(table)

    assert [(a["player_id"], a["amount"]) for a in acts(hand) if a["action"] == "Added Chips"] == [(1, 5)]
    assert hand["x_loans"] == [{"player_id": 1, "lender_id": None, "amount": 5}]
