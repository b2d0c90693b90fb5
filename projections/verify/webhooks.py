"""The webhooks: each row against the club's stream.

A row that the record does not know, or with another secret than was recorded, would send the club's events in the name
of the club. How far a webhook has come is recorded nowhere else. A webhook without a row sends nothing: so it is after
a backup was restored, or a log imported.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, LiteralString

from ledger.events.webhook import WebhookAdded, WebhookRemoved, WebhookSecretRenewed
from ledger.store import Logged
from projections.verify.report import Difference, Differs, Findings, lone_row
from projections.verify.snapshot import Snapshot

KIND = "webhooks"


class Webhooks:
    """Reads the club's stream, and compares the rows of its webhooks with it."""

    def __init__(self, snapshot: Snapshot, findings: Findings) -> None:
        self._snapshot = snapshot
        self._findings = findings
        self._digests: dict[str, str] = {}
        self._last = 0

    def see(self, batch: Sequence[Logged]) -> None:
        """Gather which webhooks there are."""
        self._last = batch[-1].position
        for logged in batch:
            match logged.recorded.event:
                case (
                    WebhookAdded(webhook=webhook, digest=digest) | WebhookSecretRenewed(webhook=webhook, digest=digest)
                ):
                    self._digests[webhook] = digest
                case WebhookRemoved(webhook=webhook):
                    self._digests.pop(webhook, None)

    def finish(self) -> None:
        """Compare. Raises Differs."""
        rows = {str(row["id"]): row for row in self._rows(_WEBHOOKS)}
        for webhook, row in rows.items():
            self._check(webhook, row)
        for row in self._rows(_DEAD):
            if str(row["webhook"]) not in rows or row["position"] > self._last:
                key = f"webhook {row['webhook']}, position {row['position']}"
                raise Differs(lone_row(KIND, "webhook_dead", key, missing=False))
        asleep = len(self._digests.keys() - rows.keys())
        if asleep:
            sentence = f"{asleep} webhooks have no secret in this database, and send nothing until they are given one"
            self._findings.notice("webhooks_asleep", sentence)

    def _check(self, webhook: str, row: dict[str, Any]) -> None:
        key = f"id {webhook}"
        if webhook not in self._digests:
            raise Differs(lone_row(KIND, "webhooks", key, missing=False))
        if sha256(row["secret"].encode()).hexdigest() != self._digests[webhook]:
            sentence = f"the row of webhooks with {key} signs with another secret than was given"
            raise Differs(Difference(kind=KIND, sentence=sentence, table="webhooks", key=key, column="secret"))
        if row["position"] > self._last:
            sentence = f"the row of webhooks with {key} is at position {row['position']}, beyond the end of the log"
            raise Differs(Difference(kind=KIND, sentence=sentence, table="webhooks", key=key, column="position"))

    def _rows(self, query: LiteralString) -> list[dict[str, Any]]:
        return self._snapshot.connection.execute(query, {"club": self._snapshot.club}).fetchall()


_WEBHOOKS: LiteralString = "SELECT id, secret, position FROM poolbook.webhooks WHERE club = %(club)s"
_DEAD: LiteralString = "SELECT webhook, position FROM poolbook.webhook_dead WHERE club = %(club)s"
