"""Clubs, and the owner of a token."""

from dataclasses import replace
from typing import Any

from api.access import Caller
from api.joined import Joined
from api.noun import Answer, Call, Noun, unless_known, written
from api.schemas.clubs import Club, FoundedClub, Me, NewClub, NewName, RenamedClub
from api.service import service
from ledger.application.renaming import Renaming
from ledger.events.club import ClubRenamed
from ledger.roles import FOUNDERS, MANAGERS, READERS

noun = Noun("clubs", __name__, description="Clubs: each keeps books of its own.")


@noun.reads("/v1/me", Me, roles=(*READERS, *FOUNDERS))
def whose_token(call: Call) -> Caller:
    """The club, role and member of the token."""
    return call.caller


@noun.writes("/v1/clubs", NewClub, FoundedClub, roles=FOUNDERS, versioned=False, creates="/v1/clubs/{id}")
def found_club(call: Call) -> Answer:
    """Found a club. The answer has its owner's token, which cannot be shown again."""
    club, issued = service().clubs.found_club(call.request, call.input["name"], call.input["currency"])
    return written(issued.saved, Joined({"token": issued.secret}, club))


@noun.reads("/v1/clubs/<id:club>", Club, conditional=True)
def read_club(call: Call) -> Any:
    """The club."""
    return unless_known(call.books.club().version, lambda: service().clubs.entry(call.club))


@noun.writes("/v1/clubs/<id:club>/name", NewName, RenamedClub, roles=MANAGERS)
def rename_club(call: Call) -> Answer:
    """Give the club another name. The audit keeps the old one."""
    saved = Renaming(call.books).rename_club(call.request, call.input["name"])
    renamed = call.recorded(saved, ClubRenamed)
    return written(saved, replace(service().clubs.entry(call.club), name=renamed.name))
