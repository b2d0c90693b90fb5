"""A dispute from the line to the ruling, what was paid instead, a correction, and the audit, in a real browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.acts import ILLUSTRATED
from tests.ops.conftest import Served
from tests.pages.chromium.conftest import Watched, play


@pytest.fixture
def names(service: Served) -> dict[str, str]:
    """The names of the five members who play, by the letters of the acts."""
    members = service.get(f"/v1/clubs/{service.club}/members")["items"][:5]
    return {letter: member["name"] for letter, member in zip("ABCDE", members, strict=True)}


def put_in(page: Page, act: str, after: str, **fields: str) -> None:
    """Fill in an act that is to be put in."""
    page.get_by_label("Act", exact=True).select_option(act)
    page.get_by_label("after", exact=True).select_option(after)
    for label, text in fields.items():
        page.get_by_role("textbox", name=label, exact=True).fill(text)


def test_a_dispute_is_raised_heard_and_ruled_and_its_correction_seen_by_a_second_reader(
    service: Served, tab: Callable[..., Watched], names: dict[str, str]
) -> None:
    game = play(service, "deal; C stakes 6; D stakes 6")
    page = tab().go(f"{game}?step=3")
    page.get_by_text("Dispute this line").click()
    for party in "CD":
        page.get_by_role("checkbox", name=names[party], exact=True).check()
    page.get_by_label("The question").fill("Six or nine? <script>alert(1)</script>")
    page.get_by_role("button", name="Lay it before the referee").dblclick()
    page.wait_for_url("**/disputes/1")
    expect(page.locator(".turn")).to_contain_text(f"{names['A']}decides, under law 77")
    second = tab("telephone", "dark")
    reader = second.go(f"{game}/disputes/1")
    page.get_by_label("Who is asked").select_option(names["E"])
    page.get_by_label("What he says").fill("He staked nine.")
    page.get_by_role("button", name="He gives evidence").click()
    expect(page.locator(".witnesses")).to_contain_text("He staked nine.")
    page.get_by_label("How he decides").fill("Nine it was.")
    page.get_by_text("The record is corrected by it").click()
    page.get_by_role("checkbox", name="3 ").check()
    put_in(page, "stake", "3", amount="9d")
    page.get_by_role("button", name="He rules so").click()
    expect(page.get_by_role("heading", name="What it changed")).to_be_visible()
    second.fails = True
    reader.get_by_label("How he decides").fill("Six it was.")
    reader.get_by_role("button", name="He rules so").click()
    expect(reader.get_by_role("alert")).to_contain_text("the referee's word is final (law 77)")
    reader.reload()
    expect(reader.get_by_text("The record is corrected (struck: step 3; put in: step 4)")).to_be_visible()
    reader.get_by_role("link", name="Both records side by side").click()
    expect(reader.get_by_text("Dispute 1: decided").first).to_be_visible()
    assert len(service.get(f"/v1{game}/disputes")["items"]) == 1
    assert service.get(f"/v1{game}")["pool"] == 18


def test_what_was_paid_instead_must_add_up_and_a_correction_is_recorded_after_it_was_asked_what_would_follow(
    service: Served, tab: Callable[..., Watched], names: dict[str, str]
) -> None:
    game = play(service, ILLUSTRATED)
    watched = tab()
    page = watched.go(f"{game}/slip")
    page.get_by_role("button", name="Confirm: paid as awarded").click()
    expect(page.get_by_text("Confirmed: paid out so.")).to_be_visible()
    page.get_by_text("Something else was paid").click()
    page.get_by_label(names["C"], exact=True).fill("10s")
    expect(page.get_by_text("6d too little: say below where it went.")).to_be_visible()
    page.get_by_label("Why").fill("A counter was lost.")
    page.get_by_label("Why").press("Enter")
    page.get_by_label(names["B"], exact=True).fill("6")
    expect(page.get_by_text("It adds up to what the laws award.")).to_be_visible()
    page.get_by_role("button", name="Record what was paid").click()
    expect(page.get_by_role("heading", name="Paid out instead")).to_be_visible()
    assert sorted(service.get(f"/v1{game}/settlement")["paid"].values()) == [6, 120]
    shows = [act for act in service.get(f"/v1{game}/actions")["items"] if act["type"] == "game.hand_shown"]
    watched.fails = True
    page = watched.go(f"{game}/correction?step={shows[-1]['step'] - 1}")
    page.get_by_role("checkbox", name=f"{shows[-1]['step']} ").check()
    page.get_by_role("button", name="What would follow?").click()
    expect(page.get_by_text("What the table paid out of this pool is recorded, and stands.")).to_be_visible()
    expect(page.locator("[data-foreseen]")).to_contain_text("do not end the game")
    put_in(page, "show", str(shows[-1]["step"] - 1), cards="Qc Qd 8s 8h 3c")
    page.get_by_role("button", name="What would follow?").click()
    expect(page.locator("[data-foreseen]")).to_contain_text("The settlement would be as it is.")
    page.get_by_label("Why").fill("The cards were misread.")
    page.get_by_role("button", name="Record the correction").click()
    page.wait_for_url("**beside=written")
    expect(page.get_by_role("link", name=f"{names['B']} shows Qc Qd 8s 8h 3c put in")).to_be_visible()


def test_everything_is_verified_at_a_button(service: Served, tab: Callable[..., Watched]) -> None:
    page = tab().go(f"/clubs/{service.club}/audit")
    page.get_by_role("button", name="Verify everything").click()
    expect(page.get_by_text("All is well: everything agrees with what was recorded.")).to_be_visible()
    expect(page.locator("[data-checked]")).to_contain_text("settlements")


def test_an_auditor_unseals_a_hand_and_sees_it(
    service: Served, tab: Callable[..., Watched], names: dict[str, str]
) -> None:
    game = play(service, ILLUSTRATED)
    token = service.post(f"/v1/clubs/{service.club}/tokens", {"role": "auditor", "label": "the auditor"})["token"]
    watched = tab(token=token)
    page = watched.go(f"{game}/unsealing")
    page.get_by_label("Whose hand").select_option(names["C"])
    page.get_by_label("Why").fill("A complaint.")
    with page.expect_response("**/unsealings") as answered:
        page.get_by_role("button", name="Unseal it").click()
    position = answered.value.headers["poolbook-position"]
    expect(page.get_by_role("img", name="king of hearts").first).to_be_visible()
    watched.go(f"/clubs/{service.club}/audit?kind=unsealing&at_least={position}")
    expect(page.locator("table.audit")).to_contain_text("A complaint.")
