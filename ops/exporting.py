"""The command `export` writes the record for other programs."""

import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from textwrap import fill
from typing import BinaryIO
from uuid import UUID

import click

from ledger.application.club_books import ClubBooks
from ledger.exports import FORMATS, in_bytes, jsonl
from ledger.exports.file_names import file_name
from ledger.exports.views import ClubView, view_for
from ledger.roles import Role
from ledger.telling.redaction import Reader
from ops.files import whole_file
from ops.plainly import DATA, Day, bar_in_bytes, club_books, club_option, fail, naming_of, plainly
from ops.recorded_files import file_of_game, file_of_sitting

OWNER = Reader(Role.OWNER)
"""The reader whose view `export` writes, unless --complete asks for everything."""
GAME = "game"
"""The name of the game file among the formats."""
_FILE = click.Path(allow_dash=True, path_type=Path)


def _formats() -> str:
    """The formats with their summaries, as lines for the help of the command."""
    summaries = {name: outside.summary for name, outside in FORMATS.items()}
    summaries[GAME] = "a game file, of one game or one sitting, as `poolbook record` and `correct` read it"
    lines = (
        fill(summary, 78, initial_indent=f"  {name:12}", subsequent_indent=" " * 14)
        for name, summary in summaries.items()
    )
    return "\b\nThe formats:\n" + "\n".join(lines)


def _is_terminal() -> bool:
    """Whether standard output is a terminal, on which bytes that are no text do harm."""
    return sys.stdout.isatty()


@click.command(name="export", epilog=_formats())
@click.argument("format_name", metavar="FORMAT", type=click.Choice([*FORMATS, GAME]))
@click.argument("words", metavar="[GAME] [FILE]", nargs=-1)
@club_option
@click.option(
    "--from", "first", type=Day(), metavar="DAY", help="Only sittings held on that day or later (1895-11-02)."
)
@click.option("--to", "last", type=Day(), metavar="DAY", help="Only sittings held on that day or earlier.")
@click.option("--sitting", metavar="SITTING", help="Only this sitting: `latest`, its day, its number, or its id.")
@click.option("--game", metavar="GAME", help="Only this game: `latest`, as in 1895-11-02/7, or its id.")
@click.option("--force", is_flag=True, help="Replace the FILE if it exists.")
@click.option(
    "--complete", is_flag=True, help="jsonl and game: include what the owner does not see, also hidden hands."
)
@plainly
def export_record(
    format_name: str,
    words: tuple[str, ...],
    chosen: str | None,
    first: datetime | None,
    last: datetime | None,
    sitting: str | None,
    game: str | None,
    force: bool,
    complete: bool,
) -> None:
    """Write the record in an outside FORMAT, to a FILE or to standard output.

    If FILE is a folder, the file there is named after the club, as in green-baize-results-1895.csv. The export holds
    what the club's owner may see. The file appears under its name only when it is complete.

    For a spreadsheet take xlsx; for the club's accounts hledger or beancount; for a tracker of hands pokerstars; for
    PokerKit in Python phh; to keep everything, or to move to another machine, jsonl.

    FORMAT `game` is a game file: `poolbook export game 1895-11-02/7` writes one game, `poolbook export game --sitting
    1895-11-02` an evening. To amend it for `poolbook correct`, write it with --complete: what the file leaves out would
    be struck.
    """
    if format_name == GAME and not (game or sitting):
        if not words:
            raise click.UsageError("name the game, as in `poolbook export game 1895-11-02/7`, or give --sitting")
        game, words = words[0], words[1:]
    file = _file(words)
    _check_options(format_name, file, first, last, complete)
    with club_books(chosen) as (clubs, club, books):
        if not books.store.max_position():
            fail(DATA, f"the club {club.name} has no events yet: send the request that makes it again, with its key")
        naming = naming_of(clubs, books)
        ids = (naming.sitting(sitting) if sitting else None), (naming.game(game) if game else None)
        view = view_for(books, club.name, OWNER, *ids, first and first.date(), last and last.date())
        if format_name == GAME:
            _save(_game_file(books, *ids, None if complete else OWNER), view, file, GAME, ".game", replace=force)
        else:
            outside = FORMATS[format_name]
            pieces = in_bytes(jsonl.write_complete(view)) if complete else outside.pieces(view)
            _save(pieces, view, file, outside.holds, outside.suffix, replace=force)


def _file(words: tuple[str, ...]) -> Path | None:
    """The FILE that the command line names; None for standard output."""
    if len(words) > 1:
        raise click.UsageError(f"one FILE is written, not {len(words)}: {', '.join(words)}")
    return Path(_FILE.convert(words[0], None, click.get_current_context())) if words and words[0] != "-" else None


def _check_options(
    format_name: str, file: Path | None, first: datetime | None, last: datetime | None, complete: bool
) -> None:
    if complete and format_name not in ("jsonl", GAME):
        raise click.UsageError("--complete works with the formats jsonl and game only")
    if format_name == GAME and (first or last):
        raise click.UsageError("a game file is of one game or one sitting: --from and --to are for the other formats")
    if first and last and last < first:
        raise click.UsageError("--to is before --from")
    if format_name != GAME and FORMATS[format_name].binary and file is None and _is_terminal():
        raise click.UsageError(f"{format_name} is no text for a terminal: name a FILE, or a folder such as `.`")


def _game_file(books: ClubBooks, sitting: UUID | None, game: UUID | None, reader: Reader | None) -> Iterator[bytes]:
    """The game file of a game or, where none is named, of a sitting. Exits where a game file cannot tell it."""
    try:
        if game is not None:
            return iter([file_of_game(books, game, reader).encode()])
        assert sitting is not None, "either is named"
        return iter([file_of_sitting(books, sitting, reader).encode()])
    except ValueError as error:
        fail(DATA, f"a game file cannot tell this: {error}")


def _save(
    pieces: Iterator[bytes], view: ClubView, file: Path | None, holds: str, suffix: str, *, replace: bool
) -> None:
    """Write to a file, or to standard output if it is None. In a folder the file is named after what it holds.

    Exits where the file cannot be written.
    """
    try:
        if file is None:
            _copy(pieces, sys.stdout.buffer)
            return
        path = file / file_name(view, holds, suffix) if file.is_dir() else file
        with whole_file(path, replace=replace) as out:
            _copy(pieces, out)
        if path != file:
            click.echo(path)
    except BrokenPipeError:
        sys.stderr.close()  # The program that reads the export has ended; that is no error.
    except FileExistsError as error:
        fail(DATA, f"{error}; --force replaces it")
    except OSError as error:
        fail(DATA, str(error))


def _copy(pieces: Iterator[bytes], out: BinaryIO) -> None:
    """Write every piece to `out`, with a progress bar on standard error."""
    with bar_in_bytes() as bar:
        task = bar.add_task("writing", total=None)
        for piece in pieces:
            bar.advance(task, out.write(piece))
        out.flush()
