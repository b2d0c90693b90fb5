"""The reconciliation sheet of a sitting, for the schema `Sheet`."""

from typing import Any
from uuid import UUID

from api.answers.adjustments import adjustments_in, total_of
from ledger.application.club_books import ClubBooks
from ledger.books.sheet import Reckoning
from ledger.books.transfers import transfers
from ledger.telling.redaction import Reader


def sheet_body(reckoning: Reckoning, books: ClubBooks, sitting: UUID, reader: Reader) -> dict[str, Any]:
    """The sheet: the reckoning with the payments that settle the evening, and what has been adjusted since the close.

    Raises NotFound.
    """
    opened = books.sitting(sitting, at=1)
    adjustments = adjustments_in(books.recorded(sitting), books, reader)
    return {
        "sitting": sitting,
        "number": opened.number,
        "held_on": opened.held_on,
        "reckoning": reckoning,
        "colours": reckoning.colours.values(),
        "players": reckoning.players.values(),
        "must_be_nought": reckoning.must_be_nought(),
        "payments": transfers(reckoning.net_due()),
        "adjusted": total_of(adjustments),
        "adjustments": adjustments,
    }
