"""Results as CSV (RFC 4180): one line for each player and each game that is over.

One line for each player and game is what a spreadsheet wants that is to sort, filter and add up for itself: every
total can be made of these lines, and none of them out of a total. Amounts are whole minor units, truths are 1 and 0,
so that they can be added up; ids are those of the service, and beside them stand the names.
"""

from collections.abc import Iterator
from dataclasses import fields
from typing import NamedTuple

from ledger.books.outcomes import Outcome, outcomes
from ledger.exports.lines import lines, plain, zulu
from ledger.exports.told import Told, ToldGame, ToldSitting


class Place(NamedTuple):
    """Whose line it is, and of which game."""

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


def write(told: Told) -> Iterator[str]:
    """A header line, then the lines of one game after another in the order of play."""
    club = told.club()
    yield lines([COLUMNS])
    for sitting in told.sittings():
        for game in told.games(sitting):
            yield lines(
                (*_place(sitting, game, member, plain(club.name_of(member)), club.currency), *_numbers(outcome))
                for member, outcome in outcomes(game.game).items()
            )


def _place(sitting: ToldSitting, game: ToldGame, member: str, name: str, currency: str) -> Place:
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
