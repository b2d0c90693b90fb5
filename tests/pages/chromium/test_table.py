"""The table in a real browser: games recorded by taps alone and by keys alone, why not, and what goes amiss."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.ops.conftest import Served
from tests.pages.chromium.conftest import Watched, new_sitting
from tests.pages.chromium.test_outbox import KEPT


class Table:
    """A page at the table of a new game, on which somebody taps. `taps` counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, *names: str, within: str = "#place") -> None:
        """Tap buttons by their names, one after another."""
        for name in names:
            self.button(name, within).click()
            self.taps += 1

    def button(self, name: str, within: str = "#place") -> Locator:
        return self.page.locator(within).get_by_role("button", name=re.compile(name)).locator("visible=true").first

    def does(self, name: str, line: str) -> None:
        """Tap the button of an act, and wait for its line in ink."""
        self.tap(name)
        self.stands(line)

    def stakes(self, amount: str, line: str) -> None:
        """Stake another amount than the least."""
        self.tap("^Another amount")
        self.tap(f"^{amount}$", within="#pad-amounts")
        self.stands(line)

    def shows(self, cards: str, line: str) -> None:
        """Name cards by rank and suit; a rank stays chosen."""
        self.tap("^Show")
        self.name(cards)
        self.tap("^Shown$", within="#cards")
        self.stands(line)

    def name(self, cards: str) -> None:
        rank = ""
        for card in cards.split():
            if card[0] != rank:
                self.page.locator(f"#cards [data-rank='{card[0]}']").click()
                self.taps += 1
            rank = card[0]
            self.page.locator(f"#cards [data-suit='{card[1]}']").click()
            self.taps += 1

    def stands(self, line: str) -> None:
        """The last line of the record is this one, and saved."""
        expect(self.page.locator(".record:not(.pencil) li:not(.struck) .sentence").last).to_have_text(line)
        expect(self.page.locator("#pencil li")).to_have_count(0)


Tab = Callable[..., Watched]


def begun(service: Served, sitting: str, *acts: dict[str, Any]) -> str:
    """The path in the API of the next game of a sitting, after these acts."""
    game = f"/v1/games/{service.post(f'/v1/sittings/{sitting}/games', {})['id']}"
    for body in acts:
        service.post(f"{game}/actions", body)
    return game


def at_table(watched: Watched, game: str) -> Table:
    """The table of a game, in a tab."""
    return Table(watched.go(f"{game.removeprefix('/v1')}/table"))


def stake(amount: int) -> dict[str, Any]:
    return {"action": "stake", "amount": amount}


def draw(number: int) -> dict[str, Any]:
    return {"action": "draw", "discard": number}


DEAL, PASS = {"action": "deal"}, {"action": "pass"}
SETTLED = {"A": -24, "B": -48, "C": 78, "D": 0, "E": -6}


def results(service: Served, game: str) -> dict[str, int]:
    """What each has won or lost, by his name."""
    names = {m["id"]: m["name"] for m in service.get(f"/v1/clubs/{service.club}/members")["items"]}
    return {names[member]: amount for member, amount in service.get(f"{game}/settlement")["results"].items()}


def test_the_illustrated_game_by_taps_alone(service: Served, tab: Tab) -> None:
    game = begun(service, new_sitting(service))
    table = at_table(tab(), game)
    table.does("^Deal", "The cards are dealt")
    table.does("^Open 6d", "C opens with 6d")
    table.does("^Pass", "D passes")
    table.does("^Go in 6d", "E goes in with 6d")
    table.stakes("1s 6d", "A raises, staking 1s 6d")
    table.does("^Go in 1s 3d", "B goes in with 1s 3d")
    table.does("^2 ?draw", "B draws two")
    table.does("^Make good 1s 0d", "C makes good with 1s 0d")
    table.does("^5 ?draw", "C draws five")
    table.does("^Pass", "E passes")
    table.does("^1 ?draw", "A draws one")
    table.stakes("6d", "C bets 6d")
    table.does("^Call 6d", "A calls with 6d")
    table.stakes("1s 6d", "B raises, staking 1s 6d")
    table.stakes("2s 0d", "C raises, staking 2s 0d")
    table.does("^Pass", "A passes")
    table.does("^Call 1s 0d", "B calls with 1s 0d")
    table.shows("Kh Kd Ks 7c 4d", "C shows Kh Kd Ks 7c 4d")
    table.shows("Qc Qd 8s 8h 2c", "C takes 10s 6d")
    assert results(service, game) == SETTLED
    assert table.taps == 41
    table.tap("^Begin game 2")
    table.page.wait_for_url("**/table")


def test_the_illustrated_game_by_keys_alone(service: Served, tab: Tab) -> None:
    game = begun(service, new_sitting(service))
    table = at_table(tab(), game)
    press = table.page.keyboard.press
    for keys, line in (
        ("d", "The cards are dealt"),
        ("s", "C opens with 6d"),
        ("p", "D passes"),
        ("s", "E goes in with 6d"),
        ("a 1 8 Enter", "A raises, staking 1s 6d"),
        ("s", "B goes in with 1s 3d"),
        ("2", "B draws two"),
        ("s", "C makes good with 1s 0d"),
        ("5", "C draws five"),
        ("p", "E passes"),
        ("1", "A draws one"),
        ("a 6 Enter", "C bets 6d"),
        ("s", "A calls with 6d"),
        ("a 1 8 Enter", "B raises, staking 1s 6d"),
        ("a 2 4 Enter", "C raises, staking 2s 0d"),
        ("p", "A passes"),
        ("s", "B calls with 1s 0d"),
        ("d k h d s 7 c 4 d Enter", "C shows Kh Kd Ks 7c 4d"),
        ("d q c d 8 s h 2 c Enter", "C takes 10s 6d"),
    ):
        for key in keys.split():
            press(key)
        table.stands(line)
    assert results(service, game) == SETTLED
    assert table.page.locator("#spoken").inner_text().endswith("C takes 10s 6d.")
    press("?")
    expect(table.page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_a_show_is_demanded_when_the_page_has_said_why_he_cannot_call(service: Served, tab: Tab) -> None:
    """B has 2 left of 20 when A, who has more, raises to 10: he is shown for what he has (60)."""
    sitting = new_sitting(service, counters=20)
    dealer = service.get(f"/v1/sittings/{sitting}")["next_dealer"]
    sale = {"player": dealer, "red": 0, "white": 0, "blue": 0, "odd": 40}
    service.post(f"/v1/sittings/{sitting}/counter-sales", sale)
    say = (DEAL, stake(6), PASS, PASS, stake(18), stake(15))
    game = begun(service, sitting, *say, draw(1), stake(12), draw(1), draw(1), stake(2), stake(10))
    table = at_table(tab(), game)
    page, why = table.page, table.page.locator("#why")
    grey = table.button("^Stake 10d")
    expect(grey).to_have_attribute("aria-disabled", "true")
    grey.hover()
    page.mouse.down()
    expect(why).to_contain_text("he has 2 left, and this takes 10")
    page.mouse.up()
    page.keyboard.press("Escape")
    expect(why).to_be_hidden()
    page.keyboard.press("t")
    expect(why).to_contain_text("there is a bet to meet: he stakes 10, or passes")
    expect(why).to_contain_text("Law 54")
    expect(page.locator("#spoken")).to_contain_text("there is a bet to meet")
    assert len(service.get(f"{game}/actions")["items"]) == 12
    table.does("^Demand a show", "B deposits 2d and demands a show for 1s 8d")
    table.does("^Pass", "C passes")
    table.shows("Qc Qd 8s 8h 2c", "A shows Qc Qd 8s 8h 2c")
    table.shows("Kh Kd Ks 7c 4d", "B takes 5s 0d; A takes 8d")
    assert 60 in service.get(f"{game}/settlement")["laws"]
    expect(table.page.locator(".turn")).to_contain_text("B 5s 0d")


def test_the_opener_of_a_jack_pot_proves_his_openers_by_taps(service: Served, tab: Tab) -> None:
    sitting = new_sitting(service)
    begun(service, sitting, DEAL, PASS, PASS, PASS, PASS, PASS)
    table = at_table(tab(), begun(service, sitting))
    expect(table.page.get_by_role("heading", name="a jack-pot for knaves")).to_be_visible()
    table.does("^Straddle", "D straddles with 6d")
    table.page.get_by_role("button", name="Strike the last line").click()
    table.page.get_by_role("button", name="it was taken back at the table").click()
    expect(table.page.locator(".struck .sentence")).to_have_text("D straddles with 6d struck")
    table.does("^Deal", "The cards are dealt")
    table.does("^Open 6d", "D opens with 6d")
    for player in "EABC":
        table.does("^Pass", f"{player} passes")
    expect(table.page.locator(".turn").first).to_contain_text("D")
    table.tap("^Show")
    table.name("Js Jd")
    table.tap("^Shown$", within="#cards")
    table.stands("D takes 2s 3d")


def test_irregular_acts_stand_behind_a_switch(service: Served, tab: Tab) -> None:
    """A stake short of what is due, a pass out of turn, and a foul hand, each marked."""
    table = at_table(tab(), begun(service, new_sitting(service), DEAL))
    page = table.page

    def record(title: str, fields: dict[str, str], line: str) -> None:
        page.keyboard.press("i")
        form = page.locator("#irregular form").filter(has_text=title)
        for name, value in fields.items():
            field = form.locator(f"[name={name}]")
            field.select_option(label=value) if value.isalpha() else field.fill(value)
        form.get_by_role("button", name="Record").click()
        table.stands(line)

    record("A stake out of turn", {"player": "C", "amount": "3d"}, "C deposits 3d, which is less than is due")
    record("A hand thrown down", {"player": "E"}, "E passes out of turn")
    record("A foul hand", {"player": "D", "cards": "6"}, "D's hand holds 6, and is foul")
    expect(page.locator(".seat.out .name")).to_have_text(["D", "E"])
    table.does("^Open 3d", "C opens with 3d")


def test_an_act_that_another_has_made_impossible_is_refused_in_words_and_the_page_goes_on(
    service: Served, tab: Tab
) -> None:
    game = begun(service, new_sitting(service), DEAL)
    watched = tab()
    watched.fails = True
    watched.page.route("**/events*", lambda route: route.abort())  # The page does not hear of what others do.
    table = at_table(watched, game)
    page = table.page
    service.post(f"{game}/actions", PASS)
    table.tap("^Open 6d")
    expect(page.locator("#pencil").get_by_role("alert")).to_contain_text(
        "he has passed, and does nothing more in this game (law 27)"
    )
    expect(page.locator("#judged")).to_have_attribute("inert", "")
    page.locator("#pencil").get_by_role("button", name="Leave it out").click()
    table.stands("C passes")
    service.post(f"{game}/actions", stake(6))
    table.tap("^Open 6d")
    expect(page.locator("#pencil").get_by_role("alert")).to_contain_text("it is another player's turn")
    page.locator("#pencil").get_by_role("button", name="It happened all the same").click()
    table.stands("D deposits 6d out of turn")
    page.get_by_role("link", name="The evening").click()
    page.go_back()
    table.does("^Pass", "E passes")
    expect(page.locator("#act-pass")).to_be_focused()
    page.locator("#act-pass").dblclick()
    table.stands("A passes")
    assert [line["type"] for line in service.get(f"{game}/actions")["items"]].count("game.passed") == 3


def test_ten_taps_without_a_network_outlast_a_reload_and_become_ink(service: Served, tab: Tab) -> None:
    """The page guesses whose turn it is; a tap on a seat puts it right. Of the lines one is refused, and changed."""
    game = begun(service, new_sitting(service))
    watched = tab(worker=True)
    watched.fails = True
    table = at_table(watched, game)
    page = table.page
    assert page.evaluate(KEPT) == [f"{game.removeprefix('/v1')}/table"]
    page.context.set_offline(True)
    table.tap("^Deal")
    expect(page.get_by_label("Not judged until sent")).to_be_visible()
    table.tap("^Stake")
    page.locator("#pad-amount").fill("2d")
    table.tap("^Stake 2d$", within="#pad")
    table.tap("^Pass", "^Pass", "^Pass")
    table.tap("^Stake")
    page.locator("#pad-amount").fill("3")
    table.tap("^Stake 3d$", within="#pad")
    expect(page.locator("#turn")).to_have_text("C")
    page.locator(".seat[data-name=B]").click()
    expect(page.locator("#turn")).to_have_text("B")
    table.tap("^2 ?draw", "^1 ?draw")
    page.get_by_label("Name whose act it is").select_option(label="C")
    table.tap("^Stand", "^Stand")
    page.reload()
    expect(page.locator("#pencil li")).to_have_count(10)
    expect(page.locator("#turn")).to_have_text("C")
    expect(page.locator("#sign")).to_contain_text("10 lines are kept here and will be sent")
    page.context.set_offline(False)
    expect(page.locator("#pencil").get_by_role("alert")).to_contain_text("to open he stakes at least 6, not 2 (law 25)")
    page.get_by_role("button", name="Change it…").click()
    page.locator("#pad-amount").fill("6")
    page.keyboard.press("Enter")
    table.stands("B stands")
    assert service.get(f"{game}/actions")["items"][1]["amount"] == 6
    assert service.get(game)["phase"] == "betting"
