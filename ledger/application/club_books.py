"""Decide, save: every change to a club's books goes through `ClubBooks.carry_out`.

A command is decided on what this process remembers of its streams, and its save names their versions. If another writer
was quicker, the store refuses the save; then what has happened is read, and the command is decided anew. A refusal too
is answered only when nothing has happened on which it would be decided otherwise. The key of a command is stored in one
transaction with its events, so a command that is sent several times is carried out once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from ledger.afterwards.game_corrections import names_cards
from ledger.application.hidden_cards import HiddenCards
from ledger.application.memory import ClubMemory, Fold, Memory, State
from ledger.application.trail import TooManyRefusals, Trail
from ledger.events.base import Event
from ledger.events.club import ClubFounded, MemberJoined
from ledger.events.game import GameBegun
from ledger.events.pen import GamePenTaken, pen_of_game
from ledger.events.sitting import GameStarted, SittingOpened
from ledger.laws.ante import CannotPay
from ledger.names import check_name
from ledger.play.commands import Command
from ledger.play.decide import Decided, decide, decide_all
from ledger.play.legal import OutOfTurn
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state import club as clubs
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.state.game import Game
from ledger.store import Actor, ActorRevoked, Beside, ClubStore, CommandExists, CommandRow, Recorded, VersionTaken
from ledger.store.keys import mark_in
from ledger.store.tokens import new_secret
from ledger.table import company, conduct, pen
from ledger.table.agreement import Seating
from ledger.table.commands import EntryCommand
from ledger.table.entries import decide_entry
from ledger.table.names import check_not_taken

RETRIES = 20
"""How many times a command that loses its race is tried before RaceLost is raised."""


LOOKS = 3
"""How many times what has happened is read before a decision that failed is answered."""


class NotFound(Exception):
    """This club has no such sitting, game, member, token or dispute."""


class Stale(Exception):
    """The client decided on another version than the present one, which is `version`."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the present version is {version}")
        self.version = version


class KeyReused(Exception):
    """A request came with the key of an earlier, different one."""


class RaceLost(Exception):
    """A command lost the race for its streams RETRIES times."""


ANSWERED = (Refused, Invalid, NotFound, Stale, KeyReused, TooManyRefusals)
"""What a decision may raise to its client. Anything else is a failure of the service."""


@dataclass(frozen=True, slots=True)
class Request:
    """A command's envelope: the actor, the idempotency key, and the hash (`digest`) of the request.

    `expected` is the stream version that the client decided on, None if it gave none.
    """

    actor: Actor
    key: str
    digest: bytes
    expected: int | None = None

    def decided_on(self, version: int) -> None:
        """Raise Stale if the client decided on another version than `version`, the present one."""
        if self.expected not in (None, version):
            raise Stale(version)


@dataclass(frozen=True, slots=True)
class Saved:
    """Where the events of a command were saved: the stream, with the first and last version of them, and the position
    in the club's log. `command` is the name under which the command is stored. `replayed`: an earlier request had the
    same key, and nothing was saved now."""

    stream: UUID
    first: int
    last: int
    position: int
    command: str
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Write:
    """Events to append to a stream that has `version` events at present, and what is written beside them, in the same
    transaction. `after` is the state of the stream after them, where it is known."""

    stream: UUID
    version: int
    events: Sequence[Event]
    beside: Sequence[Beside] = ()
    after: Any = None


def utc_now() -> datetime:
    """The wall clock, in UTC."""
    return datetime.now(UTC)


class ClubBooks:
    """One club's streams: the commands that change them, and their present states."""

    def __init__(
        self,
        club: UUID,
        store: ClubStore,
        clock: Callable[[], datetime] = utc_now,
        new_id: Callable[[], UUID] = uuid4,
        new_secret: Callable[[], str] = new_secret,
        memory: Memory | None = None,
    ) -> None:
        self.club_id = club
        self.store = store
        self.memory = ClubMemory(store, memory or Memory())
        self.clock = clock
        self.new_id = new_id
        self.new_secret = new_secret
        self.trail = Trail(store, self.memory, clock, new_id)

    # Reading

    def club(self) -> clubs.Club:
        """The club's present state."""
        return self.memory.state(self.club_id, clubs.fold)

    def sitting(self, sitting: UUID, at: int | None = None) -> sittings.Sitting:
        """A sitting's state, as of a version of its stream; by default the present state. Raises NotFound."""
        return self._state(sitting, SittingOpened, sittings.fold, at)

    def game(self, game: UUID, at: int | None = None) -> Game:
        """A game's state, as of a version of its stream; by default the present state. Raises NotFound."""
        return self._state(game, GameBegun, games.fold, at)

    def latest_game(self) -> UUID:
        """The id of the last game begun at the sitting that was opened last. Raises NotFound if there is none."""
        sitting = self.club().latest_sitting
        events = self.sitting_events(UUID(sitting)) if sitting else []
        games_begun = [event.game for event in events if isinstance(event, GameStarted)]
        if not games_begun:
            raise NotFound
        return UUID(games_begun[-1])

    def game_events(self, game: UUID, at: int | None = None) -> list[Event]:
        """All events of a game, or those up to a version. Raises NotFound."""
        return self._events(game, GameBegun, at)

    def sitting_events(self, sitting: UUID, at: int | None = None) -> list[Event]:
        """All events of a sitting, or those up to a version. Raises NotFound."""
        return self._events(sitting, SittingOpened, at)

    def recorded(self, stream: UUID) -> tuple[Recorded, ...]:
        """The events of any stream of the club in their envelopes; none where there is no such stream."""
        return self.memory.recorded(stream)

    def _stream(self, stream: UUID, first: type[Event]) -> tuple[Recorded, ...]:
        """A stream that begins with this kind of event. Raises NotFound."""
        recorded = self.recorded(stream)
        if not recorded or not isinstance(recorded[0].event, first):
            raise NotFound
        return recorded

    def _events(self, stream: UUID, first: type[Event], at: int | None) -> list[Event]:
        return [envelope.event for envelope in self._stream(stream, first)[:at]]

    def _state(self, stream: UUID, first: type[Event], fold: Fold[State], at: int | None) -> State:
        if at in (None, len(self._stream(stream, first))):
            return self.memory.state(stream, fold)
        return fold(self._events(stream, first, at), None)

    # Writing

    def carry_out(self, request: Request, decision: Callable[[], Sequence[Write]]) -> Saved:
        """Call the decision and save its writes, unless the request's key was used before; then answer as before.

        A repeat finds its result in the stream of the first write. Raises what the decision raises (Refused, Invalid,
        NotFound, Stale, TooManyRefusals), KeyReused, ActorRevoked, and RaceLost.
        """
        looks = 0
        with self.memory.deciding():
            if self._has_bare_keys() and (earlier := self._earlier(request)):
                return earlier
            for _ in range(RETRIES):
                decided_at = self.memory.position
                try:
                    writes = decision()
                except Exception as error:
                    # Streams that are remembered as of different moments may contradict one another.
                    if looks < LOOKS and self.memory.has_gone_on(decided_at):
                        looks += 1
                        continue
                    return self._repeated_or(request, error)
                try:
                    return self._save(request, writes)
                except CommandExists:
                    earlier = self._earlier(request)
                    assert earlier is not None, "a command that exists is found"
                    return earlier
                except VersionTaken:
                    self.memory.look()
        raise RaceLost

    def _repeated_or(self, request: Request, error: Exception) -> Saved:
        """The answer to an earlier request of the same key, whose own effect may be what refuses its repeat; else the
        error is raised."""
        if not isinstance(error, ANSWERED):
            raise error
        self._check_not_revoked(request.actor)
        earlier = self._earlier(request)
        if earlier is None:
            raise error
        return earlier

    def _check_not_revoked(self, actor: Actor) -> None:
        """Raise ActorRevoked where the actor's token was revoked since he was admitted: he is told no refusal."""
        token = actor.token
        if token is None or self.memory.vouches_for(token):
            return
        if self.store.is_revoked(token):
            raise ActorRevoked("the token of this command has been revoked")

    def _has_bare_keys(self) -> bool:
        """Whether the club's first commands were stored under the keys of their clients, as by an older release: then
        the store cannot tell a repeat of one of them by the name under which it would store it."""
        recorded = self.recorded(self.club_id)
        return bool(recorded) and mark_in(recorded[0].command) is None

    def _earlier(self, request: Request) -> Saved | None:
        """Where the command with the request's key was saved; None if there is none. Raises KeyReused."""
        row = self.store.find_command(request.key)
        if row is None:
            return None
        if not self.store.is_same_request(row, request.actor, request.digest):
            raise KeyReused
        self.memory.look()  # what it recorded may have been recorded by another process
        return Saved(row.stream, row.from_version, row.to_version, self.memory.position, row.key, replayed=True)

    def _save(self, request: Request, writes: Sequence[Write]) -> Saved:
        main = writes[0]
        first, last = main.version + 1, main.version + len(main.events)
        at, name = self.clock(), self.store.command_name(request.key)
        recorded = [
            Recorded(
                originator_id=write.stream,
                originator_version=write.version + n,
                at=at,
                command=name,
                actor=request.actor,
                event=event,
            )
            for write in writes
            for n, event in enumerate(write.events, 1)
        ]
        row = CommandRow(
            key=name,
            request_hash=request.digest,
            stream=main.stream,
            from_version=first,
            to_version=last,
            recorded_at=at,
        )
        beside = [writing for write in writes for writing in write.beside]
        position, kept = self.store.save(recorded, row, beside)
        self.memory.saved(position, kept, {write.stream: write.after for write in writes})
        return Saved(main.stream, first, last, position, name)

    # The club

    def found_club(self, request: Request, name: str, currency: str) -> Saved:
        """Open the club's books. `currency` is a code of ISO 4217, or LSD.

        Raises Invalid for a name that holds what nobody can see.
        """

        def decision() -> list[Write]:
            if self.store.max_position():
                # The id of a club follows from its key: the books were brought back from a log without its secret.
                raise KeyReused
            check_name("name", name)
            return [Write(self.club_id, 0, [ClubFounded(currency=currency, name=name)])]

        return self.carry_out(request, decision)

    def add_member(self, request: Request, name: str, *, same_name: bool = False) -> Saved:
        """Add a member to the club, under a new id. With `same_name` another member may have the name already.

        Raises Invalid for a name that holds what nobody can see, and Refused for one that another member has.
        """

        def decision() -> list[Write]:
            club = self.club()
            request.decided_on(club.version)
            check_name("name", name)
            if not same_name:
                check_not_taken(club, name)
            return [Write(self.club_id, club.version, [MemberJoined(member=str(self.new_id()), name=name)])]

        return self.carry_out(request, decision)

    # A sitting

    def open_sitting(self, request: Request, seating: Seating) -> Saved:
        """Open a sitting. It is also registered in the club's stream, which numbers the sittings.

        Raises Refused or Invalid.
        """

        def decision() -> list[Write]:
            club, sitting = self.club(), self.new_id()
            opened, registered = conduct.open_sitting(club, str(self.club_id), str(sitting), seating)
            return [Write(sitting, 0, [opened]), Write(self.club_id, club.version, [registered])]

        return self.carry_out(request, decision)

    def enter(self, request: Request, sitting: UUID, command: EntryCommand) -> Saved:
        """Make an entry in a sitting's book: at the till, of a player who comes or goes, or of the cut for the deal.

        Raises NotFound, Refused or Invalid.
        """

        def decision() -> list[Write]:
            state = self.sitting(sitting)
            request.decided_on(state.version)
            entry = decide_entry(state, command, self._may_sit)
            return [self._entered(sitting, state, entry)]

        return self.carry_out(request, decision)

    def _may_sit(self, member: Member) -> bool:
        """Whether somebody is a member of the club, and his name was not erased."""
        club = self.club()
        return member in club.members and member not in club.erased

    def close(
        self,
        request: Request,
        sitting: UUID,
        stands_over: bool = False,
        divided: Mapping[Member, int] | None = None,
        agreed_by: Sequence[Member] = (),
        kitty_agreed_by: Sequence[Member] | None = None,
    ) -> Saved:
        """Close a sitting. The club's stream takes over the debts, and the money that stands over.

        `divided` gives the shares of a carried pool in minor units, with the consent of the players in `agreed_by`.
        By the consent of those in `kitty_agreed_by` an unclaimed reward kitty becomes the club's.
        Raises NotFound, Refused or Invalid.
        """

        def decision() -> list[Write]:
            state, club = self.sitting(sitting), self.club()
            request.decided_on(state.version)
            closed, concluded = conduct.close(
                state,
                str(sitting),
                stands_over=stands_over,
                divided=divided,
                agreed_by=agreed_by,
                kitty_agreed_by=kitty_agreed_by,
                erased=club.erased,
            )
            return [self._entered(sitting, state, closed), Write(self.club_id, club.version, [concluded])]

        return self.carry_out(request, decision)

    def _entered(self, sitting: UUID, state: sittings.Sitting, event: Event) -> Write:
        """The write of one event in a sitting that stands so. Raises BooksDoNotBalance."""
        after = sittings.apply(state, event)
        sittings.check_conserved(after)
        return Write(sitting, state.version, [event], after=after)

    # A game

    def start_game(
        self,
        request: Request,
        sitting: UUID,
        dealer: Member | None,
        sitting_out: Sequence[Member],
        *,
        as_played: bool = True,
    ) -> Saved:
        """Begin the next game of a sitting, in the game's stream and the sitting's at once.

        With `as_played` False the game is recorded at another time than it was played, so the players' hours to stop
        are not judged. Raises NotFound, Refused or Invalid.
        """

        def decision() -> list[Write]:
            state, game = self.sitting(sitting), self.new_id()
            request.decided_on(state.version)
            self.check_pen(request.actor, state.pen)
            begun, started = conduct.start_game(state, str(sitting), str(game), dealer=dealer, sitting_out=sitting_out)
            present = self._present() if as_played and state.limits else None
            company.check_not_stopped(state, begun.seats, present)
            first = [begun, *([GamePenTaken(token=state.pen)] if state.pen else [])]
            return [Write(game, 0, first, after=games.fold(first)), self._entered(sitting, state, started)]

        try:
            return self.carry_out(request, decision)
        except CannotPay as refused:
            raise refused.naming(self.club().name_of) from None

    def check_pen(self, actor: Actor, holder: str | None) -> None:
        """Raise Refused for an actor who writes where another token, the `holder`, has the pen.

        An actor without a token works on the service's own machine: the pen does not bind him. The club is loaded for
        those only who may have to be refused.
        """
        if holder is not None and actor.token not in (None, holder):
            pen.check_held(self.club(), holder)

    def check_pen_of_game(self, actor: Actor, game: Game, events: Sequence[Event]) -> None:
        """Raise Refused as `check_pen` does, by the events of a game; a game that is over asks for no pen."""
        if not game.over:
            self.check_pen(actor, pen_of_game(events))

    def _present(self) -> datetime:
        """The time at which an event would be recorded now: that of the last event where the clock is behind it."""
        return max(self.clock(), self.store.last_time())

    def act(self, request: Request, game: UUID, command: Command) -> Saved:
        """Record an act of a game. The act that ends the game also settles it, and its result is saved at once in the
        sitting's stream. Raises NotFound, Refused or Invalid."""
        return self._act(request, game, lambda before: decide(before, command), limited=names_cards(command))

    def act_all(self, request: Request, game: UUID, commands: Sequence[Command]) -> Saved:
        """Record several acts of a game, one after the other, all or none. Raises NotFound, or Refused or Invalid with
        the `index` of the act that is forbidden; where hidden cards forbid one, without it."""
        limited = any(names_cards(command) for command in commands)
        return self._act(request, game, lambda before: decide_all(before, commands), limited=limited)

    def _act(self, request: Request, game: UUID, decided: Callable[[Game], Decided], *, limited: bool) -> Saved:
        """Record what is decided on the present game. `limited`: it names cards."""
        cards = self.hidden_cards(request, game)

        def decision() -> list[Write]:
            events, present = self.game_events(game), self.game(game)
            request.decided_on(len(events))

            def outcome(judged: Sequence[Event]) -> Decided:
                before = present if judged is events else games.fold(judged)
                self.check_pen_of_game(request.actor, before, judged)
                return decided(before)

            new, after = cards.judged(events, outcome, limited=limited)
            writes = [Write(game, len(events), new, after=after)]
            return [*writes, self._result(game, after)] if after.settlement else writes

        with self.naming_the_turn():
            return cards.noting_refusals(lambda: self.carry_out(request, decision))

    @contextmanager
    def naming_the_turn(self) -> Iterator[None]:
        """Say in a refusal for turn by his name whose turn it is."""
        try:
            yield
        except OutOfTurn as refused:
            raise refused.naming(self.club().name_of) from None

    def hidden_cards(self, request: Request, game: UUID) -> HiddenCards:
        """Judges what is written down of a game, so that no refusal tells a card that is hidden from the writer."""
        return HiddenCards(self.trail, request.actor, game)

    def _result(self, game: UUID, state: Game) -> Write:
        sitting_id = UUID(state.sitting)
        return self._entered(sitting_id, self.sitting(sitting_id), conduct.end_game(str(game), state))
