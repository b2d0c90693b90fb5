"""Command: `check` judges game files; `record` and `import` judge theirs in the same way before they write."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from api.settings import Settings
from ledger.application.club_books import ClubBooks
from ledger.application.game_files import StandsAlready, check_new, club_at_hand, takes_over
from ledger.gamefile import ClubAtHand, GameFile, judge
from ledger.refusals import Invalid
from ops.database import DatabaseMissing, clubs_in
from ops.gamefiles import NoGameFile, read_gamefile
from ops.plainly import DATA, chosen_club, club_option, database, plainly

several_game_files = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
members_option = click.option(
    "--add-members", is_flag=True, help="Game files: enter players whom the club does not know as new members."
)


@click.command(name="check")
@several_game_files
@club_option
@members_option
@plainly
def check_files(files: tuple[Path, ...], chosen: str | None, add_members: bool) -> None:
    """Judge game FILEs and report every slip in them. Nothing is recorded.

    Each FILE is judged against the club: its members, its currency, and the laws. Where there is no club yet, by the
    laws alone. A slip leaves unjudged what depends on it, and nothing else.

    \b
    Exit codes: 0 every FILE can be recorded; 65 a FILE has slips, or cannot be read.
    """
    check(files, chosen, add_members=add_members)


def check(files: Iterable[Path], chosen: str | None, *, add_members: bool) -> None:
    """Judge files against the club at hand, say of each what it is, and record nothing. Exits with 65 for a slip."""
    with _at_hand(chosen, add_members) as at_hand:
        gamefiles, wrong = judged(files, at_hand.club)
        for file, gamefile in gamefiles.items():
            click.echo(f"{file}: lawful from end to end{at_hand.words}; nothing was recorded")
            for note in _notes(at_hand.books, gamefile):
                click.echo(f"  {note}")
    if wrong:
        sys.exit(DATA)


def _notes(books: ClubBooks | None, gamefile: GameFile) -> Iterator[str]:
    """What keeps a lawful file from being recorded."""
    if takes_over(gamefile.opening):
        yield "it takes over a pool or a kitty, so that it can be checked, but not recorded"
    elif books is not None:
        try:
            check_new(books, gamefile)
        except (StandsAlready, Invalid) as why:
            yield str(why)


def judged(
    files: Iterable[Path], club: ClubAtHand | None, *, several: bool = False
) -> tuple[dict[Path, GameFile], bool]:
    """The files without a slip, and whether others have one. Every slip of these is printed on standard error, with its
    file where there are `several` files."""
    files, gamefiles, wrong = list(files), dict[Path, GameFile](), False
    several = several or len(files) > 1
    for file in files:
        try:
            judgement = judge(read_gamefile(file), club)
        except NoGameFile as why:
            wrong = True
            click.echo(f"poolbook: {why}", err=True)
            continue
        if judgement.gamefile is not None and not judgement.slips:
            gamefiles[file] = judgement.gamefile
            continue
        wrong = True
        for text in (*(slip.explained for slip in judgement.slips), *judgement.notes):
            click.echo(f"{file}: {text}" if several else text, err=True)
    return gamefiles, wrong


@dataclass(frozen=True, slots=True)
class AtHand:
    """The club that files are judged against, its books, and words for it; None where there is no club."""

    club: ClubAtHand | None
    books: ClubBooks | None
    words: str


@contextmanager
def _at_hand(chosen: str | None, add_members: bool) -> Iterator[AtHand]:
    """The club that was chosen, or the only one; none where no database is at hand, or no club is in it.

    A PostgreSQL of its own is not made for a check. Exits where a club was chosen that is not there, or must be chosen.
    """
    settings = Settings.from_environment()
    alone = AtHand(None, None, " by the laws alone: there is no club here, whose members and currency it could have")
    if not chosen and not settings.database_url and not (settings.data_dir / "postgres").exists():
        yield alone
        return
    with ExitStack() as opened:
        try:
            clubs = opened.enter_context(clubs_in(opened.enter_context(database())))
        except DatabaseMissing as why:
            if chosen:
                raise
            yield AtHand(None, None, f" by the laws alone, without members and currency, since {why}")
            return
        known = clubs.directory.clubs()
        if not (known or chosen):
            yield alone
            return
        club = chosen_club(known, chosen)
        books = clubs.books(club.id)
        yield AtHand(club_at_hand(books, club.name, add_members=add_members), books, f", for {club.name}")
