"""A browser, and a service with the demonstration club. They need Debian's chromium (`apt-get install chromium`).

Without it the tests of this package are skipped. What a test records, it records in a sitting of its own.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ledger.gamefile import renamed
from tests.acts import body, commands
from tests.ops.conftest import Served, own_service, started_once

__all__ = ["started_once"]

CHROMIUM = shutil.which("chromium")

QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
SIZES = {"tablet": (1180, 820), "upright": (820, 1180), "telephone": (390, 844)}
PATIENCE = 15_000
"""Milliseconds."""


@pytest.hookimpl
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests of this package where there is no browser."""
    for item in items:
        if CHROMIUM is None and item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.skip(reason="chromium is not installed"))


@pytest.fixture(scope="package")
def service(started_once: object) -> Iterator[Served]:
    """A service with the demonstration club."""
    with own_service(started_once) as running:  # type: ignore[arg-type]
        yield running


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of this package. It ends with them: its event loop is that of the process."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


class Watched:
    """A tab, and all that must not happen in it. Where `fails` is set, requests may fail or be refused, which Chromium
    writes to the console."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.address = address
        self.amiss: list[str] = []
        self.fails = False
        self.page.on(
            "console",
            lambda message: self._note(message.type == "error", f"{message.text} {message.location.get('url')}"),
        )
        self.page.on("pageerror", lambda error: self._note(True, str(error)))
        self.page.on("request", lambda request: self._note(not request.url.startswith(address), request.url))

    def _note(self, amiss: bool, what: str) -> None:
        if amiss and not (self.fails and what.startswith("Failed to load resource")):
            self.amiss.append(what)

    def go(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page


def sign_in(context: BrowserContext, address: str, token: str) -> None:
    """Send the form for signing in, without a page on which to fill it in."""
    word = re.search(r'name="form" value="([^"]+)"', context.request.get(f"{address}/sign-in").text())
    assert word is not None
    form = {"form": word[1], "token": token, "next": "/laws/60"}
    answer = context.request.post(f"{address}/sign-in", form=form, headers={"Origin": address})
    assert answer.url.endswith("/laws/60")


@pytest.fixture
def tab(service: Served, chromium: Browser) -> Iterator[Callable[..., Watched]]:
    """Opens tabs, each a browser of its own in which the owner has signed in, or the holder of a token; nothing may go
    amiss in any."""
    opened: list[tuple[BrowserContext, Watched]] = []

    def open_tab(
        size: str = "tablet",
        scheme: str = "light",
        *,
        signed_in: bool = True,
        token: str = "",
        worker: bool = False,
    ) -> Watched:
        width, height = SIZES[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            service_workers="allow" if worker else "block",
        )  # type: ignore[arg-type]
        watched = Watched(context, f"http://127.0.0.1:{service.port}")
        opened.append((context, watched))
        if signed_in:
            sign_in(context, watched.address, token or service.token)
        return watched

    yield open_tab
    for context, watched in opened:
        context.close()
        assert watched.amiss == []


@pytest.fixture(scope="package")
def game(service: Served) -> str:
    """The path of the illustrated game."""
    (*_, sitting) = service.get(f"/v1/clubs/{service.club}/sittings?at_least=1")["items"]
    (first, *_) = service.get(f"/v1/sittings/{sitting['id']}/games")["items"]
    return f"/games/{first['id']}"


def new_sitting(service: Served, counters: int = 120) -> str:
    """A new sitting of the club's first five members, the ante 3 and the limit 12, at which the first of them deals."""
    members = [member["id"] for member in service.get(f"/v1/clubs/{service.club}/members")["items"]][:5]
    opened = service.post(f"/v1/clubs/{service.club}/sittings", {"ante": 3, "limit": 12, "players": members})
    sitting: str = opened["id"]
    for member in members:
        sale = {"player": member, "red": 0, "white": 0, "blue": 0, "odd": counters}
        service.post(f"/v1/sittings/{sitting}/counter-sales", sale)
    cards = dict(zip(members, ("Ah", "9d", "8d", "7d", "6d"), strict=True))
    service.post(f"/v1/sittings/{sitting}/cuts", {"cards": cards})
    return sitting


def play(service: Served, acts: str) -> str:
    """Record acts in a game of a new sitting, in which A deals; the path of its page."""
    members = [member["id"] for member in service.get(f"/v1/clubs/{service.club}/members")["items"]][:5]
    by_letter = dict(zip("ABCDE", members, strict=True))
    game = service.post(f"/v1/sittings/{new_sitting(service)}/games", {})["id"]
    for act in commands(acts):
        service.post(f"/v1/games/{game}/actions", body(renamed(act, by_letter.__getitem__)))
    return f"/games/{game}"


@pytest.fixture(scope="package")
def disputed(service: Served) -> str:
    """The path of a running game with an open dispute."""
    game = play(service, "deal; C stakes 6; D stakes 6")
    parties = service.get(f"/v1{game}")["in_game"][:2]
    dispute = {"step": 3, "parties": parties, "kind": "fact", "question": "Six or nine?"}
    service.post(f"/v1{game}/disputes", dispute)
    return game
