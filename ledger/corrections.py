"""The same game judged otherwise: replays of the recorded acts under another reading. Nothing is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ledger.events.base import Event, Member
from ledger.events.game import Action, GameBegun
from ledger.events.settlement import Settlement
from ledger.game import Game, apply, begin
from ledger.laws.ante import payments
from ledger.laws.readings import READINGS
from ledger.play import decide
from ledger.record import command_of
from ledger.refusals import Refused


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
    begun, *actions = events
    assert isinstance(begun, GameBegun)
    game = begin(_begun_under(begun, readings))
    for action in actions:
        if isinstance(action, Action):
            game = _again(game, action)
    if game.settlement is None:
        raise Refused(None, "unfinished", "the recorded acts do not end the game", step=game.step)
    return game.settlement


def _begun_under(begun: GameBegun, readings: Mapping[str, str]) -> GameBegun:
    """The beginning of the game under other readings: what is due before the deal may be another sum."""
    articles = replace(begun.articles, readings={**begun.articles.readings, **readings})
    ante, paid = payments(articles, begun.seats, begun.ante_man, jack_pot=begun.minimum is not None)
    return replace(begun, articles=articles, ante=ante, payments=paid)


def _again(game: Game, action: Action) -> Game:
    """Record an act anew. Raises Refused naming the step at which the replay was refused."""
    try:
        for event in decide(game, command_of(action)):
            game = apply(game, event)
    except Refused as refused:
        raise Refused(refused.law, refused.code, refused.detail, step=action.step) from None
    return game
