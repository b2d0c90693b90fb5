"""An application whose ids, times, secrets and salts come in a fixed order."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import Flask

from api.app import create_app
from api.limits import Requests
from api.service import install, service_of
from api.settings import MOST_REQUESTS, Settings
from ledger.application.club_books import Request
from ledger.application.clubs import Clubs
from ledger.application.renaming import Renaming
from ledger.store import Actor, ClubStore, SharedDatastore
from ledger.store.webhooks import PREFIX
from projections import READ_MODELS
from projections.follow import ClubFollower
from projections.signing import Sealer, Signer
from projections.tables import ReadTables
from projections.webhooks import Outcome, Postman
from tests.api.house import OPERATOR

BEGINNING = datetime(1895, 10, 5, 19, 0, tzinfo=UTC)
"""When the evening begins."""
BETWEEN = timedelta(seconds=20)
"""The time from one request to the next."""
PATIENCE_SECONDS = 0.05
"""How long a read waits for read tables that nobody brings up to the log."""


class Fixed:
    """The application, and the hour, which the story moves on."""

    def __init__(self, database_url: str, directory: Path) -> None:
        self.now = BEGINNING
        self._url = database_url
        ids, secrets = count(1), count(1)
        self.clubs = Clubs(
            database_url,
            clock=lambda: self.now,
            new_id=lambda: UUID(f"18951005-0000-4000-8000-{next(ids):012}"),
            new_secret=lambda: f"pb_example_of_a_secret_that_opens_nothing_{next(secrets):04}",
        )
        settings = {
            "POOLBOOK_OPERATOR_TOKEN": OPERATOR,
            "POOLBOOK_REQUESTS_PER_SECOND": str(MOST_REQUESTS),
            "POOLBOOK_SECRET_KEY": "a-secret-key-of-the-examples-alone",
        }
        self.app: Flask = create_app(Settings.from_environment(settings), self.clubs)
        install(self.app, replace(service_of(self.app), patience_seconds=PATIENCE_SECONDS))
        key = Ed25519PrivateKey.from_private_bytes(sha256(b"a key of the examples alone").digest())
        self._signer = Signer(key, directory, lambda: self.now)

    def pass_time(self) -> None:
        """Let some time pass before the next request."""
        self.now += BETWEEN

    def follow(self, club: str) -> None:
        """Bring the read tables of a club up to its log, and sign the log."""
        store = ClubStore(SharedDatastore(self.clubs.pool, UUID(club)))
        tables = ReadTables(SharedDatastore(self.clubs.pool, UUID(club)))
        follower = ClubFollower(store, tables, READ_MODELS, Sealer(self._signer, UUID(club), tables))
        while follower.advance():
            pass

    @contextmanager
    def damaged(self, club: str) -> Iterator[None]:
        """Every net result in a read table is wrong by one for a while."""
        self._add_to_results(club, 1)
        yield
        self._add_to_results(club, -1)

    @contextmanager
    def limited(self) -> Iterator[None]:
        """A token may send ten requests, and no more, for a while."""
        service = service_of(self.app)
        requests = service.requests
        object.__setattr__(service, "requests", Requests(1, clock=lambda: 0.0))
        yield
        object.__setattr__(service, "requests", requests)

    @contextmanager
    def outrun(self, club: str) -> Iterator[None]:
        """Another process gives the club another name each time that this one is about to save something."""
        save, names = ClubStore.save, count(1)
        operator = Actor(token=None, member=None, role="operator")
        with closing(Clubs(self._url, clock=lambda: self.now)) as another:
            books = another.books(UUID(club))

            def save_too_late(store: ClubStore, *given: Any) -> Any:
                if store is not books.store:
                    name = f"The Card Room, {next(names)}"
                    Renaming(books).rename_club(Request(operator, name, name.encode()), name)
                return save(store, *given)

            with patch.object(ClubStore, "save", save_too_late):
                yield

    def give_up(self, club: str, webhook: str, *positions: int) -> None:
        """Have the messages about the events at these positions been given up."""
        with SharedDatastore(self.clubs.pool).get_connection() as connection, connection.transaction():
            for position in positions:
                connection.execute(
                    "INSERT INTO poolbook.webhook_dead (club, webhook, position, attempts, failed_at, error)"
                    " VALUES (%s, %s, %s, 11, %s, 'the receiver answered 500')",
                    (club, webhook, position, self.now),
                )

    def _add_to_results(self, club: str, units: int) -> None:
        with SharedDatastore(self.clubs.pool).get_connection() as connection, connection.transaction():
            connection.execute("UPDATE poolbook.results SET net = net + %s WHERE club = %s", (units, club))


@contextmanager
def fixed_application(database_url: str, directory: Path) -> Iterator[Fixed]:
    """The application on a migrated database without clubs. It writes its checkpoints to the directory.

    Every message to a webhook is taken, and none is sent.
    """
    salts, signing_secrets = count(1), count(1)

    def salt(size: int) -> bytes:
        return sha256(b"salt %d" % next(salts)).digest()[:size]

    def signing_secret() -> str:
        return PREFIX + b64encode(sha256(b"signs nothing %d" % next(signing_secrets)).digest()).decode()

    def taken(*_: object) -> Outcome:
        return Outcome(204, None, 0.087)

    with (
        patch("ledger.store.seals.secrets.token_bytes", salt),
        patch("ledger.application.webhooks.new_signing_secret", signing_secret),
        patch.object(Postman, "post", taken),
    ):
        fixed = Fixed(database_url, directory)
        with closing(fixed.clubs):
            yield fixed
