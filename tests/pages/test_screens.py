"""What the screens show, to whom, and that they add up."""

import re
from collections.abc import Callable
from html import unescape
from uuid import uuid4

import pytest

from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.api.test_corrections import demanded_and_foul
from tests.pages.conftest import Visitor, pages_of

SignedIn = Callable[[str | None], Visitor]
MARKUP = "<script>alert('x')</script>"


@pytest.fixture
def played(house: House) -> tuple[str, str]:
    """The paths of the pages of a sitting and of the illustrated game, played to its end."""
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, ILLUSTRATED)
    house.follow()
    return sitting.removeprefix("/v1"), game.removeprefix("/v1")


def words(text: str) -> str:
    """The words of a page, without its marks."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def test_a_player_sees_his_own_cards_in_the_replay_and_no_others(house: House, signed_in: SignedIn) -> None:
    game = house.begin(house.sit())
    hands = {
        "A": "2c 3c 4c 5c 7d",
        "B": "2s 3s 4s 5s 7s",
        "C": "Ah Ad 6c 6d 9s",
        "D": "Kh 3h 4h 5h 7h",
        "E": "Ks Kd 8c 8d Ts",
    }
    dealt = {house.member[p]: hand.split() for p, hand in hands.items()}
    assert house.scorekeeper.post(f"{game}/actions", {"action": "deal", "cards": dealt}).status_code == 201
    page = game.removeprefix("/v1")
    assert "two of clubs" in signed_in(house.desk("player", "A").token).get(page).text
    seen = signed_in(house.desk("player", "C").token).get(page).text
    assert "ace of hearts" in seen
    assert "two of clubs" not in seen
    assert "king of" not in seen


def test_tables_list_the_evenings_with_their_players(house: House, owner: Visitor, played: tuple[str, str]) -> None:
    text = owner.get(f"/clubs/{house.id}").text
    assert played[0] in text
    assert "A, B, C, D, E" in words(text).replace(" ,", ",")
    assert owner.get("/").location == f"/clubs/{house.id}"


@pytest.mark.parametrize(
    ("query", "refusal"),
    [
        ("cursor=x", "cursor: "),
        ("limit=0", "limit: "),
        ("nonsense=1", "nonsense: "),
        ("limit=1&limit=2", "limit: is given twice"),
        ("at_least=99999999", "at_least: 99999999 is far ahead"),
    ],
)
def test_a_query_is_refused_as_by_the_api(house: House, owner: Visitor, query: str, refusal: str) -> None:
    answer = owner.get(f"/clubs/{house.id}?{query}")
    assert (answer.status_code, answer.mimetype) == (422, "text/html")
    assert refusal in answer.text
    assert refusal in house.owner.get(f"{house.path}/sittings?{query}").json["detail"]


def test_an_evening_shows_its_games_and_results(owner: Visitor, played: tuple[str, str]) -> None:
    text = owner.get(played[0]).text
    assert f'href="{played[1]}"' in text
    assert "10s 6d" in words(text)  # the pool of 126 pence
    assert "C 6s 6d" in words(text)


def test_every_step_has_an_address_with_the_law_beside_each_line(owner: Visitor, played: tuple[str, str]) -> None:
    first, fifth = owner.get(f"{played[1]}?step=0").text, owner.get(f"{played[1]}?step=5").text
    assert "A deals; B antes 3d" in words(first)
    assert "C takes 10s 6d" in words(first)
    assert 'href="/laws/25"' in first
    assert re.search(r'class="here"[^>]*aria-current="step"', fifth)
    assert 'rel="next" data-step href="' + played[1] + '?step=6"' in fifth
    assert owner.get(f"{played[1]}?step=99").status_code == 404
    assert owner.get(f"{played[1]}?step=x").status_code == 422
    assert owner.get(f"{played[1]}?step=&beside=").status_code == 200


def test_two_records_stand_side_by_side(house: House, owner: Visitor, played: tuple[str, str]) -> None:
    *_, shown = (
        line for line in house.owner.get(f"/v1{played[1]}/actions").json["items"] if line["type"] == "game.hand_shown"
    )
    insert = {"after": shown["step"] - 1, "action": house.act("B shows Qc Qd 8s 8h 3c")}
    body = {"strike": [shown["step"]], "insert": [insert], "reason": "a slip"}
    corrected = house.scorekeeper.post(f"/v1{played[1]}/corrections", body)
    assert corrected.status_code == 201, corrected.text
    text = owner.get(f"{played[1]}?beside=written").text
    assert "As it was first written" in text
    assert 'class="mark">struck' in text
    assert 'class="mark">put in' in text
    *_, second = text.split("As it was first written")
    assert re.findall(r'class="[^"]*differs[^>]*>.*?class="sentence">([^<]+)', second, re.DOTALL) == [
        "B shows Qc Qd 8s 8h 2c"
    ]
    unlawful = owner.get(f"{played[1]}?beside=nonsense%3D1")
    assert unlawful.status_code == 422
    assert "is `written`, or a reading with one of its values" in unescape(unlawful.text)


def test_the_slip_adds_up_and_has_the_address_of_its_replay(owner: Visitor, played: tuple[str, str]) -> None:
    text = owner.get(f"{played[1]}/slip").text
    assert words(text).count("Pool 10s 6d") == 2
    assert "Counters of the players £2 1s 8d" in words(text)
    assert f"http://localhost{played[1]}" in text
    assert 'class="segno"' in text
    assert "threes, kings" in text


def test_the_slip_names_a_reading_that_only_moves_money_to_the_kitty(house: House, owner: Visitor) -> None:
    articles = {"kitty": {"amount": 2, "purpose": "expenses"}, "readings": {"odd_counter": "carried"}}
    game = house.begin(house.sit(articles=articles, agreed_by=[house.member[m] for m in "ABCDE"]))
    house.play(
        game,
        """
        deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0; C stakes 4; D stakes 4
        C shows Kh Kd 8h 8d 2s; D shows Ks Kc 8s 8c Qd
        """,
    )
    (turned,) = [t for t in house.owner.get(f"{game}/settlement").json["turned_by"] if t["value"] == "kitty"]
    assert turned == {"reading": "odd_counter", "value": "kitty", "changes": {}, "carried": -1, "kitty": 1}
    assert "carried −1d, the kitty +1d" in words(owner.get(f"{game.removeprefix('/v1')}/slip").text)


def test_law_33_the_slip_and_the_replay_tell_an_opener_to_name_what_he_discarded(house: House, owner: Visitor) -> None:
    sitting = house.sit()
    house.play(house.begin(sitting), "deal; C passes; D passes; E passes; A passes; B passes")
    game = house.begin(sitting, None)
    house.play(
        game,
        """
        deal; D stakes 6; E stakes 6; A passes; B passes; C passes; D draws 4; E draws 0; D stakes 2; E stakes 2
        D shows Jh Jd 5c 6d 9s; E shows Kh 2d 5h 6c 9d
        """,
    )
    (fine,) = house.owner.get(f"{game}/settlement").json["penalties"]
    assert fine == {"player": house.member["D"], "amount": 6, "law": 33, "unnamed": True}
    for page in ("", "/slip"):
        assert "proved by naming the cards first dealt to him" in owner.get(f"{game.removeprefix('/v1')}{page}").text


def test_law_60_a_settlement_that_another_reading_would_have_forbidden_has_its_pages(
    house: House, owner: Visitor
) -> None:
    game = demanded_and_foul(house).removeprefix("/v1")
    assert "unlawful at step 6" in words(owner.get(f"{game}/slip").text)
    assert owner.get(f"{game}?beside=short_draw%3Ddraws").status_code == 200


def test_a_game_without_a_settlement_has_no_slip(house: House, owner: Visitor) -> None:
    answer = owner.get(f"{house.begin(house.sit()).removeprefix('/v1')}/slip")
    assert answer.status_code == 404
    assert "this game has no settlement: it is not over" in answer.text


def test_results_and_the_line_of_a_member(house: House, owner: Visitor, played: tuple[str, str]) -> None:
    assert f"/clubs/{house.id}/members/{house.member['C']}" in owner.get(f"/clubs/{house.id}/results").text
    text = owner.get(f"/clubs/{house.id}/members/{house.member['C']}").text
    assert '<polyline class="runs" points="0.0,' in text
    assert owner.get(f"/clubs/{house.id}/results?from=2100-01-01&to=").text.count("<tr>") == 0
    assert owner.get(f"/clubs/{house.id}/results?from=2026-02-01&to=2026-01-01").status_code == 422
    assert owner.get(f"/clubs/{house.id}/members/{uuid4()}").status_code == 404


def test_laws_are_found_by_their_words_and_have_their_readings(visitor: Visitor) -> None:
    assert visitor.get("/laws").text.count('<li id="law-') == 81
    found = visitor.get("/laws?q=straddle").text
    assert 'id="law-22"' in found
    assert 'id="law-60"' not in found
    assert "No law has these words" in visitor.get("/laws?q=%3Cb%3Exyz").text
    law = visitor.get("/laws/22").text
    assert "straddle cap" in law.casefold()
    for nowhere in ("0", "82", "x", "22222222222222222222"):
        assert visitor.get(f"/laws/{nowhere}").status_code == 404


def test_a_name_with_markup_in_it_is_only_ever_text(own_house: House, signed_in: SignedIn) -> None:
    house = own_house
    house.member["A"] = house.owner.post(f"{house.path}/members", {"name": MARKUP}).json["id"]
    house.letter = {member: letter for letter, member in house.member.items()}
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, ILLUSTRATED)
    dispute = {"step": 3, "parties": [house.member["A"]], "kind": "fact", "question": MARKUP}
    assert house.scorekeeper.post(f"{game}/disputes", dispute).status_code == 201
    house.follow()
    owner = signed_in(house.owner.token)
    shown = 0
    for path in pages_of(house.id, house.member["A"], sitting.removeprefix("/v1"), game.removeprefix("/v1")):
        text = owner.get(path).text
        assert MARKUP not in text, path
        shown += "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;" in text
    assert shown > 20


def test_another_clubs_pages_are_not_there(
    house: House, new_house: Callable[[], House], signed_in: SignedIn, played: tuple[str, str]
) -> None:
    strangers = new_house()
    owner, auditor = signed_in(strangers.owner.token), signed_in(strangers.auditor.token)
    for path in pages_of(house.id, house.member["A"], *played)[:-3]:
        answer = (auditor if path.endswith("/unsealing") else owner).get(path)
        assert answer.status_code in (404, 422), path
        assert "nothing by that id" in answer.text or answer.status_code == 422


def test_a_player_may_not_read_the_sheet(house: House, signed_in: SignedIn, played: tuple[str, str]) -> None:
    answer = signed_in(house.desk("player", "A").token).get(f"{played[0]}/sheet")
    assert answer.status_code == 403
    assert "this takes the role owner or scorekeeper or auditor" in answer.text
    assert "The sheet" not in signed_in(house.desk("player", "A").token).get(played[0]).text
    assert signed_in(house.auditor.token).get(f"{played[0]}/sheet").status_code == 200


def test_a_game_is_begun_where_one_may_be(house: House, signed_in: SignedIn) -> None:
    sitting = house.sit()
    page, form = sitting.removeprefix("/v1"), f'data-sends="{sitting}/games"'
    assert form in signed_in(house.scorekeeper.token).get(page).text
    assert form not in signed_in(house.auditor.token).get(page).text
    house.begin(sitting)
    assert form not in signed_in(house.scorekeeper.token).get(page).text
