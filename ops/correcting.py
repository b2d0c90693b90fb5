"""The command `correct`: how an amended game file differs from the record, and the corrections that mend the record."""

import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from uuid import UUID, uuid4

import click

from ledger.afterwards.game_corrections import Slips, correct
from ledger.afterwards.payout import pay
from ledger.application.afterwards import CorrectionRequest, Corrections, Payout
from ledger.application.club_books import ClubBooks, Request
from ledger.application.game_files import SCOREKEEPER, check_currency, members_by_name
from ledger.events.adjustment import SittingAdjusted
from ledger.events.base import Event
from ledger.events.club import SittingRegistered
from ledger.events.sitting import GameStarted, SittingOpened
from ledger.gamefile import parse, play
from ledger.gamefile.amended import AmendedGame, Matter, NoCorrection, amended_games
from ledger.gamefile.lines import AsPlayed, OpenSitting, seated_by
from ledger.gamefile.payouts import sources_of
from ledger.refusals import Invalid, Refused
from ledger.state import game_fold as games
from ledger.state.in_force import entries_in_force
from ledger.state.sitting import Sitting
from ops.gamefiles import read_gamefile
from ops.plainly import DATA, club_books, club_option, fail, naming_of, plainly
from ops.printing import FORMATS, Row, show

DECLINED = 1
"""The exit code where the question was answered with no."""


@dataclass(frozen=True, slots=True)
class _OnRecord:
    """The sitting that a file is about: its id, its state, its events, and those of its games by their ids."""

    id: UUID
    state: Sitting
    entries: Sequence[Event]
    games: dict[str, list[Event]]


@click.command(name="correct")
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--reason", help="Why the record is corrected; asked for where it is not given.")
@click.option("--yes", is_flag=True, help="Record the corrections without asking; needs --reason.")
@click.option("--sitting", metavar="SITTING", help="The sitting, where its day and its players do not tell it.")
@click.option("--dry-run", is_flag=True, help="Show what differs; record nothing.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="table",
    help="csv and json, with --dry-run: a row for each act, payment and result that differs, amounts in minor units.",
)
@club_option
@plainly
def correct_record(
    file: Path, reason: str | None, yes: bool, sitting: str | None, dry_run: bool, form: str, chosen: str | None
) -> None:
    """Correct the record of a sitting by its amended game FILE.

    Change the FILE that was recorded so that it tells what really happened, and run this command. (If the FILE was
    lost, `poolbook export game --complete --sitting SITTING` writes another.) It finds the sitting by its date and its
    players, shows what differs, game by game with the lines and the difference of each result, asks, and records one
    correction for each game. Nothing is ever rubbed out: what was struck stays visible.

    In an open sitting the later games that a correction affects begin again on what they are left, or stand if the FILE
    says that they stand as played. In a closed sitting they stay as they were played, and each correction makes an
    adjusting entry on the members' accounts; buy-backs stay as they were counted.

    Only the acts of games, and what was paid out of their pools, can be corrected so. If anything else differs (the
    articles, the till, the number of games, who was dealt in), the command says what, and what to do instead; it
    records nothing.

    \b
    Exit codes: 0 recorded, or nothing differs; 1 the question was answered with no;
    65 the file is wrong, or cannot be expressed as a correction; nothing was recorded.
    """
    if yes and not (reason or "").strip():
        raise click.UsageError("--yes needs --reason: say why the record is corrected")
    if form != "table" and not dry_run:
        raise click.UsageError(f"--format {form} shows what differs and asks nothing: give --dry-run with it")
    gamefile = parse(read_gamefile(file))
    with club_books(chosen) as (clubs, _club, books):
        check_currency(books, gamefile)
        ids = members_by_name(books, seated_by(line.act for line in gamefile.lines), None)
        named = naming_of(clubs, books).sitting(sitting) if sitting else None
        on_record = _found(books, gamefile.opening, named, ids)
        try:
            amended = amended_games(gamefile, play(gamefile), on_record.entries, on_record.games, ids)
        except NoCorrection as why:
            for difference in why.differences:
                click.echo(f"poolbook: {difference.sentence}", err=True)
            for sentence in _instead(on_record, {difference.matter for difference in why.differences}):
                click.echo(f"poolbook: {sentence}", err=True)
            fail(DATA, "this cannot be expressed as a correction of games; nothing was recorded")
        rows = _differences(books, on_record, amended)
        if form != "table":
            show(rows, [], form, header=("game", "change", *PARTICULARS))
            return
        click.echo(_heading(on_record))
        if not amended:
            click.echo("the record agrees with the file; there is nothing to correct")
            return
        _show(amended, rows)
        if dry_run:
            return
        because = reason or click.prompt("Why is the record corrected?")
        if not yes and not click.confirm("Record these corrections?"):
            click.echo("nothing was recorded", err=True)
            sys.exit(DECLINED)
        stand = {line.act.number for line in gamefile.lines if isinstance(line.act, AsPlayed)}
        _record(books, on_record, amended, stand, because)


def _found(books: ClubBooks, opening: OpenSitting, named: UUID | None, ids: dict[str, str]) -> _OnRecord:
    """The sitting that was named, or else the one of the file's date and players. Exits where there is not just one."""
    registered = [recorded.event for recorded in books.recorded(books.club_id)]
    sittings = [UUID(event.sitting) for event in registered if isinstance(event, SittingRegistered)]
    seats = {ids[name] for name in opening.seats}
    matching = [
        sitting
        for sitting in sittings
        if (named == sitting if named else _is_of(books.sitting_events(sitting)[0], seats, opening.held_on))
    ]
    if not matching:
        fail(DATA, "no sitting of this date and these players is on the record; `poolbook record FILE` records it")
    if len(matching) > 1:
        several = ", ".join(str(books.sitting(sitting).number) for sitting in matching)
        fail(DATA, f"several sittings have this date and these players: number {several}; choose one with --sitting")
    entries = books.sitting_events(matching[0])
    begun = [event.game for event in entries_in_force(entries) if isinstance(event, GameStarted)]
    of_games = {game: books.game_events(UUID(game)) for game in begun}
    return _OnRecord(matching[0], books.sitting(matching[0]), entries, of_games)


def _is_of(opened: Event, seats: set[str], held_on: str | None) -> bool:
    return isinstance(opened, SittingOpened) and set(opened.seats) == seats and held_on in (None, opened.held_on)


_PAID = "what a table paid stays on the record: the file says it by a line `paid ...`"
_WHILE_OPEN = {
    Matter.ARTICLES: "ante, limit, readings and the order of the seats are put right by everybody's consent, on the"
    " page /sittings/{id} or by POST /v1/sittings/{id}/articles; other articles stay as they were agreed",
    Matter.BOOK: "a wrong entry of the sitting's book is struck, and the right one made, on the page"
    " /sittings/{id}/till or by POST /v1/sittings/{id}/corrections; a sitting is closed on the page /sittings/{id}",
    Matter.GAMES: "a missing game is recorded after the others, on the page /sittings/{id} or by"
    " POST /v1/sittings/{id}/games; one that was played stays, with its dealer and its players",
    Matter.PAID: _PAID,
}
_AFTER_THE_CLOSE = {
    Matter.ARTICLES: "the articles and the seats of a closed sitting stay as they are",
    Matter.BOOK: "the book of a closed sitting stays as it was counted; what a member still owes is paid on the page"
    " /sittings/{id}/till or by POST /v1/sittings/{id}/payments",
    Matter.GAMES: "a closed sitting keeps the games that it has, with their dealers and players",
    Matter.PAID: _PAID,
}


def _instead(on_record: _OnRecord, matters: Collection[Matter]) -> Iterator[str]:
    """What to do about each matter that no correction of a game can express."""
    sentences = _AFTER_THE_CLOSE if on_record.state.closed else _WHILE_OPEN
    yield from (sentences[matter].format(id=on_record.id) for matter in Matter if matter in matters)
    number = on_record.state.number
    yield (
        "to correct the acts of games alone, let the file have the rest as the record has it:"
        f" `poolbook export game --complete --sitting {number}` writes it so"
    )


def _heading(on_record: _OnRecord) -> str:
    state = on_record.state
    return f"sitting {state.number} of {state.held_on}, {'closed' if state.closed else 'open'}"


def _differences(books: ClubBooks, on_record: _OnRecord, amended: Sequence[AmendedGame]) -> list[Row]:
    """What differs, a row for each act, payment and result. Exits where a correction would be refused."""
    name_of = books.club().name_of
    rows: list[Row] = []
    for game in amended:
        rows += [_row(game, "struck", step=act.step, words=act.words) for act in game.struck]
        rows += [_row(game, "put_in", line=new.line, words=new.words) for new in game.put_in]
        if game.paid_words:
            rows.append(_row(game, "paid", words=game.paid_words))
        changes = _foreseen(on_record, game).items()
        rows += [_row(game, "result", player=name_of(member), amount=n) for member, n in changes if n]
    return rows


def _row(game: AmendedGame, change: str, **particulars: object) -> Row:
    return {"game": game.number, "change": change, **dict.fromkeys(PARTICULARS), **particulars}


def _show(amended: Sequence[AmendedGame], rows: Sequence[Row]) -> None:
    """Print what differs, game by game, for somebody who is to decide on it."""
    for game in amended:
        click.echo(f"game {game.number}:")
        of_game = [row for row in rows if row["game"] == game.number]
        for row in of_game:
            if row["change"] in _TOLD:
                click.echo("  " + _TOLD[row["change"]].format(**row))
        results = [f"{row['player']} {row['amount']:+d}" for row in of_game if row["change"] == "result"]
        click.echo(f"  results: {', '.join(results) or 'as they were'}")


PARTICULARS = ("step", "line", "words", "player", "amount")
"""What a row of differences may hold beside the game's number and the kind of change; null where it holds nothing."""
_TOLD = {
    "struck": "step {step}: struck    {words}",
    "put_in": "line {line}: put in    {words}",
    "paid": "as the table paid: {words}",
}
"""How the changes other than results are told."""


def _foreseen(on_record: _OnRecord, game: AmendedGame) -> dict[str, int]:
    """The difference of each result, on what the game was begun with. Exits where the correction would be refused."""
    events = on_record.games[game.game]
    was = games.fold(events).settlement
    slips = game.struck or game.put_in
    try:
        correction = [correct(events, game.game, game.slips, None)[0]] if slips else []
        paid = [pay([*events, *correction], game.paid.paid, None, sources_of(game.paid))] if game.paid else []
        now = games.fold([*events, *correction, *paid]).settlement
    except (Refused, Invalid) as why:
        fail(DATA, f"game {game.number} cannot be corrected so: {why}; nothing was recorded")
    if was is not None and now is None and on_record.state.closed:
        fail(DATA, f"game {game.number} would not be over, and its sitting is closed; nothing was recorded")
    results = now.results if now else {}
    return {m: n - (was.results[m] if was else 0) for m, n in results.items()}


def _record(
    books: ClubBooks, on_record: _OnRecord, amended: Sequence[AmendedGame], as_played: Collection[int], reason: str
) -> None:
    """Record the corrections in the order of play. Each affected game of an open sitting begins again on what it is
    left, or stands if the file says that it was played so (`as_played`, by numbers)."""
    differing = {game.game: game for game in amended}
    for number, game in enumerate(on_record.games, 1):
        stands = number in as_played
        try:
            if game in differing:
                _correct(books, differing[game], reason, rebase=_is_affected(books, on_record, game) and not stands)
                click.echo(f"game {number}: corrected")
            if _is_affected(books, on_record, game):
                wanted = CorrectionRequest(Slips(), reason, rebase=not stands, as_played=stands)
                Corrections(books).correct_game(_request(books, game), UUID(game), wanted)
                click.echo(
                    f"game {number}: {'stands as it was played' if stands else 'begun again on what it is left'}"
                )
        except (Refused, Invalid) as why:
            fail(DATA, f"game {number} was not corrected: {why}; the corrections of earlier games stand")
    if on_record.state.closed:
        _tell_adjusted(books, on_record)


def _is_affected(books: ClubBooks, on_record: _OnRecord, game: str) -> bool:
    return game in books.sitting(on_record.id).affected


def _correct(books: ClubBooks, game: AmendedGame, reason: str, *, rebase: bool) -> None:
    """Record the correction of one game, or what its table paid, or both at once."""
    corrections, request = Corrections(books), _request(books, game.game)
    paid = Payout(game.paid.paid, sources_of(game.paid)) if game.paid else None
    if paid and not (game.struck or game.put_in or rebase):
        corrections.pay(request, UUID(game.game), paid, reason)
    else:
        wanted = CorrectionRequest(game.slips, reason, rebase=rebase, paid=paid)
        corrections.correct_game(request, UUID(game.game), wanted)


def _request(books: ClubBooks, game: str) -> Request:
    return Request(SCOREKEEPER, str(uuid4()), sha256(game.encode()).digest(), len(books.game_events(UUID(game))))


def _tell_adjusted(books: ClubBooks, on_record: _OnRecord) -> None:
    """Print what the members owe each other now, and the games that stay as they were played."""
    name_of = books.club().name_of
    new = books.sitting_events(on_record.id)[len(on_record.entries) :]
    for entry in (event for event in new if isinstance(event, SittingAdjusted)):
        for loan in entry.loans:
            click.echo(f"  {name_of(loan.borrower)} owes {name_of(loan.lender)} {loan.amount}")
        for member, amount in entry.lent.items():
            owing = f"{name_of(member)} owes the bank" if amount > 0 else f"the bank owes {name_of(member)}"
            click.echo(f"  {owing} {abs(amount)}")
        for game in entry.affected:
            click.echo(f"  game {list(on_record.games).index(game) + 1} stays as it was played")
