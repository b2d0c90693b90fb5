"""Disputes and corrections as pages: who sees what, and what each form sends."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from api.schemas.actions import SCHEMAS
from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.pages.conftest import Visitor

SignedIn = Callable[[str | None], Visitor]


@pytest.fixture
def game(house: House) -> str:
    """The path of a running game, in which D has gone in at step 3."""
    path = house.begin(house.sit())
    house.play(path, "deal; C stakes 6; D stakes 6")
    return path


def lay(house: House, game: str, parties: str = "CD", kind: str = "fact", step: int | None = 3) -> None:
    body = {"parties": [house.member[p] for p in parties], "kind": kind, "question": "Six or nine?", "step": step}
    assert house.scorekeeper.post(f"{game}/disputes", body).status_code == 201


def rule(house: House, game: str, **fields: Any) -> None:
    body = {"referee": house.member["A"], "ruling": "Nine it was.", **fields}
    assert house.scorekeeper.post(f"{game}/disputes/1/ruling", body).status_code == 201


def page_of(game: str) -> str:
    return game.removeprefix("/v1")


def words(text: str) -> str:
    """The words of a page, without its marks."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def test_a_line_is_disputed_where_the_replay_stands_and_is_marked_until_it_is_decided(
    house: House, scorekeeper: Visitor, player: Visitor, game: str
) -> None:
    page = f"{page_of(game)}?step=3"
    form = f'data-sends="{game}/disputes"'
    before = scorekeeper.get(page).text
    assert form in before
    assert 'name="step" value="3"' in before
    assert form not in player.get(page).text
    lay(house, game)
    assert "Dispute 1: open" in player.get(page).text
    rule(house, game)
    assert "Dispute 1: decided" in player.get(page).text
    assert "Dispute 1: open" not in player.get(page).text


def test_a_dispute_names_its_referee_and_its_witnesses_in_their_order(
    house: House, scorekeeper: Visitor, game: str
) -> None:
    lay(house, game, "C", "draw_count")
    text = words(scorekeeper.get(f"{page_of(game)}/disputes/1").text)
    assert "B decides, under law 78" in text
    assert "if nobody can, it is the number discarded ( law 46 )" in text
    assert re.search(r"B next E not asked yet D not asked yet", text)
    assert "3 D goes in with 6d ( law 26 )" in text
    evidence = {"witness": house.member["B"], "can_give": False}
    assert house.scorekeeper.post(f"{game}/disputes/1/evidence", evidence).status_code == 201
    asked = scorekeeper.get(f"{page_of(game)}/disputes/1").text
    assert "B can say nothing E next" in words(asked)
    assert f'<option value="{house.member["E"]}" selected>' in asked
    assert f'<option value="{house.member["B"]}" disabled>' in asked


def test_where_the_dealer_is_a_party_another_decides_and_where_all_are_nobody_does(
    house: House, scorekeeper: Visitor, game: str
) -> None:
    lay(house, game, "AC")
    assert "B decides, under law 78" in words(scorekeeper.get(f"{page_of(game)}/disputes/1").text)
    lay(house, game, "ABCDE")
    page = scorekeeper.get(f"{page_of(game)}/disputes/2").text
    assert "Everybody at the table is a party, so nobody rules" in words(page)
    assert f'data-sends="{game}/disputes/2/ruling"' not in page


def test_what_was_said_is_for_the_club_and_how_it_was_decided_for_everybody(
    house: House, scorekeeper: Visitor, player: Visitor, game: str
) -> None:
    lay(house, game)
    evidence = {"witness": house.member["E"], "can_give": True, "statement": "He staked nine."}
    assert house.scorekeeper.post(f"{game}/disputes/1/evidence", evidence).status_code == 201
    put_in = {"after": 3, "action": house.act("D stakes 9")}
    rule(house, game, correction={"strike": [3], "insert": [put_in]})
    page = f"{page_of(game)}/disputes/1"
    for word in ("Six or nine?", "He staked nine.", "Nine it was."):
        assert word in scorekeeper.get(page).text
        assert word not in player.get(page).text
    for reader in (scorekeeper, player):
        text = words(reader.get(page).text)
        assert "Decided by A, under law 77" in text
        assert "E gives evidence" in text
        assert "The record is corrected (struck: step 3; put in: step 4)" in text
        assert "data-sends" not in reader.get(page).text
    assert f"{page_of(game)}/disputes/1" in player.get(f"{page_of(game)}/disputes").text


def test_a_ruling_without_a_correction_changes_nothing_even_if_one_follows_it(
    house: House, scorekeeper: Visitor, game: str
) -> None:
    lay(house, game)
    rule(house, game)
    correction = {"strike": [3], "insert": [{"after": 3, "action": house.act("D stakes 9")}], "reason": "a slip"}
    assert house.scorekeeper.post(f"{game}/corrections", correction).status_code == 201
    page = words(scorekeeper.get(f"{page_of(game)}/disputes/1").text)
    assert "the record stands as it was written" in page
    assert "3 D goes in with 6d struck" in page


@pytest.mark.parametrize("n", ["2", "0", "x", "-1", "99999999999999999999"])
def test_there_is_no_page_of_a_dispute_that_there_is_not(house: House, scorekeeper: Visitor, game: str, n: str) -> None:
    lay(house, game)
    assert scorekeeper.get(f"{page_of(game)}/disputes/{n}").status_code == 404


def test_every_act_may_be_put_in_with_the_fields_that_it_has(house: House, scorekeeper: Visitor, game: str) -> None:
    text = scorekeeper.get(f"{page_of(game)}/correction?step=3").text
    for act, schema in SCHEMAS.items():
        assert f'<option value="{act}">' in text
        for field in set(schema().load_fields) - {"note"}:
            assert re.search(rf'name="insert\.0\.action\.{field}(\.{house.member["C"]})?"', text), (act, field)
    assert 'name="strike[]" value="3"' in text
    assert '<option value="3" selected>' in text
    assert scorekeeper.get(f"{page_of(game)}/correction?step=99").status_code == 404


def test_a_correction_names_the_later_games_and_one_that_no_longer_follows_is_begun_again(
    house: House, scorekeeper: Visitor
) -> None:
    sitting = house.sit()
    first = house.begin(sitting)
    house.play(first, "deal; C passes; D passes; E passes; A passes; B passes")
    second = house.begin(sitting, None)
    house.play(second, "deal; D passes; E passes; A passes; B passes; C passes")
    later = f'data-later="{second.rpartition("/")[2]}"'
    assert later in scorekeeper.get(f"{page_of(first)}/correction").text
    assert "data-later" not in scorekeeper.get(f"{page_of(second)}/correction").text
    rebase = 'name="rebase" value="true"'
    assert rebase not in scorekeeper.get(f"{page_of(second)}/correction").text
    insert = {"after": 6, "action": house.act("B stakes 6")}
    body = {"strike": [6], "insert": [insert], "reason": "a slip"}
    assert house.scorekeeper.post(f"{first}/corrections", body).status_code == 201
    assert rebase in scorekeeper.get(f"{page_of(second)}/correction").text


def test_who_may_not_record_may_not_correct(house: House, player: Visitor, signed_in: SignedIn, game: str) -> None:
    for reader in (player, signed_in(house.auditor.token)):
        assert reader.get(f"{page_of(game)}/correction").status_code == 403
        assert "/correction" not in reader.get(f"{page_of(game)}?step=3").text


def test_how_a_pool_was_paid_stands_on_its_slip(house: House, scorekeeper: Visitor, player: Visitor) -> None:
    game = house.begin(house.sit())
    house.play(game, ILLUSTRATED)
    slip = f"{page_of(game)}/slip"
    assert f'name="paid.{house.member["C"]}" value="126"' in scorekeeper.get(slip).text
    assert "data-sends" not in player.get(slip).text
    assert house.scorekeeper.post(f"{game}/paid", {"paid": {house.member["C"]: 126}}).status_code == 201
    assert "Confirmed: paid out so." in player.get(slip).text
    shared = {"paid": {house.member["C"]: 100, house.member["B"]: 26}, "reason": "They split."}
    assert house.scorekeeper.post(f"{game}/paid", shared).status_code == 201
    text = words(player.get(slip).text)
    assert "Paid out instead" in text
    assert "B 0d 2s 2d C 10s 6d 8s 4d Pool 10s 6d 10s 6d" in text
    assert "They split" not in text


def test_a_running_game_is_made_void_by_everybody(house: House, scorekeeper: Visitor, player: Visitor) -> None:
    game = house.begin(house.sit())
    assert f'data-sends="{game}/void"' in scorekeeper.get(page_of(game)).text
    assert f'data-sends="{game}/void"' not in player.get(page_of(game)).text
    everybody = {"reason": "begun by mistake", "agreed_by": list(house.member.values())}
    assert house.scorekeeper.post(f"{game}/void", everybody).status_code == 201
    assert f'data-sends="{game}/void"' not in scorekeeper.get(page_of(game)).text
    assert "void" in scorekeeper.get(f"{page_of(game)}/correction").text


def test_a_form_of_another_session_records_nothing(house: House, scorekeeper: Visitor, game: str) -> None:
    position = house.position()
    body = {"parties": [house.member["C"]], "kind": "fact", "question": "Mine?"}
    for word in ("", "forged"):
        answer = scorekeeper.client.post(f"{game}/disputes", json=body, headers={"Poolbook-Session": word})
        assert answer.status_code == 403
    assert house.position() == position


def test_another_clubs_disputes_are_not_there(
    house: House, new_house: Callable[[], House], signed_in: SignedIn, game: str
) -> None:
    lay(house, game)
    stranger = signed_in(new_house().owner.token)
    for path in ("disputes", "disputes/1", "correction"):
        assert stranger.get(f"{page_of(game)}/{path}").status_code == 404
