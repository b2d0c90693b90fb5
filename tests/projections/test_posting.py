"""One message sent: to the address that was judged, within its time, and to no other."""

import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from ipaddress import ip_address
from threading import Thread
from time import monotonic, sleep

import pytest

from ledger.application.addresses import Address
from ledger.store.webhooks import new_signing_secret
from projections.webhooks import Outcome, Postman
from tests.receiver import Receiver

SECRET = new_signing_secret()


def resolving(*addresses: str) -> object:
    """A resolver by which every host has these addresses."""

    def resolve(host: str, port: int) -> list[Address]:
        return [ip_address(address) for address in addresses]

    return resolve


def post(postman: Postman, url: str) -> Outcome:
    return postman.post(url, [SECRET], "msg_1", datetime.now(UTC), "{}")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as started:
        yield started


def test_a_name_that_leads_to_a_private_address_is_judged_when_something_is_sent(receiver: Receiver) -> None:
    """As where a name was public when the webhook was added, and has another address since."""
    port = receiver.url.rpartition(":")[2].partition("/")[0]
    for address in ("127.0.0.1", "::1", "169.254.169.254", "::ffff:127.0.0.1"):
        outcome = post(Postman(resolve=resolving(address)), f"https://c.example:{port}/hook")  # type: ignore[arg-type]
        assert outcome.error == "c.example is at a private address, which this service does not permit"
    assert receiver.bodies == []


def test_the_message_goes_to_the_address_that_was_judged_and_asks_for_the_name(receiver: Receiver) -> None:
    url = receiver.url.replace("127.0.0.1", "receiver.example")
    outcome = post(Postman(private=True, resolve=resolving("127.0.0.1")), url)  # type: ignore[arg-type]
    assert outcome.error is None
    assert receiver.headers[0]["host"] == url.removeprefix("http://").removesuffix("/hook")
    assert receiver.verify(SECRET) == {}


def test_nothing_goes_to_the_internet_without_encryption() -> None:
    outcome = post(Postman(private=True, resolve=resolving("8.8.8.8")), "http://c.example/")  # type: ignore[arg-type]
    assert outcome.error == "c.example is at a public address: send there by https"


def test_the_certificate_must_be_that_of_the_name(receiver: Receiver) -> None:
    """The receiver speaks no TLS, as one that is somebody else's would not have the certificate."""
    url = receiver.url.replace("http://127.0.0.1", "https://receiver.example")
    outcome = post(Postman(private=True, resolve=resolving("127.0.0.1")), url)  # type: ignore[arg-type]
    assert outcome.status is None
    assert outcome.error is not None
    assert receiver.bodies == []


def test_no_proxy_of_the_environment_is_used(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1/")
    assert post(Postman(private=True), receiver.url).error is None


def test_a_receiver_that_answers_by_drops_is_broken_off_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            connection, _ = server.accept()
            with connection:
                try:
                    for letter in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 200:
                        connection.send(bytes([letter]))
                        sleep(0.05)
                except OSError:
                    pass

        Thread(target=drip, daemon=True).start()
        began = monotonic()
        outcome = post(Postman(private=True, seconds=0.3), f"http://127.0.0.1:{server.getsockname()[1]}/")
    assert monotonic() - began < 1
    assert outcome.error == "no answer came within 0.3 seconds"
