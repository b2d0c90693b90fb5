"""Names and free texts erased."""

from uuid import UUID

from api.noun import Answer, Call, Noun, written
from api.schemas.erasures import ErasedMember, Erasure, NewErasure, NewNameErasure
from api.service import service
from ledger.application.club_books import Saved
from ledger.application.erasures import Erasures
from ledger.events.club import PartErased
from ledger.roles import MANAGERS

noun = Noun(
    "erasures",
    __name__,
    description="Names and free texts erased. The words are gone; what was recorded, and every proof of it, stands.",
)


@noun.writes("/v1/clubs/<id:club>/members/<id:member>/erasure", NewNameErasure, ErasedMember, roles=MANAGERS)
def erase_member_name(call: Call) -> Answer:
    """Erase a member's name, and the labels of his tokens with it. From now on his id stands wherever he is named."""
    member = str(call.ids["member"])
    saved = _erasures(call).erase_name(call.request, member, call.said["reason"])
    return written(saved, {"id": member, "name": None, "erased": _erased(call, saved)})


@noun.writes("/v1/clubs/<id:club>/erasures", NewErasure, Erasure, roles=MANAGERS)
def erase_words(call: Call) -> Answer:
    """Erase a free text: a note, reason, question, statement, ruling or label. Nothing that the laws judge by."""
    said = call.said
    saved = _erasures(call).erase_words(
        call.request, UUID(said["stream"]), said["version"], said["part"], said["reason"]
    )
    return written(saved, {"erased": _erased(call, saved)})


def _erasures(call: Call) -> Erasures:
    return Erasures(call.books, service().clubs.directory)


def _erased(call: Call, saved: Saved) -> list[PartErased]:
    recorded = call.books.store.load(saved.stream, gt=saved.first - 1, lte=saved.last)
    return [each.event for each in recorded if isinstance(each.event, PartErased)]
