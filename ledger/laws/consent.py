"""Law 80: a law waived by common consent, in one game."""

from collections.abc import Sequence

from ledger.events.base import Member
from ledger.game import Game
from ledger.laws.register import LAWS, keeps, law
from ledger.refusals import Invalid, Refused


@keeps(80)
def check_waiver(game: Game, number: int, agreed_by: Sequence[Member]) -> None:
    """A law that only refuses is waived for this game by everybody dealt into it, by name and beforehand."""
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
