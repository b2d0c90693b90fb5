"""Names for the files of exports, such as `green-baize-results-1895.csv`."""

import re
import unicodedata

from ledger.exports.views import ClubView

_LONGEST = 60


def file_name(view: ClubView, holds: str, suffix: str) -> str:
    """A name in ASCII for a file: the club, what the file holds, and the part or the years of the record.

    Raises NotFound.
    """
    return "-".join(filter(None, (_plain(view.name), holds, _part(view)))) + suffix


def _part(view: ClubView) -> str:
    held = view.held()
    if view.game is not None:
        return f"{held[0].on}-sitting-{held[0].number}-game-{view.books.game(view.game, at=1).number}" if held else ""
    if view.sitting is not None:
        return f"{held[0].on}-sitting-{held[0].number}" if held else ""
    if view.first or view.last:
        ends = (("from", view.first), ("to", view.last))
        return "-".join(f"{word}-{day}" for word, day in ends if day)
    years = [f"{day.on.year:04}" for day in held]
    return "-".join(sorted({years[0], years[-1]})) if years else ""


def _plain(name: str) -> str:
    """A name in small letters and digits with hyphens between them; `club` if none of it is left."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", letters).strip("-")[:_LONGEST].rstrip("-") or "club"
