"""The season in a browser: a member looks for a game across the evenings, opens it, and comes to its law and back."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.ops.conftest import Served
from tests.pages.chromium.conftest import Watched


def test_a_game_is_found_across_the_evenings_and_its_address_may_be_sent(
    service: Served, tab: Callable[..., Watched]
) -> None:
    listed = service.get(f"/v1/clubs/{service.club}/games?at_least=1&law=60")["items"]
    # The demonstration club comes with four evenings; other tests play theirs on later days.
    (demanded,) = [game for game in listed if game["sitting_number"] <= 4]
    page = tab().go(f"/clubs/{service.club}")
    page.get_by_role("link", name="Games", exact=True).click()
    page.get_by_label("Turned on law").select_option("60")
    page.get_by_label("Played by").select_option(label="Edmund")
    page.get_by_label("To", exact=True).fill(demanded["held_on"])
    page.get_by_role("button", name="Find").press("Enter")
    page.wait_for_url("**law=60**")
    found = page.get_by_role("region", name="Games").get_by_role("link", name="Game ")
    expect(found).to_have_count(1)
    found.click()
    page.wait_for_url(f"**/games/{demanded['id']}")
    address = page.locator("a[rel=bookmark]").inner_text()
    assert address == page.url

    # The law beside the line that demands the show leads to the games that turned on it, and so back to this one.
    page.get_by_role("link", name="law 60").first.click()
    turned = page.get_by_role("region", name="Games that turned on law 60")
    turned.locator(f"a[href$='{demanded['id']}']").click()
    page.wait_for_url(address)
    page.go_back()
    page.go_back()
    page.go_back()
    assert page.get_by_label("Turned on law").input_value() == "60"

    # Another member of the club opens the address that was sent.
    other = tab("telephone").go(address.removeprefix(page.url.partition("/clubs")[0]))
    expect(other.get_by_role("heading", name=f"Game {demanded['number']}")).to_be_visible()

    # On paper the pictures stay and the forms go.
    page.goto(f"{page.url.partition('/clubs')[0]}/clubs/{service.club}/results")
    page.emulate_media(media="print")
    assert page.locator(".spark").first.is_visible()
    assert page.get_by_role("button", name="Show").is_hidden()
