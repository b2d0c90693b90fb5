"""The demonstration club: the illustrated game of the book, two evenings that are closed, and one that stands open.

The evenings are game files beside this module. What a game file has no line for happens on the open evening: a
correction, a pool paid out otherwise, a dispute, and a game that has just begun.
"""

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from uuid import NAMESPACE_URL, UUID, uuid5

from ledger.afterwards.disputes import disputes
from ledger.afterwards.game_corrections import Insertion, Slips
from ledger.application.afterwards import CorrectionRequest, Corrections, Payout
from ledger.application.club_books import ClubBooks, KeyReused, Request
from ledger.application.clubs import Clubs, founded_under
from ledger.application.game_files import SCOREKEEPER, Recording, record
from ledger.application.hearings import Decision, Hearings
from ledger.events.dispute import DisputeKind
from ledger.events.game import Staked
from ledger.gamefile import parse
from ledger.play.commands import Deal, Pass, Stake
from ledger.roles import Role
from ledger.store import Actor, Club

NAME = "The Demonstration Club"
_OPERATOR = Actor(token=None, member=None, role=Role.OPERATOR)
_EVENINGS = ("illustrated", "in_october", "in_november")
_LAST = "the second player passes"
"""The last of all acts, by which a later start knows that everything is recorded."""


def demo_club(clubs: Clubs, data_dir: Path) -> tuple[Club, str | None]:
    """The demonstration club and an owner's token for it, made at the first start.

    The token's secret is kept in a file that only the service's user can read, so that a later start can print
    it again; None when that file is gone.
    """
    kept = data_dir / "demonstration-token"
    request = Request(_OPERATOR, str(uuid5(NAMESPACE_URL, "poolbook:demonstration")), b"demonstration")
    try:
        club, issued = clubs.found_club(request, NAME, "LSD")
    except KeyReused:
        # It was brought back from its log, and is left as it came.
        return clubs.entry(founded_under(request.key)), kept.read_text() if kept.exists() else None
    if issued.secret is not None:
        kept.touch(mode=0o600)
        kept.write_text(issued.secret)
    books = clubs.books(club.id)
    if books.store.find_command(_request(_LAST).key) is None:
        _play(books)
    return club, kept.read_text() if kept.exists() else None


def _play(books: ClubBooks) -> None:
    """Record every evening. What an earlier start has recorded already is not recorded again."""
    for evening in _EVENINGS:
        _recorded(books, evening)
    tonight = _recorded(books, "tonight")
    _look_back(books, tonight)
    _begin_the_next(books, tonight)


def _recorded(books: ClubBooks, evening: str) -> Recording:
    text = files("ops.demo").joinpath(f"{evening}.game").read_text()
    return record(books, parse(text), add_members=True)


def _request(act: str) -> Request:
    """The request of an act for which a game file has no line."""
    return Request(SCOREKEEPER, str(uuid5(NAMESPACE_URL, f"poolbook:demonstration:{act}")), act.encode())


def _look_back(books: ClubBooks, tonight: Recording) -> None:
    """Record what was found out about games that were over: in the second, the fourth, and the sixth."""
    afterwards, member = Corrections(books), _members(books)
    _, jack_pot, _, argued, _, last = tonight.games
    paid, reason = {member("Beatrice"): 105, member("Ambrose"): 3}, "Ambrose had put in threepence too much"
    afterwards.pay(_request("paid otherwise"), jack_pot, Payout(paid), reason)

    question = "Florence says that she had not yet stood when Dorothea staked her penny."
    hearings = Hearings(books)
    hearings.dispute(
        _request("dispute"),
        argued,
        parties=(member("Dorothea"), member("Florence")),
        kind=DisputeKind.FACT,
        question=question,
        step=None,
    )
    laid = disputes(books.game_events(argued))[1].laid
    assert laid.referee is not None, "two of five are parties"
    heard, statement = laid.witnesses[0], "She stood, and the cards were already down on the cloth."
    hearings.give_evidence(_request("evidence"), argued, 1, heard, can_give=True, statement=statement)
    decided = Decision(laid.referee, "She had stood. The penny is well staked.")
    hearings.rule(_request("ruling"), argued, 1, decided, None)

    first, second = [event.step for event in books.game_events(last) if isinstance(event, Staked)][-2:]
    bets = tuple(Insertion(second, Stake(amount=9)) for _ in range(2))
    slips = CorrectionRequest(Slips((first, second), bets), "ninepence was bet and called, not a shilling")
    afterwards.correct_game(_request("correction"), last, slips)


def _members(books: ClubBooks) -> Callable[[str], str]:
    by_name = {name: member for member, name in books.club().members.items() if name is not None}
    return by_name.__getitem__


def _begin_the_next(books: ClubBooks, tonight: Recording) -> None:
    """Begin a game and leave it to be played on: one has opened, another has passed."""
    assert tonight.sitting is not None
    game: UUID = books.start_game(_request("the next game"), tonight.sitting, None, ()).stream
    for act, command in (("deal", Deal()), ("the first player opens", Stake(amount=6)), (_LAST, Pass())):
        books.act(_request(act), game, command)
