"""A token that expires opens nothing from that moment on: no route, no repeat, no stream, no page."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from time import monotonic, sleep
from typing import Any
from uuid import UUID, uuid4

import pytest

from api.service import service_of
from tests.api.house import Desk, House
from tests.api.problems import invalid, refused_as
from tests.pages.conftest import Visitor

EXPIRED = "this token has expired: ask the club's owner for another"

Move = Callable[[timedelta], None]


@pytest.fixture
def expiry() -> datetime:
    """A whole second to come."""
    return datetime.now(UTC).replace(microsecond=0) + timedelta(days=30)


@pytest.fixture
def at(house: House, monkeypatch: pytest.MonkeyPatch, expiry: datetime) -> Move:
    """Sets the service's clock to a time before or after the expiry."""
    return lambda off: monkeypatch.setattr(house.clubs, "clock", lambda: expiry + off)


def issue(house: House, expiry: datetime, role: str = "scorekeeper") -> dict[str, Any]:
    body = {"role": role, "label": "for the month", "expires_at": expiry.isoformat()}
    answer = house.owner.post(f"{house.path}/tokens", body)
    assert answer.status_code == 201, answer.text
    issued: dict[str, Any] = answer.json
    return issued


BEFORE, THEN = timedelta(microseconds=-1), timedelta(0)


def test_a_token_opens_the_club_up_to_the_moment_at_which_it_expires(house: House, at: Move, expiry: datetime) -> None:
    issued = issue(house, expiry)
    written = expiry.isoformat().replace("+00:00", "Z")
    listed = house.owner.get(f"{house.path}/tokens").json["items"]
    assert [token["expires_at"] for token in listed if token["id"] == issued["id"]] == [written]
    desk, key = Desk(house.app, issued["token"]), str(uuid4())
    at(BEFORE)
    assert desk.get("/v1/me").json["expires_at"] == issued["expires_at"] == written
    sitting = {"ante": 3, "limit": 12, "players": [house.member[p] for p in "AB"]}
    assert desk.post(f"{house.path}/sittings", sitting, Idempotency_Key=key).status_code == 201
    at(THEN)
    before = house.position()
    for answer in (
        desk.get("/v1/me"),
        desk.get(house.path),
        desk.post(f"{house.path}/sittings", sitting),
        desk.post(f"{house.path}/sittings", sitting, Idempotency_Key=key),
    ):
        assert refused_as(answer, 401, "unauthorized")["detail"] == EXPIRED
    assert house.position() == before
    assert house.owner.get("/v1/me").status_code == 200


def test_only_who_has_the_secret_is_told_that_it_has_expired(house: House, at: Move, expiry: datetime) -> None:
    issued = issue(house, expiry)
    at(THEN)
    guess = issued["token"][:-1] + ("A" if issued["token"][-1] != "A" else "B")
    assert Desk(house.app, guess).get("/v1/me").json["detail"] == "this token is not known"
    assert house.owner.post(f"{house.path}/tokens/{issued['id']}/revoke").status_code == 201
    assert Desk(house.app, issued["token"]).get("/v1/me").json["detail"] == "this token has been revoked"


@pytest.mark.parametrize("when", ["2020-01-01T00:00:00Z", "2999-01-01", "soon", 5])
def test_a_token_is_not_issued_for_a_time_that_is_past_or_none(house: House, when: Any) -> None:
    before = house.position()
    invalid(house.owner.post(f"{house.path}/tokens", {"role": "owner", "label": "l", "expires_at": when}), "expires_at")
    assert house.position() == before


def test_a_repeat_of_the_issue_is_answered_even_after_the_expiry(
    house: House, expiry: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, key = {"role": "auditor", "label": "l", "expires_at": expiry.isoformat()}, str(uuid4())
    first = house.owner.post(f"{house.path}/tokens", body, Idempotency_Key=key).json
    books = house.clubs.books(UUID(house.id))
    monkeypatch.setattr(books, "clock", lambda: expiry)
    assert house.owner.post(f"{house.path}/tokens", body, Idempotency_Key=key).json == {**first, "token": None}


@pytest.fixture
def followed(house: House) -> Iterator[None]:
    """Streams may be followed until the test is over. The application, which others share, is then as before."""
    over: list[bool] = []
    streams = service_of(house.app).streams
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "_ending", lambda: bool(over))
        yield
        over.append(True)
        deadline = monotonic() + 10
        while streams._thread is not None and streams._thread.is_alive() and monotonic() < deadline:
            sleep(0.01)


@pytest.mark.usefixtures("followed")
def test_a_stream_ends_when_its_token_expires(house: House, at: Move, expiry: datetime) -> None:
    desk = Desk(house.app, issue(house, expiry, "auditor")["token"])
    path = f"{house.path}/events?follow=true&after={house.position() - 1}"
    answer = desk.client.get(path, headers=desk.headers(Accept="application/x-ndjson"), buffered=False)
    sent = (chunk for chunk in answer.iter_encoded() if chunk.strip())
    assert json.loads(next(sent))["position"] == house.position()
    at(THEN)
    assert list(sent) == []
    answer.close()


def test_a_session_ends_when_its_token_expires(house: House, at: Move, expiry: datetime) -> None:
    visitor = Visitor(house.app)
    visitor.sign_in(issue(house, expiry, "owner")["token"])
    at(BEFORE)
    page = visitor.get(f"/clubs/{house.id}/members")
    assert page.status_code == 200
    at(THEN)
    assert visitor.get(f"/clubs/{house.id}/members").status_code == 302
    assert visitor.sign_in(issue(house, expiry + timedelta(days=1), "owner")["token"]).status_code == 303
    assert ">expired</td>" in visitor.get(f"/clubs/{house.id}/members").text


def test_the_audit_says_when_a_token_expires(house: House, expiry: datetime) -> None:
    issued = issue(house, expiry)
    house.follow()
    entries = house.owner.get(f"{house.path}/audit?kind=token_issued&limit=200").json["items"]
    (entry,) = (entry for entry in entries if entry["token"] == issued["id"])
    assert entry["after"] == {"role": "scorekeeper", "member": None, "expires_at": issued["expires_at"]}
