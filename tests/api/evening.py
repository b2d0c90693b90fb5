"""An evening of random play through the public API: cards, loans, slips, wrong payments, and the buy-back.

The player knows only the answers of the service, the cards he deals, and the counters he hands over.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.api.house import Desk

RANKS, SUITS = "23456789TJQKA", "cdhs"
PACK = [rank + suit for rank in RANKS for suit in SUITS]
COLOURS = ("blue", "white", "red")
FUNDS = 200


@dataclass(slots=True)
class Evening:
    """One sitting. `met` counts what happened besides ordinary play."""

    desk: Desk
    club: str
    members: list[str]
    chance: Random
    ante: int = 2
    limit: int = 12
    sitting: str = ""
    games: list[str] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    _worth: dict[str, int] = field(default_factory=dict)
    _out: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    _pack: list[str] = field(default_factory=list)
    _hands: dict[str, list[str]] = field(default_factory=dict)
    _first: dict[str, list[str]] = field(default_factory=dict)

    def play(self, games: int) -> None:
        """Play `games` games, and more until nothing is carried over; then buy all counters back, and close."""
        self._open()
        while len(self.games) < games or self._read(self.sitting)["carried"]:
            self._game()
        self._buy_back()
        self._post(f"{self.sitting}/close", {})

    # The till

    def _open(self) -> None:
        body = {
            "ante": self.ante,
            "limit": self.limit,
            "players": self.members,
            "articles": {"kitty": {"amount": 1, "purpose": "expenses"}},
            "agreed_by": self.members,
        }
        opened = self._post(f"/v1/clubs/{self.club}/sittings", body)
        self.sitting = f"/v1/sittings/{opened['id']}"
        self._worth = opened["counters"]
        for member in self.members:
            self._sell(member, on_credit=False)

    def _sell(self, member: str, *, on_credit: bool) -> None:
        sold = {"blue": 10, "white": 8, "red": 10, "odd": self.chance.randrange(20)}
        self._post(f"{self.sitting}/counter-sales", {"player": member, "on_credit": on_credit, **sold})
        for colour in COLOURS:
            self._out[colour] += sold[colour]

    def _buy_back(self) -> None:
        """Buy back every player's counters; one hands in a counter less than he should."""
        forgetful = self.chance.choice(self.members)
        for member, funds in self._read(self.sitting)["funds"].items():
            handed, left = {}, funds - (member == forgetful and funds > 0)
            for colour in COLOURS:
                handed[colour] = min(self._out[colour], left // self._worth[colour])
                self._out[colour] -= handed[colour]
                left -= handed[colour] * self._worth[colour]
            self._post(f"{self.sitting}/buy-backs", {"player": member, "odd": left, **handed})

    # A game

    def _game(self) -> None:
        table = self._read(self.sitting)
        for member in self.members:
            if table["funds"][member] < FUNDS // 5:
                self._sell(member, on_credit=self.chance.random() < 0.3)
        named = None if table["next_dealer"] else self.members[0]
        begun = self._post(f"{self.sitting}/games", {"dealer": named})
        game = f"/v1/games/{begun['id']}"
        if self.chance.random() < 0.02:
            self._post(f"{game}/void", {"reason": "the pack was short", "agreed_by": begun["seats"]})
            self._count("void")
            return
        self.games.append(game)
        self._deal_out(begun)
        while (state := self._read(game))["legal"]:
            self._act(game, state)
        self._after(game, state)

    def _deal_out(self, begun: dict[str, Any]) -> None:
        self._pack = self.chance.sample(PACK, len(PACK))
        self._hands = {member: [self._pack.pop() for _ in range(5)] for member in begun["seats"]}
        self._first = {member: list(hand) for member, hand in self._hands.items()}

    def _act(self, game: str, state: dict[str, Any]) -> None:
        legal = self._chosen(state)
        if legal["action"] == "stake" and self.chance.random() < 0.03:
            self._slip(game, state, legal)
        if state["to_act"] and state["phase"] in ("say", "betting") and self.chance.random() < 0.02:
            self._borrow(game, state)
            return
        self._post(f"{game}/actions", self._said(legal, state))

    def _chosen(self, state: dict[str, Any]) -> dict[str, Any]:
        """A random act, mostly one that goes on, or pools would be won before anybody draws."""
        offered = {act["action"]: act for act in state["legal"]}
        if state["phase"] == "ante":
            return offered["straddle" if "straddle" in offered and self.chance.random() < 0.15 else "deal"]
        if "demand_show" in offered and self.chance.random() < 0.15:
            return offered["demand_show"]
        if "pass" in offered and self.chance.random() < 0.25:
            return offered["pass"]
        names = [name for name in offered if name not in ("pass", "demand_show")] or list(offered)
        return offered[self.chance.choice(names)]

    def _said(self, legal: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
        body: dict[str, Any] = {"action": legal["action"], "player": legal["player"]}
        match legal["action"]:
            case "deal":
                return {"action": "deal", "cards": self._hands}
            case "stake":
                body["amount"] = self._amount(legal)
            case "draw":
                body |= self._draw(legal["player"])
            case "show":
                body["cards"] = self._hands[legal["player"]]
                if state["jack_pot"]:
                    body["original"] = self._first[legal["player"]]
        return body

    def _amount(self, legal: dict[str, Any]) -> int:
        most = legal["most"] if self.chance.random() < 0.25 else legal["least"]
        return self.chance.randint(legal["least"], most)

    def _draw(self, player: str) -> dict[str, Any]:
        thrown = self.chance.sample(self._hands[player], min(self.chance.randint(0, 3), len(self._pack)))
        taken = [self._pack.pop() for _ in thrown]
        self._hands[player] = [card for card in self._hands[player] if card not in thrown] + taken
        return {"discard": thrown, "cards": taken}

    # What happens beside plain play

    def _slip(self, game: str, state: dict[str, Any], legal: dict[str, Any]) -> None:
        """Record a wrong stake and strike it, so that it must be recorded again."""
        body = {"action": "stake", "player": legal["player"], "amount": legal["most"]}
        slip = self._post(f"{game}/actions", body)
        self._post(f"{game}/corrections", {"strike": [slip["step"]], "reason": "a slip of the pen"})
        self._count("slip")
        assert self._read(game)["stakes"] == state["stakes"]

    def _borrow(self, game: str, state: dict[str, Any]) -> None:
        others = [m for m in state["seats"] if m != state["to_act"] and state["stakes"][m]["funds"] >= self.limit]
        lender = self.chance.choice(["bank", *others])
        body = {"action": "borrow", "player": state["to_act"], "lender": lender, "amount": self.limit}
        if lender == "bank":
            body["blue"] = 1
            self._out["blue"] += 1
        self._post(f"{game}/actions", body)
        self._count("loan")

    def _after(self, game: str, state: dict[str, Any]) -> None:
        """Sometimes record that the table paid out something else than the laws award."""
        settlement = self._read(f"{game}/settlement")
        paid = {award["player"]: award["amount"] for award in settlement["awards"]}
        others = [member for member in state["seats"] if member not in paid]
        if paid and others and self.chance.random() < 0.04:
            winner = next(iter(paid))
            paid[winner] -= 1
            paid[self.chance.choice(others)] = 1
            self._post(f"{game}/paid", {"paid": paid, "reason": "a counter rolled away"})
            self._count("as paid")
        if settlement["carried_out"]:
            self._count("carried")

    def _count(self, happening: str) -> None:
        self.met[happening] += 1

    # HTTP

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.desk.post(path, body)
        assert answer.status_code == 201, (path, body, answer.text)
        return answer.json

    def _read(self, path: str) -> Any:
        answer = self.desk.get(path)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json
