"""The command line: `poolbook COMMAND --help` explains each command. Exit codes follow sysexits."""

import io
import sys

import click

from ops.collecting import collect_seldom
from ops.sections import Sections

COMMANDS = {
    "Record": {
        "new": "newfile:begin_file",
        "check": "checking:check_files",
        "record": "exchange:record_sittings",
        "score": "score.command:score_evening",
        "correct": "correcting:correct_record",
        "import": "exchange:import_files",
    },
    "Read": {
        "sittings": "reading.evenings:sittings",
        "replay": "replaying:replay",
        "disputes": "reading.evenings:disputes",
        "what-if": "foreseeing:what_if",
        "members": "reading.club:members",
        "clubs": "reading.club:clubs",
        "export": "exporting:export_record",
        "help": "helping:help_on",
    },
    "Money": {
        "results": "reading.results:results",
        "sheet": "reading.evenings:sheet",
        "account": "reading.club:account",
    },
    "Keep": {
        "club": "administration:club",
        "rename": "administration:rename",
        "token": "administration:token",
        "webhook": "webhooks:webhook",
        "erase": "administration:erase",
        "backup": "administration:backup_books",
        "restore": "administration:restore_books",
        "rebuild": "rebuilding:rebuild_tables",
        "verify": "verifying:verify",
        "vkey": "administration:vkey",
        "verify-receipt": "receipts:verify_receipt_of_game",
        "watch": "watching:watch",
    },
    "Run": {
        "serve": "running:serve",
        "follow": "running:follow",
        "migrate": "administration:migrate",
        "db": "administration:db",
        "settings": "administration:settings",
    },
}
"""The commands under their headings, in the order in which the help shows them; each with its module below `ops` and
its function there."""

EXIT_CODES = """\b
Exit codes:
  0   done
  1   a question was answered with no
  2   the command line is wrong
  64  what was given as a key is not a key
  65  a file, a name or a record is wrong
  69  no database, a port taken, or a service that runs already
  74  the connection to the database was lost
  78  a setting is wrong
"""


@click.group(
    cls=Sections,
    sections=COMMANDS,
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="poolbook")
def main() -> None:
    """Keep the book of draw poker by the eighty-one laws.

    Begin with `poolbook serve`: without settings it starts a PostgreSQL of its own and a demonstration club. The
    other commands work beside it, or without it, on the same database.
    """
    collect_seldom()
    write_what_the_terminal_can()


def write_what_the_terminal_can() -> None:
    """Let standard output and error write a question mark for a character that their encoding lacks, and not fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    main()
