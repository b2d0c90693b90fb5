"""The demonstration club: five members, and the illustrated game of the book."""

from importlib.resources import files
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from ledger.application.club_books import KeyReused, Request
from ledger.application.clubs import Clubs, founded_under
from ledger.gamefile import parse
from ledger.roles import Role
from ledger.store import Actor, Club
from ops.recording import record

NAME = "The Demonstration Club"
_OPERATOR = Actor(token=None, member=None, role=Role.OPERATOR)


def demo_club(clubs: Clubs, data_dir: Path) -> tuple[Club, str | None]:
    """The demonstration club and an owner's token for it, made at the first start.

    The token's secret is kept in a file that only the service's user can read, so that a later start can print
    it again; None when that file is gone.
    """
    kept = data_dir / "demonstration-token"
    request = Request(_OPERATOR, str(uuid5(NAMESPACE_URL, "poolbook:demonstration")), b"demonstration")
    try:
        club, issued = clubs.found_club(request, NAME, "LSD")
    except KeyReused:
        # It was brought back from its log, and is left as it came.
        return clubs.entry(founded_under(request.key)), kept.read_text() if kept.exists() else None
    if issued.secret is not None:
        kept.touch(mode=0o600)
        kept.write_text(issued.secret)
    text = files("ops.demo").joinpath("illustrated.game").read_text()
    record(clubs.books(club.id), parse(text), add_members=True)
    return club, kept.read_text() if kept.exists() else None
