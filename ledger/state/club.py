"""The state of a club: its members, its tokens, the number of its sittings, and what stands over between them."""

from collections.abc import Iterable, Mapping
from functools import reduce

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.events.adjustment import StandingAdjusted
from ledger.events.base import Event
from ledger.events.club import (
    ClubFounded,
    ClubRenamed,
    MemberJoined,
    MemberRenamed,
    PartErased,
    SittingConcluded,
    SittingRegistered,
    TokenIssued,
    TokenRevoked,
)
from ledger.events.webhook import WebhookAdded, WebhookRemoved, WebhookSecretRenewed
from ledger.seats import Member


class Club(Struct, frozen=True):
    """A club as its events have it.

    `name` is None where an older release founded the club. `members` holds each member's name, and `tokens` the label
    of each token in force, None where it was erased. `webhooks` are those in force. `standing` are the closed sittings
    whose carried pool awaits a sitting of the same players. `kitty` is the unclaimed reward kitty, `owed` what each
    member still owes, in minor units.
    """

    currency: str
    name: str | None = None
    members: Mapping[Member, str | None] = field(default_factory=dict)
    tokens: Mapping[str, str | None] = field(default_factory=dict)
    webhooks: Mapping[str, WebhookAdded] = field(default_factory=dict)
    sittings: int = 0
    latest_sitting: str | None = None
    standing: Mapping[str, SittingConcluded] = field(default_factory=dict)
    kitty: int = 0
    owed: Mapping[Member, int] = field(default_factory=dict)
    version: int = 0

    @property
    def erased(self) -> set[Member]:
        """The members whose names were erased."""
        return {member for member, name in self.members.items() if name is None}

    def name_of(self, member: Member) -> str:
        """A member's name, or his id where the name has been erased."""
        return self.members.get(member) or member

    def label_of(self, token: str) -> str:
        """The label of a token in force, or its id where the label has been erased."""
        return self.tokens[token] or token


def apply(club: Club | None, event: Event) -> Club:
    """The state after one more event. Raises TypeError for an event of another stream."""
    if isinstance(event, ClubFounded):
        return Club(currency=event.currency, name=event.name, version=1)
    assert club is not None, "a club's first event is ClubFounded"
    return replace(_applied(club, event), version=club.version + 1)


def _applied(club: Club, event: Event) -> Club:
    match event:
        case ClubRenamed(name=name):
            return replace(club, name=name)
        case MemberJoined(member=member, name=name) | MemberRenamed(member=member, name=name):
            return replace(club, members={**club.members, member: name})
        case PartErased(part="name", member=str() as member):
            return replace(club, members={**club.members, member: None})
        case PartErased():
            return club
        case TokenIssued(token=token, label=label):
            return replace(club, tokens={**club.tokens, token: label})
        case TokenRevoked(token=token):
            return replace(club, tokens={t: label for t, label in club.tokens.items() if t != token})
        case WebhookAdded(webhook=webhook):
            return replace(club, webhooks={**club.webhooks, webhook: event})
        case WebhookSecretRenewed():
            return club
        case WebhookRemoved(webhook=webhook):
            return replace(club, webhooks={w: added for w, added in club.webhooks.items() if w != webhook})
        case SittingRegistered(sitting=sitting, number=number, carried_from=carried_from, kitty=taken):
            others = {s: c for s, c in club.standing.items() if s != carried_from}
            kitty = club.kitty - taken
            return replace(club, sittings=number, latest_sitting=sitting, standing=others, kitty=kitty)
        case SittingConcluded(sitting=sitting, owed=owed, carried=carried, kitty=unclaimed):
            standing = {**club.standing, sitting: event} if carried else club.standing
            debts = {m: club.owed.get(m, 0) + owed.get(m, 0) for m in {**club.owed, **owed}}
            return replace(club, standing=standing, owed=debts, kitty=club.kitty + unclaimed)
        case StandingAdjusted():
            return _standing_adjusted(club, event)
    raise TypeError(f"{type(event).__name__} is not an event of a club")


def _standing_adjusted(club: Club, event: StandingAdjusted) -> Club:
    others = {s: c for s, c in club.standing.items() if s != event.sitting}
    stands = SittingConcluded(
        sitting=event.sitting, players=event.players, owed={}, carried=event.carried, minimum=event.minimum
    )
    standing = {**others, event.sitting: stands} if event.carried else others
    return replace(club, standing=standing, kitty=club.kitty + event.kitty)


def fold(events: Iterable[Event], club: Club | None = None) -> Club:
    """Replay a club's events, from the first or from those that follow on `club`."""
    club = reduce(apply, events, club)
    assert club is not None, "no events"
    return club
