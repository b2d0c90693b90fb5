"""A scorekeeper who records random lawful play, and sends each act under its key until it is answered.

He knows only what the service answers, and some answers never reach him.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID


class Lost(Exception):
    """No answer came. The client cannot know whether the request was carried out."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the service answered."""

    status: int
    body: Any
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Write:
    """A write that is sent until it is answered."""

    path: str
    body: dict[str, Any]
    key: str


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A write that the service acknowledged, and the version of the stream that it reported."""

    write: Write
    version: int
    replayed: bool
    body: Any


Send = Callable[[str, str, Any, str | None], Answer]
"""Sends a request, given its method, path, body and key. Raises Lost."""

RETRY = (409, 429, 503)
MOST_REFUSALS = 30
FUNDS = 200
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


class WrongAnswer(AssertionError):
    """The service gave an answer that it must never give."""


@dataclass(slots=True)
class Scorekeeper:
    """One client that records one table of a club.

    `step` sends one request. `sent` has the keys of all writes, `acknowledged` the writes that were answered.
    """

    send: Send
    club: str
    members: list[str]
    chance: Random
    acknowledged: list[Acknowledged] = field(default_factory=list)
    sent: set[str] = field(default_factory=set)
    refused: int = 0
    lost: int = 0
    pending: Write | None = None
    sitting: str | None = None
    game: str | None = None
    _in_a_row: int = 0
    _deck: list[str] = field(default_factory=list)
    _hands: dict[str, list[str]] = field(default_factory=dict)

    def step(self) -> bool:
        """Send the pending write, or else look at the table and send the next; whether a write was acknowledged."""
        before = len(self.acknowledged)
        try:
            if self.pending is None:
                self.pending = self._next()
            if self.pending is not None:
                self._deliver(self.pending)
        except Lost:
            self.lost += 1
        return len(self.acknowledged) > before

    def _deliver(self, write: Write) -> None:
        self.sent.add(write.key)
        answer = self.send("POST", write.path, write.body, write.key)
        if answer.status == 201:
            self._note(write, answer)
        elif answer.status == 422 and answer.body.get("type") == "/problems/refused":
            self._note_refusal(write, answer)
        elif answer.status not in RETRY:
            raise WrongAnswer(f"POST {write.path} {write.body}: {answer.status} {answer.body}")

    def _note_refusal(self, write: Write, answer: Answer) -> None:
        """Count a refusal. After a late repeat an act on offer may be refused, but not MOST_REFUSALS times in a row."""
        self.refused += 1
        self._in_a_row += 1
        self.pending = None
        if self._in_a_row > MOST_REFUSALS:
            raise WrongAnswer(f"nothing but refusals: POST {write.path} {write.body}: {answer.body}")

    def _note(self, write: Write, answer: Answer) -> None:
        version = int(answer.headers["ETag"].strip('"'))
        replayed = "Idempotency-Replayed" in answer.headers
        self.acknowledged.append(Acknowledged(write, version, replayed, answer.body))
        self.pending, self._in_a_row = None, 0
        if write.path.endswith("/sittings"):
            self.sitting = f"/v1/sittings/{answer.body['id']}"
        elif write.path.endswith("/games"):
            self.game = f"/v1/games/{answer.body['id']}"
            self._deck = self.chance.sample(DECK, len(DECK))
            self._hands = {}
        elif write.path.endswith("/actions") and answer.body["game"]["phase"] in ("settled", "unopened"):
            self.game = None

    def _read(self, path: str) -> Any:
        answer = self.send("GET", path, None, None)
        if answer.status == 200:
            return answer.body
        if answer.status in RETRY:
            raise Lost
        raise WrongAnswer(f"GET {path}: {answer.status} {answer.body}")

    # What comes next at the table

    def _next(self) -> Write | None:
        if self.sitting is None:
            return self._write(f"/v1/clubs/{self.club}/sittings", {"ante": 2, "limit": 8, "players": self.members})
        if self.game is None:
            return self._between_games(self._read(self.sitting))
        return self._act(self._read(self.game))

    def _write(self, path: str, body: dict[str, Any]) -> Write:
        return Write(path, body, str(UUID(int=self.chance.getrandbits(128), version=4)))

    def _between_games(self, sitting: dict[str, Any]) -> Write:
        assert self.sitting is not None
        for member in self.members:
            if sitting["funds"][member] < FUNDS // 4:
                sale = {"player": member, "red": 0, "white": 0, "blue": 0, "odd": FUNDS + self.chance.randrange(50)}
                return self._write(f"{self.sitting}/counter-sales", sale)
        return self._write(f"{self.sitting}/games", {"dealer": self.members[0] if not sitting["next_dealer"] else None})

    def _act(self, game: dict[str, Any]) -> Write | None:
        if not game["legal"]:
            self.game = None
            return None
        legal = self.chance.choice(game["legal"])
        write = self._write(f"{self.game}/actions", self._body(legal))
        write.body["note"] = write.key
        return write

    def _body(self, legal: dict[str, Any]) -> dict[str, Any]:
        body: dict[str, Any] = {"action": legal["action"]}
        match legal["action"]:
            case "stake":
                # Mostly the least, or pools would be won before anybody draws.
                most = legal["most"] if self.chance.random() < 0.3 else legal["least"]
                body["amount"] = self.chance.randint(legal["least"], most)
            case "draw":
                body["discard"] = self.chance.randint(0, 3)
            case "show":
                body["cards"] = self._hand(legal["player"])
        if legal["player"] is not None and legal["action"] != "deal":
            body["player"] = legal["player"]
        return body

    def _hand(self, player: str) -> list[str]:
        if player not in self._hands:
            self._hands[player], self._deck = self._deck[:5], self._deck[5:]
        return self._hands[player]
