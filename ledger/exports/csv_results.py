"""Results as CSV (RFC 4180): one line for each player and each game that is over.

One line for each player and game is what a spreadsheet wants that is to sort, filter and add up for itself: every
total can be made of these lines, and none of them out of a total. Amounts are whole minor units, truths are 1 and 0,
so that they can be added up; ids are those of the service, and beside them stand the names.
"""

from collections.abc import Iterator

from ledger.books.outcomes import Outcome, outcomes
from ledger.exports.lines import lines, plain, zulu
from ledger.exports.told import Told, ToldGame, ToldSitting

COLUMNS = (
    *("sitting", "sitting_number", "held_on", "game", "game_number", "begun_at", "ended_at"),
    *("player", "player_name", "currency", "net", "took"),
    *("played", "opened", "passed_before_draw", "passed_after_draw", "won", "shown", "jack_pot", "demanded"),
)


def write(told: Told) -> Iterator[str]:
    """A header line, then the lines of one game after another in the order of play."""
    club = told.club()
    yield lines([COLUMNS])
    for sitting in told.sittings():
        for game in told.games(sitting):
            found = outcomes(game.game)
            yield lines(
                _line(sitting, game, member, plain(club.name_of(member)), club.currency, outcome)
                for member, outcome in found.items()
            )


def _line(
    sitting: ToldSitting, game: ToldGame, member: str, name: str, currency: str, outcome: Outcome
) -> tuple[object, ...]:
    return (
        *(sitting.id, sitting.sitting.number, sitting.sitting.held_on, game.id, game.game.number),
        *(zulu(game.begun_at), zulu(game.ended_at)),
        *(member, name, currency, outcome.net, outcome.took),
        *(int(outcome.played), int(outcome.opened)),
        *(int(outcome.passed_before_draw), int(outcome.passed_after_draw)),
        *(int(outcome.won), int(outcome.shown), int(outcome.jack_pot), int(outcome.demanded)),
    )
