"""One club to tamper with, restored after each test."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.application.clubs import Clubs
from ops.migrate import create_club_schema
from projections.signing import Signer
from tests.tampering.books import everything, sealed_in_steps
from tests.tampering.hand import Hand

UNSIGNED = 12
"""Events of the club that are under no checkpoint."""


@pytest.fixture(scope="module")
def tampered(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """The club, opened by the database's superuser."""
    directory: Path = tmp_path_factory.mktemp("checkpoints")
    clubs = Clubs(database_url, partial(create_club_schema, database_url))
    club = everything(clubs)
    signer = Signer(Ed25519PrivateKey.generate(), directory)
    sealed_in_steps(clubs, club, signer, left=UNSIGNED)
    with Hand.on(database_url, club, directory, signer) as hand:
        yield hand
    clubs.close()


@pytest.fixture
def hand(tampered: Hand) -> Iterator[Hand]:
    """The same club; everything is restored after the test."""
    yield tampered
    tampered.put_right()
