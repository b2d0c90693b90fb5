"""What the service answers, as the document at /openapi.json describes it there field by field.

Ids are text; members are ids everywhere, whose names `Club.members` gives. A field that only a newer service has is
passed over. Amounts are whole minor units.
"""

from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

Role = Literal["owner", "scorekeeper", "auditor", "player", "operator"]


class Answer(Struct, frozen=True, rename={"class_": "class", "from_": "from"}):
    """Anything that the service answers."""


# The club


class Me(Answer, frozen=True):
    """Whose token this is."""

    club: str | None
    role: Role
    member: str | None


class ClubState(Answer, frozen=True):
    """A club, its name, and its currency: an ISO 4217 code, or LSD (240 pence to the pound)."""

    id: str
    name: str
    currency: str


class FoundedClub(ClubState, frozen=True):
    """A new club, and its owner's token, which is shown this once."""

    token: str | None


class Member(Answer, frozen=True):
    """A member. `name` is None once it was erased."""

    id: str
    name: str | None


class Token(Answer, frozen=True):
    """A token without its secret."""

    id: str
    role: Role
    member: str | None
    label: str | None
    created_at: datetime
    revoked_at: datetime | None
    expires_at: datetime | None


class IssuedToken(Token, frozen=True):
    """A new token, and its secret, which is shown this once."""

    token: str | None


class JackPot(Answer, frozen=True):
    """The next game is a jack-pot, opened by a pair of these at the least."""

    minimum: Literal["J", "Q", "K"]


# What follows from the games


class Result(Answer, frozen=True):
    """What a member has won and lost, and in how many games."""

    player: str
    net: int
    games: int
    played: int
    opened: int
    won: int
    shown: int
    adjusted: int


class Acted(Answer, frozen=True):
    """Who recorded an event."""

    role: str
    member: str | None
    token: str | None = None


class Event(Answer, frozen=True):
    """An event of the club, of a sitting or of a game, with what the token's holder may see of it.

    position  in the club's log; positions rise, not always by one
    stream    the id of the club, the sitting or the game
    version   the place in that stream, from 1
    topic     what happened, such as `game.staked`
    event     its fields; what is withheld is None or left out
    """

    position: int
    stream: str
    version: int
    topic: str
    recorded_at: datetime
    actor: Acted
    event: dict[str, Any]


class Checkpoint(Answer, frozen=True):
    """A signed checkpoint of the log: `note` is the signed text, `size` how many events it covers."""

    size: int
    position: int
    root: str
    note: str
    vkey: str
    signed_at: datetime


class Law(Answer, frozen=True):
    """A law of the book."""

    number: int
    chapter: str
    title: str
    restatement: str
    readings: list[str]
    waivable: bool
    standing: str


class Reading(Answer, frozen=True):
    """A point where the book can be read in several ways: its values, each with a sentence, and the default."""

    name: str
    laws: list[int]
    default: str
    values: dict[str, str]
    ground: str
