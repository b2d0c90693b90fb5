"""A key is carried out once, and of two writes at the same time only one wins."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from ledger.store import ClubStore, CommandRow, Recorded
from tests.acts import ILLUSTRATED
from tests.api.house import Desk, House


@pytest.fixture
def house(own_house: House) -> House:
    """A club of its own, because the club remembers keys."""
    return own_house


def at_once(app: Flask, token: str | None, times: int, work: Callable[[Desk, int], TestResponse]) -> list[TestResponse]:
    """The answers to requests sent at the same time, each by a client of its own."""
    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(lambda n: work(Desk(app, token), n), range(times)))


def test_twenty_identical_creations_at_once_open_one_sitting(house: House) -> None:
    body = {"ante": 3, "limit": 12, "players": list(house.member.values())}
    key, path = str(uuid4()), f"{house.path}/sittings"
    answers = at_once(house.app, house.scorekeeper.token, 20, lambda d, _: d.post(path, body, Idempotency_Key=key))
    assert {a.status_code for a in answers} == {201}
    assert len({a.json["id"] for a in answers}) == 1
    assert sum("Idempotency-Replayed" not in a.headers for a in answers) == 1
    house.follow()
    assert len(house.owner.get(path).json["items"]) == 1


@pytest.mark.parametrize("named", [{}, {"If_Match": '"2"'}], ids=["no version named", "a version named"])
def test_a_repeat_that_overtakes_its_first_is_answered_as_one_and_not_refused_by_it(
    house: House, monkeypatch: pytest.MonkeyPatch, named: dict[str, str]
) -> None:
    game, key = house.begin(house.sit()), str(uuid4())
    house.play(game, "deal")
    path, body = f"{game}/actions", house.act("C stakes 6")
    desk, save, saves = Desk(house.app, house.scorekeeper.token), ClubStore.save, list[CommandRow]()

    def overtaken(store: ClubStore, recorded: Sequence[Recorded], command: CommandRow, *given: Any) -> Any:
        saves.append(command)
        if len(saves) == 1:
            with ThreadPoolExecutor(1) as other:
                first = other.submit(desk.post, path, body, Idempotency_Key=key, **named).result()
            assert (first.status_code, first.headers.get("Idempotency-Replayed")) == (201, None)
        return save(store, recorded, command, *given)

    monkeypatch.setattr(ClubStore, "save", overtaken)
    repeat = house.scorekeeper.post(path, body, Idempotency_Key=key, **named)
    assert len(saves) == 2
    assert (repeat.status_code, repeat.headers.get("Idempotency-Replayed")) == (201, "true")
    assert house.owner.get(game).json["version"] == 3


def test_of_writers_who_race_one_wins_each_version(house: House) -> None:
    game = house.begin(house.sit())
    for version, act in enumerate(("deal", "C stakes 6", "D passes", "E stakes 6"), 1):
        body, tag = house.act(act), f'"{version}"'
        answers = at_once(
            house.app,
            house.scorekeeper.token,
            4,
            lambda d, _, body=body, tag=tag: d.post(f"{game}/actions", body, If_Match=tag),  # type: ignore[misc]
        )
        assert Counter(a.status_code for a in answers) == {201: 1, 412: 3}
    assert house.owner.get(game).json["version"] == 5


def test_of_writers_who_name_no_version_the_laws_let_one_through(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal")
    answers = at_once(
        house.app, house.scorekeeper.token, 6, lambda d, _: d.post(f"{game}/actions", house.act("C stakes 6"))
    )
    assert Counter(a.status_code for a in answers) == {201: 1, 422: 5}
    assert {a.json["code"] for a in answers if a.status_code == 422} == {"out_of_turn"}


def test_sales_at_once_are_all_carried_out(house: House) -> None:
    sitting = house.sit(funds=0)
    body = {"player": house.member["A"], "red": 1, "white": 0, "blue": 0}
    answers = at_once(house.app, house.scorekeeper.token, 8, lambda d, _: d.post(f"{sitting}/counter-sales", body))
    assert {a.status_code for a in answers} == {201}
    assert sorted(a.json["id"] for a in answers) == list(range(1, 9))
    assert house.by_letter(house.owner.get(sitting).json["funds"])["A"] == 24


def repeated(desk: Desk, path: str, body: dict[str, Any], **headers: str) -> tuple[TestResponse, TestResponse]:
    """The answers to a request and to its repeat."""
    key = str(uuid4())
    first = desk.post(path, body, Idempotency_Key=key, **headers)
    again = desk.post(path, body, Idempotency_Key=key, **headers)
    assert first.status_code == again.status_code == 201, (first.text, again.text)
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["ETag"] == first.headers["ETag"]
    return first, again


def test_a_repeat_of_every_kind_of_write_is_answered_alike_and_writes_nothing(house: House) -> None:
    players = list(house.member.values())
    counters = {"red": 5, "white": 0, "blue": 0}
    member, _ = repeated(house.owner, f"{house.path}/members", {"name": "F"})
    sitting, again = repeated(house.owner, f"{house.path}/sittings", {"ante": 3, "limit": 12, "players": players})
    assert sitting.json == again.json
    path = f"/v1/sittings/{sitting.json['id']}"
    for player in players:
        sale, again = repeated(house.owner, f"{path}/counter-sales", {"player": player, **counters})
        assert sale.json == again.json
    cut, again = repeated(
        house.owner, f"{path}/cuts", {"cards": dict(zip(players, ("2h", "3h", "4h", "5h", "6h"), strict=True))}
    )
    assert cut.json == again.json
    game, again = repeated(house.owner, f"{path}/games", {})
    assert game.json == again.json
    deal, again = repeated(house.owner, f"/v1/games/{game.json['id']}/actions", {"action": "deal"}, If_Match='"1"')
    assert deal.json == again.json
    house.play(f"/v1/games/{game.json['id']}", "C passes; D passes; E passes; A passes; B passes")
    back, again = repeated(house.owner, f"{path}/buy-backs", {"player": players[0], **counters})
    assert back.json == again.json
    before = house.position()
    token, again = repeated(house.owner, f"{house.path}/tokens", {"role": "auditor", "label": "audit"})
    assert token.json["token"] is not None
    assert again.json == {**token.json, "token": None}
    revoked, again = repeated(house.owner, f"{house.path}/tokens/{token.json['id']}/revoke", {})
    assert revoked.json == again.json
    assert house.position() == before + 2
    assert member.json["name"] == "F"


def test_a_repeat_long_after_is_answered_as_it_was_then(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal")
    first = house.scorekeeper.post(f"{game}/actions", house.act("C stakes 6"), Idempotency_Key="the-opening")
    house.play(game, ILLUSTRATED.split("C stakes 6\n", 1)[1])
    again = house.scorekeeper.post(f"{game}/actions", house.act("C stakes 6"), Idempotency_Key="the-opening")
    assert again.status_code == 201
    assert again.json["events"] == first.json["events"]
    assert again.json["game"] == first.json["game"]
    assert again.headers["ETag"] == first.headers["ETag"] == '"3"'


def test_another_body_or_another_place_under_the_same_key_is_invalid(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.scorekeeper.post(f"{game}/actions", {"action": "deal"}, Idempotency_Key="k")
    before = house.position()
    for path, body in (
        (f"{game}/actions", {"action": "deal", "note": "again"}),
        (f"{sitting}/games", {"action": "deal"}),
        (f"{house.path}/sittings", {"ante": 3, "limit": 12, "players": list(house.member.values())}),
    ):
        answer = house.scorekeeper.post(path, body, Idempotency_Key="k")
        assert (answer.status_code, answer.json["type"]) == (422, "/problems/invalid"), answer.text
    assert house.position() == before


def test_the_order_of_names_and_the_spaces_of_a_body_do_not_matter_to_a_repeat(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal")
    first = house.scorekeeper.post(f"{game}/actions", data=b'{"action":"stake","amount":6}', Idempotency_Key="k")
    again = house.scorekeeper.post(f"{game}/actions", data=b'{ "amount": 6, "action": "stake" }', Idempotency_Key="k")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json


def test_a_refusal_is_not_remembered(house: House) -> None:
    game = house.begin(house.sit())
    early = house.scorekeeper.post(f"{game}/actions", house.act("C stakes 6"), Idempotency_Key="k")
    assert early.status_code == 422
    house.play(game, "deal")
    assert house.scorekeeper.post(f"{game}/actions", house.act("C stakes 6"), Idempotency_Key="k").status_code == 201


def test_a_key_is_one_to_two_hundred_visible_characters(house: House) -> None:
    for key in ("", "with space", "x" * 201, "clé"):
        answer = house.owner.post(f"{house.path}/members", {"name": "F"}, Idempotency_Key=key)
        assert (answer.status_code, list(answer.json["errors"])) == (422, ["Idempotency-Key"])
    assert house.owner.post(f"{house.path}/members", {"name": "F"}, Idempotency_Key="x" * 200).status_code == 201


def test_the_same_key_in_two_clubs_is_two_commands(new_house: Callable[[], House]) -> None:
    houses = new_house(), new_house()
    ids = {h.owner.post(f"{h.path}/members", {"name": "F"}, Idempotency_Key="k").json["id"] for h in houses}
    assert len(ids) == 2


def test_a_club_is_founded_once_for_a_key_and_its_secret_shown_once(operator: Desk) -> None:
    key, body = str(uuid4()), {"name": "The Club", "currency": "EUR"}
    first = operator.post("/v1/clubs", body, Idempotency_Key=key)
    again = operator.post("/v1/clubs", body, Idempotency_Key=key)
    assert list(first.json) == ["id", "name", "currency", "token", "position"]
    assert again.json.items() >= {"id": first.json["id"], "token": None}.items()
    other = operator.post("/v1/clubs", {**body, "name": "Another"}, Idempotency_Key=key)
    assert (other.status_code, list(other.json["errors"])) == (422, ["Idempotency-Key"])


def test_a_club_founded_by_several_at_once_is_one_club_with_one_secret(app: Flask, operator: Desk) -> None:
    key, body = str(uuid4()), {"name": "The Club", "currency": "EUR"}
    answers = at_once(app, operator.token, 5, lambda d, _: d.post("/v1/clubs", body, Idempotency_Key=key))
    assert {a.status_code for a in answers} == {201}
    assert len({a.json["id"] for a in answers}) == 1
    assert sum(a.json["token"] is not None for a in answers) == 1


def test_a_race_lost_every_time_is_a_conflict_and_writes_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    before = house.position()
    monkeypatch.setattr("ledger.application.club_books.RETRIES", 0)
    answer = house.owner.post(f"{house.path}/members", {"name": "F"})
    assert (answer.status_code, answer.json["type"]) == (409, "/problems/race-lost")
    assert house.position() == before
