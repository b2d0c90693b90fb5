"""The events of a club: its members, its tokens, its list of sittings, what stands over between them."""

from collections.abc import Mapping

from ledger.events.base import Event, Sealed, fact
from ledger.seats import Member


@fact("club.founded", version=2)
class ClubFounded(Event, frozen=True, kw_only=True):
    """A club opened its books in one currency (ISO 4217, or LSD)."""

    currency: str
    name: str | None = None


@fact("club.member_joined")
class MemberJoined(Event, frozen=True, kw_only=True):
    """A person became a member. The name is sealed, so that it can be erased."""

    member: Member
    name: Sealed[str | None] = None


@fact("club.member_renamed")
class MemberRenamed(Event, frozen=True, kw_only=True):
    """A member has another name from now on. The name is sealed, as that with which he joined."""

    member: Member
    name: Sealed[str | None] = None


@fact("club.renamed")
class ClubRenamed(Event, frozen=True, kw_only=True):
    """The club has another name from now on."""

    name: str


@fact("club.token_issued", version=3)
class TokenIssued(Event, frozen=True, kw_only=True):
    """A token was issued for a role. Its secret is stored nowhere; `digest` is the secret's SHA-256 in hexadecimal.

    From `expires_at` (RFC 3339, UTC) on it opens nothing; None if it never expires.
    """

    token: str
    role: str
    member: Member | None = None
    digest: str | None = None
    expires_at: str | None = None
    label: Sealed[str | None] = None


@fact("club.token_revoked")
class TokenRevoked(Event, frozen=True, kw_only=True):
    """A token was revoked and opens nothing any more."""

    token: str


@fact("club.sitting_registered")
class SittingRegistered(Event, frozen=True, kw_only=True):
    """A sitting was opened and took the next number.

    `carried` and `kitty` are the money (minor units) that it took over; it stands over with the club no longer.
    """

    sitting: str
    number: int
    carried_from: str | None = None
    carried: int = 0
    kitty: int = 0


@fact("club.sitting_concluded")
class SittingConcluded(Event, frozen=True, kw_only=True):
    """A sitting closed. In minor units: what each member still owes, and the pool and kitty that stand over."""

    sitting: str
    players: tuple[Member, ...]
    owed: Mapping[Member, int]
    carried: int = 0
    minimum: str | None = None
    kitty: int = 0


@fact("club.part_erased")
class PartErased(Event, frozen=True, kw_only=True):
    """A name or another free text was erased: the field `part` of the event `of_version` in the stream `of_stream`.

    This event is saved in the transaction that removes the text. `member` bore the name, or the token with the label.
    """

    of_stream: str
    of_version: int
    part: str
    member: Member | None = None
    reason: Sealed[str | None] = None
