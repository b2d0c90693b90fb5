"""Replay of a game step by step: for each step the table after it, and the law by each entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.afterwards.game_corrections import Slips, replayed
from ledger.afterwards.what_if import begun_under, check_numbers_known
from ledger.cards import Card
from ledger.events.amendment import GameCorrected
from ledger.events.base import Event
from ledger.events.game import Action, GameBegun, GameSettled, GameUnopened, StakeCounted, Turn
from ledger.laws.readings import READINGS
from ledger.play.legal import LegalAction, legal_actions
from ledger.refusals import Invalid
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.game_fold import apply
from ledger.state.in_force import BESIDE, RecordLine, as_written, begun_and_acts, record_of
from ledger.telling.redaction import Reader, known_events
from ledger.telling.sentences import Amount, Name, sentence


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded fact of a step, as the reader may know it, and in words. `struck`: a correction took it back;
    `inserted`: a correction put it there."""

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

    @property
    def total(self) -> int:
        return self.ante + self.payment + self.stake


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


def frames(events: Sequence[Event], reader: Reader, name: Name = str, amount: Amount = str) -> tuple[Frame, ...]:
    """Every step of a game as a reader may know it now, whatever was hidden from him then.

    What was struck stands with the step before it, marked.
    """
    return _frames(known_events(events, reader), name, amount)


def _frames(known: Sequence[Event], name: Name, amount: Amount) -> tuple[Frame, ...]:
    made: list[Frame] = []
    game: Game | None = None
    for step, lines in _by_step(record_of(known)):
        for line in lines:
            if not line.struck and not isinstance(line.event, (GameCorrected, *BESIDE)):
                game = apply(game, line.event)
        assert game is not None
        made.append(_frame(step, tuple(_entry(line, name, amount) for line in lines), game))
    return tuple(made)


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


def _entry(line: RecordLine, name: Name, amount: Amount) -> Entry:
    law = 20 if isinstance(line.event, GameBegun) else getattr(line.event, "law", None)
    return Entry(line.event, law, sentence(line.event, name, amount), struck=line.struck, inserted=line.inserted)


def beside(
    events: Sequence[Event], reader: Reader, other: str, name: Name = str, amount: Amount = str
) -> tuple[Frame, ...]:
    """A second record to lay beside a game's: as it was `written` before its corrections, or the same acts under
    another reading (`name=value`), judged on what the reader may know of them.

    Raises Refused with the step which that reading forbids, or without a step where the record that he knows cannot
    be judged; Invalid for no reading.
    """
    known = known_events(events, reader)
    if other == "written":
        return _frames(as_written(known), name, amount)
    reading, _, value = other.partition("=")
    if reading not in READINGS or value not in READINGS[reading].values:
        raise Invalid({"beside": ["is `written`, or a reading with one of its values: name=value"]})
    check_numbers_known(known)
    begun, _ = begun_and_acts(known)
    return _frames(replayed(known, Slips(), begun_under(begun, {reading: value})).events, name, amount)


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
