"""Rulings that bind, as pages: numbers of cards, facts decided once, and readings fixed for one game."""

from collections.abc import Callable

import pytest

from tests.api.house import House
from tests.api.test_after_the_close import closed
from tests.api.test_disputes import lay
from tests.api.test_rulings import TO_THE_DRAW, TWO_PAIRS, hear, rule
from tests.pages.conftest import Visitor
from tests.pages.test_screens import words

SignedIn = Callable[[str | None], Visitor]


@pytest.fixture
def game(house: House) -> str:
    """The path of a game in the draw: C draws first, and A dealt."""
    path = house.begin(house.sit())
    house.play(path, TO_THE_DRAW)
    return path


@pytest.fixture
def player(house: House, signed_in: SignedIn) -> Visitor:
    """The player D, signed in."""
    return signed_in(house.desk("player", "D").token)


def page_of(game: str, n: int = 1) -> str:
    return f"{game.removeprefix('/v1')}/disputes/{n}"


def test_law_46_the_witness_tells_a_number_and_the_ruling_begins_with_it(
    house: House, scorekeeper: Visitor, player: Visitor, game: str
) -> None:
    house.play(game, "C draws 3")
    lay(house, game, "C", "draw_count")
    before = scorekeeper.get(page_of(game)).text
    assert 'id="told" name="number"' in before
    assert "A witness is still to be asked before the number can be ruled" in words(before)
    hear(house, game, "B", number=3)
    heard = scorekeeper.get(page_of(game)).text
    assert 'id="told"' not in heard
    assert 'min="0" max="10" step="1" value="3"' in heard
    assert "B gives evidence that 3 cards were asked for" in words(heard)
    assert "The witness told 3, and his word is conclusive ( law 46 )" in words(heard)
    rule(house, game)
    assert "It is taken that 3 cards were asked for ( law 46 )" in words(scorekeeper.get(page_of(game)).text)
    seen = words(player.get(page_of(game)).text)
    assert "B gives evidence" in seen
    assert "cards were asked for (" not in seen
    assert "that 3 cards" not in seen


def test_law_77_a_new_ground_is_asked_for_once_something_was_ruled(
    house: House, scorekeeper: Visitor, player: Visitor, game: str
) -> None:
    line = f"{game.removeprefix('/v1')}?step=3"
    lay(house, game, "CD", step=3)
    assert 'name="ground"' not in scorekeeper.get(line).text
    rule(house, game, "A")
    assert 'name="ground"' in scorekeeper.get(line).text
    assert 'name="ground"' not in player.get(line).text
    assert lay(house, game, "CD", step=3, ground="E has come back").status_code == 201
    assert "on a new ground ( law 77 ): “E has come back”" in words(scorekeeper.get(page_of(game, 2)).text)
    assert "E has come back" not in player.get(page_of(game, 2)).text


def test_law_77_a_ruling_on_law_offers_every_reading_but_the_one_in_force_and_is_cited_on_the_slip(
    house: House, scorekeeper: Visitor, player: Visitor, game: str
) -> None:
    house.play(game, TWO_PAIRS)
    lay(house, game, "CD", "law")
    form = scorekeeper.get(page_of(game)).text
    choice = form.partition('name="reading.two_pair_fifth"')[2].partition("</select>")[0]
    assert "as it stands: share" in choice
    assert '<option value="counts">' in choice
    assert '<option value="share">' not in choice
    rule(house, game, "A", reading={"two_pair_fifth": "counts"})
    for reader in (scorekeeper, player):
        ruled = words(reader.get(page_of(game)).text)
        assert "In this game, and in no other:" in ruled
        assert "The record is corrected" in ruled
        slip = words(reader.get(f"{game.removeprefix('/v1')}/slip").text)
        assert "Judged by the ruling in dispute 1 : two pair fifth, counts." in slip
        assert "two pair fifth: share (fixed otherwise by the ruling in dispute 1 )" in slip


def test_a_dispute_about_a_fact_has_neither_a_number_nor_a_reading_to_rule(
    house: House, scorekeeper: Visitor, game: str
) -> None:
    lay(house, game, "CD", "fact", step=3)
    form = scorekeeper.get(page_of(game)).text
    assert f'data-sends="{game}/disputes/1/ruling"' in form
    assert 'name="number"' not in form
    assert 'name="reading.' not in form


def test_a_ruling_in_a_closed_sitting_says_that_it_makes_an_adjusting_entry(
    own_house: House, signed_in: SignedIn
) -> None:
    _, game = closed(own_house)
    lay(own_house, game, "CD", "fact")
    scorekeeper = signed_in(own_house.scorekeeper.token)
    page = scorekeeper.get(page_of(game)).text
    assert f'data-sends="{game}/disputes/1/ruling"' in page
    assert "becomes an adjusting entry on the members’ accounts" in words(page)
    assert "data-sends" not in signed_in(own_house.auditor.token).get(page_of(game)).text
