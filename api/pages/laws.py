"""The book: the laws restated, searchable, each with the readings that it leaves open. It takes no token.

To a reader who is signed in the page of a law also lists the games of his club that turned on it.
"""

from itertools import groupby

from flask import Response, g, request

from api.noun import Call
from api.pages.screens import Screens, page
from api.service import service
from ledger.application.club_books import NotFound
from ledger.laws.readings import READINGS, Reading
from ledger.laws.register import LAWS, Law, how_kept
from projections.pages import Page
from projections.season import FoundGame, Wanted, games_of_club

screens = Screens("laws", __name__)

CHAPTERS = {"jackpot": "jack-pot"}
"""The headings of chapters that are not called as their modules are."""
FEW = 10
"""How many of the games that turned on a law its own page lists."""


@screens.open_shows("/laws")
def laws() -> Response:
    """Every law by chapter, or those that are looked for: by a number, or by words that all stand in them."""
    wanted = request.args.get("q", "").strip()[:100]
    chosen = [law for law in LAWS.values() if _holds(law, wanted)]
    parts = [
        (CHAPTERS.get(chapter, chapter), list(within)) for chapter, within in groupby(chosen, lambda law: law.chapter)
    ]
    return page("laws.html", here="laws", parts=parts, number=len(chosen), wanted=wanted, readings=_readings(chosen))


@screens.open_shows("/laws/<number:n>")
def law(n: str) -> Response:
    """One law, its readings, and the games that turned on it."""
    number = int(n) if n.isascii() and n.isdigit() and len(n) < 4 else 0
    if number not in LAWS:
        raise NotFound
    entry = LAWS[number]
    return page(
        "law.html",
        here="laws",
        law=entry,
        chapter=CHAPTERS.get(entry.chapter, entry.chapter),
        kept=how_kept(number) == "kept",
        readings=_readings([entry])[number],
        games=_games(number),
        before=LAWS.get(number - 1),
        after=LAWS.get(number + 1),
    )


def _games(number: int) -> Page[FoundGame] | None:
    """The last games of the reader's club whose settlements name a law; None for a reader who is not signed in."""
    call: Call | None = g.get("call")
    if call is None:
        return None
    return games_of_club(service().read_tables(call.club), Wanted(law=number), limit=FEW)


def _holds(law: Law, wanted: str) -> bool:
    """Whether a law is looked for. A number is that of a law; the word `law` before it says nothing more."""
    words = [word for word in wanted.casefold().replace("§", " ").split() if word not in ("law", "laws")]
    numbers = [word for word in words if word.isdigit()]
    if numbers and str(law.number) not in numbers:
        return False
    open_points = " ".join(
        f"{name.replace('_', ' ')} {' '.join(READINGS[name].values.values())}" for name in law.readings
    )
    text = f"{law.title} {CHAPTERS.get(law.chapter, law.chapter)} {law.restatement} {open_points}".casefold()
    return all(word in text for word in words if word not in numbers)


def _readings(laws: list[Law]) -> dict[int, list[Reading]]:
    """The readings of each of these laws, by its number."""
    return {law.number: [READINGS[name] for name in law.readings] for law in laws}
