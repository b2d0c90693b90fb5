"""Who is let in by a browser, how he is kept in, and when he is out."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask

from api.limits import Guesses
from api.service import service_of
from ledger.store.tokens import digest_of
from tests.api.house import OPERATOR, House
from tests.pages.conftest import Visitor

SignedIn = Callable[[str | None], Visitor]


def test_nobody_sees_a_page_of_a_club_before_he_signs_in_and_then_the_one_he_asked_for(
    house: House, visitor: Visitor
) -> None:
    asked = visitor.get(f"/clubs/{house.id}/results?from=2026-01-01")
    assert asked.status_code == 302
    assert asked.location == f"/sign-in?next=/clubs/{house.id}/results?from%3D2026-01-01"
    entered = visitor.sign_in(house.owner.token or "", f"/clubs/{house.id}/results?from=2026-01-01")
    assert (entered.status_code, entered.location) == (303, f"/clubs/{house.id}/results?from=2026-01-01")
    assert visitor.get(entered.location).status_code == 200


@pytest.mark.parametrize("next", ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:1", "/\n/x"])
def test_signing_in_leads_nowhere_but_to_this_service(house: House, visitor: Visitor, next: str) -> None:
    assert visitor.sign_in(house.owner.token or "", next).location == "/"


def test_the_cookie_is_out_of_the_reach_of_scripts_and_has_the_prefix_where_the_address_is_secure(
    house: House, app: Flask
) -> None:
    for address, name, secure in (
        ("http://127.0.0.1", "poolbook", False),
        ("https://c.example", "__Host-poolbook", True),
    ):
        client = app.test_client()
        word = client.get("/sign-in", base_url=address)
        cookie = word.headers["Set-Cookie"]
        assert cookie.startswith(f"{name}=")
        assert {"HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
        assert ("Secure" in cookie.split("; ")) is secure
        assert "Domain" not in cookie


def test_the_token_itself_is_in_no_cookie(app: Flask, house: House, visitor: Visitor) -> None:
    token = house.owner.token or ""
    cookie = visitor.sign_in(token).headers["Set-Cookie"]
    serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    held = serializer.loads(cookie.partition("=")[2].partition(";")[0])
    assert held == {"token": digest_of(token).hex(), "_permanent": True}


def test_a_changed_cookie_opens_nothing(owner: Visitor, house: House) -> None:
    cookie = owner.client.get_cookie("poolbook")
    assert cookie is not None
    value = cookie.value
    assert owner.get(f"/clubs/{house.id}").status_code == 200
    owner.client.set_cookie("poolbook", value[:-2] + ("AA" if value[-2:] != "AA" else "BB"))
    assert owner.get(f"/clubs/{house.id}").status_code == 302


def test_a_revoked_token_is_out_at_once(house: House, signed_in: SignedIn) -> None:
    issued = house.issue("auditor")
    auditor = signed_in(issued["token"])
    assert auditor.get(f"/clubs/{house.id}").status_code == 200
    assert house.owner.post(f"{house.path}/tokens/{issued['id']}/revoke").status_code == 201
    answer = auditor.get(f"/clubs/{house.id}")
    assert (answer.status_code, answer.location) == (302, f"/sign-in?next=/clubs/{house.id}")
    assert auditor.client.get_cookie("poolbook") is None


def test_who_signs_out_is_out(house: House, owner: Visitor) -> None:
    assert owner.post("/sign-out", {"form": owner.word()}).location == "/sign-in"
    assert owner.get(f"/clubs/{house.id}").status_code == 302


def test_another_token_begins_another_session(house: House, owner: Visitor) -> None:
    before = owner.word()
    owner.sign_in(house.issue("auditor")["token"])
    assert owner.word() != before
    assert "auditor" in owner.get(f"/clubs/{house.id}").text


def test_a_wrong_token_is_refused_in_the_words_of_the_api(visitor: Visitor) -> None:
    answer = visitor.sign_in("pb_" + "x" * 43)
    assert answer.status_code == 401
    assert "this token is not known" in answer.text
    assert "WWW-Authenticate" in answer.headers
    assert 'value="pb_' not in answer.text


def test_the_operators_token_opens_no_books(visitor: Visitor) -> None:
    answer = visitor.sign_in(OPERATOR)
    assert answer.status_code == 403
    assert "the operator&#39;s token opens no books" in answer.text
    assert visitor.get("/").status_code == 302


def test_guesses_at_the_page_and_at_the_api_count_together(
    app: Flask, house: House, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited = replace(service_of(app), guesses=Guesses(at_once=2, per_second=0.001))
    monkeypatch.setitem(app.extensions, "poolbook", limited)
    assert app.test_client().get("/v1/me", headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert visitor.sign_in("wrong").status_code == 401
    answer = visitor.sign_in("wrong")
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert visitor.sign_in(house.owner.token or "").status_code == 303, "a token that is good is let in all the same"


FORGED = [
    ({"form": ""}, {}, "this is not of your present session"),
    ({"form": "x" * 43}, {}, "this is not of your present session"),
    ({"form": "é"}, {}, "this is not of your present session"),
    ({}, {"Sec_Fetch_Site": "cross-site"}, "this was sent from another site"),
    ({}, {"Sec_Fetch_Site": "same-site"}, "this was sent from another site"),
    ({}, {"Origin": "https://evil.example"}, "this was sent from another site"),
    ({}, {"Origin": "https://[::1"}, "this was sent from another site"),
    ({}, {"Origin": "null"}, "this was sent from another site"),
    ({}, {"Origin": "http://localhost:81", "Sec_Fetch_Site": "same-origin"}, "this was sent from another site"),
]


@pytest.mark.parametrize(("fields", "headers", "refusal"), FORGED)
@pytest.mark.parametrize("path", ["/sign-in", "/sign-out"])
def test_a_forged_form_does_nothing(
    house: House, owner: Visitor, path: str, fields: dict[str, str], headers: dict[str, str], refusal: str
) -> None:
    other = house.issue("auditor")["token"]
    answer = owner.post(path, {"form": owner.word(), "token": other, **fields}, **headers)
    assert answer.status_code == 403
    assert refusal in answer.text
    assert "owner" in owner.get(f"/clubs/{house.id}").text


@pytest.mark.parametrize("origin", ["http://localhost", "https://localhost"])
def test_a_form_of_our_own_is_taken_behind_a_proxy_too(house: House, visitor: Visitor, origin: str) -> None:
    sent = visitor.sign_in(house.owner.token or "", Sec_Fetch_Site="same-origin", Origin=origin)
    assert sent.status_code == 303


def test_a_session_reads_by_the_api_what_its_token_reads(house: House, owner: Visitor, visitor: Visitor) -> None:
    answer = owner.get(f"/v1/clubs/{house.id}")
    assert (answer.status_code, answer.json) == (200, house.owner.get(f"/v1/clubs/{house.id}").json)
    assert set(answer.headers["Vary"].split(", ")) == {"Authorization", "Accept-Encoding", "Cookie"}
    assert visitor.get(f"/v1/clubs/{house.id}").status_code == 401


def test_a_session_records_by_the_api_with_its_word(house: House, owner: Visitor) -> None:
    sent = owner.client.post(
        f"{house.path}/members",
        json={"name": "Percy"},
        headers={"Poolbook-Session": owner.word(), "Sec-Fetch-Site": "same-origin", "Idempotency-Key": "one"},
    )
    assert sent.status_code == 201
    again = house.owner.post(f"{house.path}/members", {"name": "Percy"}, Idempotency_Key="one")
    assert again.headers["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize(("fields", "headers", "refusal"), FORGED)
def test_what_another_site_sends_to_the_api_by_a_session_does_nothing(
    house: House, owner: Visitor, fields: dict[str, str], headers: dict[str, str], refusal: str
) -> None:
    word = fields.get("form", owner.word())
    sent = {"Poolbook-Session": word, **{name.replace("_", "-"): text for name, text in headers.items()}}
    for path, body in ((f"{house.path}/members", {"name": "Evil"}), (f"{house.path}/verify", {})):
        answer = owner.client.post(path, json=body, headers=sent)
        assert answer.status_code == 403
        assert refusal in answer.json["detail"]
    assert "Evil" not in house.owner.get(f"{house.path}/members").text


def test_a_session_whose_token_is_revoked_opens_no_route_of_the_api(house: House, signed_in: SignedIn) -> None:
    issued = house.issue("auditor")
    auditor = signed_in(issued["token"])
    assert auditor.get(house.path).status_code == 200
    assert house.owner.post(f"{house.path}/tokens/{issued['id']}/revoke").status_code == 201
    assert auditor.get(house.path).status_code == 401


def test_a_token_that_is_sent_counts_and_not_the_session(house: House, owner: Visitor) -> None:
    auditor = house.issue("auditor")["token"]
    headers = {"Authorization": f"Bearer {auditor}"}
    assert owner.client.get("/v1/me", headers=headers).json["role"] == "auditor"
    assert owner.client.get("/v1/me", headers={"Authorization": "Bearer wrong"}).status_code == 401


def test_a_bearer_token_opens_no_page(house: House) -> None:
    assert house.owner.get(f"/clubs/{house.id}").status_code == 302


@pytest.mark.parametrize("path", ["/", "/sign-in", "/laws", "/laws/60", "/nowhere"])
def test_every_page_has_the_strict_policy_and_nothing_inline(owner: Visitor, path: str) -> None:
    answer = owner.get(path)
    if answer.status_code == 302:
        answer = owner.get(answer.location)
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cache-Control"] == "no-store"
    assert " style=" not in answer.text
    assert "<style" not in answer.text
    assert " onclick=" not in answer.text
    assert answer.text.count("<script") == len(re.findall(r'<script(?: type="module")? src="/page/', answer.text))


def test_an_address_at_which_there_is_nothing_is_answered_to_each_in_his_own_form(app: Flask, visitor: Visitor) -> None:
    page = visitor.get("/nowhere")
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert "There is no such thing here" in page.text
    assert app.test_client().get("/nowhere").mimetype == "application/problem+json"
    assert visitor.get("/v1/nowhere").mimetype == "application/problem+json"


def test_scripts_may_ask_whose_session_it_is_and_its_word(house: House, visitor: Visitor) -> None:
    assert visitor.get("/session").json["holder"] is None
    issued = house.issue("scorekeeper")
    visitor.sign_in(issued["token"])
    assert visitor.get("/session").json == {"holder": issued["id"], "word": visitor.word()}
    house.owner.post(f"{house.path}/tokens/{issued['id']}/revoke")
    assert visitor.get("/session").json["holder"] is None
