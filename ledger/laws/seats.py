"""Turns pass to the left: walking round the table from a seat."""

from collections.abc import Container, Sequence

from ledger.events.base import Member


def round_from_left_of(seats: Sequence[Member], member: Member) -> tuple[Member, ...]:
    """The whole table in turn, from the seat left of `member` round to `member` himself."""
    at = seats.index(member) + 1
    return tuple(seats[at:]) + tuple(seats[:at])


def round_from(seats: Sequence[Member], member: Member) -> tuple[Member, ...]:
    """The whole table in turn, beginning with `member`."""
    at = seats.index(member)
    return tuple(seats[at:]) + tuple(seats[:at])


def nearest(seats: Sequence[Member], member: Member, among: Container[Member]) -> Member:
    """The first in turn, `member` himself before all others, who is among these."""
    return next(m for m in round_from(seats, member) if m in among)
