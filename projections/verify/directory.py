"""The directory: the rows of the club and of its tokens, each against the club's stream and the end of its log.

A token that the record does not know, or with another secret, role or member than was recorded, opens the club to
somebody. An older release recorded neither the club's name nor the digest of a token's secret; then those cannot be
compared. Nor did it record and list a token in one transaction: what a crash left of one that it issued is a notice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, LiteralString

from ledger.events.club import ClubFounded, ClubRenamed, TokenIssued, TokenRevoked
from ledger.store import Club, Logged, Recorded
from projections.verify.report import Difference, Differs, Findings, lone_row, unlike_row
from projections.verify.snapshot import Snapshot

KIND = "directory"

_Row = dict[str, Any]


@dataclass(slots=True)
class _Token:
    """What the record says of a token."""

    issued: Recorded
    revoked_at: datetime | None = None


class Directory:
    """Reads the club's stream, and compares the directory with it."""

    def __init__(self, snapshot: Snapshot, club: Club, findings: Findings) -> None:
        self._snapshot = snapshot
        self._club = club
        self._findings = findings
        self._founded: Recorded | None = None
        self._name: str | None = None
        self._last: Logged | None = None
        self._tokens: dict[str, _Token] = {}

    def see(self, batch: Sequence[Logged]) -> None:
        """Gather what the club's stream says of the directory."""
        self._last = batch[-1]
        for recorded in (logged.recorded for logged in batch):
            if recorded.originator_id != self._club.id:
                continue
            match recorded.event:
                case ClubFounded(name=name):
                    self._founded, self._name = recorded, name
                case ClubRenamed(name=name):
                    self._name = name
                case TokenIssued(token=token):
                    self._tokens[token] = _Token(recorded)
                case TokenRevoked(token=token) if token in self._tokens:
                    self._tokens[token].revoked_at = recorded.at

    def finish(self) -> None:
        """Compare. Raises Differs."""
        self._check_club()
        rows = {str(row["id"]): row for row in self._rows(_TOKENS)}
        for token, row in rows.items():
            if token not in self._tokens:
                raise Differs(lone_row(KIND, "tokens", f"id {token}", missing=False))
            self._check_token(token, row, self._tokens[token])
        for token in self._tokens.keys() - rows.keys():
            self._check_unlisted(token, self._tokens[token].issued)
        self._findings.count("tokens", len(rows))

    def _rows(self, query: LiteralString) -> Iterator[_Row]:
        return iter(self._snapshot.connection.execute(query, {"club": self._club.id}).fetchall())

    # The club

    def _check_club(self) -> None:
        row = next(self._rows(_CLUB), None)
        key = f"id {self._club.id}"
        if row is None:
            raise Differs(lone_row(KIND, "clubs", key, missing=True))
        position = self._last.position if self._last else 0
        last_at = self._last.recorded.at if self._last else _NEVER
        must: _Row = {"position": position, "last_at": last_at}
        if not row["gone_on"] and self._snapshot.tables.position() < position:
            # The follower looks only at clubs that are marked.
            must["gone_on"] = True
        if self._founded is not None:
            assert isinstance(self._founded.event, ClubFounded)
            must["currency"] = self._founded.event.currency
            if self._founded.event.name is not None:
                # The row is made before the event is recorded.
                must["created_at"] = min(self._founded.at, row["created_at"])
            if self._name is None:
                sentence = "an older release founded this club and did not record its name, which so cannot be compared"
                self._findings.notice("name_not_recorded", sentence)
            else:
                must["name"] = self._name
        _compare("clubs", key, must, row)

    # The tokens

    def _check_token(self, token: str, row: _Row, recorded: _Token) -> None:
        """Raise Differs unless a row is as the token was issued, revoked, and its label erased."""
        key, issued = f"id {token}", recorded.issued
        event = issued.event
        assert isinstance(event, TokenIssued)
        expires_at = datetime.fromisoformat(event.expires_at) if event.expires_at else None
        must: _Row = {"role": event.role, "member": event.member, "expires_at": expires_at}
        if event.digest is not None:
            must |= {"digest": bytes.fromhex(event.digest), "created_at": issued.at}
        else:
            self._findings.notice("digest_not_recorded", _NO_DIGEST)
        _compare("tokens", key, must, row)
        # The older release revoked a token in the directory first, and took labels away there, and recorded it later.
        older = event.digest is None
        if row["label"] != event.label:
            if not older or row["label"] is not None:
                # A label may name somebody, so neither is shown.
                sentence = f"the row of tokens with {key} has another label than was recorded"
                raise Differs(Difference(kind=KIND, sentence=sentence, table="tokens", key=key, column="label"))
            self._findings.notice("interrupted", _INTERRUPTED)
        if (revoked_at := row["revoked_at"]) != recorded.revoked_at:
            if not older or revoked_at is None or (recorded.revoked_at and revoked_at > recorded.revoked_at):
                raise Differs(unlike_row(KIND, "tokens", key, "revoked_at", recorded.revoked_at, revoked_at))
            if recorded.revoked_at is None:
                self._findings.notice("interrupted", _INTERRUPTED)

    def _check_unlisted(self, token: str, issued: Recorded) -> None:
        """Note a token that is not in the directory where that has a cause. Raises Differs where it has none."""
        command = self._snapshot.rows(_REQUEST, {"key": issued.command})
        if command and not command[0][0]:
            sentence = "the club was imported from its log, in which no tokens are: those that it had open nothing here"
            self._findings.notice("tokens_not_imported", sentence)
        elif _digest(issued) is not None:
            raise Differs(lone_row(KIND, "tokens", f"id {token}", missing=True))
        else:
            place = {"stream": issued.originator_id, "version": issued.originator_version}
            self._findings.notice("interrupted", _INTERRUPTED, **place)  # type: ignore[arg-type]


def _digest(issued: Recorded) -> str | None:
    assert isinstance(issued.event, TokenIssued)
    return issued.event.digest


def _compare(table: str, key: str, must: _Row, row: _Row) -> None:
    for column, expected in must.items():
        if row[column] != expected:
            if column == "digest":
                sentence = f"the row of {table} with {key} opens the club to another secret than was issued"
                raise Differs(Difference(kind=KIND, sentence=sentence, table=table, key=key, column=column))
            raise Differs(unlike_row(KIND, table, key, column, expected, row[column]))


_NO_DIGEST = "an older release issued a token and did not record the digest of its secret, which so cannot be compared"
_INTERRUPTED = (
    "a token that an older release issued is not in the directory as it was recorded, and opens nothing more: a request"
    " to issue or revoke it, or to erase its label, was interrupted, or the row was changed since"
)
_NEVER = datetime.min.replace(tzinfo=UTC)
_CLUB: LiteralString = """
    SELECT name, currency, created_at, position, last_at, gone_on FROM poolbook.clubs WHERE id = %(club)s
"""
_TOKENS: LiteralString = "SELECT * FROM poolbook.tokens WHERE club = %(club)s ORDER BY created_at, id"
_REQUEST: LiteralString = "SELECT request_hash FROM commands WHERE club = %(club)s AND key = %(key)s"
