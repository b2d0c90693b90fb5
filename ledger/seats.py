"""The seats of a table: members by their ids, and the order of turns, which pass to the left."""

from collections.abc import Container, Sequence
from typing import Annotated

Member = Annotated[str, "member"]
"""A member's id. Names live in a table that can be erased; everything else knows ids only. The mark lets a schema, or a
line of a game file, tell a member from other texts."""


def round_from_left_of(seats: Sequence[Member], member: Member) -> tuple[Member, ...]:
    """The whole table in turn, from the seat left of `member` round to `member` himself."""
    at = seats.index(member) + 1
    return tuple(seats[at:]) + tuple(seats[:at])


def round_from(seats: Sequence[Member], member: Member) -> tuple[Member, ...]:
    """The whole table in turn, beginning with `member`."""
    at = seats.index(member)
    return tuple(seats[at:]) + tuple(seats[:at])


def nearest(seats: Sequence[Member], member: Member, among: Container[Member]) -> Member:
    """The first member of `among` in turn, beginning with `member` himself. One of them at least must be seated."""
    return next(m for m in round_from(seats, member) if m in among)
