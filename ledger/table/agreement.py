"""What the players agree before play: the articles, and who must have agreed to them (19, 81)."""

from dataclasses import dataclass

from ledger.articles import VARIANTS, Articles, Kitty
from ledger.laws.ante import check_ante
from ledger.laws.consent import check_agreed
from ledger.laws.ranking import HandClass
from ledger.laws.register import LAWS
from ledger.refusals import Invalid
from ledger.seats import Member


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """What a club asks for when it opens a sitting."""

    seats: tuple[Member, ...]
    articles: Articles
    held_on: str
    agreed_by: tuple[Member, ...] = ()
    carried_from: str | None = None


def check_articles(seating: Seating) -> None:
    """Check that a sitting may be played under its articles. Raises Invalid, or Refused (19, 81)."""
    _check_terms(seating.articles)
    check_ante(seating.articles.ante, seating.articles.limit)
    check_agreed(seating.articles, seating.seats, seating.agreed_by)


def _check_terms(articles: Articles) -> None:
    """Check that amounts are above nought, and that variants, laws and the kitty are ones that the book knows."""
    errors: dict[str, list[str]] = {}
    if articles.ante < 1:
        errors["ante"] = ["is at least 1"]
    if unknown := set(articles.variants) - set(VARIANTS):
        errors["variants"] = [f"no variant is called {', '.join(sorted(unknown))}"]
    if unknown_laws := set(articles.abrogated) - set(LAWS):
        errors["abrogated"] = [f"there is no law {', '.join(map(str, sorted(unknown_laws)))}"]
    kitty = articles.kitty
    if kitty and not _is_possible(kitty):
        errors["kitty"] = ["sets aside 1 or more, for expenses, or as a reward for a class of hand"]
    if errors:
        raise Invalid(errors)


def _is_possible(kitty: Kitty) -> bool:
    if kitty.amount < 1:
        return False
    if kitty.purpose == "reward":
        return kitty.hand_class in list(HandClass)
    return kitty.purpose == "expenses" and kitty.hand_class is None
