"""The pages in a real browser, against the running service: keys, accessibility, and nothing from elsewhere.

They need Debian's chromium (`apt-get install chromium`); without it they are skipped.
"""

import re
import shutil
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.ops.conftest import Served, own_service, started_once

__all__ = ["started_once"]

CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
SIZES = {"tablet": (1180, 820), "upright": (820, 1180), "telephone": (390, 844)}
PATIENCE = 15_000
"""Milliseconds."""


@pytest.fixture(scope="module")
def service(started_once: object) -> Iterator[Served]:
    """A service with the demonstration club."""
    with own_service(started_once) as running:  # type: ignore[arg-type]
        yield running


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of this module."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


class Watched:
    """A tab, and all that must not happen in it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.address = address
        self.amiss: list[str] = []
        self.page.on("console", lambda message: self._note(message.type == "error", message.text))
        self.page.on("pageerror", lambda error: self._note(True, str(error)))
        self.page.on("request", lambda request: self._note(not request.url.startswith(address), request.url))

    def _note(self, amiss: bool, what: str) -> None:
        if amiss:
            self.amiss.append(what)

    def go(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page


@pytest.fixture
def tab(service: Served, chromium: Browser) -> Iterator[Callable[..., Watched]]:
    """Opens tabs, each a browser of its own in which the owner has signed in; nothing may go amiss in any."""
    opened: list[tuple[BrowserContext, Watched]] = []

    def open_tab(size: str = "tablet", scheme: str = "light", *, signed_in: bool = True) -> Watched:
        width, height = SIZES[size]
        context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
        watched = Watched(context, f"http://127.0.0.1:{service.port}")
        opened.append((context, watched))
        if signed_in:
            page = watched.go("/")
            page.get_by_label("Token").fill(service.token)
            page.get_by_role("button", name="Sign in").click()
            page.wait_for_url("**/clubs/*")
        return watched

    yield open_tab
    for context, watched in opened:
        context.close()
        assert watched.amiss == []


@pytest.fixture(scope="module")
def game(service: Served) -> str:
    """The path of the illustrated game."""
    (*_, sitting) = service.get(f"/v1/clubs/{service.club}/sittings?at_least=1")["items"]
    (first, *_) = service.get(f"/v1/sittings/{sitting['id']}/games")["items"]
    return f"/games/{first['id']}"


def screens(service: Served, game: str) -> list[str]:
    """Every screen that there is."""
    sitting = service.get(f"/v1{game}")["sitting"]
    member = service.get(f"/v1{game}")["dealer"]
    club = f"/clubs/{service.club}"
    evening = f"/sittings/{sitting}"
    results = [f"{club}/results", f"{club}/members/{member}"]
    replays = [game, f"{game}?step=3", f"{game}?step=3&beside=demand_when%3Dbet_raised", f"{game}/slip"]
    return [club, evening, f"{evening}/sheet", *replays, *results, "/laws?q=draw", "/laws/22"]


def test_the_printed_link_signs_the_owner_in_once(service: Served, tab: Callable[..., Watched]) -> None:
    page = tab(signed_in=False).go(service.link)
    page.wait_for_url(f"**/clubs/{service.club}")
    assert page.get_by_role("heading", name="Tables").is_visible()
    page = tab(signed_in=False).go("/sign-in")
    assert page.get_by_role("heading", name="Sign in").is_visible()


@pytest.mark.parametrize(
    ("size", "scheme"), [("tablet", "light"), ("tablet", "dark"), ("upright", "light"), ("telephone", "light")]
)
def test_every_screen_is_accessible_and_fits(
    service: Served, game: str, tab: Callable[..., Watched], size: str, scheme: str
) -> None:
    watched, axe = tab(size, scheme), Axe()
    for path in screens(service, game):
        page = watched.go(path)
        violations = [(fault["id"], fault["nodes"][0]["html"]) for fault in axe.run(page).response["violations"]]
        assert violations == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], path


def test_the_replay_goes_by_keys_and_every_step_has_its_address(game: str, tab: Callable[..., Watched]) -> None:
    page = tab().go(game)
    count = page.locator(".count")
    last = count.inner_text().split()[-1]

    def press(key: str, step: str) -> None:
        page.keyboard.press(key)
        expect(count).to_have_text(re.compile(rf"^{step} of "))
        page.wait_for_url(f"**{game}?step={step}")

    press("Home", "0")
    press("ArrowRight", "1")
    press("ArrowRight", "2")
    press("ArrowLeft", "1")
    press("End", last)
    page.go_back()
    expect(count).to_have_text(re.compile("^1 of "))
    page.reload()
    assert count.inner_text().startswith("1 of ")
    assert page.locator("#spoken").inner_text() == "The cards are dealt."


def test_space_plays_the_game_and_pauses_it(game: str, tab: Callable[..., Watched]) -> None:
    page = tab().go(f"{game}?step=0")
    page.wait_for_selector("#play:visible")
    page.keyboard.press("Space")
    expect(page.locator(".count")).to_have_text(re.compile("^2 of "))
    assert page.locator("#play").inner_text() == "Pause"
    page.keyboard.press("Space")
    assert page.locator("#play").inner_text() == "Play"
    stopped = page.locator(".count").inner_text()
    page.wait_for_timeout(1500)
    assert page.locator(".count").inner_text() == stopped


def test_the_slider_and_the_phases_lead_to_their_steps(game: str, tab: Callable[..., Watched]) -> None:
    page = tab().go(game)
    page.locator("#slider").fill("4")
    page.wait_for_url(f"**{game}?step=4")
    page.get_by_role("link", name="draw", exact=True).click()
    expect(page.locator(".turn")).to_contain_text("in the draw")


def test_without_scripts_every_step_is_a_link(
    service: Served, game: str, chromium: Browser, tab: Callable[..., Watched]
) -> None:
    signed_in = tab()
    context = chromium.new_context(java_script_enabled=False, storage_state=signed_in.page.context.storage_state())
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{service.port}{game}?step=1")
    page.get_by_label("Next step").click()
    assert page.url.endswith("?step=2")
    assert page.locator(".count").inner_text().startswith("2 of ")
    context.close()


def test_a_session_that_has_ended_during_a_replay_asks_to_sign_in(game: str, tab: Callable[..., Watched]) -> None:
    watched = tab()
    page = watched.go(f"{game}?step=1")
    page.context.clear_cookies()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/sign-in?next=**")
    assert page.locator("input[name=next]").input_value() == f"{game}?step=2"


def test_the_slip_is_72_millimetres_wide_on_paper(game: str, tab: Callable[..., Watched]) -> None:
    page = tab().go(f"{game}/slip")
    page.emulate_media(media="print")
    width = page.evaluate("document.querySelector('.slip').getBoundingClientRect().width")
    assert width == pytest.approx(72 / 25.4 * 96, abs=1)
    assert page.locator(".top").is_hidden()
    assert f"{game}" in page.locator(".address").inner_text()
