"""The club of a token: its members, sittings, games, results, log and exports."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, Unpack

from poolbook.client.answers import Checkpoint, ClubState, IssuedToken, Member, Result, Token
from poolbook.client.connection import Connection, at
from poolbook.client.following import Following
from poolbook.client.game import Game
from poolbook.client.game_answers import GameState, ListedGame
from poolbook.client.sending import Request
from poolbook.client.sitting import Sitting
from poolbook.client.sitting_answers import ListedSitting, SittingState
from poolbook.client.values import AnyMember, Write, body, plain


class Club:
    """A club. `now` is its name and currency when this program last read them."""

    def __init__(self, connection: Connection, now: ClubState) -> None:
        self._connection = connection
        self.now = now

    @property
    def id(self) -> str:
        """Its id."""
        return self.now.id

    def __repr__(self) -> str:
        return f"<Club {self.now.name}, {self.id}>"

    # Its members

    def members(self) -> Iterator[Member]:
        """Its members."""
        return self._connection.items(at("clubs", self.id, "members"), Member)

    def member(self, name: str) -> Member:
        """The member of this name. Raises LookupError, with the names that are like it, if the club has none."""
        names = {member.name: member for member in self.members() if member.name is not None}
        if name in names:
            return names[name]
        alike = get_close_matches(name, names)
        raise LookupError(f"{self.now.name} has no member {name}" + (f"; like it: {', '.join(alike)}" if alike else ""))

    def names(self) -> dict[str, str]:
        """The name of each member by the id; the id itself where the name was erased."""
        return {member.id: member.name or member.id for member in self.members()}

    def enter_member(self, name: str, *, same_name: bool | None = None, **also: Unpack[Write]) -> Member:
        """Enter a new member. `same_name` allows a name that another member has."""
        path = at("clubs", self.id, "members")
        return self._connection.write(path, body(name=name, same_name=same_name), Member, **also)

    def member_or_new(self, name: str) -> Member:
        """The member of this name, who is entered if the club has none."""
        try:
            return self.member(name)
        except LookupError:
            return self.enter_member(name)

    def rename_member(
        self, member: AnyMember, name: str, *, same_name: bool | None = None, **also: Unpack[Write]
    ) -> Member:
        """Give a member another name."""
        path = at("clubs", self.id, "members", plain(member), "name")
        return self._connection.write(path, body(name=name, same_name=same_name), Member, **also)

    # Its tokens

    def tokens(self) -> Iterator[Token]:
        """Its tokens, without their secrets."""
        return self._connection.items(at("clubs", self.id, "tokens"), Token)

    def issue_token(
        self,
        role: Literal["owner", "scorekeeper", "auditor", "player"],
        label: str,
        *,
        member: AnyMember | None = None,
        expires_at: datetime | None = None,
        **also: Unpack[Write],
    ) -> IssuedToken:
        """Issue a token, whose secret is shown this once. A player's token is that of a member.

        `expires_at` is the moment, with its zone, from which the token is refused; None: never.
        """
        path = at("clubs", self.id, "tokens")
        until = expires_at.isoformat() if expires_at else None
        asked = body(role=role, label=label, member=member, expires_at=until)
        return self._connection.write(path, asked, IssuedToken, **also)

    def revoke_token(self, token: Token | str, **also: Unpack[Write]) -> Token:
        """Revoke a token by its id; from then on it is refused."""
        path = at("clubs", self.id, "tokens", token if isinstance(token, str) else token.id, "revoke")
        return self._connection.write(path, {}, Token, **also)

    # Its sittings and games

    def open_sitting(
        self,
        *,
        ante: int,
        limit: int,
        players: Sequence[AnyMember],
        held_on: date | None = None,
        carried_from: str | None = None,
        articles: Mapping[str, Any] | None = None,
        agreed_by: Iterable[AnyMember] | None = None,
        **also: Unpack[Write],
    ) -> Sitting:
        """Open a sitting with its players in seat order to the left. `agreed_by` names them all where the articles
        depart from the laws."""
        opened = body(
            ante=ante,
            limit=limit,
            players=players,
            held_on=held_on,
            carried_from=carried_from,
            articles=articles,
            agreed_by=None if agreed_by is None else list(agreed_by),
        )
        state = self._connection.write(at("clubs", self.id, "sittings"), opened, SittingState, **also)
        return Sitting(self._connection, self.id, state)

    def sittings(
        self, *, held: date | None = None, status: Literal["open", "closed"] | None = None
    ) -> Iterator[ListedSitting]:
        """Its sittings, those of a day, or those that are open or closed."""
        query = body(**{"from": held, "to": held}, status=status)
        return self._connection.items(at("clubs", self.id, "sittings"), ListedSitting, query)

    def sitting(self, id: str) -> Sitting:
        """A sitting by its id. Raises NotFound."""
        return Sitting(self._connection, self.id, self._connection.read(at("sittings", id), SittingState))

    def games(self, **chosen: Any) -> Iterator[ListedGame]:
        """Its games. `chosen` are parameters of `GET /v1/clubs/{club}/games`: member=, class_=, from_=, to=…"""
        query = {name.rstrip("_"): plain(value) for name, value in chosen.items()}
        return self._connection.items(at("clubs", self.id, "games"), ListedGame, query)

    def game(self, id: str) -> Game:
        """A game by its id. Raises NotFound."""
        return Game(self._connection, self.id, self._connection.read(at("games", id), GameState))

    # What follows from them

    def results(self, *, from_: date | None = None, to: date | None = None) -> Iterator[Result]:
        """What each member has won and lost, in all sittings or in those from one day to another."""
        return self._connection.items(at("clubs", self.id, "results"), Result, {"from": plain(from_), "to": plain(to)})

    def account(self, member: AnyMember) -> dict[str, Any]:
        """A member's account, with the newest of its lines."""
        return self._sum("members", plain(member), "account")

    def books(self) -> dict[str, Any]:
        """Its accounts and their balances."""
        return self._sum("books")

    def audit(self, **chosen: Any) -> Iterator[dict[str, Any]]:
        """What was corrected, ruled, erased and disclosed. `chosen` are parameters of `GET /v1/clubs/{club}/audit`."""
        query = {name.rstrip("_"): plain(value) for name, value in chosen.items()}
        return self._connection.items(at("clubs", self.id, "audit"), dict[str, Any], query)

    def _sum(self, *noun: str) -> dict[str, Any]:
        path = at("clubs", self.id, *noun)
        return self._connection.read(path, dict[str, Any], self._connection.after_writes())

    # Its log

    def follow(self, after: int = 0) -> Following:
        """Its events after a position, as they are recorded, without end. See Following."""
        return Following(self._connection, at("clubs", self.id, "events"), after)

    def checkpoint(self) -> Checkpoint:
        """The newest signed checkpoint of its log, which covers what this program has written."""
        path = at("clubs", self.id, "log", "checkpoint")
        return self._connection.read(path, Checkpoint, self._connection.after_writes())

    def verify(self) -> dict[str, Any]:
        """Let the service recompute everything stored for the club; `first_difference` is None where all is well."""
        return self._connection.ask(at("clubs", self.id, "verify"), {}, dict[str, Any])

    def export(self, format: str, file: Path | str, *, sitting: str | None = None, game: str | None = None) -> Path:
        """Write the record for another program to a file, which is made whole or not at all. Returns its path."""
        path = at("clubs", self.id, "exports", format)
        response = self._connection.send(Request("GET", path, body(sitting=sitting, game=game)))
        target = Path(file)
        partly = target.with_name(f"{target.name}.part")
        partly.write_bytes(response.content)
        return partly.replace(target)
