"""A club over HTTP: its members by letter, its desks by role, and the illustrated game."""

from collections.abc import Iterable
from typing import Any, Self
from uuid import UUID, uuid4

from flask import Flask
from werkzeug.test import TestResponse

from ledger.application.clubs import Clubs
from ledger.gamefile import renamed
from ledger.store import ClubStore, SharedDatastore
from projections.follow import ClubFollower
from projections.tables import ReadTables
from tests.acts import body, command, commands

OPERATOR = "an-operators-token-that-is-long-enough"


class Desk:
    """A client with a token, or without one."""

    def __init__(self, app: Flask, token: str | None) -> None:
        self.client = app.test_client()
        self.token = token

    def headers(self, **named: str | None) -> dict[str, str]:
        """The headers of a request: the token, and those given, with hyphens for underscores, without any None."""
        given = {"Authorization": f"Bearer {self.token}" if self.token else None, **named}
        return {name.replace("_", "-"): text for name, text in given.items() if text is not None}

    def get(self, path: str, **headers: str | None) -> TestResponse:
        return self.client.get(path, headers=self.headers(**headers))

    def post(
        self,
        path: str,
        body: Any = None,
        *,
        data: bytes | None = None,
        content_type: str = "application/json",
        **headers: str | None,
    ) -> TestResponse:
        """Send a body as JSON, or `data` unchanged."""
        if data is not None:
            return self.client.post(path, data=data, content_type=content_type, headers=self.headers(**headers))
        return self.client.post(path, json={} if body is None else body, headers=self.headers(**headers))


class House:
    """One club: `owner`, `scorekeeper` and `auditor` are desks; `member["A"]` is an id."""

    @classmethod
    def found_club(cls, app: Flask, clubs: Clubs) -> Self:
        """Found a club."""
        founded = Desk(app, OPERATOR).post("/v1/clubs", {"name": f"The Club {uuid4()}", "currency": "LSD"})
        assert founded.status_code == 201, founded.text
        return cls(app, clubs, founded.json)

    def __init__(self, app: Flask, clubs: Clubs, founded: dict[str, Any]) -> None:
        self.app, self.clubs, self.id = app, clubs, founded["id"]
        self.path = f"/v1/clubs/{self.id}"
        self.owner = Desk(app, founded["token"])
        self.member = {name: self.owner.post(f"{self.path}/members", {"name": name}).json["id"] for name in "ABCDE"}
        self.letter = {member: name for name, member in self.member.items()}
        self.scorekeeper = self.desk("scorekeeper")
        self.auditor = self.desk("auditor")

    def issue(self, role: str, member: str | None = None) -> dict[str, Any]:
        """A new token."""
        body = {"role": role, "label": f"of {member or role}", "member": member and self.member[member]}
        answer = self.owner.post(f"{self.path}/tokens", body)
        assert answer.status_code == 201, answer.text
        return answer.json

    def desk(self, role: str, member: str | None = None) -> Desk:
        """A client with a new token."""
        return Desk(self.app, self.issue(role, member)["token"])

    # The books beside the API

    @property
    def store(self) -> ClubStore:
        return self.clubs.books(UUID(self.id)).store

    def position(self) -> int:
        """The position of the last event, which a refusal must not change."""
        return self.store.max_position()

    def follow(self) -> None:
        """Bring the read tables up to the log."""
        datastore = SharedDatastore(self.clubs.pool, UUID(self.id))
        follower = ClubFollower(self.store, ReadTables(datastore))
        while follower.advance():
            pass

    # A sitting, and its games

    def sit(self, *, ante: int = 3, limit: int = 12, players: str = "ABCDE", funds: int = 100, **fields: Any) -> str:
        """Open a sitting whose players each buy counters for `funds` in small change. Returns its path."""
        body = {"ante": ante, "limit": limit, "players": [self.member[p] for p in players], **fields}
        answer = self.scorekeeper.post(f"{self.path}/sittings", body)
        assert answer.status_code == 201, answer.text
        path = f"/v1/sittings/{answer.json['id']}"
        for player in players if funds else "":
            sale = {"player": self.member[player], "red": 0, "white": 0, "blue": 0, "odd": funds}
            assert self.scorekeeper.post(f"{path}/counter-sales", sale).status_code == 201
        return path

    def begin(self, sitting: str, dealer: str | None = "A", **fields: Any) -> str:
        """The path of a new game."""
        answer = self.scorekeeper.post(f"{sitting}/games", {"dealer": dealer and self.member[dealer], **fields})
        assert answer.status_code == 201, answer.text
        return f"/v1/games/{answer.json['id']}"

    def act(self, text: str) -> dict[str, Any]:
        """The body for an act that is written as in a game file, its players by letter."""
        return body(renamed(command(text), self.member.__getitem__))

    def play(self, game: str, acts: str) -> dict[str, Any]:
        """Record acts written as in a game file; the answer to the last."""
        for act in commands(acts):
            answer = self.scorekeeper.post(f"{game}/actions", body(renamed(act, self.member.__getitem__)))
            assert answer.status_code == 201, (act, answer.text)
        recorded: dict[str, Any] = answer.json
        return recorded

    def by_letter(self, amounts: dict[str, Any]) -> dict[str, Any]:
        """Amounts by member, under their letters."""
        return {self.letter[member]: amount for member, amount in amounts.items()}

    def by_letters(self, members: Iterable[str]) -> str:
        """Members, by their letters."""
        return "".join(self.letter[member] for member in members)
