"""A club is founded whole or not at all, and one key founds one club."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask

from ledger.application.clubs import Clubs, founded_under
from ledger.application.tokens import Tokens
from ledger.store import Club
from tests.api.house import Desk
from tests.api.problems import invalid
from tests.club_tables import rows_of_club


class Died(BaseException):
    """The process is dead: nothing of the application catches it."""


def clubs_called(url: str, *names: str) -> Counter[str]:
    """How many clubs there are of each of these names."""
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT name FROM poolbook.clubs WHERE name = ANY(%s)", (list(names),)).fetchall()
    return Counter(name for (name,) in rows)


@pytest.mark.parametrize("round_", range(5))
def test_of_two_foundings_with_one_key_the_second_is_told_that_it_said_something_else(
    app: Flask, operator: Desk, clubs: Clubs, round_: int
) -> None:
    key, here = str(uuid4()), str(uuid4())
    bodies = [{"name": f"{here} first", "currency": "EUR"}, {"name": f"{here} second", "currency": "LSD"}]
    together = Barrier(len(bodies))

    def found_club(body: dict[str, str]) -> Any:
        together.wait()
        return Desk(app, operator.token).post("/v1/clubs", body, Idempotency_Key=key)

    with ThreadPoolExecutor(len(bodies)) as threads:
        answers = list(threads.map(found_club, bodies))
    assert sorted(answer.status_code for answer in answers) == [201, 422]
    for body, answer in zip(bodies, answers, strict=True):
        if answer.status_code == 422:
            invalid(answer, "Idempotency-Key")
            continue
        assert answer.json.items() >= body.items()
        club = UUID(answer.json["id"])
        entry = clubs.entry(club)
        assert (entry.name, entry.currency) == (body["name"], body["currency"])
        assert clubs.books(club).club().currency == body["currency"]
        assert Desk(app, answer.json["token"]).get("/v1/me").json["role"] == "owner"
    assert clubs_called(clubs.pool.url, *(body["name"] for body in bodies)).total() == 1


@pytest.mark.parametrize("dies", ["before the token", "after the token"])
def test_a_founding_that_dies_on_its_way_leaves_nothing_and_its_key_is_free(
    operator: Desk, clubs: Clubs, monkeypatch: pytest.MonkeyPatch, dies: str
) -> None:
    key, name = str(uuid4()), f"The Club {uuid4()}"
    club, issue = founded_under(key), Tokens.issue

    def die(self: Tokens, *args: Any) -> Any:
        if dies == "after the token":
            issue(self, *args)
        raise Died

    with monkeypatch.context() as dying:
        dying.setattr(Tokens, "issue", die)
        with pytest.raises(Died):
            operator.post("/v1/clubs", {"name": name, "currency": "EUR"}, Idempotency_Key=key)
    assert clubs_called(clubs.pool.url, name).total() == 0
    assert not any(rows_of_club(clubs.pool.url, club).values())
    answer = operator.post("/v1/clubs", {"name": f"{name} again", "currency": "LSD"}, Idempotency_Key=key)
    assert (answer.status_code, answer.json["id"]) == (201, str(club))
    assert answer.json["token"] is not None


def test_a_club_that_an_older_release_left_without_books_is_founded_by_its_own_request_alone(
    operator: Desk, clubs: Clubs
) -> None:
    key, name = str(uuid4()), f"The Club {uuid4()}"
    clubs.directory.add_club(Club(id=founded_under(key), name=name, currency="EUR", created_at=datetime.now(UTC)))
    other = operator.post("/v1/clubs", {"name": name, "currency": "LSD"}, Idempotency_Key=key)
    invalid(other, "Idempotency-Key")
    answer = operator.post("/v1/clubs", {"name": name, "currency": "EUR"}, Idempotency_Key=key)
    assert (answer.status_code, answer.json["name"]) == (201, name)
    assert answer.json["token"] is not None
