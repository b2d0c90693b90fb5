"""The pen: while somebody holds it at a table, nobody else begins a game there, writes its acts, or corrects it while
it runs."""

from ledger.events.pen import PenTaken
from ledger.refusals import Refused
from ledger.state.club import Club
from ledger.state.sitting import Sitting
from ledger.table.till import check_open


def take(sitting: Sitting, token: str) -> PenTaken:
    """The event that gives the pen of an open sitting to the holder of a token, whoever has it now. Raises Refused."""
    check_open(sitting)
    return PenTaken(token=token)


def check_held(club: Club, holder: str) -> None:
    """Raise Refused because `holder`, another token, has the pen. Where that token was revoked, nobody has it."""
    if holder in club.tokens:
        raise Refused(None, "pen_held", f"{club.label_of(holder)} keeps the score at this table: take the pen to write")
