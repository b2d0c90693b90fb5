"""The outbox: a lost network, a killed service, a refusal, a session that has run out lose no line and double none."""

import contextlib
import signal
import socket
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.ops.conftest import PATIENCE, Served, own_service, start
from tests.pages.chromium.conftest import Watched, new_sitting

ADD = """async ([game, lines]) => {
    const { openOutbox, holder } = await import("/page/outbox.js");
    const outbox = openOutbox(game, holder());
    for (const [body, sentence] of lines) outbox.add(`/v1/games/${game}/actions`, body, sentence);
}"""
"""Adds lines to the outbox of a game, as the table does for a tap."""

WAITING = """async (game) => {
    const { openOutbox, holder } = await import("/page/outbox.js");
    return openOutbox(game, holder()).lines.map((line) => line.sentence);
}"""

DRAINED = """async (game) => {
    const { openOutbox, holder } = await import("/page/outbox.js");
    const late = new Promise((_, fail) => setTimeout(fail, 30_000, new Error("the outbox is not empty")));
    const outbox = openOutbox(game, holder());
    const changed = () => new Promise((done) => outbox.addEventListener("change", done, { once: true }));
    while (outbox.lines.length) await Promise.race([changed(), late]);
}"""
"""Waits until the outbox of a game is empty."""

KEPT = """async () => {
    const pages = async () => (await caches.open("poolbook pages")).keys();
    const kept = async () => (await pages()).map((request) => new URL(request.url).pathname);
    for (let n = 0; n < 200 && !(await kept()).length; n++) await new Promise((done) => setTimeout(done, 50));
    return kept();
}"""
"""The paths of the pages that are kept for a lost network, once there is one."""


def begun(service: Served) -> str:
    """The id of a new game."""
    game: str = service.post(f"/v1/sittings/{new_sitting(service)}/games", {})["id"]
    return game


def shuffles(page: Page, game: str, *notes: str) -> None:
    """Tap as often as there are notes: each act is a shuffle with its note."""
    page.evaluate(ADD, [game, [[{"action": "shuffle", "note": note}, f"Shuffles: {note}"] for note in notes]])


def notes(service: Served, game: str) -> list[str]:
    """The notes of the acts of a game, in the order in which they are recorded."""
    return [line["note"] for line in service.get(f"/v1/games/{game}/actions?at_least=1")["items"]]


def until(happens: Callable[[], bool]) -> None:
    """Wait for something that a page does by itself."""
    late = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < late, "it did not happen in time"
        time.sleep(0.1)


def kept_table(service: Served, tab: Callable[..., Watched]) -> tuple[str, Watched]:
    """The id of a new game, and a tab that shows its table, which is kept there for a lost network."""
    game = begun(service)
    watched = tab(worker=True)
    watched.fails = True
    page = watched.go(f"/games/{game}")
    assert page.evaluate(KEPT) == [f"/games/{game}"]
    return game, watched


TEN = [f"line {n}" for n in range(10)]


def test_offline_for_ten_taps_reload_reconnect_ten_facts_in_order_once(
    service: Served, tab: Callable[..., Watched]
) -> None:
    game, watched = kept_table(service, tab)
    page = watched.page
    page.context.set_offline(True)
    shuffles(page, game, *TEN)
    expect(page.locator("#sign summary")).to_have_text("10 lines are kept here and will be sent")
    page.reload()
    assert page.get_by_role("heading", name="Game 1").is_visible()
    assert page.evaluate(WAITING, game) == [f"Shuffles: {note}" for note in TEN]
    expect(page.locator("#sign summary")).to_have_text("10 lines are kept here and will be sent")
    page.context.set_offline(False)
    page.evaluate(DRAINED, game)
    assert notes(service, game) == TEN
    expect(page.locator("#sign")).to_be_hidden()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    assert page.evaluate("caches.has('poolbook pages')") is False


def test_what_is_still_under_way_when_a_reader_signs_out_is_not_kept(
    service: Served, tab: Callable[..., Watched]
) -> None:
    game, watched = kept_table(service, tab)
    page = watched.go(f"/games/{game}")  # The worker answers for this one.
    late: list[tuple[Route, APIResponse]] = []
    page.context.route("**/games/*?late", lambda route: late.append((route, route.fetch())))
    page.evaluate("() => void fetch('?late', { keepalive: true })")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")
    ((route, answer),) = late
    route.fulfill(response=answer)
    page.wait_for_timeout(500)
    assert page.evaluate("caches.has('poolbook pages')") is False


def test_a_line_whose_answer_was_lost_is_recorded_once_and_before_the_next(
    service: Served, tab: Callable[..., Watched]
) -> None:
    game = begun(service)
    watched = tab()
    watched.fails = True
    page = watched.go(f"/games/{game}")
    lost: list[str] = []

    def lose(route) -> None:  # type: ignore[no-untyped-def]
        """Let the first three arrive, and lose their answers."""
        if len(lost) < 3:
            lost.append(route.request.headers["idempotency-key"])
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/actions", lose)
    shuffles(page, game, "first", "second")
    page.evaluate(DRAINED, game)
    assert len(lost) == 3
    assert len(set(lost)) == 1
    assert notes(service, game) == ["first", "second"]


def test_two_tabs_of_one_browser_neither_double_nor_reorder(service: Served, tab: Callable[..., Watched]) -> None:
    game = begun(service)
    watched = tab()
    watched.fails = True
    page = watched.go(f"/games/{game}")
    other = page.context.new_page()
    other.goto(page.url)
    assert other.evaluate(WAITING, game) == page.evaluate(WAITING, game) == []
    page.context.set_offline(True)
    for first, second in zip(TEN[::2], TEN[1::2], strict=True):
        shuffles(page, game, first)
        shuffles(other, game, second)
    page.context.set_offline(False)
    page.evaluate(DRAINED, game)
    other.evaluate(DRAINED, game)
    assert notes(service, game) == TEN


def test_a_refused_line_stops_the_queue_and_asks(service: Served, tab: Callable[..., Watched]) -> None:
    game = begun(service)
    watched = tab()
    watched.fails = True
    page = watched.go(f"/games/{game}")
    acts = [
        ({"action": "shuffle", "note": "before"}, "Shuffles"),
        ({"action": "stand"}, "Stands <b>too early</b>"),
        ({"action": "shuffle", "note": "after"}, "Shuffles again"),
    ]
    page.evaluate(ADD, [game, acts])
    sign = page.locator("#sign")
    expect(sign.locator("summary")).to_have_text("A line was refused")
    expect(sign.locator(".refusal")).to_contain_text("Stands <b>too early</b>: ")
    assert notes(service, game) == ["before"]
    page.reload()
    expect(sign.locator("summary")).to_have_text("A line was refused")
    sign.get_by_role("button", name="Send it again").click()
    expect(sign.locator("li.refused")).to_have_count(1)
    sign.get_by_role("button", name="Leave it out").click()
    page.evaluate(DRAINED, game)
    assert notes(service, game) == ["before", "after"]


def test_a_session_that_ran_out_keeps_its_lines_and_another_does_not_send_them(
    service: Served, tab: Callable[..., Watched]
) -> None:
    game = begun(service)
    watched = tab()
    watched.fails = True
    page = watched.go(f"/games/{game}")
    sign = page.locator("#sign summary")
    assert page.evaluate(WAITING, game) == []
    page.context.clear_cookies()
    shuffles(page, game, "mine")
    expect(sign).to_have_text("You are signed out; 1 line is kept here")
    sign.click()
    page.get_by_role("link", name="Sign in again").click()
    issued = service.post(f"/v1/clubs/{service.club}/tokens", {"role": "scorekeeper", "label": "another"})
    sign_in(page, issued["token"], game)
    expect(sign).to_have_text("1 line of another sign-in is kept here")
    assert notes(service, game) == []
    sign.click()
    page.get_by_role("button", name="Send it as new").click()
    page.evaluate(DRAINED, game)
    assert notes(service, game) == ["mine"]
    page.context.clear_cookies()
    shuffles(page, game, "his")
    expect(sign).to_have_text("You are signed out; 1 line is kept here")
    page.get_by_role("link", name="Sign in again").click()
    sign_in(page, issued["token"], game)
    page.evaluate(DRAINED, game)
    assert notes(service, game) == ["mine", "his"]


def sign_in(page: Page, token: str, game: str) -> None:
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**/games/{game}")


def test_signing_out_with_unsent_lines_warns_and_keeps_them(service: Served, tab: Callable[..., Watched]) -> None:
    game = begun(service)
    watched = tab()
    watched.fails = True
    page = watched.go(f"/games/{game}")
    page.route("**/actions", lambda route: route.abort())
    shuffles(page, game, "unsent")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.locator("#sign .warn")).to_contain_text("They stay here")
    page.get_by_role("button", name="Sign out all the same").click()
    page.wait_for_url("**/sign-in")
    page.unroute("**/actions")
    page.get_by_label("Token").fill(service.token)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/clubs/*")
    until(lambda: notes(service, game) == ["unsent"])
    expect(page.locator("#sign")).to_be_hidden()


def wait_until_nobody_listens(port: int) -> None:
    """Wait until the workers of a killed service have noticed that it is gone."""
    deadline = time.monotonic() + PATIENCE
    with contextlib.suppress(ConnectionRefusedError):
        while time.monotonic() < deadline:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            time.sleep(0.1)


@pytest.fixture
def own(started_once: object) -> Iterator[Served]:
    """A service of the test alone."""
    with own_service(started_once) as running:  # type: ignore[arg-type]
        yield running


def test_a_service_that_is_killed_and_started_again_loses_and_doubles_nothing(own: Served, chromium) -> None:  # type: ignore[no-untyped-def]
    game = begun(own)
    context = chromium.new_context(service_workers="block")
    watched = Watched(context, f"http://127.0.0.1:{own.port}")
    watched.go(own.link)
    page = watched.go(f"/games/{game}")
    shuffles(page, game, *TEN[:5])
    own.process.send_signal(signal.SIGKILL)
    own.process.wait(PATIENCE)
    shuffles(page, game, *TEN[5:])
    wait_until_nobody_listens(own.port)
    again = start(own.place, own.port)
    page.evaluate(DRAINED, game)
    assert notes(own, game) == TEN
    context.close()
    again.process.send_signal(signal.SIGTERM)
    again.process.communicate(timeout=PATIENCE)
