"""A client that openapi-python-client makes of the document records the illustrated game."""

import json
import subprocess
import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import UUID

import httpx
import pytest
from flask import Flask

from ledger.gamefile import renamed
from tests.acts import ILLUSTRATED, body, commands
from tests.api.house import House
from tests.api.test_game_files import EVENING

PACKAGE = "generated_poolbook"
CONFIG = "post_hooks: []"
"""The generator would call ruff on its output, which nobody reads here."""


@pytest.fixture(scope="module")
def place(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of the client. A warning of the generator is an error."""
    place = tmp_path_factory.mktemp("client")
    document, config = place / "openapi.json", place / "config.yml"
    document.write_bytes(app.test_client().get("/openapi.json").data)
    config.write_text(CONFIG)
    made = subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning", "--meta", "none"),
            *("--path", document, "--config", config, "--output-path", place / PACKAGE),
        ],
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert "warning" not in (made.stdout + made.stderr).lower()
    return place


@pytest.fixture
def generated(place: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The function that imports a module of the client."""
    monkeypatch.syspath_prepend(place)

    def module(name: str) -> ModuleType:
        return import_module(f"{PACKAGE}.{name}")

    return module


@pytest.fixture
def ask(generated: Any, app: Flask, house: House) -> Any:
    """The function that calls an operation of the client with the scorekeeper's token. A problem fails the test."""
    transport = httpx.WSGITransport(app=app)
    client = generated("client").AuthenticatedClient(
        base_url="http://localhost", token=house.scorekeeper.token, httpx_args={"transport": transport}
    )

    def answer_to(operation: str, *parts: Any, **given: Any) -> Any:
        answer = generated(f"api.{operation}").sync(*parts, client=client, **given)
        assert not isinstance(answer, generated("models").Problem), answer
        return answer

    return answer_to


def test_a_client_is_generated_without_a_warning_and_has_every_operation(place: Path) -> None:
    paths = json.loads((place / "openapi.json").read_bytes())["paths"].values()
    described = {path[method]["operationId"] for path in paths for method in path if method != "parameters"}
    modules = (place / PACKAGE / "api").glob("*/*.py")
    assert {module.stem for module in modules} - {"__init__"} == described


def test_a_generated_client_sends_a_game_file(generated: Any, ask: Any, house: House) -> None:
    file = generated("types").File(payload=BytesIO(EVENING.encode()))
    before = house.position()
    judged = ask("game_files.record_game_file", UUID(house.id), body=file, dry_run=True)
    assert judged.results.to_dict() == {"A": -24, "B": -48, "C": 78, "D": 0, "E": -6}
    assert house.position() == before


def test_a_generated_client_records_the_illustrated_game(generated: Any, ask: Any, house: House) -> None:
    models = generated("models")
    me = ask("clubs.whose_token")
    assert (str(me.club), me.role) == (house.id, "scorekeeper")
    players = [UUID(member) for member in house.member.values()]
    sitting = ask("sittings.open_sitting", me.club, body=models.NewSitting(ante=3, limit=12, players=players))
    for player in sitting.seats:
        sale = models.NewSale(player=player, red=10, white=5, blue=5)
        assert ask("till.sell_counters", sitting.id, body=sale).value == 135
    game = ask("games.begin_game", sitting.id, body=models.NewGame(dealer=sitting.seats[0]))
    for act in commands(ILLUSTRATED):
        sent = json.loads(json.dumps(body(renamed(act, house.member.__getitem__))))
        kind = getattr(models, f"{sent['action'].title().replace('_', '')}Act")
        recorded = ask("actions.record_action", game.id, body=kind.from_dict(sent))
    assert recorded.game.phase == "settled"
    (award,) = ask("games.read_settlement", game.id).awards
    assert (str(award.player), award.amount) == (house.member["C"], 126)
    shown = ask("games.replay_game", game.id)
    assert shown.frames[-1].phase == "settled"
