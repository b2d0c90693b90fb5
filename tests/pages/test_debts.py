"""Debts between members: in the till of an open and of a closed sitting, and on a member's account."""

import re
from collections.abc import Callable

import pytest

from tests.api.house import House
from tests.api.test_after_the_close import closed, mended, pay
from tests.api.test_as_paid import jack_pot_wrongly_paid
from tests.pages.conftest import Visitor
from tests.pages.test_screens import words
from tests.pages.test_till import figures, line

SignedIn = Callable[[str | None], Visitor]


@pytest.fixture
def house(own_house: House) -> House:
    return own_house


def till(sitting: str) -> str:
    return f"{sitting.removeprefix('/v1')}/till"


def account(house: House, player: str) -> str:
    return f"/clubs/{house.id}/members/{house.member[player]}/account"


def payment(house: House, debtor: str, creditor: str, amount: int) -> dict[str, object]:
    return {"player": house.member[debtor], "to": house.member[creditor], "amount": amount}


def test_a_debt_of_an_open_sitting_names_its_game_and_is_paid_with_one_button(
    house: House, scorekeeper: Visitor, signed_in: SignedIn
) -> None:
    sitting, _, after = jack_pot_wrongly_paid(house)
    house.scorekeeper.post(f"{after}/corrections", {"as_played": True, "reason": "so it was played"})
    text = scorekeeper.get(till(sitting)).text
    assert "D owes E 3s 0d by the laws in game 3 : 3s 0d" in words(text)
    form = text.partition("Debts between members")[2].partition("</section>")[0]
    assert form.count("Record the payment") == 4
    assert re.search(rf'name="to" value="{house.member["E"]}">\s*<input [^>]*name="amount"[^>]*value="36"', form)
    shown = line(scorekeeper, sitting, "payments", payment(house, "D", "E", 36))
    assert figures(shown)["owed to E"] == "3s 0d → 0d"
    assert 'data-label="Record that 3s 0d was paid"' in shown
    auditor = signed_in(house.auditor.token).get(till(sitting)).text
    assert "D owes E 3s 0d" in words(auditor)
    assert "Record the payment" not in auditor
    assert pay(house, sitting, "D", 30, "E").status_code == 201
    rest = words(scorekeeper.get(till(sitting)).text)
    assert "D owes E 6d" in rest
    assert "paid since −2s 6d" in rest
    assert pay(house, sitting, "D", 6, "E").status_code == 201
    assert (
        f'name="player" value="{house.member["D"]}"><input type="hidden" name="to"'
        not in scorekeeper.get(till(sitting)).text
    )


def test_an_adjustment_after_the_close_is_owed_and_paid_at_the_till_of_its_sitting(
    house: House, scorekeeper: Visitor
) -> None:
    sitting, game = closed(house)
    assert "Debts between members" not in scorekeeper.get(till(sitting)).text
    mended(house, game)
    text = scorekeeper.get(till(sitting)).text
    assert "C owes D 2s 1d adjusted after the close in game 1 : 2s 1d" in words(text)
    assert "Sell counters" not in text
    shown = line(scorekeeper, sitting, "payments", payment(house, "C", "D", 25))
    assert figures(shown) == {"owed to D": "2s 1d → 0d"}
    assert "he owes 25 there" in line(scorekeeper, sitting, "payments", payment(house, "C", "D", 26))
    assert pay(house, sitting, "C", 25, "D").status_code == 201
    after = scorekeeper.get(till(sitting)).text
    assert "Debts between members" not in after
    assert "data-sends" not in after


def test_what_the_bank_owes_after_the_close_is_paid_out_at_the_till(house: House, scorekeeper: Visitor) -> None:
    sitting, game = closed(house, C=89)
    mended(house, game)
    text = scorekeeper.get(till(sitting)).text
    assert '<h2 id="whose">D</h2>' in text
    assert "The bank owes him 2s 1d" in words(text)
    assert 'name="by_bank" value="true" data-as="flag"' in text
    body = {"player": house.member["D"], "toward": "loan", "amount": 25, "by_bank": True}
    shown = line(scorekeeper, sitting, "payments", body)
    assert 'data-label="Pay out 2s 1d"' in shown
    assert figures(shown) == {"loan of the bank owed": "−2s 1d → 0d"}


def test_a_member_reads_on_his_account_whom_he_owes_for_which_game_and_of_no_other(
    house: House, scorekeeper: Visitor, signed_in: SignedIn
) -> None:
    sitting, _, after = jack_pot_wrongly_paid(house)
    house.scorekeeper.post(f"{after}/corrections", {"as_played": True, "reason": "so it was played"})
    house.follow()
    member = signed_in(house.desk("player", "D").token)
    text = member.get(account(house, "D")).text
    assert "D owes E 3s 0d" in words(text)
    assert "A owes E" not in words(text)
    assert "Record a payment" not in text
    assert f"{till(sitting)}?player={house.member['E']}" in scorekeeper.get(account(house, "E")).text
    assert "A owes E 3d" in words(scorekeeper.get(account(house, "E")).text)
    assert member.get(account(house, "E")).status_code == 403
