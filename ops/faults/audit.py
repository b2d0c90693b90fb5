"""Compare a club's books with the answers that its clients got."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from ledger.events.base import Event
from ledger.events.game import GameBegun
from ledger.events.sitting import SittingOpened
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.store import ClubStore
from ops.faults.scorekeeper import Acknowledged
from projections.follow import ClubFollower
from projections.rebuild import digest, rebuild
from projections.tables import ReadTables

PAGE = 500


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found.

    events        how many events were recorded
    acknowledged  how many writes were acknowledged
    lost          keys of acknowledged writes that are not in the log
    doubled       keys or notes that were recorded twice
    strange       everything else that is wrong, as sentences
    """

    events: int
    acknowledged: int
    lost: tuple[str, ...]
    doubled: tuple[str, ...]
    strange: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Whether every acknowledged act is recorded once, and nothing else is."""
        return not (self.lost or self.doubled or self.strange)


def audit(store: ClubStore, tables: ReadTables, answered: Iterable[Acknowledged], sent: set[str], before: int) -> Audit:
    """Compare the log after position `before` with the acknowledged writes and the keys that were sent.

    Every act carries its key as a note. Doubles are found by that too, because the store does not look at notes. Time
    must not run backwards from one event of the log to the next.
    """
    acknowledged = list(answered)
    streams: dict[UUID, list[tuple[int, Event]]] = defaultdict(list)
    by_key: Counter[str] = Counter()
    notes: Counter[str] = Counter()
    count, position, latest = 0, 0, datetime.min.replace(tzinfo=UTC)
    backwards: list[str] = []
    while page := list(store.notifications(position, PAGE)):
        for logged in page:
            recorded = logged.recorded
            streams[recorded.originator_id].append((recorded.originator_version, recorded.event))
            if recorded.at < latest:
                backwards.append(f"position {logged.position} is of an earlier time than the one before")
            latest = recorded.at
            if logged.position > before:
                count += 1
                by_key[recorded.command] += 1
                if note := getattr(recorded.event, "note", None):
                    notes[note] += 1
        position = page[-1].position
    lost = [a.write.key for a in acknowledged if not _is_recorded(store, a)]
    doubled = [key for key, times in notes.items() if times > 1]
    doubled += [key for key, times in Counter(a.write.key for a in acknowledged).items() if times > 1]
    known = sent | {store.command_name(key) for key in sent}
    strange = [f"{name} was sent by nobody" for name in by_key if name not in known]
    strange += backwards
    strange += _broken_streams(streams)
    strange += _other_digest(store, tables)
    return Audit(count, len(acknowledged), tuple(lost), tuple(doubled), tuple(strange))


def _is_recorded(store: ClubStore, write: Acknowledged) -> bool:
    row = store.find_command(write.write.key)
    if row is None or row.to_version != write.version:
        return False
    written = list(store.load(row.stream, gt=row.from_version - 1, lte=row.to_version))
    return len(written) == row.to_version - row.from_version + 1 and all(w.command == row.key for w in written)


def _broken_streams(streams: dict[UUID, list[tuple[int, Event]]]) -> list[str]:
    """The streams whose versions have a gap, or whose events do not fold into balanced books, as sentences."""
    wrong = []
    for stream, recorded in streams.items():
        if [version for version, _ in recorded] != list(range(1, len(recorded) + 1)):
            wrong.append(f"the versions of {stream} have a gap")
            continue
        events = [event for _, event in recorded]
        try:
            _fold(events)
        except Exception as error:
            wrong.append(f"{stream} does not fold: {error!r}")
    return wrong


def _fold(events: list[Event]) -> None:
    if isinstance(events[0], SittingOpened):
        sittings.check_conserved(sittings.fold(events))
    elif isinstance(events[0], GameBegun):
        games.fold(events)


def _other_digest(store: ClubStore, tables: ReadTables) -> list[str]:
    """A sentence if following to the end and rebuilding give different rows."""
    follower = ClubFollower(store, tables)
    while tables.position() < store.max_position():
        follower.advance()
    followed = digest(tables)
    rebuild(store, tables)
    return [] if digest(tables) == followed else ["a rebuild gives other read tables than following did"]
