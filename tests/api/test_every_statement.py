"""Every statement that the service sends names its club, apart from those about all clubs.

A statement without its club reads or changes what belongs to others, and an engine that divides the tables by club
would have to ask all its machines. One that the tests do not send is not seen here.
"""

from collections.abc import Iterator
from datetime import timedelta
from time import sleep
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask

from api.app import create_app
from api.service import install
from api.settings import Settings
from ledger.application.clubs import Clubs
from ledger.exports import FORMATS
from ledger.store import SharedDatastore, directory
from projections import follow, merkle, standing
from projections.rebuild import digest, rebuild
from projections.signing import KEY_FILE, Signer, key_in
from projections.tables import ReadTables
from projections.webhooks import Outcome, Postman, Sender, posting, sender, sending
from tests.api.conftest import clubs_apart, without_patience
from tests.api.house import OPERATOR, House
from tests.api.whole_evening import close, unresolved, use_webhooks, write_everything_down
from tests.club_tables import tables_of_clubs
from tests.conftest import NewDatabase
from tests.pages.conftest import Visitor, pages_of
from tests.statements import Checker, Statements, collected

OF_ALL_CLUBS = {
    f"{directory._CLUBS} ORDER BY created_at, id": "the list of clubs, which the operator's commands ask for",
    f"{directory._TOKENS} WHERE digest = %s": "a token comes without its club, which its row names",
    follow._GONE_ON: "the follower asks which clubs have gone on, behind an index",
    follow._STOPPED: "the follower asks which clubs are stopped, of which there are few or none",
    sender._DUE: "the sender asks of which webhooks something is due, of which there are few",
    standing._STANDING: "health and metrics are about all clubs together",
}
"""The statements about all clubs, each with its reason."""


@pytest.fixture(scope="module")
def clubs(new_database: NewDatabase) -> Iterator[Clubs]:
    """The clubs of these tests."""
    with clubs_apart(new_database) as clubs:
        yield clubs


@pytest.fixture(scope="module")
def app(clubs: Clubs) -> Flask:
    """The application on that database. No read waits."""
    made = create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)
    install(made, without_patience(made))
    return made


@pytest.fixture(scope="module")
def sent(app: Flask, clubs: Clubs, tmp_path_factory: pytest.TempPathFactory) -> Statements:
    """Everything that is sent while a club is founded, records an evening, and is asked everything."""
    signer = Signer(key_in(tmp_path_factory.mktemp("keys") / KEY_FILE), tmp_path_factory.mktemp("checkpoints"))
    with collected() as statements, follow.Follower(clubs.pool, signer=signer, poll_seconds=0.05):
        house = House.found_club(app, clubs)
        tables = ReadTables(SharedDatastore(clubs.pool, UUID(house.id)))
        sitting, game = _recorded(house)
        assert tables.wait_for(house.position(), timeout=20)
        checkpoint = merkle.wait_for_checkpoint(tables, house.position(), timeout=20)
        assert checkpoint is not None
        _ask_every_route(house, sitting, game, checkpoint.size)
        _ask_every_page(house, sitting, game)
        rebuild(house.store, tables)
        digest(tables)
        clubs.directory.clubs()
        _send(house)
    return statements


class Answering:
    """A postman whose receiver answers with these statuses, one after the other."""

    def __init__(self, *statuses: int) -> None:
        self._statuses = [*statuses]

    def post(self, *_: object) -> Outcome:
        status = self._statuses.pop(0)
        return Outcome(status, None if status == 204 else f"the receiver answered {status}", 0.1)


def _send(house: House) -> None:
    """Have messages of a webhook taken, refused, given up, and tried once more; the receiver is gone at last."""
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(posting, "resolved", unresolved)
        webhook = UUID(use_webhooks(house).rpartition("/")[2])
    datastore = SharedDatastore(house.clubs.pool, UUID(house.id))
    assert house.owner.post(f"{house.path}/webhooks/{webhook}/dead/retry").json == {"messages": 3}
    for name, statuses in (("One", (204, 500, 204, 204)), ("Two", (500,)), ("Three", (410,))):
        house.owner.post(f"{house.path}/members", {"name": name})
        with pytest.MonkeyPatch.context() as patching:
            patching.setattr(sending, "ATTEMPTS", 1 if name == "Two" else 11)
            sending.Sending(datastore, webhook, Answering(*statuses), house.clubs.clock).send()  # type: ignore[arg-type]
    house.owner.post(f"{house.path}/webhooks/{webhook}/secret")
    failing = Answering(500)
    sending.Sending(datastore, webhook, failing, house.clubs.clock).send()  # type: ignore[arg-type]
    sending.Sending(datastore, webhook, failing, house.clubs.clock).postpone("an error", timedelta(minutes=1))  # type: ignore[arg-type]
    with Sender(house.clubs.pool, Postman(), poll_seconds=0.05):
        sleep(0.3)


def _recorded(house: House) -> tuple[str, str]:
    """Record an evening with all that may follow it; the paths of its sitting and its first game."""
    sitting, game = write_everything_down(house)
    close(house, sitting)
    owner, club = house.owner, house.path
    assert owner.get(sitting).json["status"] == "closed"
    label = {"stream": house.id, "version": 2, "part": "label", "reason": "asked for"}
    for path, body in (
        (f"{club}/erasures", label),
        (f"{club}/members/{house.member['E']}/erasure", {"reason": "asked for"}),
        (f"{club}/tokens/{house.issue('auditor')['id']}/revoke", {}),
    ):
        assert owner.post(path, body, Idempotency_Key=path).status_code == 201, path
        assert owner.post(path, body, Idempotency_Key=path).headers["Idempotency-Replayed"] == "true"
    return sitting, game


VALUES = {
    "at_least": 1,
    "limit": 1,
    "cursor": "1",
    "held": "2026",
    "status": "open",
    "state": "settled",
    "expand": "members",
    "from": "2020-01-01",
    "to": "2999-01-01",
    "class": "threes",
    "law": 59,
    "jack_pot": "true",
    "disputed": "true",
    "corrected": "true",
    "step": 3,
    "beside": "written",
    "kind": "correction",
    "after": 1,
    "follow": "false",
    "position": 30,
    "at": "2999-01-01T00:00:00Z",
}
"""What is asked for by each parameter of a query that names no member, sitting or game."""


def _ask_every_route(house: House, sitting: str, game: str, size: int) -> None:
    """Ask every route that reads, with every parameter of its query and on to its second page."""
    ids = {"member": house.member["A"], "sitting": sitting.rpartition("/")[2], "game": game.rpartition("/")[2]}
    document = house.app.test_client().get("/openapi.json").json
    for path, operations in document["paths"].items():
        parameters = [p["name"] for p in operations.get("get", {}).get("parameters", ()) if p.get("in") == "query"]
        queries = ["", *(f"?{name}={(VALUES | ids)[name]}" for name in parameters)]
        for url in _urls(house, path, sitting, game) if "get" in operations else ():
            for query in queries:
                _ask(house, url + query)
    for path in (f"{house.path}/log/consistency?from=1&to={size}", "/metrics"):
        assert house.owner.get(path).status_code == 200
    for path in (f"{house.path}/verify", f"{house.path}/log/verify"):
        assert house.owner.post(path).json["ok"]


def _urls(house: House, path: str, sitting: str, game: str) -> list[str]:
    """The addresses of a route in this club; of that for exports one for each format."""
    url = path.replace("{club}", house.id).replace("{member}", house.member["A"]).replace("{n}", "1")
    url = url.replace("/v1/sittings/{sitting}", sitting).replace("/v1/games/{game}", game)
    return [url.replace("{format}", name) for name in FORMATS] if "{format}" in url else [url]


def _ask(house: House, url: str) -> None:
    """Ask as the owner, and for the next page, if there is one."""
    answer = house.owner.get(url)
    assert answer.status_code < 500, (url, answer.text)
    following = answer.json.get("next") if answer.is_json else None
    if following:
        assert house.owner.get(f"{url}&cursor={following}" if "?" in url else f"{url}?cursor={following}").is_json


def _ask_every_page(house: House, sitting: str, game: str) -> None:
    visitor = Visitor(house.app)
    assert visitor.sign_in(house.issue("owner")["token"]).status_code == 303
    for path in pages_of(house.id, house.member["A"], sitting.removeprefix("/v1"), game.removeprefix("/v1")):
        assert visitor.get(path).status_code < 500, path


@pytest.fixture(scope="module")
def checker(clubs: Clubs) -> Iterator[Checker]:
    """Checks statements in the database of these tests."""
    tables = dict.fromkeys(tables_of_clubs(clubs.pool.url), "club") | {"clubs": "id"}
    with psycopg.connect(clubs.pool.url, options="-c search_path=poolbook") as connection:
        yield Checker(connection, tables)


def test_every_statement_names_its_club_but_those_about_all_clubs(sent: Statements, checker: Checker) -> None:
    astray = {
        query: tables for query, parameters in sent.parameters.items() if (tables := checker.astray(query, parameters))
    }
    assert {query: tables for query, tables in astray.items() if query not in OF_ALL_CLUBS} == {}
    assert astray.keys() == OF_ALL_CLUBS.keys()


WITHOUT_A_CLUB = {
    "SELECT topic FROM stored_events WHERE originator_id = %(stream)s": ["stored_events"],
    "SELECT topic FROM poolbook.stored_events WHERE club = %(club)s OR originator_id = %(stream)s": ["stored_events"],
    "SELECT topic FROM stored_events WHERE club <> %(club)s": ["stored_events"],
    "SELECT (SELECT count(*) FROM games) FROM sittings WHERE club = %(club)s": ["games"],
    "SELECT 1 FROM games LEFT JOIN results USING (game) WHERE games.club = %(club)s": ["results"],
    "SELECT position FROM clubs ORDER BY position LIMIT 1": ["clubs"],
    "UPDATE tokens SET label = NULL WHERE id = %(stream)s": ["tokens"],
    "DELETE FROM followed": ["followed"],
    "WITH gone AS (DELETE FROM games WHERE game = %(stream)s RETURNING club) SELECT club FROM gone": ["games"],
    "INSERT INTO followed (position) VALUES (1)": ["followed"],
    "INSERT INTO log_unsigned SELECT %(club)s, 'error', now()": ["log_unsigned"],
    'SELECT 1 FROM "pg_temp"."games" AS anew LEFT JOIN poolbook.games AS kept USING (game)': ["games"],
    "COPY results (game, member) FROM STDIN": ["results"],
    "COPY results (game, member) FROM STDIN (FORMAT BINARY)": ["results"],
    "COPY results TO STDOUT": ["results"],
    "LOCK TABLE games": ["games"],
    "TRUNCATE journal, postings": ["journal", "postings"],
}
"""Statements that forget the club, and the tables in which they do."""


@pytest.mark.parametrize("query", WITHOUT_A_CLUB)
def test_a_statement_that_forgets_the_club_is_noticed(checker: Checker, query: str) -> None:
    given = {"club": uuid4(), "stream": uuid4()}
    assert checker.astray(query, given) == WITHOUT_A_CLUB[query]


NAMING_IT = (
    "SELECT topic FROM stored_events AS e WHERE e.club = %(club)s AND originator_id = %(stream)s",
    "SELECT 1 FROM games LEFT JOIN results USING (club, game) WHERE games.club = %(club)s",
    "UPDATE clubs SET gone_on = false WHERE id = %(club)s",
    "INSERT INTO followed (club, position) VALUES (%(club)s, 0) ON CONFLICT DO NOTHING",
    'COPY "results" ("club", "game") FROM STDIN',
    'COPY "results" ("club", "game") FROM STDIN (FORMAT BINARY)',
    'CREATE TEMPORARY TABLE "pg_temp"."games" (LIKE "poolbook"."games" INCLUDING ALL) ON COMMIT DROP',
    'SELECT 1 FROM "pg_temp"."games" AS anew JOIN poolbook.games AS kept USING (game) WHERE kept.club = %(club)s',
    "SET lock_timeout = '5s'",
)


@pytest.mark.parametrize("query", NAMING_IT)
def test_a_statement_that_names_the_club_is_passed(checker: Checker, query: str) -> None:
    assert checker.astray(query, {"club": uuid4(), "stream": uuid4()}) == []


def test_every_table_of_clubs_is_met(sent: Statements, clubs: Clubs) -> None:
    text = "\n".join(sent.sent)
    assert [table for table in tables_of_clubs(clubs.pool.url) if table not in text] == []
