"""The till: what it shows to whom, what stands beside a button before it is pressed, and the sitting's book."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest

from tests.api.house import House
from tests.pages.conftest import Visitor
from tests.pages.test_screens import words

SignedIn = Callable[[str | None], Visitor]


@pytest.fixture
def sitting(house: House) -> str:
    """The path in the API of a sitting at which nobody has counters."""
    return house.sit(funds=0)


def counters(house: House, player: str, **named: Any) -> dict[str, Any]:
    return {"player": house.member[player], "red": 0, "white": 0, "blue": 0, **named}


def page_of(sitting: str) -> str:
    return f"{sitting.removeprefix('/v1')}/till"


def line(visitor: Visitor, sitting: str, kind: str, body: Any) -> str:
    """The line beside the button of a form that would send this body."""
    answer = visitor.get(f"{page_of(sitting)}/line?kind={kind}&body={quote(json.dumps(body))}")
    assert answer.status_code == 200, answer.text
    return answer.text


def figures(line_of_form: str) -> dict[str, str]:
    """The figures of a line by what they are of."""
    rows = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", line_of_form, re.DOTALL)
    return {words(name): words(figure) for name, figure in rows}


def test_the_till_shows_counters_out_money_in_hand_and_every_account(
    house: House, scorekeeper: Visitor, sitting: str
) -> None:
    house.scorekeeper.post(f"{sitting}/counter-sales", counters(house, "A", red=10, white=4, blue=2))
    house.scorekeeper.post(f"{sitting}/counter-sales", counters(house, "B", blue=5, odd=6, on_credit=True))
    shown = figures(scorekeeper.get(page_of(sitting)).text)
    assert shown == {
        "money in hand": "7s 6d",
        "counters of the players": "13s 0d",
        "owed to the bank": "5s 6d",
        "red out": "10",
        "white out": "4",
        "blue out": "7",
        "small change out": "6d",
    }
    text = words(scorekeeper.get(page_of(sitting)).text)
    assert "A 7s 6d 7s 6d – – – – –" in text
    assert "B 5s 6d – 5s 6d – 5s 6d – –" in text
    assert "Together 13s 0d 7s 6d 5s 6d 0d 5s 6d 0d 0d" in text


@pytest.mark.parametrize("on_credit", [False, True])
def test_the_balances_beside_a_sale_are_those_that_follow_it(
    house: House, scorekeeper: Visitor, sitting: str, on_credit: bool
) -> None:
    body = counters(house, "A", red=2, white=1, blue=3, odd=5, on_credit=on_credit)
    shown = line(scorekeeper, sitting, "counter-sales", body)
    sale = house.scorekeeper.post(f"{sitting}/counter-sales", body).json
    assert sale["funds_after"] == 56
    money = {"money in hand": "0d → 0d", "credit owed": "0d → 4s 8d"} if on_credit else {"money in hand": "0d → 4s 8d"}
    assert figures(shown) == {"A’s counters": "0d → 4s 8d", **money}
    assert f'data-label="{"Sell on credit: 4s 8d" if on_credit else "Sell for 4s 8d"}"' in shown
    assert figures(line(scorekeeper, sitting, "counter-sales", body))["A’s counters"] == "4s 8d → 9s 4d"


def test_a_buy_back_is_counted_against_the_book_before_it_is_made(
    house: House, scorekeeper: Visitor, sitting: str
) -> None:
    house.scorekeeper.post(f"{sitting}/counter-sales", counters(house, "A", blue=10))
    house.scorekeeper.post(f"{sitting}/counter-sales", counters(house, "B", blue=5, red=2, on_credit=True))
    body = counters(house, "B", blue=6, red=1)
    shown = line(scorekeeper, sitting, "buy-backs", body)
    assert figures(shown) == {
        "counted": "6s 3d",
        "by the book": "5s 6d",
        "difference": "9d too much",
        "set off against credit": "5s 6d",
        "cash due": "9d",
        "B’s counters": "5s 6d → 0d",
        "money in hand": "10s 0d → 9s 3d",
        "credit owed": "5s 6d → 0d",
    }
    bought = house.scorekeeper.post(f"{sitting}/buy-backs", body).json
    assert (bought["difference"], bought["set_off"]["credit"], bought["cash_due"]) == (9, 66, 9)
    assert "B hands in 1 red and 6 blue, 6s 3d, 9d more than the book has" in words(
        scorekeeper.get(page_of(sitting)).text
    )


def test_payments_are_offered_for_what_is_owed_and_for_nothing_else(
    house: House, scorekeeper: Visitor, sitting: str
) -> None:
    house.scorekeeper.post(f"{sitting}/counter-sales", counters(house, "A", blue=10, on_credit=True))
    house.scorekeeper.post(f"{sitting}/counter-sales", counters(house, "B", blue=10))
    text = scorekeeper.get(f"{page_of(sitting)}?player={house.member['A']}").text
    assert "Payment of credit: 10s 0d owed" in words(text)
    assert "Payment of" not in scorekeeper.get(f"{page_of(sitting)}?player={house.member['B']}").text
    payment = {"player": house.member["A"], "toward": "credit", "amount": 30}
    assert figures(line(scorekeeper, sitting, "payments", payment)) == {
        "A’s counters": "10s 0d → 10s 0d",
        "money in hand": "10s 0d → 12s 6d",
        "credit owed": "10s 0d → 7s 6d",
    }
    refused = line(scorekeeper, sitting, "payments", {**payment, "amount": 121})
    assert "he owes 120 there" in refused
    assert "data-refused" in refused


@pytest.mark.parametrize(
    ("kind", "change", "refusal"),
    [
        ("counter-sales", {"red": "two"}, "red: Not a valid integer"),
        ("counter-sales", {"odd": 0}, "red: is the number of counters sold"),
        ("counter-sales", {"nonsense": 1}, "nonsense: Unknown field"),
        ("counter-sales", {"blue": 10**12}, "these counters are worth more than"),
        ("buy-backs", {"red": 9}, "9 red counters are handed in and 0 are out"),
        ("payments", {}, "amount: Missing data"),
    ],
)
def test_what_the_api_would_refuse_is_refused_before_it_is_sent(
    house: House, scorekeeper: Visitor, sitting: str, kind: str, change: dict[str, Any], refusal: str
) -> None:
    body = {**counters(house, "A"), **change}
    before = house.position()
    assert refusal in unescape(line(scorekeeper, sitting, kind, body))
    assert house.position() == before
    answer = house.scorekeeper.post(f"{sitting}/{kind}", body)
    assert answer.status_code == 422
    assert refusal in answer.json["detail"]


def test_the_line_says_for_which_version_of_the_sitting_it_holds(
    house: House, scorekeeper: Visitor, sitting: str
) -> None:
    body = counters(house, "A", red=2)
    version = re.search(r'data-version="(\d+)"', line(scorekeeper, sitting, "counter-sales", body))
    assert version
    house.scorekeeper.post(f"{sitting}/counter-sales", counters(house, "A", blue=1))
    stale = house.scorekeeper.post(f"{sitting}/counter-sales", body, If_Match=f'"{version[1]}"')
    assert stale.status_code == 412


def test_a_player_in_a_game_buys_and_sells_nothing_but_may_pay(house: House, scorekeeper: Visitor) -> None:
    sitting = house.sit()
    house.begin(sitting)
    for kind in ("counter-sales", "buy-backs"):
        assert "the player is in a running game" in line(scorekeeper, sitting, kind, counters(house, "A", red=1))
    assert "A game is being played" in scorekeeper.get(page_of(sitting)).text


def test_an_entry_is_struck_with_its_reason_and_stays_in_the_book_marked(
    house: House, scorekeeper: Visitor, sitting: str
) -> None:
    house.scorekeeper.post(f"{sitting}/counter-sales", counters(house, "A", red=10))
    form = f'data-sends="{sitting}/corrections"'
    assert form not in scorekeeper.get(page_of(sitting)).text
    assert form in scorekeeper.get(f"{page_of(sitting)}?strike=1").text
    house.scorekeeper.post(f"{sitting}/corrections", {"strike": [1], "reason": "miscounted <b>"})
    text = scorekeeper.get(f"{page_of(sitting)}?entry=2&strike=1").text
    assert re.search(r'id="entry-1" class="struck', text)
    assert "Recorded: Struck: entry 1." in words(text)
    assert "Struck: entry 1 : “miscounted <b>”" in words(text)
    assert "<b>”" not in text
    assert form not in text
    assert "strike=2" not in text


def test_the_till_is_for_those_who_keep_the_book_and_its_forms_for_those_who_record(
    house: House, signed_in: SignedIn, sitting: str
) -> None:
    house.scorekeeper.post(f"{sitting}/counter-sales", counters(house, "A", red=10))
    player, auditor = signed_in(house.desk("player", "A").token), signed_in(house.auditor.token)
    assert player.get(page_of(sitting)).status_code == 403
    assert auditor.get(page_of(sitting)).status_code == 200
    assert "data-sends" not in auditor.get(page_of(sitting)).text
    for visitor in (player, auditor):
        assert visitor.get(f"{page_of(sitting)}/line?kind=buy-backs&body=%7B%7D").status_code == 403


def test_the_till_of_a_closed_sitting_is_for_reading(house: House, scorekeeper: Visitor) -> None:
    sitting = house.sit(funds=0)
    assert house.scorekeeper.post(f"{sitting}/close").status_code == 201
    text = scorekeeper.get(page_of(sitting)).text
    assert "data-sends" not in text
    assert "this sitting is closed" in line(scorekeeper, sitting, "counter-sales", counters(house, "A", red=1))


def test_a_member_who_was_not_seated_has_no_account_at_the_till(
    house: House, scorekeeper: Visitor, sitting: str
) -> None:
    stranger = house.owner.post(f"{house.path}/members", {"name": "Stranger"}).json["id"]
    assert scorekeeper.get(f"{page_of(sitting)}?player={stranger}").status_code == 422


def test_whoever_has_no_counters_is_served_next_and_offered_what_the_last_has_bought(
    house: House, scorekeeper: Visitor, sitting: str
) -> None:
    house.scorekeeper.post(f"{sitting}/counter-sales", counters(house, "A", red=10, blue=3))
    text = scorekeeper.get(page_of(sitting)).text
    assert re.search(rf'name="player" value="{house.member["B"]}"', text)
    assert re.search(rf'counter-sales".*?player={house.member["C"]}&amp;entry=', text)
    assert re.search(r'name="red"[^>]* value="10"', text)
    assert re.search(r'name="blue"[^>]* value="3"', text)
