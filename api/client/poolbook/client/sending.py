"""One request: sent again under one key while the failure may pass, with longer and longer pauses, until a deadline."""

import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from poolbook.client.problems import NoAnswer, PoolbookError, problem_of

NEVER_PASSES = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
"""Failures of the address or of the request itself, which are the same at every attempt."""


@dataclass(frozen=True)
class Patience:
    """How long a request is sent again. All in seconds.

    deadline       from the first attempt on; when it passes, the last failure is raised
    attempt        how long one attempt may take
    first_pause    after the first attempt; each pause is twice the one before, less a random part of up to a half
    longest_pause  where the doubling ends; where the service asks for a longer pause, it gets it
    """

    deadline: float = 60.0
    attempt: float = 10.0
    first_pause: float = 0.2
    longest_pause: float = 5.0

    def pauses(self) -> Iterator[float]:
        """The pauses between attempts, without end."""
        pause = self.first_pause
        while True:
            yield min(pause, self.longest_pause) * random.uniform(0.5, 1.0)
            pause = min(2 * pause, self.longest_pause)


@dataclass(frozen=True)
class Request:
    """A request as it is sent, at every attempt the same. It has a `body`, which is sent as JSON, or a `text`."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    text: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str | None:
        """Its Idempotency-Key."""
        return self.headers.get("Idempotency-Key")


def sent(client: httpx.Client, request: Request, patience: Patience) -> httpx.Response:
    """The answer to a request, of a status below 300. Raises NoAnswer, or the Problem that the service named."""
    ends = time.monotonic() + patience.deadline
    for pause in patience.pauses():
        failure, wait = _attempt(client, request, min(patience.attempt, max(ends - time.monotonic(), 0.1)))
        if isinstance(failure, httpx.Response):
            return failure
        if wait is None or time.monotonic() + max(pause, wait) >= ends:
            failure.key = request.key
            raise failure
        time.sleep(max(pause, wait))
    raise AssertionError("pauses have no end")


def _attempt(
    client: httpx.Client, request: Request, timeout: float
) -> tuple[httpx.Response, None] | tuple[PoolbookError, float | None]:
    """The answer; or the failure, and after how many seconds another attempt may be made (None: never)."""
    try:
        response = client.request(
            request.method,
            request.path,
            params=request.query,
            json=request.body,
            content=request.text,
            headers=request.headers,
            timeout=timeout,
        )
    except httpx.TransportError as error:
        lost = NoAnswer(f"{client.base_url}: {error or type(error).__name__}")
        lost.__cause__ = error
        return lost, None if isinstance(error, NEVER_PASSES) else 0.0
    if response.is_success:
        return response, None
    problem = problem_of(response)
    return problem, (problem.retry_after or 0.0) if problem.passes else None
