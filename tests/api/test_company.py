"""Payments, arrivals, departures and limits over HTTP: debts, seats, and players who stop."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from tests.api.house import Desk, House
from tests.api.problems import STRANGER, forbidden_by, invalid


def recorded(house: House, path: str, **body: Any) -> dict[str, Any]:
    """The answer to an entry of the scorekeeper, which must be recorded; members are named by letter."""
    answer = post_entry(house, path, **body)
    assert answer.status_code == 201, answer.text
    return answer.json


def post_entry(house: House, path: str, **body: Any) -> Any:
    members = {k: house.member.get(v, v) if k in ("player", "left_of", "to") else v for k, v in body.items()}
    return house.scorekeeper.post(path, members)


def letters(house: House, members: list[str]) -> str:
    return "".join(house.letter[m] for m in members)


@pytest.fixture
def owing(house: House) -> str:
    """A sitting after a game: C owes 30 for counters, and lent B 5 in it; A owes the bank 7."""
    sitting = house.sit(players="ABC", funds=0)
    for player in "ABC":
        recorded(
            house, f"{sitting}/counter-sales", player=player, red=0, white=0, blue=0, odd=30, on_credit=player == "C"
        )
    game = house.begin(sitting)
    house.play(game, "deal; C stakes 6; A stakes 6")
    for lender, amount, player in (("C", 5, "B"), ("bank", 7, "B")):
        body = {"action": "borrow", "player": house.member[player], "amount": amount}
        lent = house.scorekeeper.post(f"{game}/actions", {**body, "lender": house.member.get(lender, lender)})
        assert lent.status_code == 201, lent.text
    house.play(game, "B passes; C draws 0; A draws 0; C stakes 1; A passes")
    return sitting


# -- payments ----------------------------------------------------------------------------------------------------


def test_what_is_owed_is_paid_to_the_bank_or_to_the_player_who_lent(house: House, owing: str) -> None:
    paid = recorded(house, f"{owing}/payments", player="C", amount=12, toward="credit")
    common = {"player": house.member["C"], "amount": 12, "toward": "credit", "to": None}
    assert paid.items() >= {**common, "id": 4, "owed_before": 30, "owed_after": 18}.items()
    assert paid["position"] == house.position()
    to_player = recorded(house, f"{owing}/payments", player="B", amount=5, toward="loan", to="C")
    assert to_player.items() >= {"id": 5, "to": house.member["C"], "owed_after": 0}.items()
    to_bank = recorded(house, f"{owing}/payments", player="B", amount=4, toward="loan", to=None)
    assert to_bank.items() >= {"id": 6, "to": None, "owed_before": 7, "owed_after": 3}.items()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"amount": 31}, "amount"),
        ({"amount": 0}, "amount"),
        ({"amount": -1}, "amount"),
        ({"amount": 6.0}, "amount"),
        ({"amount": True}, "amount"),
        ({"amount": 10**12 + 1}, "amount"),
        ({"toward": "rent"}, "toward"),
        ({"toward": "loan"}, "amount"),
        ({"to": "B"}, "to"),
        ({"toward": "loan", "to": "B"}, "amount"),
        ({"toward": "loan", "to": STRANGER}, "amount"),
        ({"player": "E"}, "player"),
        ({"player": STRANGER}, "player"),
        ({"player": "everybody"}, "player"),
        ({"from": "C"}, "from"),
    ],
)
def test_a_payment_that_cannot_be_meant_is_invalid(
    house: House, owing: str, change: dict[str, Any], field: str
) -> None:
    before = house.position()
    invalid(post_entry(house, f"{owing}/payments", **{"player": "C", "amount": 1, "toward": "credit", **change}), field)
    assert house.position() == before


def test_who_has_left_still_pays_and_may_pay_while_a_game_runs(house: House, owing: str) -> None:
    recorded(house, f"{owing}/buy-backs", player="B", red=0, white=0, blue=0, odd=0)
    # What is missing from B's count stands as a difference; what he owes goes with him.
    recorded(house, f"{owing}/departures", player="B")
    house.begin(owing, None)
    assert recorded(house, f"{owing}/payments", player="B", amount=7, toward="loan")["owed_after"] == 0


def test_a_payment_is_shown_to_him_who_pays_to_the_lender_and_to_the_club(house: House, owing: str) -> None:
    recorded(house, f"{owing}/payments", player="B", amount=5, toward="loan", to="C")
    recorded(house, f"{owing}/payments", player="B", amount=1, toward="loan")
    recorded(house, f"{owing}/limits", player="B", loss=40)

    def entries_shown(desk: Desk) -> list[str]:
        items = desk.get(f"{owing}/entries").json["items"]
        return [f"{house.letter[i['player']]} {i['type'].removeprefix('sitting.')}" for i in items]

    sales = [f"{p} counters_sold" for p in "ABC"]
    assert entries_shown(house.auditor) == [*sales, "B payment_made", "B payment_made", "B limits_set"]
    assert entries_shown(house.desk("player", "A")) == sales[:1]
    assert entries_shown(house.desk("player", "B")) == [sales[1], "B payment_made", "B payment_made", "B limits_set"]
    assert entries_shown(house.desk("player", "C")) == [sales[2], "B payment_made"]


# -- arrivals and departures -------------------------------------------------------------------------------------


def test_a_member_sits_down_and_another_leaves_between_games(house: House) -> None:
    agreed = [house.member[p] for p in "ABC"]
    articles = {"variants": ["blaze"], "readings": {"hearts": "always"}, "abrogated": [22]}
    sitting = house.sit(players="ABC", funds=0, articles=articles, agreed_by=agreed)
    arrived = recorded(house, f"{sitting}/arrivals", player="D", left_of="A")
    assert (arrived["id"], letters(house, arrived["seats"]), arrived["advice"]) == (1, "ADBC", None)
    assert arrived["articles"]["variants"] == arrived["articles"]["abrogated"] == []
    assert arrived["articles"]["readings"]["hearts"] == "always", "readings stay when players change"
    departed = recorded(house, f"{sitting}/departures", player="B")
    assert (departed["id"], letters(house, departed["seats"])) == (2, "ADC")
    assert letters(house, house.owner.get(sitting).json["seats"]) == "ADC"
    items = house.desk("player", "E").get(f"{sitting}/entries").json["items"]
    assert [letters(house, i["seats"]) for i in items] == ["ADBC", "ADC"]
    assert items[0]["articles"] == arrived["articles"]


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("arrivals", {"player": "A", "left_of": "B"}, "player"),
        ("arrivals", {"player": STRANGER, "left_of": "A"}, "player"),
        ("arrivals", {"player": "D", "left_of": "E"}, "left_of"),
        ("arrivals", {"player": "D", "left_of": "D"}, "left_of"),
        ("arrivals", {"player": "D"}, "left_of"),
        ("arrivals", {"player": "D", "left_of": None}, "left_of"),
        ("departures", {"player": "D"}, "player"),
        ("departures", {"player": 4}, "player"),
        ("departures", {}, "player"),
        ("limits", {"player": "D", "loss": 5}, "player"),
        ("limits", {"player": "A"}, "loss"),
        ("limits", {"player": "A", "loss": 0}, "loss"),
        ("limits", {"player": "A", "loss": "5"}, "loss"),
        ("limits", {"player": "A", "loss": True}, "loss"),
        ("limits", {"player": "A", "stop_at": "midnight"}, "stop_at"),
        ("limits", {"player": "A", "stop_at": "1895-11-02T23:30:00"}, "stop_at"),
        ("limits", {"player": "A", "stop_at": "1895-02-30T23:30:00Z"}, "stop_at"),
        ("limits", {"player": "A", "stop_at": "0001-01-01T00:00:00+14:00"}, "stop_at"),
        ("limits", {"player": "A", "stop_at": "1895-11-02T23:30:00+99:00"}, "stop_at"),
        ("limits", {"player": "A", "stop_at": 1895}, "stop_at"),
    ],
)
def test_a_change_at_the_table_that_cannot_be_meant_is_invalid(
    house: House, path: str, body: dict[str, Any], field: str
) -> None:
    sitting = house.sit(players="ABC", funds=0)
    before = house.position()
    invalid(post_entry(house, f"{sitting}/{path}", **body), field)
    assert house.position() == before


def test_nobody_comes_or_goes_while_a_game_runs_or_leaves_with_counters(house: House) -> None:
    sitting = house.sit(players="ABC")
    forbidden_by(post_entry(house, f"{sitting}/departures", player="B"), None, "counters_out")
    game = house.begin(sitting)
    forbidden_by(post_entry(house, f"{sitting}/departures", player="B"), None, "game_running")
    forbidden_by(post_entry(house, f"{sitting}/arrivals", player="D", left_of="A"), None, "game_running")
    house.play(game, "deal; C passes; A passes; B passes")
    recorded(house, f"{sitting}/arrivals", player="D", left_of="A")


def test_the_last_at_the_table_does_not_leave_it_and_a_closed_table_takes_nobody(house: House) -> None:
    sitting = house.sit(players="AB", funds=0)
    recorded(house, f"{sitting}/departures", player="A")
    forbidden_by(post_entry(house, f"{sitting}/departures", player="B"), None, "too_few_players")
    recorded(house, f"{sitting}/close")
    forbidden_by(post_entry(house, f"{sitting}/arrivals", player="C", left_of="B"), None, "sitting_closed")
    forbidden_by(post_entry(house, f"{sitting}/limits", player="B", loss=5), None, "sitting_closed")
    paid = post_entry(house, f"{sitting}/payments", player="B", amount=1, toward="credit")
    assert paid.json["errors"] == {"amount": ["he owes 0 there"]}


def test_who_has_left_buys_no_counters(house: House) -> None:
    sitting = house.sit(players="ABC", funds=0)
    recorded(house, f"{sitting}/departures", player="C")
    invalid(post_entry(house, f"{sitting}/counter-sales", player="C", red=1, white=0, blue=0), "player")


@pytest.fixture
def crowd(own_house: House) -> str:
    """The club has twelve members."""
    for name in "FGHIJKL":
        own_house.member[name] = own_house.owner.post(f"{own_house.path}/members", {"name": name}).json["id"]
        own_house.letter[own_house.member[name]] = name
    return "ABCDEFGHIJKL"


def test_a_table_has_two_to_ten_players_and_above_six_is_advised_against(own_house: House, crowd: str) -> None:
    for players, advised in (("ABCDEF", False), (crowd[:7], True)):
        body = {"ante": 3, "limit": 12, "players": [own_house.member[p] for p in players]}
        opened = own_house.scorekeeper.post(f"{own_house.path}/sittings", body).json
        assert bool(opened["advice"]) is advised
        assert own_house.owner.get(f"/v1/sittings/{opened['id']}").json["advice"] == opened["advice"]
    sitting = f"/v1/sittings/{opened['id']}"
    for player in "HIJ":
        assert recorded(own_house, f"{sitting}/arrivals", player=player, left_of="A")["advice"]
    invalid(post_entry(own_house, f"{sitting}/arrivals", player="K", left_of="A"), "player")
    for players in (crowd[:1], crowd[:11]):
        body = {"ante": 3, "limit": 12, "players": [own_house.member[p] for p in players]}
        invalid(own_house.scorekeeper.post(f"{own_house.path}/sittings", body), "players")


def test_the_deal_goes_on_from_the_seat_of_a_dealer_who_has_left(house: House) -> None:
    """Law 18."""
    sitting = house.sit(players="ABCD")
    house.play(house.begin(sitting, "B"), "deal; D passes; A passes; B passes; C passes")
    recorded(house, f"{sitting}/buy-backs", player="B", red=0, white=0, blue=0, odd=100)
    recorded(house, f"{sitting}/departures", player="B")
    assert house.letter[house.owner.get(sitting).json["next_dealer"]] == "C"
    game = house.begin(sitting, None)
    assert house.letter[house.owner.get(game).json["dealer"]] == "C"


def test_a_change_at_the_table_is_made_once_and_on_the_version_that_was_read(house: House) -> None:
    sitting = house.sit(players="ABC", funds=0)
    body = {"player": house.member["D"], "left_of": house.member["A"]}
    first = house.scorekeeper.post(f"{sitting}/arrivals", body, Idempotency_Key="d", If_Match='"1"')
    again = house.scorekeeper.post(f"{sitting}/arrivals", body, Idempotency_Key="d", If_Match='"1"')
    assert (first.status_code, again.status_code, first.json["id"]) == (201, 201, again.json["id"])
    assert again.headers["Idempotency-Replayed"] == "true"
    departure = {"player": house.member["D"]}
    assert house.scorekeeper.post(f"{sitting}/departures", departure, If_Match='"1"').status_code == 412


# -- limits ------------------------------------------------------------------------------------------------------


def test_limits_are_set_and_lifted_one_by_one(house: House) -> None:
    sitting = house.sit(players="AB", funds=0)
    steps: list[tuple[dict[str, Any], tuple[int | None, str | None]]] = [
        ({"loss": 50}, (50, None)),
        ({"stop_at": "2026-11-20T23:30:00+01:00"}, (50, "2026-11-20T22:30:00Z")),
        ({"loss": None}, (None, "2026-11-20T22:30:00Z")),
        ({"loss": 20, "stop_at": None}, (20, None)),
    ]
    for number, (change, expected) in enumerate(steps, 1):
        answer = recorded(house, f"{sitting}/limits", player="A", **change)
        assert (answer["id"], answer["loss"], answer["stop_at"]) == (number, *expected)


@pytest.fixture
def now(own_house: House, monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """Sets the clock of a house of its own, to a time after its founding."""
    times = [datetime(2999, 11, 20, 21, 0, tzinfo=UTC)]
    monkeypatch.setattr(own_house.clubs.books(UUID(own_house.id)), "clock", lambda: times[0])
    return times


def test_who_has_lost_what_he_set_himself_is_dealt_no_further_game_until_he_lifts_it(house: House) -> None:
    sitting = house.sit(players="ABC")
    recorded(house, f"{sitting}/limits", player="C", loss=6)
    house.play(house.begin(sitting), "deal; C stakes 6; A stakes 18; B passes; C passes")
    stopped = house.scorekeeper.post(f"{sitting}/games", {})
    forbidden_by(stopped, None, "stopped")
    out = house.scorekeeper.post(f"{sitting}/games", {"sitting_out": [house.member["C"]]})
    assert out.status_code == 201
    house.play(f"/v1/games/{out.json['id']}", "deal; B stakes 6; A passes")
    recorded(house, f"{sitting}/limits", player="C", loss=None)
    assert house.scorekeeper.post(f"{sitting}/games", {}).status_code == 201


def test_the_hour_a_player_set_himself_stops_him_when_it_strikes(own_house: House, now: list[datetime]) -> None:
    sitting = own_house.sit(players="ABC")
    recorded(own_house, f"{sitting}/limits", player="C", stop_at="2999-11-20T22:00:00Z")
    own_house.play(own_house.begin(sitting), "deal; C passes; A passes; B passes")
    now[0] += timedelta(hours=1)
    forbidden_by(own_house.scorekeeper.post(f"{sitting}/games", {}), None, "stopped")
    now[0] -= timedelta(microseconds=1)
    assert own_house.scorekeeper.post(f"{sitting}/games", {}).status_code == 201


def test_a_clock_that_steps_back_lets_nobody_play_beyond_his_hour(own_house: House, now: list[datetime]) -> None:
    sitting = own_house.sit(players="ABC")
    recorded(own_house, f"{sitting}/limits", player="C", stop_at="2999-11-20T22:00:00Z")
    now[0] += timedelta(hours=1)
    recorded(own_house, f"{sitting}/limits", player="A", loss=50)
    now[0] -= timedelta(hours=1)
    begun = own_house.scorekeeper.post(f"{sitting}/games", {"dealer": own_house.member["A"]})
    forbidden_by(begun, None, "stopped")


def test_whom_the_bank_advanced_what_he_could_not_refuse_plays_when_it_is_paid(house: House) -> None:
    """A false opener has 2 left and pays 6 (33): the bank advances 4."""
    sitting = house.sit(players="ABCD", funds=11)
    house.play(house.begin(sitting), "deal; C passes; D passes; A passes; B passes")
    game = house.begin(sitting, None)
    house.play(game, "deal; D stakes 6; A passes; B passes; C passes")
    thrown = {"action": "pass", "player": house.member["D"], "irregular": True}
    assert house.scorekeeper.post(f"{game}/actions", thrown).status_code == 201
    recorded(house, f"{sitting}/counter-sales", player="D", red=2, white=0, blue=0)
    forbidden_by(house.scorekeeper.post(f"{sitting}/games", {}), None, "stopped")
    recorded(house, f"{sitting}/payments", player="D", amount=3, toward="loan")
    forbidden_by(house.scorekeeper.post(f"{sitting}/games", {}), None, "stopped")
    recorded(house, f"{sitting}/payments", player="D", amount=1, toward="loan")
    assert house.scorekeeper.post(f"{sitting}/games", {}).status_code == 201
