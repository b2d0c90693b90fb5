"""Arrivals, departures, and limits that players set themselves."""

from api.noun import Answer, Call, Noun, entered
from api.schemas.entries import NewArrival, NewDeparture, NewLimits

noun = Noun("company", __name__, description="Players who come, go, and stop.")


@noun.enters(NewArrival)
def record_arrival(call: Call) -> Answer:
    """Seat a member between two games. Variants and abrogations are at an end (81)."""
    return entered(call)


@noun.enters(NewDeparture)
def record_departure(call: Call) -> Answer:
    """A player leaves between two games, his counters bought back. Variants and abrogations are at an end (81)."""
    return entered(call)


@noun.enters(NewLimits)
def set_limits(call: Call) -> Answer:
    """A player sets himself a loss or an hour at which he stops, or lifts it, by name and on the record."""
    return entered(call)
