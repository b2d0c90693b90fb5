"""A club's streams, as the application uses them."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresFactory
from eventsourcing.utils import Environment, EnvType
from msgspec import Struct
from msgspec.structs import replace

from ledger.events.club import PartErased
from ledger.store.datastore import SharedDatastore
from ledger.store.envelope import Actor, CommandRow, Recorded, SealedEvent, SealedNotification
from ledger.store.keys import name_of
from ledger.store.mapper import EnvelopeMapper
from ledger.store.recorder import ClubRecorder, salting
from ledger.store.saving import Beside, Save
from ledger.store.seals import keyed, random_salt


class Logged(Struct, frozen=True):
    """An event in a club's log: its position, the event in its envelope, and the exact bytes and sealed parts that are
    stored of it."""

    position: int
    recorded: Recorded
    stored: SealedNotification


class ClubFactory(PostgresFactory):
    """The library's factory, for a datastore that exists already. Migrations create the tables, not this factory."""

    application_recorder_class: type[PostgresApplicationRecorder] = ClubRecorder

    def __init__(self, env: Environment, datastore: SharedDatastore) -> None:
        InfrastructureFactory.__init__(self, env)
        self.datastore = datastore


class ClubStore(Application[UUID]):
    """The streams of one club. Several threads may use the same store."""

    mapper: EnvelopeMapper
    recorder: ClubRecorder

    def __init__(self, datastore: SharedDatastore, salt: Callable[[], bytes] = random_salt) -> None:
        self._datastore = datastore
        self.club = datastore.club
        self._salt = salt
        self._secret: bytes | None = None
        super().__init__()

    def save(  # type: ignore[override]
        self, recorded: Sequence[Recorded], command: CommandRow, beside: Sequence[Beside] = ()
    ) -> tuple[int, Sequence[Recorded]]:
        """Save these events and the command that made them, all or nothing. Returns the position of the last event, and
        the events as they were recorded.

        In the same transaction the parts that a PartErased among them names are removed, and `beside` writes. The
        request's hash is stored hashed again with the salts of what the command sealed, so that nobody can find erased
        words by trying. If the club's last event is later than these, they are recorded at its time.

        Raises ValueError if there are no events, VersionTaken, CommandExists, or one of UNAVAILABLE.
        """
        if not recorded:
            raise ValueError("a command that decided nothing is not saved")
        erasing = [
            (UUID(event.of_stream), event.of_version, event.part)
            for event in (envelope.event for envelope in recorded)
            if isinstance(event, PartErased)
        ]

        save = Save((), command, recorded[0].actor.token, erasing, beside)
        self.events.put(recorded, save=save)
        assert save.last is not None
        assert save.at is not None
        as_recorded = recorded if save.at == command.recorded_at else [replace(one, at=save.at) for one in recorded]
        return save.last, as_recorded

    def load(self, stream: UUID, gt: int | None = None, lte: int | None = None) -> Iterator[Recorded]:
        """The events of a stream in order, with versions above `gt` and up to `lte`.

        Raises UnreadableEvent when it comes to an event that cannot be read.
        """
        return self.events.get(stream, gt=gt, lte=lte)  # type: ignore[return-value]

    def version(self, stream: UUID) -> int:
        """How many events a stream has; 0 for one that has not begun."""
        last = self.recorder.select_events(stream, desc=True, limit=1)
        return last[0].originator_version if last else 0

    def as_stored(self, stream: UUID, lte: int | None = None) -> Iterator[tuple[Recorded, SealedEvent]]:
        """The events of a stream in order, with the exact bytes and sealed parts that are stored of them."""
        for stored in self.recorder.select_events(stream, lte=lte):
            yield self.mapper.to_domain_event(stored), stored

    def notifications(self, gt: int, limit: int, streams: Sequence[UUID] = ()) -> Iterator[Logged]:
        """The club's log after position `gt`, in the order of commits, up to `limit` events.

        If `streams` are given, only their events are read.
        """
        for stored in self.recorder.select_notifications(gt, limit, inclusive_of_start=False, streams=streams):
            yield Logged(stored.id, self.mapper.to_domain_event(stored), stored)

    def without_parts(self, gt: int, lte: int) -> Iterator[Logged]:
        """The club's log after position `gt` and up to `lte`, in the order of commits, as if all sealed parts had been
        erased."""
        for stored in self.recorder.select_notifications(gt, lte - gt, lte, inclusive_of_start=False, sealed=False):
            yield Logged(stored.id, self.mapper.to_domain_event(stored), stored)

    def command_name(self, key: str) -> str:
        """The name under which the command with a client's key is stored. Raises one of UNAVAILABLE."""
        if self._secret is None:
            self._secret = self.secret() or self._draw_secret()
        return name_of(self._secret, key)

    def secret(self) -> bytes | None:
        """The secret under which the club's commands are named; None before the first command.

        Only callers who may see everything may have it.
        """
        return self.recorder.find_secret()

    def _draw_secret(self) -> bytes:
        """A new secret, or that of another process which drew one at the same time."""
        self.recorder.offer_secret(self._salt() + self._salt())
        secret = self.secret()
        assert secret is not None, "a secret that was offered is there, or another"
        return secret

    def find_command(self, key: str) -> CommandRow | None:
        """The command that was carried out under a client's key; None if there is none.

        It is stored under its name; a command of an older release under the key as it came.
        """
        return self.recorder.find_command([self.command_name(key), key])

    def is_revoked(self, token: str) -> bool:
        """Whether a token of the club has been revoked."""
        return self.recorder.is_revoked(token)

    def is_same_request(self, command: CommandRow, actor: Actor, digest: bytes) -> bool:
        """Whether this actor's request with this hash is the one that was carried out as this command.

        A key belongs to the actor who sent it: for another actor the answer is False whatever he asks. If something
        that the command wrote has been erased, the hashes can no longer be compared, and the answer is True. If the
        command came with an imported log, which holds no hashes of requests, the answer is False.
        """
        events = self.recorder.select_events(command.stream, gt=command.from_version - 1, lte=command.to_version)
        states = [self.mapper.transcoder.decode(stored.state) for stored in events]
        if not command.request_hash or any(state.actor != actor for state in states):
            return False
        if any(len(state.seals) != len(stored.parts) for state, stored in zip(states, events, strict=True)):
            return True
        return command.request_hash in (digest, keyed(digest, salting(events, command)))

    def max_position(self) -> int:
        """The position of the club's last event; 0 if it has none."""
        return self.recorder.max_notification_id()

    def last_time(self) -> datetime:
        """When the club's last event was recorded; the earliest time there is before the first."""
        return self.recorder.last_time()

    # The library calls these to build the rest

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Fixed settings: a variable of the process's environment must not change how events are stored."""
        return Environment(env={"CREATE_TABLE": "no"})

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """A factory for the shared datastore."""
        return ClubFactory(env, self._datastore)

    def construct_mapper(self) -> EnvelopeMapper:
        """A mapper with this store's source of salt."""
        return EnvelopeMapper(self._salt)
