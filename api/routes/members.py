"""The members of a club."""

from api.lists import Answer as Listed
from api.lists import current, page_of
from api.noun import Answer, Call, Noun, written
from api.schemas.clubs import EnteredMember, Member, NewMember
from api.schemas.lists import FreshListQuery, listed
from ledger.application.club_books import NotFound
from ledger.application.renaming import Renaming
from ledger.events.club import MemberJoined, MemberRenamed
from ledger.roles import MANAGERS

noun = Noun("members", __name__, description="The members of a club. Everywhere else they are named by their ids.")


@noun.writes(
    "/v1/clubs/<id:club>/members",
    NewMember,
    EnteredMember,
    roles=MANAGERS,
    creates="/v1/clubs/{club}/members/{id}",
)
def enter_member(call: Call) -> Answer:
    """Enter a member. A name that another member has is refused, unless the body says `same_name`."""
    saved = call.books.add_member(call.request, call.input["name"], same_name=call.input["same_name"])
    joined = call.recorded(saved, MemberJoined)
    return written(saved, {"id": joined.member, "name": joined.name})


@noun.writes("/v1/clubs/<id:club>/members/<id:member>/name", NewMember, EnteredMember, roles=MANAGERS)
def rename_member(call: Call) -> Answer:
    """Give a member another name. The audit keeps the old one until it is erased."""
    name, same_name = call.input["name"], call.input["same_name"]
    saved = Renaming(call.books).rename_member(call.request, str(call.ids["member"]), name, same_name=same_name)
    renamed = call.recorded(saved, MemberRenamed)
    return written(saved, {"id": renamed.member, "name": renamed.name})


@noun.reads("/v1/clubs/<id:club>/members", listed(Member), query=FreshListQuery)
def list_members(call: Call) -> Listed:
    """The members, in the order in which they joined."""
    position = current(call.books, call.input)
    members = [{"id": member, "name": name} for member, name in call.books.club().members.items()]
    return page_of(members, call.input, position)


@noun.reads("/v1/clubs/<id:club>/members/<id:member>", Member)
def read_member(call: Call) -> dict[str, str | None]:
    """A member by his name, which is null once it has been erased."""
    member, members = str(call.ids["member"]), call.books.club().members
    if member not in members:
        raise NotFound
    return {"id": member, "name": members[member]}
