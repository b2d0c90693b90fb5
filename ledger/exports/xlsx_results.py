"""Results as a workbook for Excel, LibreOffice and others, with three sheets:

Results   a row for each player and each game that is over
Sittings  a row for each sitting, with what each member won or lost at it
Games     a row for each game that is over: who won its pool, and what was carried and set aside

Days are dates and amounts are numbers, in the currency. A day before March 1900 is written as text, as in
`1895-11-05`, because Excel's calendar begins in 1900, and holds a day in February of that year that there never was.
The last row of a sheet adds up what a filter leaves. No cell that holds a name can be taken for a formula. The same
record is written in the same bytes.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from tempfile import TemporaryFile
from typing import IO, Any

from xlsxwriter import Workbook  # type: ignore[import-untyped]
from xlsxwriter.utility import xl_rowcol_to_cell  # type: ignore[import-untyped]

from ledger.books.currencies import LSD, decimals
from ledger.books.outcomes import Outcome
from ledger.exports.results import Result, Results, unit
from ledger.exports.views import ClubView, GameView, SittingView
from ledger.laws.jackpot import is_jack_pot
from ledger.refusals import Invalid
from ledger.seats import Member
from ledger.state.club import Club

DAYS_FROM = date(1900, 3, 1)
"""The first day that every program takes for the same date."""
MOST_ROWS = 1_048_576 - 2
"""The rows of a sheet, less the header and the totals."""
_PIECE = 64 * 1024

DAY, TIME, TEXT, NUMBER, MONEY = "day", "time", "text", "number", "money"
"""The kinds of columns."""
_WIDTHS = {DAY: 12, TIME: 17, TEXT: 18, NUMBER: 10, MONEY: 14}

Column = tuple[str, str]
"""A column's heading and its kind."""

_PLACE: tuple[Column, ...] = (("Day", DAY), ("Sitting", NUMBER), ("Game", NUMBER))
_TIMES: tuple[Column, ...] = (("Began (UTC)", TIME), ("Ended (UTC)", TIME))
_FLAGS = {
    "played": "Played",
    "opened": "Opened",
    "passed_before_draw": "Passed before the draw",
    "passed_after_draw": "Passed after the draw",
    "won": "Won",
    "shown": "Showed",
    "demanded": "Demanded",
    "jack_pot": "Jack-pot",
}
"""The fields of an outcome that are 1 or 0, and their headings."""


def write(view: ClubView) -> Iterator[bytes]:
    """Yield the workbook. Raises NotFound, and Invalid if there are more results than a sheet has rows."""
    with TemporaryFile() as file:
        book = _Book(view, file)
        try:
            book.write()
        finally:
            # This also closes the files in which the library keeps the rows of a workbook that is refused.
            book.workbook.close()
        file.seek(0)
        while piece := file.read(_PIECE):
            yield piece


class _Book:
    """A workbook while it is written."""

    def __init__(self, view: ClubView, file: IO[bytes]) -> None:
        self.view = view
        self.club = view.club()
        # Rows are written through to the disk, so a large club takes no more memory than a small one.
        self.workbook = Workbook(file, {"constant_memory": True, "strings_to_formulas": False})
        (first,) = view.books.store.load(view.books.club_id, lte=1)
        self.workbook.set_properties({"title": view.name, "created": first.at.astimezone(UTC).replace(tzinfo=None)})
        self.unit = unit(self.club.currency)
        self.sheets = {name: self.workbook.add_worksheet(name) for name in ("Results", "Sittings", "Games")}

    def write(self) -> None:
        results = _Sheet(self, "Results", self._columns_of_results())
        games = _Sheet(self, "Games", self._columns_of_games())
        nets: list[tuple[SittingView, int, dict[Member, int]]] = []
        for sitting, games_of_sitting in Results(self.view).sittings():
            net: dict[Member, int] = {}
            count = 0
            for game, rows in games_of_sitting:
                count += 1
                games.add(_game_row(game, rows, self.club))
                for row in rows:
                    results.add(_result_row(row))
                    net[row.player] = net.get(row.player, 0) + row.outcome.net
            nets.append((sitting, count, net))
        self._write_sittings(nets)
        results.end()
        games.end()

    def _write_sittings(self, nets: Sequence[tuple[SittingView, int, dict[Member, int]]]) -> None:
        members = list(dict.fromkeys(member for _, _, net in nets for member in net))
        sums: list[Column] = [(f"{self.club.name_of(member)} ({self.unit})", MONEY) for member in members]
        terms = [(f"{name} ({self.unit})", MONEY) for name in ("Ante", "Limit")]
        head: list[Column] = [("Day", DAY), ("Sitting", NUMBER), ("Status", TEXT), *terms, ("Games", NUMBER), *sums]
        sheet = _Sheet(self, "Sittings", head, added_up=("Games", *(heading for heading, _ in sums)))
        for sitting, count, net in nets:
            state = sitting.sitting
            status, articles = "closed" if state.closed else "open", state.articles
            place = [sitting.held_on, state.number, status, articles.ante, articles.limit, count]
            sheet.add([*place, *(net.get(member) for member in members)])
        sheet.end()

    def _columns_of_results(self) -> list[Column]:
        money = [(f"{name} ({self.unit})", MONEY) for name in ("Net", "Took", "Adjusted")]
        flags = [(heading, NUMBER) for heading in _FLAGS.values()]
        ids = [(f"{name} id", TEXT) for name in ("Sitting", "Game", "Player")]
        return [*_PLACE, *_TIMES, ("Player", TEXT), *money, *flags, *ids]

    def _columns_of_games(self) -> list[Column]:
        money = [(f"{name} ({self.unit})", MONEY) for name in ("Pool", "Carried in", "Carried out", "Kitty")]
        return [*_PLACE, *_TIMES, ("Dealer", TEXT), ("Winners", TEXT), ("Jack-pot", NUMBER), *money, ("Game id", TEXT)]

    def money_format(self) -> str:
        """The format of amounts, such as `#,##0.00 [$GBP]`; of old pence, `#,##0"d"`."""
        places = decimals(self.club.currency)
        if self.club.currency == LSD:
            return '#,##0"d"'
        return f"#,##0{'.' + '0' * places if places else ''} [${self.club.currency}]"


class _Sheet:
    """A sheet while it is written: rows follow its header, and `end` adds the totals.

    `added_up` are the headings of the columns with a total; without it, those of every amount and every 1 or 0.
    """

    def __init__(self, book: _Book, name: str, head: Sequence[Column], added_up: Sequence[str] | None = None) -> None:
        self.sheet = book.sheets[name]
        self.kinds = [kind for _, kind in head]
        numbers = [heading for heading, kind in head if (heading, kind) not in _PLACE and kind in (MONEY, NUMBER)]
        self.totals = {
            n: 0 for n, (heading, _) in enumerate(head) if heading in (numbers if added_up is None else added_up)
        }
        self.rows = 0
        self.scale = 10 ** decimals(book.club.currency)
        add = book.workbook.add_format
        bold = add({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        formats = {DAY: {"num_format": "yyyy-mm-dd", "align": "left"}, TIME: {"num_format": "yyyy-mm-dd hh:mm"}}
        formats |= {MONEY: {"num_format": book.money_format()}, NUMBER: {"num_format": "0"}}
        self.formats: dict[str, Any] = {kind: add(given) for kind, given in formats.items()}
        self.sums = {kind: add({**formats[kind], "bold": True, "top": 1}) for kind in (MONEY, NUMBER)}
        self.total = add({"bold": True, "top": 1})
        for column, (heading, kind) in enumerate(head):
            self.sheet.set_column(column, column, max(_WIDTHS[kind], min(len(heading), 24) + 3))
            self.sheet.write_string(0, column, heading, bold)
        self.sheet.freeze_panes(1, 0)

    def add(self, values: Sequence[object]) -> None:
        """Write one more row. Amounts are given in minor units. Raises Invalid if the sheet is full."""
        if self.rows == MOST_ROWS:
            raise Invalid({"format": ["has more rows than a sheet can hold; export a period (from, to), or take csv"]})
        self.rows += 1
        for column, (kind, value) in enumerate(zip(self.kinds, values, strict=True)):
            if value is not None:
                self._write(column, kind, value)

    def end(self) -> None:
        """Let the rows be filtered, and add up what a filter leaves of them."""
        if not self.rows:
            return
        self.sheet.autofilter(0, 0, self.rows, len(self.kinds) - 1)
        self.sheet.write_string(self.rows + 1, 0, "Total", self.total)
        for column, total in self.totals.items():
            rows = f"{xl_rowcol_to_cell(1, column)}:{xl_rowcol_to_cell(self.rows, column)}"
            shown = total / self.scale if self.kinds[column] == MONEY else total
            # Programs that do not calculate show the value.
            kind = self.sums[self.kinds[column]]
            self.sheet.write_formula(self.rows + 1, column, f"=SUBTOTAL(109,{rows})", kind, shown)

    def _write(self, column: int, kind: str, value: Any) -> None:
        if column in self.totals:
            self.totals[column] += value
        form = self.formats.get(kind)
        if kind == MONEY:
            self.sheet.write_number(self.rows, column, value / self.scale, form)
        elif kind == NUMBER:
            self.sheet.write_number(self.rows, column, value, form)
        elif kind == TIME or (kind == DAY and value >= DAYS_FROM):
            self.sheet.write_datetime(self.rows, column, value, form)
        else:
            self.sheet.write_string(self.rows, column, str(value))


def _result_row(result: Result) -> list[object]:
    sitting, game, outcome = result.sitting, result.game, result.outcome
    place = [sitting.held_on, sitting.sitting.number, game.game.number, *_times(game), result.name]
    ids = [sitting.id, game.id, result.player]
    return [*place, outcome.net, outcome.took, outcome.adjusted, *_flags(outcome), *ids]


def _flags(outcome: Outcome) -> Iterator[int]:
    return (int(getattr(outcome, name)) for name in _FLAGS)


def _game_row(game: GameView, results: Sequence[Result], club: Club) -> list[object]:
    document, done = game.game.settlement, game.game.as_done
    assert document is not None
    assert done is not None
    winners = ", ".join(result.name for result in results if result.outcome.took)
    place = [game.held_on, results[0].sitting.sitting.number, game.game.number, *_times(game)]
    names = [club.name_of(game.begun.dealer), winners, int(is_jack_pot(game.game))]
    return [*place, *names, document.pool, document.carried_in, done.carried_out, done.to_kitty, game.id]


def _times(game: GameView) -> list[datetime | None]:
    """The times of play in UTC, as Excel has them: to the second, without a zone."""
    return [at and at.astimezone(UTC).replace(microsecond=0, tzinfo=None) for at in (game.played_from, game.played_to)]
