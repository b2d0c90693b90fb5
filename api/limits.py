"""Guesses at tokens, limited by the address that they come from.

A token has 256 bits, so that nobody finds one by guessing; the limit spares the database the looking up. Only
tokens that are not known count: a request without any is no guess, and who has a token that was good a moment ago
is not shut out by a neighbour behind the same address. Each process counts for itself.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import TypeVar

AT_ONCE = 300
"""So many guesses an address may make before it is made to wait."""

PER_SECOND = 10.0
"""So many more it may make each second after that."""

K = TypeVar("K")
V = TypeVar("V")

_ADDRESSES = 10_000
_GOOD_TOKENS = 10_000


class Guesses:
    """How many guesses each address may still make. Threads share it."""

    def __init__(
        self, at_once: int = AT_ONCE, per_second: float = PER_SECOND, clock: Callable[[], float] = monotonic
    ) -> None:
        self._at_once = at_once
        self._per_second = per_second
        self._clock = clock
        self._lock = Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how many, and as of when
        self._good: OrderedDict[bytes, None] = OrderedDict()

    def wait(self, address: str, digest: bytes) -> float:
        """How many seconds this address has to wait before this token is looked up; 0 if it need not."""
        with self._lock:
            left = self._now(address)
            return 0.0 if left >= 1 or digest in self._good else (1 - left) / self._per_second

    def failed(self, address: str) -> None:
        """A token that is not known came from here."""
        with self._lock:
            self._left[address] = (max(self._now(address) - 1, 0.0), self._clock())
            _keep(self._left, address, _ADDRESSES)

    def succeeded(self, digest: bytes) -> None:
        """The token with this digest is good."""
        with self._lock:
            self._good[digest] = None
            _keep(self._good, digest, _GOOD_TOKENS)

    def _now(self, address: str) -> float:
        left, then = self._left.get(address, (float(self._at_once), 0.0))
        return min(left + (self._clock() - then) * self._per_second, float(self._at_once))


def _keep(found: OrderedDict[K, V], newest: K, most: int) -> None:
    """The newest last; the oldest go where there are too many, so that nobody fills the memory with addresses."""
    found.move_to_end(newest)
    if len(found) > most:
        found.popitem(last=False)
