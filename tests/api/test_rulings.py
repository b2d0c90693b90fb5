"""Rulings that bind: the number of cards asked for, facts that are decided, and laws read for one game (46, 77, 78)."""

from typing import Any

import pytest

from tests.api.house import House
from tests.api.test_disputes import lay

TO_THE_DRAW = "deal; C stakes 6; D stakes 6; E passes; A passes; B passes"
TWO_PAIRS = "C draws 1; D draws 1; C stakes 5; D stakes 5; C shows Kh Kd 8h 8d 2d; D shows Ks Kc 8s 8c 9s"


@pytest.fixture
def game(house: House) -> str:
    """The path of a game in the draw: C draws first, and A dealt."""
    path = house.begin(house.sit())
    house.play(path, TO_THE_DRAW)
    return path


def hear(house: House, game: str, witness: str, **fields: Any) -> Any:
    body = {"witness": house.member[witness], "can_give": True, **fields}
    return house.scorekeeper.post(f"{game}/disputes/1/evidence", body)


def rule(house: House, game: str, referee: str = "B", n: int = 1, **fields: Any) -> Any:
    body = {"referee": house.member[referee], "ruling": "So be it.", **fields}
    return house.scorekeeper.post(f"{game}/disputes/{n}/ruling", body)


def refusal(answer: Any) -> tuple[int | None, str]:
    assert answer.status_code == 422, answer.text
    return answer.json["law"], answer.json["code"]


def test_laws_46_and_78_the_dealer_is_the_other_party_in_a_dispute_about_a_number(house: House, game: str) -> None:
    house.play(game, "C draws 3")
    laid = lay(house, game, "C", "draw_count").json
    assert house.by_letters(laid["parties"]) == "CA"
    assert house.letter[laid["referee"]] == "B"
    assert house.by_letters(laid["witnesses"]) == "BED"
    assert refusal(hear(house, game, "A", number=3)) == (46, "a_party")
    hear(house, game, "B", number=3)
    assert refusal(rule(house, game, "A")) == (78, "not_the_referee")
    assert rule(house, game).json["law"] == 78


def test_law_46_a_ruling_against_the_witness_is_refused(house: House, game: str) -> None:
    house.play(game, "C draws 3")
    lay(house, game, "C", "draw_count")
    assert refusal(rule(house, game, number=3)) == (46, "witness_not_heard")
    assert hear(house, game, "B", can_give=False).status_code == 201
    assert refusal(rule(house, game, number=3)) == (46, "witness_not_heard")
    assert hear(house, game, "E", number=3, statement="Three.").json["evidence"][1]["number"] == 3
    position = house.position()
    assert refusal(rule(house, game, number=2)) == (46, "against_the_evidence")
    assert house.position() == position
    ruled = rule(house, game).json
    assert (ruled["number"], ruled["decided"]) == (3, True)


def test_law_46_a_number_the_record_has_otherwise_is_corrected_with_the_ruling(house: House, game: str) -> None:
    draw = house.play(game, "C draws 3")["step"]
    lay(house, game, "C", "draw_count")
    hear(house, game, "B", number=2)
    assert refusal(rule(house, game, number=2)) == (46, "against_the_ruling")
    four = house.act("C draws 3 asked 4 given 3 irregularly")
    asked_four = {"strike": [draw], "insert": [{"after": draw, "action": four}]}
    assert refusal(rule(house, game, number=2, correction=asked_four)) == (46, "against_the_ruling")
    two = {"strike": [draw], "insert": [{"after": draw, "action": house.act("C draws 2")}]}
    answer = rule(house, game, number=2, correction=two)
    assert answer.status_code == 201, answer.text
    assert (answer.json["number"], answer.json["corrected"]["game"]["phase"]) == (2, "draw")


def test_law_46_where_nobody_can_say_as_many_were_asked_for_as_discarded(house: House, game: str) -> None:
    house.play(game, "C draws 3")
    lay(house, game, "C", "draw_count")
    for witness in "BED":
        assert hear(house, game, witness, can_give=False).status_code == 201
    assert refusal(rule(house, game, number=2)) == (46, "against_the_evidence")
    assert rule(house, game).json["number"] == 3


def test_law_46_no_number_is_disputed_before_the_deal(house: House) -> None:
    game = house.begin(house.sit())
    assert refusal(lay(house, game, "C", "draw_count")) == (46, "not_dealt")
    assert lay(house, game, "C", "fact").status_code == 201


def test_law_51_the_number_told_of_another_is_not_for_players(house: House, game: str) -> None:
    house.play(game, "C draws 3")
    lay(house, game, "C", "draw_count")
    hear(house, game, "B", number=3)
    rule(house, game)
    desk = house.desk("player", "D")
    (listed,) = desk.get(f"{game}/disputes").json["items"]
    assert (listed["number"], listed["evidence"][0]["number"]) == (None, None)
    record = [item for item in desk.get(f"{game}/actions").json["items"] if item["type"] == "game.evidence_given"]
    assert [item["number"] for item in record] == [None]


def test_law_77_a_fact_once_ruled_is_disputed_again_on_a_new_ground_only(house: House, game: str) -> None:
    lay(house, game, "CD", step=3)
    assert lay(house, game, "DE", step=3).status_code == 201
    rule(house, game, "A")
    assert refusal(lay(house, game, "CD", step=3)) == (77, "fact_decided")
    assert lay(house, game, "CD", step=2).status_code == 201
    assert lay(house, game, "CD", "law", step=3).status_code == 201
    again = lay(house, game, "CD", step=3, ground="E has come back, who saw it")
    assert (again.status_code, again.json["ground"]) == (201, "E has come back, who saw it")
    assert house.desk("player", "C").get(f"{game}/disputes").json["items"][-1]["ground"] is None


def test_law_77_the_number_one_player_asked_for_is_one_fact_whatever_step_is_named(house: House, game: str) -> None:
    draw = house.play(game, "C draws 3")["step"]
    lay(house, game, "C", "draw_count", step=draw)
    hear(house, game, "B", number=3)
    rule(house, game)
    assert refusal(lay(house, game, "AC", "draw_count")) == (77, "fact_decided")
    assert lay(house, game, "D", "draw_count").status_code == 201


def test_law_77_a_ruling_on_law_fixes_a_reading_for_its_game_and_is_cited(house: House, game: str) -> None:
    house.play(game, TWO_PAIRS)
    sitting = house.owner.get(game).json["sitting"]
    before = house.owner.get(f"{game}/settlement").json
    assert (before["ruled"], len(before["awards"])) == ({}, 2)
    lay(house, game, "CD", "law")
    ruled = rule(house, game, "A", reading={"two_pair_fifth": "counts"})
    assert ruled.status_code == 201, ruled.text
    assert ruled.json["reading"] == {"two_pair_fifth": "counts"}
    assert ruled.json["corrected"]["settlement"]["ruled"] == {"two_pair_fifth": 1}
    settlement = house.owner.get(f"{game}/settlement").json
    assert [house.letter[award["player"]] for award in settlement["awards"]] == ["D"]
    assert (settlement["readings"]["two_pair_fifth"], settlement["ruled"]) == ("counts", {"two_pair_fifth": 1})
    (turned,) = (turned for turned in settlement["turned_by"] if turned["reading"] == "two_pair_fifth")
    assert (turned["value"], turned["dispute"]) == ("share", 1)
    entries = house.owner.get(f"{game}/replay").json["frames"][-1]["entries"]
    assert "A rules in dispute 1: in this game two_pair_fifth is read as counts" in [e["sentence"] for e in entries]
    # It is a reading of this game only, and leaves nothing to be mended.
    assert ruled.json["corrected"]["affected"] == []
    following = house.begin(f"/v1/sittings/{sitting}", None)
    house.play(following, TWO_PAIRS_OF_THE_NEXT)
    settled = house.owner.get(f"{following}/settlement").json
    assert (settled["readings"]["two_pair_fifth"], settled["ruled"], len(settled["awards"])) == ("share", {}, 2)
    house.follow()
    assert house.owner.post(f"{house.path}/verify").json["first_difference"] is None


TWO_PAIRS_OF_THE_NEXT = """
    deal; D stakes 6; E stakes 6; A passes; B passes; C passes; D draws 1; E draws 1; D stakes 5; E stakes 5
    D shows Kh Kd 8h 8d 2d; E shows Ks Kc 8s 8c 9s
"""


def test_law_77_a_running_game_goes_on_under_the_reading_that_was_ruled(house: House, game: str) -> None:
    lay(house, game, "CD", "law")
    assert rule(house, game, "A", reading={"two_pair_fifth": "counts"}).json["corrected"]["settlement"] is None
    house.play(game, TWO_PAIRS)
    settlement = house.owner.get(f"{game}/settlement").json
    assert ([house.letter[a["player"]] for a in settlement["awards"]], settlement["ruled"]) == (
        ["D"],
        {"two_pair_fifth": 1},
    )
    what_if = house.owner.post(f"{game}/what-if", {"readings": {"two_pair_fifth": "share"}}).json
    assert (len(what_if["awards"]), what_if["ruled"]) == (2, {})
    house.follow()
    assert house.owner.post(f"{house.path}/verify").json["first_difference"] is None


def test_law_77_a_reading_under_which_the_record_is_unlawful_is_refused_with_its_step(house: House) -> None:
    game = house.begin(house.sit(limit=20))
    house.play(game, "C straddles; D straddles; deal")
    lay(house, game, "CD", "law")
    position = house.position()
    answer = rule(house, game, "A", reading={"straddle_cap": "sum"})
    assert (refusal(answer), answer.json["step"], house.position()) == ((22, "straddle_cap"), 2, position)


@pytest.mark.parametrize(
    ("kind", "fields", "named"),
    [
        ("fact", {"reading": {"two_pair_fifth": "counts"}}, "reading"),
        ("law", {"reading": {"two_pair_fifth": "perhaps"}}, "reading"),
        ("law", {"reading": {"honour": "counts"}}, "reading"),
        ("fact", {"number": 3}, "number"),
        ("law", {"number": 3}, "number"),
        ("draw_count", {"number": 11}, "number"),
    ],
)
def test_a_ruling_says_only_what_the_dispute_is_about(
    house: House, game: str, kind: str, fields: dict[str, Any], named: str
) -> None:
    lay(house, game, "CD", kind)
    answer = rule(house, game, "B" if kind == "draw_count" else "A", **fields)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [named])


def test_a_witness_tells_a_number_where_it_is_disputed_and_he_can(house: House, game: str) -> None:
    lay(house, game, "CD", "fact")
    assert list(hear(house, game, "E", number=3).json["errors"]) == ["number"]
    other = house.begin(house.sit())
    house.play(other, TO_THE_DRAW)
    lay(house, other, "C", "draw_count")
    assert list(hear(house, other, "B", number=3, can_give=False).json["errors"]) == ["number"]
