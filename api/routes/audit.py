"""The audit of a club."""

from uuid import UUID

from api.answers.audit import AuditBodies
from api.lists import Answer as Listed
from api.lists import answered, freshened
from api.noun import Call, Noun
from api.schemas.audit import AuditEntry, AuditQuery
from api.schemas.lists import listed
from api.service import service
from ledger.roles import INSPECTORS
from projections.audit import AuditRow, Filter, entries
from projections.pages import Page

noun = Noun(
    "audit",
    __name__,
    description="Corrections, waivers, rulings, unsealings, what-ifs, payments as made, erasures, changes of tokens.",
)


@noun.reads("/v1/clubs/<id:club>/audit", listed(AuditEntry), roles=INSPECTORS, query=AuditQuery)
def read_audit(call: Call) -> Listed:
    """Corrections and other changes of the record, of tokens and of limits, the last first: who, when, why, and the
    state before and after."""
    position = freshened(service().read_tables(call.club), call.input)
    page, bodies = audited(call)
    return answered(page, call.input, position, shown=bodies.body)


def audited(call: Call) -> tuple[Page[AuditRow], AuditBodies]:
    """The entries that a query asks for, and what makes their bodies for this reader."""
    query, tables = call.input, service().read_tables(call.club)
    chosen = Filter(
        kind=query["kind"],
        member=query["member"],
        sitting=query["sitting"] and UUID(query["sitting"]),
        game=query["game"] and UUID(query["game"]),
        since=query["since"],
        until=query["until"],
    )
    labels = {str(token.id): token.label for token in service().clubs.directory.tokens(call.club)}
    page = entries(tables, chosen, limit=query["limit"], cursor=query["cursor"])
    return page, AuditBodies(call.books.store, call.reader, labels)
