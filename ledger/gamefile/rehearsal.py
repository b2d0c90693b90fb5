"""Playing a game file in memory: the rules decide every act, and every expectation is checked.

Nothing is stored. The tests of the worked examples play files this way, and so does a dry run before a file is
recorded. A player's name serves as his id.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from ledger.afterwards import affected, payout, sitting_corrections
from ledger.events.amendment import Amendment
from ledger.events.base import Event
from ledger.events.club import SittingConcluded
from ledger.gamefile.expectations import actual_expectation
from ledger.gamefile.lines import (
    Act,
    AsPlayed,
    Close,
    Enter,
    Expectation,
    ExpectRefused,
    GameFile,
    GameFileError,
    Line,
    OpenSitting,
    PayOut,
    Record,
    Slip,
    StartGame,
)
from ledger.gamefile.payouts import sources_of
from ledger.gamefile.places import slip_of_line, slip_of_refusal
from ledger.gamefile.writer import written
from ledger.play.decide import decide
from ledger.refusals import BooksDoNotBalance, Invalid, Refused
from ledger.state import game_fold as games
from ledger.state import sitting
from ledger.state.club import Club
from ledger.state.game import Game
from ledger.state.in_force import entries_in_force
from ledger.state.sitting import Sitting
from ledger.table import company, conduct
from ledger.table.agreement import Seating
from ledger.table.entries import decide_entry

SITTING = "sitting"
"""The id of the one sitting of a file."""


@dataclass(frozen=True, slots=True)
class Step:
    """A line as it was played: the events that followed, or the message that came instead of them."""

    line: Line
    events: tuple[Event, ...] = ()
    message: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """A file as far as it has been played.

    `sitting_events` and `game_events` (one tuple for each game) are what would be recorded. `game` is the last
    game begun. `awaited` is the line of an expected refusal whose act is still to come. The first act that is
    refused unexpectedly stops the play; an expectation that fails only adds to the `errors`.
    """

    sitting: Sitting | None = None
    game: Game | None = None
    sitting_events: tuple[Event, ...] = ()
    game_events: tuple[tuple[Event, ...], ...] = ()
    steps: tuple[Step, ...] = ()
    errors: tuple[GameFileError, ...] = ()
    awaited: Line | None = None
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Followed:
    """The events that follow from an act, in the sitting's stream and in the game's."""

    sitting: tuple[Event, ...] = ()
    game: tuple[Event, ...] = ()


def play(gamefile: GameFile) -> Played:
    """Play a file to its end. Raises GameFileError with the line and the law of the first error; its `errors` has
    all of them."""
    played = rehearse(gamefile)
    if played.errors:
        first, *others = played.errors
        raise GameFileError(first.line, first.message, first.law, tuple(others), first.slip)
    return played


def rehearse(gamefile: GameFile) -> Played:
    """Play a file as far as possible. The `errors` of the result tell what went wrong."""
    return ended(reduce(after, gamefile.lines, Played()))


def ended(played: Played) -> Played:
    """The play of a file at its end, where an act that was to be refused may be missing."""
    if played.awaited and not played.stopped:
        return _failed(played, played.awaited, "an act that is refused must follow on the next line")
    return played


def after(played: Played, line: Line) -> Played:
    """The play after one more line. An unexpected refusal adds an error and stops the play."""
    if played.stopped:
        return played
    if isinstance(line.act, ExpectRefused) and played.awaited is None:
        return replace(played, awaited=line, steps=(*played.steps, Step(line)))
    if isinstance(line.act, Expectation):
        return _checked(played, line, line.act)
    try:
        followed = _perform(played, line.act)
        moved = _moved(played, line, followed)
    except Refused as why:
        return _refused(played, line, ExpectRefused(why.law, why.code), why.naming(str))
    except Invalid as why:
        return _refused(played, line, ExpectRefused(code="invalid"), why)
    except BooksDoNotBalance as why:
        return replace(_failed(played, line, f"the books do not balance: {why}"), stopped=True)
    if played.awaited:
        return _failed(played, line, f"nothing refuses '{line.text}'")
    return moved


def _failed(played: Played, line: Line, message: str, law: int | None = None, slip: Slip | None = None) -> Played:
    """Add an error at a line, or at the line that expects a refusal if one is awaited."""
    at = played.awaited or line
    error = GameFileError(at.number, message, law, slip=slip if slip and at is line else slip_of_line(at))
    return replace(
        played,
        errors=(*played.errors, error),
        steps=(*played.steps, Step(line, message=message)),
        awaited=None,
    )


def _refused(played: Played, line: Line, refusal: ExpectRefused, why: Refused | Invalid) -> Played:
    """Note that an act was refused: as expected, or with an error. An unexpected refusal stops the play."""
    detail = str(why)
    if played.awaited is None:
        slip = slip_of_refusal(line, why, played.game)
        return replace(_failed(played, line, detail, refusal.law, slip), stopped=True)
    expected = played.awaited.act
    assert isinstance(expected, ExpectRefused)
    if expected.law not in (None, refusal.law) or expected.code not in (None, refusal.code):
        return _failed(played, line, f"the table says '{written(refusal)}': {detail}")
    message = f"{written(refusal).removeprefix('expect ')}: {detail}"
    return replace(played, awaited=None, steps=(*played.steps, Step(line, message=message)))


def _checked(played: Played, line: Line, expected: Expectation) -> Played:
    if played.awaited is not None:
        return _failed(played, line, "the act that is refused must follow on the next line")
    try:
        actual = actual_expectation(expected, played.sitting, played.game, played.sitting_events)
    except LookupError as why:
        return _failed(played, line, str(why.args[0]))
    if actual != expected:
        return _failed(played, line, f"'{written(expected)}' fails; the table says '{written(actual)}'")
    return replace(played, steps=(*played.steps, Step(line)))


def _perform(played: Played, act: Act) -> Followed:
    """The events that follow from an act. Raises Refused or Invalid."""
    if isinstance(act, OpenSitting):
        return _open(act)
    assert played.sitting is not None, "a game file begins with its head"
    return _PERFORMED[type(act)](played, played.sitting, act)


def _open(opening: OpenSitting) -> Followed:
    """Open the sitting in a made-up club: its members are the players, and what the head takes over stands over."""
    kitty = opening.articles.kitty
    if opening.kitty and (kitty is None or kitty.purpose != "reward"):
        raise Invalid({"kitty": ["only a reward stands over, and only to a sitting that has a reward"]})
    stands_over = bool(opening.carried or opening.minimum)
    before = SittingConcluded(
        sitting="before", players=opening.seats, owed={}, carried=opening.carried, minimum=opening.minimum
    )
    club = Club(
        currency=opening.currency or "",
        members={m: m for m in opening.seats},
        standing={"before": before} if stands_over else {},
        kitty=opening.kitty,
    )
    asked = Seating(
        seats=opening.seats,
        articles=opening.articles,
        held_on=opening.held_on or "",
        agreed_by=opening.agreed_by,
        carried_from="before" if stands_over else None,
    )
    opened, _ = conduct.open_sitting(club, "club", SITTING, asked)
    return Followed((opened,))


def _enter(played: Played, table: Sitting, act: Enter) -> Followed:
    # All players whom a file seats count as members, so no check of membership is passed.
    return Followed((decide_entry(table, act.command),))


def _start(played: Played, table: Sitting, act: StartGame) -> Followed:
    game_id = f"game {table.games + 1}"
    begun, started = conduct.start_game(table, SITTING, game_id, dealer=act.dealer, sitting_out=act.sitting_out)
    # A file does not give the hours at which its games began, so an hour to stop is not judged.
    company.check_not_stopped(table, begun.seats, None)
    return Followed((started,), (begun,))


def _record(played: Played, table: Sitting, act: Record) -> Followed:
    if played.game is None:
        raise Refused(None, "no_game", "no game has been begun")
    events, after = decide(played.game, act.command)
    if not after.over:
        return Followed(game=events)
    return Followed((conduct.end_game(f"game {after.number}", after),), events)


def _close(played: Played, table: Sitting, act: Close) -> Followed:
    closed, _ = conduct.close(
        table,
        SITTING,
        stands_over=act.stands_over,
        divided=act.divided or None,
        agreed_by=act.agreed_by,
        kitty_agreed_by=act.agreed_by if act.kitty_to_club else None,
    )
    return Followed((closed,))


def _pay_out(played: Played, table: Sitting, act: PayOut) -> Followed:
    if played.game is None:
        raise Refused(None, "no_game", "no game has been begun")
    game_id, events = f"game {played.game.number}", played.game_events[-1]
    paid = payout.pay(events, act.paid, None, sources_of(act))
    after = games.fold([*events, paid])
    ended, over = conduct.end_game(game_id, after), {**_games_over(played), game_id: (*events, paid)}
    return Followed((sitting_corrections.restate(played.sitting_events, game_id, ended, None, over),), (paid,))


def _stand(played: Played, table: Sitting, act: AsPlayed) -> Followed:
    over = _games_over(played)
    return Followed((sitting_corrections.stand(played.sitting_events, f"game {act.number}", None, over),))


def _games_over(played: Played) -> dict[str, tuple[Event, ...]]:
    """The events of the games that are over, by their ids."""
    ended = affected.over(entries_in_force(played.sitting_events))
    return {f"game {n}": events for n, events in enumerate(played.game_events, 1) if f"game {n}" in ended}


_PERFORMED: Mapping[type[Act], Callable[[Played, Sitting, Any], Followed]] = {
    Enter: _enter,
    StartGame: _start,
    Record: _record,
    PayOut: _pay_out,
    AsPlayed: _stand,
    Close: _close,
}


def _moved(played: Played, line: Line, followed: Followed) -> Played:
    """The play after an act. Raises BooksDoNotBalance."""
    before = played.game_events
    begins = isinstance(line.act, StartGame)
    of_this_game = () if begins or not before else before[-1]
    events = (*before, followed.game) if begins else (*before[:-1], (*of_this_game, *followed.game))
    return replace(
        played,
        sitting=_seated_after(played, followed.sitting),
        game=games.fold(followed.game, None if begins else played.game) if followed.game else played.game,
        sitting_events=played.sitting_events + followed.sitting,
        game_events=events if followed.game else before,
        steps=(*played.steps, Step(line, followed.game + followed.sitting)),
    )


def _seated_after(played: Played, followed: tuple[Event, ...]) -> Sitting | None:
    if any(isinstance(event, Amendment) for event in followed):
        return sitting.fold((*played.sitting_events, *followed))
    return sitting.fold(followed, played.sitting) if followed else played.sitting
