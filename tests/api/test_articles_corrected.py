"""Articles set down wrongly, corrected over HTTP by everybody's consent."""

from typing import Any

import pytest

from tests.api.house import House
from tests.api.test_evening_what_if import TWO_PAIRS

NEXT = """
    deal; D stakes 6; E stakes 6; A passes; B passes; C passes; D draws 0; E draws 0; D stakes 6; E passes
"""


def correct(house: House, sitting: str, agreed: str = "ABCDE", **terms: Any) -> Any:
    consent = [house.member[letter] for letter in agreed]
    body = {"agreed_by": consent, "reason": "we play ours so", **terms}
    return house.scorekeeper.post(f"{sitting}/articles", body)


def played(house: House, *games: str, **fields: Any) -> str:
    sitting = house.sit(**fields)
    for n, acts in enumerate(games):
        house.play(house.begin(sitting, None if n else "A"), acts)
    return sitting


def rebase(house: House, game: str) -> Any:
    return house.scorekeeper.post(f"/v1/games/{game}/corrections", {"rebase": True, "reason": "under our articles"})


def verified(house: House) -> bool:
    house.follow()
    return house.owner.post(f"{house.path}/verify").json["first_difference"] is None


def test_a_reading_set_down_wrongly_is_corrected_and_its_games_are_mended_one_by_one(house: House) -> None:
    sitting = played(house, TWO_PAIRS, NEXT)
    answer = correct(house, sitting, readings={"two_pair_fifth": "counts"})
    assert answer.status_code == 201, answer.text
    first, second = answer.json["affected"]
    assert (first["number"], second["number"]) == (1, 2)
    foreseen = first["foreseen"]
    assert [house.letter[award["player"]] for award in foreseen["settlement"]["awards"]] == ["D"]
    assert house.by_letter(foreseen["changes"]) == {"C": -13, "D": 13}
    assert (second["foreseen"]["changes"], second["stopped"]) == ({}, None)
    assert house.owner.get(sitting).json["articles"]["readings"]["two_pair_fifth"] == "counts"
    # What was played stays until each game is mended.
    assert len(house.owner.get(f"/v1/games/{first['game']}/settlement").json["awards"]) == 2
    assert verified(house)
    mended = rebase(house, first["game"])
    assert mended.status_code == 201, mended.text
    assert mended.json["settlement"]["results"] == foreseen["settlement"]["results"]
    assert mended.json["affected"] == [second["game"]]
    assert rebase(house, second["game"]).json["affected"] == []
    assert verified(house)


def test_a_game_played_by_articles_set_down_wrongly_may_stand_as_it_was_played(house: House) -> None:
    sitting = played(house, TWO_PAIRS, NEXT)
    first, second = correct(house, sitting, readings={"two_pair_fifth": "counts"}).json["affected"]
    for game in (first, second):
        body = {"as_played": True, "reason": "so we believed, and so we played"}
        assert house.scorekeeper.post(f"/v1/games/{game['game']}/corrections", body).status_code == 201
    state = house.owner.get(sitting).json
    assert (state["affected"], state["as_played"]) == ([], [first["game"], second["game"]])
    assert len(house.owner.get(f"/v1/games/{first['game']}/settlement").json["awards"]) == 2
    assert verified(house)


def test_an_ante_set_down_wrongly_changes_the_worth_of_the_counters_that_were_sold(house: House) -> None:
    sitting = house.sit(funds=0)
    sale = {"player": house.member["A"], "red": 10, "white": 0, "blue": 0}
    assert house.scorekeeper.post(f"{sitting}/counter-sales", sale).json["value"] == 30
    answer = correct(house, sitting, ante=4, limit=10)
    assert (answer.status_code, answer.json["affected"]) == (201, [])
    assert (answer.json["ante"], answer.json["limit"]) == (4, 10)
    after = house.owner.get(sitting).json
    assert (after["ante"], after["limit"], after["funds"][house.member["A"]]) == (4, 10, 40)
    assert verified(house)
    (listed,) = (
        s for s in house.owner.get(f"{house.path}/sittings?limit=200").json["items"] if sitting.endswith(s["id"])
    )
    assert (listed["ante"], listed["limit"]) == (4, 10)
    assert house.owner.get(f"{sitting}/entries").json["items"][-1]["reason"] == "we play ours so"


def test_a_game_that_would_not_have_been_lawful_is_listed_with_the_act(house: House) -> None:
    sitting = played(house, TWO_PAIRS)
    (affected,) = correct(house, sitting, ante=4).json["affected"]
    assert (affected["foreseen"], affected["stopped"]["law"], affected["stopped"]["step"]) == (None, 25, 2)
    assert rebase(house, affected["game"]).json["law"] == 25
    assert verified(house)


def test_the_order_of_the_seats_is_corrected(house: House) -> None:
    sitting = played(house, "deal; C stakes 6; D passes; E passes; A passes; B passes")
    order = [house.member[letter] for letter in "ABDCE"]
    answer = correct(house, sitting, seats=order)
    assert answer.status_code == 201, answer.text
    assert house.by_letters(house.owner.get(sitting).json["seats"]) == "ABDCE"
    (affected,) = answer.json["affected"]
    assert (affected["stopped"]["step"], affected["stopped"]["law"]) == (2, 23)
    assert verified(house)


@pytest.mark.parametrize(
    ("terms", "law", "code"),
    [
        ({"agreed": "ABCD", "ante": 4}, 81, "not_agreed"),
        ({"ante": 7}, 19, "ante_too_large"),
        ({"limit": 5}, 19, "ante_too_large"),
    ],
)
def test_articles_are_corrected_lawfully_and_by_everybody(
    house: House, terms: dict[str, Any], law: int | None, code: str
) -> None:
    sitting = house.sit()
    position = house.position()
    answer = correct(house, sitting, **terms)
    assert (answer.status_code, answer.json["law"], answer.json["code"]) == (422, law, code)
    assert house.position() == position


@pytest.mark.parametrize(
    ("terms", "named"),
    [
        ({}, "articles"),
        ({"ante": 3}, "articles"),
        ({"ante": 0}, "ante"),
        ({"readings": {"two_pair_fifth": "perhaps"}}, "readings"),
        ({"seats": "ABCD"}, "seats"),
        ({"seats": "ABCDD"}, "seats"),
    ],
)
def test_articles_that_cannot_be_are_refused(house: House, terms: dict[str, Any], named: str) -> None:
    sitting = house.sit()
    if "seats" in terms:
        terms = {"seats": [house.member[letter] for letter in terms["seats"]]}
    answer = correct(house, sitting, **terms)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [named])


def test_articles_are_corrected_between_games_while_the_sitting_is_open(house: House) -> None:
    sitting = house.sit()
    house.begin(sitting)
    assert correct(house, sitting, ante=4).json["code"] == "game_running"
    closed = house.sit(funds=0)
    assert house.scorekeeper.post(f"{closed}/close").status_code == 201
    assert correct(house, closed, ante=4).status_code == 422


def test_a_reading_that_was_ruled_for_a_game_stays_when_the_articles_are_corrected(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, TWO_PAIRS)
    laid = {"parties": [house.member["C"]], "kind": "law", "question": "Does the fifth card count?"}
    assert house.scorekeeper.post(f"{game}/disputes", laid).status_code == 201
    ruling = {"referee": house.member["A"], "ruling": "It does.", "reading": {"two_pair_fifth": "counts"}}
    assert house.scorekeeper.post(f"{game}/disputes/1/ruling", ruling).status_code == 201
    (affected,) = correct(house, sitting, readings={"hearts": "always"}).json["affected"]
    assert affected["foreseen"]["settlement"]["readings"]["two_pair_fifth"] == "counts"
    settled = rebase(house, affected["game"]).json["settlement"]
    assert (settled["readings"]["hearts"], settled["ruled"]) == ("always", {"two_pair_fifth": 1})
    assert verified(house)
