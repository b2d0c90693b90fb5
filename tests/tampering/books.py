"""The club to tamper with, which has every kind of event in its books."""

from dataclasses import dataclass
from itertools import count
from pathlib import Path
from uuid import UUID

from ledger.afterwards.game_corrections import Insertion, Slips
from ledger.application.afterwards import CorrectionRequest, Corrections, Payout
from ledger.application.club_books import ClubBooks, Request
from ledger.application.clubs import Clubs
from ledger.application.erasures import Erasures
from ledger.application.game_files import Recording, record
from ledger.application.hearings import Decision, Hearings
from ledger.application.tokens import Tokens
from ledger.articles import Articles
from ledger.events.dispute import Disputed
from ledger.events.sitting import Counters
from ledger.gamefile import parse
from ledger.laws.readings import complete
from ledger.play.commands import Command, Deal, Draw, Pass, Show, Stake, Stand
from ledger.store import Actor, Club, SharedDatastore
from ledger.table.agreement import Seating
from ledger.table.commands import SellCounters, SetLimits
from projections.follow import ClubFollower
from projections.signing import Sealer, Signer
from projections.tables import ReadTables

GAMES = Path(__file__).parents[1] / "games"
OWNER = Actor(token=None, member=None, role="owner")
BY_THE_DEALER = ("Ah", "Ad", "5c", "6d", "9s")
BY_THE_OPENER = ("2c", "2d", "7h", "8s", "Jc")

_numbers = count(1)


def request() -> Request:
    """A new request."""
    return Request(OWNER, f"tampering {next(_numbers)}", bytes(32))


@dataclass
class Evening:
    """A sitting of three, whose games are recorded act by act. The first of them deals the first game."""

    books: ClubBooks
    sitting: UUID
    members: tuple[str, ...]
    game: UUID

    @classmethod
    def of(cls, books: ClubBooks, names: str) -> "Evening":
        for name in names:
            books.add_member(request(), name)
        members = tuple(books.club().members)[-len(names) :]
        articles = Articles(ante=3, limit=12, readings=complete({}))
        seating = Seating(seats=members, articles=articles, held_on="1896-11-21")
        sitting = books.open_sitting(request(), seating).stream
        for member in members:
            sold = SellCounters(player=member, counters=Counters(red=10, odd=20), on_credit=member == members[0])
            books.enter(request(), sitting, sold)
        game = books.start_game(request(), sitting, members[0], ()).stream
        return cls(books, sitting, members, game)

    def begin(self) -> None:
        """Begin the next game."""
        self.game = self.books.start_game(request(), self.sitting, None, ()).stream

    def act(self, *commands: Command) -> None:
        for command in commands:
            self.books.act(request(), self.game, command)

    def play_to_the_show(self) -> None:
        """The first game, in which the ante-man passes and the two others show; eleven steps."""
        dealer, _, opener = self.members
        self.act(
            Deal(cards={dealer: BY_THE_DEALER, opener: BY_THE_OPENER}, note="a slow deal"),
            *(Stake(amount=6), Stake(amount=6), Pass(note="with a sigh")),
            Draw(discard=("Jc",), cards=("2h",), note="and smiled"),
            Draw(discard=0),
            *(Stand(), Stake(amount=6), Stake(amount=6)),
        )
        held = {dealer: BY_THE_DEALER, opener: (*BY_THE_OPENER[:4], "2h")}
        for _ in range(2):
            player = self.books.game(self.game).turn.player
            assert player is not None
            self.act(Show(cards=held[player]))


def everything(clubs: Clubs) -> Club:
    """A club with corrections, a void game, payments as made, an adjustment after a close, a dispute, and erasures.

    A sitting of it is closed, and in the other a game is being played. It has tokens, one of them revoked and one whose
    label is erased.
    """
    club, _ = clubs.found_club(request(), f"The Tampered Club {next(_numbers)}", "GBP")
    books = clubs.books(club.id)
    corrections, erasures = Corrections(books), Erasures(books)
    late = record(books, parse((GAMES / "cards_recorded.game").read_text()), add_members=True)
    found_late(books, late)
    evening = Evening.of(books, "XYZ")
    dealer, passer, opener = evening.members
    evening.play_to_the_show()
    first = evening.game
    bet, call = (Insertion(7, Stake(player=m, amount=9, note="it was nine")) for m in (dealer, opener))
    corrections.correct_game(
        request(), first, CorrectionRequest(Slips((8, 9), (bet, call)), "six was written for nine")
    )
    for label, member in (("the desk's", None), ("the porter's", None), ("his own", passer)):
        role = "player" if member else "scorekeeper"
        expires_at = "2999-01-01T00:00:00Z" if member else None
        issued = Tokens(books).issue(request(), role, member, label, expires_at)
        if label == "the porter's":
            Tokens(books).revoke(request(), issued.token.id)
    erasures.erase_name(request(), passer, "he has left the club")
    erasures.erase_words(request(), first, 2, "note", "it was unkind")
    evening.begin()
    evening.act(Deal(), Stake(amount=6))
    hearings = Hearings(books)
    disputed = hearings.dispute(
        request(), evening.game, parties=[dealer], kind="fact", question="was the pack cut?", step=1
    )
    (laid,) = (recorded.event for recorded in books.store.load(evening.game, gt=disputed.last - 1))
    assert isinstance(laid, Disputed)
    hearings.rule(request(), evening.game, 1, Decision(laid.referee, "it was"), None)
    evening.act(Stake(amount=6), Pass(), Draw(discard=2), Draw(discard=1), Stake(amount=3), Pass())
    awards = books.game(first).settlement.awards  # type: ignore[union-attr]
    paid = {awards[0].player: awards[0].amount - 2, passer: 2}
    corrections.pay(request(), first, Payout(paid), "two were let fall")
    corrections.correct_game(
        request(), evening.game, CorrectionRequest(Slips(), "begun on what is left now", rebase=True)
    )
    corrections.unseal(request(), first, passer, "he was asked to")
    books.enter(request(), evening.sitting, SetLimits(player=opener, loss=50))
    corrections.correct_sitting(request(), evening.sitting, [books.sitting(evening.sitting).entries], "it was another")
    evening.begin()
    evening.act(Deal())
    corrections.void(request(), evening.game, evening.members, "the cards were of another pack")
    evening.begin()
    evening.act(Deal(note="the last of the evening"), Stake(amount=6))
    return club


def found_late(books: ClubBooks, recording: Recording) -> None:
    """Find after the close of a sitting that the pool of its first game was paid otherwise: an adjusting entry."""
    settlement = books.game(recording.games[0]).settlement
    assert settlement is not None
    first, second, *_ = settlement.results
    winner = settlement.awards[0]
    other = second if winner.player == first else first
    paid = {winner.player: winner.amount - 3, other: 3}
    Corrections(books).pay(request(), recording.games[0], Payout(paid), "it was told the next day")


def sealed_in_steps(clubs: Clubs, club: Club, signer: Signer, *, left: int, step: int = 40) -> None:
    """Follow the club, signing a checkpoint every few events, and none for the last `left` events."""
    datastore = SharedDatastore(clubs.pool, club.id)
    store, tables = clubs.books(club.id).store, ReadTables(datastore)
    follower = ClubFollower(store, tables)
    positions = [logged.position for logged in store.notifications(0, 100_000)]
    last_signed = positions[-left - 1]
    while tables.position() < last_signed:
        ahead = sum(tables.position() < position <= last_signed for position in positions)
        folded = follower.advance(min(step, ahead))
        Sealer(signer, club.id, tables).folded(folded, caught_up=False)
    while follower.advance():
        pass
