"""Members, cards and dates as the JSON that the service takes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, TypedDict, TypeVar

from poolbook.client.answers import Member

AnyMember = Member | str
"""A member, or a member's id."""

Value = TypeVar("Value")

ByMember = Mapping[Member, Value] | Mapping[str, Value] | Mapping[AnyMember, Value]
"""A value for each member. All three are named, because a mapping of members is no mapping of members or ids."""

Cards = str | Sequence[str]
"""Cards: `"Kh Kd 7c"`, or a list of them."""


class Write(TypedDict, total=False):
    """What any write may be given besides.

    key         the Idempotency-Key, where the program keeps it over its own restarts; made by the client if left out
    if_version  record only if this is still the version of the game or sitting; `Stale` is raised if it is not
    """

    key: str
    if_version: int


class Act(Write, total=False):
    """What any act of a game may be given besides.

    player     who acts; if left out, the player whose turn it is
    irregular  the laws forbid it, and the table did it all the same
    note       words for the record
    """

    player: AnyMember
    irregular: bool
    note: str


def cards_of(cards: Cards) -> list[str]:
    """The cards, one by one."""
    return cards.split() if isinstance(cards, str) else list(cards)


def hands_of(hands: ByMember[Cards] | None) -> dict[str, list[str]] | None:
    """The cards of each member."""
    return None if hands is None else {plain(member): cards_of(cards) for member, cards in hands.items()}


def plain(value: Any) -> Any:
    """JSON: a member as the id, a date or time in RFC 3339, a series as a list."""
    if isinstance(value, Member):
        return value.id
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [plain(item) for item in value]
    return value


def body(**fields: Any) -> dict[str, Any]:
    """The body with these fields, without those that are None."""
    return {name: plain(value) for name, value in fields.items() if value is not None}
