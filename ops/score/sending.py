"""Kept lines on their way to the record: in their order, each once, however often the connection is lost.

Each act has a key of its own, which follows from the evening and the number of its line. A line may be sent again after
any interruption: the record knows the key. Each act names the version that it was decided on, so a record that somebody
else has gone on with takes nothing more, until it is read anew.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from uuid import NAMESPACE_URL, UUID, uuid5

from ledger.afterwards.game_corrections import Slips
from ledger.application.afterwards import CorrectionRequest, Corrections
from ledger.application.club_books import ANSWERED, ClubBooks, NotFound, RaceLost, Request, Stale
from ledger.application.game_files import SCOREKEEPER, Recording, UnknownPlayers, members_by_name, record_act
from ledger.events.game import Action
from ledger.events.sitting import Entry, GameStarted
from ledger.gamefile import from_events, renamed
from ledger.gamefile.lines import Act, AsPlayed, Enter, Expectation, OpenSitting, PayOut, Record, StartGame, seated_by
from ledger.gamefile.writer import written
from ledger.names import folded
from ledger.refusals import Invalid
from ledger.state.in_force import entries_in_force, events_in_force
from ledger.store import AWAY
from ledger.table.entries import KIND_OF_EVENT
from ops.database import DatabaseMissing
from ops.score.journal import Base

REASON = "a slip of the pen, struck at the table"
"""The reason of a correction of the last line."""

SOMEBODY_ELSE = "somebody else has recorded something of this sitting meanwhile"

UNREACHABLE = (*AWAY, DatabaseMissing)
"""The errors of a database that cannot be reached now, and may be reached later."""

HEAD = -1
"""The number of the head among the lines; the others count from 0."""


@dataclass(slots=True)
class Item:
    """A kept line. `number` never changes and is never given again; `moves` are as in `Stage`. `depth` counts the lines
    that stood when it was typed, with itself.

    `sent` acts of it are recorded. A struck line is `withdrawn` once the record has no more of it.
    """

    number: int
    text: str
    acts: Sequence[Act]
    moves: Sequence[int]
    depth: int
    struck: bool = False
    reason: str = REASON
    sent: int = 0
    withdrawn: bool = False

    @property
    def waiting(self) -> bool:
        """Whether something of it is still to be done."""
        return not self.withdrawn if self.struck else self.sent < len(self.acts)


class Sender:
    """Sends the lines of one evening to one club's books. `open_books` gives them, or raises one of UNREACHABLE.

    `lost` is the error of the last attempt if the connection was lost; `halted` says why the record takes no more lines
    until it is read anew. Only `flush` talks to the database; it may be called by any thread.
    """

    def __init__(self, open_books: Callable[[], ClubBooks], evening: UUID) -> None:
        self._open_books = open_books
        self._opening = Lock()
        self.items: list[Item] = []
        self.lost: str | None = None
        self.halted: str | None = None
        self._lock = Lock()
        self._begin(evening)

    def _begin(self, evening: UUID) -> None:
        self._evening = uuid5(NAMESPACE_URL, f"poolbook:evening:{evening}")
        self.recording = Recording()
        self._versions: dict[UUID, int] = {}
        self._ids: dict[str, str] = {}
        self._seated_before: tuple[str, ...] | None = None

    @property
    def books(self) -> ClubBooks:
        """The club's books. Raises one of UNREACHABLE."""
        with self._opening:
            return self._open_books()

    @property
    def waiting(self) -> int:
        """How many lines are not recorded yet."""
        return sum(item.waiting for item in list(self.items))

    def flush(self) -> bool:
        """Send what waits, in order, until nothing is left, or the connection is lost, or the record takes no more.
        Whether nothing is left."""
        with self._lock:
            while self.halted is None:
                try:
                    self._find_place()
                    if not any(item.waiting for item in self.items):
                        self._look_around()
                        self.lost = None
                        break
                    self._pass()
                    self.lost = None
                except (*UNREACHABLE, RaceLost) as why:
                    self.lost = str(why).splitlines()[0] if str(why) else type(why).__name__
                    return False
            return self.halted is None

    def _pass(self) -> None:
        """One walk along the lines, in the order in which they were typed and struck: before a line is looked at, all
        are withdrawn that were struck before it was typed."""
        struck: list[Item] = []
        for item in list(self.items):
            self._withdraw(struck, item.depth)
            if self.halted is not None:
                return
            if item.struck:
                self._learn(item)
                struck.append(item)
                continue
            try:
                self._send(item)
            except (*ANSWERED, UnknownPlayers) as why:
                self.halted = f"the record does not take '{item.text}': {self._because(why)}"
            if self.halted is not None:
                return
        self._withdraw(struck, 0)

    def _because(self, why: Exception) -> str:
        match why:
            case Stale():
                return SOMEBODY_ELSE
            case NotFound():
                return "the club has no such sitting or game"
            case UnknownPlayers():
                return f"no members of the club: {why}"
        return str(why) or "somebody else has recorded another line under its number, or the file was changed by hand"

    # Sending

    def _send(self, item: Item) -> None:
        while item.sent < len(item.acts):
            n = item.sent
            act = item.acts[n]
            self._know(seated_by([act]))
            request = self._request(f"{item.number} {n}", item.text, self._expected(act))
            saved = record_act(self.books, self.recording, renamed(act, self._id), request)
            self._note(saved.stream, saved.last, item.moves[n])
            item.sent = n + 1

    def _request(self, what: str, text: str, expected: int | None) -> Request:
        digest = sha256(self._evening.bytes + text.encode()).digest()
        return Request(SCOREKEEPER, str(uuid5(self._evening, f"line {what}")), digest, expected)

    def _expected(self, act: Act) -> int | None:
        match act:
            case OpenSitting():
                return None
            case Record() | PayOut():
                return self._versions.get(self.recording.games[-1])
            case AsPlayed(number=number):
                return self._versions.get(self.recording.games[number - 1])
        assert self.recording.sitting is not None, "a game file begins with its head"
        return self._versions[self.recording.sitting]

    def _note(self, stream: UUID, version: int, moves: int) -> None:
        """Note the version of a stream after an act, which added `moves` events to the sitting's stream."""
        self._versions[stream] = max(version, self._versions.get(stream, 0))
        sitting = self.recording.sitting
        if sitting is not None and sitting != stream:
            self._versions[sitting] += moves

    def _know(self, names: Sequence[str]) -> None:
        if new := tuple(name for name in names if name not in self._ids):
            self._ids |= members_by_name(self.books, new, None)

    def _id(self, name: str) -> str:
        return self._ids[name]

    # Striking

    def _withdraw(self, struck: list[Item], depth: int) -> None:
        """Strike in the record the last of these lines, as far as they are no less deep."""
        while struck and struck[-1].depth >= depth:
            item = struck.pop()
            try:
                if item.waiting:
                    self._strike(item)
            except ANSWERED as why:
                self.halted = f"the record does not let '{item.text}' be struck: {self._because(why)}"
                return

    def _learn(self, item: Item) -> None:
        """Ask the record how much of a struck line it has: it may have been sent before the connection was lost."""
        if not item.waiting:
            return
        for n in range(item.sent, len(item.acts)):
            request = self._request(f"{item.number} {n}", item.text, None)
            row = self.books.store.find_command(request.key)
            if row is None:
                return
            if isinstance(item.acts[n], StartGame):
                self.recording.games.append(row.stream)
            self._note(row.stream, row.to_version, item.moves[n])
            item.sent = n + 1

    def _strike(self, item: Item) -> None:
        """Strike in the record what it has of a line. It is the last that stands there."""
        if item.sent:
            match item.acts[0]:
                case Enter():
                    self._strike_entries(item)
                case Record():
                    self._strike_act(item)
                case StartGame():
                    self._make_void(item)
                case _:
                    raise Invalid({"strike": ["this line cannot be struck once it is recorded"]})
        item.withdrawn = True

    def _strike_entries(self, item: Item) -> None:
        sitting = self.recording.sitting
        assert sitting is not None
        in_force = entries_in_force(self.books.sitting_events(sitting))
        entries = [e.entry for e in in_force if isinstance(e, Entry) and type(e) in KIND_OF_EVENT]
        request = self._request(f"{item.number} struck", item.text, self._versions[sitting])
        saved = Corrections(self.books).correct_sitting(request, sitting, entries[-item.sent :], item.reason)
        self._note(saved.stream, saved.last, 0)

    def _strike_act(self, item: Item) -> None:
        game = self.recording.games[-1]
        acts = [e.step for e in events_in_force(self.books.game_events(game)) if isinstance(e, Action)]
        request = self._request(f"{item.number} struck", item.text, self._versions[game])
        wanted = CorrectionRequest(Slips(strike=tuple(acts[-1:])), item.reason)
        saved = Corrections(self.books).correct_game(request, game, wanted)
        self._note(saved.stream, saved.last, item.moves[0])

    def _make_void(self, item: Item) -> None:
        game = self.recording.games[-1]
        players = self.books.game(game).seats
        request = self._request(f"{item.number} struck", item.text, self._versions[game])
        saved = Corrections(self.books).void(request, game, players, item.reason)
        self._note(saved.stream, saved.last, 1)
        self.recording.games.pop()

    # Members

    def strangers(self, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The names that no member of the club has, each with all members' names. Raises one of UNREACHABLE."""
        known = tuple(name for name in self.books.club().members.values() if name)
        called = {folded(name) for name in known}
        return {name: known for name in names if folded(name) not in called}

    def add_member(self, name: str) -> None:
        """Enter a new member of the club. Raises Refused, Invalid or one of UNREACHABLE."""
        self.books.add_member(self._request(f"member {name}", name, None), name)

    # The record, read anew

    def _look_around(self) -> None:
        """Take no more lines if the record has more than was sent from here."""
        sitting, last = self.recording.sitting, self.recording.games[-1:]
        if sitting is None:
            return
        with self.books.memory.at_one_look():
            recorded = {sitting: len(self.books.sitting_events(sitting))}
            recorded |= {game: len(self.books.game_events(game)) for game in last}
        # The versions of games before the last are not noted when the record is read anew.
        if any(self._versions.setdefault(stream, version) != version for stream, version in recorded.items()):
            self.halted = SOMEBODY_ELSE

    def record_anew(self) -> tuple[list[str], Base]:
        """The lines that stand in the record, and its versions. Raises ValueError where a line cannot say an event,
        and one of UNREACHABLE."""
        sitting = self.recording.sitting
        assert sitting is not None, "a sitting that is not recorded cannot be read anew"
        events = self.books.sitting_events(sitting)
        games = {e.game: self.books.game_events(UUID(e.game)) for e in events if isinstance(e, GameStarted)}
        club = self.books.club()
        names = {member: name for member, name in club.members.items() if name}
        gamefile = from_events(events, games, names, club.currency)
        lines = [line for line in gamefile.lines if not isinstance(line.act, Expectation)]
        standing = [e.game for e in entries_in_force(events) if isinstance(e, GameStarted)]
        last = UUID(standing[-1]) if standing else None
        base = Base(sitting, len(events), last, len(games[str(last)]) if last else 0)
        return [text for line in lines for text in written(line.act).split("\n")], base

    def start_at(self, evening: UUID, base: Base, names: Iterable[str], items: list[Item]) -> None:
        """Go on from the record as it was read anew, with these lines. `names` are those of all players so far."""
        with self._lock:
            self._begin(evening)
            self.items = items
            self.halted = None
            self.recording = Recording(base.sitting)
            self._versions = {base.sitting: base.version}
            if base.game is not None:
                self._versions[base.game] = base.game_version
            self._seated_before = tuple(names)

    def _find_place(self) -> None:
        """Open the books, and learn from them the games and members of a record that is gone on with."""
        books, sitting, names = self.books, self.recording.sitting, self._seated_before
        if sitting is None or names is None:
            return
        events = books.sitting_events(sitting, self._versions[sitting])
        members = books.club().members
        self._ids = {name: name for name in names if name in members}
        self._know(names)
        self.recording.games = [UUID(e.game) for e in entries_in_force(events) if isinstance(e, GameStarted)]
        self._seated_before = None
