"""The hands that were thrown away unseen in any version of a game's record (28).

A correction may strike a pass, enter it again, or strike the deal itself; a misdeal may give a player a second hand.
So it is asked of every version that the record has had, and of each hand by itself: a hand is known by its player and
by the step of the deal that gave it to him.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.cards import Card
from ledger.events.amendment import GameCorrected
from ledger.events.base import Event
from ledger.events.game import Dealt, Drew
from ledger.laws.say import hand_is_buried
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.game_fold import apply
from ledger.state.in_force import events_in_force

Pack = tuple[Card, ...]

BEFORE_THE_DEAL = 0
"""The step under which nobody holds a hand yet."""


@dataclass(frozen=True, slots=True)
class Burials:
    """The buried hands of a game, by player and step of the deal, and the game as its record stands.

    `deals_of_draw` gives, for the step of each draw, the steps of the deals that it was drawn to: more than one where
    a correction put another deal before it. `packs` gives the recorded order of the pack by the step of its deal, and
    `cards` the cards of buried hands by the pack that they came from: by another record of it somebody else has them.
    """

    hands: frozenset[tuple[Member, int]]
    deals_of_draw: Mapping[int, frozenset[int]]
    cards: Mapping[Pack, frozenset[Card]]
    packs: Mapping[int, Pack]
    game: Game


def burials(events: Sequence[Event]) -> Burials:
    """The hands of a game that its record buries now, or buried before it was corrected."""
    hands: set[tuple[Member, int]] = set()
    cards: dict[Pack, frozenset[Card]] = {}
    packs: dict[int, Pack] = {}
    deals_of_draw: dict[int, frozenset[int]] = {}
    game: Game | None = None
    for version in _versions(events):
        game, deal = None, BEFORE_THE_DEAL
        for event in version:
            game = apply(game, event)
            if isinstance(event, Dealt):
                deal = event.step
                packs |= {deal: event.pack} if event.pack else {}
            elif isinstance(event, Drew):
                deals_of_draw[event.step] = deals_of_draw.get(event.step, frozenset()) | {deal}
            buried = [m for m in game.seats if hand_is_buried(game, m)]
            hands.update((m, deal) for m in buried)
            if deal in packs:
                cards[packs[deal]] = cards.get(packs[deal], frozenset()).union(
                    *(_first_and_drawn(game, m) for m in buried)
                )
    assert game is not None, "a game's first event is GameBegun"
    return Burials(frozenset(hands), deals_of_draw, cards, packs, game)


def _first_and_drawn(game: Game, member: Member) -> tuple[Card, ...]:
    player = game.players[member]
    return (player.original or ()) + (player.drew or ())


def _versions(events: Sequence[Event]) -> Iterator[Sequence[Event]]:
    """What stood of the record before each of its corrections, and what stands of it now."""
    for at, event in enumerate(events):
        if isinstance(event, GameCorrected):
            yield events_in_force(events[:at])
    yield events_in_force(events)
