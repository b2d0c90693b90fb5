"""A scorekeeper who plays lawfully by chance, and sends each act under its key until it is answered.

He knows nothing but what the service tells him, and whether the replies reach him is not in his hands.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID


class Lost(Exception):
    """No answer came. Whether the request was carried out, nobody on this side knows."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the service answered."""

    status: int
    body: Any
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Asked:
    """A write as it is sent, again and again if need be."""

    path: str
    body: dict[str, Any]
    key: str


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A write that the service said it had recorded: at this version of the stream."""

    asked: Asked
    version: int
    replayed: bool
    body: Any


Send = Callable[[str, str, Any, str | None], Answer]
"""Method, path, body, key. Raises Lost."""

RETRY = (409, 429, 503)
MOST_REFUSALS = 30
FUNDS = 200
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


class WrongAnswer(AssertionError):
    """The service answered what it must never answer."""


@dataclass(slots=True)
class Scorekeeper:
    """One table of a club, kept by one client. `step` sends one request; `acknowledged` and `sent` grow by it."""

    send: Send
    club: str
    members: list[str]
    chance: Random
    acknowledged: list[Acknowledged] = field(default_factory=list)
    sent: set[str] = field(default_factory=set)
    refused: int = 0
    lost: int = 0
    pending: Asked | None = None
    sitting: str | None = None
    game: str | None = None
    _in_a_row: int = 0
    _deck: list[str] = field(default_factory=list)
    _hands: dict[str, list[str]] = field(default_factory=dict)

    def step(self) -> bool:
        """Send what is pending, or look at the table and send the next act; whether something was acknowledged."""
        before = len(self.acknowledged)
        try:
            if self.pending is None:
                self.pending = self._next()
            if self.pending is not None:
                self._deliver(self.pending)
        except Lost:
            self.lost += 1
        return len(self.acknowledged) > before

    def _deliver(self, asked: Asked) -> None:
        self.sent.add(asked.key)
        answer = self.send("POST", asked.path, asked.body, asked.key)
        if answer.status == 201:
            self._note(asked, answer)
        elif answer.status == 422 and answer.body.get("type") == "/problems/refused":
            self._note_refusal(asked, answer)
        elif answer.status not in RETRY:
            raise WrongAnswer(f"POST {asked.path} {asked.body}: {answer.status} {answer.body}")

    def _note_refusal(self, asked: Asked, answer: Answer) -> None:
        """What the service itself called lawful may be refused after a late repeat of something else, not for ever."""
        self.refused += 1
        self._in_a_row += 1
        self.pending = None
        if self._in_a_row > MOST_REFUSALS:
            raise WrongAnswer(f"nothing but refusals: POST {asked.path} {asked.body}: {answer.body}")

    def _note(self, asked: Asked, answer: Answer) -> None:
        version = int(answer.headers["ETag"].strip('"'))
        replayed = "Idempotency-Replayed" in answer.headers
        self.acknowledged.append(Acknowledged(asked, version, replayed, answer.body))
        self.pending, self._in_a_row = None, 0
        if asked.path.endswith("/sittings"):
            self.sitting = f"/v1/sittings/{answer.body['id']}"
        elif asked.path.endswith("/games"):
            self.game = f"/v1/games/{answer.body['id']}"
            self._deck = self.chance.sample(DECK, len(DECK))
            self._hands = {}
        elif asked.path.endswith("/actions") and answer.body["game"]["phase"] in ("settled", "unopened"):
            self.game = None

    def _read(self, path: str) -> Any:
        answer = self.send("GET", path, None, None)
        if answer.status == 200:
            return answer.body
        if answer.status in RETRY:
            raise Lost
        raise WrongAnswer(f"GET {path}: {answer.status} {answer.body}")

    # What comes next at the table

    def _next(self) -> Asked | None:
        if self.sitting is None:
            return self._ask(f"/v1/clubs/{self.club}/sittings", {"ante": 2, "limit": 8, "players": self.members})
        if self.game is None:
            return self._between_games(self._read(self.sitting))
        return self._act(self._read(self.game))

    def _ask(self, path: str, body: dict[str, Any]) -> Asked:
        return Asked(path, body, str(UUID(int=self.chance.getrandbits(128), version=4)))

    def _between_games(self, sitting: dict[str, Any]) -> Asked:
        assert self.sitting is not None
        for member in self.members:
            if sitting["funds"][member] < FUNDS // 4:
                sale = {"player": member, "red": 0, "white": 0, "blue": 0, "odd": FUNDS + self.chance.randrange(50)}
                return self._ask(f"{self.sitting}/counter-sales", sale)
        return self._ask(f"{self.sitting}/games", {"dealer": self.members[0] if not sitting["next_dealer"] else None})

    def _act(self, game: dict[str, Any]) -> Asked | None:
        if not game["legal"]:
            self.game = None
            return None
        legal = self.chance.choice(game["legal"])
        asked = self._ask(f"{self.game}/actions", self._said(legal))
        asked.body["note"] = asked.key
        return asked

    def _said(self, legal: dict[str, Any]) -> dict[str, Any]:
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
