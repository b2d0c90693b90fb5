"""The audit: where in the log are corrections, rulings, unsealings and erasures, questions about hidden cards, and
changes of tokens and limits.

The table holds only their places. Who did it, why, and what was before and after is read from the events when somebody
asks; so a text that has been erased since is gone from the audit as well.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.events.amendment import (
    ArticlesCorrected,
    GameCorrected,
    GamePaid,
    GameStands,
    GameVoided,
    HandUnsealed,
    SittingCorrected,
)
from ledger.events.base import Event
from ledger.events.club import ClubRenamed, MemberRenamed, PartErased, TokenIssued, TokenRevoked
from ledger.events.dispute import Ruled
from ledger.events.mishaps import LawWaived
from ledger.events.sitting import LimitsSet
from ledger.events.trail import CardsRefused, Question, WhatIfAsked
from ledger.events.webhook import WebhookAdded, WebhookRemoved, WebhookSecretRenewed
from ledger.seats import Member
from ledger.store import Logged
from projections.pages import Page, number, page
from projections.read_model import Folded, Rows, Table
from projections.tables import ReadTables

KINDS = (
    "correction",
    "rebase",
    "void",
    "paid",
    "as_played",
    "waiver",
    "ruling",
    "unsealing",
    "erasure",
    "renaming",
    "token_issued",
    "token_revoked",
    "webhook",
    "limits",
    "what_if",
    "cards_refused",
)
"""The kinds of row in the audit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRow:
    """One event of the audit: its kind and place. `members` are those whom it concerns, and the one who did it."""

    position: int
    kind: str
    stream: UUID
    version: int
    at: datetime
    sitting: UUID | None
    game: UUID | None
    members: list[Member]


AUDIT = Table("audit", AuditRow, key=("position",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which rows are wanted: those that meet every condition that is not None. `until` itself is not included."""

    kind: str | None = None
    member: Member | None = None
    sitting: UUID | None = None
    game: UUID | None = None
    since: str | None = None
    until: str | None = None


def fold(rows: Rows, logged: Logged) -> None:
    """Insert the row of an event, if it belongs in the audit."""
    classified = _kind(logged.recorded.event)
    if classified is None:
        return
    kind, concerned = classified
    recorded = logged.recorded
    stream = recorded.originator_id
    by = (recorded.actor.member,) if recorded.actor.member else ()
    row = AuditRow(
        position=logged.position,
        kind=kind,
        stream=stream,
        version=recorded.originator_version,
        at=recorded.at,
        sitting=stream if recorded.event.topic.startswith("sitting.") else None,
        game=_game(stream, recorded.event),
        members=sorted({*concerned, *by}),
    )
    rows.insert(AUDIT, row)


def _game(stream: UUID, event: Event) -> UUID | None:
    """The game that an entry is about."""
    if isinstance(event, Question | GameStands):
        return UUID(event.game)
    return stream if event.topic.startswith("game.") else None


def _kind(event: Event) -> tuple[str, Iterable[Member]] | None:
    """The kind of an event in the audit, and whom it concerns; None if it does not belong there."""
    match event:
        case GameCorrected(begun=begun, seats=seats):
            return "rebase" if begun else "correction", seats
        case SittingCorrected(seats=seats) | ArticlesCorrected(seats=seats):
            return "correction", seats
        case GameVoided(agreed_by=agreed):
            return "void", agreed
        case GamePaid(results=results, stands=stands):
            # A payment that stands after a correction is part of what the correction shows.
            return None if stands else ("paid", results)
        case GameStands(game=game, debts=debts):
            return "as_played", {m for debt in debts if debt.game == game for m in (debt.debtor, debt.creditor)}
        case LawWaived(agreed_by=agreed):
            return "waiver", agreed
        case Ruled(referee=referee):
            return "ruling", (referee,)
        case HandUnsealed(player=player):
            return "unsealing", (player,)
        case PartErased(member=member):
            return "erasure", (member,) if member else ()
        case MemberRenamed(member=member):
            return "renaming", (member,)
        case ClubRenamed():
            return "renaming", ()
        case TokenIssued(member=member):
            return "token_issued", (member,) if member else ()
        case TokenRevoked():
            return "token_revoked", ()
        case WebhookAdded() | WebhookSecretRenewed() | WebhookRemoved():
            return "webhook", ()
        case LimitsSet(player=player):
            return "limits", (player,)
        case WhatIfAsked():
            return "what_if", ()
        case CardsRefused():
            return "cards_refused", ()
    return None


MODEL = Folded("audit", (AUDIT,), fold)

_ENTRIES = """
    SELECT audit.position, audit.kind, audit.stream, audit.version, audit.at,
        coalesce(audit.sitting, games.sitting) AS sitting, audit.game, audit.members
    FROM audit LEFT JOIN games ON games.club = audit.club AND games.game = audit.game
    WHERE audit.club = %(club)s AND (%(below)s::bigint IS NULL OR audit.position < %(below)s)
        AND (%(kind)s::text IS NULL OR audit.kind = %(kind)s)
        AND (%(member)s::text IS NULL OR audit.members @> ARRAY[%(member)s::text])
        AND (%(sitting)s::uuid IS NULL OR coalesce(audit.sitting, games.sitting) = %(sitting)s)
        AND (%(game)s::uuid IS NULL OR audit.game = %(game)s)
        AND (%(since)s::timestamptz IS NULL OR audit.at >= %(since)s::timestamptz)
        AND (%(until)s::timestamptz IS NULL OR audit.at < %(until)s::timestamptz)
    ORDER BY audit.position DESC LIMIT %(rows)s
"""


def entries(tables: ReadTables, chosen: Filter, *, limit: int = 50, cursor: str | None = None) -> Page[AuditRow]:
    """The rows that are wanted, the last first. Raises BadCursor."""
    parameters = {
        "kind": chosen.kind,
        "member": chosen.member,
        "sitting": chosen.sitting,
        "game": chosen.game,
        "since": chosen.since,
        "until": chosen.until,
        "below": number(cursor),
        "rows": limit + 1,
    }
    return page(tables.select(AuditRow, _ENTRIES, parameters), limit, lambda row: str(row.position))
