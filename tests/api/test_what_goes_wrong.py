"""What goes wrong at the table, over HTTP: marked acts, foul hands and their refunds, the dealer asked, waivers."""

from typing import Any

from tests.api.house import House


def act(house: House, game: str, text: str) -> Any:
    return house.scorekeeper.post(f"{game}/actions", house.act(text))


def refused(answer: Any) -> tuple[Any, ...]:
    return answer.status_code, answer.json.get("law"), answer.json.get("code")


def test_a_bet_out_of_turn_is_recorded_only_with_its_mark(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal")
    assert refused(act(house, game, "E stakes 6")) == (422, 23, "out_of_turn")
    answer = act(house, game, "E stakes 6 irregularly")
    assert answer.status_code == 201
    (staked,) = answer.json["events"]
    assert (staked["act"], staked["law"], staked["irregular"]) == ("ahead", 55, True)
    assert answer.json["game"]["to_act"] == house.member["C"]
    house.play(game, "C stakes 6")
    counted = house.play(game, "D passes")["events"][-1]
    assert (counted["type"], counted["step"], counted["act"]) == ("game.stake_counted", 4, "went_in")


def test_a_foul_hand_is_refunded_in_the_settlement(house: House) -> None:
    game = house.begin(house.sit())
    spoken = {"action": "distract", "player": house.member["E"]}
    assert house.scorekeeper.post(f"{game}/actions", spoken).status_code == 201
    counts = {"action": "deal", "counts": {house.member["B"]: 6}}
    assert refused(house.scorekeeper.post(f"{game}/actions", counts)) == (422, 17, "not_marked")
    assert house.scorekeeper.post(f"{game}/actions", {**counts, "irregular": True}).status_code == 201
    answer = act(house, game, "B holds 6 dealt irregularly")
    (fouled,) = answer.json["events"]
    refund = {"from": house.member["E"], "to": house.member["B"], "amount": 3, "law": 16}
    assert (fouled["law"], fouled["refund"]) == (13, refund)
    house.play(game, "C stakes 6; D passes; E passes; A passes")
    document = house.owner.get(f"{game}/settlement").json
    assert document["refunds"] == [refund]
    assert house.by_letter(document["results"]) == {"A": 0, "B": 0, "C": 3, "D": 0, "E": -3}
    replayed = house.owner.get(f"{game}/replay").json["frames"]
    assert "foul" in replayed[3]["entries"][0]["sentence"]


def test_what_the_dealer_answered_is_for_the_asker(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal; C stakes 6; D stakes 6; E passes; A stakes 6; B stakes 3")
    house.play(game, "B draws 1; C draws 1; D draws 1; A draws 3")
    assert act(house, game, "C asks the dealer").json["events"][0]["answer"] == 3
    answers = {
        player: house.desk("player", player).get(f"{game}/actions").json["items"][-1]["answer"] for player in "CD"
    }
    assert answers == {"C": 3, "D": None}
    assert act(house, game, "C raises his cards").status_code == 201
    assert refused(act(house, game, "C asks the dealer")) == (422, 50, "too_late_to_ask")


def test_a_misdeal_and_a_cut_over_http(house: House) -> None:
    game = house.begin(house.sit())
    misdealt = {"action": "misdeal", "reason": "uncut", "irregular": True}
    answer = house.scorekeeper.post(f"{game}/actions", misdealt)
    assert (answer.status_code, answer.json["game"]["phase"]) == (201, "ante")
    assert refused(act(house, game, "B cuts")) == (422, 4, "not_to_cut")
    cut = house.scorekeeper.post(f"{game}/actions", {"action": "cut"})
    assert cut.json["events"][0]["player"] == house.member["E"]
    house.play(game, "deal")
    assert refused(house.scorekeeper.post(f"{game}/actions", misdealt)) == (422, 9, "deal_stands")


def test_a_law_is_waived_by_everybody_and_the_record_names_the_waiver(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, "C straddles")
    everybody = [house.member[p] for p in "ABCDE"]
    assert refused(house.scorekeeper.post(f"{game}/waivers", {"law": 22, "agreed_by": everybody[:4]})) == (
        *(422, 80, "not_agreed"),
    )
    assert refused(house.scorekeeper.post(f"{game}/waivers", {"law": 1, "agreed_by": everybody}))[1:] == (
        *(80, "not_waivable"),
    )
    answer = house.scorekeeper.post(f"{game}/waivers", {"law": 22, "agreed_by": everybody})
    assert (answer.status_code, answer.json["events"][0]["waived"]) == (201, 22)
    assert house.play(game, "D straddles")["events"][0]["by_waiver"] == 22
