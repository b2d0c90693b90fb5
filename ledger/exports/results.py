"""Results as rows: one for each player of each game that is over. Spreadsheets in any format are made of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ledger.books.currencies import LSD
from ledger.books.outcomes import Outcome, outcomes
from ledger.exports.views import ClubView, GameView, SittingView
from ledger.seats import Member
from ledger.state.club import Club

MONEY = ("net", "took", "adjusted")
"""The fields of an outcome that are amounts."""


class Result(NamedTuple):
    """A player's outcome of a game. `name` is the player's present name, or his id if it is erased."""

    sitting: SittingView
    game: GameView
    player: Member
    name: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Results:
    """The results that a view holds, in the order of play."""

    view: ClubView

    def sittings(self) -> Iterator[tuple[SittingView, Iterator[tuple[GameView, list[Result]]]]]:
        """The sittings, each with its games that are over and their results. Raises NotFound."""
        club = self.view.club()
        for sitting in self.view.sittings():
            yield sitting, self._games(sitting, club)

    def _games(self, sitting: SittingView, club: Club) -> Iterator[tuple[GameView, list[Result]]]:
        for game in self.view.games(sitting):
            rows = [
                Result(sitting, game, member, club.name_of(member), outcome)
                for member, outcome in outcomes(game.game).items()
            ]
            if rows:
                yield game, rows


def unit(currency: str) -> str:
    """The unit in which amounts of a currency are written for people: the currency, or pence for LSD."""
    return "pence" if currency == LSD else currency
