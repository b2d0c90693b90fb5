"""Two clubs whose games differ in one hand that was thrown down: no reader can tell them apart by any byte.

Ids, times and secrets are masked; then every role reads every route of both, and the bytes must be the same. The
answers while the game was recorded, with refusals and repeats, must be the same too, and so must the log.
"""

import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.app import create_app
from api.service import install
from api.settings import Settings
from ledger.application.clubs import Clubs
from ops.logs import JsonLines
from tests.api.conftest import without_patience
from tests.api.house import OPERATOR, Desk, House
from tests.api.test_access import ROUTES

ROLES = ("owner", "scorekeeper", "auditor", "A", "B", "C", "D", "E", "operator", "nobody")

# E plays, draws two, and throws his hand down after the draw; D passes before it. Theirs are the hands that differ.
HANDS = {
    "first": {"D": "2h 3h 4h 5h 7h", "E": "Kc Kd 8c 8d Ts", "E out": "8c Ts", "E in": "Tc 6h"},
    "second": {"D": "8h Jc Jd Jh Js", "E": "Qc Qd Qs 2d 3d", "E out": "2d 3d", "E in": "4d 6s"},
}
OPEN_HANDS = {"A": "2c 3c 4c 5c 7d", "B": "2s 3s 4s 5s 7s", "C": "Ah Ad 6c 6d 9s"}


class Evening:
    """One of the two clubs, and every answer that was given while its game was recorded."""

    def __init__(self, house: House, hands: dict[str, str]) -> None:
        self.house = house
        self.answers: list[TestResponse] = []
        self.sitting = house.sit()
        self.game = house.begin(self.sitting)
        self.hands = hands
        self.desks = {role: self._desk(role) for role in ROLES}

    def _desk(self, role: str) -> Desk:
        match role:
            case "owner":
                return self.house.owner
            case "operator":
                return Desk(self.house.app, OPERATOR)
            case "nobody":
                return Desk(self.house.app, None)
            case "scorekeeper" | "auditor":
                return self.house.desk(role)
        return self.house.desk("player", role)

    def record(self, body: dict[str, Any], key: str | None = None) -> None:
        """Send an act; whatever is answered is kept."""
        self.answers.append(self.house.scorekeeper.post(f"{self.game}/actions", body, Idempotency_Key=key))

    def act(self, text: str, key: str | None = None) -> None:
        for act in text.split(";"):
            self.record(self.house.act(act), key)

    def draw(self, player: str, out: str, drawn: str, key: str | None = None) -> None:
        cards = {"discard": out.split(), "cards": drawn.split()}
        self.record({"action": "draw", "player": self.house.member[player], **cards}, key)

    def deal(self) -> None:
        every = {**OPEN_HANDS, "D": self.hands["D"], "E": self.hands["E"]}
        cards = {self.house.member[p]: hand.split() for p, hand in every.items()}
        self.record({"action": "deal", "cards": cards}, "the-deal")

    def until_the_hands_are_down(self) -> None:
        """Record up to the moment after which nobody may see the hands of D and E, with slips and repeats."""
        self.deal()
        self.act("C stakes 6; D passes; D passes; E stakes 6; A passes; B stakes 3")
        self.draw("B", "7s", "9c")
        self.draw("C", "9s", "8s")
        self.draw("E", self.hands["E out"], self.hands["E in"], "the-draw-of-E")
        self.act("C stakes 6")
        self.answers.clear()  # Until they retire, who keeps the book does see their hands.
        self.act("E passes")

    def after_it(self) -> None:
        """Repeat acts whose cards may no longer be seen, and try acts that are refused."""
        self.deal()
        self.draw("E", self.hands["E out"], self.hands["E in"], "the-draw-of-E")
        self.act("E stakes 6; D stakes 6; E passes; B stakes 700; B draws 1")

    def to_the_end(self) -> None:
        self.act("B stakes 6; C shows Ah Ad 6c 6d 8s; B shows 2s 3s 4s 5s 9c; E shows Kh Kd 8h 8d Th")
        self.deal()
        self.draw("E", self.hands["E out"], self.hands["E in"], "the-draw-of-E")

    def masked(self, text: str) -> str:
        """A text with ids, times and secrets masked: an id by the order of its first mention."""
        # The members first, so that each has the same number wherever he is mentioned first.
        known = [self.house.id, *self.house.member.values(), self.sitting.split("/")[-1], self.game.split("/")[-1]]
        for n, known_id in enumerate(known):
            text = text.replace(known_id, f"<id {n}>")
        text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<id>", text)
        text = re.sub(r"\d{4}-\d\d-\d\dT[0-9:.]+(Z|\+00:00)", "<time>", text)
        text = re.sub(r"pb_[\w-]{43}", "<secret>", text)
        text = re.sub(r'"digest":"[0-9a-f]{64}"', "<digest of a secret>", text)
        text = re.sub(r'"milliseconds": [0-9.]+', "<duration>", text)
        return re.sub(r'"name": ?"The Club <id>"', "<name>", text)

    def answer_text(self, answer: TestResponse) -> str:
        """Everything in an answer: its status, its headers, its bytes."""
        # What is left of a limit follows from the moment of the request alone.
        headers = sorted(f"{name}: {text}" for name, text in answer.headers.items() if name != "RateLimit")
        return self.masked("\n".join([str(answer.status_code), *headers, answer.text]))

    def read(self, role: str) -> Iterator[tuple[str, str]]:
        """The answers of every route to this role; routes that write get requests that they must refuse."""
        self.house.follow()
        for method, path in ROUTES:
            url = path.replace("{club}", self.house.id).replace("/v1/sittings/{sitting}", self.sitting)
            url = url.replace("/v1/games/{game}", self.game).replace("{token}", self.house.member["A"])
            url = url.replace("{webhook}", self.house.member["A"])
            # A step is a matter of games alone; elsewhere it is refused before anything is read.
            queries = ("", "?limit=2&at_least=3", "?step=8") if "{game}" in path else ("", "?limit=2&at_least=3")
            for address in [url + query for query in queries] if method == "GET" else ():
                yield address, self.answer_text(self.desks[role].get(address))
            if method == "POST":
                yield (
                    url,
                    self.answer_text(self.desks[role].post(url, {"Ah": ["Kc"], "action": "show", "cards": ["Xx"]})),
                )


@pytest.fixture
def clubs(database_url: str) -> Iterator[Clubs]:
    """Clubs whose ids rise, because some lists are sorted by id: so both clubs have the same order of members."""
    ids = (UUID(int=n, version=4) for n in count(uuid4().int >> 1, 1 << 80))
    with_rising_ids = Clubs(database_url, new_id=ids.__next__)
    yield with_rising_ids
    with_rising_ids.close()


@pytest.fixture
def app(clubs: Clubs) -> Flask:
    """The application with those clubs. Nothing is signed here, and requests do not wait for a signature."""
    made = create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)
    install(made, without_patience(made))
    return made


@pytest.fixture
def evenings(new_house: Callable[[], House]) -> list[Evening]:
    return [Evening(new_house(), HANDS[which]) for which in ("first", "second")]


def same(of_both: list[Any]) -> None:
    for one, other in zip(*of_both, strict=True):
        assert one == other


@pytest.mark.parametrize("moment", ["as soon as the hands are down", "after the settlement"])
def test_every_role_is_told_the_same_on_every_route(evenings: list[Evening], moment: str) -> None:
    for evening in evenings:
        evening.until_the_hands_are_down()
        evening.after_it()
        if moment == "after the settlement":
            evening.to_the_end()
    for role in ROLES:
        first, second = ([text for _, text in evening.read(role)] for evening in evenings)
        assert len(first) > len(ROUTES)
        for one, other in zip(first, second, strict=True):
            assert one == other, role


def test_what_was_answered_to_the_scorekeeper_is_the_same_repeats_and_refusals_among_it(
    evenings: list[Evening],
) -> None:
    for evening in evenings:
        evening.until_the_hands_are_down()
        evening.after_it()
        evening.to_the_end()
    answers = [[evening.answer_text(answer) for answer in evening.answers] for evening in evenings]
    statuses = {answer.status_code for answer in evenings[0].answers}
    assert statuses == {201, 422}
    assert sum("Idempotency-Replayed" in answer.headers for answer in evenings[0].answers) == 4
    same(answers)


@pytest.mark.parametrize("accept", ["application/x-ndjson", "text/event-stream"])
def test_the_stream_of_events_is_the_same_with_every_act_once_more_in_a_correction(
    evenings: list[Evening], accept: str
) -> None:
    for evening in evenings:
        evening.until_the_hands_are_down()
        put_in = {"after": 0, "action": {"action": "shuffle", "player": evening.house.member["A"]}}
        correction = {"insert": [put_in], "reason": "the pack was shuffled"}
        answer = evening.house.scorekeeper.post(f"{evening.game}/corrections", correction)
        assert answer.status_code == 201, answer.text
    for role in ROLES:
        path = f"{evenings[0].house.path}/events"
        texts = [
            evening.answer_text(
                evening.desks[role].get(path.replace(evenings[0].house.id, evening.house.id), Accept=accept)
            )
            for evening in evenings
        ]
        assert texts[0] == texts[1], role
        assert (texts[0].count("game.dealt") > 1) == (role not in ("operator", "nobody"))


def test_what_was_logged_is_the_same(new_house: Callable[[], House]) -> None:
    logged = []
    for hands in HANDS.values():
        evening = Evening(new_house(), hands)
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        handler.setFormatter(JsonLines())
        logger = logging.getLogger("api")
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
        evening.until_the_hands_are_down()
        evening.after_it()
        evening.to_the_end()
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)
        assert len(stream.getvalue().splitlines()) > 20
        logged.append(evening.masked(stream.getvalue()).splitlines())
    same(logged)


def test_the_mask_hides_no_card(evenings: list[Evening]) -> None:
    text = json.dumps({"cards": ["Ah", "9c"], "id": evenings[0].house.id})
    assert evenings[0].masked(text) == json.dumps({"cards": ["Ah", "9c"], "id": "<id 0>"})


def test_before_the_hands_are_down_the_book_keepers_do_see_them_apart(evenings: list[Evening]) -> None:
    # Else the tests above would prove nothing.
    for evening in evenings:
        evening.deal()
    first, second = ([text for _, text in evening.read("owner")] for evening in evenings)
    assert first != second
