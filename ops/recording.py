"""Record a game file through the application, each line under an idempotency key of its own.

The keys follow from the file and the line. So a recording that was interrupted can simply be run again: lines that
are recorded already are recognised, and the rest are added.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from uuid import NAMESPACE_URL, UUID, uuid5

from ledger.afterwards.game_corrections import Slips
from ledger.application.afterwards import CorrectionRequest, Corrections, Payout
from ledger.application.club_books import ClubBooks, Request, Saved
from ledger.gamefile import GameFile, GameFileError, Line, renamed
from ledger.gamefile.lines import (
    Act,
    AsPlayed,
    Close,
    Enter,
    Expectation,
    ExpectRefused,
    OpenSitting,
    PayOut,
    Record,
    StartGame,
    seated_by,
)
from ledger.gamefile.payouts import sources_of
from ledger.refusals import Invalid, Refused
from ledger.roles import Role
from ledger.seats import Member
from ledger.store import Actor
from ledger.table.agreement import Seating

SCOREKEEPER = Actor(token=None, member=None, role=Role.SCOREKEEPER)
"""The actor of what the command line records: a scorekeeper without a token."""


class UnknownPlayers(Exception):
    """The file names players who are not members of the club."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names


@dataclass
class Recording:
    """What has been recorded so far: the sitting, the games in their order, and how many lines were recorded before."""

    sitting: UUID | None = None
    games: list[UUID] = field(default_factory=list)
    replayed: int = 0


def record(
    books: ClubBooks, gamefile: GameFile, *, add_members: bool, progress: Callable[[int], None] = lambda number: None
) -> Recording:
    """Record a game file. Its expectations are not recorded; rehearse it first to have them checked.

    Raises UnknownPlayers, or GameFileError naming the line and the law at which a record was refused.
    """
    keys = _Keys(gamefile)
    ids = members_by_name(books, seated_by(line.act for line in _acts(gamefile)), keys if add_members else None)
    recording = Recording()
    for number, line in enumerate(_acts(gamefile), 1):
        try:
            saved = _record(
                books, recording, renamed(line.act, ids.__getitem__), keys.named(f"act {number}", line.text)
            )
        except (Refused, Invalid) as why:
            raise GameFileError(line.number, str(why), getattr(why, "law", None)) from why
        recording.replayed += saved.replayed
        progress(number)
    return recording


def acts_in(gamefile: GameFile) -> int:
    """How many lines of a file are recorded."""
    return sum(1 for _ in _acts(gamefile))


def _acts(gamefile: GameFile) -> Iterator[Line]:
    """The lines that are recorded: all but expectations and acts that are expected to be refused."""
    refused = False
    for line in gamefile.lines:
        if isinstance(line.act, Expectation):
            refused = isinstance(line.act, ExpectRefused)
        elif refused:
            refused = False
        else:
            yield line


class _Keys:
    """The keys and digests of a file's commands."""

    def __init__(self, gamefile: GameFile) -> None:
        text = "\n".join(f"{line.number} {line.text}" for line in gamefile.lines)
        self.file = uuid5(NAMESPACE_URL, f"poolbook:gamefile:{sha256(text.encode()).hexdigest()}")

    def named(self, what: str, text: str) -> Request:
        # The digest is stored, and the text names players. The file's own id, which is not stored, goes into it, so
        # that nobody without the file can find a name by trying.
        return Request(SCOREKEEPER, str(uuid5(self.file, what)), sha256(self.file.bytes + text.encode()).digest())


def members_by_name(books: ClubBooks, names: tuple[str, ...], keys: "_Keys | None") -> dict[str, Member]:
    """The members' ids by the names of the file. With `keys`, unknown names are entered as new members.

    Raises UnknownPlayers for an unknown name without `keys`.
    """
    known = {name: member for member, name in books.club().members.items() if name is not None}
    unknown = [name for name in names if name not in known]
    if unknown and keys is None:
        raise UnknownPlayers(unknown)
    for name in unknown:
        assert keys is not None
        books.add_member(keys.named(f"member {name}", name), name)
    return members_by_name(books, names, None) if unknown else known


def _record(books: ClubBooks, recording: Recording, act: Act, request: Request) -> Saved:
    if isinstance(act, OpenSitting):
        saved = books.open_sitting(request, _seating(act))
        recording.sitting = saved.stream
        return saved
    assert recording.sitting is not None, "a game file begins with its head"
    match act:
        case Enter(command=command):
            return books.enter(request, recording.sitting, command)
        case StartGame(dealer=dealer, sitting_out=sitting_out):
            saved = books.start_game(request, recording.sitting, dealer, sitting_out, as_played=False)
            recording.games.append(saved.stream)
            return saved
        case Record(command=act_of_game):
            return books.act(request, recording.games[-1], act_of_game)
        case PayOut(paid=paid):
            said = Payout(paid, sources_of(act))
            return Corrections(books).pay(request, recording.games[-1], said, None)
        case AsPlayed(number=number):
            if not 1 <= number <= len(recording.games):
                raise Invalid({"game": [f"{len(recording.games)} games have been begun"]})
            wanted = CorrectionRequest(Slips(), "so the game file says", as_played=True)
            return Corrections(books).correct_game(request, recording.games[number - 1], wanted)
        case Close(stands_over=stands_over, divided=divided, agreed_by=agreed_by, kitty_to_club=kitty_to_club):
            giving = agreed_by if kitty_to_club else None
            return books.close(request, recording.sitting, stands_over, divided or None, agreed_by, giving)
    raise TypeError(f"{type(act).__name__} is not recorded")


def _seating(opening: OpenSitting) -> Seating:
    if opening.carried or opening.kitty:
        raise Invalid(
            {"carried": ["a file that takes over a pool or a kitty cannot be recorded, only checked with --dry-run"]}
        )
    return Seating(
        seats=opening.seats,
        articles=opening.articles,
        held_on=opening.held_on or date.today().isoformat(),
        agreed_by=opening.agreed_by,
    )


def summary(books: ClubBooks, recording: Recording) -> list[tuple[str, int]]:
    """Each player's name and what he won or lost over the games recorded."""
    assert recording.sitting is not None
    club, sitting = books.club(), books.sitting(recording.sitting)
    # `funds` still has the players who have left the table.
    return [(club.name_of(m), sitting.won.get(m, 0)) for m in sitting.funds]
