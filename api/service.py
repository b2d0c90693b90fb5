"""The service of one process, with which the routes work: settings, clubs, read tables, limits, numbers."""

from dataclasses import dataclass, field
from uuid import UUID

from flask import Flask, current_app

from api.limits import Guesses, Requests
from api.metrics import Metrics
from api.settings import Settings
from api.stream import Streams
from ledger.application.clubs import Clubs
from ledger.store import SharedDatastore
from projections.standing import Standing, standing_of_all
from projections.tables import ReadTables

_EXTENSION = "poolbook"

# With so little memory the sort writes to a temporary file, which lies on the disk of the database and goes at once.
_WRITES = """
    SELECT current_setting('transaction_read_only') = 'off' AS writes, set_config('work_mem', '64kB', true)
"""
_FILL_A_MEBIBYTE = """
    SELECT max(length(filling)) FROM (
        SELECT repeat('x', 1024) AS filling FROM generate_series(1, 1024) AS n ORDER BY n DESC OFFSET 0
    ) AS sorted
"""


@dataclass(frozen=True, slots=True)
class Service:
    """One process of the service, with everything that its routes share.

    A read waits `patience_seconds` for the read tables to come to the position that it asks for.
    """

    settings: Settings
    clubs: Clubs
    patience_seconds: float = 2.0
    metrics: Metrics = field(default_factory=Metrics)
    guesses: Guesses = field(default_factory=Guesses)
    requests: Requests = field(init=False)
    streams: Streams = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "requests", Requests(self.settings.requests_per_second))
        object.__setattr__(self, "streams", Streams(self.clubs.pool))

    def read_tables(self, club: UUID) -> ReadTables:
        """The read tables of a club."""
        return ReadTables(SharedDatastore(self.clubs.pool, club))

    def takes_writes(self) -> bool:
        """Whether the database answers and can be written to: not on a standby.

        Raises one of the store's UNAVAILABLE, also where its disk has no room for a mebibyte.
        """
        with SharedDatastore(self.clubs.pool).get_connection() as connection, connection.transaction():
            row = connection.execute(_WRITES).fetchone()
            connection.execute(_FILL_A_MEBIBYTE)
        return row is not None and bool(row["writes"])

    def standing(self) -> Standing:
        """How far the read tables of all clubs have come."""
        return standing_of_all(self.clubs.pool)


def install(app: Flask, service: Service) -> None:
    """Give the application its service."""
    app.extensions[_EXTENSION] = service


def service_of(app: Flask) -> Service:
    """The service of an application."""
    service: Service = app.extensions[_EXTENSION]
    return service


def service() -> Service:
    """The service of the application that handles the present request."""
    return service_of(current_app)
