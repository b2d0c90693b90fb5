"""What is lost on the way is sent again under one key, and recorded once; what cannot pass is raised at once."""

import json
from collections.abc import Callable

import httpx
import msgspec
import pytest

from poolbook.client import (
    Club,
    Invalid,
    Member,
    NoAnswer,
    NotUnderstood,
    Patience,
    Poolbook,
    Refused,
    Stale,
    TooMany,
    Unavailable,
)
from tests.api.house import House
from tests.client.conftest import QUICK, Wire, lose_the_answer, lose_the_request
from tests.client.illustrated import seated

Fault = Callable[[httpx.Request, httpx.BaseTransport], httpx.Response]


def answering(status: int, kind: str = "", **headers: str) -> Fault:
    """The service, or a proxy before it, answers with a problem."""

    def fault(request: httpx.Request, service: httpx.BaseTransport) -> httpx.Response:
        document = {"type": f"/problems/{kind}", "title": "a title", "status": status, "detail": f"{kind} just now"}
        return httpx.Response(status, headers=headers, **({"json": document} if kind else {"text": "<html>"}))

    return fault


PASSING = {
    "the answer is lost": lose_the_answer,
    "the request is lost": lose_the_request,
    "the service is away": answering(503, "unavailable", **{"Retry-After": "0"}),
    "a proxy finds no service": answering(502),
    "there are too many requests": answering(429, "too-many", **{"Retry-After": "0"}),
    "a race is lost": answering(409, "race-lost"),
}


@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING)
def test_what_passes_is_sent_again_under_one_key_and_recorded_once(
    club: Club, house: House, wire: Wire, fault: Fault
) -> None:
    before, sent = house.position(), len(wire.sent)
    wire.faults = [fault, fault]
    assert club.enter_member("Percy").name == "Percy"
    keys = wire.keys[sent:]
    assert len(keys) == 3
    assert len(set(keys)) == 1
    assert keys[0]
    assert house.position() == before + 1


def test_each_write_has_a_key_of_its_own_and_a_read_has_none(club: Club, wire: Wire) -> None:
    club.enter_member("Percy")
    club.enter_member("Anne")
    list(club.members())
    *_, percy, anne, read = wire.keys
    assert len({percy, anne, None}) == 3
    assert read is None


def test_retry_after_is_heeded_and_the_deadline_ends_the_waiting(house: House, wire: Wire) -> None:
    token = house.owner.token
    assert token is not None
    away = answering(503, "unavailable", **{"Retry-After": "30"})
    with Poolbook("http://poolbook.test", token, patience=Patience(deadline=0.3), transport=wire) as book:
        wire.faults = [away]
        with pytest.raises(Unavailable) as error:
            book.me()
        assert (error.value.retry_after, len(wire.sent)) == (30.0, 1)
        wire.faults = [lose_the_answer] * 100
        with pytest.raises(NoAnswer):
            book.me()
        assert 2 <= len(wire.sent) <= 6


def test_a_write_without_an_answer_is_sent_again_by_its_key(house: House, wire: Wire) -> None:
    token = house.owner.token
    assert token is not None
    with Poolbook("http://poolbook.test", token, patience=Patience(deadline=0.0), transport=wire) as book:
        club, before = book.club(), house.position()
        wire.faults = [lose_the_answer]
        with pytest.raises(NoAnswer) as error:
            club.enter_member("Percy")
        assert house.position() == before + 1
        assert error.value.key == wire.keys[-1]
        assert error.value.key is not None
        assert club.enter_member("Percy", key=error.value.key).name == "Percy"
        assert house.position() == before + 1


def test_what_cannot_pass_is_raised_at_once(club: Club, wire: Wire) -> None:
    sent = len(wire.sent)
    with pytest.raises(Invalid) as error:
        club.open_sitting(ante=0, limit=12, players=[])
    assert set(error.value.errors) == {"ante"}
    assert error.value.instance
    assert error.value.key == wire.keys[-1]
    wire.faults = [answering(429, "too-many", **{"Retry-After": "600"})]
    with pytest.raises(TooMany):
        club.enter_member("Percy")
    assert len(wire.sent) == sent + 2


def test_a_write_may_name_the_version_that_it_has_seen(club: Club, house: House) -> None:
    sitting = club.sitting(house.sit().rpartition("/")[2])
    seen = sitting.now.version
    player = house.member["A"]
    sitting.sell_counters(player, odd=1, if_version=seen)
    with pytest.raises(Stale) as error:
        sitting.sell_counters(player, odd=1, if_version=seen)
    assert error.value.version == seen + 1


def test_fields_of_a_newer_service_are_passed_over_and_missing_ones_are_named(club: Club, wire: Wire) -> None:
    def answer(**fields: object) -> Fault:
        return lambda request, service: httpx.Response(200, json=fields)

    wire.faults = [answer(items=[{"id": "x", "name": "Percy", "colour": "green"}], next=None)]
    assert [member.name for member in club.members()] == ["Percy"]
    wire.faults = [answer(items=[{"id": "x"}], next=None)]
    with pytest.raises(NotUnderstood, match="name"):
        list(club.members())


def test_lists_are_read_page_by_page_after_the_clients_own_writes(club: Club, house: House, wire: Wire) -> None:
    last = club.enter_member("Percy")
    sent = len(wire.sent)
    listed = [member.name for member in club.members()]
    assert listed == [*"ABCDE", last.name]
    assert wire.sent[sent].url.params["at_least"] == str(house.position())

    first = json.dumps({"items": [], "next": "7"})
    wire.faults = [lambda request, service: httpx.Response(200, text=first)]
    list(club.members())
    assert dict(wire.sent[-1].url.params) == {"cursor": "7"}


def test_any_other_request_is_sent_in_the_same_way(book: Poolbook, club: Club, wire: Wire) -> None:
    wire.faults = [lose_the_answer]
    answer = book.request("POST", f"/v1/clubs/{club.id}/name", body={"name": "The Green Baize"})
    assert answer.json()["name"] == "The Green Baize"
    assert len({*wire.keys[-2:]}) == 1
    assert answer.headers["Idempotency-Replayed"] == "true"
    wire.faults = [lambda request, service: httpx.Response(201, json=request.content.decode())]
    assert book.request("POST", "/v1/a-route-for-text", text="Anne £1").json() == "Anne £1"
    assert wire.sent[-1].headers["Content-Type"] == "text/plain; charset=utf-8"
    assert book.request("GET", "/v1/laws", query={"limit": 1}).json()["items"][0]["number"] == 1


def test_several_acts_are_one_request_under_one_key(club: Club, wire: Wire) -> None:
    sitting = seated(club)
    game = sitting.begin_game(dealer=sitting.now.seats[0])
    opener = Member(id=sitting.now.seats[2], name="C")
    recorded = msgspec.json.encode({"step": 2, "events": [], "game": game.read(), "position": 1})
    refused = {"type": "/problems/refused", "status": 422, "law": 25, "code": "opening", "detail": "x", "index": 1}
    wire.faults = [
        lose_the_request,
        lambda request, service: httpx.Response(201, content=recorded),
    ]
    assert game.acts([{"action": "deal"}, {"action": "stake", "amount": 6, "player": opener}]).step == 2
    assert json.loads(wire.sent[-1].content) == [
        {"action": "deal"},
        {"action": "stake", "amount": 6, "player": opener.id},
    ]
    assert len({*wire.keys[-2:]}) == 1
    wire.faults = [lambda request, service: httpx.Response(422, json=refused)]
    with pytest.raises(Refused) as error:
        game.acts([{"action": "deal"}, {"action": "stake", "amount": 5}])
    assert (error.value.law, error.value.index) == (25, 1)


def test_an_address_that_nobody_can_ask_is_no_matter_of_patience() -> None:
    with Poolbook("ftp://poolbook.test", "pb_x", patience=QUICK) as book, pytest.raises(NoAnswer):
        book.me()
