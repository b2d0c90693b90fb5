"""Commands that write the record out for other programs, and bring a club's own record back."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO
from uuid import UUID

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

from ledger.application import NotFound
from ledger.exports import FORMATS, jsonl
from ledger.exports.asking import asked
from ledger.redaction import Reader
from ops.files import whole_file
from ops.plainly import DATA, club_books, club_option, fail, plainly

OWNER = Reader("owner")
"""Whose eyes the command line exports with, unless it is told to leave nothing out."""


@click.command(name="export")
@click.argument("format_name", metavar="FORMAT", type=click.Choice(list(FORMATS)))
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), default="-")
@club_option
@click.option("--sitting", type=click.UUID, help="Only this sitting.")
@click.option("--game", type=click.UUID, help="Only this game.")
@click.option("--force", is_flag=True, help="Replace the FILE if it is there.")
@click.option("--complete", is_flag=True, help="jsonl only: with every sealed part, hidden hands too.")
@plainly
def export_record(
    format_name: str,
    file: Path,
    chosen: str | None,
    sitting: UUID | None,
    game: UUID | None,
    force: bool,
    complete: bool,
) -> None:
    """Write the record out in an outside FORMAT, to a FILE or to standard output.

    It says what the club's owner may know. The file takes its name when it is whole.
    """
    if complete and format_name != "jsonl":
        raise click.UsageError("--complete is for jsonl, the log itself")
    write = jsonl.write_complete if complete else FORMATS[format_name].write
    with club_books(chosen) as (_, club, books):
        try:
            texts = write(asked(books, club.name, OWNER, sitting, game))
            if str(file) == "-":
                _copy(texts, sys.stdout.buffer)
            else:
                with whole_file(file, replace=force) as out:
                    _copy(texts, out)
        except NotFound:
            fail(DATA, "this club has no such sitting or game")
        except BrokenPipeError:
            sys.stderr.close()  # Whoever read it has had enough.
        except FileExistsError as error:
            fail(DATA, f"{error}; --force replaces it")
        except OSError as error:
            fail(DATA, str(error))


def _copy(texts: Iterator[str], out: BinaryIO) -> None:
    """Write it all, telling on standard error how much that is."""
    columns = TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("writing", total=None)
        for text in texts:
            bar.advance(task, out.write(text.encode()))
        out.flush()
