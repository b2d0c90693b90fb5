"""The stream goes on over broken connections, without loss and without doubling."""

from collections.abc import Iterator
from threading import Thread, Timer
from time import sleep

import httpx
import pytest
from flask import Flask

from poolbook.client import Club, NoAnswer, Patience, Poolbook, Unauthorized
from tests.api.house import House
from tests.client.conftest import QUICK, Wire
from tests.client.illustrated import played, seated


class Cut(httpx.SyncByteStream):
    """A stream that breaks off after some bytes, in the middle of a line as a rule."""

    def __init__(self, stream: httpx.SyncByteStream, most: int) -> None:
        self._stream, self._left = stream, most

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            yield chunk[: self._left]
            self._left -= len(chunk)
            if self._left <= 0:
                raise httpx.ReadError("cut off")

    def close(self) -> None:
        self._stream.close()


def cut_after(most: int):
    """The connection breaks after so many bytes of the answer."""

    def fault(request: httpx.Request, service: httpx.BaseTransport) -> httpx.Response:
        answer = service.handle_request(request)
        assert isinstance(answer.stream, httpx.SyncByteStream)
        return httpx.Response(answer.status_code, headers=answer.headers, stream=Cut(answer.stream, most))

    return fault


def test_a_stream_that_is_cut_again_and_again_goes_on_where_it_was(club: Club, house: House, wire: Wire) -> None:
    played(seated(club))
    with club.follow() as events:
        wire.faults = [cut_after(most) for most in range(300, 6000, 700)]
        positions = []
        for event in events:
            positions.append(event.position)
            if event.position == house.position():
                break
    assert wire.faults == []
    stored = [logged.position for logged in house.store.notifications(0, 1000)]
    assert positions == stored
    assert events.position == house.position()


class Silence(httpx.SyncByteStream):
    """A stream on which for some time nothing comes but empty lines, until it breaks."""

    def __iter__(self) -> Iterator[bytes]:
        for _ in range(4):
            sleep(0.1)
            yield b"\n"
        raise httpx.ReadError("cut off")


def test_a_long_silence_is_no_lost_connection(house: House, wire: Wire) -> None:
    token = house.owner.token
    assert token is not None
    patience = Patience(deadline=0.2, first_pause=0.01)
    with Poolbook("http://poolbook.test", token, patience=patience, transport=wire) as book:
        club = book.club()
        wire.faults = [lambda request, service: httpx.Response(200, stream=Silence()), cut_after(0)]
        with club.follow() as events:
            assert next(events).position == 1


def test_events_come_as_they_are_recorded_until_another_thread_stops_it(house: House, address: str) -> None:
    token = house.owner.token
    assert token is not None
    with Poolbook(address, token, patience=QUICK) as book:
        club = book.club()
        with club.follow(after=house.position()) as events:
            writing = Thread(target=lambda: played(seated(club)))
            writing.start()
            topics = []
            for event in events:
                topics.append(event.topic)
                if event.topic == "sitting.game_ended":
                    writing.join()
                    Timer(0.1, events.stop).start()
    assert topics[0] == "sitting.opened"
    assert (topics.count("game.staked"), topics[-1]) == (10, "sitting.game_ended")


def test_it_ends_where_the_program_closes_its_book(house: House, address: str) -> None:
    token = house.owner.token
    assert token is not None
    with Poolbook(address, token, patience=QUICK) as book:
        events = book.club().follow()
        came: list[int] = []
        waiting = Thread(target=lambda: came.extend(event.position for event in events))
        waiting.start()
        while len(came) < house.position():
            sleep(0.01)
    waiting.join(timeout=5)
    assert not waiting.is_alive()
    assert came == list(range(1, house.position() + 1))


def test_a_revoked_token_ends_it_and_so_does_a_service_that_stays_away(
    club: Club, house: House, app: Flask, address: str
) -> None:
    issued = club.issue_token("auditor", "for a while")
    assert issued.token is not None
    with Poolbook(address, issued.token, patience=QUICK) as book, book.club().follow() as events:
        next(events)
        club.revoke_token(issued)
        with pytest.raises(Unauthorized):
            list(events)
    token = house.owner.token
    assert token is not None
    patience = Patience(deadline=0.2, first_pause=0.05)
    with Poolbook(address, token, patience=patience) as book:
        reading = book.club()
    away = Poolbook("http://127.0.0.1:1", token, patience=patience)
    reading._connection.client = away._connection.client
    with pytest.raises(NoAnswer):
        next(reading.follow())
    away.close()
