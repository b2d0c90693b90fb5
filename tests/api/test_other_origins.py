"""Pages of other origins: those that the operator names may call the API with a token; no other is told that it may."""

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.app import create_app
from api.settings import Settings
from ledger.application.clubs import Clubs
from tests.api.house import House
from tests.pages.conftest import Visitor

PAGE, ADDRESS = "https://club.example", "http://[::1]:3000"
PREFLIGHT = {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization, if-match, x-any",
}


@pytest.fixture(scope="module")
def open_app(clubs: Clubs) -> Flask:
    """The application, which pages of two origins may call."""
    return create_app(Settings.from_environment({"POOLBOOK_CORS_ORIGINS": f"{PAGE} {ADDRESS}"}), clubs)


def ask(app: Flask, path: str, method: str = "GET", **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return app.test_client().open(path, method=method, headers=named, buffered=True)


def allowed(answer: TestResponse) -> dict[str, str]:
    """What an answer says of other origins."""
    return {name: text for name, text in answer.headers.items() if name.startswith("Access-Control-")}


@pytest.mark.parametrize("origin", [PAGE, ADDRESS])
def test_a_page_that_is_named_reads_answers_and_their_headers(open_app: Flask, house: House, origin: str) -> None:
    token = f"Bearer {house.owner.token}"
    for path, status in ((house.path, 200), ("/v1/games/nothing", 404), ("/openapi.json", 200), ("/v1/laws/33", 200)):
        answer = ask(open_app, path, Origin=origin, Authorization=token)
        assert answer.status_code == status
        said = allowed(answer)
        assert said.pop("Access-Control-Allow-Origin") == origin
        exposed = said.pop("Access-Control-Expose-Headers").split(", ")
        assert {"ETag", "Location", "Poolbook-Position", "Idempotency-Replayed", "Link", "Retry-After"} <= set(exposed)
        assert said == {}
        assert "Origin" in answer.vary
    assert allowed(ask(open_app, house.path, Origin=origin))["Access-Control-Allow-Origin"] == origin  # 401


def test_a_browser_is_told_what_such_a_page_may_send(open_app: Flask, house: House) -> None:
    answer = ask(open_app, f"{house.path}/sittings", "OPTIONS", Origin=PAGE, **PREFLIGHT)
    assert answer.status_code == 200
    said = allowed(answer)
    assert said["Access-Control-Allow-Origin"] == PAGE
    assert said["Access-Control-Allow-Methods"] == "GET, HEAD, POST"
    assert said["Access-Control-Allow-Headers"] == "authorization, if-match"
    assert said["Access-Control-Max-Age"] == "7200"
    assert "Access-Control-Allow-Credentials" not in said
    deletes = ask(open_app, house.path, "OPTIONS", Origin=PAGE, Access_Control_Request_Method="DELETE")
    assert "Access-Control-Allow-Methods" not in allowed(deletes)


@pytest.mark.parametrize(
    "origin",
    [
        *("https://other.example", "https://club.example.evil.example", "http://club.example", "https://clubxexample"),
        *("https://club.example:8443", "null", f"{PAGE}/", f"{PAGE} {ADDRESS}"),
    ],
)
def test_no_other_origin_is_told_anything(open_app: Flask, house: House, origin: str) -> None:
    for path in (house.path, "/openapi.json"):
        for method, more in (("GET", {}), ("OPTIONS", PREFLIGHT)):
            answer = ask(open_app, path, method, Origin=origin, **more)
            assert allowed(answer) == {}
            assert "Origin" in answer.vary
    assert allowed(ask(open_app, house.path)) == {}


def test_pages_and_sessions_are_for_this_origin_alone(open_app: Flask, house: House) -> None:
    for path in ("/", "/docs", "/livez", "/metrics", "/page/page.css"):
        assert allowed(ask(open_app, path, Origin=PAGE)) == {}, path
    browser = Visitor(open_app)
    assert browser.sign_in(house.owner.token or "").status_code == 303
    assert browser.get(house.path).status_code == 200
    assert "Access-Control-Allow-Credentials" not in allowed(browser.get(house.path, Origin=PAGE))
    written = browser.client.post(f"{house.path}/members", json={"name": "F"}, headers={"Origin": PAGE})
    assert (written.status_code, "Access-Control-Allow-Credentials" in allowed(written)) == (403, False)


def test_where_none_is_named_nobody_is_told_anything(app: Flask, house: House) -> None:
    for method, more in (("GET", {}), ("OPTIONS", PREFLIGHT)):
        answer = ask(app, house.path, method, Origin=PAGE, **more)
        assert allowed(answer) == {}
        assert "Origin" not in answer.vary
