"""Audit: totals that must be nought, the check of the log, whatever was done to the record afterwards, and exports."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import post_load

from api.lists import freshened
from api.noun import Call
from api.pages.screens import Screens, page
from api.routes.audit import audited
from api.schemas.audit import AuditEntry, AuditQuery
from api.schemas.fields import Day
from api.service import service
from ledger.exports import FORMATS
from ledger.refusals import Refused
from ledger.roles import INSPECTORS, UNSEALERS
from ledger.state import game_fold as games
from ledger.telling.redaction import known_events
from projections.audit import KINDS, AuditRow
from projections.merkle import newest_checkpoint
from projections.statements import books_of_club

screens = Screens("audit", __name__)


class AuditPageQuery(AuditQuery):
    """Which entries are wanted. A form names days: from the beginning of the first to the end of the last."""

    since = Day(data_key="from", load_default=None)  # type: ignore[assignment]
    until = Day(data_key="to", load_default=None)  # type: ignore[assignment]

    @post_load
    def _moments(self, loaded: dict[str, Any], **_: Any) -> dict[str, Any]:
        first, last = loaded["since"], loaded["until"]
        return {
            **loaded,
            "days": {"from": first, "to": last},
            "since": first and _midnight(first),
            "until": last and _midnight(min(last, _LAST_BUT_ONE) + timedelta(days=1)),
        }


_LAST_BUT_ONE = date.max - timedelta(days=1)
"""The last day that has a next one."""


def _midnight(day: date) -> str:
    return f"{day}T00:00:00Z"


@screens.shows("/clubs/<id:club>/audit", roles=INSPECTORS, query=AuditPageQuery)
def audit(call: Call) -> Response:
    """What an auditor looks at first, then every correction, ruling, unsealing and the like, the last first."""
    tables = service().read_tables(call.club)
    freshened(tables, call.input)
    listed, bodies = audited(call)
    return page(
        "audit.html",
        here="audit",
        books=books_of_club(tables),
        checkpoint=newest_checkpoint(tables),
        entries=AuditEntry(many=True).dump([bodies.body(row) for row in listed.items]),
        places={row.position: _place(call, row) for row in listed.items},
        next=listed.next,
        query=call.input,
        kinds=KINDS,
        members=call.books.club().members,
        formats=[outside for outside in FORMATS.values() if call.caller.role in outside.roles],
    )


def _place(call: Call, row: AuditRow) -> str:
    """Where in the record an entry belongs: the number of its sitting, and of its game if it is about one."""
    if row.game is not None:
        begun = call.books.game(row.game, at=1)
        return f"Game {begun.number} of sitting {call.books.sitting(UUID(begun.sitting), at=1).number}"
    return f"Sitting {call.books.sitting(row.sitting, at=1).number}" if row.sitting else ""


@screens.shows("/games/<id:game>/unsealing", roles=UNSEALERS)
def unsealing(call: Call) -> Response:
    """Where an auditor reads one hand of a game that is over, for a reason. It is shown there and nowhere else."""
    game_id = call.ids["game"]
    seen = games.fold(known_events(call.books.game_events(game_id), call.reader))
    if not seen.over:
        raise Refused(28, "game_running", "a hand can be unsealed when the game is over")
    return page("unsealing.html", here="audit", id=game_id, game=seen)
