"""Pools paid otherwise, over HTTP: any total whose source is named, games as played, debts and their payments."""

from typing import Any
from uuid import UUID

import pytest

from ledger.application.game_files import record
from ledger.gamefile import parse
from ledger.store import SharedDatastore
from projections.rebuild import digest, rebuild
from projections.tables import ReadTables
from tests.api.house import House
from tests.api.test_corrections import C_BEATS_D, QUEENS, correction
from tests.exports.test_beancount import loaded
from tests.games.test_games import HERE as FILES

UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"
FALSE = "deal; D stakes 6; E passes; A passes; B passes; C passes; D shows openers Th Td"
E_WINS = """
    deal; E stakes 6; A passes; B passes; C passes; D stakes 3; D draws 0; E draws 0; E stakes 3; D stakes 3
    E shows Ah Ad 5c 6d 9s; D shows Kh Kd 5h 6c 9d
"""


@pytest.fixture
def house(own_house: House) -> House:
    return own_house


def jack_pot_wrongly_paid(house: House) -> tuple[str, str, str]:
    """The sitting, a jack-pot whose false opener was paid, and the ordinary game that was played next."""
    sitting = house.sit()
    house.play(house.begin(sitting), UNOPENED)
    wrong = house.begin(sitting, None)
    house.play(wrong, FALSE)
    d = house.member["D"]
    body = {"paid": {d: 27}, "from": {"carried": 27, "penalties": {d: 6}}, "reason": "nobody looked at the openers"}
    answer = house.scorekeeper.post(f"{wrong}/paid", body)
    assert answer.status_code == 201, answer.text
    after = house.begin(sitting, None)
    house.play(after, E_WINS)
    return sitting, wrong, after


def last(path: str) -> str:
    return path.rsplit("/", 1)[1]


def check(house: House) -> None:
    """Check that the whole record verifies, and that the read tables are those of a rebuild."""
    house.follow()
    answer = house.owner.post(f"{house.path}/verify")
    assert (answer.json["ok"], answer.json["first_difference"]) == (True, None), answer.text
    tables = ReadTables(SharedDatastore(house.clubs.pool, UUID(house.id)))
    live = digest(tables)
    rebuild(house.store, tables)
    assert digest(tables) == live


def test_a_jack_pot_wrongly_paid_leaves_the_next_game_what_it_was_and_a_debt(house: House) -> None:
    sitting, wrong, after = jack_pot_wrongly_paid(house)
    document = house.owner.get(f"{wrong}/settlement").json
    assert (document["carried_out"], document["awards"]) == (33, [])
    assert document["done"]["carried_out"] == 0
    assert document["done"]["jack_pot"] is None
    assert sum(document["results"].values()) == document["carried_in"] - document["done"]["carried_out"]
    assert house.owner.get(after).json["jack_pot"] is None
    state = house.owner.get(sitting).json
    assert (state["affected"], state["held"]) == ([last(after)], {house.member["D"]: 33})
    foreseen = house.scorekeeper.post(f"{after}/what-if", {"by_law": True})
    assert foreseen.status_code == 200, foreseen.text
    assert (foreseen.json["carried_in"], foreseen.json["awards"][0]["amount"]) == (33, 33 + 15 + 18)
    assert house.scorekeeper.post(f"{sitting}/close").json["code"] == "affected_games"
    stood = house.scorekeeper.post(f"{after}/corrections", {"as_played": True, "reason": "so it was played"})
    assert stood.status_code == 201, stood.text
    assert stood.json["affected"] == []
    letter = house.letter
    state = house.owner.get(sitting).json
    assert state["as_played"] == [last(after)]
    assert {(letter[debt["from"]], letter[debt["to"]], debt["amount"]) for debt in state["debts"]} == {
        ("A", "E", 3),
        ("B", "E", 3),
        ("C", "E", 3),
        ("D", "E", 36),
    }
    check(house)


def test_a_debt_is_in_the_members_account_and_paid_to_the_other(house: House) -> None:
    sitting, _, after = jack_pot_wrongly_paid(house)
    house.scorekeeper.post(f"{after}/corrections", {"as_played": True, "reason": "so it was played"})
    d, e = house.member["D"], house.member["E"]
    house.follow()
    sheet = {line["player"]: line for line in house.owner.get(f"{sitting}/buy-back").json["players"]}
    assert (sheet[d]["owed"]["players"], sheet[e]["owed"]["players"]) == (36, -45)
    asked = {"player": d, "amount": 37, "to": e}
    assert "36" in str(house.scorekeeper.post(f"{sitting}/payments", asked).json["errors"])
    paid = house.scorekeeper.post(f"{sitting}/payments", {**asked, "amount": 36})
    assert (paid.status_code, paid.json["owed_after"]) == (201, 0), paid.text
    assert list(house.scorekeeper.post(f"{sitting}/payments", {"player": d, "amount": 1}).json["errors"]) == ["toward"]
    house.follow()
    account = house.owner.get(f"{house.path}/members/{d}/account").json
    assert (account["between_players"], account["between"]) == (0, [])
    for member, funds in house.owner.get(sitting).json["funds"].items():
        counted = {"player": member, "red": 0, "white": 0, "blue": 0, "odd": funds}
        assert house.scorekeeper.post(f"{sitting}/buy-backs", counted).status_code == 201
    assert house.scorekeeper.post(f"{sitting}/close").status_code == 201
    check(house)


def test_a_payment_stands_through_corrections_and_a_correction_may_say_another(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, C_BEATS_D)
    c, d = house.member["C"], house.member["D"]
    house.scorekeeper.post(f"{game}/paid", {"paid": {c: 20, d: 5}})
    corrected = house.scorekeeper.post(f"{game}/corrections", correction(house, [11], [(11, QUEENS)]))
    assert corrected.status_code == 201, corrected.text
    document = corrected.json["settlement"]
    assert (document["paid"], document["awards"][0]["player"]) == ({c: 20, d: 5}, d)
    assert [(debt["from"], debt["to"], debt["amount"]) for debt in house.owner.get(sitting).json["debts"]] == [
        (c, d, 20)
    ]
    smaller = correction(house, [9, 10], [(8, "C stakes 4"), (8, "D stakes 4")])
    refused = house.scorekeeper.post(f"{game}/corrections", smaller)
    assert (refused.status_code, refused.json["code"]) == (422, "paid_otherwise")
    said = house.scorekeeper.post(f"{game}/corrections", {**smaller, "paid": {c: 18, d: 5}})
    assert said.status_code == 201, said.text
    assert said.json["settlement"]["paid"] == {c: 18, d: 5}
    check(house)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"paid": {"C": 26}}, "paid"),
        ({"paid": {"C": 26}, "from": {"carried": 1}}, "from"),
        ({"paid": {"C": 26}, "from": {"kitty": 1}}, "from"),
        ({"paid": {"C": 26}, "from": {"stakes": 1}}, "from"),
        ({"paid": {"C": -1}}, "paid"),
        ({"paid": {"C": 25}, "from": {"refunds": {"D": 1}}}, "from"),
        ({"paid": {"C": 25}, "from": {"carried": 1.0}}, "from"),
        ({"from": {"carried": 1}}, "paid"),
    ],
)
def test_a_payment_that_never_was_is_refused_and_nothing_is_written(
    shared_house: House, body: dict[str, Any], field: str
) -> None:
    house = shared_house
    game = house.begin(house.sit())
    house.play(game, C_BEATS_D)
    named = {name: {house.member[m]: n for m, n in of.items()} if name == "paid" else of for name, of in body.items()}
    if "refunds" in named.get("from", {}):
        named["from"] = {"refunds": {house.member["D"]: 1}}
    position = house.position()
    answer = house.scorekeeper.post(f"{game}/paid", named)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field]), answer.text
    assert house.position() == position


def test_who_was_not_dealt_in_was_not_paid_and_a_stale_payment_loses(house: House) -> None:
    game = house.begin(house.sit())
    running = house.scorekeeper.post(f"{game}/paid", {"paid": {}})
    assert (running.status_code, running.json["code"]) == (422, "wrong_phase")
    house.play(game, C_BEATS_D)
    stranger = {"paid": {"00000000-0000-4000-8000-000000000000": 25}}
    assert list(house.scorekeeper.post(f"{game}/paid", stranger).json["errors"]) == ["paid"]
    tag = house.owner.get(game).headers["ETag"]
    body = {"paid": {house.member["D"]: 25}}
    once = house.scorekeeper.post(f"{game}/paid", body, Idempotency_Key="once", If_Match=tag)
    assert once.status_code == 201, once.text
    again = house.scorekeeper.post(f"{game}/paid", body, Idempotency_Key="once", If_Match=tag)
    assert (again.json, again.headers["Idempotency-Replayed"]) == (once.json, "true")
    stale = house.scorekeeper.post(f"{game}/corrections", correction(house, [11], [(11, QUEENS)]), If_Match=tag)
    assert stale.status_code == 412


def test_only_a_game_that_is_affected_stands_as_it_was_played(house: House) -> None:
    sitting, wrong, after = jack_pot_wrongly_paid(house)
    as_played = {"as_played": True, "reason": "so it was played"}
    assert house.scorekeeper.post(f"{wrong}/corrections", as_played).json["code"] == "not_affected"
    both = {**as_played, "rebase": True}
    assert list(house.scorekeeper.post(f"{after}/corrections", both).json["errors"]) == ["as_played"]
    assert house.scorekeeper.post(f"{after}/corrections", as_played).status_code == 201
    assert house.scorekeeper.post(f"{after}/corrections", as_played).json["code"] == "not_affected"
    entry = house.owner.get(f"{sitting}/entries").json["items"][-1]
    assert (entry["type"], entry["game"], entry["reason"]) == ("sitting.game_stands", last(after), "so it was played")
    assert house.desk("player", "A").get(f"{sitting}/entries").json["items"][-1]["reason"] is None
    house.follow()
    (audited,) = house.owner.get(f"{house.path}/audit?kind=as_played&game={last(after)}").json["items"]
    assert (audited["reason"], audited["sitting"]) == ("so it was played", last(sitting))
    lonely = {"reason": "x", "from": {"carried": 1}, "strike": [1]}
    assert list(house.scorekeeper.post(f"{after}/corrections", lonely).json["errors"]) == ["from"]


def test_the_evening_is_recorded_from_a_game_file_and_read_by_beancount(house: House) -> None:
    books = house.clubs.books(UUID(house.id))
    text = (FILES / "a_jack_pot_wrongly_paid.game").read_text(encoding="utf-8")
    recording = record(books, parse(text), add_members=True)
    assert recording.sitting is not None
    assert books.sitting(recording.sitting).closed
    assert record(books, parse(text), add_members=True).replayed > 0
    house.follow()
    entries, errors = loaded(house.owner.get(f"{house.path}/exports/beancount").text)
    assert (errors, bool(entries)) == ([], True)
    check(house)
