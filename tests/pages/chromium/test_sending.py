"""Forms that are sent to the API by a script."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.ops.conftest import Served
from tests.pages.chromium.conftest import Watched, new_sitting


def games_of(service: Served, sitting: str, page: Page) -> int:
    """How many games a sitting has, as of the position of a page."""
    position = page.locator("main").get_attribute("data-after")
    return len(service.get(f"/v1/sittings/{sitting}/games?at_least={position}")["items"])


def test_a_game_is_begun_by_a_button_and_once_only(service: Served, tab: Callable[..., Watched]) -> None:
    sitting = new_sitting(service)
    page = tab().go(f"/sittings/{sitting}")
    page.get_by_role("button", name="Begin game 1").dblclick()
    page.wait_for_url("**/games/*/table")
    assert games_of(service, sitting, page) == 1


def test_what_is_refused_is_said_at_the_form(service: Served, tab: Callable[..., Watched]) -> None:
    sitting = new_sitting(service)
    watched = tab()
    watched.fails = True
    watched.page.route("**/events*", lambda route: route.abort())  # The page is a stale one: it hears of nothing.
    page = watched.go(f"/sittings/{sitting}")
    service.post(f"/v1/sittings/{sitting}/games", {})
    page.get_by_role("button", name="Begin game 1").click()
    expect(page.get_by_role("alert")).to_contain_text("a game")


def test_what_the_network_loses_may_be_sent_again(service: Served, tab: Callable[..., Watched]) -> None:
    sitting = new_sitting(service)
    watched = tab()
    watched.fails = True
    page = watched.go(f"/sittings/{sitting}")
    page.route("**/v1/**", lambda route: (route.fetch(), route.abort()))
    page.get_by_role("button", name="Begin game 1").click()
    expect(page.get_by_role("alert")).to_contain_text("nothing is lost")
    page.unroute("**/v1/**")
    page.get_by_role("button", name="Begin game 1").click()
    page.wait_for_url("**/games/*/table")
    assert games_of(service, sitting, page) == 1


def test_what_is_sent_before_the_scripts_have_come_is_sent_once_when_they_have(
    service: Served, tab: Callable[..., Watched]
) -> None:
    sitting = new_sitting(service)
    watched = tab()
    scripts: list[Route] = []
    watched.page.route("**/page/forms.js", lambda route: scripts.append(route))
    watched.page.goto(f"{watched.address}/sittings/{sitting}", wait_until="commit")
    page = watched.page
    page.get_by_role("button", name="Begin game 1").click()
    page.get_by_role("button", name="Begin game 1").click()
    assert len(scripts) == 1
    page.unroute("**/page/forms.js")  # Lets it come.
    page.wait_for_url("**/games/*/table")
    assert games_of(service, sitting, page) == 1
