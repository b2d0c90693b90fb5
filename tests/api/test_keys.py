"""An idempotency key belongs to the token that sent it, and nobody learns from it what its request said."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest

from ledger.store import ClubStore
from tests.api.house import Desk, House
from tests.api.problems import invalid
from tests.club_tables import rows_of_club

DEAL = "deal B: Kh Kd 5h 2c 3s; C: Ah Ad 5c 6d 7s"
DRAW = "B draws 2c 3s"


@pytest.fixture
def key() -> str:
    """A key that a client has made of what the game is about."""
    return f"draw-of-B-after-Kh-Kd-{uuid4()}"


@pytest.fixture
def drawing(house: House) -> str:
    """The path of a game's acts, in the draw: B, whose cards are recorded, draws first."""
    game = house.begin(house.sit())
    house.play(game, DEAL)
    house.play(game, "C stakes 6; D passes; E passes; A passes; B stakes 3")
    return f"{game}/actions"


def without_id(answer: Any) -> tuple[int, dict[str, Any], dict[str, str]]:
    """The status, body and headers of an answer, but for the id of its request."""
    body = {name: value for name, value in answer.json.items() if name != "instance"}
    headers = {name: text for name, text in answer.headers.items() if name != "X-Request-Id"}
    return answer.status_code, body, headers


def test_another_tokens_key_is_refused_alike_whether_its_body_is_guessed_or_not(
    house: House, drawing: str, key: str
) -> None:
    first = house.scorekeeper.post(drawing, house.act(DRAW), Idempotency_Key=key)
    assert first.status_code == 201, first.text
    before = house.position()
    for curious in (house.desk("scorekeeper"), house.owner):
        answers = [
            curious.post(drawing, house.act(f"B draws {guess}"), Idempotency_Key=key)
            for guess in ("2c 3s", "3s 2c", "2c", "5h 2c 3s", "Ks Qs")
        ]
        invalid(answers[0], "Idempotency-Key")
        sitting = {"ante": 3, "limit": 12, "players": list(house.member.values())}
        answers.append(curious.post(f"{house.path}/sittings", sitting, Idempotency_Key=key))
        assert all(without_id(answer) == without_id(answers[0]) for answer in answers)
    assert house.position() == before + 1  # the token that was issued
    again = house.scorekeeper.post(drawing, house.act(DRAW), Idempotency_Key=key)
    assert (again.status_code, again.json["events"]) == (201, first.json["events"])
    assert again.headers["Idempotency-Replayed"] == "true"


def test_a_key_that_was_refused_is_free_for_another_token(house: House, drawing: str, key: str) -> None:
    body = house.act("C draws 5c")
    assert house.owner.post(drawing, body, Idempotency_Key=key).status_code == 422
    assert house.scorekeeper.post(drawing, house.act(DRAW), Idempotency_Key=key).status_code == 201


def test_a_key_is_nowhere_in_what_anybody_reads_nor_in_the_database(house: House, drawing: str, key: str) -> None:
    house.scorekeeper.post(drawing, house.act(DRAW), Idempotency_Key=key)
    assert house.owner.post(f"{house.path}/members", {"name": "F"}, Idempotency_Key=f"{key}-F").status_code == 201
    issued = {"role": "auditor", "label": "x"}
    assert house.owner.post(f"{house.path}/tokens", issued, Idempotency_Key=f"{key}-token").status_code == 201
    for desk in (house.owner, house.scorekeeper, house.auditor, house.desk("player", "B")):
        for path in ("events", "exports/jsonl", "audit", "tokens"):
            answer = desk.get(f"{house.path}/{path}")
            assert key not in answer.text
            assert "command_secret" not in answer.text
    states = [json.loads(logged.stored.state) for logged in house.store.notifications(0, 1_000)]
    assert len({state["command"] for state in states}) > 10
    stored = rows_of_club(house.clubs.pool.url, house.id)
    assert all(stored[table] for table in ("stored_events", "sealed", "commands"))
    for rows in stored.values():
        for row in rows:
            assert key.encode() not in b" ".join(v if isinstance(v, bytes) else str(v).encode() for v in row)


def test_the_ids_of_a_club_and_of_its_tokens_are_not_made_from_their_keys(house: House) -> None:
    answers = [
        house.owner.post(f"{house.path}/tokens", {"role": "auditor", "label": "x"}, Idempotency_Key=key)
        for key in ("one", "one", "two")
    ]
    first, again, other = (answer.json["id"] for answer in answers)
    assert first == again != other
    assert UUID(first).version == 4


def test_what_an_older_release_stored_under_the_bare_key_is_a_repeat_to_its_own_token_alone(
    house: House, drawing: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(ClubStore, "command_name", lambda _, key: key)
        first = house.scorekeeper.post(drawing, house.act(DRAW), Idempotency_Key=key)
        assert first.status_code == 201
    again = house.scorekeeper.post(drawing, house.act(DRAW), Idempotency_Key=key)
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert again.json == first.json
    invalid(house.scorekeeper.post(drawing, house.act("B draws 2c"), Idempotency_Key=key), "Idempotency-Key")
    curious = [
        house.owner.post(drawing, house.act(f"B draws {guess}"), Idempotency_Key=key) for guess in ("2c 3s", "2c")
    ]
    invalid(curious[0], "Idempotency-Key")
    assert without_id(curious[0]) == without_id(curious[1])


def test_the_name_of_a_command_is_no_key(house: House, drawing: str, key: str) -> None:
    house.scorekeeper.post(drawing, house.act(DRAW), Idempotency_Key=key)
    (*_, last) = house.store.notifications(0, 1_000)
    answer = Desk(house.app, house.scorekeeper.token).post(
        drawing, house.act(DRAW), Idempotency_Key=last.recorded.command
    )
    invalid(answer, "Idempotency-Key")
    assert "visible" in answer.json["detail"]
