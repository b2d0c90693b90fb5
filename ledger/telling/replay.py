"""Replay of a game step by step: for each step the table after it, and the law by each entry."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ledger.afterwards.game_corrections import Slips, replayed
from ledger.afterwards.what_if import begun_under
from ledger.cards import Card
from ledger.events.amendment import GameCorrected
from ledger.events.base import Event
from ledger.events.game import Action, GameBegun, GameSettled, GameUnopened, StakeCounted, Turn
from ledger.laws.readings import READINGS
from ledger.play.legal import LegalAction, legal_actions
from ledger.refusals import Invalid
from ledger.seats import Member
from ledger.state.game import Game, apply, fold
from ledger.state.in_force import BESIDE, RecordLine, as_written, begun_and_acts, record_of
from ledger.telling.redaction import Reader, looked_back_on, redacted, redacted_event
from ledger.telling.sentences import sentence


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded fact of a step, as the reader may know it, and in words. `struck`: a correction took it back."""

    event: Event
    law: int | None
    sentence: str
    struck: bool = False
    inserted: bool = False


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


def frames(
    events: Sequence[Event], reader: Reader, name: Callable[[Member], str] = str, latest: Game | None = None
) -> tuple[Frame, ...]:
    """Every step of a game as a reader may see it now, whatever was hidden from him then.

    What was struck stands with the step before it, marked. `latest` is the state he looks back from where it is not
    the one these events make.
    """
    latest = latest or fold(events)
    found: list[Frame] = []
    game: Game | None = None
    for step, lines in _by_step(record_of(events)):
        for line in lines:
            if not line.struck and not isinstance(line.event, (GameCorrected, *BESIDE)):
                game = apply(game, line.event)
        assert game is not None
        entries = tuple(_entry(line, latest, reader, name) for line in lines)
        found.append(_frame(step, entries, redacted(game, reader, latest)))
    return tuple(found)


def _by_step(lines: Sequence[RecordLine]) -> list[tuple[int, list[RecordLine]]]:
    """The lines of a record by the steps that stand; what has no step, or was struck, is with the step before it."""
    groups: list[tuple[int, list[RecordLine]]] = []
    for line in lines:
        step = _step(line)
        if step is None or (groups and groups[-1][0] == step):
            groups[-1][1].append(line)
        else:
            groups.append((step, [line]))
    return groups


def _step(line: RecordLine) -> int | None:
    match line.event:
        case GameBegun():
            return 0
        case Action(step=step) | GameSettled(step=step) | GameUnopened(step=step) | StakeCounted(step=step) if (
            not line.struck
        ):
            return step
        case _:
            return None


def _entry(line: RecordLine, latest: Game, reader: Reader, name: Callable[[Member], str]) -> Entry:
    seen = redacted_event(line.event, latest, reader)
    law = 20 if isinstance(seen, GameBegun) else getattr(seen, "law", None)
    return Entry(seen, law, sentence(seen, name), struck=line.struck, inserted=line.inserted)


def beside(
    events: Sequence[Event], reader: Reader, other: str, name: Callable[[Member], str] = str
) -> tuple[Frame, ...]:
    """A second record to lay beside a game's: as it was `written` before its corrections, or the same acts under
    another reading (`name=value`). Raises Refused with the step which that reading forbids, Invalid for no reading.
    """
    if other == "written":
        first = as_written(events)
        return frames(first, reader, name, looked_back_on(fold(events), fold(first)))
    reading, _, value = other.partition("=")
    if reading not in READINGS or value not in READINGS[reading].values:
        raise Invalid({"beside": ["is `written`, or a reading with one of its values: name=value"]})
    begun, _ = begun_and_acts(events)
    again = replayed(events, Slips(), begun_under(begun, {reading: value}))
    return frames(again.events, reader, name, looked_back_on(fold(events), again.game))


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
