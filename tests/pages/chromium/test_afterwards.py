"""Slips found late, in a real browser: after the close, paid otherwise, left as played, and the sheet that says so."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from ledger.gamefile import renamed
from tests.acts import body, commands
from tests.ops.conftest import Served
from tests.pages.chromium.conftest import SIZES, Watched, new_sitting
from tests.pages.chromium.test_dispute import put_in

C_WINS = """
    deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0; C stakes 5; D stakes 5
    C shows Ah Ad 5c 6d 9s; D shows Kh Kd 5h 6c 9d
"""
UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"
FALSE = "deal; D stakes 6; E passes; A passes; B passes; C passes; D shows openers Th Td"
E_WINS = """
    deal; E stakes 6; A passes; B passes; C passes; D stakes 3; D draws 0; E draws 0; E stakes 3; D stakes 3
    E shows Ah Ad 5c 6d 9s; D shows Kh Kd 5h 6c 9d
"""


@pytest.fixture
def members(service: Served) -> dict[str, dict[str, str]]:
    """The five members who play, by the letters of the acts."""
    return dict(zip("ABCDE", service.get(f"/v1/clubs/{service.club}/members")["items"][:5], strict=True))


def played(service: Served, members: dict[str, dict[str, str]], sitting: str, acts: str) -> str:
    """Record the next game of a sitting; the path of its page."""
    game = service.post(f"/v1/sittings/{sitting}/games", {})["id"]
    for act in commands(acts):
        service.post(f"/v1/games/{game}/actions", body(renamed(act, lambda letter: members[letter]["id"])))
    return f"/games/{game}"


def closed(service: Served, sitting: str) -> None:
    """Buy back every counter, and close the sitting."""
    for member, funds in service.get(f"/v1/sittings/{sitting}")["funds"].items():
        service.post(
            f"/v1/sittings/{sitting}/buy-backs", {"player": member, "red": 0, "white": 0, "blue": 0, "odd": funds}
        )
    service.post(f"/v1/sittings/{sitting}/close", {})


def check_accessible(page: Page, size: str) -> None:
    violations = [(fault["id"], fault["nodes"][0]["html"]) for fault in Axe().run(page).response["violations"]]
    assert violations == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]


@pytest.mark.parametrize("size", ["tablet", pytest.param("telephone", marks=pytest.mark.slow)])
def test_a_slip_of_a_closed_sitting_is_mended_from_its_line_and_the_sheet_says_so(
    service: Served, tab: Callable[..., Watched], members: dict[str, dict[str, str]], size: str
) -> None:
    sitting = new_sitting(service)
    game = played(service, members, sitting, C_WINS)
    closed(service, sitting)
    watched = tab(size, "light" if size == "tablet" else "dark")
    watched.fails = True
    page = watched.go(f"{game}?step=12")
    page.get_by_role("link", name="Correct the record here").click()
    expect(page.get_by_text("makes an adjusting entry")).to_be_visible()
    page.get_by_role("checkbox", name="12 ").check()
    page.get_by_role("button", name="What would follow?").click()
    expect(page.locator("[data-foreseen]")).to_contain_text("its sitting is closed: put in those that end it")
    put_in(page, "show", "12", cards="Kh Kd Kc 6c 9d")
    page.get_by_role("button", name="What would follow?").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-foreseen]")).to_contain_text("An adjusting entry settles it")
    row = page.locator(f"tr[data-member='{members['D']['id']}']")
    expect(row).to_contain_text("+2s 1d")
    record = page.get_by_role("button", name="Record it, with its adjusting entry")
    record.click()
    assert page.url.endswith("step=12"), "a reason is required"
    check_accessible(page, size)
    page.get_by_label("Why").fill("A king was misread.")
    record.click()
    page.wait_for_url("**/slip#adjusted")
    owes = f"{members['C']['name']} owes {members['D']['name']} 2s 1d"
    expect(page.get_by_role("region", name="Adjusted after the close")).to_contain_text(owes)
    check_accessible(page, size)
    page = watched.go(f"/sittings/{sitting}")
    page.get_by_role("link", name="by how much, when and why").click()
    expect(page.get_by_role("region", name="Adjusted after the close")).to_be_in_viewport()
    check_accessible(page, size)
    page = watched.go(f"/sittings/{sitting}/sheet")
    expect(page.get_by_text("Adjusted since the close: ").first).to_be_visible()
    expect(page.get_by_role("cell", name=f"{owes}.")).to_have_count(1)
    check_accessible(page, size)
    assert page.locator(".address").first.is_hidden()
    page.emulate_media(media="print")
    assert page.locator(".address").first.is_visible()
    page.emulate_media(media="screen")
    page.get_by_role("link", name="Game 1").click()
    page.wait_for_url(f"**{game}/slip")


@pytest.mark.parametrize("size", ["telephone", pytest.param("upright", marks=pytest.mark.slow)])
def test_a_payment_in_another_total_and_the_game_after_it_that_stands_as_it_was_played(
    service: Served, tab: Callable[..., Watched], members: dict[str, dict[str, str]], size: str
) -> None:
    sitting = new_sitting(service)
    played(service, members, sitting, UNOPENED)
    wrong = played(service, members, sitting, FALSE)
    watched = tab(size)
    watched.fails = True
    page = watched.go(f"{wrong}/slip")
    page.get_by_text("Something else was paid").click()
    page.get_by_label(members["D"]["name"], exact=True).fill("2s 3d")
    expect(page.get_by_text("2s 3d too much: say below where it came from")).to_be_visible()
    pays = page.get_by_role("button", name="Record what was paid")
    expect(pays).to_have_attribute("aria-disabled", "true")
    page.get_by_role("textbox", name="The pool carried to the next game").fill("2s 3d")
    expect(page.get_by_text("It adds up, with where the difference came from.")).to_be_visible()
    page.get_by_label("The pool carried to the next game: which way").select_option("was left in it besides")
    expect(page.get_by_text("4s 6d too much, by what is said below.")).to_be_visible()
    page.get_by_label("The pool carried to the next game: which way").select_option("was paid out of it")
    page.get_by_label(f"Penalty of {members['D']['name']} not collected").fill("7d")
    page.get_by_label("Why").fill("Nobody looked at the openers.")
    pays.click()
    expect(page.get_by_role("alert")).to_contain_text("names penalties that were not due")
    page.get_by_label(f"Penalty of {members['D']['name']} not collected").fill("6d")
    check_accessible(page, size)
    pays.press("Enter")
    expect(page.get_by_role("heading", name="Paid out instead")).to_be_visible()
    after = played(service, members, sitting, E_WINS)
    page = watched.go(f"{after}/table")
    listed = page.get_by_role("article", name="Game 3")
    expect(listed).to_contain_text("a jack-pot for queens, 2s 9d carried in")
    expect(listed).to_contain_text(f"{members['E']['name']} 3s 9d more")
    check_accessible(page, size)
    page = watched.go(f"/sittings/{sitting}")
    check_accessible(page, size)
    listed = page.get_by_role("article", name="Game 3")
    listed.get_by_label("Why").fill("So it was played.")
    listed.get_by_role("button", name="Let it stand as it was played").press("Enter")
    expect(page.get_by_role("region", name="Games that are affected")).to_have_count(0)
    page = watched.go(f"{after}/slip")
    expect(page.get_by_text(f"{members['D']['name']} owes {members['E']['name']} 3s")).to_be_visible()
    assert service.get(f"/v1/sittings/{sitting}")["affected"] == []


def test_a_line_at_the_table_leads_to_its_correction(
    service: Served, tab: Callable[..., Watched], members: dict[str, dict[str, str]]
) -> None:
    game = played(service, members, new_sitting(service), "deal; C stakes 6; D stakes 6")
    page = tab().go(f"{game}/table")
    page.get_by_role("link", name="Correct line 3").press("Enter")
    page.wait_for_url(f"**{game}/correction?step=3")
    expect(page.get_by_label("after", exact=True)).to_have_value("3")
