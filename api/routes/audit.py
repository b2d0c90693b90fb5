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
from projections.audit import Filter, entries

noun = Noun(
    "audit",
    __name__,
    description="Corrections, waivers, rulings, unsealings, payments as made, erasures, and changes of tokens.",
)


@noun.reads("/v1/clubs/<id:club>/audit", listed(AuditEntry), roles=INSPECTORS, query=AuditQuery)
def read_audit(call: Call) -> Listed:
    """What was said of the record afterwards, and changed in tokens and limits, the last first: who, when, why, and
    what was before and after."""
    said, tables = call.said, service().read_tables(call.club)
    position = freshened(tables, said)
    asked = Filter(
        kind=said["kind"],
        member=said["member"],
        sitting=said["sitting"] and UUID(said["sitting"]),
        game=said["game"] and UUID(said["game"]),
        since=said["since"],
        until=said["until"],
    )
    page = entries(tables, asked, limit=said["limit"], cursor=said["cursor"])
    labels = {str(each.id): each.label for each in service().clubs.directory.tokens(call.club)}
    bodies = AuditBodies(call.books.store, call.reader, labels)
    return answered(page, said, position, shown=bodies.body)
