"""The record written for other people's programs, one module for each outside format.

In reading order:

told         the record as one reader may know it
asking       what is to be written: a club, a sitting, a game
lines        lines of comma-separated values
safe_names   names that a program can take apart
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
from ledger.exports.told import Told
from ledger.roles import INSPECTORS, KEEPERS, READERS, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """An outside format: the name it is asked for by, what it is in a sentence, its file's suffix and media type.

    The suffix begins with its dot; the media type has no parameters, for all is text in UTF-8. `write` yields the file
    piece by piece; `roles` are those whom it says nothing they may not know.
    """

    name: str
    says: str
    suffix: str
    media_type: str
    write: Callable[[Told], Iterator[str]]
    roles: tuple[Role, ...] = READERS


_ALL = (
    Format(
        name="jsonl",
        says="the whole log of the club in its own format, which `poolbook import` brings back",
        suffix=".jsonl",
        media_type="application/x-ndjson",
        write=jsonl.write,
        roles=INSPECTORS,
    ),
    Format(
        name="pokerstars",
        says="hands as PokerStars text, read by trackers as five-card draw; what it cannot tell is left out, and named",
        suffix=".txt",
        media_type="text/plain",
        write=pokerstars.write,
    ),
    Format(
        name="phh",
        says="hands in TOML, which PokerKit replays; where a replay would differ from the record it says why",
        suffix=".phhs",
        media_type="application/toml",
        write=phh.write,
    ),
    Format(
        name="ohh",
        says="hands as Open Hand History, which states pools and kitty",
        suffix=".ohh",
        # Several objects with an empty line between them are no JSON document.
        media_type="text/plain",
        write=ohh.write,
    ),
    Format(
        name="csv",
        says="results for spreadsheets: a line for each player and game that is over",
        suffix=".csv",
        media_type="text/csv",
        write=csv_results.write,
    ),
    Format(
        name="pokernow",
        says="the ledger of Poker Now: a line for each player and sitting, whose nets sum to nought",
        suffix=".csv",
        media_type="text/csv",
        write=pokernow.write,
        roles=KEEPERS,
    ),
    Format(
        name="hledger",
        says="the books as a journal for hledger, each sitting's balances asserted",
        suffix=".journal",
        media_type="text/plain",
        write=hledger.write,
        roles=KEEPERS,
    ),
    Format(
        name="beancount",
        says="the books for beancount, each day's balances asserted",
        suffix=".beancount",
        media_type="text/plain",
        write=beancount.write,
        roles=KEEPERS,
    ),
)

FORMATS: Mapping[str, Format] = {each.name: each for each in _ALL}
"""Every outside format by its name."""
