"""Replay of a game step by step: for each step the table after it, and the law by each entry."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ledger.events.base import Event, Member
from ledger.events.game import Action, GameBegun, GameSettled, GameUnopened, StakeCounted, Turn
from ledger.game import Game, apply, fold
from ledger.laws.cards import Card
from ledger.legal import LegalAction, legal_actions
from ledger.redaction import Reader, redacted, redacted_action
from ledger.sentences import sentence


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded fact of a step, as the reader may know it, and in words."""

    event: Event
    law: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one player has put into the pool: ante and straddles, jack-pot payment, and the rest."""

    ante: int
    payment: int
    stake: int


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after a step. Step 0 is the beginning, with what is due before the deal already in the pool."""

    step: int
    entries: tuple[Entry, ...]
    turn: Turn
    pool: int
    carried_in: int
    contributed: Mapping[Member, Contribution]
    funds: Mapping[Member, int]
    in_game: tuple[Member, ...]
    cards: Mapping[Member, tuple[Card, ...] | None]
    legal: tuple[LegalAction, ...]


def frames(events: Sequence[Event], reader: Reader, name: Callable[[Member], str] = str) -> tuple[Frame, ...]:
    """Every step of a game as a reader may see it now, whatever was hidden from him then."""
    latest = fold(events)
    found: list[Frame] = []
    game: Game | None = None
    entries: list[Entry] = []
    for event, following in zip(events, [*events[1:], None], strict=True):
        game = apply(game, event)
        entries.append(_entry(event, latest, reader, name))
        if following is None or _step(following) != _step(event):
            found.append(_frame(_step(event), tuple(entries), redacted(game, reader, latest)))
            entries = []
    return tuple(found)


def _step(event: Event) -> int:
    return 0 if isinstance(event, GameBegun) else event.step  # type: ignore[attr-defined]


def _entry(event: Event, latest: Game, reader: Reader, name: Callable[[Member], str]) -> Entry:
    match event:
        case Action():
            seen = redacted_action(event, latest, reader)
            return Entry(seen, seen.law, sentence(seen, name))
        case GameSettled(law=law) | GameUnopened(law=law) | StakeCounted(law=law):
            return Entry(event, law, sentence(event, name))
        case _:
            return Entry(event, 20, sentence(event, name))


def _frame(step: int, entries: tuple[Entry, ...], game: Game) -> Frame:
    return Frame(
        step=step,
        entries=entries,
        turn=game.turn,
        pool=game.pool,
        carried_in=game.carried_in,
        contributed={m: Contribution(p.ante, p.payment, p.stake) for m, p in game.players.items()},
        funds={m: p.funds for m, p in game.players.items()},
        in_game=game.in_game,
        cards={m: p.hand for m, p in game.players.items()},
        legal=legal_actions(game),
    )
