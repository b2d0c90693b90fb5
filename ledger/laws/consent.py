"""Laws 80 and 81: a law waived by common consent in one game, and what is agreed for a sitting."""

from collections.abc import Sequence

from msgspec.structs import replace

from ledger.articles import Articles
from ledger.laws.readings import departures
from ledger.laws.register import LAWS, keeps, law
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import Game


@keeps(80)
def check_waiver(game: Game, number: int, agreed_by: Sequence[Member]) -> None:
    """Check that a law may be waived for this game, and that everybody dealt into it consents by name.

    Raises Refused (80), or Invalid for a number that is no law or one that does not bind the game.
    """
    if number not in LAWS:
        raise Invalid({"law": [f"there is no law {number}"]})
    if not law(number).waivable:
        raise Refused(80, "not_waivable", f"law {number} may not be waived")
    if not game.bound_by(number):
        raise Invalid({"law": [f"law {number} does not bind this game any more"]})
    if set(agreed_by) - set(game.seats):
        raise Refused(80, "not_in_the_game", "somebody consented who is not dealt into this game")
    if set(agreed_by) != set(game.seats):
        raise Refused(80, "not_agreed", "a law is waived by the consent of everybody in the game, by name")


@keeps(81)
def lapsed(articles: Articles) -> Articles:
    """The articles after the players changed: no variants, nothing abrogated. Stakes, readings and kitty stay."""
    return replace(articles, variants=(), abrogated=())


@keeps(81, part="who agrees")
def check_agreed(articles: Articles, seats: Sequence[Member], agreed_by: Sequence[Member]) -> None:
    """Law 81: every player must agree by name, before play, to articles that depart from the book."""
    for number in articles.abrogated:
        if not law(number).waivable:
            raise Refused(81, "not_abrogable", f"law {number} may not be set aside")
    if articles.kitty and articles.kitty.amount > 2 * articles.ante:
        raise Refused(81, "kitty_too_large", f"the kitty takes at most {2 * articles.ante} of a pool")
    if set(agreed_by) - set(seats):
        raise Refused(81, "not_at_the_table", "somebody agreed to the articles who is not at this table")
    if departs(articles) and set(agreed_by) != set(seats):
        raise Refused(81, "not_agreed", "articles that depart from the book are agreed by every player by name")


@keeps(81, part="what departs from the book")
def departs(articles: Articles) -> bool:
    """Whether the articles differ from the book in variants, abrogated laws, kitty, readings or loans."""
    plain = not (articles.variants or articles.abrogated or articles.kitty or departures(articles.readings))
    return not (plain and articles.loans)
