"""The pages in a real browser: what is read, keys, accessibility, and nothing from elsewhere."""

import random
import re
from collections.abc import Callable
from math import ceil

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.conftest import NoteSeed
from tests.ops.conftest import Served
from tests.pages.chromium.conftest import SIZES, Watched, new_sitting


def screens(service: Served, game: str, disputed: str) -> list[str]:
    """Every screen that there is."""
    sitting = service.get(f"/v1{game}")["sitting"]
    member = service.get(f"/v1{game}")["dealer"]
    club = f"/clubs/{service.club}"
    evening = f"/sittings/{sitting}"
    results = [f"{club}/results", f"{club}/members/{member}", f"{club}/games", f"{club}/games?class=fours&law=60"]
    replays = [game, f"{game}?step=3", f"{game}?step=3&beside=demand_when%3Dbet_raised", f"{game}/slip"]
    afterwards = [f"{disputed}{page}" for page in ("?step=3", "/correction?step=3", "/disputes/1")]
    tonight = new_sitting(service)
    running = service.post(f"/v1/sittings/{new_sitting(service)}/games", {})["id"]
    tables = [f"/games/{running}/table", f"{game}/table"]
    till = [f"{evening}/sheet", f"/sittings/{tonight}/till?strike=5"]
    conducted = [f"{club}/sittings/new", f"/sittings/{tonight}"]
    members = [f"{club}/members", f"{club}/members/{member}/account", f"{club}/audit"]
    otherwise = [f"{game}/otherwise?reading=side_show_ante=within", f"{evening}/otherwise?reading=odd_counter=carried"]
    laws = ["/laws?q=draw", "/laws/60"]
    return [club, evening, *till, *conducted, *tables, *members, *replays, *results, *afterwards, *otherwise, *laws]


def test_the_printed_link_signs_the_owner_in_once(service: Served, tab: Callable[..., Watched]) -> None:
    page = tab(signed_in=False).go(service.link)
    page.wait_for_url(f"**/clubs/{service.club}")
    assert page.get_by_role("heading", name="Tables").is_visible()
    page = tab(signed_in=False).go("/sign-in")
    assert page.get_by_role("heading", name="Sign in").is_visible()


@pytest.mark.parametrize(
    ("size", "scheme", "every"),
    [
        ("tablet", "light", False),
        pytest.param("tablet", "light", True, marks=pytest.mark.slow),
        pytest.param("telephone", "dark", True, marks=pytest.mark.slow),
    ],
)
def test_screens_are_accessible_and_fit_upright_too(
    service: Served,
    game: str,
    disputed: str,
    tab: Callable[..., Watched],
    note_seed: NoteSeed,
    size: str,
    scheme: str,
    every: bool,
) -> None:
    """A fifth of the screens, others in every run; the long run reads all. Each is turned upright, too."""
    seed = random.randrange(2**32)
    note_seed(seed)
    paths = screens(service, game, disputed)
    watched, axe = tab(size, scheme), Axe()
    for path in paths if every else random.Random(seed).sample(paths, ceil(len(paths) / 5)):
        page = watched.go(path)
        violations = [(fault["id"], fault["nodes"][0]["html"]) for fault in axe.run(page).response["violations"]]
        assert violations == [], path
        for held in (size, "upright"):
            width, height = SIZES[held]
            page.set_viewport_size({"width": width, "height": height})
            assert is_no_wider_than(page, held), path
        page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})


def is_no_wider_than(page: Page, size: str) -> bool:
    """Whether nothing of a page lies beyond the edge of the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0])


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
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("one step back")


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
