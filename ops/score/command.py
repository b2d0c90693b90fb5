"""The command `score`: an evening recorded at the table, line by line."""

import sys
from contextlib import ExitStack
from datetime import date
from functools import cache
from pathlib import Path

import click

from ledger.application.club_books import ClubBooks
from ledger.application.game_files import check_new
from ledger.gamefile import GameFileError, parse
from ops.plainly import DATA, LOST, club_books, club_option, fail, plainly
from ops.score import piped
from ops.score.courier import Courier
from ops.score.journal import BadJournal, Journal, is_begun, opened
from ops.score.prompt import Terminal
from ops.score.sending import Sender
from ops.score.session import Session


@click.command(name="score")
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--add-members", is_flag=True, help="Enter players whom the club does not know as new members, unasked.")
@click.option("--keep-going", is_flag=True, help="Lines from a pipe: go on after a line that is refused.")
@click.option("--anyway", is_flag=True, help="Record the sitting of a FILE though one like it stands already.")
@club_option
@plainly
def score_evening(file: Path | None, add_members: bool, keep_going: bool, anyway: bool, chosen: str | None) -> None:
    """Record an evening at the table: type what happens, line by line, and see the table after each.

    The lines are those of a game file, and short words will do: `p` where it is C's turn for `C passes`, `6` for
    `C stakes 6`, `c d 2`, `khkdks7c4d`. Tab shows what may come next; `help` explains the rest.

    Each line is kept in FILE (by default a file named for today, in this directory) and recorded at once. If the
    connection to the database is lost, the lines are kept and recorded later, each once. The same command on the same
    FILE goes on where the evening was left, even while the database is away. A FILE that `poolbook new` or a text
    editor made is gone on with.

    Lines that come from a pipe are recorded in the same way.

    \b
    Exit codes: 0 done; 65 a line was refused, or the FILE is wrong; 74 lines are left that are not recorded yet.
    """
    path = file or Path(f"{date.today().isoformat()}.game")
    with ExitStack() as stack:
        open_books = cache(lambda: stack.enter_context(club_books(chosen))[2])
        try:
            if not path.exists():
                open_books()  # A wrong setting is said before a file is begun.
            journal = opened(path)
            stack.callback(journal.close)
            sender = Sender(open_books, journal.evening)
            if is_begun(journal):
                _reach(sender, path)
            elif not anyway:
                _check_new(sender.books, journal)
            refused = _score(sender, journal, add_members=add_members, keep_going=keep_going)
        except BadJournal as why:
            fail(DATA, str(why))
        except OSError as why:
            fail(DATA, f"{path} cannot be kept: {why}; what was recorded before stands")
    if refused and not sys.stdin.isatty():
        sys.exit(DATA)


def _reach(sender: Sender, path: Path) -> None:
    """Open the books, or say once that an evening which was begun before goes on without them for the present."""
    sender.flush()
    if sender.lost is not None:
        click.echo(
            f"{sender.lost}; lines are kept in {path}, and sent, each once, as soon as it can be reached", err=True
        )


def _check_new(books: ClubBooks, journal: Journal) -> None:
    """Raise StandsAlready if the sitting of a file that was written otherwise stands already."""
    try:
        gamefile = parse("\n".join(journal.rows))
    except GameFileError:
        return  # Its head is still to be written, or the line that is wrong is named when the file is taken up.
    check_new(books, gamefile)


def _score(sender: Sender, journal: Journal, *, add_members: bool, keep_going: bool) -> int:
    with Courier(sender, click.echo) as courier:
        session = Session(sender, journal, send=courier.send, add_members=add_members)
        terminal = Terminal(session) if sys.stdin.isatty() else None
        if terminal is not None:
            session.ask = terminal.ask
        session.load()
        if terminal is not None:
            terminal.run()
            refused = 0
        else:
            refused = piped.run(session, sys.stdin.buffer, click.echo, keep_going=keep_going)
        courier.send()
    _leave(session, journal)
    return refused


def _leave(session: Session, journal: Journal) -> None:
    lines = len(session.evening.head) + len(session.evening.stages[1:])
    if session.sender.halted is not None or session.sender.waiting:
        message = "; ".join(session.standing())
        fail(DATA if session.sender.halted else LOST, f"{message}: `poolbook score {journal.path}` goes on")
    if session.evening.sitting is not None and session.evening.sitting.closed:
        click.echo(f"the sitting is closed; its {lines} lines are recorded, and kept in {journal.path}")
    else:
        click.echo(f"{lines} lines are kept in {journal.path}: `poolbook score {journal.path}` goes on")
