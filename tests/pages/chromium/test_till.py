"""An evening conducted in the browser: seats by taps, counters sold and bought back, debts paid, the close."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from api.printed import money
from ledger.books.currencies import decimals
from tests.ops.conftest import Served
from tests.pages.chromium.conftest import Watched, new_sitting

MARKUP = "<i>Dora</i>"


def sell(page: Page, **counts: str) -> None:
    """Fill in a sale; it is not sent."""
    for name, count in counts.items():
        page.locator(f"#sell-{name}").fill(count)


def balances(page: Page) -> str:
    return page.locator("details[open] output").inner_text()


def test_an_evening_from_the_seats_to_the_close(service: Served, tab: Callable[..., Watched]) -> None:
    watched = tab()
    watched.fails = True
    page = watched.go(f"/clubs/{service.club}/sittings/new")

    # Seats by taps, the last member a new one whose name has markup in it; an ante that is refused is marked.
    page.get_by_role("button", name="B", exact=True).click()
    page.get_by_role("button", name="A", exact=True).click()
    page.get_by_label("A new member").fill(MARKUP)
    page.get_by_role("button", name="Add and seat").click()
    expect(page.locator("#seats .name")).to_have_text(["B", "A", MARKUP])
    page.get_by_role("button", name="A one seat earlier").press("Enter")
    expect(page.locator("#seats .name")).to_have_text(["A", "B", MARKUP])
    page.locator("#ante").fill("threepence")
    page.locator("#limit").fill("1s")
    page.get_by_role("button", name="Open the sitting").click()
    expect(page.locator("div:has(> #ante) [role=alert]")).to_have_text("Not a valid integer.")
    expect(page.locator("#ante")).to_be_focused()
    page.locator("#ante").fill("3d")
    page.get_by_text("Articles that depart from the book").click()
    page.get_by_role("checkbox", name="blaze").check()
    page.get_by_role("button", name="Open the sitting").click()
    expect(page.locator("#sitting > [role=alert]")).to_contain_text("agreed by every player by name (law 81)")
    page.get_by_label("Agreed by every player by name").check()
    page.get_by_role("button", name="Open the sitting").click()
    page.wait_for_url("**/sittings/*/till")
    sitting = "/v1" + page.url.removeprefix(watched.address).removesuffix("/till")

    # Counters: by taps for money, by keys on credit, and as many as the last has bought.
    opened = service.get(sitting)
    assert (opened["ante"], opened["limit"], opened["articles"]["variants"]) == (3, 12, ["blaze"])
    page.get_by_role("button", name="one blue more").first.click(click_count=3)
    expect(page.get_by_role("button", name="Sell for 3s 0d")).to_be_enabled()
    page.get_by_role("button", name="Sell for 3s 0d").click()
    expect(page.locator(".just-made")).to_have_text("Recorded: A buys 3 blue for 3s 0d.")
    page.get_by_label("on credit").check()
    expect(page.locator("details[open] output")).to_contain_text("3s 0d")
    page.get_by_role("button", name="Sell on credit: 3s 0d").press("Enter")
    expect(page.locator(".just-made")).to_contain_text("B buys 3 blue for 3s 0d on credit")
    page.get_by_role("button", name="Sell for 3s 0d").click()
    expect(page.locator(".just-made")).to_contain_text(f"{MARKUP} buys 3 blue")

    # A cut, and a game.
    page.get_by_role("link", name="← The evening").click()
    for name, rank in (("A", "9"), ("B", "ace"), (MARKUP, "king")):
        page.get_by_label(f"rank of {name}’s card").select_option(rank)
        page.get_by_label(f"suit of {name}’s card").select_option("♥ hearts")
    page.get_by_role("button", name="Record the cut").click()
    expect(page.get_by_text("deals next")).to_be_visible()
    page.get_by_role("button", name="Begin game 1").click()
    page.wait_for_url("**/games/*/table")
    game = "/v1" + page.url.removeprefix(watched.address).removesuffix("/table")
    service.post(f"{game}/actions", {"action": "deal"})
    for _ in range(3):
        service.post(f"{game}/actions", {"action": "pass"})
    assert service.get(game)["phase"] == "unopened"

    # Handed in: too much by A, and B's credit set off in part, the rest of it paid.
    page.goto(f"{watched.address}{sitting.removeprefix('/v1')}/till?player={opened['seats'][0]}")
    page.locator("#buy-blue").fill("3")
    page.locator("#buy-red").fill("2")
    expect(page.locator("details[open] output")).to_contain_text("red counters are handed in and 0 are out")
    page.locator("#buy-red").fill("0")
    page.locator("#buy-blue").fill("4")
    expect(page.locator("details[open] output")).to_contain_text("1s 0d too much")
    page.get_by_role("button", name="Pay out 4s 0d").click()
    expect(page.locator(".just-made")).to_contain_text("1s 0d more than the book has")
    page.get_by_label("Players").get_by_role("link", name="B", exact=True).click()
    page.locator("#buy-blue").fill("2")
    expect(page.locator("details[open] output")).to_contain_text("1s 0d too little")
    page.get_by_role("button", name="Take them: nothing to pay out").click()
    expect(page.locator(".just-made")).to_contain_text("2s 0d is set off against his credit")
    page.get_by_label("amount").fill("1s")
    page.get_by_role("button", name="Take 1s 0d").click()
    expect(page.locator(".just-made")).to_contain_text("B pays 1s 0d towards his credit")
    page.get_by_label("Players").get_by_role("link", name=MARKUP).click()
    page.locator("#buy-blue").fill("3")
    page.get_by_role("button", name="Pay out 3s 0d").click()
    expect(page.locator(".just-made")).to_contain_text("3s 0d is paid out")
    page.get_by_role("link", name="← The evening").click()
    page.get_by_role("button", name="Let").click()
    expect(page.get_by_text("· closed ·")).to_be_visible()
    assert service.get(sitting)["status"] == "closed"


def test_two_tablets_at_one_till_never_record_what_does_not_stand_beside_the_button(
    service: Served, tab: Callable[..., Watched]
) -> None:
    sitting = new_sitting(service)
    seats = service.get(f"/v1/sittings/{sitting}")["seats"]
    first, second = tab(), tab()
    first.fails = second.fails = True
    for watched, player in ((first, 0), (second, 0)):
        page = watched.go(f"/sittings/{sitting}/till?player={seats[player]}")
        sell(page, odd="1s")
        expect(page.locator("details[open] output")).to_contain_text("10s 0d → 11s 0d")

    # To the same player: the second sees what the first has done, and presses again.
    first.page.get_by_role("button", name="Sell for 1s 0d").click()
    expect(first.page.locator(".just-made")).to_contain_text("1s 0d")
    second.page.get_by_role("button", name="Sell for 1s 0d").click()
    expect(second.page.locator("details[open] output")).to_contain_text("Another tablet has written")
    assert "11s 0d → 12s 0d" in balances(second.page)
    assert service.get(f"/v1/sittings/{sitting}")["funds"][seats[0]] == 132
    second.page.get_by_role("button", name="Sell for 1s 0d").click()
    expect(second.page.locator(".just-made")).to_contain_text("1s 0d")
    assert service.get(f"/v1/sittings/{sitting}")["funds"][seats[0]] == 144

    # A payment to another's account does not change what stands beside the button: it is recorded at once.
    second.go(f"/sittings/{sitting}/till?player={seats[1]}")
    sell(second.page, odd="1s")
    expect(second.page.locator("details[open] output")).to_contain_text("10s 0d → 11s 0d")
    service.post(f"/v1/sittings/{sitting}/limits", {"player": seats[2], "loss": 60})
    second.page.get_by_role("button", name="Sell for 1s 0d").click()
    expect(second.page.locator(".just-made")).to_contain_text("1s 0d")

    # What was just typed is not sent before its balances have been shown.
    typed = "field => { field.value = '2s'; field.dispatchEvent(new Event('input', { bubbles: true })); "
    second.page.wait_for_load_state()
    second.page.locator("#sell-odd").evaluate(typed + "field.form.requestSubmit(); }")
    expect(second.page.locator("details[open] output")).to_contain_text("Look at the figures, and press again.")
    assert second.page.get_by_role("button", name="Sell for 2s 0d").is_visible()
    assert service.get(f"/v1/sittings/{sitting}")["funds"][seats[1]] == 132


def test_an_entry_is_struck_and_a_token_is_shown_once(service: Served, tab: Callable[..., Watched]) -> None:
    sitting = new_sitting(service)
    page = tab().go(f"/sittings/{sitting}/till")
    page.get_by_label("Strike entry 5").click()
    page.get_by_role("button", name="miscounted").click()
    expect(page.locator(".just-made")).to_have_text("Recorded: Struck: entry 5.")
    struck = service.get(f"/v1/sittings/{sitting}/entries")["items"][4]
    assert struck["stands"] is False, json.dumps(struck)

    page.goto(f"{page.url.partition('/sittings')[0]}/clubs/{service.club}/members")
    page.get_by_label("Role").select_option("scorekeeper")
    page.get_by_label("Label").fill("the tablet")
    page.get_by_role("button", name="Issue a token").click()
    expect(page.locator("#issued code")).to_contain_text("pb_")
    secret = page.locator("#issued code").inner_text()
    page.get_by_role("link", name="It is written down").click()
    page.reload()
    assert secret not in page.content()
    page.get_by_label("Revoke the tablet").last.click()
    expect(page.get_by_label("Revoke the tablet")).to_have_count(0)


def test_an_amount_is_read_as_it_is_written(tab: Callable[..., Watched]) -> None:
    page = tab(signed_in=False).go("/laws")

    def read(texts: list[str], notation: str) -> Any:
        script = "async ([texts, notation]) => { const { minorUnits } = await import('/page/money.js'); "
        return page.evaluate(script + "return texts.map((text) => minorUnits(text, notation)); }", [texts, notation])

    amounts = [0, 1, 7, 12, 30, 239, 240, 246, 252, 1000, 123_456, 10**12]
    for currency in ("LSD", "USD", "JPY", "KWD"):
        notation = "LSD" if currency == "LSD" else str(decimals(currency))
        assert read([money(amount, currency) for amount in amounts], notation) == amounts, currency
    assert read(["2/6", "£1/2/6", "5/-", "2s6d", "30", " £1  6d "], "LSD") == [30, 270, 60, 30, 30, 246]
    assert read(["1,5", "12", "0.05"], "2") == [150, 1200, 5]
    none = ["", "£", "2s 6", "6d 2s", "-1", "1e3", "9" * 30, "0x1"]
    assert read(none, "LSD") == [None] * len(none)
    assert read(["1.234", ".5", "1.", "-1", ""], "2") == [None] * 5
    assert read(["1.5"], "0") == [None]
