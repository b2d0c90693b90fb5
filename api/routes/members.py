"""The members of a club."""

from api.lists import Answer as Listed
from api.lists import current, page_of
from api.noun import Answer, Call, Noun, written
from api.schemas.clubs import EnteredMember, Member, NewMember
from api.schemas.lists import FreshListQuery, listed
from ledger.events.club import MemberJoined
from ledger.roles import MANAGERS

noun = Noun("members", __name__, description="The members of a club. Everywhere else they are named by their ids.")


@noun.writes("/v1/clubs/<id:club>/members", NewMember, EnteredMember, roles=MANAGERS)
def enter_member(call: Call) -> Answer:
    """Enter a member."""
    saved = call.books.add_member(call.request, call.input["name"])
    joined = call.recorded(saved, MemberJoined)
    return written(saved, {"id": joined.member, "name": joined.name})


@noun.reads("/v1/clubs/<id:club>/members", listed(Member), query=FreshListQuery)
def list_members(call: Call) -> Listed:
    """The members, in the order in which they joined."""
    position = current(call.books, call.input)
    members = [{"id": member, "name": name} for member, name in call.books.club().members.items()]
    return page_of(members, call.input, position)
