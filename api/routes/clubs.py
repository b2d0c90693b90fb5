"""Clubs, and the owner of a token."""

from typing import Any

from api.access import Caller
from api.joined import Joined
from api.noun import Answer, Call, Noun, unless_known, written
from api.schemas.clubs import Club, FoundedClub, Me, NewClub
from api.service import service
from ledger.roles import FOUNDERS, READERS

noun = Noun("clubs", __name__, description="Clubs: each keeps books of its own.")


@noun.reads("/v1/me", Me, roles=(*READERS, *FOUNDERS))
def whose_token(call: Call) -> Caller:
    """The club, role and member of the token."""
    return call.caller


@noun.writes("/v1/clubs", NewClub, FoundedClub, roles=FOUNDERS, versioned=False)
def found_club(call: Call) -> Answer:
    """Found a club. The answer has its owner's token, which cannot be shown again."""
    club, issued = service().clubs.found_club(call.request, call.input["name"], call.input["currency"])
    return written(issued.saved, Joined({"token": issued.secret}, club))


@noun.reads("/v1/clubs/<id:club>", Club, conditional=True)
def read_club(call: Call) -> Any:
    """The club."""
    return unless_known(call.books.club().version, lambda: service().clubs.entry(call.club))
