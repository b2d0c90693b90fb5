"""The list of clubs and of their tokens.

Tokens and names of clubs change only together with the club's record: `insert_token`, `revoke_token`, `erase_label` and
`rename_club` write within the transaction that saves the events.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from psycopg import Connection
from psycopg.rows import class_row

from ledger.events.club import TokenIssued
from ledger.store.datastore import SharedDatastore, until_connected


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """A club. `currency` is of ISO 4217, or LSD."""

    id: UUID
    name: str
    currency: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A token, without its secret, of which only the SHA-256 is stored.

    `member` is its holder, where a member holds it; `label` is None once it has been erased. From `expires_at` on it
    opens nothing; None if it never expires.
    """

    id: UUID
    club: UUID
    role: str
    member: str | None
    label: str | None
    created_at: datetime
    revoked_at: datetime | None = None
    expires_at: datetime | None = None

    def has_expired(self, at: datetime) -> bool:
        """Whether the token has expired by this time."""
        return self.expires_at is not None and at >= self.expires_at


Row = TypeVar("Row", Club, Token)

_CLUBS = "SELECT id, name, currency, created_at FROM poolbook.clubs"
_ADD_CLUB = """
    INSERT INTO poolbook.clubs (id, name, currency, created_at) VALUES (%s, %s, %s, %s) ON CONFLICT (id) DO NOTHING
"""
_TOKENS = "SELECT id, club, role, member, label, created_at, revoked_at, expires_at FROM poolbook.tokens"


class Directory:
    """Typed queries on the list. All raise what UNAVAILABLE names."""

    def __init__(self, datastore: SharedDatastore) -> None:
        self._datastore = datastore

    def clubs(self) -> list[Club]:
        """Every club, the oldest first."""
        return self._select(Club, f"{_CLUBS} ORDER BY created_at, id")

    def add_club(self, club: Club) -> bool:
        """Add a club; False if there is one with this id, which stays as it is."""
        with self._datastore.get_connection() as connection:
            return connection.execute(_ADD_CLUB, (club.id, club.name, club.currency, club.created_at)).rowcount > 0

    def find_club(self, club: UUID) -> Club | None:
        """The club with this id."""
        return next(iter(self._select(Club, f"{_CLUBS} WHERE id = %s", club)), None)

    def tokens(self, club: UUID) -> list[Token]:
        """Every token of a club, revoked ones too, the oldest first."""
        return self._select(Token, f"{_TOKENS} WHERE club = %s ORDER BY created_at, id", club)

    def find_token(self, digest: bytes, club: UUID | None = None) -> Token | None:
        """The token whose secret has this SHA-256, revoked or not; of the club, where it is known which."""
        if club is not None:
            return next(iter(self._select(Token, f"{_TOKENS} WHERE club = %s AND digest = %s", club, digest)), None)
        return next(iter(self._select(Token, f"{_TOKENS} WHERE digest = %s", digest)), None)

    @until_connected
    def _select(self, row: type[Row], query: str, *parameters: object) -> list[Row]:
        with self._datastore.get_connection() as connection:
            return connection.cursor(row_factory=class_row(row)).execute(query.encode(), parameters).fetchall()


def insert_token(club: UUID, issued: TokenIssued, digest: bytes, connection: Connection[Any], at: datetime) -> None:
    """Add to the list a token of this club that is issued now; `digest` is the SHA-256 of its secret."""
    connection.execute(
        "INSERT INTO poolbook.tokens (id, digest, club, role, member, label, created_at, expires_at)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s::timestamptz)",
        (UUID(issued.token), digest, club, issued.role, issued.member, issued.label, at, issued.expires_at),
    )


def revoke_token(club: UUID, token: UUID, connection: Connection[Any], at: datetime) -> None:
    """Revoke a token of this club in the list. One that is revoked there already stays as it is."""
    connection.execute(
        "UPDATE poolbook.tokens SET revoked_at = %s WHERE id = %s AND club = %s AND revoked_at IS NULL",
        (at, token, club),
    )


def erase_label(club: UUID, token: UUID, connection: Connection[Any], at: datetime) -> None:
    """Take the label from a token of this club in the list."""
    connection.execute("UPDATE poolbook.tokens SET label = NULL WHERE id = %s AND club = %s", (token, club))


def rename_club(club: UUID, name: str, connection: Connection[Any], at: datetime) -> None:
    """Change the name of a club in the list."""
    connection.execute("SELECT poolbook.rename_club(%s, %s)", (club, name))
