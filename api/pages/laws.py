"""The book: the laws restated, searchable, each with the readings that it leaves open. It takes no token."""

from flask import Response, request

from api.pages.screens import Screens, page
from ledger.application.club_books import NotFound
from ledger.laws.readings import READINGS, Reading
from ledger.laws.register import LAWS, Law, how_kept

screens = Screens("laws", __name__)


@screens.open_shows("/laws")
def laws() -> Response:
    """Every law, or those in which each word that is looked for stands."""
    wanted = request.args.get("q", "").strip()[:100]
    found = [law for law in LAWS.values() if _holds(law, wanted)]
    return page("laws.html", here="laws", laws=found, wanted=wanted, readings=_readings(found))


@screens.open_shows("/laws/<number:n>")
def law(n: str) -> Response:
    """One law, and its readings."""
    number = int(n) if n.isascii() and n.isdigit() and len(n) < 4 else 0
    if number not in LAWS:
        raise NotFound
    entry = LAWS[number]
    return page(
        "law.html",
        here="laws",
        law=entry,
        kept=how_kept(number) == "kept",
        readings=_readings([entry])[number],
        before=LAWS.get(number - 1),
        after=LAWS.get(number + 1),
    )


def _holds(law: Law, wanted: str) -> bool:
    text = f"{law.number} {law.title} {law.chapter} {law.restatement}".casefold()
    return all(word in text for word in wanted.casefold().split())


def _readings(laws: list[Law]) -> dict[int, list[Reading]]:
    """The readings of each of these laws, by its number."""
    return {law.number: [READINGS[name] for name in law.readings] for law in laws}
