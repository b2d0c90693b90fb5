"""Every route shows a reader what redaction lets him see and nothing else."""

import json
import re
from typing import Any

import pytest

from tests.api.house import Desk, House

HANDS = {
    "A": "2c 3c 4c 5c 7d",
    "B": "2s 3s 4s 5s 7s",
    "C": "Ah Ad 6c 6d 9s",
    "D": "2h 3h 4h 5h 7h",
    "E": "Kh Kd 8c 8d Ts",
}
DRAWN = {"B": ("7s", "9c"), "C": ("9s", "9d"), "E": ("Ts", "Tc")}


@pytest.fixture
def game(house: House) -> str:
    """A game in the betting, every card recorded; D and A have passed; C, E and B drew one card each."""
    game = house.begin(house.sit())
    hands = {house.member[p]: hand.split() for p, hand in HANDS.items()}
    house.scorekeeper.post(f"{game}/actions", {"action": "deal", "cards": hands, "note": "a word of the book"})
    house.play(game, "C stakes 6; D passes; E stakes 6; A passes; B stakes 3")
    for player, (out, drawn) in DRAWN.items():
        body = {"action": "draw", "player": house.member[player], "discard": [out], "cards": [drawn]}
        assert house.scorekeeper.post(f"{game}/actions", body).status_code == 201
    return game


def everything(desk: Desk, house: House, game: str) -> str:
    """Everything that a client can read of a game, as one text."""
    sitting = f"/v1/sittings/{desk.get(game).json['sitting']}"
    paths = [game, f"{game}/actions", f"{game}/replay", f"{game}/settlement", sitting, f"{sitting}/entries"]
    return "".join(desk.get(path).text for path in paths)


def cards_in(text: str) -> set[str]:
    """Every card in a text, alone or in a sentence."""
    return set(re.findall(r"(?<![0-9A-Za-z-])([2-9TJQKA][shdc])(?![0-9A-Za-z-])", text))


def drawn_numbers(desk: Desk, house: House, game: str) -> dict[str, Any]:
    """The numbers drawn, as the record and the replay have them for this desk."""
    record = desk.get(f"{game}/actions").json["items"]
    frames = desk.get(f"{game}/replay").json["frames"]
    events = record + [entry for frame in frames for entry in frame["entries"]]
    discarded: dict[str, Any] = {}
    for event in events:
        if event["type"] == "game.drew":
            discarded.setdefault(house.letter[event["player"]], set()).add(event["discarded"])
    return discarded


def own(player: str) -> set[str]:
    return {*HANDS[player].split(), *DRAWN.get(player, ())}


@pytest.mark.parametrize("player", "BCE")
def test_a_player_sees_his_own_cards_and_no_others_while_the_game_runs(house: House, game: str, player: str) -> None:
    desk = house.desk("player", player)
    assert cards_in(everything(desk, house, game)) == own(player)
    cards = house.by_letter(desk.get(game).json["cards"])
    assert {p for p, held in cards.items() if held is not None} == {player}
    assert len(cards[player]) == 5


@pytest.mark.parametrize("player", "AD")
def test_a_player_who_has_passed_sees_no_cards_at_all_his_own_among_them(house: House, game: str, player: str) -> None:
    assert cards_in(everything(house.desk("player", player), house, game)) == set()


@pytest.mark.parametrize("player", "ABCDE")
def test_a_player_is_told_no_number_that_another_drew(house: House, game: str, player: str) -> None:
    expected = {p: {1 if p == player else None} for p in DRAWN}
    assert drawn_numbers(house.desk("player", player), house, game) == expected


def test_the_notes_of_the_book_are_not_for_the_players(house: House, game: str) -> None:
    assert "a word of the book" in everything(house.owner, house, game)
    assert "a word of the book" not in everything(house.desk("player", "C"), house, game)


@pytest.mark.parametrize("role", ["owner", "scorekeeper", "auditor"])
def test_who_keeps_the_book_sees_all_but_the_hands_thrown_down(house: House, game: str, role: str) -> None:
    desk = house.owner if role == "owner" else house.desk(role)
    assert cards_in(everything(desk, house, game)) == own("B") | own("C") | own("E")


def test_after_the_game_the_numbers_are_told_and_buried_hands_stay_buried(house: House, game: str) -> None:
    house.play(game, "C stakes 6; E passes; B stakes 6; C shows Ah Ad 6c 6d 9d; B shows 2s 3s 4s 5s 9c")
    for desk in (house.owner, house.auditor, house.desk("player", "A")):
        cards_shown = cards_in(everything(desk, house, game))
        assert cards_shown >= {"Ah", "Ad", "6c", "6d", "9d"}
        assert not cards_shown & (own("A") | own("D") | own("E"))
        assert drawn_numbers(desk, house, game) == {p: {1} for p in DRAWN}


def test_a_hidden_card_changes_no_byte_that_another_player_is_shown(house: House) -> None:
    shown = []
    for hand in ("Ah Ad 6c 6d 9s", "Qh Qd Jc Jd Ts"):
        game = house.begin(house.sit())
        body = {"action": "deal", "cards": {house.member["C"]: hand.split()}}
        house.scorekeeper.post(f"{game}/actions", body)
        house.play(game, "C stakes 6")
        desk = house.desk("player", "B")
        read = [desk.get(path).json for path in (game, f"{game}/replay")]
        text = json.dumps(read).replace(game.rsplit("/", 1)[1], "game").replace(read[0]["sitting"], "sitting")
        shown.append(text)
    assert shown[0] == shown[1]


def test_a_repeat_is_answered_through_todays_redaction(house: House) -> None:
    game = house.begin(house.sit())
    body = {"action": "deal", "cards": {house.member["C"]: HANDS["C"].split()}}
    first = house.scorekeeper.post(f"{game}/actions", body, Idempotency_Key="the-deal")
    assert cards_in(first.text) == set(HANDS["C"].split())
    house.play(game, "C passes")
    again = house.scorekeeper.post(f"{game}/actions", body, Idempotency_Key="the-deal")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert cards_in(again.text) == set()


def test_a_player_reads_his_own_account_and_no_others(house: House) -> None:
    sitting = house.sit()
    items = house.desk("player", "C").get(f"{sitting}/entries").json["items"]
    assert [house.letter[item["player"]] for item in items] == ["C"]
    assert len(house.auditor.get(f"{sitting}/entries").json["items"]) == 5
