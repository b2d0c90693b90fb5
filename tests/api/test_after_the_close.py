"""Corrections, rulings and payments over HTTP for a game whose sitting is closed."""

import csv
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from typing import Any
from uuid import UUID

import pytest

from ledger.exports.views import view_for
from ledger.telling.redaction import Reader
from tests.api.house import House
from tests.api.test_corrections import C_BEATS_D, QUEENS, correction
from tests.exports import test_beancount, test_hledger
from tests.exports.kept import balances_of

D_WINS: dict[str, Any] = {"strike": [11], "insert": [(11, QUEENS)]}


def closed(house: House, acts: str = C_BEATS_D, **counted: int) -> tuple[str, str]:
    """A sitting of one game, everybody's counters bought back and the sitting closed: its path, and the game's."""
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, acts)
    go_home(house, sitting, **counted)
    return sitting, game


def go_home(house: House, sitting: str, **counted: int) -> None:
    for member, funds in house.owner.get(sitting).json["funds"].items():
        odd = counted.get(house.letter[member], funds)
        body = {"player": member, "red": 0, "white": 0, "blue": 0, "odd": odd}
        assert house.scorekeeper.post(f"{sitting}/buy-backs", body).status_code == 201
    assert house.scorekeeper.post(f"{sitting}/close").status_code == 201


def mended(house: House, game: str, **more: Any) -> Any:
    answer = house.scorekeeper.post(f"{game}/corrections", correction(house, **D_WINS, **more))
    assert answer.status_code == 201, answer.text
    return answer.json


def pay(house: House, sitting: str, player: str, amount: int, to: str | None = None, **more: Any) -> Any:
    body = {"player": house.member[player], "amount": amount, "toward": "loan", "to": to and house.member[to], **more}
    return house.scorekeeper.post(f"{sitting}/payments", body)


@pytest.fixture
def agrees(own_house: House) -> Any:
    """Verifies the books of the house."""

    def check() -> None:
        own_house.follow()
        report = own_house.owner.post(f"{own_house.path}/verify").json
        assert report["first_difference"] is None, report

    return check


def test_a_correction_after_the_close_makes_an_adjusting_entry(own_house: House, agrees: Any) -> None:
    house = own_house
    sitting, game = closed(house)
    house.follow()
    sheet = house.owner.get(f"{sitting}/buy-back").json
    settlements = house.owner.get(f"{sitting}/settlements").json["items"]
    assert (sheet["adjusted"], sheet["adjustments"], settlements[0]["adjusted"]) == ({}, [], None)
    answer = mended(house, game)
    adjustment = answer["adjustment"]
    assert house.by_letter(adjustment["changes"]) == {"C": -25, "D": 25}
    assert adjustment["loans"] == [{"lender": house.member["D"], "borrower": house.member["C"], "amount": 25}]
    assert (answer["affected"], adjustment["game"]) == ([], game.rpartition("/")[2])
    assert adjustment["reason"] == correction(house, **D_WINS)["reason"]
    agrees()
    after = house.owner.get(f"{sitting}/buy-back").json
    assert house.by_letter(after.pop("adjusted")) == {"C": -25, "D": 25}
    assert after.pop("adjustments") == [adjustment]
    assert after == {name: shown for name, shown in sheet.items() if name not in ("adjusted", "adjustments")}
    listed = house.owner.get(f"{sitting}/settlements").json["items"]
    assert house.by_letter(listed[0]["adjusted"]) == {"C": -25, "D": 25}
    assert [{**item, "adjusted": None} for item in listed] == settlements
    assert house.by_letter(house.owner.get(f"{game}/settlement").json["results"])["D"] == 14
    assert adjustment["receipt"] == f"{house.path}/log/receipt?game={adjustment['game']}"
    assert house.owner.get(adjustment["settlement"]).status_code == 200
    what_if = house.owner.post(adjustment["what_if"], {"readings": {"two_pair_fifth": "counts"}})
    assert what_if.status_code == 200, what_if.text
    entry = house.owner.get(f"{sitting}/entries").json["items"][-1]
    assert (entry["type"], entry["id"], entry["stands"]) == ("sitting.adjusted", adjustment["entry"], True)


def test_results_count_an_adjustment_on_the_day_of_its_sitting(own_house: House) -> None:
    house = own_house
    sitting = house.sit(held_on="1896-11-05")
    game = house.begin(sitting)
    house.play(game, C_BEATS_D)
    go_home(house, sitting)
    mended(house, game)
    house.follow()
    d = house.member["D"]
    that_day = house.owner.get(f"{house.path}/members/{d}/results?from=1896-11-05&to=1896-11-05").json
    total = that_day["total"]
    assert (total["net"], total["adjusted"], total["adjusted_in"]) == (14, 25, "held_on")
    assert (that_day["items"][0]["net"], that_day["items"][0]["adjusted"]) == (14, 25)
    assert house.owner.get(f"{house.path}/members/{d}/results?from=1900-01-01").json["total"]["net"] == 0


def test_members_settle_an_adjustment_by_payments_after_the_close(own_house: House, agrees: Any) -> None:
    house = own_house
    sitting, game = closed(house)
    mended(house, game)
    house.follow()
    account = f"{house.path}/members/{house.member['C']}/account"
    shown = house.owner.get(account).json
    assert shown["between"] == [{"member": house.member["D"], "amount": 25}]
    assert shown["items"][0]["topic"] == "sitting.adjusted"
    assert shown["items"][0]["game"] == game.rpartition("/")[2]
    assert pay(house, sitting, "C", 26, "D").json["errors"] == {"amount": ["he owes 25 there"]}
    assert pay(house, sitting, "C", 25, "D").status_code == 201
    agrees()
    assert house.owner.get(account).json["between_players"] == 0
    assert house.owner.get(f"{house.path}/books").json["identities"]["postings"] == {"sum": 0, "holds": True}


def test_what_the_bank_owes_after_an_adjustment_it_pays(own_house: House, agrees: Any) -> None:
    house = own_house
    sitting, game = closed(house, C=89)
    adjustment = mended(house, game)["adjustment"]
    assert (house.by_letter(adjustment["made_good"]), house.by_letter(adjustment["lent"])) == ({"C": 25}, {"D": -25})
    assert pay(house, sitting, "D", 25).json["errors"]["amount"] == [
        "the bank owes him 25 there, which is paid with `by_bank`"
    ]
    assert pay(house, sitting, "D", 25, "C", by_bank=True).status_code == 422
    answer = pay(house, sitting, "D", 25, by_bank=True)
    assert (answer.status_code, answer.json["owed_before"], answer.json["owed_after"]) == (201, -25, 0)
    agrees()


def test_a_ruling_after_the_close_may_correct_and_needs_no_other_reason(own_house: House, agrees: Any) -> None:
    house = own_house
    _, game = closed(house)
    laid = {"parties": [house.member["C"], house.member["D"]], "kind": "fact", "question": "What did C show?"}
    dispute = house.scorekeeper.post(f"{game}/disputes", laid)
    assert dispute.status_code == 201, dispute.text
    body = correction(house, **D_WINS)
    del body["reason"]
    ruling = {"referee": dispute.json["referee"], "ruling": "a pair of queens", "correction": body}
    answer = house.scorekeeper.post(f"{game}/disputes/{dispute.json['n']}/ruling", ruling)
    assert answer.status_code == 201, answer.text
    assert house.by_letter(answer.json["corrected"]["adjustment"]["changes"]) == {"C": -25, "D": 25}
    agrees()


def test_a_payment_after_the_close_needs_a_reason(own_house: House, agrees: Any) -> None:
    house = own_house
    _, game = closed(house)
    paid = {house.member["C"]: 20, house.member["D"]: 5}
    position = house.position()
    refused = house.scorekeeper.post(f"{game}/paid", {"paid": paid})
    assert (refused.status_code, refused.json["code"], refused.json["law"]) == (422, "no_reason", None)
    assert house.position() == position
    answer = house.scorekeeper.post(f"{game}/paid", {"paid": paid, "reason": "as the table paid"})
    assert house.by_letter(answer.json["adjustment"]["changes"]) == {"C": -5, "D": 5}
    agrees()


def test_of_two_who_correct_one_game_at_once_one_is_told(own_house: House, agrees: Any) -> None:
    house = own_house
    sitting, game = closed(house)
    version = house.owner.get(game).headers["ETag"]
    asked = correction(house, **D_WINS)
    assert house.scorekeeper.post(f"{game}/corrections", asked, If_Match=version).status_code == 201
    position = house.position()
    assert house.owner.post(f"{game}/corrections", asked, If_Match=version).status_code == 412
    second = house.owner.post(f"{game}/corrections", asked)
    assert (second.status_code, "strike" in second.json["errors"]) == (422, True)
    assert house.position() == position
    agrees()
    assert len(house.owner.get(f"{sitting}/buy-back").json["adjustments"]) == 1


def test_two_corrections_sent_at_the_same_moment_leave_nothing_half_written(own_house: House, agrees: Any) -> None:
    house = own_house
    sitting, game = closed(house)
    asked = correction(house, **D_WINS)
    desks = (house.scorekeeper, house.owner, house.desk("scorekeeper"))
    with ThreadPoolExecutor(len(desks)) as pool:
        answers = list(pool.map(lambda desk: desk.post(f"{game}/corrections", asked).status_code, desks))
    assert sorted(answers) == [201, 422, 422]
    agrees()
    assert len(house.owner.get(f"{sitting}/buy-back").json["adjustments"]) == 1
    assert house.by_letter(house.owner.get(f"{game}/settlement").json["results"])["D"] == 14


def test_a_correction_of_a_correction_and_its_repeat(own_house: House, agrees: Any) -> None:
    house = own_house
    _, game = closed(house)
    first = mended(house, game)
    back = correction(house, [13], [(13, "C shows Ah Ad 5c 6d 9s")])
    again = house.scorekeeper.post(f"{game}/corrections", back, Idempotency_Key="once")
    assert house.by_letter(again.json["adjustment"]["changes"]) == {"C": 25, "D": -25}
    repeat = house.scorekeeper.post(f"{game}/corrections", back, Idempotency_Key="once")
    assert (repeat.headers["Idempotency-Replayed"], repeat.json) == ("true", again.json)
    assert again.json["adjustment"]["entry"] == first["adjustment"]["entry"] + 1
    agrees()


@pytest.mark.parametrize("role", ["auditor", "player"])
def test_who_may_not_correct_may_not_adjust(own_house: House, role: str) -> None:
    _, game = closed(own_house)
    desk = own_house.desk(role, "A" if role == "player" else None)
    assert desk.post(f"{game}/corrections", correction(own_house, **D_WINS)).status_code == 403
    assert desk.post(f"{game}/paid", {"paid": {}, "reason": "no"}).status_code == 403


def test_later_games_stay_as_they_were_played_and_are_listed_each_with_its_what_if(
    own_house: House, agrees: Any
) -> None:
    house = own_house
    sitting = house.sit()
    first = house.begin(sitting)
    house.play(first, "deal; C passes; D passes; E passes; A passes; B stakes 3")
    second = house.begin(sitting, None)
    house.play(second, "deal; D stakes 6; E passes; A passes; B passes; C passes")
    go_home(house, sitting)
    before = house.owner.get(f"{second}/settlement").json
    answer = house.scorekeeper.post(f"{first}/corrections", correction(house, [6], [(6, "B passes")]))
    assert answer.status_code == 201, answer.text
    (later,) = answer.json["adjustment"]["affected"]
    assert answer.json["affected"] == [later["game"]] == [second.rpartition("/")[2]]
    assert house.owner.get(f"{second}/settlement").json == before
    what_if = house.owner.post(later["what_if"], {"by_law": True})
    # It would have been a jack-pot, which is not over before D has shown his openers.
    assert (what_if.status_code, what_if.json["code"], what_if.json["step"]) == (422, "unfinished", 6)
    agrees()


def test_what_is_not_done_to_a_game_of_a_closed_sitting(own_house: House) -> None:
    house = own_house
    sitting, game = closed(house)
    rebase = house.scorekeeper.post(f"{game}/corrections", correction(house, rebase=True))
    assert (rebase.json["code"], rebase.json["law"]) == ("sitting_closed", None)
    unfinished = house.scorekeeper.post(f"{game}/corrections", correction(house, [12]))
    assert unfinished.json["code"] == "unfinished"
    void = house.scorekeeper.post(f"{game}/void", {"reason": "no", "agreed_by": list(house.member.values())})
    assert void.json["code"] == "sitting_closed"
    strike = house.scorekeeper.post(f"{sitting}/corrections", {"strike": [1], "reason": "no"})
    assert strike.json["code"] == "sitting_closed"


def test_a_player_is_told_of_an_adjustment_what_is_his_own_affair(own_house: House) -> None:
    house = own_house
    sitting, game = closed(house)
    mended(house, game)
    for player, loans in (("A", 0), ("D", 1)):
        entry = house.desk("player", player).get(f"{sitting}/entries").json["items"][-1]
        assert (entry["type"], len(entry["loans"])) == ("sitting.adjusted", loans)
        assert house.by_letter(entry["changes"]) == {"C": -25, "D": 25}


def test_a_pool_that_an_adjustment_lets_stand_over_is_taken_over_by_the_next_sitting(
    own_house: House, agrees: Any
) -> None:
    house = own_house
    sitting, game = closed(house, "deal; C passes; D passes; E passes; A passes; B stakes 3")
    answer = house.scorekeeper.post(f"{game}/corrections", correction(house, [6], [(6, "B passes")]))
    assert answer.json["adjustment"]["stands_over"] == 3
    assert house.by_letter(answer.json["adjustment"]["lent"]) == {"B": 3}
    agrees()
    after = house.sit(carried_from=sitting.rpartition("/")[2], funds=0)
    opened = house.owner.get(after).json
    assert (opened["carried"], opened["jack_pot"]) == (3, {"minimum": "J"})
    assert pay(house, sitting, "B", 3).status_code == 201
    agrees()


@pytest.mark.parametrize("program", [test_hledger, test_beancount], ids=["hledger", "beancount"])
def test_what_is_exported_of_an_adjusted_sitting_balances(own_house: House, program: Any) -> None:
    house = own_house
    sitting, game = closed(house, C=90)
    mended(house, game)
    assert pay(house, sitting, "C", 1, "D").status_code == 201
    text = house.owner.get(f"{house.path}/exports/{program.__name__.rpartition('_')[2]}").text
    assert "sitting 1: adjusted" in text
    expected = balances_of(view_for(house.clubs.books(UUID(house.id)), "The Club", Reader("owner")))
    if program is test_beancount:
        entries, errors = test_beancount.loaded(text)
        assert errors == []
        assert test_beancount.balances(entries, 0) == expected
    elif test_hledger.PROGRAM is None:
        pytest.skip("hledger is not installed")
    else:
        assert test_hledger.hledger(text, "check", "--strict").returncode == 0
        assert test_hledger.balances(text, 0) == expected


def test_the_results_as_csv_and_the_game_file_follow_an_adjustment(own_house: House) -> None:
    house = own_house
    _, game = closed(house)
    mended(house, game)
    head, *rows = list(csv.reader(StringIO(house.owner.get(f"{house.path}/exports/csv").data.decode("utf-8-sig"))))
    of_d = dict(zip(head, next(row for row in rows if row[head.index("player_name")] == "D"), strict=True))
    assert (of_d["net"], of_d["adjusted"]) == ("14", "25")
