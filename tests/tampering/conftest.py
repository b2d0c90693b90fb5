"""One club to tamper with, restored after each test."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from psycopg.sql import SQL, Identifier

from ledger.application.clubs import Clubs
from ops.migrate import migrate
from projections.signing import Signer
from tests.conftest import NewDatabase
from tests.tampering.books import everything, sealed_in_steps
from tests.tampering.hand import Hand

UNSIGNED = 12
"""Events of the club that are under no checkpoint."""


@pytest.fixture(scope="module")
def tampered(new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """The club, opened by the database's superuser, beside another in the same tables. The service has a role."""
    directory: Path = tmp_path_factory.mktemp("checkpoints")
    url, role = new_database(), f"poolbook_tampered_{uuid4().hex[:8]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(SQL("CREATE ROLE {}").format(Identifier(role)))
    migrate(url, role)
    clubs = Clubs(url)
    other, club = everything(clubs), everything(clubs)
    tallies = tmp_path_factory.mktemp("tallies")
    signer = Signer(Ed25519PrivateKey.generate(), directory, tallies=tallies)
    for each in (other, club):
        sealed_in_steps(clubs, each, signer, left=UNSIGNED)
    with Hand.on(url, club, other, directory, signer, role, tallies) as hand:
        yield hand
    clubs.close()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(Identifier(role)))


@pytest.fixture
def hand(tampered: Hand) -> Iterator[Hand]:
    """The same club; everything is restored after the test."""
    yield tampered
    tampered.put_right()
