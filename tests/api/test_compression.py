"""Answers compressed by gzip, and what their tags are good for."""

import gzip
import json

import pytest
from werkzeug.test import TestResponse

from api.compression import LEAST
from tests.acts import ILLUSTRATED
from tests.api.house import Desk, House
from tests.api.problems import refused_as
from tests.pages.conftest import Visitor


def get(desk: Desk, path: str, accepted: str | None = "gzip", **headers: str) -> TestResponse:
    """The answer to a client that accepts this coding, read to its end."""
    return desk.client.get(path, headers=desk.headers(Accept_Encoding=accepted, **headers), buffered=True)


@pytest.fixture(scope="module")
def game(shared_house: House) -> str:
    """The path of a game that is over."""
    game = shared_house.begin(shared_house.sit())
    shared_house.play(game, ILLUSTRATED)
    return game


def test_a_client_that_accepts_gzip_gets_the_same_in_fewer_bytes(house: House, game: str) -> None:
    for path in (game, f"{game}/replay", "/openapi.json", "/docs", "/page/page.css"):
        plain, packed = get(house.owner, path, None), get(house.owner, path)
        assert plain.headers.get("Content-Encoding") is None
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == plain.data
        assert len(packed.data) < len(plain.data)
        assert "Accept-Encoding" in plain.vary
        assert "Accept-Encoding" in packed.vary
    assert {"Accept-Encoding", "Authorization"} <= set(get(house.owner, game).vary)


def test_small_answers_and_other_codings_go_as_they_are(house: House, game: str) -> None:
    for path, accepted in (("/v1/me", "gzip"), (game, "br, zstd"), (game, "gzip;q=0"), (game, "identity")):
        answer = get(house.owner, path, accepted)
        assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, None), path
        assert "Accept-Encoding" in answer.vary
    assert len(house.owner.get("/v1/me").data) < LEAST


def test_the_answer_to_a_write_and_a_long_problem_are_compressed_or_not_like_any_other(house: House) -> None:
    game = house.begin(house.sit())
    answer = house.scorekeeper.post(f"{game}/actions", {"action": "deal"}, Accept_Encoding="gzip")
    assert (answer.status_code, answer.headers["Content-Encoding"]) == (201, "gzip")
    tag = answer.headers["ETag"]
    assert tag == '"2:gzip"'
    assert json.loads(gzip.decompress(answer.data))["game"]["version"] == 2
    # A tag of a compressed answer names the same version.
    assert house.scorekeeper.post(f"{game}/actions", house.act("C stakes 6"), If_Match=tag).status_code == 201
    refused_as(house.scorekeeper.post(f"{game}/actions", house.act("D passes"), If_Match=tag), 412, "stale")
    for malformed in ('"3:br"', '":gzip"', '"3:gzip:gzip"', '"x:gzip"'):
        refused_as(house.scorekeeper.post(f"{game}/actions", house.act("D passes"), If_Match=malformed), 412, "stale")


def test_a_tag_is_known_again_whether_compressed_or_not(house: House, game: str) -> None:
    for path in (game, f"{game}?expand=members", "/docs", "/page/page.css"):
        for accepted in ("gzip", "identity"):
            first = get(house.owner, path, accepted)
            again = get(house.owner, path, accepted, If_None_Match=first.headers["ETag"])
            assert (again.status_code, again.data) == (304, b""), (path, accepted)
            assert again.headers["ETag"] == first.headers["ETag"]
        assert get(house.owner, path).headers["ETag"] != get(house.owner, path, None).headers["ETag"]


def test_head_says_what_get_would(house: House, game: str) -> None:
    headers = house.owner.headers(Accept_Encoding="gzip")
    head, full = house.owner.client.head(game, headers=headers), get(house.owner, game)
    assert (head.status_code, head.data) == (200, b"")
    assert [head.headers[name] for name in ("Content-Encoding", "Content-Length", "ETag")] == [
        full.headers[name] for name in ("Content-Encoding", "Content-Length", "ETag")
    ]


@pytest.mark.parametrize("media_type", ["application/x-ndjson", "text/event-stream"])
def test_streams_of_events_are_never_held_back(house: House, media_type: str) -> None:
    answer = get(house.owner, f"{house.path}/events", Accept=media_type)
    assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, None)
    assert len(answer.data) > LEAST


def test_a_range_of_a_file_is_not_compressed(house: House) -> None:
    answer = get(house.owner, "/page/page.css", Range="bytes=0-999")
    assert (answer.status_code, len(answer.data)) == (206, 1000)
    assert "Content-Encoding" not in answer.headers


def test_compressed_bodies_are_not_taken(house: House) -> None:
    body, before = gzip.compress(b'{"name": "F"}'), house.position()
    answer = house.owner.post(f"{house.path}/members", data=body, Content_Encoding="gzip")
    refused_as(answer, 415, "unsupported-media-type")
    answer = house.owner.post(f"{house.path}/game-files", data=body, content_type="text/plain", Content_Encoding="gzip")
    refused_as(answer, 415, "unsupported-media-type")
    assert house.position() == before


@pytest.mark.parametrize(("site", "coding"), [("same-origin", "gzip"), ("none", "gzip"), ("cross-site", None)])
def test_no_other_site_learns_a_sessions_words_by_the_lengths_of_its_pages(
    house: House, site: str, coding: str | None
) -> None:
    browser = Visitor(house.app)
    assert browser.sign_in(house.owner.token or "").status_code == 303
    page = browser.get(f"/clubs/{house.id}", Accept_Encoding="gzip", Sec_Fetch_Site=site)
    assert (page.status_code, page.headers.get("Content-Encoding")) == (200, coding)
