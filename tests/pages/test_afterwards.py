"""What is found afterwards, as pages: slips of a closed sitting, wrong payments, affected games, adjusted sheets."""

import re
from collections.abc import Callable

import pytest

from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.api.test_after_the_close import C_BEATS_D, closed, go_home, mended
from tests.api.test_as_paid import jack_pot_wrongly_paid
from tests.pages.conftest import Visitor
from tests.pages.test_disputes import page_of, words

SignedIn = Callable[[str | None], Visitor]


@pytest.fixture
def house(own_house: House) -> House:
    return own_house


def attributes(text: str, name: str) -> list[str]:
    """The values of an attribute in a page, in their order."""
    return re.findall(rf'{name}="([^"]*)"', text)


def test_a_line_of_a_closed_sitting_leads_to_a_correction_that_says_it_will_adjust(
    house: House, scorekeeper: Visitor, player: Visitor
) -> None:
    _, game = closed(house)
    line = scorekeeper.get(f"{page_of(game)}?step=3").text
    assert f'href="{page_of(game)}/correction?step=3"' in line
    assert "what is put right now makes an adjusting entry" in words(line)
    assert "/correction" not in player.get(f"{page_of(game)}?step=3").text
    form = scorekeeper.get(f"{page_of(game)}/correction?step=3").text
    assert "What is corrected here makes an adjusting entry" in words(form)
    assert f'data-sends="{game}/corrections" data-onward="{page_of(game)}/slip#adjusted" data-closed' in form
    assert re.search(r'<input id="reason" name="reason"[^>]* required', form)
    assert "/slip#adjusted" not in scorekeeper.get(f"{page_of(house.begin(house.sit()))}/correction").text


def test_each_line_at_the_table_leads_to_its_correction_for_those_who_record(
    house: House, scorekeeper: Visitor, player: Visitor
) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal; C stakes 6; D stakes 6")
    links = attributes(scorekeeper.get(f"{page_of(game)}/table").text, "href")
    lines = [link for link in links if "/correction?step=" in link]
    assert lines == [f"{page_of(game)}/correction?step={n}" for n in (1, 2, 3)]
    assert "/correction" not in player.get(f"{page_of(game)}/table").text


def test_an_adjusting_entry_says_when_why_by_how_much_and_who_owes_whom(
    house: House, scorekeeper: Visitor, player: Visitor
) -> None:
    sitting, game = closed(house)
    house.follow()
    assert "Adjusted" not in scorekeeper.get(page_of(sitting)).text
    adjustment = mended(house, game, reason="The queens were <misread>.")["adjustment"]
    house.follow()
    for page in (page_of(sitting), f"{page_of(game)}/slip"):
        text = scorekeeper.get(page).text
        assert f'id="entry-{adjustment["entry"]}"' in text
        assert "The queens were &lt;misread&gt;." in text
        says = words(text.partition('id="adjusted"')[2])
        assert "C −2s 1d D 2s 1d C owes D 2s 1d" in says
        hidden = words(player.get(page).text)
        assert "Result Differs by C −2s 1d D 2s 1d" in hidden
        assert "owes" not in hidden
        assert "misread" not in hidden
    assert f'href="{page_of(game)}/slip"' in scorekeeper.get(page_of(sitting)).text


def test_the_adjusted_sheet_says_so_and_keeps_its_figures(house: House, signed_in: SignedIn) -> None:
    sitting, game = closed(house)
    owner = signed_in(house.owner.token)
    house.follow()
    before = owner.get(f"{page_of(sitting)}/sheet").text
    assert "djusted" not in before.partition("<body>")[2]
    entry = mended(house, game, reason="The queens were <misread>.")["adjustment"]["entry"]
    house.follow()
    after = owner.get(f"{page_of(sitting)}/sheet").text
    says = words(after.partition("<body>")[2])
    assert "Adjusted since the close: C −2s 1d, D +2s 1d." in says
    assert "The queens were <misread>. C −2s 1d, D +2s 1d C owes D 2s 1d." in says
    assert f"http://localhost{page_of(game)}/slip" in says
    assert f'href="http://localhost{page_of(sitting)}#entry-{entry}"' in after
    figures = re.compile(
        r'<section[^>]*aria-labelledby="(?:colours|book|counted|sum|nought|payments)".*?</section>', re.DOTALL
    )
    assert figures.findall(after) == figures.findall(before)
    assert len(figures.findall(after)) == 6


def test_the_slip_shows_what_the_laws_award_beside_what_was_paid_and_the_debts_that_follow(
    house: House, scorekeeper: Visitor, player: Visitor
) -> None:
    _, wrong, after = jack_pot_wrongly_paid(house)
    slip = f"{page_of(wrong)}/slip"
    says = words(player.get(slip).text)
    assert "by the laws paid D 0d 2s 3d carried to the next game 2s 9d 0d penalty of D, not collected 0d 6d" in says
    assert "not collected 0d 6d Pool 2s 9d 2s 9d" in says
    assert "data-sends" not in player.get(slip).text
    assert "D has 2s 9d of money that the laws carry or set aside." in says
    form = scorekeeper.get(slip).text
    assert {"from.carried", f"from.penalties.{house.member['D']}"} <= set(attributes(form, "name"))
    assert "from.kitty" not in form
    house.scorekeeper.post(f"{after}/corrections", {"as_played": True, "reason": "so it was played"})
    assert "Owed for it by the laws" not in words(player.get(slip).text)
    owed = words(player.get(f"{page_of(after)}/slip").text)
    assert "Owed for it by the laws" in owed
    assert "A owes E 3d" in owed
    assert "D owes E 3s" in owed


def test_a_payment_after_the_close_asks_a_reason_and_shows_its_entry(house: House, scorekeeper: Visitor) -> None:
    _, game = closed(house)
    slip = f"{page_of(game)}/slip"
    text = scorekeeper.get(slip).text
    assert "a payment recorded now makes an adjusting entry" in words(text)
    assert "Confirm: paid as awarded" not in text
    body = {"paid": {house.member["C"]: 20, house.member["D"]: 5}, "reason": "as the table paid"}
    assert house.scorekeeper.post(f"{game}/paid", body).status_code == 201
    text = scorekeeper.get(slip).text
    says = words(text)
    assert "as the table paid Result Differs by C −5d D 5d Nothing is owed for it." in says
    assert "It was paid as awarded after all" in says
    assert text.count('name="reason" maxlength="2000" required') == 2


def test_an_affected_game_is_listed_with_what_the_laws_make_of_it_until_it_stands_as_it_was_played(
    house: House, scorekeeper: Visitor, player: Visitor
) -> None:
    sitting, _, after = jack_pot_wrongly_paid(house)
    house.follow()
    for page in (page_of(sitting), f"{page_of(after)}/table", f"{page_of(after)}/slip", f"{page_of(after)}/correction"):
        text = scorekeeper.get(page).text
        says = words(text)
        assert "By the laws a jack-pot for queens, 2s 9d carried in: A 3d less" in says, page
        assert "E 3s 9d more" in says, page
        assert "Mended" in says, page
        assert f'data-sends="{after}/corrections"' in text
        assert '<button name="as_played" value="true" data-as="flag">' in text
        assert '<button name="rebase" value="true" data-as="flag"' in text
    seen = player.get(page_of(sitting)).text
    assert "E 3s 9d more" in words(seen)
    assert "as_played" not in seen
    house.scorekeeper.post(f"{after}/corrections", {"as_played": True, "reason": "so it was played"})
    house.follow()
    for page in (page_of(sitting), f"{page_of(after)}/table", f"{page_of(after)}/slip"):
        assert 'id="affected"' not in scorekeeper.get(page).text, page


def test_while_another_game_is_played_an_affected_game_waits(house: House, scorekeeper: Visitor) -> None:
    sitting, _, _ = jack_pot_wrongly_paid(house)
    house.begin(sitting, None)
    house.follow()
    text = scorekeeper.get(page_of(sitting)).text
    assert "Another game is being played. This is decided when that is over." in words(text)
    assert "as_played" not in text


def test_a_correction_of_a_game_that_was_paid_otherwise_is_shown_by_the_laws(
    house: House, scorekeeper: Visitor
) -> None:
    game = house.begin(house.sit())
    house.play(game, C_BEATS_D)
    body = {"paid": {house.member["C"]: 20, house.member["D"]: 5}, "reason": "as the table paid"}
    assert house.scorekeeper.post(f"{game}/paid", body).status_code == 201
    text = scorekeeper.get(f"{page_of(game)}/correction").text
    assert "What the table paid out of this pool is recorded, and stands." in words(text)
    rows = dict(re.findall(r'<tr data-member="([^"]+)" data-now="([^"]+)">', text))
    assert {house.letter[member]: n for member, n in rows.items()}["C"] == "14"
    assert f'name="paid.{house.member["C"]}"' in text
    assert "from.carried" in text


def test_a_later_game_of_a_closed_sitting_stays_and_is_named_with_what_the_laws_make_of_it(
    house: House, scorekeeper: Visitor
) -> None:
    sitting = house.sit()
    first = house.begin(sitting)
    house.play(first, "deal; C passes; D passes; E passes; A passes; B passes")
    second = house.begin(sitting, None)
    house.play(second, "deal; D passes; E passes; A passes; B passes; C passes")
    third = house.begin(sitting, None)
    house.play(third, "deal; E stakes 6; A passes; B passes; C passes; D passes; E shows openers Kh Kd")
    go_home(house, sitting)
    insert = {"after": 6, "action": house.act("B stakes 6")}
    body = {"strike": [6], "insert": [insert], "reason": "he opened"}
    answer = house.scorekeeper.post(f"{first}/corrections", body)
    assert answer.status_code == 201, answer.text
    house.follow()
    text = scorekeeper.get(page_of(sitting)).text
    later = [one["game"] for one in answer.json["adjustment"]["affected"]]
    assert later
    for game in later:
        assert re.search(rf'<a href="/games/{game}/slip">game \d</a> stays as it was played', text)


def test_a_games_evening_that_nothing_happened_to_says_nothing_of_this(house: House, scorekeeper: Visitor) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, ILLUSTRATED)
    house.follow()
    for page in (page_of(sitting), f"{page_of(game)}/slip", f"{page_of(game)}/table", f"{page_of(game)}/correction"):
        text = scorekeeper.get(page).text
        assert 'id="affected"' not in text
        assert 'id="adjusted"' not in text


def test_an_affected_game_that_could_not_be_begun_again_says_at_which_step_and_why(
    house: House, scorekeeper: Visitor
) -> None:
    sitting = house.sit()
    first = house.begin(sitting)
    house.play(first, "deal; C passes; D passes; E passes; A passes; B passes")
    second = house.begin(sitting, None)
    house.play(second, "deal; D stakes 6; E passes; A passes; B passes; C passes; D shows openers Kh Kd")
    insert = {"after": 6, "action": house.act("B stakes 6")}
    body = {"strike": [6], "insert": [insert], "reason": "he opened"}
    assert house.scorekeeper.post(f"{first}/corrections", body).json["affected"] == [second.rpartition("/")[2]]
    house.follow()
    text = scorekeeper.get(page_of(sitting)).text
    says = words(text)
    assert "By the laws it could not have been played so" in says
    assert "Mended it cannot be begun again so, at step 7 : this game is over." in says
    assert f'href="{page_of(second)}?step=7"' in text
    assert '<button name="rebase" value="true" data-as="flag" aria-disabled="true">' in text
    refused = house.scorekeeper.post(f"{second}/corrections", {"rebase": True, "reason": "so it follows"})
    assert (refused.status_code, refused.json["step"]) == (422, 7)
