"""One message sent to a receiver: signed as Standard Webhooks has it, within a time limit, to a judged address.

The name in the address is resolved here, and the message goes to what was judged, so that a name which changes
meanwhile leads nowhere else. No redirect is followed, no proxy of the environment is used, and of the answer nothing
but its head is read.
"""

import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from ipaddress import ip_address
from threading import Timer
from time import monotonic
from typing import Any

import httpx
from standardwebhooks.webhooks import Webhook

from ledger.application.addresses import Address, check_url, is_public
from ledger.refusals import Invalid

SECONDS = 10.0
"""How long a receiver may take, from the first byte sent to the head of its answer."""

GONE = 410

Resolve = Callable[[str, int], Sequence[Address]]
"""Takes the name of a host and a port; the addresses that it has. Raises OSError."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a message. `status` is None where no answer came, `error` None where the receiver has taken it.

    `retry_after` is how many seconds the receiver asked to wait.
    """

    status: int | None
    error: str | None
    seconds: float
    retry_after: float | None = None


class NotPermitted(OSError):
    """The address is private, and the operator does not permit it; or it is public and asked for without encryption."""


def resolved(host: str, port: int) -> Sequence[Address]:
    """The addresses of a host. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [ip_address(str(address[0]).partition("%")[0]) for *_, address in found]


class Postman:
    """Sends messages. `private`: the operator permits private addresses."""

    def __init__(self, *, private: bool = False, resolve: Resolve | None = None, seconds: float = SECONDS) -> None:
        self._private = private
        self._resolve = resolve or resolved
        self._seconds = seconds

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return httpx.create_ssl_context()

    def post(self, url: str, secrets: Sequence[str], message: str, at: datetime, body: str) -> Outcome:
        """Send a message, signed with each of the secrets at the time `at`. `message` is its id, by which the receiver
        knows one that comes twice."""
        began = monotonic()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "poolbook",
            "webhook-id": message,
            "webhook-timestamp": str(int(at.timestamp())),
            "webhook-signature": " ".join(Webhook(secret).sign(message, at, body) for secret in secrets),
        }
        try:
            response = self._send(httpx.URL(url), headers, body.encode())
        except Invalid as error:
            return Outcome(None, str(error), monotonic() - began)
        except httpx.TimeoutException:
            return Outcome(None, f"no answer came within {self._seconds:g} seconds", monotonic() - began)
        except (OSError, ValueError, httpx.HTTPError, httpx.InvalidURL) as error:
            # A name may be refused as it is encoded: that is a ValueError.
            return Outcome(None, str(error) or type(error).__name__, monotonic() - began)
        refusal = None if response.is_success else f"the receiver answered {response.status_code}"
        return Outcome(response.status_code, refusal, monotonic() - began, _seconds_to_wait(response, at))

    def _send(self, url: httpx.URL, headers: dict[str, str], body: bytes) -> httpx.Response:
        """The head of the answer. Raises OSError or httpx's errors."""
        check_url(str(url), private=self._private)
        address = self._permitted(url)
        deadline = Deadline()
        # The name stays what the certificate is compared with, and what the receiver is asked for.
        extensions = {"sni_hostname": url.host, "trace": deadline.trace}
        headers = {"Host": url.netloc.decode(), **headers}
        alarm = Timer(self._seconds, deadline.passed)
        alarm.daemon = True
        alarm.start()
        try:
            with (
                httpx.Client(verify=self._tls, trust_env=False, timeout=self._seconds) as client,
                client.stream(
                    "POST", url.copy_with(host=str(address)), content=body, headers=headers, extensions=extensions
                ) as response,
            ):
                return response
        except (OSError, httpx.HTTPError) as error:
            raise httpx.ReadTimeout(str(error)) if deadline.is_over else error from None
        finally:
            alarm.cancel()

    def _permitted(self, url: httpx.URL) -> Address:
        """The address to which a message goes. Raises NotPermitted, or OSError where the name has none."""
        is_encrypted = url.scheme == "https"
        addresses = self._resolve(url.host, url.port or (443 if is_encrypted else 80))
        for address in addresses:
            if is_encrypted if is_public(address) else self._private:
                return address
        if any(is_public(address) for address in addresses):
            raise NotPermitted(f"{url.host} is at a public address: send there by https")
        raise NotPermitted(f"{url.host} is at a private address, which this service does not permit")


class Deadline:
    """Ends a request that takes longer than it may as a whole, however often a little of the answer comes."""

    def __init__(self) -> None:
        self.is_over = False
        self._stream: Any = None

    def trace(self, event: str, info: dict[str, Any]) -> None:
        """Learn of a connection that has been opened."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self._stream = info["return_value"]

    def passed(self) -> None:
        """Break the connection off."""
        self.is_over = True
        if self._stream is not None:
            with suppress(OSError):  # it has ended by itself
                self._stream.get_extra_info("socket").shutdown(socket.SHUT_RDWR)


def _seconds_to_wait(response: httpx.Response, at: datetime) -> float | None:
    """How long the receiver asks to wait, by its header Retry-After: seconds or a date."""
    text = response.headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit() and len(text) < 10:
        return float(text)
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (until - at).total_seconds())
