"""The events of a club: its members, its tokens, its list of sittings, what stands over between them."""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.events.base import Event, fact, sealed
from ledger.seats import Member


@fact("club.founded", version=2)
@dataclass(frozen=True, slots=True, kw_only=True)
class ClubFounded(Event):
    """A club opened its books in one currency (ISO 4217, or LSD)."""

    currency: str
    name: str | None = None


@fact("club.member_joined")
@dataclass(frozen=True, slots=True, kw_only=True)
class MemberJoined(Event):
    """A person became a member. The name is sealed, so that it can be erased."""

    member: Member
    name: str | None = sealed()


@fact("club.token_issued", version=2)
@dataclass(frozen=True, slots=True, kw_only=True)
class TokenIssued(Event):
    """A token was issued for a role. Its secret is stored nowhere; `digest` is the secret's SHA-256 in hexadecimal."""

    token: str
    role: str
    member: Member | None = None
    digest: str | None = None
    label: str | None = sealed()


@fact("club.token_revoked")
@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRevoked(Event):
    """A token was revoked and opens nothing any more."""

    token: str


@fact("club.sitting_registered")
@dataclass(frozen=True, slots=True, kw_only=True)
class SittingRegistered(Event):
    """A sitting was opened and took the next number.

    `carried` and `kitty` are the money (minor units) that it took over; it stands over with the club no longer.
    """

    sitting: str
    number: int
    carried_from: str | None = None
    carried: int = 0
    kitty: int = 0


@fact("club.sitting_concluded")
@dataclass(frozen=True, slots=True, kw_only=True)
class SittingConcluded(Event):
    """A sitting closed. In minor units: what each member still owes, and the pool and kitty that stand over."""

    sitting: str
    players: tuple[Member, ...]
    owed: Mapping[Member, int]
    carried: int = 0
    minimum: str | None = None
    kitty: int = 0


@fact("club.part_erased")
@dataclass(frozen=True, slots=True, kw_only=True)
class PartErased(Event):
    """A name or another free text was erased: the field `part` of the event `of_version` in the stream `of_stream`.

    This event is saved in the transaction that removes the text. `member` bore the name, or the token with the label.
    """

    of_stream: str
    of_version: int
    part: str
    member: Member | None = None
    reason: str | None = sealed()
