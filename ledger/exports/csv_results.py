"""Results as CSV (RFC 4180): one line for each player and each game that is over.

A spreadsheet can sort and filter such lines, and make every total from them. Amounts are whole minor units. What is
true or false is 1 or 0, so it can be added up. Ids are those of the service, with the names beside them.
"""

from collections.abc import Iterator
from dataclasses import fields
from typing import NamedTuple

from ledger.books.outcomes import Outcome, outcomes
from ledger.exports.lines import lines, plain, zulu
from ledger.exports.views import ClubView, GameView, SittingView


class Place(NamedTuple):
    """The first columns of a line: the sitting, the game and the player."""

    sitting: str
    sitting_number: int
    held_on: str
    game: str
    game_number: int
    begun_at: str
    ended_at: str
    player: str
    player_name: str
    currency: str


_OUTCOME = tuple(f.name for f in fields(Outcome))
COLUMNS = (*Place._fields, *_OUTCOME)


def write(view: ClubView) -> Iterator[str]:
    """Yield a header line, then the lines of each game in the order of play. Raises NotFound."""
    club = view.club()
    yield lines([COLUMNS])
    for sitting in view.sittings():
        for game in view.games(sitting):
            yield lines(
                (*_place(sitting, game, member, plain(club.name_of(member)), club.currency), *_numbers(outcome))
                for member, outcome in outcomes(game.game).items()
            )


def _place(sitting: SittingView, game: GameView, member: str, name: str, currency: str) -> Place:
    return Place(
        sitting=str(sitting.id),
        sitting_number=sitting.sitting.number,
        held_on=sitting.sitting.held_on,
        game=str(game.id),
        game_number=game.game.number,
        begun_at=zulu(game.begun_at),
        ended_at=zulu(game.ended_at),
        player=member,
        player_name=name,
        currency=currency,
    )


def _numbers(outcome: Outcome) -> Iterator[int]:
    return (int(getattr(outcome, name)) for name in _OUTCOME)
