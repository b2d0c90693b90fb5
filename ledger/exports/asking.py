"""What is to be written out: a club, or one sitting or game of it."""

from uuid import UUID

from ledger.application.club_books import ClubBooks
from ledger.exports.told import Told
from ledger.refusals import Invalid
from ledger.telling.redaction import Reader


def asked(books: ClubBooks, name: str, reader: Reader, sitting: UUID | None = None, game: UUID | None = None) -> Told:
    """What a reader may know of a club called `name`, or of its sitting or game.

    Raises NotFound for what is not this club's, Invalid for a game of another sitting than the one named.
    """
    if sitting is not None:
        books.sitting(sitting, at=1)
    if game is not None and sitting not in (None, UUID(books.game(game, at=1).sitting)):
        raise Invalid({"game": ["is not one of that sitting"]})
    return Told(books, name, reader, sitting, game)
