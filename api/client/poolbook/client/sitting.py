"""One sitting: its till, its company, its games, and its close."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypeVar, Unpack

from msgspec import UNSET, UnsetType

from poolbook.client.answers import Result
from poolbook.client.connection import Connection, at
from poolbook.client.game import Game
from poolbook.client.game_answers import GameState, ListedGame
from poolbook.client.sitting_answers import BuyBack, Cut, Limits, Payment, Sale, SittingState, TableChange
from poolbook.client.values import AnyMember, ByMember, Write, body, plain

Answer = TypeVar("Answer")


class Sitting:
    """A sitting. `now` is how it stood when this program last opened, read or closed it."""

    def __init__(self, connection: Connection, club: str, now: SittingState) -> None:
        self._connection = connection
        self._club = club
        self.now = now

    @property
    def id(self) -> str:
        """Its id."""
        return self.now.id

    def __repr__(self) -> str:
        return f"<Sitting {self.now.number} of {self.now.held_on}, {self.now.status}, {self.id}>"

    def read(self) -> SittingState:
        """Read how it stands at the service."""
        self.now = self._connection.read(at("sittings", self.id), SittingState)
        return self.now

    def _write(self, noun: str, kind: type[Answer], fields: Mapping[str, Any], options: Write) -> Answer:
        return self._connection.write(at("sittings", self.id, noun), fields, kind, **options)

    # The till

    def sell_counters(
        self,
        player: AnyMember,
        *,
        red: int = 0,
        white: int = 0,
        blue: int = 0,
        odd: int = 0,
        on_credit: bool = False,
        **also: Unpack[Write],
    ) -> Sale:
        """Sell counters, and small change (`odd`, in minor units), for money or on credit."""
        sold = body(player=player, red=red, white=white, blue=blue, odd=odd, on_credit=on_credit)
        return self._write("counter-sales", Sale, sold, also)

    def buy_back(
        self,
        player: AnyMember,
        *,
        red: int = 0,
        white: int = 0,
        blue: int = 0,
        odd: int = 0,
        **also: Unpack[Write],
    ) -> BuyBack:
        """Buy back all the counters that a player hands in, as they were counted."""
        counted = body(player=player, red=red, white=white, blue=blue, odd=odd)
        return self._write("buy-backs", BuyBack, counted, also)

    def pay(
        self,
        player: AnyMember,
        amount: int,
        toward: Literal["credit", "loan"],
        *,
        to: AnyMember | None = None,
        by_bank: bool | None = None,
        **also: Unpack[Write],
    ) -> Payment:
        """Money paid towards what a player owes: the bank, or the player `to`. `by_bank`: the bank pays him."""
        paid = body(player=player, amount=amount, toward=toward, to=to, by_bank=by_bank)
        return self._write("payments", Payment, paid, also)

    # The company

    def cut(self, cards: ByMember[str], **also: Unpack[Write]) -> Cut:
        """Cut for the first deal: the card that each player drew. A later cut has only those who draw again (2)."""
        return self._write("cuts", Cut, body(cards=cards), also)

    def arrive(self, player: AnyMember, left_of: AnyMember, **also: Unpack[Write]) -> TableChange:
        """Seat a member to the left of another, between two games."""
        return self._write("arrivals", TableChange, body(player=player, left_of=left_of), also)

    def depart(self, player: AnyMember, **also: Unpack[Write]) -> TableChange:
        """Let a player go, whose counters have been bought back."""
        return self._write("departures", TableChange, body(player=player), also)

    def set_limits(
        self,
        player: AnyMember,
        *,
        loss: int | UnsetType | None = UNSET,
        stop_at: datetime | UnsetType | None = UNSET,
        **also: Unpack[Write],
    ) -> Limits:
        """Set the loss and the time at which a player stops. None lifts a limit; one left out stays as it was."""
        limits = {name: value for name, value in (("loss", loss), ("stop_at", stop_at)) if value is not UNSET}
        return self._write("limits", Limits, {"player": plain(player), **limits}, also)

    def take_pen(self, **also: Unpack[Write]) -> SittingState:
        """Take the pen: this token's scorekeeper writes from now on, and others read."""
        self.now = self._write("pen", SittingState, {}, also)
        return self.now

    # Its games

    def begin_game(
        self, dealer: AnyMember | None = None, *, sitting_out: Iterable[AnyMember] = (), **also: Unpack[Write]
    ) -> Game:
        """Begin the next game. `dealer` is for a first game without a cut only."""
        begun = self._write("games", GameState, body(dealer=dealer, sitting_out=list(sitting_out)), also)
        return Game(self._connection, self._club, begun)

    def games(self) -> Iterator[ListedGame]:
        """Its games in order."""
        return self._connection.items(at("sittings", self.id, "games"), ListedGame)

    def game(self) -> Game | None:
        """The game that is played now, None between games."""
        running = self.read().game
        if running is None:
            return None
        return Game(self._connection, self._club, self._connection.read(at("games", running), GameState))

    # The close, and what is put right

    def close(
        self,
        *,
        carried: Literal["stands_over"] | Mapping[str, Any] | None = None,
        kitty: Mapping[str, Any] | None = None,
        **also: Unpack[Write],
    ) -> SittingState:
        """Close the sitting. `carried`: the pool carried out of the last game stands over, or is divided by consent,
        `{"divided": {member: amount}, "agreed_by": [member, …]}`."""
        self.now = self._write("close", SittingState, body(carried=carried, kitty=kitty), also)
        return self.now

    def correct(self, strike: Sequence[int], reason: str, **also: Unpack[Write]) -> dict[str, Any]:
        """Strike entries of the sitting's book by their numbers."""
        return self._write("corrections", dict[str, Any], body(strike=strike, reason=reason), also)

    def correct_articles(
        self,
        reason: str,
        agreed_by: Iterable[AnyMember],
        *,
        ante: int | None = None,
        limit: int | None = None,
        readings: Mapping[str, str] | None = None,
        seats: Sequence[AnyMember] | None = None,
        **also: Unpack[Write],
    ) -> dict[str, Any]:
        """Set right what was noted wrongly when the sitting was opened, by the consent of its players."""
        fields = body(reason=reason, agreed_by=list(agreed_by), ante=ante, limit=limit, readings=readings, seats=seats)
        return self._write("articles", dict[str, Any], fields, also)

    # What follows from it

    def what_if(self, readings: Mapping[str, str]) -> dict[str, Any]:
        """The evening under other readings, game after game. Nothing is recorded."""
        return self._connection.ask(at("sittings", self.id, "what-if"), {"readings": readings}, dict[str, Any])

    def entries(self) -> Iterator[dict[str, Any]]:
        """The entries in its book: sales, payments, cuts, arrivals…"""
        return self._connection.items(at("sittings", self.id, "entries"), dict[str, Any])

    def results(self) -> Iterator[Result]:
        """What each player has won and lost in it."""
        return self._connection.items(at("sittings", self.id, "results"), Result)

    def settlements(self) -> Iterator[dict[str, Any]]:
        """The settlement of each game."""
        return self._connection.items(at("sittings", self.id, "settlements"), dict[str, Any])

    def pools(self) -> Iterator[dict[str, Any]]:
        """The pool of each game: what came in, what went out."""
        return self._connection.items(at("sittings", self.id, "pool"), dict[str, Any])

    def sheet(self) -> dict[str, Any]:
        """The sheet that reconciles its counters and its money."""
        return self._sum("buy-back")

    def books(self) -> dict[str, Any]:
        """Its accounts and their balances."""
        return self._sum("books")

    def _sum(self, noun: str) -> dict[str, Any]:
        path = at("sittings", self.id, noun)
        return self._connection.read(path, dict[str, Any], self._connection.after_writes())
