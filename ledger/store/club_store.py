"""A club's streams, as the application uses them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresFactory
from eventsourcing.utils import Environment, EnvType

from ledger.events.club import PartErased
from ledger.store.datastore import SharedDatastore
from ledger.store.envelope import CommandRow, Recorded, SealedEvent, SealedNotification
from ledger.store.mapper import EnvelopeMapper
from ledger.store.recorder import ClubRecorder, salting
from ledger.store.seals import keyed, random_salt


@dataclass(frozen=True, slots=True)
class Logged:
    """An event in a club's log: its position, the event, and the exact bytes and parts that are stored of it."""

    position: int
    recorded: Recorded
    stored: SealedNotification


class ClubFactory(PostgresFactory):
    """The library's factory over a datastore that exists already. Tables are made by migrations, not here."""

    application_recorder_class: type[PostgresApplicationRecorder] = ClubRecorder

    def __init__(self, env: Environment, datastore: SharedDatastore) -> None:
        InfrastructureFactory.__init__(self, env)
        self.datastore = datastore


class ClubStore(Application[UUID]):
    """The book of one club. Threads may share it."""

    mapper: EnvelopeMapper
    recorder: ClubRecorder

    def __init__(self, datastore: SharedDatastore, salt: Callable[[], bytes] = random_salt) -> None:
        self._datastore = datastore
        self._salt = salt
        super().__init__()

    def save(self, recorded: Sequence[Recorded], command: CommandRow) -> int:  # type: ignore[override]
        """Save all of these events and the command that made them, or nothing; the position of the last.

        What a PartErased among them names is taken away with the same commit. The request's hash is stored under
        the salts of what the command sealed: once any of it is erased, nobody finds the words by trying.

        Raises ValueError for no events at all, VersionTaken, CommandExists, or one of UNAVAILABLE.
        """
        if not recorded:
            raise ValueError("a command that decided nothing is not saved")
        erasing = [
            (UUID(each.event.of_stream), each.event.of_version, each.event.part)
            for each in recorded
            if isinstance(each.event, PartErased)
        ]
        return super().save(*recorded, command=command, erasing=erasing)[-1].notification.id

    def load(self, stream: UUID, gt: int | None = None, lte: int | None = None) -> Iterator[Recorded]:
        """The events of a stream in order, versions in (gt, lte]. Raises UnreadableEvent on reaching such a one."""
        return self.events.get(stream, gt=gt, lte=lte)  # type: ignore[return-value]

    def as_stored(self, stream: UUID, lte: int | None = None) -> Iterator[tuple[Recorded, SealedEvent]]:
        """The events of a stream in order, each with the exact bytes and parts that are stored of it."""
        for stored in self.recorder.select_events(stream, lte=lte):
            yield self.mapper.to_domain_event(stored), stored

    def notifications(self, gt: int, limit: int, streams: Sequence[UUID] = ()) -> Iterator[Logged]:
        """The club's log after position `gt`, in the order of commits. Positions rise, not always by one.

        Where `streams` are named, their events only.
        """
        for stored in self.recorder.select_notifications(gt, limit, inclusive_of_start=False, streams=streams):
            yield Logged(stored.id, self.mapper.to_domain_event(stored), stored)

    def find_command(self, key: str) -> CommandRow | None:
        """The command that was carried out under this key."""
        return self.recorder.find_command(key)

    def is_same_request(self, command: CommandRow, digest: bytes) -> bool:
        """Whether a request with this hash is the one that was carried out as this command.

        Where something that it wrote has been erased nobody can tell, and it is taken at its word; but never where
        the command came with an imported log, which holds no hash of any request.
        """
        if not command.request_hash:
            return False
        events = self.recorder.select_events(command.stream, gt=command.from_version - 1, lte=command.to_version)
        if any(len(self.mapper.transcoder.decode(each.state).seals) != len(each.parts) for each in events):
            return True
        return command.request_hash in (digest, keyed(digest, salting(events, command)))

    def max_position(self) -> int:
        """The position of the last event of the club; 0 before the first."""
        return self.recorder.max_notification_id() or 0

    # What the library asks for in order to build the rest

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Fixed settings: a variable in the process's environment must not change how a book is written."""
        return Environment(env={"CREATE_TABLE": "no"})

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """Over the shared datastore."""
        return ClubFactory(env, self._datastore)

    def construct_mapper(self) -> EnvelopeMapper:
        """With this store's source of salt."""
        return EnvelopeMapper(self._salt)
