"""The club's own side: members, accounts, tokens, and who sees which."""

import re
from collections.abc import Callable

from api.account_words import EVENTS
from ledger.books.postings import POSTERS
from tests.api.house import House
from tests.pages.conftest import Visitor
from tests.pages.test_screens import words

SignedIn = Callable[[str | None], Visitor]


def test_every_event_that_moves_money_has_words_in_an_account() -> None:
    assert set(EVENTS) == {event.topic for event in POSTERS}


def test_members_are_listed_with_what_they_have_and_owe(own_house: House, signed_in: SignedIn) -> None:
    house = own_house
    sitting = house.sit(funds=30)
    body = {"player": house.member["B"], "red": 0, "white": 0, "blue": 5, "on_credit": True}
    house.scorekeeper.post(f"{sitting}/counter-sales", body)
    house.follow()
    text = words(signed_in(house.owner.token).get(f"/clubs/{house.id}/members").text)
    assert "A 2s 6d – – – – account" in text
    assert "B 7s 6d 5s 0d – – – account" in text


def test_a_player_sees_his_own_account_and_no_other(house: House, signed_in: SignedIn) -> None:
    house.sit(funds=30)
    house.follow()
    player = signed_in(house.desk("player", "A").token)
    path = f"/clubs/{house.id}/members"
    text = player.get(path).text
    assert re.findall(rf'href="{path}/([0-9a-f-]+)/account"', text) == [house.member["A"]]
    assert "Credit owed" not in text
    assert "counters bought" in player.get(f"{path}/{house.member['A']}/account").text
    answer = player.get(f"{path}/{house.member['B']}/account")
    assert answer.status_code == 403
    assert "a player may read only his own account" in answer.text


def test_the_account_has_every_line_with_the_balances_before_and_after_it(
    own_house: House, signed_in: SignedIn
) -> None:
    house = own_house
    sitting = house.sit(funds=30)
    house.scorekeeper.post(
        f"{sitting}/buy-backs", {"player": house.member["A"], "red": 0, "white": 0, "blue": 0, "odd": 32}
    )
    house.scorekeeper.post(
        f"{sitting}/buy-backs", {"player": house.member["B"], "red": 0, "white": 0, "blue": 0, "odd": 28}
    )
    house.follow()
    owner = signed_in(house.owner.token)
    path = f"/clubs/{house.id}/members/{house.member['B']}/account"
    text = words(owner.get(path).text)
    assert "counters handed in counters −2s 6d 2s 6d 0d" in text
    assert "counters bought counters 0d −2s 6d −2s 6d" in text
    assert owner.get(f"{path}?limit=1").text.count("<tr><td>") == 1
    onward = re.search(r'rel="next" href="([^"]+)"', owner.get(f"{path}?limit=1").text)
    assert onward
    assert "as of position" in owner.get(onward[1].replace("&amp;", "&")).text


def test_tokens_are_for_inspectors_and_are_issued_by_the_owner(house: House, signed_in: SignedIn) -> None:
    issued = house.issue("player", "A")
    path = f"/clubs/{house.id}/members"
    owner, auditor = signed_in(house.owner.token), signed_in(house.auditor.token)
    revoke = f'data-sends="{house.path}/tokens/{issued["id"]}/revoke"'
    assert revoke in owner.get(path).text
    assert issued["token"] not in owner.get(path).text
    assert "of A" in auditor.get(path).text
    assert "data-sends" not in auditor.get(path).text
    assert ">Tokens<" not in signed_in(house.scorekeeper.token).get(path).text
    house.owner.post(f"{house.path}/tokens/{issued['id']}/revoke")
    assert revoke not in owner.get(path).text
    assert "revoked" in owner.get(path).text
