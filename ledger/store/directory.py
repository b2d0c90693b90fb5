"""The list of clubs and of tokens: the one schema that is not a club's own.

A club's row and schema are made by the owner of the database (`ops.migrate`); everything else is done here.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from psycopg.rows import class_row

from ledger.store.datastore import SharedDatastore, until_connected

DIRECTORY = "poolbook"
"""The schema of the list; `Directory` is given a datastore for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """A club, its currency (ISO 4217, or LSD), and the schema that holds its books."""

    id: UUID
    name: str
    currency: str
    schema_name: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A token, of whose secret only the SHA-256 is kept. `member` is whose it is, where it is a member's.

    `label` is None once it has been erased.
    """

    id: UUID
    club: UUID
    role: str
    member: str | None
    label: str | None
    created_at: datetime
    revoked_at: datetime | None = None


Row = TypeVar("Row", Club, Token)

_CLUBS = "SELECT id, name, currency, schema_name, created_at FROM poolbook.clubs"
_TOKENS = "SELECT id, club, role, member, label, created_at, revoked_at FROM poolbook.tokens"


class Directory:
    """Typed queries on the list. Each is a transaction of its own; all raise what UNAVAILABLE names."""

    def __init__(self, datastore: SharedDatastore) -> None:
        self._datastore = datastore

    def clubs(self) -> list[Club]:
        """Every club, the oldest first."""
        return self._select(Club, f"{_CLUBS} ORDER BY created_at, id")

    def find_club(self, club: UUID) -> Club | None:
        """The club with this id."""
        return next(iter(self._select(Club, f"{_CLUBS} WHERE id = %s", club)), None)

    def tokens(self, club: UUID) -> list[Token]:
        """Every token of a club, revoked ones too, the oldest first."""
        return self._select(Token, f"{_TOKENS} WHERE club = %s ORDER BY created_at, id", club)

    def find_token(self, digest: bytes) -> Token | None:
        """The token whose secret has this SHA-256, revoked or not."""
        return next(iter(self._select(Token, f"{_TOKENS} WHERE digest = %s", digest)), None)

    def insert_token(self, token: Token, digest: bytes) -> None:
        """Add a token. Raises the library's IntegrityError when its id or digest is there, or its club is not."""
        with self._datastore.get_connection() as connection:
            connection.execute(
                "INSERT INTO poolbook.tokens (id, digest, club, role, member, label, created_at)"
                " VALUES (%s, %s, %s, %s, %s, %s, %s)",
                (token.id, digest, token.club, token.role, token.member, token.label, token.created_at),
            )

    def revoke_token(self, club: UUID, token: UUID, at: datetime) -> bool:
        """Revoke a token of this club. False when it has none such, or it is revoked already."""
        with self._datastore.get_connection() as connection:
            revoked = connection.execute(
                "UPDATE poolbook.tokens SET revoked_at = %s WHERE id = %s AND club = %s AND revoked_at IS NULL",
                (at, token, club),
            )
            return revoked.rowcount == 1

    def erase_label(self, club: UUID, token: UUID) -> None:
        """Take the label from a token of this club. May be repeated."""
        with self._datastore.get_connection() as connection:
            connection.execute("UPDATE poolbook.tokens SET label = NULL WHERE id = %s AND club = %s", (token, club))

    @until_connected
    def _select(self, row: type[Row], query: str, *parameters: object) -> list[Row]:
        with self._datastore.get_connection() as connection:
            return connection.cursor(row_factory=class_row(row)).execute(query.encode(), parameters).fetchall()
