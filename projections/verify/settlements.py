"""Judge the play again: decide every act from the record before it, and every settlement from the acts.

The decisions must agree with the recorded events in every field. Corrections, void games and payments as made are
worked out again from the events before them. The sitting's book must agree with the record of each game. Counters
must be conserved after every event.

A game that an older edition of the rules judged may differ: that is a notice. So is a game of which a part that its
play depends on is withheld. In memory are the running games and the books of open sittings.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from ledger.afterwards import sitting_corrections
from ledger.afterwards.affected import over, restarted
from ledger.events.adjustment import GameAdjusted, SittingAdjusted, StandingAdjusted
from ledger.events.amendment import (
    Amendment,
    ArticlesCorrected,
    GameCorrected,
    GamePaid,
    GameRestated,
    GameStands,
    GameVoided,
    GameWithdrawn,
    SittingCorrected,
)
from ledger.events.base import Event
from ledger.events.game import Action, GameBegun, GameSettled, GameUnopened, StakeCounted
from ledger.events.sitting import GameEnded, GameStarted
from ledger.laws.register import EDITION
from ledger.play.commands_again import command_of
from ledger.play.decide import decide
from ledger.refusals import BooksDoNotBalance, Invalid, Refused
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.state.game import Game
from ledger.state.in_force import begun_and_acts, entries_in_force
from ledger.state.sitting import Sitting
from ledger.store import Logged
from ledger.table.conduct import end_game
from projections.verify.adjusted import Adjusted
from projections.verify.afterwards import WITHHELD, anew, restated, worked_out
from projections.verify.report import Difference, Differs, Findings
from projections.verify.snapshot import Snapshot
from projections.verify.unlike import first_field, unlike

KIND = "settlements"


@dataclass(slots=True)
class _Running:
    """A game that is not over at this point of the log.

    `due` are the events that must be recorded next, each with the state after it. `judged` is False if the game cannot
    be decided again, and is taken as it was recorded.
    """

    game: Game
    due: deque[tuple[Event, Game]] = field(default_factory=deque)
    judged: bool = True


@dataclass(slots=True)
class _Book:
    """The entries of an open sitting's book, and its state."""

    entries: list[Event] = field(default_factory=list)
    state: Sitting | None = None


class Settlements:
    """Judges the play again, event by event."""

    def __init__(self, snapshot: Snapshot, undisclosed: Set[UUID], findings: Findings) -> None:
        """`undisclosed` are the games with missing sealed parts; it grows as events are read."""
        self._snapshot = snapshot
        self._undisclosed = undisclosed
        self._findings = findings
        self._running: dict[UUID, _Running] = {}
        self._begun: dict[str, GameBegun] = {}
        self._ended: dict[str, GameEnded] = {}
        self._books: dict[UUID, _Book] = {}
        self._adjusted = Adjusted(snapshot)

    def see(self, batch: Sequence[Logged]) -> None:
        """Judge the events of a batch. Raises Differs at the first that does not follow from the record."""
        for logged in batch:
            try:
                self._see(logged)
            except BooksDoNotBalance as error:
                raise _differs(logged, f"counters are made or lost: {error}") from error
            except (Refused, Invalid) as error:
                raise _differs(logged, f"what is recorded would be refused: {error}") from error

    def finish(self) -> None:
        """Raise Differs if an event that must follow the last one is missing."""
        for stream, running in self._running.items():
            if running.due:
                due = running.due[0][0]
                sentence = f"game {stream} lacks its last event: {due.topic} follows from what is recorded"
                raise Differs(Difference(kind=KIND, sentence=sentence, stream=stream, expected=due.topic))
        for game in self._begun:
            sentence = f"game {game} was begun, and the book of its sitting does not say so"
            raise Differs(Difference(kind=KIND, sentence=sentence, stream=UUID(game), expected=GameStarted.topic))
        for game in self._ended:
            sentence = f"game {game} is over, and the book of its sitting does not say so"
            raise Differs(Difference(kind=KIND, sentence=sentence, stream=UUID(game), expected=GameEnded.topic))
        if lacking := self._adjusted.lacking():
            stream, topic = lacking
            sentence = f"stream {stream} was written to after a sitting had closed, and {topic} does not follow"
            raise Differs(Difference(kind=KIND, sentence=sentence, stream=stream, expected=topic))

    def _see(self, logged: Logged) -> None:
        event = logged.recorded.event
        kind = event.topic.partition(".")[0]
        if kind == "game":
            self._in_game(logged, event)
        elif kind == "sitting":
            self._in_sitting(logged, event)
        elif isinstance(event, StandingAdjusted):
            self._must_be(logged, self._adjusted.of_club, event, self._adjusted.excuse)
            self._adjusted.of_club = None

    # The games

    def _in_game(self, logged: Logged, event: Event) -> None:
        stream = logged.recorded.originator_id
        match event:
            case GameBegun():
                game = games.begin(event)
                games.check_conserved(None, game, event)
                self._running[stream] = _Running(game)
                self._begun[str(stream)] = event
            case Action() | StakeCounted() | GameSettled() | GameUnopened():
                self._played(logged, event)
            case GameCorrected() | GameVoided() | GamePaid():
                self._amended(logged, event)
            case GameAdjusted():
                if not self._adjusted.note(logged):
                    raise _differs(logged, f"{event.topic} follows no correction after a close")

    def _played(self, logged: Logged, event: Event) -> None:
        stream = logged.recorded.originator_id
        running = self._running.get(stream)
        if running is None:
            raise _differs(logged, f"{event.topic} is recorded of a game that was over")
        if running.judged and isinstance(event, Action) and not running.due:
            self._decide(logged, running, event)
        if running.judged:
            self._agree(logged, running, event)
        else:
            after = games.apply(running.game, event)
            games.check_conserved(running.game, after, event)
            running.game = after
        if isinstance(event, GameSettled | GameUnopened):
            self._over(stream, running)

    def _decide(self, logged: Logged, running: _Running, action: Action) -> None:
        """Decide an act again, and make `due` the event that records it and those that come with it."""
        try:
            command = command_of(action)
        except ValueError:
            self._take_as_recorded(logged, running, WITHHELD)
            return
        try:
            events, after = decide(running.game, command)
        except (Refused, Invalid) as error:
            self._otherwise(logged, running, f"{action.topic} would be refused: {error}")
            return
        state = running.game
        for event in events[:-1]:
            state = games.apply(state, event)
            running.due.append((event, state))
        running.due.append((events[-1], after))

    def _agree(self, logged: Logged, running: _Running, event: Event) -> None:
        if not running.due:
            self._otherwise(logged, running, f"{event.topic} does not follow from what is recorded before it")
            running.game = games.apply(running.game, event)
            return
        expected, after = running.due.popleft()
        if expected == event:
            running.game = after
            return
        column, was, now = first_field(expected, event)
        self._otherwise(logged, running, unlike(event, column), column=column, expected=was, found=now)
        running.game = games.apply(running.game, event)

    def _otherwise(self, logged: Logged, running: _Running, sentence: str, **more: Any) -> None:
        """Raise Differs for a game that differs, unless an older edition judged it or parts of it are missing."""
        if logged.recorded.originator_id in self._undisclosed:
            self._take_as_recorded(logged, running, WITHHELD)
        elif running.game.edition != EDITION:
            self._take_as_recorded(logged, running, _OLDER)
        else:
            raise _differs(logged, sentence, **more)

    def _take_as_recorded(self, logged: Logged, running: _Running, why: str) -> None:
        running.judged = False
        running.due.clear()
        self._notice(logged, why)

    def _notice(self, logged: Logged, why: str) -> None:
        stream, version = logged.recorded.originator_id, logged.recorded.originator_version
        self._findings.notice(_CODES[why], why, stream=stream, version=version, position=logged.position)

    def _over(self, stream: UUID, running: _Running) -> None:
        del self._running[stream]
        self._ended[str(stream)] = end_game(str(stream), running.game)
        self._findings.count("settlements")

    # Amendments of a game

    def _amended(self, logged: Logged, event: GameCorrected | GameVoided | GamePaid) -> None:
        """Work out an amendment again from everything recorded before it. Raises Differs."""
        stream = logged.recorded.originator_id
        before = self._game_events(stream, logged.recorded.originator_version - 1)
        expected, excuse = anew(lambda: worked_out(event, before, str(stream)), self._excuse({stream: before}))
        self._must_be(logged, expected, event, excuse)
        now = games.fold([*before, event])
        if UUID(now.sitting) not in self._books:
            self._adjusted.corrected.add(stream)
        self._go_on(stream, now)

    def _excuse(self, records: Mapping[UUID, Sequence[Event]]) -> str | None:
        """Why one of these games may differ without anything being wrong; None if there is no reason."""
        if not self._undisclosed.isdisjoint(records):
            return WITHHELD
        older = any(begun_and_acts(events)[0].edition != EDITION for events in records.values())
        return _OLDER if older else None

    def _go_on(self, stream: UUID, now: Game) -> None:
        """Go on with a game after an amendment: it still runs, or has an end that its sitting must record next."""
        was_running = self._running.pop(stream, None)
        if not now.over:
            self._running[stream] = _Running(now, judged=was_running.judged if was_running else True)
        elif was_running and now.settlement:
            self._ended[str(stream)] = end_game(str(stream), now)
        if now.settlement:
            self._findings.count("settlements")

    def _game_events(self, stream: UUID, version: int) -> list[Event]:
        return [recorded_event.event for recorded_event in self._snapshot.store.load(stream, lte=version)]

    # The sitting's book

    def _in_sitting(self, logged: Logged, event: Event) -> None:
        stream = logged.recorded.originator_id
        book = self._book(logged)
        match event:
            case GameStarted():
                self._started(logged, event, stream, book.state)
            case GameEnded():
                self._must_be(logged, self._ended.pop(event.game, None), event)
            case Amendment():
                self._amend(logged, book, event)
            case SittingAdjusted():
                self._adjust(logged, book, event)
        book.entries.append(event)
        if isinstance(event, Amendment):
            book.state = sittings.fold(book.entries)
        else:
            book.state = sittings.apply(book.state, event)
            sittings.check_conserved(book.state)
        if book.state is not None and book.state.closed:
            del self._books[stream]

    def _book(self, logged: Logged) -> _Book:
        """The book of the event's sitting before it: that of a closed sitting is read again."""
        stream, version = logged.recorded.originator_id, logged.recorded.originator_version
        if stream not in self._books:
            entries = self._game_events(stream, version - 1) if version > 1 else []
            self._books[stream] = _Book(entries, sittings.fold(entries) if entries else None)
        return self._books[stream]

    def _adjust(self, logged: Logged, book: _Book, event: SittingAdjusted) -> None:
        """Work out an adjusting entry again, with what it changed in the game and the club. Raises Differs."""
        noted = self._adjusted.noted.pop(UUID(event.game), None)
        if noted is None:
            raise _differs(logged, f"{event.topic} is about a game whose own record has nothing of it")
        records = self._as_of({UUID(game) for game in over(entries_in_force(book.entries))}, logged.position)
        club = self._as_of([self._snapshot.club], logged.position)[self._snapshot.club]
        excuse = self._adjusted.excuse = self._excuse(records)
        try:
            adjustment = self._adjusted.worked_out(noted, book.entries, records, club)
        except (Refused, Invalid):
            if excuse is None:
                raise
            self._notice(logged, excuse)
            return
        self._must_be(noted, adjustment.of_game, noted.recorded.event, excuse)
        self._must_be(logged, adjustment.of_sitting, event, excuse)
        self._adjusted.of_club = adjustment.of_club

    def _started(self, logged: Logged, event: GameStarted, stream: UUID, state: Sitting | None) -> None:
        """Compare the entry of a game's beginning with the game's first event, and that with the sitting's state."""
        begun = self._begun.pop(event.game, None)
        if begun is None or begun.sitting != str(stream):
            raise _differs(logged, f"game {event.game} was begun here, and its own record does not say so")
        same = GameStarted(
            game=event.game,
            number=begun.number,
            dealer=begun.dealer,
            players=begun.seats,
            staked={},
            carried_in=begun.carried_in,
        )
        self._must_be(logged, restarted(same, begun), event)
        assert state is not None, "a sitting is opened before a game of it begins"
        stood = (state.seats, state.articles, state.carried, state.minimum, state.kitty)
        funds = {m: state.funds.get(m) for m in begun.seats}
        if (begun.table, begun.articles, begun.carried_in, begun.minimum, begun.kitty, begun.funds) != (*stood, funds):
            raise _differs(logged, f"game {event.game} was begun on another table, pool or funds than its sitting had")

    def _amend(self, logged: Logged, book: _Book, event: Amendment) -> None:
        """Work out an amendment of the sitting's book again from the book and its games as of then. Raises Differs."""
        entries, at = book.entries, logged.position
        ids = {UUID(game) for game in over(entries_in_force(entries))}
        if isinstance(event, GameRestated | GameWithdrawn):
            ids.add(UUID(event.game))
        records = self._as_of(ids, at)
        recorded_of = {str(game): events for game, events in records.items()}
        others = {game: recorded_of[game] for game in over(entries_in_force(entries))}

        def follows() -> Event:
            match event:
                case SittingCorrected(struck=struck, reason=reason):
                    return sitting_corrections.strike(entries, struck, reason, others)
                case ArticlesCorrected(articles=terms, seats=seats, agreed_by=agreed, reason=reason):
                    wanted = sitting_corrections.Terms(terms.ante, terms.limit, terms.readings, seats)
                    return sitting_corrections.correct_articles(entries, wanted, reason, agreed, others)
                case GameRestated(game=game):
                    return restated(entries, game, recorded_of[game], others)
                case GameStands(game=game, reason=reason):
                    return sitting_corrections.stand(entries, game, reason, others)
                case GameWithdrawn(game=game):
                    return sitting_corrections.withdraw(entries, game, others)
            raise TypeError(f"{event.topic} has no case in `_amend` by which it is worked out again")

        expected, excuse = anew(follows, self._excuse(records))
        self._must_be(logged, expected, event, excuse)

    def _as_of(self, ids: Iterable[UUID], position: int) -> dict[UUID, list[Event]]:
        """The events of some games up to a position, by game."""
        versions = self._snapshot.rows(_VERSIONS, {"ids": list(ids), "position": position})
        return {stream: self._game_events(stream, version) for stream, version in versions}

    def _must_be(self, logged: Logged, expected: Event | None, event: Event, excuse: str | None = None) -> None:
        """Raise Differs unless `event` is the expected one; with an excuse, add a notice instead."""
        if expected == event:
            return
        if excuse is not None:
            self._notice(logged, excuse)
            return
        if expected is None:
            raise _differs(logged, f"{event.topic} is about a game whose own record has nothing of it")
        column, was, now = first_field(expected, event)
        raise _differs(logged, unlike(event, column), column=column, expected=was, found=now)


_VERSIONS = """
    SELECT originator_id, max(originator_version) FROM stored_events
    WHERE club = %(club)s AND originator_id = ANY(%(ids)s) AND notification_id <= %(position)s GROUP BY originator_id
"""
_OLDER = "the present edition of the rules judges a game differently from the older edition that settled it"
_CODES = {_OLDER: "older_edition", WITHHELD: "withheld"}


def _differs(logged: Logged, sentence: str, **more: Any) -> Differs:
    stream, version = logged.recorded.originator_id, logged.recorded.originator_version
    sentence = f"event {version} of stream {stream}: {sentence}"
    return Differs(
        Difference(kind=KIND, sentence=sentence, stream=stream, version=version, position=logged.position, **more)
    )
