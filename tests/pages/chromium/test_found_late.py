"""What is found late, in a real browser: rulings that bind, debts paid, evenings under another reading, names."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from ledger.gamefile import renamed
from tests.acts import body, commands
from tests.api.test_corrections import C_BEATS_D, QUEENS
from tests.api.test_rulings import TO_THE_DRAW, TWO_PAIRS
from tests.ops.conftest import Served
from tests.pages.chromium.conftest import Watched, new_sitting, play


@pytest.fixture
def names(service: Served) -> dict[str, str]:
    """The names of the five members who play, by the letters of the acts."""
    members = service.get(f"/v1/clubs/{service.club}/members")["items"][:5]
    return {letter: member["name"] for letter, member in zip("ABCDE", members, strict=True)}


@pytest.fixture
def ids(service: Served) -> dict[str, str]:
    """The ids of the five members who play, by the letters of the acts."""
    members = service.get(f"/v1/clubs/{service.club}/members")["items"][:5]
    return {letter: member["id"] for letter, member in zip("ABCDE", members, strict=True)}


def check_accessible(page: Page) -> None:
    """Check that axe finds nothing amiss, and that nothing lies beyond the edge of the screen."""
    found = [(fault["id"], fault["nodes"][0]["html"]) for fault in Axe().run(page).response["violations"]]
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_witness_tells_a_number_and_a_ruling_on_law_fixes_a_reading(
    service: Served, tab: Callable[..., Watched], names: dict[str, str], ids: dict[str, str]
) -> None:
    game = play(service, f"{TO_THE_DRAW}; C draws 3")
    laid = {"parties": [ids["C"]], "kind": "draw_count", "question": "Three?"}
    service.post(f"/v1{game}/disputes", laid)
    watched = tab("telephone")
    watched.fails = True
    page = watched.go(f"{game}/disputes/1")
    page.get_by_label("How many were asked for, as he says").fill("3")
    page.get_by_role("button", name="He gives evidence").press("Enter")
    expect(page.locator(".witnesses")).to_contain_text("that 3 cards were asked for")
    page.get_by_label("How he decides").fill("Two.")
    page.get_by_label("How many were asked for").fill("2")
    page.get_by_role("button", name="He rules so").click()
    expect(page.get_by_role("alert")).to_contain_text("the witness's word is conclusive: 3, and not 2 (law 46)")
    page.get_by_label("How many were asked for").fill("3")
    page.get_by_role("button", name="He rules so").click()
    expect(page.get_by_text("It is taken that 3 cards were asked for")).to_be_visible()

    settled = play(service, f"{TO_THE_DRAW}; {TWO_PAIRS}")
    laid = {"parties": [ids["C"], ids["D"]], "kind": "law", "question": "Does the fifth card count?"}
    service.post(f"/v1{settled}/disputes", laid)
    page = watched.go(f"{settled}/disputes/1")
    page.get_by_label("How he decides").fill("It counts.")
    page.get_by_text("It fixes a reading for this game").click()
    page.get_by_label("Two pair fifth").select_option("counts")
    check_accessible(page)
    page.get_by_role("button", name="He rules so").click()
    expect(page.get_by_role("heading", name="What it changed")).to_be_visible()
    page = watched.go(f"{settled}/slip")
    expect(page.get_by_text("Judged by the ruling in dispute 1: two pair fifth, counts.")).to_be_visible()
    page = watched.go(f"{settled}?step=3")
    page.get_by_text("Dispute this line").click()
    expect(page.get_by_label("The new ground, where this was ruled on already")).to_be_visible()


def test_a_debt_after_the_close_is_paid_at_one_button(
    service: Served, tab: Callable[..., Watched], ids: dict[str, str]
) -> None:
    game = play(service, C_BEATS_D)
    sitting = service.get(f"/v1{game}")["sitting"]
    for member, funds in service.get(f"/v1/sittings/{sitting}")["funds"].items():
        counted = {"player": member, "red": 0, "white": 0, "blue": 0, "odd": funds}
        service.post(f"/v1/sittings/{sitting}/buy-backs", counted)
    service.post(f"/v1/sittings/{sitting}/close", {})
    (shows,) = (body(renamed(act, ids.__getitem__)) for act in commands(QUEENS))
    slip = {"strike": [11], "insert": [{"after": 11, "action": shows}], "reason": "The cards were misread."}
    service.post(f"/v1{game}/corrections", slip)
    page = tab("upright").go(f"/sittings/{sitting}/till")
    debts = page.get_by_role("region", name="Debts between members")
    expect(debts).to_contain_text("adjusted after the close in game 1: 2s 1d")
    expect(debts.locator("output").first).to_contain_text("2s 1d → 0d")
    check_accessible(page)
    debts.get_by_role("button", name="Record that 2s 1d was paid").press("Enter")
    expect(page.locator(".just-made")).to_contain_text("2s 1d")
    expect(page.get_by_role("heading", name="Debts between members")).to_have_count(0)


@pytest.mark.parametrize(
    "size", ["telephone", *(pytest.param(s, marks=pytest.mark.slow) for s in ("tablet", "upright"))]
)
def test_an_evening_stands_beside_itself_on_every_screen(
    size: str, service: Served, tab: Callable[..., Watched]
) -> None:
    game = play(service, f"{TO_THE_DRAW}; {TWO_PAIRS}")
    page = tab(size).go(f"/sittings/{service.get(f'/v1{game}')['sitting']}")
    page.get_by_role("link", name="The evening under another reading").click()
    page.get_by_label("The laws read otherwise").select_option("two_pair_fifth=counts")
    page.get_by_role("button", name="Show both").press("Enter")
    page.wait_for_url("**reading=two_pair_fifth*")
    both = page.get_by_role("region", name="The evening as it was and as it would have been")
    expect(both.locator("tr.differs").first).to_be_visible()
    check_accessible(page)
    assert both.evaluate("part => part.scrollWidth <= part.clientWidth")
    both.get_by_role("link", name="Game 1").click()
    expect(page.get_by_role("region", name="Both settlements")).to_be_visible()


def test_a_name_and_articles_are_put_right(service: Served, tab: Callable[..., Watched], names: dict[str, str]) -> None:
    watched = tab()
    watched.fails = True
    extra = service.post(f"/v1/clubs/{service.club}/members", {"name": "Mr Bram"})["id"]
    page = watched.go(f"/clubs/{service.club}/members/{extra}/account")
    page.get_by_text("Give Mr Bram another name").click()
    page.get_by_label("The name").fill(names["A"])
    page.get_by_role("button", name="Rename him").click()
    expect(page.get_by_role("alert")).to_contain_text("there is a member called")
    page.get_by_label("The name").fill("Mr Brahm")
    page.get_by_role("button", name="Rename him").click()
    expect(page.get_by_role("heading", name="The account of Mr Brahm")).to_be_visible()

    sitting = new_sitting(service)
    page = watched.go(f"/sittings/{sitting}")
    page.get_by_text("Something was set down wrongly at the opening").click()
    form = page.locator(f'form[data-sends="/v1/sittings/{sitting}/articles"]')
    check_accessible(page)
    form.get_by_label("Limit").fill("1s 3d")
    form.get_by_label("Why").fill("We play to fifteen pence.")
    form.get_by_role("button", name="Put it right").click()
    expect(form.get_by_role("alert")).to_contain_text("Missing data")
    for name in names.values():
        form.get_by_role("checkbox", name=name, exact=True).check()
    form.get_by_role("button", name="Put it right").click()
    expect(page.get_by_text(re.compile("limit 1s 3d"))).to_be_visible()
    assert service.get(f"/v1/sittings/{sitting}")["limit"] == 15
