"""Two browsers at one table: one scorekeeper has the pen, and whoever watches sees what is recorded."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.ops.conftest import Served
from tests.pages.chromium.conftest import Watched, new_sitting
from tests.pages.chromium.test_outbox import ADD, DRAINED, notes, shuffles


def take_the_pen(page: Page) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name="Take the pen").click()


def test_a_second_browser_sees_a_game_begun_played_and_the_pen_taken(
    service: Served, tab: Callable[..., Watched]
) -> None:
    sitting = new_sitting(service)
    watcher = tab("telephone").go(f"/sittings/{sitting}")
    page = tab().go(f"/sittings/{sitting}")
    expect(watcher.locator(".pen")).to_contain_text("Nobody has the pen")
    take_the_pen(page)
    expect(page.locator(".pen")).to_contain_text("You keep the score")
    expect(watcher.locator(".pen")).to_contain_text("You keep the score")
    page.get_by_role("button", name="Begin game 1").click()
    page.wait_for_url("**/games/*/table")
    watcher.get_by_role("link", name="Game 1", exact=True).click()
    game = page.url.split("/")[-2]
    page.goto(page.url.replace("/table", "?step=0"))
    service.post(f"/v1/games/{game}/actions", {"action": "deal"})
    expect(watcher.locator(".count")).to_have_text("1 of 1")
    expect(watcher.locator("#spoken")).to_have_text("The cards are dealt.")
    expect(page.locator(".count")).to_have_text("1 of 1")
    page.get_by_label("Step before").click()
    expect(page.locator(".count")).to_have_text("0 of 1")
    service.post(f"/v1/games/{game}/actions", {"action": "pass"})
    expect(watcher.locator(".count")).to_have_text("2 of 2")
    expect(page.locator(".count")).to_have_text("0 of 2")


def test_where_no_stream_is_to_be_had_the_page_asks_every_second(service: Served, tab: Callable[..., Watched]) -> None:
    sitting = new_sitting(service)
    watched = tab()
    watched.fails = True
    refused = {"status": 429, "headers": {"Content-Type": "application/problem+json"}, "body": "{}"}
    watched.page.route(re.compile("/events.follow"), lambda route: route.fulfill(**refused))
    page = watched.go(f"/sittings/{sitting}")
    service.post(f"/v1/sittings/{sitting}/games", {})
    expect(page.get_by_role("link", name="Game 1", exact=True)).to_be_visible()


def test_two_tablets_and_the_pen(service: Served, tab: Callable[..., Watched]) -> None:
    sitting = new_sitting(service)
    game = service.post(f"/v1/sittings/{sitting}/games", {})["id"]
    issued = service.post(f"/v1/clubs/{service.club}/tokens", {"role": "scorekeeper", "label": "the other tablet"})
    first, second = tab(), tab(signed_in=False)
    second.fails = True
    page, other = first.go(f"/sittings/{sitting}"), second.go(f"/sign-in?next=/sittings/{sitting}")
    other.get_by_label("Token").fill(issued["token"])
    other.get_by_role("button", name="Sign in").click()
    take_the_pen(other)
    expect(page.locator(".pen")).to_contain_text("the other tablet keeps the score")
    shuffles(other, game, "with the pen")
    take_the_pen(page)
    expect(other.locator(".pen")).to_contain_text("keeps the score")
    other.evaluate(ADD, [game, [[{"action": "shuffle", "note": "without it"}, "Shuffles"]]])
    expect(other.locator("#sign .refusal")).to_contain_text("take the pen to write")
    assert notes(service, game) == ["with the pen"]
    take_the_pen(other)
    expect(other.locator(".pen")).to_contain_text("You keep the score")
    other.get_by_role("button", name="Send it again").click()
    other.evaluate(DRAINED, game)
    assert notes(service, game) == ["with the pen", "without it"]
    other.route("**/actions", lambda route: route.abort())
    shuffles(other, game, "before the hand-over")
    other.get_by_role("button", name="Hand over").click()
    handing_over = other.get_by_role("dialog", name="Handing the pen over")
    expect(handing_over).to_contain_text("1 line is to be saved first.")
    other.unroute("**/actions")
    expect(handing_over).to_contain_text("All is saved.")
    assert notes(service, game)[-1] == "before the hand-over"
