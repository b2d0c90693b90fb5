"""What a process remembers of the streams in use, so that no stream is read twice.

The memory of a club is as of a position of its log. Positions have no gaps, so a save that was given the next positions
proves that nothing else has happened. Whoever looks reads the events since that position in one query, and each goes to
its stream. Where words of a stream have been erased, the stream is forgotten.

A decision may be made on what is remembered without a look, because a save names the versions that it follows. Reads
look first: once in a block of `at_one_look`, and again after a save beside which something else has happened; outside
of such a block each time.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from threading import Lock, local
from typing import Any, TypeVar
from uuid import UUID

from ledger.events.amendment import CORRECTING, Amendment
from ledger.events.base import Event
from ledger.events.club import PartErased, TokenRevoked
from ledger.store import ClubStore, Logged, Recorded

State = TypeVar("State")
Fold = Callable[[Iterable[Event], State | None], State]
"""Folds events, from the beginning of their stream or from the state before them."""

REMEMBERED_EVENTS = 100_000
"""How many events a process remembers, unless it is told otherwise."""

_BATCH = 200
_FARTHEST = 1_000
"""By how many events a memory may be behind and still be brought up to date; beyond, what it holds is forgotten."""

_REFOLDED = (*CORRECTING, Amendment)
"""The events after which a stream is folded from its beginning."""


@dataclass(frozen=True, slots=True)
class Stream:
    """The events of a stream as far as they are remembered. `state` is what the first `folded` of them fold into."""

    recorded: tuple[Recorded, ...]
    state: Any = None
    folded: int = 0

    def and_then(self, recorded: Iterable[Recorded], state: Any = None) -> "Stream | None":
        """With the events that follow on these, and with the state after them where it is known; None if some events
        between are missing."""
        new = tuple(event for event in recorded if event.originator_version > len(self.recorded))
        if new and new[0].originator_version != len(self.recorded) + 1:
            return None
        if state is None or not new:
            return Stream(self.recorded + new, self.state, self.folded)
        return Stream(self.recorded + new, state, len(self.recorded) + len(new))

    def folding(self, fold: Fold[Any]) -> "Stream":
        """With the state after all events."""
        if self.folded == len(self.recorded):
            return self
        new = [envelope.event for envelope in self.recorded[self.folded :]]
        if self.state is None or any(isinstance(event, _REFOLDED) for event in new):
            state = fold([envelope.event for envelope in self.recorded], None)
        else:
            state = fold(new, self.state)
        return Stream(self.recorded, state, len(self.recorded))


class Memory:
    """The streams that a process remembers, of all its clubs: those not used for the longest time are forgotten.

    Its methods are called by one thread at a time, which holds `lock`.
    """

    def __init__(self, most_events: int = REMEMBERED_EVENTS) -> None:
        self.most_events = most_events
        self.events = 0
        self.lock = Lock()
        self._streams: OrderedDict[tuple[UUID, UUID], Stream] = OrderedDict()

    def __len__(self) -> int:
        return len(self._streams)

    def find(self, club: UUID, stream: UUID) -> Stream | None:
        """A stream that is remembered."""
        known = self._streams.get((club, stream))
        if known is not None:
            self._streams.move_to_end((club, stream))
        return known

    def put(self, club: UUID, stream: UUID, known: Stream) -> None:
        """Remember a stream, and forget others where there are too many events."""
        self.drop(club, stream)
        self._streams[club, stream] = known
        self.events += len(known.recorded)
        while self.events > self.most_events:
            _, forgotten = self._streams.popitem(last=False)
            self.events -= len(forgotten.recorded)

    def drop(self, club: UUID, stream: UUID) -> None:
        """Forget a stream."""
        known = self._streams.pop((club, stream), None)
        if known is not None:
            self.events -= len(known.recorded)

    def drop_club(self, club: UUID) -> None:
        """Forget every stream of a club."""
        for of_club, stream in [key for key in self._streams if key[0] == club]:
            self.drop(of_club, stream)


class ClubMemory:
    """The memory of one club, for all threads of a process: its streams, and the tokens known to be in force."""

    def __init__(self, store: ClubStore, memory: Memory) -> None:
        self._store = store
        self._memory = memory
        self._club = store.club
        self._position: int | None = None
        self._saved_at = 0
        self._in_force: set[str] = set()
        self._thread = _Thread()

    # How fresh it is

    @contextmanager
    def at_one_look(self, *, look: bool = True) -> Iterator[None]:
        """Within the block this thread looks once, at its beginning; or not before it has saved something."""
        if look:
            self.look()
        with self._trusting(Trust.UNTIL_A_SAVE):
            yield

    @contextmanager
    def deciding(self) -> Iterator[None]:
        """Within the block this thread does not look, unless it is asked to."""
        with self._trusting(Trust.ALWAYS):
            yield

    @contextmanager
    def _trusting(self, trust: "Trust") -> Iterator[None]:
        before, self._thread.trust = self._thread.trust, trust
        try:
            yield
        finally:
            self._thread.trust = before

    def look(self) -> None:
        """Read what has happened since the last look."""
        if self._position is None:
            self._begin_at(self._store.max_position())
            return
        begun_at = self._position
        while batch := list(self._store.notifications(self._position, _BATCH)):
            self._follow(batch)
            if len(batch) < _BATCH:
                break
            if self._position - begun_at > _FARTHEST:
                self._begin_at(self._store.max_position())
                break

    def has_gone_on(self, position: int) -> bool:
        """Look; whether anything has happened since a position, even if another thread has seen it meanwhile."""
        self.look()
        return self._position != position

    def saved(self, last: int, recorded: Sequence[Recorded], states: Mapping[UUID, Any]) -> None:
        """Note that these events were saved, the last of them at this position; `states` are those of their streams
        after them, where they are known."""
        with self._memory.lock:
            self._add(recorded, states)
            self._saved_at = max(self._saved_at, last)
            if self._position == last - len(recorded):
                self._position = last

    @property
    def position(self) -> int:
        """The position of the log up to which everything is known that is read now."""
        self._look_if_due()
        assert self._position is not None
        return self._position

    # What it holds

    def recorded(self, stream: UUID) -> tuple[Recorded, ...]:
        """The events of a stream in their envelopes; none where it has not begun."""
        return self._known(stream).recorded

    def state(self, stream: UUID, fold: Fold[State]) -> State:
        """The state that the events of a stream fold into. The stream must have begun."""
        known = self._known(stream)
        folded = known.folding(fold)
        if folded is not known:
            with self._memory.lock:
                if self._memory.find(self._club, stream) is known:
                    self._memory.put(self._club, stream, folded)
        state: State = folded.state
        return state

    def vouches_for(self, token: str) -> bool:
        """Whether a token is known to have been in force at the last look."""
        return token in self._in_force

    def vouch_for(self, token: str, is_in_force: Callable[[], bool]) -> None:
        """Remember a token if it is in force, until an event revokes it."""
        self.look()
        position = self._position
        if is_in_force():
            with self._memory.lock:
                # If the club has gone on meanwhile, it may have been revoked since.
                if position == self._position:
                    self._in_force.add(token)

    def _known(self, stream: UUID) -> Stream:
        """A stream as it is remembered, or else as it is read now."""
        self._look_if_due()
        with self._memory.lock:
            position, known = self._position, self._memory.find(self._club, stream)
        if known is not None:
            return known
        read = Stream(tuple(self._store.load(stream)))
        with self._memory.lock:
            # If the club has gone on meanwhile, words that were read may have been erased.
            if read.recorded and position == self._position:
                self._memory.put(self._club, stream, read)
        return read

    def _look_if_due(self) -> None:
        """Look, unless this thread trusts what is remembered."""
        match self._thread.trust:
            case Trust.ALWAYS if self._position is not None:
                return
            case Trust.UNTIL_A_SAVE if self._position is not None and self._position >= self._saved_at:
                return
        self.look()

    # What changes it

    def _begin_at(self, position: int) -> None:
        with self._memory.lock:
            self._memory.drop_club(self._club)
            self._in_force.clear()
            self._position = position

    def _follow(self, batch: Sequence[Logged]) -> None:
        """Take up what was read of the log, as far as another thread has not done so."""
        with self._memory.lock:
            assert self._position is not None
            new = [logged.recorded for logged in batch if logged.position > self._position]
            self._position = max(self._position, batch[-1].position)
            self._add(new, {})

    def _add(self, recorded: Sequence[Recorded], states: Mapping[UUID, Any]) -> None:
        streams: dict[UUID, list[Recorded]] = {}
        for envelope in recorded:
            streams.setdefault(envelope.originator_id, []).append(envelope)
        for stream, new in streams.items():
            known = self._memory.find(self._club, stream) or Stream(())
            if followed := known.and_then(new, states.get(stream)):
                self._memory.put(self._club, stream, followed)
            else:
                self._memory.drop(self._club, stream)
        for envelope in recorded:
            match envelope.event:
                case PartErased(of_stream=stream_id):
                    self._memory.drop(self._club, UUID(stream_id))
                case TokenRevoked(token=token):
                    self._in_force.discard(token)


class Trust(Enum):
    """How long a thread reads what is remembered without looking."""

    NEVER = auto()
    UNTIL_A_SAVE = auto()
    ALWAYS = auto()


class _Thread(local):
    """What a thread trusts."""

    trust = Trust.NEVER
