"""Streams of events in a real server: as they come, resumed, and ended when the server is stopped."""

import http.client
import json
import signal
import socket
from threading import Thread
from time import monotonic, sleep
from typing import Any

from tests.ops.conftest import PATIENCE, Served


class Stream:
    """A stream over HTTP, read line by line."""

    def __init__(self, served: Served, after: int = 0, query: str = "?follow=true") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {served.token}", "Last-Event-ID": str(after)}
        self.connection.request("GET", f"/v1/clubs/{served.club}/events{query}", headers=headers)
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200, self.answer.read()

    def next(self) -> dict[str, Any]:
        """The next event."""
        while not (row := self.answer.readline()).strip():
            assert row, "the stream has ended"
        line: dict[str, Any] = json.loads(row)
        return line

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def position(served: Served) -> int:
    stream = Stream(served, query="?follow=false")
    found: int = json.loads(stream.answer.read().splitlines()[-1])["position"]
    stream.close()
    return found


def enter(served: Served, names: list[str]) -> None:
    for name in names:
        served.post(f"/v1/clubs/{served.club}/members", {"name": name})


def test_nothing_is_skipped_or_doubled_by_one_who_comes_back_again_and_again_while_four_write(own: Served) -> None:
    beginning = position(own)
    writers = [Thread(target=enter, args=(own, [f"{n} of {who}" for n in range(15)])) for who in "ABCD"]
    for each in writers:
        each.start()
    told: list[tuple[int, str]] = []
    while len(told) < 60:
        stream = Stream(own, after=told[-1][0] if told else beginning)
        for _ in range(min(7, 60 - len(told))):
            line = stream.next()
            told.append((line["position"], line["event"]["name"]))
        stream.close()
    for each in writers:
        each.join()
    stream = Stream(own, beginning, "?follow=false")
    whole = stream.answer.read().splitlines()
    stream.close()
    assert told == [(line["position"], line["event"]["name"]) for line in map(json.loads, whole)]
    assert sorted(name for _, name in told) == sorted(f"{n} of {who}" for n in range(15) for who in "ABCD")


def test_every_reader_sees_a_change_within_a_second(own: Served) -> None:
    beginning = position(own)
    readers = [Stream(own, beginning) for _ in range(4)]
    for n in range(5):
        sleep(0.2)
        began = monotonic()
        enter(own, [str(n)])
        for each in readers:
            assert each.next()["event"]["name"] == str(n)
        assert monotonic() - began < 1.0
    for each in readers:
        each.close()


def test_who_goes_away_gives_his_place_back_at_once(own: Served) -> None:
    end = position(own)
    for _ in range(3):
        held = [Stream(own, end) for _ in range(4)]
        for each in held:
            each.close()
        sleep(1.0)


def test_streams_end_cleanly_when_the_server_is_stopped_and_do_not_hold_it_up(own: Served) -> None:
    enter(own, [f"{n} {'x' * 190}" for n in range(30)])
    beginning = position(own)
    readers = [Stream(own, beginning) for _ in range(3)]
    idle = Stream(own)  # who never reads a line
    own.process.send_signal(signal.SIGTERM)
    began = monotonic()
    for each in readers:
        # A chunked answer that was broken off would raise IncompleteRead.
        assert each.answer.read().strip() == b""
    assert monotonic() - began < 4.0
    assert own.process.wait(PATIENCE) == 0
    assert monotonic() - began < 15.0
    for each in (*readers, idle):
        each.close()


def test_a_reader_who_takes_nothing_holds_up_neither_the_others_nor_the_end(own: Served) -> None:
    names = [f"{n} {chr(0x1F0A1) * 190}" for n in range(240)]
    writers = [Thread(target=enter, args=(own, names[n::2])) for n in range(2)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    lazy.connect(("127.0.0.1", own.port))
    path = f"/v1/clubs/{own.club}/events?follow=true"
    lazy.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {own.token}\r\n\r\n".encode())
    lazy.recv(100)
    assert own.post(f"/v1/clubs/{own.club}/members", {"name": "F"})["name"] == "F"
    assert position(own) > 240
    own.process.send_signal(signal.SIGTERM)
    began = monotonic()
    assert own.process.wait(PATIENCE) == 0
    assert monotonic() - began < 12.0
    lazy.close()
