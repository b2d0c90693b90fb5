"""Random requests generated from the OpenAPI document, valid and invalid: `python -m ops.fuzz --examples 300`.

Every route is asked with ids that exist, of what is over and of what still runs, and with ids that do not. Each request
is sent by everybody: the club's owner, its scorekeeper, its auditor, a player, and the owner of another club. Then
routes are asked one after another by the links between them. The follower folds what is recorded. No answer may be a
500, or have a status or a shape that the document does not name, and in the end the books must agree. It needs the
packages of the extra `test`.
"""

import logging
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.resources import files
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import click
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.stateful import run_state_machine_as_test
from rich.console import Console
from rich.progress import track
from schemathesis import GenerationMode
from schemathesis.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from api import service
from api.app import create_app
from api.settings import MOST_REQUESTS, Settings
from ledger.application.clubs import Clubs
from ledger.application.game_files import record
from ledger.gamefile import parse
from ledger.store import Club, ClubStore, SharedDatastore
from ops.embedded import EmbeddedPostgres
from ops.migrate import migrate
from projections.follow import ClubFollower
from projections.tables import ReadTables
from projections.verify import verify

OPERATOR = "an-operator-for-made-up-requests"
CHECKS = [status_code_conformance, content_type_conformance, response_schema_conformance]
STATEFUL_STEPS = 10
ILLUSTRATED = files("ops.demo").joinpath("illustrated.game").read_text()

Statuses = Counter[int]
"""How many requests were answered with each status."""


@dataclass(frozen=True, slots=True)
class Target:
    """A club to send requests to: the tokens of those who send them, its owner's first; its ids by their names in
    paths; and its follower."""

    app: Flask
    tokens: tuple[str, ...]
    ids: dict[str, tuple[str, ...]]
    url: str
    entry: Club
    follower: ClubFollower
    statuses: Statuses = field(default_factory=Counter)

    def callers(self, path: str) -> tuple[dict[str, str], ...]:
        """The headers of those who ask at a path; the first of them may do so."""
        tokens = (OPERATOR,) if path == "/v1/clubs" else self.tokens
        # Schemathesis does not unpack what comes compressed.
        return tuple({"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"} for token in tokens)

    def places(self, path: str) -> list[dict[str, str]]:
        """The parameters of a path, once for each combination of ids that there are."""
        names = [name for name in self.ids if f"{{{name}}}" in path]
        return [dict(zip(names, ids, strict=True)) for ids in product(*(self.ids[name] for name in names))]

    def follow(self) -> None:
        """Fold all that is recorded."""
        while self.follower.advance():
            pass

    def verify(self) -> None:
        """Raises BooksDiffer unless everything that is stored follows from the events."""
        difference = verify(self.url, self.entry).first_difference
        if difference:
            raise BooksDiffer(difference.sentence)


class BooksDiffer(AssertionError):
    """After all requests something stored does not follow from the events."""


def new_target(app: Flask, clubs: Clubs) -> Target:
    """A new club with a closed sitting and its settled game, and an open one whose game has just been dealt.

    From now on the application waits for no position that its tables have not reached: most are made up.
    """
    service.install(app, replace(service.service_of(app), patience_seconds=0.0))
    client = app.test_client()

    def post(token: str, path: str, body: dict[str, Any]) -> Any:
        answer = client.post(path, json=body, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 201, answer.text
        return answer.json

    club, other = (post(OPERATOR, "/v1/clubs", {"name": name, "currency": "LSD"}) for name in ("The Club", "Another"))
    send, home = partial(post, club["token"]), f"/v1/clubs/{club['id']}"
    over = record(clubs.books(UUID(club["id"])), parse(ILLUSTRATED), add_members=True)
    members = list(clubs.books(UUID(club["id"])).club().members)
    sitting = send(f"{home}/sittings", {"ante": 3, "limit": 12, "players": members})["id"]
    for member in members:
        counters = {"red": 0, "white": 0, "blue": 0, "odd": 100}
        send(f"/v1/sittings/{sitting}/counter-sales", {"player": member, **counters})
    game = send(f"/v1/sittings/{sitting}/games", {"dealer": members[0]})["id"]
    send(f"/v1/games/{game}/actions", {"action": "deal"})
    roles = ({"role": "scorekeeper"}, {"role": "auditor"}, {"role": "player", "member": members[0]})
    issued = [send(f"{home}/tokens", {"label": "fuzz", **role})["token"] for role in roles]
    ids = {
        "club": (club["id"],),
        "sitting": (sitting, str(over.sitting)),
        "game": (game, *map(str, over.games)),
        "token": (send(f"{home}/tokens", {"role": "auditor", "label": "to be revoked"})["id"],),
        "webhook": (send(f"{home}/webhooks", {"url": "https://receiver.invalid/"})["id"],),
        "member": (members[1],),
    }
    entry = clubs.entry(UUID(club["id"]))
    datastore = SharedDatastore(clubs.pool, entry.id)
    follower = ClubFollower(ClubStore(datastore), ReadTables(datastore))
    return Target(app, (club["token"], *issued, other["token"]), ids, clubs.pool.url, entry, follower)


def fuzz(target: Target, examples: int, chance: int) -> None:
    """Make `examples` valid and `examples` invalid requests for every route, shared among what there is to ask for.

    Raises the error of a failed check, or BooksDiffer.
    """
    console = Console(stderr=True)
    operations = list(_operations(target.app))
    for operation in track(operations, "Routes", console=console, transient=True, disable=not console.is_terminal):
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            _ask(target, operation, mode, examples, chance)
    target.follow()
    target.verify()


def _operations(app: Flask) -> Iterator[Any]:
    for operation in schemathesis.openapi.from_wsgi("/openapi.json", app).get_all_operations():
        yield operation.ok()  # type: ignore[union-attr]


def _ask(target: Target, operation: Any, mode: GenerationMode, examples: int, chance: int) -> None:
    target.follow()
    known = target.places(operation.path)
    for path_parameters, share in (*((place, -(-examples // len(known))) for place in known), ({}, -(-examples // 5))):
        try:
            cases = operation.as_strategy(generation_mode=mode, **_given(path_parameters))
            _run(target, cases, share, chance)
        except Unsatisfiable:
            # A route without parameters and body has no invalid requests.
            if mode is GenerationMode.POSITIVE:
                raise


def _check(target: Target, case: Any, answer: Any) -> None:
    """Check an answer against the document. A 503 is documented, for positions not reached yet; a 500 is not."""
    target.statuses[answer.status_code] += 1
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


def _run(target: Target, cases: Any, examples: int, chance: int) -> None:
    @seed(chance)
    @_settings(examples)  # type: ignore[untyped-decorator]
    @given(case=cases)
    def ask(case: Any) -> None:
        for headers in target.callers(case.operation.path):
            _check(target, case, case.call(headers=headers))

    ask()


def fuzz_in_turn(target: Target, runs: int, chance: int) -> None:
    """Send sequences of requests that use ids from earlier answers.

    Raises the error of a failed check, or BooksDiffer.
    """
    machine: Any = schemathesis.openapi.from_wsgi("/openapi.json", target.app).as_state_machine()

    class Machine(machine):  # type: ignore[misc]
        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": target.callers(case.operation.path)[0]}

        def validate_response(self, response: Any, case: Any, **_: Any) -> None:
            _check(target, case, response)

    random.seed(chance)
    run_state_machine_as_test(seed(chance)(Machine), settings=_settings(runs))
    target.follow()
    target.verify()


@click.command()
@click.option(
    "--examples", default=300, show_default=True, help="How many requests of each kind to make up for each route."
)
@click.option("--seed", "chance", type=int, help="Repeats an earlier run. Default: a random seed, which is printed.")
def main(examples: int, chance: int | None) -> None:
    """Start a service, send it random requests, and report how many were answered with each status."""
    chance = random.SystemRandom().randrange(10**9) if chance is None else chance
    click.echo(f"seed {chance}")
    # That a made-up position was not reached is no news.
    logging.getLogger("api").setLevel(logging.ERROR)
    place = TemporaryDirectory(prefix="poolbook-fuzz-", ignore_cleanup_errors=True)
    with place as directory, EmbeddedPostgres(Path(directory)) as server:
        migrate(server.url)
        clubs = Clubs(server.url)
        unlimited = {"POOLBOOK_OPERATOR_TOKEN": OPERATOR, "POOLBOOK_REQUESTS_PER_SECOND": str(MOST_REQUESTS)}
        served = new_target(create_app(Settings.from_environment(unlimited), clubs), clubs)
        parts: tuple[Callable[[Target, int, int], None], ...] = (fuzz, fuzz_in_turn)
        try:
            for part in parts:
                part(served, examples, chance)
        finally:
            clubs.close()
            click.echo(", ".join(f"{status}: {times}" for status, times in sorted(served.statuses.items())))
            click.echo(f"{served.statuses.total()} requests")
    sys.exit(0)


if __name__ == "__main__":
    main()
