"""The same game judged otherwise: under another reading, or from another record. Nothing is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ledger.corrections import Slips, replayed
from ledger.events.base import Event, Member
from ledger.events.game import GameBegun
from ledger.events.settlement import Settlement
from ledger.laws.ante import payments
from ledger.laws.readings import READINGS
from ledger.refusals import Refused
from ledger.standing import begun_and_acts


@dataclass(frozen=True, slots=True)
class Turned:
    """Another reading that would have changed the outcome: by how much for whom, or the step it forbids."""

    reading: str
    value: str
    changes: Mapping[Member, int] | None = None
    unlawful_at: int | None = None


def turned_by(events: Sequence[Event], settlement: Settlement) -> tuple[Turned, ...]:
    """Which single other reading would have changed a settlement. `changes` are differences that are not nought."""
    found = []
    for name, reading in READINGS.items():
        for value in reading.values:
            if value != settlement.readings[name]:
                turned = _turned(events, settlement, name, value)
                if turned.changes or turned.unlawful_at is not None:
                    found.append(turned)
    return tuple(found)


def _turned(events: Sequence[Event], settlement: Settlement, reading: str, value: str) -> Turned:
    try:
        other = under_readings(events, {reading: value})
    except Refused as refused:
        return Turned(reading, value, unlawful_at=refused.step)
    changes = {m: n - settlement.results[m] for m, n in other.results.items() if n != settlement.results[m]}
    return Turned(reading, value, changes=changes)


def under_readings(events: Sequence[Event], readings: Mapping[str, str]) -> Settlement:
    """The settlement of the same acts under other readings. Raises Refused with the step they forbid."""
    settlement, _ = what_if(events, Slips(), readings)
    return settlement


def what_if(events: Sequence[Event], slips: Slips, readings: Mapping[str, str]) -> tuple[Settlement, tuple[Event, ...]]:
    """The settlement that would follow from other readings and another record, and the events it would follow from.

    Raises Refused, with the step where there is one, or Invalid.
    """
    begun, _ = begun_and_acts(events)
    again = replayed(events, slips, begun_under(begun, readings) if readings else None)
    if again.game.settlement is None:
        raise Refused(None, "unfinished", "these acts do not end the game", step=again.game.step)
    return again.game.settlement, again.events


def begun_under(begun: GameBegun, readings: Mapping[str, str]) -> GameBegun:
    """The beginning of the game under other readings: what is due before the deal may be another sum."""
    articles = replace(begun.articles, readings={**begun.articles.readings, **readings})
    ante, paid = payments(articles, begun.seats, begun.ante_man, jack_pot=begun.minimum is not None)
    return replace(begun, articles=articles, ante=ante, payments=paid)
