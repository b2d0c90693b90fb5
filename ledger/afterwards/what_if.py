"""The same game judged otherwise: under another reading, or from another record. Nothing is stored.

Everything here is judged on the events that it is given and on nothing else. Where somebody asks, they are those that
he may know (`ledger.telling.redaction.known_events`): a hidden card then turns no answer.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from msgspec.structs import replace

from ledger.afterwards.disputes import readings_ruled
from ledger.afterwards.game_corrections import Slips, command_again, refused_at, replayed
from ledger.articles import Articles
from ledger.events.base import Event
from ledger.events.game import Action, Drew, GameBegun
from ledger.events.mishaps import DiscardsCollected
from ledger.events.settlement import Settlement
from ledger.laws.ante import check_payments, paid_in, payments
from ledger.laws.readings import READINGS, complete
from ledger.play.decide import recorded
from ledger.play.settling import ending
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.game_fold import begin
from ledger.state.in_force import begun_and_acts, events_in_force


@dataclass(frozen=True, slots=True)
class Turned:
    """Another reading that would have changed the outcome: by how much for whom, or the step it forbids.

    `changes` are the differences in the results, `carried` and `kitty` those in what is carried out and in what is set
    aside, in minor units; a difference of nought is left out. `dispute` is the number of that in which a ruling fixed
    the reading for this game, if one did.
    """

    reading: str
    value: str
    changes: Mapping[Member, int] | None = None
    carried: int | None = None
    kitty: int | None = None
    unlawful_at: int | None = None
    dispute: int | None = None

    @property
    def turns(self) -> bool:
        """Whether the reading changes anything."""
        return bool(self.changes or self.carried or self.kitty) or self.unlawful_at is not None


def turned_by(events: Sequence[Event], settlement: Settlement) -> tuple[Turned, ...] | None:
    """Which single other reading would have changed a settlement: what anybody gets, what is carried, or the kitty.

    None where these events do not come to that settlement: a card that decided it is not in them, or it was judged
    by an older edition of the rules. Nothing can then be said of other readings.
    """
    judged = _Judged.of(events_in_force(events))
    if judged is None or _money(judged.settlement) != _money(settlement):
        return None
    of_settlement = complete(settlement.readings)
    others = (
        _turned(judged, name, value)
        for name, reading in READINGS.items()
        for value in reading.values
        if value != of_settlement[name]
    )
    ruled = readings_ruled(events)
    return tuple(dataclasses.replace(turned, dispute=ruled.get(turned.reading)) for turned in others if turned.turns)


def _money(settlement: Settlement) -> tuple[Mapping[Member, int], int, int]:
    """Where the money of a game went: to whom, to the next game, to the kitty."""
    return settlement.results, settlement.carried_out, settlement.kitty


class _Noticed(Mapping[str, str]):
    """Readings that keep account of which of them were asked for."""

    def __init__(self, readings: Mapping[str, str]) -> None:
        self._readings = readings
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return self._readings[name]

    def __iter__(self) -> Iterator[str]:
        self.asked.update(self._readings)
        return iter(self._readings)

    def __len__(self) -> int:
        return len(self._readings)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A game judged again, its settlement, and the readings that were asked for before it was settled.

    A reading that nobody asked for cannot have led the play elsewhere: under its other values every act is
    decided as it was, and only the settlement need be made anew. So it is, where it can differ at all, which
    spares a replay for nearly every reading.
    """

    events: Sequence[Event]
    game: Game
    settlement: Settlement
    asked: Set[str]

    @classmethod
    def of(cls, events: Sequence[Event]) -> "_Judged | None":
        """None where the acts are not lawful under their own readings, or do not end the game."""
        begun = events[0]
        assert isinstance(begun, GameBegun)
        noticed = _Noticed(begun.articles.readings)
        articles = replace(begun.articles, readings=noticed)
        try:
            game = replace(_play(_begun_under(begun, articles), events), articles=begun.articles)
            return cls(events, game, _settled(game), frozenset(noticed.asked))
        except Refused:
            return None

    def settled_under(self, reading: str, value: str) -> Settlement:
        """The settlement of the same acts under another value of one reading. Raises Refused."""
        if reading in self.asked:
            return _under_reading(self.events, reading, value)
        return _settled(replace(self.game, articles=articles_under(self.game.articles, {reading: value})))


def _turned(judged: _Judged, reading: str, value: str) -> Turned:
    try:
        other = judged.settled_under(reading, value)
    except Refused as refused:
        return Turned(reading, value, unlawful_at=refused.step)
    was = judged.settlement
    return Turned(
        reading,
        value,
        changes={m: n - was.results[m] for m, n in other.results.items() if n != was.results[m]},
        carried=other.carried_out - was.carried_out or None,
        kitty=other.kitty - was.kitty or None,
    )


def _under_reading(events: Sequence[Event], reading: str, value: str) -> Settlement:
    """The settlement of the same acts under another reading. Raises Refused with the step that it forbids."""
    begun, acts = begun_and_acts(events)
    return _settled(_play(begun_under(begun, {reading: value}), acts))


def articles_under(articles: Articles, readings: Mapping[str, str]) -> Articles:
    """The articles with other values of these readings."""
    return replace(articles, readings={**articles.readings, **readings})


def _play(begun: GameBegun, events: Sequence[Event]) -> Game:
    """The recorded acts after another beginning."""
    game = begin(begun)
    for action in events:
        if isinstance(action, Action):
            game = _again(game, action)
    return game


def _again(game: Game, action: Action) -> Game:
    """Record an act anew. Raises Refused naming the step at which the replay was refused."""
    try:
        return recorded(game, command_again(game, action))[1]
    except (Refused, Invalid) as why:
        raise refused_at(action.step, why) from None


def _settled(game: Game) -> Settlement:
    if not game.over:
        raise Refused(None, "unfinished", "the recorded acts do not end the game", step=game.step)
    return ending(game).settlement


def what_if(
    events: Sequence[Event], slips: Slips, readings: Mapping[str, str], begun: GameBegun | None = None
) -> tuple[Settlement, tuple[Event, ...]]:
    """The settlement that would follow from other readings and another record, and the events it would follow from;
    on another beginning of the game where one is given.

    Raises Refused, with the step where there is one, or Invalid.
    """
    check_numbers_known(events)
    if readings:
        begun = begun_under(begun or begun_and_acts(events)[0], readings)
    again = replayed(events, slips, begun)
    if again.game.settlement is None:
        raise Refused(None, "unfinished", "these acts do not end the game", step=again.game.step)
    return again.game.settlement, again.events


def check_numbers_known(events: Sequence[Event]) -> None:
    """Refuse to judge a record in which the numbers drawn are withheld from the reader (51)."""
    for event in events_in_force(events):
        match event:
            case Drew(discarded=None) | DiscardsCollected(collected=None):
                detail = "how many cards the others drew is withheld while the game runs: it cannot be judged again"
                raise Refused(51, "number_withheld", detail)


def begun_under(begun: GameBegun, readings: Mapping[str, str]) -> GameBegun:
    """The beginning of the game under other readings: what is due before the deal may be another sum.

    Raises Refused at step 0 where a player has not what would be due (20).
    """
    return _begun_under(begun, articles_under(begun.articles, readings))


def _begun_under(begun: GameBegun, articles: Articles) -> GameBegun:
    ante, paid = payments(articles, begun.seats, jack_pot=begun.minimum is not None)
    due = paid_in(begun.seats, begun.ante_man, ante, paid)
    try:
        check_payments(begun.funds, due)
    except Refused as why:
        raise refused_at(0, why) from None
    return replace(begun, articles=articles, ante=ante, payments=paid)
