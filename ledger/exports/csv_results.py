"""Results as CSV (RFC 4180): one line for each player and each game that is over.

A spreadsheet takes every column for what it is: days and times (UTC) in ISO 8601, amounts as decimal numbers with a
point, what is true or false as 1 or 0, so it can be added up. `net_GBP` is an amount in the currency (in pence, where
the club keeps pounds, shillings and pence), and `net` the same in whole minor units, for programs. The times are empty
if only the day of a game is known. The last columns are the ids of the service.

The file begins with a byte order mark, without which Excel takes UTF-8 for something else. Python's codec `utf-8-sig`
reads over it.
"""

from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime

from ledger.books.currencies import written
from ledger.books.outcomes import Outcome
from ledger.exports.lines import lines, plain
from ledger.exports.results import MONEY, Result, Results, unit
from ledger.exports.views import ClubView

BYTE_ORDER_MARK = "\ufeff"

_PLACE = ("held_on", "sitting_number", "game_number", "begun_at_utc", "ended_at_utc", "player_name", "currency")
_OUTCOME = tuple(f.name for f in fields(Outcome))
_IDS = ("sitting", "game", "player")


def columns(currency: str) -> tuple[str, ...]:
    """The names of the columns for a club with this currency."""
    return (*_PLACE, *(f"{name}_{unit(currency)}" for name in MONEY), *_OUTCOME, *_IDS)


def write(view: ClubView) -> Iterator[str]:
    """Yield a header line, then the lines of each game in the order of play. Raises NotFound."""
    currency = view.club().currency
    yield BYTE_ORDER_MARK + lines([columns(currency)])
    for _, games in Results(view).sittings():
        for _, results in games:
            yield lines(_line(result, currency) for result in results)


def _line(result: Result, currency: str) -> Iterator[object]:
    sitting, game, outcome = result.sitting, result.game, result.outcome
    yield from (sitting.held_on, sitting.sitting.number, game.game.number)
    yield from (_time(game.played_from), _time(game.played_to), plain(result.name), currency)
    yield from (written(getattr(outcome, name), currency) for name in MONEY)
    yield from (int(getattr(outcome, name)) for name in _OUTCOME)
    yield from (sitting.id, game.id, result.player)


def _time(at: datetime | None) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}" if at else ""
