"""`poolbook watch`: a witness of a club's log, for another machine than the service's."""

import re
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import click

from ops.plainly import fail
from ops.verify_receipt import USAGE, Key, Misused, key_of
from ops.witness import STALE, UNREACHABLE, Alarm, Service, Unreachable, Witness

_LOCAL = ("localhost", "127.0.0.1", "::1")


@click.command()
@click.argument("url")
@click.option("--key", "keys", multiple=True, required=True, metavar="VKEY", help="The club's key; may be repeated.")
@click.option(
    "--token-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    required=True,
    help="A file that holds a token of the club, and that only you can read.",
)
@click.option(
    "--state",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("."),
    show_default="this directory",
    help="The directory in which the checkpoints are kept.",
)
@click.option(
    "--with",
    "others",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file of another witness, to compare with too; may be repeated.",
)
@click.option("--once", is_flag=True, help="Look once and exit, as a timer wants it.")
@click.option("--every", type=click.IntRange(1), default=300, show_default=True, help="Seconds between two looks.")
@click.option("--quiet", is_flag=True, help="Say nothing while all is well.")
def watch(
    url: str,
    keys: tuple[str, ...],
    token_file: Path,
    state: Path,
    others: tuple[Path, ...],
    once: bool,
    every: int,
    quiet: bool,
) -> None:
    """Keep the checkpoints of a club's log, and prove at every step that the log has only grown.

    Run this on a machine that the service's operator cannot write on: at another club, or at the federation. URL is the
    address of the service. The key is the one that `poolbook vkey` prints and the club publishes; take it from anywhere
    but the service. It names the club. Any token of the club will do; a player's shows the least.

    Nothing that the service says is trusted: the signature is verified by the key, and every proof is checked here.
    The notes are kept in <club id>.checkpoints, which `poolbook verify-receipt --checkpoint` reads. If two of them
    contradict each other, both are written to a file <club id>.evidence-…, which proves it to anybody.

    \b
    The exit code says what was found; but for 0 and 6, somebody has to look:
       0  the log has only grown (with --once)
       3  forked: the log was rewritten, or others are shown another log
       4  rolled back: the log has fewer events than were signed before
       5  the checkpoint is signed by another key than those given
       6  a warning: the service records, and signs nothing
      65  what is kept here is damaged
      69  the service could not be reached, in three attempts
      74  what is to be kept cannot be written
      75  another watch keeps the same directory
      76  the answer was none of the service
      77  the token was refused
      64  the key is none; 2  the command line is wrong

    Without --once it looks again and again. Then it goes on after 6 and 69, with a line on standard error, and ends
    with any other code.
    """
    witness = Witness(Service(_address(url), _club(keys), _token(token_file)), _keys(keys), state, others)
    try:
        with witness.alone():
            while True:
                code = _look(witness, once=once, quiet=quiet)
                if once:
                    sys.exit(code)
                time.sleep(every)
    except Alarm as alarm:
        _tell(alarm)
        sys.exit(alarm.code)
    except OSError as error:
        fail(74, f"what is to be kept cannot be written: {error}")


def _look(witness: Witness, *, once: bool, quiet: bool) -> int:
    """Look once, and say what was found; the exit code. Raises Alarm where the witness has to end."""
    try:
        sentence = witness.step()
    except Unreachable as error:
        click.echo(f"{_now()} the service could not be reached: {error}", err=True)
        return UNREACHABLE
    except Alarm as alarm:
        if alarm.code != STALE:
            raise
        _tell(alarm)
        return STALE
    if not quiet:
        click.echo(f"{_now()} {sentence}")
    return 0


def _tell(alarm: Alarm) -> None:
    word = "WARNING" if alarm.code == STALE else "ALARM"
    click.echo(f"{_now()} {word}: {alarm}.\n{alarm.advice}", err=True)


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _keys(texts: tuple[str, ...]) -> list[Key]:
    """The keys, all of one club. Exits otherwise."""
    try:
        keys = [key_of(text) for text in texts]
    except Misused as error:
        fail(USAGE, str(error))
    if len({key.name for key in keys}) != 1 or not keys[0].name.startswith("poolbook/"):
        fail(USAGE, "the keys are not those of one club: each begins with poolbook/ and the club's id")
    return keys


def _club(texts: tuple[str, ...]) -> str:
    return _keys(texts)[0].name.removeprefix("poolbook/")


def _address(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise click.UsageError(f"the address of a service begins with https://, not {url!r}")
    if parts.scheme == "http" and parts.hostname not in _LOCAL:
        click.echo("poolbook: http:// shows the token to everybody on the way; use https://", err=True)
    return url


def _token(file: Path) -> str:
    token = file.read_text(encoding="ascii", errors="replace").strip()
    if not re.fullmatch(r"pb_[\w-]+", token, re.ASCII):
        raise click.UsageError(f"{file} does not hold a token of the club: one line that begins with pb_")
    return token
