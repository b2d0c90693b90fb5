"""Tokens, roles, and the separation of clubs: what each caller may do."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from api.limits import Guesses
from tests.api.house import OPERATOR, Desk, House

EVERYBODY = {"owner", "scorekeeper", "auditor", "player"}
RECORDERS = {"owner", "scorekeeper"}
KEEPERS = {"owner", "scorekeeper", "auditor"}

ROUTES = {
    ("GET", "/v1/me"): {*EVERYBODY, "operator"},
    ("POST", "/v1/clubs"): {"operator"},
    ("GET", "/v1/clubs/{club}"): EVERYBODY,
    ("POST", "/v1/clubs/{club}/members"): {"owner"},
    ("GET", "/v1/clubs/{club}/members"): EVERYBODY,
    ("POST", "/v1/clubs/{club}/members/{member}/erasure"): {"owner"},
    ("POST", "/v1/clubs/{club}/erasures"): {"owner"},
    ("GET", "/v1/clubs/{club}/events"): EVERYBODY,
    ("GET", "/v1/clubs/{club}/audit"): {"owner", "auditor"},
    ("POST", "/v1/clubs/{club}/tokens"): {"owner"},
    ("GET", "/v1/clubs/{club}/tokens"): {"owner", "auditor"},
    ("POST", "/v1/clubs/{club}/tokens/{token}/revoke"): {"owner"},
    ("POST", "/v1/clubs/{club}/sittings"): RECORDERS,
    ("GET", "/v1/clubs/{club}/sittings"): EVERYBODY,
    ("GET", "/v1/clubs/{club}/games"): EVERYBODY,
    ("GET", "/v1/clubs/{club}/results"): EVERYBODY,
    ("GET", "/v1/clubs/{club}/members/{member}/results"): EVERYBODY,
    ("GET", "/v1/clubs/{club}/exports/{format}"): EVERYBODY,
    ("GET", "/v1/clubs/{club}/log/checkpoint"): EVERYBODY,
    ("GET", "/v1/clubs/{club}/log/receipt"): EVERYBODY,
    ("GET", "/v1/clubs/{club}/log/consistency"): EVERYBODY,
    ("GET", "/v1/clubs/{club}/books"): {"owner", "scorekeeper", "auditor"},
    ("GET", "/v1/clubs/{club}/members/{member}/account"): EVERYBODY,
    ("GET", "/v1/sittings/{sitting}/books"): {"owner", "scorekeeper", "auditor"},
    ("GET", "/v1/sittings/{sitting}"): EVERYBODY,
    ("POST", "/v1/sittings/{sitting}/pen"): RECORDERS,
    ("GET", "/v1/sittings/{sitting}/pool"): EVERYBODY,
    ("GET", "/v1/sittings/{sitting}/settlements"): EVERYBODY,
    ("GET", "/v1/sittings/{sitting}/buy-back"): KEEPERS,
    ("GET", "/v1/sittings/{sitting}/entries"): EVERYBODY,
    ("GET", "/v1/sittings/{sitting}/games"): EVERYBODY,
    ("GET", "/v1/sittings/{sitting}/results"): EVERYBODY,
    ("POST", "/v1/sittings/{sitting}/counter-sales"): RECORDERS,
    ("POST", "/v1/sittings/{sitting}/buy-backs"): RECORDERS,
    ("POST", "/v1/sittings/{sitting}/payments"): RECORDERS,
    ("POST", "/v1/sittings/{sitting}/arrivals"): RECORDERS,
    ("POST", "/v1/sittings/{sitting}/departures"): RECORDERS,
    ("POST", "/v1/sittings/{sitting}/limits"): RECORDERS,
    ("POST", "/v1/sittings/{sitting}/cuts"): RECORDERS,
    ("POST", "/v1/sittings/{sitting}/games"): RECORDERS,
    ("POST", "/v1/sittings/{sitting}/close"): RECORDERS,
    ("GET", "/v1/games/{game}"): EVERYBODY,
    ("POST", "/v1/games/{game}/actions"): RECORDERS,
    ("GET", "/v1/games/{game}/actions"): EVERYBODY,
    ("POST", "/v1/games/{game}/waivers"): RECORDERS,
    ("POST", "/v1/clubs/{club}/game-files"): RECORDERS,
    ("GET", "/v1/games/{game}/replay"): EVERYBODY,
    ("GET", "/v1/games/{game}/settlement"): EVERYBODY,
    ("POST", "/v1/games/{game}/corrections"): RECORDERS,
    ("POST", "/v1/games/{game}/what-if"): EVERYBODY,
    ("POST", "/v1/sittings/{sitting}/what-if"): EVERYBODY,
    ("POST", "/v1/sittings/{sitting}/articles"): RECORDERS,
    ("POST", "/v1/clubs/{club}/members/{member}/name"): {"owner"},
    ("POST", "/v1/clubs/{club}/name"): {"owner"},
    ("POST", "/v1/games/{game}/void"): RECORDERS,
    ("POST", "/v1/games/{game}/paid"): RECORDERS,
    ("POST", "/v1/games/{game}/unsealings"): {"auditor"},
    ("POST", "/v1/games/{game}/disputes"): RECORDERS,
    ("GET", "/v1/games/{game}/disputes"): EVERYBODY,
    ("POST", "/v1/games/{game}/disputes/{n}/evidence"): RECORDERS,
    ("POST", "/v1/games/{game}/disputes/{n}/ruling"): RECORDERS,
    ("POST", "/v1/sittings/{sitting}/corrections"): RECORDERS,
    ("POST", "/v1/clubs/{club}/verify"): {"owner", "auditor"},
    ("POST", "/v1/clubs/{club}/log/verify"): {"owner", "auditor"},
    ("GET", "/v1/clubs/{club}/members/{member}"): EVERYBODY,
    ("GET", "/v1/clubs/{club}/tokens/{token}"): {"owner", "auditor"},
    ("GET", "/v1/sittings/{sitting}/entries/{n}"): EVERYBODY,
    ("GET", "/v1/games/{game}/disputes/{n}"): EVERYBODY,
    ("POST", "/v1/clubs/{club}/webhooks"): {"owner"},
    ("GET", "/v1/clubs/{club}/webhooks"): {"owner", "auditor"},
    ("GET", "/v1/clubs/{club}/webhooks/{webhook}"): {"owner", "auditor"},
    ("POST", "/v1/clubs/{club}/webhooks/{webhook}/secret"): {"owner"},
    ("POST", "/v1/clubs/{club}/webhooks/{webhook}/remove"): {"owner"},
    ("POST", "/v1/clubs/{club}/webhooks/{webhook}/ping"): {"owner"},
    ("GET", "/v1/clubs/{club}/webhooks/{webhook}/dead"): {"owner", "auditor"},
    ("POST", "/v1/clubs/{club}/webhooks/{webhook}/dead/retry"): {"owner"},
    ("POST", "/v1/clubs/{club}/webhooks/{webhook}/dead/{n}/retry"): {"owner"},
}
"""Every route that takes a token, and the roles that suffice."""

OPEN = {"/v1", "/v1/laws", "/v1/laws/{n}", "/v1/readings", "/livez", "/readyz"}
NOTHING = "5f0c0b3e-0000-4000-8000-000000000000"


def test_the_table_of_roles_is_that_of_the_document(app: Flask) -> None:
    paths = app.test_client().get("/openapi.json").json["paths"]
    described = {
        (method.upper(), path): set(operation["x-roles"])
        for path, operations in paths.items()
        for method, operation in operations.items()
        if method in ("get", "post") and path not in OPEN
    }
    assert described == ROUTES


@pytest.mark.parametrize("role", sorted({*EVERYBODY, "operator"}))
def test_each_role_is_admitted_where_the_table_says_and_nowhere_else(house: House, role: str, impatient: None) -> None:
    desk = Desk(house.app, OPERATOR) if role == "operator" else house.desk(role, "A" if role == "player" else None)
    before = house.position()
    for (method, path), roles in ROUTES.items():
        # With a body that nothing can be made of, whoever is admitted gets no further than the check after it.
        url = re.sub(r"{\w+}", NOTHING, path.replace("{club}", house.id))
        answer = desk.get(url) if method == "GET" else desk.post(url, data=b"{")
        assert (answer.status_code == 403) == (role not in roles), (method, path, answer.text)
        if role not in roles:
            assert all(allowed in answer.json["detail"] for allowed in roles)
        assert answer.status_code != 500
    assert house.position() == before


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_nobody_is_admitted_without_a_token(app: Flask, method: str, path: str) -> None:
    nobody = Desk(app, None)
    url = re.sub(r"{\w+}", NOTHING, path)
    answer = nobody.get(url) if method == "GET" else nobody.post(url)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("path", sorted(OPEN))
def test_the_book_and_the_state_of_health_take_no_token(app: Flask, path: str) -> None:
    assert Desk(app, None).get(path.replace("{n}", "33")).status_code == 200


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Bearer pb_wrong", "pb_wrong", "Basic cGI6", "Bearer " + "x" * 5000, "Bearer \xff\xfe"],
)
def test_a_token_that_is_not_known_opens_nothing(app: Flask, header: str) -> None:
    answer = app.test_client().get("/v1/me", headers={"Authorization": header})
    assert answer.status_code == 401
    assert answer.json["type"] == "/problems/unauthorized"


def test_a_revoked_token_opens_nothing_from_then_on(house: House) -> None:
    issued = house.issue("scorekeeper")
    desk = Desk(house.app, issued["token"])
    assert desk.get("/v1/me").json == {"club": house.id, "role": "scorekeeper", "member": None, "expires_at": None}
    revoked = house.owner.post(f"{house.path}/tokens/{issued['id']}/revoke")
    assert revoked.status_code == 201
    assert revoked.json["revoked_at"] is not None
    assert desk.get("/v1/me").status_code == 401
    before = house.position()
    assert desk.post(f"{house.path}/sittings", {}).status_code == 401
    assert house.owner.post(f"{house.path}/tokens/{issued['id']}/revoke").status_code == 404
    assert house.position() == before


def test_a_token_says_whose_it_is(house: House, operator: Desk) -> None:
    player = house.desk("player", "C")
    assert player.get("/v1/me").json == {
        "club": house.id,
        "role": "player",
        "member": house.member["C"],
        "expires_at": None,
    }
    assert house.owner.get("/v1/me").json == {"club": house.id, "role": "owner", "member": None, "expires_at": None}
    assert operator.get("/v1/me").json == {"club": None, "role": "operator", "member": None, "expires_at": None}


def test_the_secret_of_a_token_is_shown_once_and_stored_nowhere(house: House) -> None:
    issued = house.issue("auditor")
    assert re.fullmatch(r"pb_[\w-]{43}", issued["token"])
    listed = house.owner.get(f"{house.path}/tokens")
    assert {t["id"] for t in listed.json["items"]} >= {issued["id"]}
    assert issued["token"] not in listed.text
    assert not any(issued["token"] in str(logged.recorded) for logged in house.store.notifications(0, 1000))


def test_what_belongs_to_another_club_is_not_found(new_house: Callable[[], House]) -> None:
    here, there = new_house(), new_house()
    sitting = there.sit()
    game = there.begin(sitting)
    there.play(
        game, "deal A: Ah Kh Qh Jh 9h; B: 2c 3c 4c 5c 7d; C: 2s 3s 4s 5s 7s; D: 2d 3d 4d 5d 7c; E: 8h 8d 8c 9s Td"
    )
    token = there.issue("auditor")["id"]
    before = there.position(), here.position()
    for method, path in ROUTES:
        if "{" not in path:
            continue
        url = path.replace("{club}", there.id).replace("{token}", token)
        url = url.replace("/v1/sittings/{sitting}", sitting).replace("/v1/games/{game}", game)
        desk = here.owner if "owner" in ROUTES[method, path] else here.auditor
        answer = desk.get(url) if method == "GET" else desk.post(url)
        assert answer.status_code == 404, (method, path, answer.text)
    own_path = here.owner.post(f"{here.path}/tokens/{token}/revoke")
    assert own_path.status_code == 404
    assert Desk(there.app, there.issue("auditor")["token"]).get(game).status_code == 200
    assert here.position() == before[1]


def test_a_stranger_cannot_be_seated_bought_for_or_dealt_in(new_house: Callable[[], House]) -> None:
    here, there = new_house(), new_house()
    players = [here.member["A"], there.member["B"]]
    answer = here.owner.post(f"{here.path}/sittings", {"ante": 3, "limit": 12, "players": players})
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["players"])


OTHERWISE = {"none": 401, "revoked": 401, "unknown": 401}


@pytest.fixture
def desks(house: House) -> dict[str, Desk]:
    """A client of every role, and one without a token."""
    issued = house.issue("owner")
    house.owner.post(f"{house.path}/tokens/{issued['id']}/revoke")
    return {
        "owner": house.owner,
        "scorekeeper": house.scorekeeper,
        "auditor": house.auditor,
        "player": house.desk("player", "A"),
        "operator": Desk(house.app, OPERATOR),
        "none": Desk(house.app, None),
        "revoked": Desk(house.app, issued["token"]),
        "unknown": Desk(house.app, "pb_" + "x" * 43),
    }


def test_the_table_of_every_route_and_everybody_in_a_club_and_in_another(
    desks: dict[str, Desk], new_house: Callable[[], House], monkeypatch: pytest.MonkeyPatch
) -> None:
    # One unknown token for each route is more guesses than an address is allowed.
    monkeypatch.setattr(Guesses, "failed", lambda self, address: None)
    there = new_house()
    sitting = there.sit()
    game = there.begin(sitting)
    there.play(
        game, "deal A: Ah Kh Qh Jh 9h; B: 2c 3c 4c 5c 7d; C: 2s 3s 4s 5s 7s; D: 2d 3d 4d 5d 7c; E: 8h 8d 8c 9s Td"
    )
    token = there.issue("auditor")["id"]
    before = there.position()
    table = {}
    for n, ((method, path), roles) in enumerate(ROUTES.items()):
        url = path.replace("{club}", there.id).replace("{token}", token)
        url = url.replace("/v1/sittings/{sitting}", sitting).replace("/v1/games/{game}", game)
        for caller, desk in desks.items():
            if url == path:
                continue
            # From one address so many tokens that are not known would be taken for guesses.
            desk.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{n}"
            answer = desk.get(url) if method == "GET" else desk.post(url, {"action": "deal"})
            expected = OTHERWISE.get(caller, 404 if caller in roles else 403)
            table[method, path, caller] = (answer.status_code, expected)
            assert "Ah" not in answer.text
    assert {key: statuses for key, statuses in table.items() if statuses[0] != statuses[1]} == {}
    assert len(table) == len(desks) * sum("{" in path for _, path in ROUTES)
    assert there.position() == before
