"""What can go wrong, one exception for each kind of problem that the service names:

PoolbookError
├── NoAnswer          nothing came back before the deadline; what was sent may be recorded
├── NotUnderstood     an answer came that this client cannot read
├── NotProved         a receipt is not what it claims to be
└── Problem           the service answered with a problem document (RFC 9457)
    ├── Invalid       a field is wrong: `errors`
    ├── Refused       the laws or the state of the table forbid it: `law`, `code`
    ├── Stale         the version named in `if_version` is not the present one: `version`
    ├── Unauthorized  the token is none, or was revoked
    ├── Forbidden     the role of the token does not suffice
    ├── NotFound      the token's club has no such thing
    ├── RaceLost      others wrote at the same time, time and again
    ├── TooMany       too many requests
    ├── Unavailable   the service, or what it reads, is away
    └── Failed        the service failed; `instance` finds the error in its log

RaceLost, TooMany and Unavailable are raised only after the request was sent again and again until its deadline.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import httpx
import msgspec

from poolbook.client.game_answers import LegalAction


class PoolbookError(Exception):
    """Anything that this client raises. `key` is the Idempotency-Key of the write that failed, None for a read.

    After NoAnswer, send the same write again with `key=error.key`: it is recorded once, whether it had arrived or not.
    """

    key: str | None = None


class NoAnswer(PoolbookError):
    """No answer came before the deadline. The service may have recorded what was sent."""


class NotUnderstood(PoolbookError):
    """The answer is not what this client knows: the service is much older or newer, or it is not poolbook."""


class NotProved(PoolbookError):
    """A receipt does not prove what it claims. `name` is a stable word for what is wrong, as in `not_in_log`."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name


class Problem(PoolbookError):
    """A problem document of the service.

    status      the HTTP status
    kind        the last part of its `type`, such as `refused`; empty where something before the service answered
    detail      a sentence for people
    instance    the id of the request, as in the service's log
    document    the whole document
    retry_after seconds after which the service asks to be tried again, None if it does not
    """

    passes: ClassVar[bool] = False
    """Whether the same request may succeed later."""

    def __init__(self, status: int, document: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.document = document
        self.kind = str(document.get("type", "")).rpartition("/")[2]
        self.detail = str(document.get("detail") or document.get("title") or f"answered with {status}")
        self.instance = document.get("instance")
        self.retry_after = retry_after
        super().__init__(self.detail)


class Invalid(Problem):
    """Something sent cannot be meant. `errors` says what is wrong, by field."""

    @property
    def errors(self) -> Mapping[str, Any]:
        """The messages, by the name of the field."""
        return dict(self.document.get("errors", {}))


class Refused(Problem):
    """The laws, or the state of the table, forbid it."""

    @property
    def law(self) -> int | None:
        """The number of the law that forbids it, None if it is none of the laws."""
        law: int | None = self.document.get("law")
        return law

    @property
    def code(self) -> str:
        """A stable word for programs, such as `out_of_turn`."""
        return str(self.document["code"])

    @property
    def step(self) -> int | None:
        """The step at which a replay was refused."""
        step: int | None = self.document.get("step")
        return step

    @property
    def index(self) -> int | None:
        """The place, from 0, of the act that is forbidden in a list of acts."""
        index: int | None = self.document.get("index")
        return index

    @property
    def to_act(self) -> str | None:
        """The id of the member whose turn it is, where that is why."""
        member: str | None = self.document.get("to_act")
        return member

    @property
    def legal(self) -> list[LegalAction]:
        """What that member may do, where that is why."""
        return msgspec.convert(self.document.get("legal", ()), list[LegalAction])


class Stale(Problem):
    """The version named in `if_version` is not the present one; nothing was recorded."""

    @property
    def version(self) -> int | None:
        """The present version."""
        version: int | None = self.document.get("version")
        return version


class Unauthorized(Problem):
    """The token is missing, unknown, or revoked."""


class Forbidden(Problem):
    """The role of this token does not suffice."""


class NotFound(Problem):
    """The token's club has nothing by that id."""


class RaceLost(Problem):
    """Others wrote to the same books at the same time, at every attempt."""

    passes = True


class TooMany(Problem):
    """Too many requests, or too many refused attempts."""

    passes = True


class Unavailable(Problem):
    """The service, its database, or the list asked for cannot be reached now."""

    passes = True


class Failed(Problem):
    """The service failed; `instance` finds the error in its log."""


KINDS: Mapping[str, type[Problem]] = {
    "invalid": Invalid,
    "refused": Refused,
    "stale": Stale,
    "unauthorized": Unauthorized,
    "forbidden": Forbidden,
    "not-found": NotFound,
    "race-lost": RaceLost,
    "too-many": TooMany,
    "unavailable": Unavailable,
    "internal": Failed,
}
"""The exception of each kind of problem; those not listed are plain `Problem`s."""

_BEFORE_THE_SERVICE: Mapping[int, type[Problem]] = {429: TooMany, 502: Unavailable, 503: Unavailable, 504: Unavailable}
"""The exceptions for answers of a proxy, which are no problem documents."""


def problem_of(response: httpx.Response) -> Problem:
    """The problem in an answer whose body has been read."""
    retry_after = _seconds(response.headers.get("Retry-After"))
    try:
        document = msgspec.json.decode(response.content, type=dict[str, Any])
    except (msgspec.DecodeError, ValueError):
        kind = _BEFORE_THE_SERVICE.get(response.status_code, Problem)
        return kind(response.status_code, {"title": response.reason_phrase}, retry_after)
    kind = KINDS.get(str(document.get("type", "")).rpartition("/")[2], Problem)
    return kind(response.status_code, document, retry_after)


def _seconds(text: str | None) -> float | None:
    return float(text) if text and text.isdecimal() else None
