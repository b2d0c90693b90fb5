"""Streams of events in a real server: as they come, resumed, and ended when the server is stopped."""

import http.client
import json
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from api.stream import OF_A_TOKEN
from tests.ops.conftest import PATIENCE, Served, own_service

PLACE_BACK_SECONDS = 1.0
"""Within this time after a reader has gone his place is free again."""


@pytest.fixture(scope="module")
def running(started_once: Path) -> Iterator[Served]:
    """A service for those tests that do not stop it."""
    with own_service(started_once) as served:
        yield served


class Stream:
    """A stream over HTTP, read line by line. Fails if its token has no place for it within PLACE_BACK_SECONDS."""

    def __init__(self, served: Served, after: int = 0, query: str = "?follow=true") -> None:
        deadline = monotonic() + PLACE_BACK_SECONDS
        headers = {"Authorization": f"Bearer {served.token}", "Last-Event-ID": str(after)}
        while True:
            self.connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
            self.connection.request("GET", f"/v1/clubs/{served.club}/events{query}", headers=headers)
            self.answer = self.connection.getresponse()
            if self.answer.status == 200:
                break
            # The place of an earlier stream is not given back yet.
            assert self.answer.status == 429, self.answer.read()
            assert monotonic() < deadline, self.answer.read()
            self.close()
            sleep(0.02)

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
    last: int = json.loads(stream.answer.read().splitlines()[-1])["position"]
    stream.close()
    return last


def enter(served: Served, names: list[str]) -> None:
    for name in names:
        served.post(f"/v1/clubs/{served.club}/members", {"name": name})


def test_nothing_is_skipped_or_doubled_by_one_who_comes_back_again_and_again_while_four_write(running: Served) -> None:
    beginning = position(running)
    writers = [Thread(target=enter, args=(running, [f"{n} of {who}" for n in range(15)])) for who in "ABCD"]
    for writer in writers:
        writer.start()
    followed: list[tuple[int, str]] = []
    while len(followed) < 60:
        stream = Stream(running, after=followed[-1][0] if followed else beginning)
        for _ in range(min(7, 60 - len(followed))):
            line = stream.next()
            followed.append((line["position"], line["event"]["name"]))
        stream.close()
    for writer in writers:
        writer.join()
    stream = Stream(running, beginning, "?follow=false")
    whole = stream.answer.read().splitlines()
    stream.close()
    assert followed == [(line["position"], line["event"]["name"]) for line in map(json.loads, whole)]
    assert sorted(name for _, name in followed) == sorted(f"{n} of {who}" for n in range(15) for who in "ABCD")


def test_every_reader_sees_a_change_within_a_second(running: Served) -> None:
    beginning = position(running)
    readers = [Stream(running, beginning) for _ in range(OF_A_TOKEN)]
    for n in range(5):
        began = monotonic()
        enter(running, [str(n)])
        for reader in readers:
            assert reader.next()["event"]["name"] == str(n)
        assert monotonic() - began < 1.0
    for reader in readers:
        reader.close()


def test_who_goes_away_gives_his_place_back_at_once(running: Served) -> None:
    end = position(running)
    for _ in range(3):
        held = [Stream(running, end) for _ in range(OF_A_TOKEN)]
        for stream in held:
            stream.close()


def test_streams_end_cleanly_when_the_server_is_stopped_and_do_not_hold_it_up(own: Served) -> None:
    enter(own, [f"{n} {'x' * 190}" for n in range(30)])
    beginning = position(own)
    readers = [Stream(own, beginning) for _ in range(3)]
    idle = Stream(own)  # who never reads a line
    own.process.send_signal(signal.SIGTERM)
    began = monotonic()
    for reader in readers:
        # A chunked answer that was broken off would raise IncompleteRead.
        assert reader.answer.read().strip() == b""
    assert monotonic() - began < 4.0
    assert own.process.wait(PATIENCE) == 0
    assert monotonic() - began < 15.0
    for reader in (*readers, idle):
        reader.close()


def test_a_reader_who_takes_nothing_holds_up_neither_the_others_nor_the_end(own: Served) -> None:
    names = [f"{n} {chr(0x1F0A1) * 190}" for n in range(240)]
    writers = [Thread(target=enter, args=(own, names[n::2])) for n in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
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
