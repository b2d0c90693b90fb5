"""Corrections over HTTP: of games, of a sitting's book, what-if, void games, payments, unsealings."""

from typing import Any
from uuid import UUID

import pytest

from ledger.store import SharedDatastore
from projections.rebuild import digest, rebuild
from projections.tables import ReadTables
from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.api.problems import forbidden_by

C_BEATS_D = """
    deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0; C stakes 5; D stakes 5
    C shows Ah Ad 5c 6d 9s; D shows Kh Kd 5h 6c 9d
"""
QUEENS = "C shows Qh Qd 7c 8d 2s"


def inserted(house: House, after: int, text: str) -> dict[str, Any]:
    return {"after": after, "action": house.act(text)}


def correction(house: House, strike: list[int] = (), insert: list[tuple[int, str]] = (), **more: Any) -> dict[str, Any]:
    put_in = [inserted(house, *insertion) for insertion in insert]
    return {"strike": list(strike), "insert": put_in, "reason": "a slip of the pen", **more}


def test_a_running_game_is_corrected_and_the_record_keeps_what_was_struck(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal; C stakes 6; D stakes 6")
    answer = house.scorekeeper.post(f"{game}/corrections", correction(house, [2], [(2, "C stakes 5")]))
    assert (answer.status_code, answer.json["law"], answer.json["step"]) == (422, 25, 4)
    answer = house.scorekeeper.post(
        f"{game}/corrections", correction(house, [2, 3], [(2, "C stakes 9"), (3, "D stakes 9")])
    )
    assert answer.status_code == 201, answer.text
    assert (answer.json["settlement"], answer.json["affected"]) == (None, [])
    assert answer.json["game"]["pool"] == 21
    assert answer.json["position"] == house.position()
    items = house.auditor.get(f"{game}/actions").json["items"]
    assert [(i["step"], i["struck"], i["inserted"]) for i in items] == [
        (1, False, False),
        (2, True, False),
        (3, True, False),
        (4, False, True),
        (5, False, True),
        (None, False, False),
    ]
    assert (items[-1]["strikes"], items[-1]["inserts"], items[-1]["reason"]) == ([2, 3], [4, 5], "a slip of the pen")
    assert house.play(game, "E passes")["step"] == 6
    frames = house.auditor.get(f"{game}/replay?beside=written").json
    assert [f["step"] for f in frames["frames"]] == [0, 1, 4, 5, 6]
    assert [e["struck"] for e in frames["frames"][1]["entries"]] == [False, True, True]
    assert [f["step"] for f in frames["beside"]["frames"]] == [0, 1, 2, 3]
    assert house.desk("player", "A").get(f"{game}/actions").json["items"][-2]["reason"] is None


def test_a_correction_refused_for_turn_says_whose_turn_it_is_at_that_step_and_what_he_may_do(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal; C passes; D stakes 6; E passes")
    offered = house.scorekeeper.get(f"{game}/replay?step=2").json["frames"][0]["legal"]
    answer = house.scorekeeper.post(f"{game}/corrections", correction(house, [3]))
    forbidden_by(answer, 23, "out_of_turn")
    assert (answer.json["step"], answer.json["to_act"]) == (4, house.member["D"])
    assert answer.json["legal"] == offered
    assert answer.json["detail"] == "it is another player's turn: D may stake 6 to 15 or pass"


def test_a_settled_game_is_corrected_and_everything_follows(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, C_BEATS_D)
    asked = correction(house, [11], [(11, QUEENS)])
    tried = house.desk("player", "A").post(f"{game}/what-if", {"strike": [11]})
    assert tried.json["type"].endswith("refused"), tried.text
    expected = house.scorekeeper.post(f"{game}/what-if", {k: asked[k] for k in ("strike", "insert")})
    assert expected.status_code == 200, expected.text
    position = house.position()
    answer = house.scorekeeper.post(f"{game}/corrections", asked, Idempotency_Key="once")
    assert house.position() > position
    assert answer.json["settlement"] == house.owner.get(f"{game}/settlement").json
    assert expected.json == {**answer.json["settlement"], "affected": []}
    assert house.by_letter(house.owner.get(sitting).json["funds"]) == {"A": 100, "B": 97, "C": 89, "D": 114, "E": 100}
    house.follow()
    results = house.owner.get(f"{sitting}/results").json["items"]
    assert {house.letter[r["player"]]: (r["net"], r["won"]) for r in results}["D"] == (14, 1)
    listed = house.owner.get(f"{sitting}/games").json["items"][0]
    assert (listed["phase"], listed["pool"], listed["carried_out"]) == ("settled", 25, 0)
    again = house.scorekeeper.post(f"{game}/corrections", asked, Idempotency_Key="once")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json == answer.json
    entries = house.owner.get(f"{sitting}/entries").json["items"]
    assert entries[-1]["type"] == "sitting.game_corrected"


def test_a_game_affected_is_mended_before_the_sitting_closes(house: House) -> None:
    sitting = house.sit()
    first = house.begin(sitting)
    house.play(first, "deal; C passes; D passes; E passes; A passes; B passes")
    second = house.begin(sitting, None)
    house.play(second, "deal; D passes; E passes; A passes; B passes; C passes")
    second_id, asked = second.rsplit("/", 1)[1], correction(house, [6], [(6, "B stakes 6")])
    for desk in (house.scorekeeper, house.desk("player", "A")):
        foreseen = desk.post(f"{first}/what-if", {part: asked[part] for part in ("strike", "insert")})
        assert foreseen.json["affected"] == [second_id], foreseen.text
    answer = house.scorekeeper.post(f"{first}/corrections", asked)
    assert answer.status_code == 201, answer.text
    assert answer.json["affected"] == [second_id]
    assert house.scorekeeper.post(f"{sitting}/close").json["code"] == "affected_games"
    third = house.begin(sitting, None)
    refused = house.scorekeeper.post(f"{second}/corrections", {"rebase": True, "reason": "no jack-pot"})
    assert refused.json["code"] == "game_running"
    voided = house.scorekeeper.post(f"{third}/void", {"reason": "mistake", "agreed_by": list(house.member.values())})
    assert voided.status_code == 201, voided.text
    assert voided.json["game"]["phase"] == "void"
    mended = house.scorekeeper.post(f"{second}/corrections", {"rebase": True, "reason": "no jack-pot"})
    assert mended.status_code == 201, mended.text
    assert (mended.json["affected"], mended.json["settlement"]["carried_out"]) == ([], 3)
    body = house.owner.get(sitting).json
    assert (body["carried"], body["jack_pot"], body["game"]) == (3, {"minimum": "J"}, None)
    house.follow()
    listed = house.owner.get(f"{house.path}/sittings").json["items"][0]
    assert (listed["carried"], listed["jack_pot"], listed["game"]) == (3, {"minimum": "J"}, None)
    assert [g["phase"] for g in house.owner.get(f"{sitting}/games").json["items"]] == ["settled", "unopened", "void"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"reason": "nothing"}, 422),
        ({"strike": [99], "reason": "no such"}, 422),
        ({"strike": [1]}, 422),
        ({"strike": [0], "reason": "x"}, 422),
        ({"strike": [True], "reason": "x"}, 422),
        ({"insert": [{"after": 1, "action": {"action": "dance"}}], "reason": "x"}, 422),
        ({"insert": [{"after": 1, "action": "pass"}], "reason": "x"}, 422),
        ({"insert": [{"after": 1}], "reason": "x"}, 422),
        ({"insert": [{"after": 9, "action": {"action": "pass"}}], "reason": "x"}, 422),
        ({"strike": [1], "reason": "  "}, 422),
        ({"strike": [1], "reason": "x", "unknown": 1}, 422),
        ({"rebase": True, "reason": "x"}, 422),
    ],
)
def test_a_correction_is_asked_for_properly(house: House, body: dict[str, Any], status: int) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal")
    position = house.position()
    assert house.scorekeeper.post(f"{game}/corrections", body).status_code == status
    assert house.position() == position


def test_corrections_are_for_those_who_keep_the_book(house: House) -> None:
    game = house.begin(house.sit())
    for desk in (house.auditor, house.desk("player", "A")):
        assert desk.post(f"{game}/corrections", correction(house, [1])).status_code == 403
    assert house.owner.post(f"{game}/unsealings", {"player": house.member["A"], "reason": "x"}).status_code == 403


def test_an_entry_of_a_sitting_is_struck_and_shown_as_struck(house: House) -> None:
    sitting = house.sit()
    answer = house.scorekeeper.post(f"{sitting}/corrections", {"strike": [5], "reason": "E has not paid"})
    assert answer.status_code == 201, answer.text
    assert (answer.json["id"], answer.json["struck"], answer.json["affected"]) == (6, [5], [])
    assert house.by_letter(house.owner.get(sitting).json["funds"])["E"] == 0
    entries = house.owner.get(f"{sitting}/entries").json["items"]
    assert [e["stands"] for e in entries] == [True, True, True, True, False, True]
    assert house.scorekeeper.post(f"{sitting}/corrections", {"strike": [5], "reason": "twice"}).status_code == 422
    assert house.desk("player", "A").get(f"{sitting}/entries").json["items"][-1]["reason"] is None


def test_what_was_paid_stands_beside_what_the_laws_award(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, C_BEATS_D)
    c, d = house.member["C"], house.member["D"]
    assert house.scorekeeper.post(f"{game}/paid", {"paid": {c: 24}}).status_code == 422
    answer = house.scorekeeper.post(f"{game}/paid", {"paid": {c: 20, d: 5}, "reason": "by agreement"})
    assert answer.status_code == 201, answer.text
    document = house.owner.get(f"{game}/settlement").json
    assert (document["paid"], document["results"][c], document["awards"][0]["amount"]) == ({c: 20, d: 5}, 9, 25)
    assert all(t["reading"] != "hearts" for t in document["turned_by"])
    assert house.owner.get(sitting).json["funds"][d] == 94
    house.follow()
    assert {r["player"]: r["net"] for r in house.owner.get(f"{sitting}/results").json["items"]}[c] == 9


def test_a_retired_hand_is_read_by_an_auditor_after_the_game_and_the_record_says_so(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    e = house.member["E"]
    hand = ["2c", "3c", "4c", "5d", "7h"]
    deal = {"action": "deal", "cards": {e: hand}}
    assert house.scorekeeper.post(f"{game}/actions", deal).status_code == 201
    asked = {"player": e, "reason": "a complaint"}
    assert house.auditor.post(f"{game}/unsealings", asked).json["law"] == 28
    house.play(game, C_BEATS_D.replace("deal;", ""))
    assert house.auditor.get(game).json["cards"][e] is None
    answer = house.auditor.post(f"{game}/unsealings", asked)
    assert (answer.status_code, answer.json["cards"], answer.json["original"]) == (201, hand, hand)
    assert house.auditor.get(game).json["cards"][e] is None
    item = house.auditor.get(f"{game}/actions").json["items"][-1]
    assert (item["type"], item["player"], item["reason"]) == ("game.unsealed", e, "a complaint")


def test_a_question_what_if_stores_nothing_but_that_it_was_asked_and_takes_no_cards_of_players(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, ILLUSTRATED)
    player = house.desk("player", "A")
    position, before = house.position(), house.owner.get(game)
    answer = player.post(f"{game}/what-if", {"readings": {"side_show_ante": "within"}})
    assert answer.status_code == 200, answer.text
    assert answer.json["readings"]["side_show_ante"] == "within"
    show = correction(house, [17], [(17, QUEENS)])
    asked = {"strike": show["strike"], "insert": show["insert"]}
    assert list(player.post(f"{game}/what-if", asked).json["errors"]) == ["insert"]
    for readings in ({"hearts": "sometimes"}, {"spades": "always"}, {"hearts": 1}):
        assert player.post(f"{game}/what-if", {"readings": readings}).status_code == 422
    assert house.position() == position + 1, "the one question that was answered is on the trail"
    after = house.owner.get(game)
    assert (after.json, after.headers["ETag"]) == (before.json, before.headers["ETag"])
    beside = player.get(f"{game}/replay?beside=opening_minimum=ante&step=2").json
    assert [len(beside["frames"]), len(beside["beside"]["frames"])] == [1, 1]
    assert player.get(f"{game}/replay?beside=hearts=never").status_code == 422


def test_the_read_tables_made_anew_from_a_corrected_record_are_those_that_followed_it(house: House) -> None:
    sitting = house.sit()
    first = house.begin(sitting)
    house.play(first, C_BEATS_D)
    house.follow()
    opened = house.scorekeeper.post(f"{first}/corrections", correction(house, [12]))
    assert (opened.json["game"]["phase"], opened.json["settlement"]) == ("show", None), opened.text
    house.follow()
    running = house.owner.get(f"{house.path}/sittings").json["items"][0]
    assert running["game"] == first.rsplit("/", 1)[1]
    assert house.owner.get(f"{sitting}/results").json["items"] == []
    house.play(first, "D shows Qh Qd 7c 8d 2s")
    second = house.begin(sitting, None)
    house.play(second, "deal; D stakes 6; E passes; A passes; B passes; C passes")
    house.scorekeeper.post(f"{first}/paid", {"paid": {house.member["D"]: 25}})
    house.scorekeeper.post(f"{sitting}/corrections", {"strike": [1], "reason": "no"})
    house.begin(sitting, None)
    house.follow()
    games = [house.owner.get(f"{game}/settlement").json["results"] for game in (first, second)]
    results = {result["player"]: result["net"] for result in house.owner.get(f"{sitting}/results").json["items"]}
    assert results == {m: sum(of_game[m] for of_game in games) for m in house.member.values()}
    tables = ReadTables(SharedDatastore(house.clubs.pool, UUID(house.id)))
    live = digest(tables)
    rebuild(house.store, tables)
    assert digest(tables) == live


def test_law_60_a_settlement_that_another_reading_would_have_forbidden_is_read_and_corrected(house: House) -> None:
    """Where a demander may draw, A had his draw before him, and his hand could not have been fouled in it."""
    game = demanded_and_foul(house)
    forbidden = [
        {"reading": "demand_when", "value": "bet_raised", "unlawful_at": 5},
        {"reading": "short_draw", "value": "draws", "unlawful_at": 6},
    ]
    answer = house.owner.get(f"{game}/settlement")
    assert (answer.status_code, answer.json["turned_by"]) == (200, forbidden)
    beside = house.owner.get(f"{game}/replay?beside=short_draw%3Ddraws")
    assert (beside.status_code, beside.json["beside"]["unlawful_at"]) == (200, 6)
    answer = house.scorekeeper.post(f"{game}/corrections", correction(house, [6], [(6, "A holds 4 drawn irregularly")]))
    assert answer.status_code == 201, answer.text
    assert answer.json["settlement"]["turned_by"] == [forbidden[0], {**forbidden[1], "unlawful_at": 7}]


def demanded_and_foul(house: House) -> str:
    """Before the draw A demands a show for 11 against a stake of 18, and at the show his hand has six cards."""
    sitting = house.sit(players="AB", funds=0)
    for player, funds in (("A", 11), ("B", 60)):
        sale = {"player": house.member[player], "red": 0, "white": 0, "blue": 0, "odd": funds}
        assert house.scorekeeper.post(f"{sitting}/counter-sales", sale).status_code == 201
    game = house.begin(sitting)
    house.play(game, "deal; A stakes 6; B stakes 15; B draws 1; A demands a show; A holds 6 drawn irregularly")
    return game
