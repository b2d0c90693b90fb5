"""Who is at the table: arrivals, departures, and players who have set themselves a limit."""

from api.answers.till import limits_body, table_body
from api.noun import Answer, Call, Noun, written
from api.schemas.company import Limits, NewArrival, NewDeparture, NewLimits, TableChange
from ledger.events.sitting import LimitsSet, MemberArrived, MemberDeparted
from ledger.table.company import KEPT

noun = Noun("company", __name__, description="Players who come, go, and stop.")


@noun.writes("/v1/sittings/<id:sitting>/arrivals", NewArrival, TableChange)
def record_arrival(call: Call) -> Answer:
    """Seat a member between two games. Variants and abrogations are at an end (81)."""
    saved = call.books.arrive(call.request, call.ids["sitting"], call.said["player"], call.said["left_of"])
    return written(saved, table_body(call.recorded(saved, MemberArrived)))


@noun.writes("/v1/sittings/<id:sitting>/departures", NewDeparture, TableChange)
def record_departure(call: Call) -> Answer:
    """A player leaves between two games, his counters bought back. Variants and abrogations are at an end (81)."""
    saved = call.books.depart(call.request, call.ids["sitting"], call.said["player"])
    return written(saved, table_body(call.recorded(saved, MemberDeparted)))


@noun.writes("/v1/sittings/<id:sitting>/limits", NewLimits, Limits)
def set_limits(call: Call) -> Answer:
    """A player sets himself a loss or an hour at which he stops, or lifts it, by name and on the record."""
    said = call.said
    loss, stop_at = said.get("loss", KEPT), said.get("stop_at", KEPT)
    saved = call.books.set_limits(call.request, call.ids["sitting"], said["player"], loss, stop_at)
    return written(saved, limits_body(call.recorded(saved, LimitsSet)))
