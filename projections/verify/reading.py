"""Read stored events back, each with the hashes of its sealed parts and the names of those that are missing."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple
from uuid import UUID

from ledger.events.club import PartErased
from ledger.store import Logged, UnreadableEvent
from ledger.store.envelope import SealedNotification
from projections.verify.report import Difference, Differs
from projections.verify.snapshot import Snapshot

KIND = "rows"

_EVERY = 2**31


class Read(NamedTuple):
    """An event as it was read: `seals` are the hashes of its sealed parts by name, `missing` the names of those that
    are gone although no event records their erasure."""

    logged: Logged
    seals: Mapping[str, str]
    missing: Sequence[str]


class Reader:
    """Reads the stored events of a club."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.mapper = snapshot.store.mapper
        self._erased = _erased(snapshot)

    def read(self, stored: SealedNotification) -> Read:
        """The event. Raises Differs if it cannot be read."""
        try:
            recorded, seals = self.mapper.read(stored)
        except UnreadableEvent as error:
            raise differs(stored, str(error)) from error
        return Read(Logged(stored.id, recorded, stored), seals, self._missing(stored, seals) if seals else ())

    def _missing(self, stored: SealedNotification, seals: Iterable[str]) -> list[str]:
        present = {part.part for part in stored.parts}
        place = stored.originator_id, stored.originator_version
        return [part for part in sorted(seals) if part not in present and (*place, part) not in self._erased]


def differs(stored: SealedNotification, sentence: str, **more: str | None) -> Differs:
    """The difference of a stored event, named by its stream, version and position."""
    stream, version = stored.originator_id, stored.originator_version
    assert isinstance(stream, UUID)
    where = f"event {version} of stream {stream}"
    sentence = sentence if sentence.startswith(where) else f"{where}: {sentence}"
    named = {"table": "stored_events", **more}
    return Differs(
        Difference(kind=KIND, sentence=sentence, stream=stream, version=version, position=stored.id, **named)
    )


def _erased(snapshot: Snapshot) -> set[tuple[UUID | str, int, str]]:
    """The sealed parts that events name as erased: stream, version, part."""
    erased: set[tuple[UUID | str, int, str]] = set()
    for stored in snapshot.store.recorder.select_notifications(None, _EVERY, topics=[PartErased.topic]):
        # An event that cannot be read is reported when the pass comes to it.
        with suppress(UnreadableEvent, ValueError):
            event = snapshot.store.mapper.to_domain_event(stored).event
            assert isinstance(event, PartErased)
            erased.add((UUID(event.of_stream), event.of_version, event.part))
    return erased
