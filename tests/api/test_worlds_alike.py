"""Random evenings in two clubs that differ only in cards which a reader may not see: he is told the same by every byte.

The games are untidy: bets and passes out of turn, misdeals, numbers that differ, hands thrown away, corrections that
strike passes and enter them again. The last game is over, or still runs. Of two clubs everything is asked: each route,
each format, what-ifs that sound hidden hands, acts and corrections that are refused, and repeats. Only ids, times and
what is random by its nature (secrets, salts, hashes, signatures) are masked.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.app import create_app
from api.service import install
from api.settings import Settings
from ledger.afterwards.game_corrections import Slips, correct
from ledger.application.clubs import Clubs
from ledger.articles import Articles
from ledger.cards import HAND, Card, pack
from ledger.events.base import Event
from ledger.events.game import GameBegun, Passed
from ledger.exports import FORMATS
from ledger.laws.readings import READINGS
from ledger.play.acts import ACT_OF
from ledger.play.commands import Command, Draw, Expose, Show
from ledger.refusals import Invalid, Refused
from ledger.roles import Role
from ledger.state import game_fold as games
from ledger.state.game import Game
from ledger.store import SharedDatastore
from ledger.telling.redaction import Reader, known_events
from projections import READ_MODELS
from projections.follow import ClubFollower
from projections.signing import KEY_FILE, Sealer, Signer, key_in
from projections.tables import ReadTables
from tests.api.answered import text_in
from tests.api.conftest import without_patience
from tests.api.house import OPERATOR, Desk, House
from tests.api.test_access import ROUTES
from tests.conftest import NoteSeed
from tests.play.table import Table
from tests.worlds import (
    Exchange,
    UntidyEvening,
    accepted,
    acts_of,
    begun_part,
    corrected,
    dealt_otherwise,
    exchange_of,
    guesses,
    random_slips,
    settled_otherwise,
    slips_with_cards,
    with_cards,
)

SEATS = "ABCDE"
GAMES = 2
SEEDS = [int(seed) for seed in os.environ.get("PLAY_SEEDS", "1").split()]
"""Set PLAY_SEEDS to the seed that a failure prints, to play its evening again."""
MANY_SEEDS = range(2, 37)
READERS = ("owner", "A", "scorekeeper", "C", "auditor")


@dataclass(frozen=True, slots=True)
class Script:
    """An evening as it is sent to a club: the articles, and of each game its acts, with corrections of the last."""

    articles: Articles
    funds: int
    games: tuple[tuple[Event, ...], ...]

    @property
    def last(self) -> tuple[Event, ...]:
        return self.games[-1]


def scripted(seed: int, *, running: bool) -> Script:
    """A random evening, the last of its games corrected; with `running` that game breaks off somewhere."""
    evening = UntidyEvening(seed, seats=SEATS)
    funds = evening.table.sitting.funds["A"]
    for _ in range(GAMES):
        evening.play_game()
    *earlier, last = evening.table.game_events
    if running:
        passes = [n for n, event in enumerate(last) if isinstance(event, Passed)]
        last = begun_part(last, evening.chance.randrange(passes[0] + 1 if passes else 2, len(last) - 1))
    played = (*map(tuple, earlier), tuple(corrected(evening.chance, last, times=3)))
    return Script(evening.table.sitting.articles, funds, played)


def exchanges_of(chance: Random, script: Script, reader: Reader) -> list[Exchange]:
    """For each game, another place for the cards that the reader cannot see, if by it he can tell nothing apart."""
    exchanges: list[Exchange] = []
    for events in script.games:
        exchange = exchange_of(chance, events, reader)
        told_apart = settled_otherwise(events, dealt_otherwise(events, exchange))
        exchanges.append(str if told_apart else exchange)
    return exchanges


def unchanged(card: Card) -> Card:
    return card


@dataclass(slots=True)
class World:
    """One club, in which the evening is recorded with these cards; and every answer given meanwhile."""

    house: House
    script: Script
    exchanges: Sequence[Exchange]
    desks: dict[str, Desk] = field(default_factory=dict)
    sitting: str = ""
    games: list[str] = field(default_factory=list)
    sent: list[tuple[str, dict[str, Any], str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.desks = {"owner": self.house.owner, "nobody": Desk(self.house.app, None)}
        self.desks |= {role: self.house.desk(role) for role in ("scorekeeper", "auditor")}
        self.desks |= {member: self.house.desk("player", member) for member in SEATS}

    def record(self) -> list[TestResponse]:
        """Record the whole evening; the answers to every act."""
        terms = self.script.articles
        self.sitting = self.house.sit(
            ante=terms.ante,
            limit=terms.limit,
            players=SEATS,
            funds=self.script.funds,
            articles=self._articles(),
            agreed_by=list(self.house.member.values()),
        )
        answers = []
        for events, exchange in zip(self.script.games, self.exchanges, strict=True):
            begun = events[0]
            assert isinstance(begun, GameBegun)
            self.games.append(self.house.begin(self.sitting, begun.dealer if not self.games else None))
            for act in acts_of(events):
                if isinstance(act, Slips):
                    answers.append(self.correct(slips_with_cards(act, exchange)))
                else:
                    answers.append(self.send("actions", self.body(with_cards(act, exchange))))
                assert answers[-1].status_code == 201, (act, answers[-1].text)
        return answers

    def _articles(self) -> dict[str, Any]:
        terms = self.script.articles
        kitty = terms.kitty and {
            "amount": terms.kitty.amount,
            "purpose": terms.kitty.purpose,
            "class": terms.kitty.hand_class,
        }
        return {
            "variants": list(terms.variants),
            "readings": dict(terms.readings),
            "kitty": kitty,
            "abrogated": list(terms.abrogated),
            "loans": terms.loans,
        }

    def send(self, route: str, body: dict[str, Any]) -> TestResponse:
        """Write something down of the last game, under a key of its own."""
        key = f"key-{len(self.sent)}"
        self.sent.append((f"{self.games[-1]}/{route}", body, key))
        return self._post(*self.sent[-1])

    def _post(self, path: str, body: dict[str, Any], key: str) -> TestResponse:
        return self.desks["scorekeeper"].post(path, body, Idempotency_Key=key)

    def correct(self, slips: Slips) -> TestResponse:
        return self.send("corrections", {**self.slips(slips), "reason": "a slip of the pen"})

    def repeats(self) -> Iterator[TestResponse]:
        """Everything that was sent, once more."""
        for path, body, key in self.sent:
            yield self._post(path, body, key)

    def slips(self, slips: Slips) -> dict[str, Any]:
        put_in = [{"after": insertion.after, "action": self.body(insertion.command)} for insertion in slips.insert]
        return {"strike": list(slips.strike), "insert": put_in}

    def body(self, command: Command) -> dict[str, Any]:
        """The act as it is sent, members by their ids."""
        given = {f.name: getattr(command, f.name) for f in fields(command) if getattr(command, f.name) != f.default}
        return {"action": ACT_OF[type(command)].word} | {name: self._plain(value) for name, value in given.items()}

    def _plain(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return [self._plain(item) for item in value]
        if isinstance(value, Mapping):
            return {self._plain(key): self._plain(item) for key, item in value.items()}
        return self.house.member.get(value, value) if isinstance(value, str) else value

    # What it is told

    def answer_text(self, answer: TestResponse) -> str:
        """Everything that an answer tells: its status, its headers, its bytes, less what must differ."""
        # What is left of a limit follows from the moment of the request alone.
        headers = sorted(f"{name}: {text}" for name, text in answer.headers.items() if name != "RateLimit")
        return self._masked("\n".join([str(answer.status_code), *headers, text_in(answer.data)]))

    def _masked(self, text: str) -> str:
        ids = [
            self.house.id,
            *self.house.member.values(),
            *(path.split("/")[-1] for path in (self.sitting, *self.games)),
        ]
        for n, known_id in enumerate(ids):
            text = text.replace(known_id, f"<id {n}>").replace(known_id.replace("-", "")[:12], f"<short id {n}>")
        text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<id>", text)
        text = re.sub(r"\d{4}[-/]\d\d[-/]\d\d[T ][0-9:.]+(Z|\+00:00)?( ET)?", "<time>", text)
        text = re.sub(r"<v>\d{5}\.\d+</v>", "<v><time></v>", text)
        text = re.sub(r"time = [0-9:]{8}\n", "time = <time>\n", text)
        text = re.sub(r"Retry-After: \d{4,}", "Retry-After: <time>", text)
        text = re.sub(r'(command\W{3,7})[^"\\]+', r"\1<command>", text)
        text = re.sub(r"The Club <id>", "<name>", text)
        text = re.sub(r"\b[0-9a-f]{64}\b", "<hash>", text)
        # Roots, proofs, salts, keys and signatures are in base64; nothing that is told of cards is so long.
        return re.sub(r"[A-Za-z0-9+/]{22,}={0,2}", "<base64>", text)

    def reads(self, role: str, chance: Random) -> Iterator[tuple[str, TestResponse]]:
        """What every route that reads tells this role, of every game."""
        desk, tried = self.desks[role], Random(chance.random())
        readings = tried.sample([f"{n}={v}" for n, reading in READINGS.items() for v in reading.values], 6)
        for method, path in ROUTES:
            if method != "GET":
                continue
            url = path.replace("{club}", self.house.id).replace("/v1/sittings/{sitting}", self.sitting)
            url = url.replace("{member}", self.house.member["A"]).replace("{n}", "1")
            ids = [game.split("/")[-1] for game in self.games]
            for address in dict.fromkeys(url.replace("{game}", game) for game in ids):
                asked = [address, f"{address}?limit=3"]
                if address.endswith("/replay"):
                    asked = [address, *(f"{address}?beside={other}" for other in ("written", *readings))]
                    asked += [f"{address}?step={step}" for step in (1, 5)]
                if address.endswith("/receipt"):
                    asked = [f"{address}?game={game}" for game in ids]
                if "{format}" in address:
                    asked = [address.replace("{format}", name) for name in FORMATS]
                    asked += [f"{whole}?game={ids[-1]}" for whole in asked]
                for place in asked:
                    yield place, desk.get(place)
        for method, path in ROUTES:
            if method == "POST":
                url = path.replace("{club}", self.house.id).replace("/v1/sittings/{sitting}", self.sitting)
                url = url.replace("/v1/games/{game}", self.games[-1]).replace("{token}", self.house.member["A"])
                url = url.replace("{webhook}", self.house.member["A"])
                nonsense = {"Ah": ["Kc"], "action": "show", "cards": ["Xx"]}
                yield url, desk.post(url, nonsense, Idempotency_Key=f"nonsense-{role}")
        for accept in ("application/x-ndjson", "text/event-stream"):
            yield accept, desk.get(f"{self.house.path}/events", Accept=accept)

    def asks(self, role: str, questions: Sequence[Slips]) -> Iterator[tuple[str, TestResponse]]:
        """What is answered to questions about the last game."""
        for n, slips in enumerate(questions):
            body = {**self.slips(slips), "readings": {"hearts": "always"} if n % 3 == 0 else {}}
            yield f"what-if {slips}", self.desks[role].post(f"{self.games[-1]}/what-if", body)


@pytest.fixture
def clubs(database_url: str) -> Iterator[Clubs]:
    """Clubs whose ids rise, for some lists go by ids: two clubs then have the same order of their members."""
    ids = (UUID(int=n, version=4) for n in count(uuid4().int >> 1, 1 << 80))
    made = Clubs(database_url, new_id=ids.__next__)
    yield made
    made.close()


@pytest.fixture
def app(clubs: Clubs) -> Flask:
    made = create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)
    install(made, without_patience(made))
    return made


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return Signer(key_in(tmp_path / KEY_FILE), tmp_path / "checkpoints")


def follow(world: World, signer: Signer) -> None:
    """Bring the read tables to the end of the log, and sign it."""
    house = world.house
    tables = ReadTables(SharedDatastore(house.clubs.pool, UUID(house.id)))
    follower = ClubFollower(house.store, tables, READ_MODELS, Sealer(signer, UUID(house.id), tables))
    while follower.advance(10_000):
        pass


def both(worlds: Sequence[World], ask: Callable[[World], Iterator[tuple[str, TestResponse]]]) -> int:
    """Ask both worlds the same, and compare every byte; how many answers that were."""
    compared = 0
    for (place, one), (_, other) in zip(*(ask(world) for world in worlds), strict=True):
        assert worlds[0].answer_text(one) == worlds[1].answer_text(other), place
        compared += 1
    return compared


@pytest.mark.parametrize("seed", [*SEEDS, *(pytest.param(seed, marks=pytest.mark.slow) for seed in MANY_SEEDS)])
def test_of_two_evenings_that_he_cannot_tell_apart_a_reader_is_told_the_same(
    new_house: Callable[[], House], signer: Signer, note_seed: NoteSeed, seed: int
) -> None:
    note_seed(seed)
    chance, script = Random(seed), scripted(seed, running=seed % 2 == 1)
    reader = READERS[seed % len(READERS)]
    who = Reader(Role.PLAYER, reader) if reader in SEATS else Reader(Role(reader))
    exchanges = exchanges_of(chance, script, who)
    assert any(exchange(card) != card for exchange in exchanges for card in ("Ah", "2c", "9d", "Ks", "Th", "3s"))
    worlds = [World(new_house(), script, dealt) for dealt in ([unchanged] * GAMES, exchanges)]
    for world in worlds:
        world.record()
        follow(world, signer)
    questions = [random_slips(chance, known_events(script.last, Reader(Role.OWNER))) for _ in range(4)]
    questions += [guesses(chance, script.last) for _ in range(8)]
    for role in (reader, "nobody"):
        assert both(worlds, lambda world, role=role: world.reads(role, Random(seed))) > len(ROUTES)  # type: ignore[misc]
        assert both(worlds, lambda world, role=role: world.asks(role, questions)) == len(questions)  # type: ignore[misc]
    if reader not in SEATS:
        compare_what_is_written(worlds, chance, questions)
        for world in worlds:
            follow(world, signer)
        assert both(worlds, lambda world: world.reads("auditor", Random(seed))) > len(ROUTES)


@pytest.mark.parametrize("draw", ["C draws 3", "C keeps", "C draws 2 asked 2 given 3 made right irregularly"])
def test_law_51_a_player_is_told_the_same_however_many_cards_another_drew(
    new_house: Callable[[], House], signer: Signer, draw: str
) -> None:
    worlds = []
    for drawn in ("C draws 2", draw):
        table = Table(SEATS).start("A").play(f"deal; C stakes 6; D stakes 6; E passes; A passes; B passes; {drawn}")
        script = Script(table.sitting.articles, 100, (tuple(table.game_events[-1]),))
        worlds.append(World(new_house(), script, [unchanged]))
        worlds[-1].record()
        follow(worlds[-1], signer)
    for role in ("D", "E"):
        assert both(worlds, lambda world, role=role: world.reads(role, Random(1))) > len(ROUTES)  # type: ignore[misc]


def compare_what_is_written(worlds: Sequence[World], chance: Random, questions: Sequence[Slips]) -> None:
    """Send both worlds again what they have recorded, and acts and corrections that neither records."""
    assert both(worlds, lambda world: (("a repeat", answer) for answer in world.repeats())) > 10
    acts = [act for act in guessed_acts(chance, worlds[0].script.last) if not any(acted(w, act) for w in worlds)]
    refused = [slips for slips in questions if not any(games_after(world, slips) for world in worlds)]
    compared = both(worlds, lambda world: ((f"{act}", world.send("actions", world.body(act))) for act in acts))
    compared += both(worlds, lambda world: ((f"a correction {slips}", world.correct(slips)) for slips in refused))
    assert compared > 5


def guessed_acts(chance: Random, events: Sequence[Event]) -> Iterator[Command]:
    """Acts that name cards by chance, by the player to act or another."""
    game = games.fold(events)
    cards = pack("joker" in game.articles.variants)
    for _ in range(8):
        member = chance.choice([game.turn.player or game.dealer, chance.choice(game.seats)])
        yield Draw(player=member, discard=tuple(chance.sample(cards, chance.randint(1, 2))))
        yield Draw(player=member, discard=1, cards=(chance.choice(cards),))
        yield Show(player=member, cards=tuple(chance.sample(cards, HAND)))
        yield Expose(player=member, card=chance.choice(cards), irregular=True)


def acted(world: World, act: Command) -> bool:
    """Whether the record as it is in this world takes an act."""
    return accepted(games.fold(dealt_otherwise(world.script.last, world.exchanges[-1])), act)


def games_after(world: World, slips: Slips) -> Game | None:
    """The game after a correction, if the record as it is in this world takes it."""
    events = dealt_otherwise(world.script.last, world.exchanges[-1])
    try:
        return correct(events, str(uuid4()), slips, None)[1]
    except (Refused, Invalid):
        return None
