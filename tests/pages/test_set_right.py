"""Names, and articles that were set down wrongly: who is shown the forms that put them right."""

from collections.abc import Callable

from tests.api.house import House
from tests.api.test_articles_corrected import correct
from tests.api.test_evening_what_if import TWO_PAIRS, play
from tests.pages.conftest import Visitor
from tests.pages.test_screens import words

SignedIn = Callable[[str | None], Visitor]


def account(house: House, player: str) -> str:
    return f"/clubs/{house.id}/members/{house.member[player]}/account"


def test_an_owner_renames_a_member_on_his_account_and_nobody_else_does(own_house: House, signed_in: SignedIn) -> None:
    house = own_house
    house.follow()
    form = f'data-sends="/v1{account(house, "A").removesuffix("/account")}/name"'
    owner = signed_in(house.owner.token)
    assert form in owner.get(account(house, "A")).text
    for desk in (house.scorekeeper, house.auditor, house.desk("player", "A")):
        assert form not in signed_in(desk.token).get(account(house, "A")).text
    path = f"/v1{account(house, 'A').removesuffix('/account')}"
    assert house.owner.post(f"{path}/name", {"name": "Ada"}).status_code == 201
    house.follow()
    assert "The account of Ada" in words(owner.get(account(house, "A")).text)
    assert house.owner.post(f"{path}/erasure", {"reason": "he has left"}).status_code == 201
    assert form not in owner.get(account(house, "A")).text


def test_an_owner_renames_the_club_and_the_frame_says_so(own_house: House, signed_in: SignedIn) -> None:
    house = own_house
    owner, scorekeeper = signed_in(house.owner.token), signed_in(house.scorekeeper.token)
    members = f"/clubs/{house.id}/members"
    assert f'data-sends="/v1/clubs/{house.id}/name"' in owner.get(members).text
    assert "/name" not in scorekeeper.get(members).text
    assert house.owner.post(f"{house.path}/name", {"name": "The Portland"}).status_code == 201
    assert ">The Portland</a>" in scorekeeper.get(members).text


def test_what_was_set_down_wrongly_is_put_right_by_those_who_record_between_games(
    own_house: House, signed_in: SignedIn
) -> None:
    house = own_house
    sitting = play(house, TWO_PAIRS)
    house.follow()
    page, form = sitting.removeprefix("/v1"), f'data-sends="{sitting}/articles"'
    scorekeeper = signed_in(house.scorekeeper.token)
    text = scorekeeper.get(page).text
    assert form in text
    part = text.partition(form)[2].partition("</form>")[0]
    assert part.count('name="seats[]"') == part.count('name="agreed_by[]"') == 5
    assert 'name="readings.two_pair_fifth"' in part
    assert "rightly: share" in part
    assert form not in signed_in(house.desk("player", "A").token).get(page).text
    assert correct(house, sitting, readings={"two_pair_fifth": "counts"}).status_code == 201
    assert "rightly: counts" in scorekeeper.get(page).text
    house.scorekeeper.post(f"{sitting}/games", {})
    assert form not in scorekeeper.get(page).text
