"""Corrections of a game's record: slips struck, and acts put in that were left out.

What follows a correction must still be lawful: the acts that stand are recorded again, one after another, and the
first that is refused refuses the correction. Whether the table played well is not judged; law 55 lets no bet be
recalled.
"""

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ledger.books.postings import difference_posted
from ledger.events.amendment import CORRECTING, GameCorrected, GameVoided
from ledger.events.base import Event
from ledger.events.game import Action, GameBegun, GameSettled, GameUnopened, StakeCounted
from ledger.play.commands import Command, Draw
from ledger.play.commands_again import command_of
from ledger.play.decide import decide
from ledger.play.values import fields_of
from ledger.refusals import Invalid, Refused
from ledger.state.game import Game
from ledger.state.game_fold import apply, begin, fold
from ledger.state.in_force import BESIDE, begun_and_acts


@dataclass(frozen=True, slots=True)
class Insertion:
    """An act that the record left out, to stand after the step `after` (0: the beginning)."""

    after: int
    command: Command


@dataclass(frozen=True, slots=True)
class Slips:
    """What a correction strikes, by the numbers of steps, and what it puts in."""

    strike: tuple[int, ...] = ()
    insert: tuple[Insertion, ...] = ()


@dataclass(frozen=True, slots=True)
class Replayed:
    """What stands: `kept` as it was up to the step `after`, `tail` judged anew, and the game it makes."""

    kept: tuple[Event, ...]
    after: int
    tail: tuple[Event, ...]
    inserted: tuple[int, ...]
    game: Game

    @property
    def events(self) -> tuple[Event, ...]:
        """All that stands, in the order of play."""
        return self.kept + self.tail


ToReplay = tuple[int, Command | Action] | Event
"""An act to be recorded again under its number of step, or an event to be kept as it is."""


def replayed(events: Sequence[Event], slips: Slips, begun: GameBegun | None = None) -> Replayed:
    """The game without what is struck and with what is put in, on another beginning where one is given.

    Raises Refused with the step at which what stands is no longer lawful, Invalid where there is no such step.
    """
    recorded, acts = begun_and_acts(events)
    _check_voided(acts)
    played = [e for e in acts if not isinstance(e, (GameSettled, GameUnopened, *CORRECTING, *BESIDE))]
    _check_steps(played, slips)
    highest = fold(events).step
    numbered = [(highest + n, insertion) for n, insertion in enumerate(slips.insert, 1)]
    untouched, to_replay = _plan(played, slips, numbered, whole=begun is not None)
    game = begin(begun or recorded)
    for event in untouched:
        game = apply(game, event)
    after = max((e.step for e in untouched[-1:] if isinstance(e, Action)), default=0)
    tail: list[Event] = []
    for act in to_replay:
        for event in (act,) if isinstance(act, Event) else _again(game, *act):
            game = apply(game, event)
            tail.append(event)
    kept = (begun or recorded, *untouched)
    return Replayed(kept, after, tuple(tail), tuple(n for n, _ in numbered), game)


def _check_voided(acts: Iterable[Event]) -> None:
    if any(isinstance(event, GameVoided) for event in acts):
        raise Refused(None, "game_over", "this game was made void")


def _check_steps(played: Iterable[Event], slips: Slips) -> None:
    steps = {event.step for event in played if isinstance(event, Action)}
    if unknown := [n for n in slips.strike if n not in steps]:
        raise Invalid({"strike": [f"no step {unknown[0]} stands in this game"]})
    if unknown := [
        insertion.after for insertion in slips.insert if insertion.after not in steps and insertion.after != 0
    ]:
        raise Invalid({"insert": [f"no step {unknown[0]} stands in this game"]})


def _plan(
    played: Sequence[Event], slips: Slips, numbered: Sequence[tuple[int, Insertion]], *, whole: bool
) -> tuple[tuple[Event, ...], list[ToReplay]]:
    """The events before the first that is touched, and from there on what is to be recorded again, in order."""
    untouched: list[Event] = []
    to_replay: list[ToReplay] = [(n, insertion.command) for n, insertion in numbered if insertion.after == 0]
    touched = again = whole or bool(to_replay)
    for event in played:
        if isinstance(event, StakeCounted):
            # What a stake laid out of turn came to follows of itself from the act before it, if that is recorded again
            # (55). After an untouched act it stands, and what is put in after that act comes after it.
            if not again:
                untouched.append(event)
            continue
        assert isinstance(event, Action), event
        again = touched = touched or event.step in slips.strike
        if not again:
            untouched.append(event)
        elif event.step not in slips.strike:
            to_replay.append((event.step, event))
        put_in = [(n, insertion.command) for n, insertion in numbered if insertion.after == event.step]
        touched = touched or bool(put_in)
        to_replay += put_in
    # A correction is placed after an act, so what came of itself between that act and the next is part of its tail.
    while untouched and not isinstance(untouched[-1], Action) and to_replay:
        to_replay.insert(0, untouched.pop())
    return tuple(untouched), to_replay


def command_again(game: Game, action: Action) -> Command:
    """The command that records an act again, in a game that may have come to it otherwise."""
    command = command_of(action)
    if isinstance(command, Draw) and game.pack is not None:
        # Where the order of the pack is known the cards follow from it, whoever drew before him.
        return dataclasses.replace(command, cards=None)
    return command


def refused_at(step: int, why: Refused | Invalid) -> Refused:
    """The refusal of a replay, which names the step of the act that is refused, or that makes no sense there."""
    if isinstance(why, Invalid):
        return Refused(None, "does_not_stand", str(why), step=step)
    why.step = step
    return why


def _again(game: Game, step: int, act: Command | Action) -> tuple[Event, ...]:
    """Record an act under its number. Raises Refused naming the step, or Invalid for an act that is put in."""
    inserted = isinstance(act, Command)
    command = act if isinstance(act, Command) else command_again(game, act)
    try:
        return decide(replace(game, step=step - 1), command)[0]
    except Invalid as invalid:
        if inserted:
            raise Invalid({"insert": [str(invalid)]}) from None
        raise refused_at(step, invalid) from None
    except Refused as refused:
        raise refused_at(step, refused) from None


def correct(
    events: Sequence[Event], stream: str, slips: Slips, reason: str | None, begun: GameBegun | None = None
) -> tuple[GameCorrected, Game]:
    """The correction of a game, and the game after it. Raises Refused or Invalid as `replayed` does."""
    if not slips.strike and not slips.insert and begun is None:
        raise Invalid({"strike": ["a correction strikes a step, or puts one in"]})
    again = replayed(events, slips, begun)
    was, acts = begun_and_acts(events)
    moved, issued = difference_posted((was, *acts), again.events, stream)
    correction = GameCorrected(
        struck=tuple(sorted(set(slips.strike))),
        inserted=again.inserted,
        after=again.after,
        tail=tuple(_without_note(event, again.inserted) for event in again.tail),
        begun=(begun,) if begun else (),
        moved=moved,
        issued=issued,
        turn=again.game.turn,
        pool=again.game.pool,
        seats=again.game.seats,
        reason=reason,
    )
    return correction, fold([*events, correction])


def _without_note(event: Event, inserted: Sequence[int]) -> Event:
    """An event of the tail as the correction holds it: a note stays where it was first written, and nowhere else, so
    that it is gone when it is erased there."""
    if isinstance(event, Action) and event.step not in inserted:
        return replace(event, note=None)
    return event


def names_cards(command: Command) -> bool:
    """Whether an act names a card."""
    named = [getattr(command, field.name) for field in fields_of(type(command)) if field.value.holds_cards]
    return any(held and not isinstance(held, int) for held in named)
