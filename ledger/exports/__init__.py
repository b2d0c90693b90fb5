"""The record written for other programs, with one module for each outside format.

In reading order:

views         the record as one reader may know it
lines         lines of comma-separated values
event_lines   events as streams and webhooks send them
file_names    names of the files
safe_names    names that cannot be mistaken for other parts of a line
jsonl         the club's own format: its whole log
results       results as rows
csv_results   results as comma-separated values
xlsx_results  results as a workbook
pokernow      the ledger of Poker Now
hands         hand histories: PokerStars, PHH, Open Hand History
accounts      the books: hledger, beancount
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from ledger.exports import csv_results, jsonl, pokernow, xlsx_results
from ledger.exports.accounts import beancount, hledger
from ledger.exports.hands import ohh, phh, pokerstars
from ledger.exports.views import ClubView
from ledger.roles import INSPECTORS, KEEPERS, READERS, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """An outside format: its name in routes and commands, a summary in one sentence, and its suffix and media type.

    The suffix begins with a dot. The media type has no parameters. `write` yields the file piece by piece, as text or
    as bytes; `binary` says that it is bytes, and no text for a terminal. `holds` is the word for it in names of files.
    Only the `roles` may have the format, since it holds things that others may not know.
    """

    name: str
    summary: str
    suffix: str
    media_type: str
    write: Callable[[ClubView], Iterator[str] | Iterator[bytes]]
    holds: str
    binary: bool = False
    roles: tuple[Role, ...] = READERS

    @property
    def content_type(self) -> str:
        """The media type for HTTP: of text with its encoding."""
        return self.media_type if self.binary else f"{self.media_type}; charset=utf-8"

    def pieces(self, view: ClubView) -> Iterator[bytes]:
        """The file as bytes, piece by piece; text is in UTF-8. Raises what `write` raises."""
        return in_bytes(self.write(view))


def in_bytes(pieces: Iterable[str] | Iterable[bytes]) -> Iterator[bytes]:
    """The pieces as bytes; text is encoded in UTF-8."""
    return (piece.encode() if isinstance(piece, str) else piece for piece in pieces)


_ALL = (
    Format(
        name="jsonl",
        summary="the whole log of the club in its own format, which `poolbook import` brings back",
        suffix=".jsonl",
        media_type="application/x-ndjson",
        write=jsonl.write,
        holds="log",
        roles=INSPECTORS,
    ),
    Format(
        name="pokerstars",
        summary="hands as PokerStars text, read by trackers as five-card draw; it names the games it must leave out",
        suffix=".txt",
        media_type="text/plain",
        write=pokerstars.write,
        holds="hands",
    ),
    Format(
        name="phh",
        summary="hands in TOML for PokerKit; the last line counts those that need poolbook.pokerkit_draw",
        suffix=".phhs",
        media_type="application/toml",
        write=phh.write,
        holds="hands",
    ),
    Format(
        name="ohh",
        summary="hands as Open Hand History, which states pools and kitty",
        suffix=".ohh",
        # Several objects with an empty line between them are no JSON document.
        media_type="text/plain",
        write=ohh.write,
        holds="hands",
    ),
    Format(
        name="xlsx",
        summary="results as a workbook for Excel or LibreOffice: players, sittings and games, with totals",
        suffix=".xlsx",
        media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        write=xlsx_results.write,
        holds="results",
        binary=True,
    ),
    Format(
        name="csv",
        summary="results for any program: a line for each player and game that is over",
        suffix=".csv",
        media_type="text/csv",
        write=csv_results.write,
        holds="results",
    ),
    Format(
        name="pokernow",
        summary="the ledger of Poker Now: a line for each player and sitting, whose nets sum to nought",
        suffix=".csv",
        media_type="text/csv",
        write=pokernow.write,
        holds="poker-now",
        roles=KEEPERS,
    ),
    Format(
        name="hledger",
        summary="the books as a journal for hledger: every movement of money, each sitting's balances asserted",
        suffix=".journal",
        media_type="text/plain",
        write=hledger.write,
        holds="books",
        roles=KEEPERS,
    ),
    Format(
        name="beancount",
        summary="the books for beancount: every movement of money, each day's balances asserted",
        suffix=".beancount",
        media_type="text/plain",
        write=beancount.write,
        holds="books",
        roles=KEEPERS,
    ),
)

FORMATS: Mapping[str, Format] = {outside.name: outside for outside in _ALL}
"""The outside formats by their names."""
