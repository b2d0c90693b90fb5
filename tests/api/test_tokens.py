"""Tokens are issued and revoked in the list and on the record, or in neither."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import psycopg
import pytest

from ledger.application import tokens
from ledger.times import timestamp
from tests.api.house import Desk, House
from tests.api.problems import invalid, refused_as


class Died(BaseException):
    """The process is dead: nothing of the application catches it."""


def recorded(house: House) -> int:
    """How many events a club has: a transaction that is rolled back leaves a gap in their positions."""
    return len(list(house.store.notifications(0, 1_000)))


@pytest.mark.parametrize("error", [Died, RuntimeError])
def test_a_token_is_in_the_list_and_on_the_record_or_nowhere(
    house: House, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    def fail(*_: object) -> None:
        raise error

    body, key = {"role": "auditor", "label": "x"}, str(uuid4())
    before, listed = house.position(), house.owner.get(f"{house.path}/tokens").json
    with monkeypatch.context() as failing:
        failing.setattr(tokens, "insert_token", fail)
        if error is Died:
            with pytest.raises(Died):
                house.owner.post(f"{house.path}/tokens", body, Idempotency_Key=key)
        else:
            refused_as(house.owner.post(f"{house.path}/tokens", body, Idempotency_Key=key), 500, "internal")
    assert house.position() == before
    assert house.owner.get(f"{house.path}/tokens").json == listed
    again = house.owner.post(f"{house.path}/tokens", body, Idempotency_Key=key)
    assert Desk(house.app, again.json["token"]).get("/v1/me").status_code == 200


def test_a_revocation_that_fails_leaves_the_token_in_force_and_the_record_without_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    issued = house.issue("scorekeeper")
    desk, path = Desk(house.app, issued["token"]), f"{house.path}/tokens/{issued['id']}/revoke"
    before = recorded(house)
    with monkeypatch.context() as failing:
        failing.setattr(tokens, "revoke_token", lambda *_: 1 / 0)
        refused_as(house.owner.post(path), 500, "internal")
    house.owner.post(f"{house.path}/members", {"name": "F"}, Idempotency_Key="of-a-member")
    invalid(house.owner.post(path, Idempotency_Key="of-a-member"), "Idempotency-Key")
    refused_as(house.owner.post(path, If_Match='"1"'), 412, "stale")
    assert recorded(house) == before + 1
    assert desk.get("/v1/me").status_code == 200
    assert house.owner.post(path).status_code == 201
    assert desk.get("/v1/me").status_code == 401


def test_a_token_that_the_list_does_not_know_is_revoked_all_the_same(house: House) -> None:
    """As after a crash of an older release, or where the club was brought back from its log."""
    issued = house.issue("player", "C")
    with psycopg.connect(house.clubs.pool.url) as connection:
        connection.execute("DELETE FROM poolbook.tokens WHERE id = %s", (issued["id"],))
    path, key = f"{house.path}/tokens/{issued['id']}/revoke", str(uuid4())
    answer = house.owner.post(path, Idempotency_Key=key)
    assert answer.status_code == 201, answer.text
    expected = {name: issued[name] for name in ("id", "role", "member", "label", "created_at")}
    assert answer.json.items() >= expected.items()
    assert answer.json["revoked_at"] is not None
    assert house.owner.post(path, Idempotency_Key=key).json == answer.json
    refused_as(house.owner.post(path), 404, "not-found")


def test_of_several_who_revoke_a_token_at_once_one_does_and_none_fails(house: House) -> None:
    issued = house.issue("auditor")
    path, together = f"{house.path}/tokens/{issued['id']}/revoke", Barrier(4)

    def revoke(_: int) -> int:
        together.wait()
        return Desk(house.app, house.owner.token).post(path).status_code

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(revoke, range(4))) == [201, 404, 404, 404]


def test_the_list_has_the_times_of_the_record(house: House) -> None:
    issued = house.issue("auditor")
    revoked = house.owner.post(f"{house.path}/tokens/{issued['id']}/revoke").json
    listed = next(t for t in house.owner.get(f"{house.path}/tokens").json["items"] if t["id"] == issued["id"])
    events = [logged.recorded for logged in house.store.notifications(house.position() - 2, 2)]
    assert [listed["created_at"], listed["revoked_at"]] == [timestamp(recorded.at) for recorded in events]
    assert (issued["created_at"], revoked["revoked_at"]) == (listed["created_at"], listed["revoked_at"])
