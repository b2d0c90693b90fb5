"""The record written for other programs, with one module for each outside format.

In reading order:

views        the record as one reader may know it
lines        lines of comma-separated values
safe_names   names that cannot be mistaken for other parts of a line
jsonl        the club's own format: its whole log
csv_results  results for spreadsheets
pokernow     the ledger of Poker Now
hands        hand histories: PokerStars, PHH, Open Hand History
accounts     the books: hledger, beancount
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ledger.exports import csv_results, jsonl, pokernow
from ledger.exports.accounts import beancount, hledger
from ledger.exports.hands import ohh, phh, pokerstars
from ledger.exports.views import ClubView
from ledger.roles import INSPECTORS, KEEPERS, READERS, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """An outside format: its name in routes and commands, a summary in one sentence, and its suffix and media type.

    The suffix begins with a dot. The media type has no parameters; every format is text in UTF-8. `write` yields the
    file piece by piece. Only the `roles` may have the format, since it holds things that others may not know.
    """

    name: str
    summary: str
    suffix: str
    media_type: str
    write: Callable[[ClubView], Iterator[str]]
    roles: tuple[Role, ...] = READERS


_ALL = (
    Format(
        name="jsonl",
        summary="the whole log of the club in its own format, which `poolbook import` brings back",
        suffix=".jsonl",
        media_type="application/x-ndjson",
        write=jsonl.write,
        roles=INSPECTORS,
    ),
    Format(
        name="pokerstars",
        summary="hands as PokerStars text, read by trackers as five-card draw; it names the games it must leave out",
        suffix=".txt",
        media_type="text/plain",
        write=pokerstars.write,
    ),
    Format(
        name="phh",
        summary="hands in TOML, which PokerKit replays; where a replay would differ from the record it says why",
        suffix=".phhs",
        media_type="application/toml",
        write=phh.write,
    ),
    Format(
        name="ohh",
        summary="hands as Open Hand History, which states pools and kitty",
        suffix=".ohh",
        # Several objects with an empty line between them are no JSON document.
        media_type="text/plain",
        write=ohh.write,
    ),
    Format(
        name="csv",
        summary="results for spreadsheets: a line for each player and game that is over",
        suffix=".csv",
        media_type="text/csv",
        write=csv_results.write,
    ),
    Format(
        name="pokernow",
        summary="the ledger of Poker Now: a line for each player and sitting, whose nets sum to nought",
        suffix=".csv",
        media_type="text/csv",
        write=pokernow.write,
        roles=KEEPERS,
    ),
    Format(
        name="hledger",
        summary="the books as a journal for hledger, each sitting's balances asserted",
        suffix=".journal",
        media_type="text/plain",
        write=hledger.write,
        roles=KEEPERS,
    ),
    Format(
        name="beancount",
        summary="the books for beancount, each day's balances asserted",
        suffix=".beancount",
        media_type="text/plain",
        write=beancount.write,
        roles=KEEPERS,
    ),
)

FORMATS: Mapping[str, Format] = {outside.name: outside for outside in _ALL}
"""The outside formats by their names."""
