"""Load, decide, save: every change to a club's books goes through `ClubBooks.carry_out`.

The key of a command is stored in one transaction with its events, so a command that is sent several times is carried
out once. If two writers race for the next version of a stream, the store lets one of them win; the other loads the
stream again and decides anew.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID, uuid4

from ledger.afterwards.game_corrections import names_cards
from ledger.application.hidden_cards import HiddenCards
from ledger.application.trail import Trail
from ledger.events.base import Event
from ledger.events.club import ClubFounded, MemberJoined
from ledger.events.game import GameBegun
from ledger.events.pen import GamePenTaken, pen_of_game
from ledger.events.sitting import GameStarted, SittingOpened
from ledger.names import check_name
from ledger.play.commands import Command
from ledger.play.decide import Decided, decide
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state import club as clubs
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.state.game import Game
from ledger.store import Actor, Beside, ClubStore, CommandExists, CommandRow, Recorded, VersionTaken
from ledger.store.tokens import new_secret
from ledger.table import company, conduct, pen
from ledger.table.agreement import Seating
from ledger.table.commands import EntryCommand
from ledger.table.entries import decide_entry

RETRIES = 20
"""How many times a command that loses its race is tried before RaceLost is raised."""


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
    transaction."""

    stream: UUID
    version: int
    events: Sequence[Event]
    beside: Sequence[Beside] = ()


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
    ) -> None:
        self.club_id = club
        self.store = store
        self.clock = clock
        self.new_id = new_id
        self.new_secret = new_secret
        self.trail = Trail(store, clock, new_id)

    # Reading

    def club(self, at: int | None = None) -> clubs.Club:
        """The club's state, as of a version of its stream; by default the present state."""
        return clubs.fold(self._events(self.club_id, at))

    def sitting(self, sitting: UUID, at: int | None = None) -> sittings.Sitting:
        """A sitting's state, as of a version of its stream; by default the present state. Raises NotFound."""
        return sittings.fold(self._stream(sitting, SittingOpened, at))

    def game(self, game: UUID, at: int | None = None) -> Game:
        """A game's state, as of a version of its stream; by default the present state. Raises NotFound."""
        return games.fold(self.game_events(game, at))

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
        return self._stream(game, GameBegun, at)

    def sitting_events(self, sitting: UUID, at: int | None = None) -> list[Event]:
        """All events of a sitting, or those up to a version. Raises NotFound."""
        return self._stream(sitting, SittingOpened, at)

    def _events(self, stream: UUID, at: int | None = None) -> list[Event]:
        return [recorded.event for recorded in self.store.load(stream, lte=at)]

    def _stream(self, stream: UUID, first: type[Event], at: int | None) -> list[Event]:
        events = self._events(stream, at)
        if not events or not isinstance(events[0], first):
            raise NotFound
        return events

    # Writing

    def carry_out(self, request: Request, decision: Callable[[], Sequence[Write]]) -> Saved:
        """Call the decision and save its writes, unless the request's key was used before; then answer as before.

        A repeat finds its result in the stream of the first write. Raises what the decision raises (Refused, Invalid,
        NotFound, Stale), KeyReused, and RaceLost.
        """
        for _ in range(RETRIES):
            earlier = self.store.find_command(request.key)
            if earlier is not None:
                return self._earlier(request, earlier)
            try:
                writes = decision()
            except (Refused, Invalid, NotFound, Stale):
                # The same request may have been carried out beside this one, after the key was looked up. Then it is
                # its own effect that now refuses the repeat.
                earlier = self.store.find_command(request.key)
                if earlier is None:
                    raise
                return self._earlier(request, earlier)
            try:
                return self._save(request, writes)
            except (CommandExists, VersionTaken):
                continue
        raise RaceLost

    def _earlier(self, request: Request, row: CommandRow) -> Saved:
        if not self.store.is_same_request(row, request.actor, request.digest):
            raise KeyReused
        position = self.store.max_position()
        return Saved(row.stream, row.from_version, row.to_version, position, row.key, replayed=True)

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
        return Saved(main.stream, first, last, self.store.save(recorded, row, beside), name)

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

    def add_member(self, request: Request, name: str) -> Saved:
        """Add a member to the club, under a new id. Raises Invalid for a name that holds what nobody can see."""

        def decision() -> list[Write]:
            club = self.club()
            request.decided_on(club.version)
            check_name("name", name)
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
            entry = decide_entry(state, command, lambda member: member in self.club().members)
            sittings.check_conserved(sittings.apply(state, entry))
            return [Write(sitting, state.version, [entry])]

        return self.carry_out(request, decision)

    def close(
        self,
        request: Request,
        sitting: UUID,
        stands_over: bool = False,
        divided: Mapping[Member, int] | None = None,
        agreed_by: Sequence[Member] = (),
    ) -> Saved:
        """Close a sitting. The club's stream takes over the debts, and the money that stands over.

        `divided` gives the shares of a carried pool in minor units, with the consent of the players in `agreed_by`.
        Raises NotFound, Refused or Invalid.
        """

        def decision() -> list[Write]:
            state, club = self.sitting(sitting), self.club()
            request.decided_on(state.version)
            closed, concluded = conduct.close(
                state, str(sitting), stands_over=stands_over, divided=divided, agreed_by=agreed_by
            )
            sittings.check_conserved(sittings.apply(state, closed))
            return [Write(sitting, state.version, [closed]), Write(self.club_id, club.version, [concluded])]

        return self.carry_out(request, decision)

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
            company.check_not_stopped(state, begun.seats, self._present() if as_played else None)
            games.check_conserved(None, games.begin(begun), begun)
            sittings.check_conserved(sittings.apply(state, started))
            first = [begun, *([GamePenTaken(token=state.pen)] if state.pen else [])]
            return [Write(game, 0, first), Write(sitting, state.version, [started])]

        return self.carry_out(request, decision)

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

        cards = self.hidden_cards(request, game)

        def outcome(events: Sequence[Event]) -> Decided:
            before = games.fold(events)
            self.check_pen_of_game(request.actor, before, events)
            return decide(before, command)

        def decision() -> list[Write]:
            events = self.game_events(game)
            request.decided_on(len(events))
            new, after = cards.judged(events, outcome, limited=names_cards(command))
            writes = [Write(game, len(events), new)]
            return [*writes, self._result(game, after)] if after.settlement else writes

        return cards.noting_refusals(lambda: self.carry_out(request, decision))

    def hidden_cards(self, request: Request, game: UUID) -> HiddenCards:
        """Judges what is written down of a game, so that no refusal tells a card that is hidden from the writer."""
        return HiddenCards(self.trail, request.actor, game)

    def _result(self, game: UUID, state: Game) -> Write:
        sitting_id = UUID(state.sitting)
        sitting = self.sitting(sitting_id)
        ended = conduct.end_game(str(game), state)
        sittings.check_conserved(sittings.apply(sitting, ended))
        return Write(sitting_id, sitting.version, [ended])
