"""The stream of a club's events: what it sends to whom, how it resumes, and how many there may be.

tests/ops tests what it does in a server that is stopped.
"""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from threading import Timer
from time import monotonic
from typing import Any
from uuid import UUID

import pytest
from eventsourcing.persistence import OperationalError
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from api import stream
from api.app import create_app
from api.routes.events import NDJSON, SERVER_SENT
from api.service import service_of
from api.settings import Settings
from api.stream import Streams
from ledger.application.clubs import Clubs
from ledger.store import ClubStore, SharedPool
from tests.acts import ILLUSTRATED
from tests.api.house import OPERATOR, Desk, House
from tests.store.samples import revoke_listed


@pytest.fixture
def app(clubs: Clubs) -> Flask:
    """An application of its own, because each test decides whether its streams may be followed."""
    return create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)


@pytest.fixture
def house(own_house: House) -> House:
    """A club of its own, because a stream shows the whole club."""
    return own_house


@pytest.fixture
def streams(app: Flask) -> Iterator[Streams]:
    """Its streams, which may be followed until the test is over."""
    over: list[bool] = []
    open_streams = service_of(app).streams
    open_streams.end_when(lambda: bool(over))
    yield open_streams
    over.append(True)


@pytest.fixture
def evening(house: House) -> str:
    """A game played to its end."""
    game = house.begin(house.sit())
    house.play(game, ILLUSTRATED)
    return game


def lines(desk: Desk, house: House, query: str = "", **headers: str) -> list[dict[str, Any]]:
    answer = desk.get(f"{house.path}/events{query}", **headers)
    assert (answer.status_code, answer.content_type) == (200, NDJSON), answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def sent_events(text: str) -> list[dict[str, str]]:
    """Server-sent events as a browser reads them, comments left out."""
    blocks = [[row for row in block.split("\n") if row and row[0] != ":"] for block in text.split("\n\n")]
    return [dict(row.split(": ", 1) for row in block) for block in blocks if block]


class Followed:
    """A stream, read line by line as it comes."""

    def __init__(self, desk: Desk, house: House, query: str = "", accept: str = NDJSON) -> None:
        path = f"{house.path}/events{query or '?follow=true'}"
        self.answer = desk.client.get(path, headers=desk.headers(Accept=accept), buffered=False)
        assert self.answer.status_code == 200, self.answer.text
        self.sent = self.answer.iter_encoded()

    def next(self) -> dict[str, Any]:
        """The next event."""
        line: dict[str, Any] = json.loads(next(chunk for chunk in self.sent if chunk.strip()))
        return line

    def until(self, position: int) -> list[dict[str, Any]]:
        """The events up to a position."""
        events = [self.next()]
        while events[-1]["position"] < position:
            events.append(self.next())
        return events

    def rest(self) -> list[bytes]:
        """The events until the stream ends."""
        return [chunk for chunk in self.sent if chunk.strip()]

    def close(self) -> None:
        self.answer.close()


@pytest.fixture
def follow(house: House, streams: Streams) -> Iterator[Callable[..., Followed]]:
    """Follow the club; every stream is closed at the end of the test."""
    opened: list[Followed] = []

    def open_one(desk: Desk, query: str = "", accept: str = NDJSON) -> Followed:
        opened.append(Followed(desk, house, query, accept))
        return opened[-1]

    yield open_one
    for followed in opened:
        followed.close()
    assert len(streams) == 0


# What is sent


def test_an_owner_is_sent_the_whole_log_in_its_order(house: House, evening: str) -> None:
    sent = lines(house.owner, house)
    recorded = list(house.store.notifications(0, 1000))
    assert [line["position"] for line in sent] == [logged.position for logged in recorded]
    for line, logged in zip(sent, recorded, strict=True):
        assert (line["stream"], line["version"], line["topic"]) == (
            str(logged.recorded.originator_id),
            logged.recorded.originator_version,
            logged.recorded.event.topic,
        )
        assert line["actor"] == {
            "role": logged.recorded.actor.role,
            "member": None,
            "token": logged.recorded.actor.token,
        }
    assert [line["event"]["name"] for line in sent if line["topic"] == "club.member_joined"] == list("ABCDE")


def test_a_player_is_not_sent_tokens_nor_the_tills_of_others_nor_why(house: House, evening: str) -> None:
    correction = {"strike": [3], "reason": "never paid"}
    sitting = house.sit()
    assert house.scorekeeper.post(f"{sitting}/corrections", correction).status_code == 201
    sent = lines(house.desk("player", "A"), house)
    topics = {line["topic"] for line in sent}
    assert not topics & {"club.token_issued", "club.token_revoked"}
    assert {line["event"]["player"] for line in sent if line["topic"] == "sitting.counters_sold"} == {house.member["A"]}
    assert all("token" not in line["actor"] for line in sent)
    assert "never paid" not in json.dumps(sent)
    assert "never paid" in json.dumps(lines(house.scorekeeper, house))
    assert not any(line["topic"].startswith("club.token") for line in lines(house.scorekeeper, house))


def test_server_sent_events_have_the_position_for_their_id_and_the_topic_for_their_name(
    house: House, evening: str
) -> None:
    answer = house.owner.get(f"{house.path}/events", Accept=SERVER_SENT)
    assert answer.content_type == SERVER_SENT
    first, *events = sent_events(answer.text)
    assert first == {"retry": "2000"}
    assert [json.loads(event["data"]) for event in events] == lines(house.owner, house)
    assert [(event["id"], event["event"]) for event in events] == [
        (str(line["position"]), line["topic"]) for line in lines(house.owner, house)
    ]


def test_an_erased_text_is_not_sent_any_more(house: House) -> None:
    gone = house.owner.post(f"{house.path}/members", {"name": "Quirinius"}).json["id"]
    assert "Quirinius" in json.dumps(lines(house.owner, house))
    house.owner.post(f"{house.path}/members/{gone}/erasure", {"reason": "asked"})
    for desk in (house.owner, house.desk("player", "A")):
        assert "Quirinius" not in json.dumps(lines(desk, house))
        assert lines(desk, house)[-1]["topic"] != "club.member_joined"


# How it goes on


@given(data=st.data())
def test_wherever_it_is_broken_off_nothing_is_skipped_or_doubled(data: st.DataObject) -> None:
    house, whole = _CLUB[0]
    cut = data.draw(st.integers(0, whole[-1]["position"]))
    header = data.draw(st.booleans())
    after = {"Last_Event_ID": str(cut)} if header else {}
    rest = lines(house.owner, house, "" if header else f"?after={cut}", **after)
    assert [line for line in whole if line["position"] <= cut] + rest == whole


_CLUB: list[tuple[House, list[dict[str, Any]]]] = []


@pytest.fixture(scope="module", autouse=True)
def _club(clubs: Clubs) -> Iterator[None]:
    app = create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)
    house = House.found_club(app, clubs)
    house.play(house.begin(house.sit()), ILLUSTRATED)
    _CLUB.append((house, lines(house.owner, house)))
    yield
    _CLUB.clear()


def test_the_header_of_a_browser_that_comes_back_wins_over_its_query(house: House) -> None:
    whole = lines(house.owner, house)
    assert lines(house.owner, house, "?after=2", Last_Event_ID=str(whole[4]["position"])) == whole[5:]
    assert lines(house.owner, house, "?after=2", Last_Event_ID="") == [x for x in whole if x["position"] > 2]


@pytest.mark.parametrize(
    ("query", "header", "field"),
    [
        ("?after=1000000", None, "after"),
        ("", "1000000", "after"),
        ("?after=-1", None, "after"),
        ("?after=x", None, "after"),
        ("", "not-a-position", "Last-Event-ID"),
        ("", "-1", "Last-Event-ID"),
        ("", "9" * 40, "Last-Event-ID"),
        ("?follow=perhaps", None, "follow"),
        ("?since=3", None, "since"),
    ],
)
def test_a_beginning_that_there_is_not_is_a_clear_problem(
    house: House, query: str, header: str | None, field: str
) -> None:
    answer = house.owner.get(f"{house.path}/events{query}", Last_Event_ID=header, Accept=SERVER_SENT)
    assert (answer.status_code, answer.content_type) == (422, "application/problem+json")
    assert list(answer.json["errors"]) == [field]


def test_what_is_recorded_later_is_sent_as_it_comes(house: House, follow: Callable[..., Followed]) -> None:
    followed = follow(house.owner)
    followed.until(house.position())
    Timer(0.3, lambda: house.owner.post(f"{house.path}/members", {"name": "F"})).start()
    line = followed.next()
    assert (line["topic"], line["event"]["name"]) == ("club.member_joined", "F")


def test_server_sent_events_are_followed_and_lines_only_when_asked(
    house: House, follow: Callable[..., Followed]
) -> None:
    ends = follow(house.owner, "?follow=false", SERVER_SENT)
    assert len(ends.rest()) > 5
    also_ends = follow(house.owner, "?after=0")
    assert len(also_ends.rest()) > 5
    goes_on = follow(house.owner, "?after=0", SERVER_SENT)
    read = islice((chunk for chunk in goes_on.sent if chunk.startswith(b"id:")), len(lines(house.owner, house)))
    assert len(list(read)) > 5
    house.owner.post(f"{house.path}/members", {"name": "F"})
    assert b'"F"' in next(chunk for chunk in goes_on.sent if chunk.startswith(b"id:"))


def test_an_event_whose_hint_was_lost_is_sent_all_the_same(
    house: House, follow: Callable[..., Followed], monkeypatch: pytest.MonkeyPatch
) -> None:
    followed = follow(house.owner)
    followed.until(house.position())
    monkeypatch.setattr(SharedPool, "announce", lambda pool, club: None)
    Timer(0.5, lambda: house.owner.post(f"{house.path}/members", {"name": "F"})).start()
    began = monotonic()
    assert followed.next()["event"]["name"] == "F"
    assert monotonic() - began < 0.5 + 2 * stream.POLL_SECONDS


def test_while_nothing_happens_a_reader_hears_that_somebody_is_there(
    house: House, follow: Callable[..., Followed], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.05)
    for accept, heartbeat in ((SERVER_SENT, b":\n\n"), (NDJSON, b"\n")):
        followed = follow(house.owner, f"?follow=true&after={house.position()}", accept)
        assert [chunk for chunk in islice(followed.sent, 3) if chunk][-2:] == [heartbeat] * 2
        followed.close()


# How it ends


def test_it_ends_when_its_token_is_revoked(house: House, follow: Callable[..., Followed]) -> None:
    issued = house.issue("auditor")
    followed = follow(Desk(house.app, issued["token"]))
    followed.until(house.position())
    house.owner.post(f"{house.path}/members", {"name": "F"})
    house.owner.post(f"{house.path}/tokens/{issued['id']}/revoke")
    house.owner.post(f"{house.path}/members", {"name": "G"})
    (last,) = followed.rest()
    assert json.loads(last)["event"]["name"] == "F"


def test_it_ends_when_its_token_was_revoked_and_the_record_of_it_failed(
    house: House, follow: Callable[..., Followed], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.05)
    issued = house.issue("auditor")
    followed = follow(Desk(house.app, issued["token"]), f"?follow=true&after={house.position()}")
    revoke_listed(house.clubs.pool, UUID(house.id), UUID(issued["id"]), house.clubs.clock())
    assert followed.rest() == []


def test_it_ends_when_the_server_stops(app: Flask, house: House) -> None:
    stopping: list[bool] = []
    service_of(app).streams.end_when(lambda: bool(stopping))
    followed = Followed(house.owner, house)
    followed.until(house.position())
    Timer(0.3, stopping.append, [True]).start()
    began = monotonic()
    assert followed.rest() == []
    assert monotonic() - began < 1.5
    followed.close()


def test_it_waits_while_the_database_is_away_and_goes_on(
    house: House, follow: Callable[..., Followed], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "POLL_SECONDS", 0.05)
    followed = follow(house.owner)
    followed.until(house.position())
    house.owner.post(f"{house.path}/members", {"name": "F"})
    failures = iter(range(3))
    there = ClubStore.notifications

    def away(self: ClubStore, gt: int, limit: int) -> Any:
        if next(failures, None) is not None:
            raise OperationalError("the database is away")
        return there(self, gt, limit)

    monkeypatch.setattr(ClubStore, "notifications", away)
    assert followed.next()["event"]["name"] == "F"
    assert next(failures, None) is None


# How many


def test_a_token_a_club_and_a_server_have_only_so_many_at_once(
    house: House, follow: Callable[..., Followed], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"{house.path}/events"
    for limit, status, kind in (
        ("OF_A_TOKEN", 429, "/problems/too-many"),
        ("OF_A_CLUB", 429, "/problems/too-many"),
        ("AT_ONCE", 503, "/problems/unavailable"),
    ):
        with monkeypatch.context() as only:
            only.setattr(stream, limit, 2)
            held = [follow(desk) for desk in (house.owner, house.owner if limit == "OF_A_TOKEN" else house.auditor)]
            asker = house.owner if limit == "OF_A_TOKEN" else house.scorekeeper
            answer = asker.get(path)
            assert (answer.status_code, answer.json["type"]) == (status, kind)
            assert int(answer.headers["Retry-After"]) > 0
            if limit == "OF_A_TOKEN":
                assert len(lines(house.auditor, house)) > 5
            held[0].close()
            assert len(lines(asker, house)) > 5
            held[1].close()


def test_whoever_only_asks_for_the_head_or_goes_away_at_once_holds_no_place(house: House, streams: Streams) -> None:
    for _ in range(stream.AT_ONCE + 1):
        head = house.owner.client.head(f"{house.path}/events", headers=house.owner.headers())
        assert (head.status_code, head.data) == (200, b"")
        gone = house.owner.client.get(f"{house.path}/events?follow=true", headers=house.owner.headers(), buffered=False)
        gone.close()
    assert len(streams) == 0


def test_the_numbers_tell_how_many_there_are_and_what_they_sent(
    house: House, app: Flask, follow: Callable[..., Followed]
) -> None:
    def number(name: str) -> float:
        rows = app.test_client().get("/metrics").text.splitlines()
        return next(float(row.split()[1]) for row in rows if row.startswith(name + " "))

    before = number("poolbook_stream_lines_total")
    followed = follow(house.owner)
    followed.until(house.position())
    assert number("poolbook_streams_open") == 1
    assert number("poolbook_stream_lines_total") - before == len(lines(house.auditor, house))
    followed.close()
    assert number("poolbook_streams_open") == 0
