"""The names of a club and of its members: which are taken, and how they change."""

from ledger.events.club import ClubRenamed, MemberRenamed
from ledger.names import check_name, folded
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state.club import Club


def check_not_taken(club: Club, name: str, besides: Member | None = None) -> None:
    """Refuse a name that another member has, however its letters and blanks are written."""
    if any(known and folded(known) == folded(name) for member, known in club.members.items() if member != besides):
        detail = f"there is a member called {name} already: add something to tell the two apart, or say same_name"
        raise Refused(None, "name_taken", detail)


def rename_member(club: Club, member: Member, name: str, *, same_name: bool = False) -> MemberRenamed:
    """Give a member another name. With `same_name` another member may have it already.

    Raises Invalid for a name that holds what nobody can see; Refused for one that another member has, or he himself,
    and for a member whose name has been erased.
    """
    check_name("name", name)
    if club.members[member] is None:
        raise Refused(None, "erased", "this member's name has been erased: enter him anew if he comes back")
    _check_other(club.members[member], name)
    if not same_name:
        check_not_taken(club, name, member)
    return MemberRenamed(member=member, name=name)


def rename_club(club: Club, name: str) -> ClubRenamed:
    """Give the club another name. Raises Invalid as `rename_member` does, and Refused for the name that it has."""
    check_name("name", name)
    _check_other(club.name, name)
    return ClubRenamed(name=name)


def _check_other(present: str | None, name: str) -> None:
    if present == name:
        raise Refused(None, "same_name", "that is the name already")
