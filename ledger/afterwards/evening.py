"""A whole evening judged otherwise: game after game under other readings, with what each leaves to the next.

Nothing is stored. Everything is judged on the events that are given: those that the one who asks may know.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ledger.afterwards.affected import before_game, rebased, restarted
from ledger.afterwards.disputes import readings_ruled
from ledger.afterwards.game_corrections import Slips, replayed
from ledger.afterwards.payout import awarded
from ledger.afterwards.sitting_corrections import Games, decided_again
from ledger.afterwards.what_if import articles_under, check_numbers_known
from ledger.events.base import Event
from ledger.events.game import GameBegun
from ledger.events.settlement import Settlement
from ledger.events.sitting import Entry, GameEnded, GameStarted, SittingClosed, SittingOpened
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state import sitting as sittings
from ledger.state.in_force import begun_and_acts
from ledger.state.sitting import Sitting
from ledger.table.conduct import end_game


@dataclass(frozen=True, slots=True)
class GameForeseen:
    """One game as it would have been settled. `changes` are the differences from the results that the laws gave on the
    record, as far as they are not nought."""

    game: str
    number: int
    carried_in: int
    settlement: Settlement
    changes: Mapping[Member, int]


@dataclass(frozen=True, slots=True)
class Stopped:
    """The first act that would not have been: a step of a game (0: its beginning), or an entry of the sitting's book.

    `law`, `code` and `sentence` are those of the refusal.
    """

    sentence: str
    code: str
    law: int | None = None
    game: str | None = None
    number: int | None = None
    step: int | None = None
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class EveningForeseen:
    """An evening as far as its record would have been lawful. `stopped` is None where that is to its end.

    `totals` are the results of each player over these games, `changes` their differences from the record; `carried` is
    the pool that the last of them leaves.
    """

    games: tuple[GameForeseen, ...]
    totals: Mapping[Member, int]
    changes: Mapping[Member, int]
    carried: int
    stopped: Stopped | None


class _Stop(Exception):
    """The record would not have gone on."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped.sentence)
        self.stopped = stopped


def evening_under(entries: Iterable[Event], games: Games, readings: Mapping[str, str]) -> EveningForeseen:
    """The evening under other readings. `entries` are the sitting's events in force, `games` all events of each game
    that is over, by its id; the first game that is not over, and the close, end the evening."""
    foreseen: list[GameForeseen] = []
    state: Sitting | None = None
    stopped = None
    try:
        for event in entries:
            if isinstance(event, SittingClosed) or (isinstance(event, GameStarted) and event.game not in games):
                break
            if state is None:
                assert isinstance(event, SittingOpened)
                state = sittings.apply(None, replace(event, articles=articles_under(event.articles, readings)))
            elif isinstance(event, GameStarted):
                game, started, ended = _game(state, event, games[event.game], readings)
                foreseen.append(game)
                state = sittings.apply(sittings.apply(state, started), ended)
            elif not isinstance(event, GameEnded):
                state = sittings.apply(state, _entry(state, event))
    except _Stop as stop:
        stopped = stop.stopped
    assert state is not None
    return EveningForeseen(
        games=tuple(foreseen),
        totals=_sum(state.funds, (game.settlement.results for game in foreseen)),
        changes=_but_nought(_sum((), (game.changes for game in foreseen))),
        carried=state.carried,
        stopped=stopped,
    )


@dataclass(frozen=True, slots=True)
class Mending:
    """What a game that is affected would be if it were rebased: its settlement, or the first act that would not have
    been."""

    game: str
    number: int
    foreseen: GameForeseen | None = None
    stopped: Stopped | None = None


def mendings(entries: Sequence[Event], games: Games, affected: Sequence[str]) -> tuple[Mending, ...]:
    """What each affected game would be if it were rebased. `entries` and `games` are as in `evening_under`."""
    started = {event.game: event for event in entries if isinstance(event, GameStarted)}
    return tuple(_mending(before_game(entries, game), started[game], games[game]) for game in affected)


def _mending(state: Sitting, started: GameStarted, events: Sequence[Event]) -> Mending:
    try:
        foreseen, _, _ = _game(state, started, events, {})
    except _Stop as stop:
        return Mending(started.game, started.number, stopped=stop.stopped)
    return Mending(started.game, started.number, foreseen)


def _sum(members: Iterable[Member], amounts: Iterable[Mapping[Member, int]]) -> dict[Member, int]:
    total = dict.fromkeys(members, 0)
    for by_member in amounts:
        for member, n in by_member.items():
            total[member] = total.get(member, 0) + n
    return total


def _but_nought(amounts: Mapping[Member, int]) -> dict[Member, int]:
    return {member: n for member, n in amounts.items() if n}


def _entry(state: Sitting, event: Event) -> Event:
    try:
        return decided_again(state, event)
    except Refused as refused:
        entry = event.entry if isinstance(event, Entry) else None
        raise _Stop(Stopped(refused.detail, refused.code, refused.law, entry=entry)) from None


def _game(
    state: Sitting, started: GameStarted, events: Sequence[Event], readings: Mapping[str, str]
) -> tuple[GameForeseen, GameStarted, GameEnded]:
    """One game on what the sitting would have before it, with the entries of its beginning and its end."""
    begun, _ = begun_and_acts(events)
    recorded = awarded(events)
    if _settled(events, begun) != recorded:
        detail = "a card that decided this game is hidden, or other rules judged it: it cannot be judged again"
        raise _Stop(Stopped(detail, "cannot_be_judged", game=started.game, number=started.number))
    try:
        decided_again(state, started)
        # The sitting is under the other readings already.
        begun = rebased(state, begun, [name for name in readings_ruled(events) if name not in readings])
        again = replayed(events, Slips(), begun)
    except Refused as refused:
        step = refused.step or 0
        stopped = Stopped(refused.detail, refused.code, refused.law, started.game, started.number, step)
        raise _Stop(stopped) from None
    settlement = again.game.settlement
    if settlement is None:
        detail = "the recorded acts would not have ended the game"
        raise _Stop(Stopped(detail, "unfinished", None, started.game, started.number, again.game.step))
    changes = {m: n - recorded.results[m] for m, n in settlement.results.items()}
    foreseen = GameForeseen(started.game, started.number, begun.carried_in, settlement, _but_nought(changes))
    return foreseen, restarted(started, begun), end_game(started.game, again.game)


def _settled(events: Sequence[Event], begun: GameBegun) -> Settlement | None:
    """The settlement that the known record comes to under its own readings; None where it comes to none."""
    try:
        check_numbers_known(events)
        return replayed(events, Slips(), begun).game.settlement
    except Refused:
        return None
