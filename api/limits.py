"""Limits on what one address may guess and on what one token may ask. Each process counts for itself.

A club's token has 256 random bits, so nobody finds one by guessing. The operator's token is chosen by a person: it
is compared only while the address may still guess. A token that is known is looked up however many guesses come from
its address, so that nobody is shut out by a neighbour behind the same proxy.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

GUESSES_AT_ONCE = 300
"""Guesses that an address may make before it has to wait."""
GUESSES_PER_SECOND = 10.0
"""Guesses that it may make each second after that."""
SECONDS_AT_ONCE = 10
"""How many seconds' worth of requests a token may send at once, after a pause."""
IN_PROGRESS = 24
"""Requests of one token that a process works on at the same time: with its streams of events fewer than the threads."""

MOST_KEYS = 10_000
"""Addresses, or tokens, that are remembered: the oldest go first, so that nobody fills the memory with new ones."""

Key = TypeVar("Key", bound=Hashable)


class Allowance(Generic[Key]):
    """How much each key may still spend: so much at once, and so much more each second. Threads share it."""

    def __init__(self, at_once: float, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self._at_once = at_once
        self._per_second = per_second
        self._clock = clock
        self._lock = Lock()
        self._left: OrderedDict[Key, tuple[float, float]] = OrderedDict()  # how much, and as of when

    def __len__(self) -> int:
        return len(self._left)

    def wait(self, key: Key) -> float:
        """How many seconds the key has to wait before it may spend; 0 where it may now."""
        with self._lock:
            left = self._present(key)
            return 0.0 if left >= 1 else (1 - left) / self._per_second

    def quota(self) -> tuple[int, int]:
        """How much a key that has not spent anything may spend at once, and in how many seconds it has that again."""
        return int(self._at_once), ceil(self._at_once / self._per_second)

    def left(self, key: Key) -> tuple[int, int]:
        """How much the key may still spend at once, and in how many seconds it may spend as much as ever."""
        with self._lock:
            left = self._present(key)
        return int(left), ceil((self._at_once - left) / self._per_second)

    def spend(self, key: Key) -> None:
        """Take one from what the key has left."""
        with self._lock:
            self._left[key] = (max(self._present(key) - 1, 0.0), self._clock())
            self._left.move_to_end(key)
            if len(self._left) > MOST_KEYS:
                self._left.popitem(last=False)

    def _present(self, key: Key) -> float:
        left, then = self._left.get(key, (self._at_once, 0.0))
        return min(left + (self._clock() - then) * self._per_second, self._at_once)


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit as answers tell it (draft-ietf-httpapi-ratelimit-headers-10): its name, the quota with the seconds in
    which it renews itself, and what is left with the seconds until it is whole again."""

    name: str
    quota: tuple[int, int]
    left: tuple[int, int]

    @property
    def headers(self) -> dict[str, str]:
        """The headers RateLimit-Policy and RateLimit."""
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.quota[0]};w={self.quota[1]}',
            "RateLimit": f'"{self.name}";r={self.left[0]};t={self.left[1]}',
        }


class Guesses:
    """The guesses of each address, and the operators who were let in from it. Threads share it."""

    def __init__(
        self,
        at_once: float = GUESSES_AT_ONCE,
        per_second: float = GUESSES_PER_SECOND,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._allowance = Allowance[str](at_once, per_second, clock)
        self._lock = Lock()
        self._admitted: OrderedDict[tuple[str, bytes], None] = OrderedDict()

    def wait(self, address: str) -> float:
        """How many seconds this address has to wait before it may guess again; 0 where it may now."""
        return self._allowance.wait(_network(address))

    def limit(self, address: str) -> "Limit":
        """What this address may guess, and what is left of it."""
        return Limit("guesses", self._allowance.quota(), self._allowance.left(_network(address)))

    def failed(self, address: str) -> None:
        """Count a token from this address that is not known."""
        self._allowance.spend(_network(address))

    def admitted(self, address: str, digest: bytes) -> None:
        """Remember that the token with this digest was let in from this address."""
        with self._lock:
            self._admitted[_network(address), digest] = None
            self._admitted.move_to_end((_network(address), digest))
            if len(self._admitted) > MOST_KEYS:
                self._admitted.popitem(last=False)

    def was_admitted(self, address: str, digest: bytes) -> bool:
        """Whether the token with this digest was let in from this address before."""
        with self._lock:
            return (_network(address), digest) in self._admitted


class Requests:
    """The requests of each token: how many a second, and how many at the same time. Threads share it."""

    def __init__(
        self, per_second: float, in_progress: int = IN_PROGRESS, clock: Callable[[], float] = monotonic
    ) -> None:
        self._allowance = Allowance[bytes](per_second * SECONDS_AT_ONCE, per_second, clock)
        self._most_in_progress = in_progress
        self._lock = Lock()
        self._in_progress: Counter[bytes] = Counter()

    def begin(self, digest: bytes) -> float:
        """Count a request of the token with this digest that begins, and return 0.

        A request that may not begin is not counted: then the result is how many seconds the token has to wait.
        """
        with self._lock:
            if self._in_progress[digest] >= self._most_in_progress:
                return 1.0
            if (seconds := self._allowance.wait(digest)) > 0:
                return seconds
            self._allowance.spend(digest)
            self._in_progress[digest] += 1
        return 0.0

    def limit(self, digest: bytes) -> "Limit":
        """What this token may ask, and what is left of it."""
        return Limit("requests", self._allowance.quota(), self._allowance.left(digest))

    def end(self, digest: bytes) -> None:
        """Count a request of that token that has ended."""
        with self._lock:
            self._in_progress[digest] -= 1
            if self._in_progress[digest] <= 0:
                del self._in_progress[digest]


def _network(address: str) -> str:
    """The network that one guesser commands: an address of IPv4, the first half of one of IPv6."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
