"""Requests made up from our own document, sane and insane: `python -m ops.fuzz --examples 300`.

Every route is asked with ids that exist and with ids that do not, and then the routes one after another by the links
between them. No answer may be a 500, of a status or a shape that the document does not have. It needs the packages
of the extra `test`.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.stateful import run_state_machine_as_test
from schemathesis import GenerationMode
from schemathesis.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from api import create_app
from api.settings import Settings
from ledger.application.clubs import Clubs
from ops.embedded import EmbeddedPostgres
from ops.migrate import create_club_schema, migrate

OPERATOR = "an-operator-for-made-up-requests"
CHECKS = [status_code_conformance, content_type_conformance, response_schema_conformance]
STATEFUL_STEPS = 10

Asked = Counter[int]
"""How many requests were answered with each status."""


@dataclass(frozen=True, slots=True)
class Target:
    """A club to send to: its owner's token and what is in it, by the names that paths have for ids."""

    app: Flask
    token: str
    ids: dict[str, str]
    asked: Asked = field(default_factory=Counter)

    def headers(self, path: str) -> dict[str, str]:
        """The token that is admitted at a path."""
        return {"Authorization": f"Bearer {OPERATOR if path == '/v1/clubs' else self.token}"}


def target(app: Flask) -> Target:
    """A new club with a sitting and a game that has just been dealt."""
    client = app.test_client()

    def post(token: str, path: str, body: dict[str, Any]) -> Any:
        answer = client.post(path, json=body, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 201, answer.text
        return answer.json

    club = post(OPERATOR, "/v1/clubs", {"name": "The Club", "currency": "LSD"})
    send, home = partial(post, club["token"]), f"/v1/clubs/{club['id']}"
    members = [send(f"{home}/members", {"name": name})["id"] for name in "ABCDE"]
    sitting = send(f"{home}/sittings", {"ante": 3, "limit": 12, "players": members})["id"]
    for member in members:
        counters = {"red": 0, "white": 0, "blue": 0, "odd": 100}
        send(f"/v1/sittings/{sitting}/counter-sales", {"player": member, **counters})
    game = send(f"/v1/sittings/{sitting}/games", {"dealer": members[0]})["id"]
    send(f"/v1/games/{game}/actions", {"action": "deal"})
    token = send(f"{home}/tokens", {"role": "auditor", "label": "to be revoked"})["id"]
    ids = {"club": club["id"], "sitting": sitting, "game": game, "token": token, "member": members[1]}
    return Target(app, club["token"], ids)


def fuzz(found: Target, examples: int, chance: int) -> None:
    """Ask every route so many times with lawful and so many with unlawful requests. Raises what a check found."""
    for operation in _operations(found.app):
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            _ask(found, operation, mode, examples, chance)


def _operations(app: Flask) -> Iterator[Any]:
    for each in schemathesis.openapi.from_wsgi("/openapi.json", app).get_all_operations():
        yield each.ok()  # type: ignore[union-attr]


def _ask(found: Target, operation: Any, mode: GenerationMode, examples: int, chance: int) -> None:
    known = {name: id for name, id in found.ids.items() if f"{{{name}}}" in operation.path}
    headers = found.headers(operation.path)
    for path_parameters, share in ((known, examples), ({}, max(examples // 5, 1))):
        try:
            cases = operation.as_strategy(generation_mode=mode, **_given(path_parameters))
            _run(found, cases, headers, share, chance)
        except Unsatisfiable:
            # A route without parameters and body has no unlawful requests.
            if mode is GenerationMode.POSITIVE:
                raise


def _check(found: Target, case: Any, answer: Any) -> None:
    """A 503 may be: a reader can ask for positions that nobody has reached. A 500 may not, and is in no document."""
    found.asked[answer.status_code] += 1
    case.validate_response(answer, checks=CHECKS)


def _given(path_parameters: dict[str, str]) -> dict[str, Any]:
    return {"path_parameters": path_parameters} if path_parameters else {}


def _settings(examples: int) -> Any:
    return settings(
        max_examples=examples,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
        verbosity=Verbosity.quiet,
        stateful_step_count=STATEFUL_STEPS,
    )


def _run(found: Target, cases: Any, headers: dict[str, str], examples: int, chance: int) -> None:
    @seed(chance)
    @_settings(examples)  # type: ignore[untyped-decorator]
    @given(case=cases)
    def ask(case: Any) -> None:
        answer = case.call(headers=headers)
        _check(found, case, answer)

    ask()


def fuzz_in_turn(found: Target, runs: int, chance: int) -> None:
    """Ask routes one after another, with what the earlier ones answered. Raises what a check found."""
    machine: Any = schemathesis.openapi.from_wsgi("/openapi.json", found.app).as_state_machine()

    class Machine(machine):  # type: ignore[misc]
        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": found.headers(case.operation.path)}

        def validate_response(self, response: Any, case: Any, **_: Any) -> None:
            _check(found, case, response)

    random.seed(chance)
    run_state_machine_as_test(seed(chance)(Machine), settings=_settings(runs))


@click.command()
@click.option("--examples", default=300, show_default=True, help="Requests of each kind for each route.")
@click.option("--seed", "chance", type=int, help="Another each time unless it is given.")
def main(examples: int, chance: int | None) -> None:
    """Make up requests to a service of its own, and say how they were answered."""
    chance = random.SystemRandom().randrange(10**9) if chance is None else chance
    click.echo(f"seed {chance}")
    place = TemporaryDirectory(prefix="poolbook-fuzz-", ignore_cleanup_errors=True)
    with place as directory, EmbeddedPostgres(Path(directory)) as server:
        migrate(server.url)
        clubs = Clubs(server.url, partial(create_club_schema, server.url))
        found = target(create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs))
        parts: tuple[Callable[[Target, int, int], None], ...] = (fuzz, fuzz_in_turn)
        try:
            for part in parts:
                part(found, examples, chance)
        finally:
            clubs.close()
            click.echo(", ".join(f"{status}: {times}" for status, times in sorted(found.asked.items())))
            click.echo(f"{found.asked.total()} requests")
    sys.exit(0)


if __name__ == "__main__":
    main()
