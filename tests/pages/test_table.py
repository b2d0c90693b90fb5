"""The table as the service draws it: the seats, the acts, and why those that are not lawful are not."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

from ledger.play.acts import ACTS
from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.pages.conftest import Visitor
from tests.pages.test_screens import MARKUP, words

SignedIn = Callable[[str | None], Visitor]
DRAWS = tuple(f"draw-{n}" for n in range(6))
TO_THE_DRAW = "deal; C stakes 6; D passes; E stakes 6; A stakes 18; B stakes 15"


class Acts:
    """The acts on a page of a table: what each button sends, and why those that are grey are."""

    def __init__(self, text: str) -> None:
        self.text = text
        buttons = re.findall(r'<button[^>]* id="act-([\w-]+)"([^>]*)>(.*?)</button>', text, re.DOTALL)
        self.labels = {name: words(inner) for name, _, inner in buttons}
        self.order = [name for name, _, _ in buttons]
        self.grey = {name for name, marks, _ in buttons if 'aria-disabled="true"' in marks}
        sent = re.findall(r'id="act-([\w-]+)"[^>]*data-body="([^"]*)"', text)
        self.bodies: dict[str, dict[str, Any]] = {name: json.loads(unescape(body)) for name, body in sent}

    def why(self, name: str) -> str:
        reason = re.search(rf'<div id="why-{name}"[^>]*>(.*?)</div>', self.text, re.DOTALL)
        assert reason, f"nothing says why {name} is grey"
        return words(reason[1])


def acts(visitor: Visitor, game: str) -> Acts:
    answer = visitor.get(f"{game.removeprefix('/v1')}/table")
    assert answer.status_code == 200
    return Acts(answer.text)


def test_the_buttons_are_what_the_api_offers_and_a_grey_one_says_what_the_api_would(
    house: House, scorekeeper: Visitor
) -> None:
    """Through the whole illustrated game: what is grey is refused by the API, in the same words."""
    game = house.begin(house.sit())
    for act in ["", *ILLUSTRATED.splitlines()]:
        house.play(game, act) if act.strip() else None
        state = house.scorekeeper.get(game).json
        offered = {offer["action"] for offer in state["legal"]}
        seen = acts(scorekeeper, game)
        row = ("stake", *(DRAWS if state["phase"] == "draw" else ("second",)), "demand", "pass") if offered else ()
        assert tuple(name for name in seen.order if name in (*DRAWS, "stake", "second", "demand", "pass")) == row
        for name in row:
            body = seen.bodies[name]
            assert (name not in seen.grey) == (body["action"] in offered), (act, name)
            if name in seen.grey:
                refusal = house.scorekeeper.post(f"{game}/actions", body).json
                assert refusal["type"] in ("/problems/refused", "/problems/invalid")
                assert refusal["detail"].removeprefix("cards: ") in seen.why(name)
                assert not refusal.get("law") or f"Law {refusal['law']} ," in seen.why(name)


def test_what_stands_on_a_button_is_the_line_that_follows(house: House, scorekeeper: Visitor) -> None:
    game = house.begin(house.sit())
    for name, line in (("second", "The cards are dealt"), ("stake", "C opens with 6d"), ("pass", "D passes")):
        seen = acts(scorekeeper, game)
        assert f'data-says="{line}"' in seen.text
        assert house.scorekeeper.post(f"{game}/actions", seen.bodies[name]).status_code == 201
        assert line in words(acts(scorekeeper, game).text)


def test_the_amounts_of_the_pad_are_the_least_and_the_most_of_the_api(house: House, scorekeeper: Visitor) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal; C stakes 6")
    (stake,) = (offer for offer in house.scorekeeper.get(game).json["legal"] if offer["action"] == "stake")
    assert f'data-least="{stake["least"]}" data-most="{stake["most"]}"' in acts(scorekeeper, game).text


def test_a_number_of_cards_that_the_pack_has_not_is_grey_with_its_law(house: House, scorekeeper: Visitor) -> None:
    players = "ABCDE"
    game = house.begin(house.sit(players=players))
    house.play(game, TO_THE_DRAW)
    seen = acts(scorekeeper, game)
    assert seen.labels["draw-0"] == "0 keep"
    assert not seen.grey & {*DRAWS}
    house.play(game, "B draws 2")
    seen = acts(scorekeeper, game)
    assert {*DRAWS} <= seen.grey
    assert "before he draws he makes his stake good with 12" in seen.why("draw-3")
    assert "Law 36" in seen.why("draw-3")


def test_every_irregular_act_of_the_api_stands_behind_the_switch(house: House, scorekeeper: Visitor) -> None:
    game = house.begin(house.sit())
    for played in ("", TO_THE_DRAW):
        house.play(game, played) if played else None
        text = acts(scorekeeper, game).text
        _, sheet = text.split('<dialog id="irregular"')
        sheet = sheet.split("</dialog>")[0]
        forms = dict(re.findall(r'<form class="act-form" data-act="(\w+)"(.*?)</form>', sheet, re.DOTALL))
        assert set(forms) == {act.word for act in ACTS if act.irregular}
        lit = {word for word, form in forms.items() if 'aria-disabled="true"' not in form}
        assert lit == set(house.scorekeeper.get(game).json["irregular"])
        assert all('name="irregular" value="true"' in form for form in forms.values())


def test_every_act_has_a_place_on_the_page(house: House, scorekeeper: Visitor) -> None:
    game = house.begin(house.sit())
    found: set[str] = set()
    for act in ["", *ILLUSTRATED.splitlines()[:-1]]:
        house.play(game, act) if act.strip() else None
        seen = acts(scorekeeper, game)
        found |= {body["action"] for body in seen.bodies.values()} | set(re.findall(r'data-act="(\w+)"', seen.text))
    assert found == {act.word for act in ACTS}


def test_who_may_not_record_sees_the_table_without_its_acts(house: House, signed_in: SignedIn) -> None:
    game = house.begin(house.sit())
    house.play(game, TO_THE_DRAW)
    for token in (house.auditor.token, house.desk("player", "B").token):
        text = signed_in(token).get(f"{game.removeprefix('/v1')}/table").text
        assert "B to act, in the draw" in words(text)
        assert "4s 0d" in words(text)
        assert 'id="act-' not in text
        assert "data-records" not in text
        assert 'id="irregular"' not in text


def test_hands_lie_face_down_until_they_are_shown_but_a_player_sees_his_own(house: House, signed_in: SignedIn) -> None:
    game = house.begin(house.sit())
    body = house.act("deal B: 2s 3s 4s 5s 7s; C: Ah Ad 6c 6d 9s")
    assert house.scorekeeper.post(f"{game}/actions", body).status_code == 201
    page = f"{game.removeprefix('/v1')}/table"
    assert "of spades" not in signed_in(house.scorekeeper.token).get(page).text
    seen = signed_in(house.desk("player", "C").token).get(page).text
    assert 'aria-label="ace of hearts"' in seen
    assert 'aria-label="two of spades"' not in seen


def test_the_table_of_a_game_that_is_over_leads_on(house: House, scorekeeper: Visitor) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, ILLUSTRATED)
    page = f"{game.removeprefix('/v1')}/table"
    text = scorekeeper.get(page).text
    assert "C 10s 6d takes the pool" in words(text)
    assert "C 6s 6d" in words(text)
    assert f'data-sends="{sitting}/games"' in text
    following = house.begin(sitting, None)
    text = scorekeeper.get(page).text
    assert f'data-sends="{sitting}/games"' not in text
    assert f'href="{following.removeprefix("/v1")}/table"' in text


def test_a_name_with_markup_is_text_at_the_table(own_house: House, signed_in: SignedIn) -> None:
    house = own_house
    house.member["C"] = house.owner.post(f"{house.path}/members", {"name": MARKUP}).json["id"]
    game = house.begin(house.sit())
    house.play(game, "deal")
    text = signed_in(house.owner.token).get(f"{game.removeprefix('/v1')}/table").text
    assert MARKUP not in text
    assert 'data-says="&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; opens with 6d"' in text


def test_where_another_has_the_pen_the_table_says_so_and_has_no_acts(house: House, signed_in: SignedIn) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    assert house.owner.post(f"{sitting}/pen").status_code == 201
    page = f"{game.removeprefix('/v1')}/table"
    refusal = house.scorekeeper.post(f"{game}/actions", {"action": "deal"}).json["detail"]
    text = signed_in(house.scorekeeper.token).get(page).text
    assert refusal in words(text)
    assert 'id="act-' not in text
    assert 'id="strike"' not in text
    assert 'id="act-stake"' in signed_in(house.owner.token).get(page).text
