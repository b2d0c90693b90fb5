"""Record a game file through the application, each line under an idempotency key of its own.

The keys follow from the file and the line. So a recording that was interrupted can simply be run again: lines that
are recorded already are recognised, and the rest are added.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from uuid import NAMESPACE_URL, UUID, uuid5

from ledger.afterwards.game_corrections import Slips
from ledger.application.afterwards import CorrectionRequest, Corrections, Payout
from ledger.application.club_books import ClubBooks, Request, Saved
from ledger.events.base import Event
from ledger.events.club import SittingRegistered
from ledger.events.sitting import GameStarted, SittingOpened
from ledger.gamefile import ClubAtHand, GameFile, GameFileError, Line, renamed, written
from ledger.gamefile.against import other_currency
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
    Slip,
    StartGame,
    seated_by,
)
from ledger.gamefile.payouts import sources_of
from ledger.names import folded
from ledger.refusals import Invalid, Refused
from ledger.roles import Role
from ledger.seats import Member
from ledger.state.club import Club
from ledger.store import Actor
from ledger.table.agreement import Seating

SCOREKEEPER = Actor(token=None, member=None, role=Role.SCOREKEEPER)
"""The actor of what the command line records: a scorekeeper without a token."""


TAKES_OVER = "a file that takes over a pool or a kitty cannot be recorded, only checked with --dry-run"


class UnknownPlayers(Exception):
    """The file names players who are not members of the club."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names


class StandsAlready(Exception):
    """The club has a sitting on the day of the file, with its players and the dealer of its first game."""

    def __init__(self, held_on: str, sitting: str) -> None:
        super().__init__(
            f"the sitting of {held_on} with these players and this first game stands already ({sitting}): if the file"
            " is an amended one, `poolbook correct FILE` shows what differs and corrects the record; if it is another"
            " sitting, --anyway records it"
        )
        self.held_on = held_on
        self.sitting = sitting


@dataclass
class Recording:
    """What has been recorded so far: the sitting, the games in their order, how many lines were recorded before,
    the position of the last line in the club's log, and the players by the names of the file."""

    sitting: UUID | None = None
    games: list[UUID] = field(default_factory=list)
    replayed: int = 0
    position: int = 0
    players: Mapping[str, Member] = field(default_factory=dict)


def record(
    books: ClubBooks,
    gamefile: GameFile,
    *,
    add_members: bool,
    anyway: bool = False,
    actor: Actor = SCOREKEEPER,
    progress: Callable[[int], None] = lambda number: None,
) -> Recording:
    """Record a game file. Its expectations are not recorded; rehearse it first to have them checked.

    Each line is recorded by itself, in the name of the `actor`. If the recording breaks off, what was recorded stands,
    and the same actor goes on with it by recording the same file again.

    Raises UnknownPlayers, or GameFileError naming the line and the law at which a record was refused, or the head if
    its currency is not the club's; StandsAlready as `check_new` does, unless the file is to be recorded `anyway`.
    """
    if not anyway:
        check_new(books, gamefile, actor)
    check_currency(books, gamefile)
    keys = _Keys(gamefile, actor)
    ids = members_by_name(books, seated_by(line.act for line in _acts(gamefile)), keys if add_members else None)
    recording = Recording(players=ids)
    for number, line in enumerate(_acts(gamefile), 1):
        try:
            saved = record_act(
                books, recording, renamed(line.act, ids.__getitem__), keys.named(f"act {number}", line.text)
            )
        except (Refused, Invalid) as why:
            raise GameFileError(line.number, str(why), getattr(why, "law", None)) from why
        recording.replayed += saved.replayed
        recording.position = saved.position
        progress(number)
    return recording


def check_currency(books: ClubBooks, gamefile: GameFile) -> None:
    """Raise GameFileError if a file names another currency than that in which the club keeps its books."""
    sentence = other_currency(gamefile.opening.currency, books.club().currency)
    if sentence is not None:
        raise GameFileError(gamefile.lines[0].number, sentence, slip=Slip(code="other_currency"))


def club_at_hand(books: ClubBooks, name: str, *, add_members: bool) -> ClubAtHand:
    """What of a club a game file is judged against."""
    club = books.club()
    # An exported file has the id of a member whose name it cannot have.
    members = [*(known for known in club.members.values() if known), *club.members]
    return ClubAtHand(name=name, currency=club.currency, members=members, adds_members=add_members)


def takes_over(opening: OpenSitting) -> bool:
    """Whether a file takes over a pool or a kitty: it can be checked then, and not recorded."""
    return bool(opening.carried or opening.kitty)


def check_new(books: ClubBooks, gamefile: GameFile, actor: Actor = SCOREKEEPER) -> None:
    """Raise StandsAlready if the sitting of a file seems to stand in the club's books from another file.

    That is a sitting on the same day, with the same players, whose first game had the same dealer and the same players.
    A file that was recorded before, or begun to be, adds nothing when it is recorded again, and is let through.
    """
    first, *_ = acts = list(_acts(gamefile))
    called = {name: members_called(books.club(), name) for name in seated_by(line.act for line in acts)}
    again = books.store.find_command(_Keys(gamefile, actor).named("act 1", first.text).key)
    if again or not all(len(members) == 1 for members in called.values()):
        return
    ids = {name: members[0] for name, members in called.items()}
    opening = renamed(first.act, ids.__getitem__)
    assert isinstance(opening, OpenSitting)
    started = next((renamed(line.act, ids.__getitem__) for line in acts if isinstance(line.act, StartGame)), None)
    assert started is None or isinstance(started, StartGame)
    for recorded in books.recorded(books.club_id):
        if isinstance(recorded.event, SittingRegistered):
            events = books.sitting_events(UUID(recorded.event.sitting))
            if _is_same_sitting(opening, started, events):
                raise StandsAlready(_day(opening), recorded.event.sitting)


def _is_same_sitting(opening: OpenSitting, started: StartGame | None, events: Sequence[Event]) -> bool:
    opened, first = events[0], next((event for event in events if isinstance(event, GameStarted)), None)
    assert isinstance(opened, SittingOpened)
    if (opened.held_on, set(opened.seats)) != (_day(opening), set(opening.seats)):
        return False
    if first is None or started is None:
        return not (first or started)
    return started.dealer in (None, first.dealer) and set(first.players).isdisjoint(started.sitting_out)


def _day(opening: OpenSitting) -> str:
    """The day on which the sitting of a file was held: today, where the file does not say."""
    return opening.held_on or date.today().isoformat()


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
    """The keys and digests of a file's commands, for the actor who records it: a key is its sender's own."""

    def __init__(self, gamefile: GameFile, actor: Actor) -> None:
        # The text of the head is that of its first line only, and evenings differ by their day at least.
        lines = [f"{line.number} {line.text}" for line in gamefile.lines]
        text = "\n".join([written(gamefile.opening), *lines])
        file = uuid5(NAMESPACE_URL, f"poolbook:gamefile:{sha256(text.encode()).hexdigest()}")
        self.file = uuid5(file, actor.token) if actor.token else file
        self.actor = actor

    def named(self, what: str, text: str) -> Request:
        # The digest is stored, and the text names players. The file's own id, which is not stored, goes into it, so
        # that nobody without the file can find a name by trying.
        return Request(self.actor, str(uuid5(self.file, what)), sha256(self.file.bytes + text.encode()).digest())


def members_by_name(books: ClubBooks, names: tuple[str, ...], keys: "_Keys | None") -> dict[str, Member]:
    """The members' ids by the names of the file. With `keys`, unknown names are entered as new members.

    Raises UnknownPlayers for an unknown name without `keys`, and Invalid for a name that several members have.
    """
    called = {name: members_called(books.club(), name) for name in names}
    if several := [name for name, members in called.items() if len(members) > 1]:
        raise Invalid({"players": [f"several members are called {', '.join(several)}: rename them first"]})
    unknown = [name for name, members in called.items() if not members]
    if unknown and keys is None:
        raise UnknownPlayers(unknown)
    for name in unknown:
        assert keys is not None
        books.add_member(keys.named(f"member {name}", name), name)
    return members_by_name(books, names, None) if unknown else {name: members[0] for name, members in called.items()}


def members_called(club: Club, name: str) -> list[Member]:
    """The members with a name, however its letters and blanks are written; or the one with this id.

    An exported file has the id of a member whose name it cannot have.
    """
    if name in club.members:
        return [name]
    return [member for member, known in club.members.items() if known and folded(known) == folded(name)]


def record_act(books: ClubBooks, recording: Recording, act: Act, request: Request) -> Saved:
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
    if takes_over(opening):
        raise Invalid({"carried": [TAKES_OVER]})
    return Seating(
        seats=opening.seats,
        articles=opening.articles,
        held_on=_day(opening),
        agreed_by=opening.agreed_by,
    )


def summary(books: ClubBooks, recording: Recording) -> list[tuple[str, int]]:
    """Each player's name and what he won or lost over the games recorded."""
    assert recording.sitting is not None
    club, sitting = books.club(), books.sitting(recording.sitting)
    # `funds` still has the players who have left the table.
    return [(club.name_of(m), sitting.won.get(m, 0)) for m in sitting.funds]
