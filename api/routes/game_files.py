"""Game files: whole evenings as text, judged and recorded."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from api import access
from api.noun import Answer, Call, Noun
from api.problems import Problem, invalid
from api.schemas.game_files import GameFileQuery, RecordedFile
from ledger.application import game_files
from ledger.application.club_books import ClubBooks
from ledger.gamefile import GameFile, GameFileError, Played, judge
from ledger.roles import MANAGERS

noun = Noun("game-files", __name__, description="Whole evenings as a club secretary writes them.")


@noun.takes_text("/v1/clubs/<id:club>/game-files", GameFileQuery, RecordedFile)
def record_game_file(call: Call) -> Any:
    """Judge a game file as `poolbook record` does, and record it.

    The whole file is judged first. Where a line is wrong the answer names each such line in `slips`, and nothing is
    recorded. Then each line is recorded under a key that follows from the file and the token, so no Idempotency-Key is
    sent: a recording that was broken off goes on, and one that was ended adds nothing, when the same token sends the
    same file again. If what others did meanwhile forbids a line, the lines before it are recorded, `recorded` of them.
    """
    query, books = call.input, call.books
    if query["add_members"]:
        access.require(call.caller, MANAGERS)
    lines_recorded = 0

    def count(line: int) -> None:
        nonlocal lines_recorded
        lines_recorded = line

    members = {"add_members": query["add_members"], "anyway": query["anyway"]}
    try:
        gamefile, played = _lawful(books, call.raw, add_members=query["add_members"])
        if query["dry_run"]:
            if not query["anyway"]:
                game_files.check_new(books, gamefile, call.caller.actor)
            return _judged(books, gamefile, played), 200
        recording = game_files.record(books, gamefile, **members, actor=call.caller.actor, progress=count)
    except GameFileError as error:
        raise _slips(error.errors, (), lines_recorded) from None
    except game_files.StandsAlready as stands:
        raise _stands_already(stands) from None
    return _recorded(books, gamefile, recording)


def _lawful(books: ClubBooks, text: str, *, add_members: bool) -> tuple[GameFile, Played]:
    """The file of this text, which the club can record, and how it was played. Raises the problem that names every slip
    otherwise."""
    club = game_files.club_at_hand(books, "the club", add_members=add_members)
    judgement = judge(text, replace(club, adding="add_members=true"))
    slips, gamefile = judgement.slips, judgement.gamefile
    if gamefile is not None and game_files.takes_over(gamefile.opening):
        slips = (GameFileError(gamefile.lines[0].number, game_files.TAKES_OVER), *slips)
    if slips or gamefile is None:
        raise _slips(slips, judgement.notes, 0)
    return gamefile, judgement.played


def _slips(slips: Sequence[GameFileError], notes: Sequence[str], recorded: int) -> Problem:
    """Every line that is wrong, by its number, and what was not judged."""
    errors: dict[str, list[str]] = {}
    for slip in slips:
        errors.setdefault(f"line {slip.line}", []).append(slip.message)
    return invalid(errors, slips=[_slip(slip) for slip in slips], notes=list(notes), recorded=recorded)


def _slip(error: GameFileError) -> dict[str, Any]:
    slip = error.slip
    helping = {"column": slip.column, "code": slip.code, "suggestion": slip.suggestion, "hint": slip.hint}
    return {"line": error.line, "message": error.message, "law": error.law, **helping}


def _stands_already(stands: game_files.StandsAlready) -> Problem:
    detail = (
        f"the sitting of {stands.held_on} with these players and this first game stands already: correct that one, or"
        " send the file with anyway=true to record another"
    )
    return Problem(
        "refused", detail, extra={"law": None, "code": "stands_already", "sitting": stands.sitting, "recorded": 0}
    )


def _judged(books: ClubBooks, gamefile: GameFile, played: Played) -> dict[str, Any]:
    """What would be recorded of a file."""
    sitting = played.sitting
    assert sitting is not None
    results = {name: sitting.won.get(name, 0) for name in sitting.funds}
    club = books.club()
    known = {name: game_files.members_called(club, name) for name in results}
    players = {name: members[0] if members else None for name, members in known.items()}
    lines = game_files.acts_in(gamefile)
    return {
        "sitting": None,
        "games": [],
        "players": players,
        "results": results,
        "lines": lines,
        "replayed": 0,
        "position": None,
    }


def _recorded(books: ClubBooks, gamefile: GameFile, recording: game_files.Recording) -> Answer:
    assert recording.sitting is not None
    lines = game_files.acts_in(gamefile)
    won = books.sitting(recording.sitting).won
    body = {
        "sitting": recording.sitting,
        "games": recording.games,
        "players": recording.players,
        "results": {name: won.get(member, 0) for name, member in recording.players.items()},
        "lines": lines,
        "replayed": recording.replayed,
        "position": recording.position,
    }
    headers = {"Location": f"/v1/sittings/{recording.sitting}", "Poolbook-Position": str(recording.position)}
    if recording.replayed == lines:
        headers["Idempotency-Replayed"] = "true"
    return body, headers
