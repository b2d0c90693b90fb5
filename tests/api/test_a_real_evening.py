"""The evening a club would really have: what was done wrong is found late, and put right on the record as it was."""

from uuid import UUID

from ledger.exports.views import view_for
from ledger.telling.redaction import Reader
from tests.api.house import House
from tests.api.test_after_the_close import go_home, pay
from tests.api.test_as_paid import E_WINS, FALSE, UNOPENED, last
from tests.api.test_corrections import correction
from tests.api.test_disputes import lay
from tests.exports import test_beancount, test_hledger
from tests.exports.kept import balances_of

A_BEATS_B = """
    deal; A stakes 6; B stakes 6; C passes; D passes; E passes; A draws 0; B draws 0; A stakes 5; B stakes 5
    A shows Ah Ad 5c 6d 9s; B shows Kh Kd 5h 6c 9d
"""
QUEENS = "A shows Qh Qd 7c 8d 2s"
ACES = "A shows Ah Ad 5c 6d 9s"


def check_books(house: House) -> None:
    """Check that the record verifies, and that beancount and hledger come to the service's own balances."""
    house.follow()
    report = house.owner.post(f"{house.path}/verify").json
    assert (report["ok"], report["first_difference"]) == (True, None), report
    expected = balances_of(view_for(house.clubs.books(UUID(house.id)), "The Club", Reader("owner")))
    entries, errors = test_beancount.loaded(house.owner.get(f"{house.path}/exports/beancount").text)
    assert errors == []
    assert test_beancount.balances(entries, 0) == expected
    if test_hledger.PROGRAM is not None:
        journal = house.owner.get(f"{house.path}/exports/hledger").text
        assert test_hledger.hledger(journal, "check", "--strict").returncode == 0
        assert test_hledger.balances(journal, 0) == expected


def debts(house: House, sitting: str) -> set[tuple[str, str, int]]:
    listed = house.owner.get(sitting).json["debts"]
    return {(house.letter[debt["from"]], house.letter[debt["to"]], debt["amount"]) for debt in listed}


def right(house: House, game: str, strike: int, act: str, **more: object) -> dict:
    """Put one act in the place of a struck one; what is answered."""
    answer = house.scorekeeper.post(f"{game}/corrections", correction(house, [strike], [(strike, act)], **more))
    assert answer.status_code == 201, answer.text
    return answer.json


def test_a_jack_pot_wrongly_paid_in_game_2_is_found_in_game_4(own_house: House) -> None:
    house, scorekeeper = own_house, own_house.scorekeeper
    sitting = house.sit()
    house.play(house.begin(sitting), UNOPENED)
    wrong, d = house.begin(sitting, None), house.member["D"]
    house.play(wrong, FALSE.replace("Th Td", "Jh Jd"))
    ordinary = house.begin(sitting, None)
    house.play(ordinary, E_WINS)
    fourth = house.begin(sitting, None)
    check_books(house)

    # D's knaves were tens. That is found in game 4, and waits for its end; the counters were his all the same.
    paid = {"paid": {d: 27}, "from": {"carried": 27, "penalties": {d: 6}}}
    waits = scorekeeper.post(f"{wrong}/corrections", correction(house, [7], [(7, "D shows openers Th Td")], **paid))
    assert waits.json["code"] == "game_running"
    house.play(fourth, A_BEATS_B)
    corrected = right(house, wrong, 7, "D shows openers Th Td", **paid)
    assert (corrected["settlement"]["awards"], corrected["settlement"]["carried_out"]) == ([], 33)
    assert corrected["settlement"]["results"][d] == 27 - 9
    assert corrected["affected"] == [last(ordinary)]
    check_books(house)
    stood = scorekeeper.post(f"{ordinary}/corrections", {"as_played": True, "reason": "nobody had looked"})
    assert (stood.status_code, stood.json["affected"]) == (201, []), stood.text
    assert house.owner.get(ordinary).json["jack_pot"] is None
    owed_to_e = {("A", "E", 3), ("B", "E", 3), ("C", "E", 3), ("D", "E", 36)}
    assert debts(house, sitting) == owed_to_e
    check_books(house)

    # A's hand in game 4 was disputed; the referee has the record put right.
    assert lay(house, fourth, "AB", step=11).status_code == 201
    shown = {"strike": [11], "insert": [{"after": 11, "action": house.act(QUEENS)}], "reason": "queens"}
    ruling = {"referee": d, "ruling": "They were queens.", "correction": shown}
    ruled = scorekeeper.post(f"{fourth}/disputes/1/ruling", ruling)
    assert ruled.status_code == 201, ruled.text
    assert [house.letter[award["player"]] for award in ruled.json["corrected"]["settlement"]["awards"]] == ["B"]
    assert debts(house, sitting) == owed_to_e
    check_books(house)

    assert pay(house, sitting, "D", 36, "E").status_code == 201
    check_books(house)
    go_home(house, sitting)
    check_books(house)
    sheet = house.owner.get(f"{sitting}/buy-back").json

    # The week after, the cards are found as they had lain: aces after all.
    struck = [item["step"] for item in house.auditor.get(f"{fourth}/actions").json["items"] if not item["struck"]]
    adjusted = right(house, fourth, max(step for step in struck if step), ACES)["adjustment"]
    assert house.by_letter(adjusted["changes"]) == {"A": 25, "B": -25}
    check_books(house)
    after = house.owner.get(f"{sitting}/buy-back").json
    assert after.pop("adjustments") == [adjusted]
    assert house.by_letter(after.pop("adjusted")) == {"A": 25, "B": -25}
    assert after == {name: shown for name, shown in sheet.items() if name not in ("adjusted", "adjustments")}
    assert pay(house, sitting, "B", 25, "A").status_code == 201
    assert pay(house, sitting, "A", 3, "E").status_code == 201
    check_books(house)
