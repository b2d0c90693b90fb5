"""Names and free texts erased."""

from uuid import UUID

from api.noun import Answer, Call, Noun, written
from api.schemas.erasures import ErasedMember, Erasure, NewErasure, NewNameErasure
from ledger.application.club_books import Saved
from ledger.application.erasures import Erasures
from ledger.events.club import PartErased
from ledger.roles import MANAGERS

noun = Noun(
    "erasures",
    __name__,
    description="Erasing names and free texts. The words are gone; the record and every proof of it stay.",
)


@noun.writes("/v1/clubs/<id:club>/members/<id:member>/erasure", NewNameErasure, ErasedMember, roles=MANAGERS)
def erase_member_name(call: Call) -> Answer:
    """Erase a member's name and the labels of his tokens. From now on his id is shown instead."""
    member = str(call.ids["member"])
    saved = Erasures(call.books).erase_name(call.request, member, call.input["reason"])
    return written(saved, {"id": member, "name": None, "erased": _erased(call, saved)})


@noun.writes("/v1/clubs/<id:club>/erasures", NewErasure, Erasure, roles=MANAGERS)
def erase_words(call: Call) -> Answer:
    """Erase a free text: a note, reason, question, statement, ruling or label. Cards and numbers cannot be erased."""
    body = call.input
    saved = Erasures(call.books).erase_words(
        call.request, UUID(body["stream"]), body["version"], body["part"], body["reason"]
    )
    return written(saved, {"erased": _erased(call, saved)})


def _erased(call: Call, saved: Saved) -> list[PartErased]:
    recorded = call.books.recorded(saved.stream)[saved.first - 1 : saved.last]
    return [record.event for record in recorded if isinstance(record.event, PartErased)]
