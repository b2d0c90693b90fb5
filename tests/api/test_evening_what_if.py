"""A whole evening under another reading, over HTTP."""

from typing import Any

from tests.api.house import House

TWO_PAIRS = """
    deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 1; D draws 1; C stakes 5; D stakes 5
    C shows Kh Kd 8h 8d 2d; D shows Ks Kc 8s 8c 9s
"""
ODD = """
    deal; D stakes 6; E stakes 6; A passes; B passes; C passes; D draws 1; E draws 1; D stakes 5; E stakes 5
    D shows Kh Kd 8h 8d 2d; E shows Ks Kc 8s 8c 2s
"""
PASSED = "deal; E passes; A passes; B passes; C passes; D passes"


def ask(house: House, sitting: str, desk: Any = None, **readings: str) -> dict[str, Any]:
    answer = (desk or house.owner).post(f"{sitting}/what-if", {"readings": readings})
    assert answer.status_code == 200, answer.text
    return answer.json


def play(house: House, *games: str, **fields: Any) -> str:
    """The path of a sitting at which these games were played, A dealing first."""
    sitting = house.sit(**fields)
    for n, acts in enumerate(games):
        house.play(house.begin(sitting, None if n else "A"), acts)
    return sitting


def test_an_evening_under_another_reading_goes_from_game_to_game_with_what_is_carried(house: House) -> None:
    sitting = play(house, TWO_PAIRS, ODD)
    played = [house.owner.get(f"/v1/games/{g['id']}/settlement").json for g in games(house, sitting)]
    under = ask(house, sitting, odd_counter="carried")
    first, second = under["games"]
    # The odd unit of 25 is carried from the first game into the second, which is otherwise shared evenly.
    assert (first["settlement"]["carried_out"], second["carried_in"]) == (1, 1)
    assert [game["settlement"]["readings"]["odd_counter"] for game in under["games"]] == ["carried"] * 2
    assert house.by_letter(first["changes"]) == {"C": -1}
    assert (under["carried"], under["stopped"]) == (second["settlement"]["carried_out"], None)
    for now, then in zip(under["games"], played, strict=True):
        changes = {m: n - then["results"][m] for m, n in now["settlement"]["results"].items()}
        assert now["changes"] == {m: n for m, n in changes.items() if n}
    totals = {m: sum(g["settlement"]["results"][m] for g in under["games"]) for m in under["totals"]}
    assert under["totals"] == totals


def games(house: House, sitting: str) -> list[dict[str, Any]]:
    house.follow()
    return list(house.owner.get(f"{sitting}/games").json["items"])


def test_the_record_itself_changes_nothing_and_what_is_asked_is_on_the_trail_of_each_game(house: House) -> None:
    sitting = play(house, TWO_PAIRS, ODD)
    position = house.position()
    under = ask(house, sitting, two_pair_fifth="share")
    assert ([game["changes"] for game in under["games"]], under["changes"], under["stopped"]) == ([{}, {}], {}, None)
    assert house.position() == position + 2
    ids = {game["id"] for game in games(house, sitting)}
    asked = house.auditor.get(f"{house.path}/audit?kind=what_if").json["items"]
    assert ids <= {entry["game"] for entry in asked}
    assert {game["game"] for game in under["games"]} == ids


def test_an_evening_stops_at_the_first_act_that_would_not_have_been(house: House) -> None:
    straddled = "C straddles; D straddles; deal; E stakes 20; A passes; B passes; C passes; D passes"
    sitting = play(house, PASSED_OPENED, straddled_by_the_next(straddled), limit=20)
    under = ask(house, sitting, straddle_cap="sum")
    assert len(under["games"]) == 1
    stopped = under["stopped"]
    assert (stopped["number"], stopped["step"], stopped["law"], stopped["code"]) == (2, 2, 22, "straddle_cap")
    assert "half the limit" in stopped["sentence"]
    assert stopped["game"] == games(house, sitting)[-1]["id"]


PASSED_OPENED = "deal; C stakes 6; D passes; E passes; A passes; B passes"


def straddled_by_the_next(acts: str) -> str:
    """The same acts, each by the player on the left of whom they are written for."""
    return acts.translate(str.maketrans("ABCDE", "BCDEA"))


def test_a_later_jack_pot_without_an_ante_is_judged_with_what_is_carried(house: House) -> None:
    again = "deal; D passes; E passes; A passes; B passes; C passes"
    sitting = play(house, UNOPENED, again)
    under = ask(house, sitting, jackpot_ante="replaced")
    first, second = under["games"]
    assert (first["changes"], second["carried_in"], second["settlement"]["carried_out"]) == ({}, 3, 18)
    assert house.by_letter(second["changes"]) == {"C": 3}
    assert (house.by_letter(under["changes"]), under["carried"]) == ({"C": 3}, 18)


def test_a_player_is_told_what_follows_from_what_he_may_know(house: House) -> None:
    sitting = play(house, TWO_PAIRS)
    under = ask(house, sitting, house.desk("player", "E"), two_pair_fifth="counts")
    assert house.by_letter(under["changes"]) == {"C": -13, "D": 13}
    assert under == ask(house, sitting, two_pair_fifth="counts")


UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"
FALSELY_OPENED = """
    deal; D stakes 6; E stakes 6; A passes; B passes; C passes; D draws 0; E draws 0; D stakes 5; E stakes 5
    D shows Th Td 8h 7d 2d; E shows As Ac 8s 7c 2s
"""


def test_an_entry_that_would_not_be_possible_stops_the_evening_and_is_not_for_other_players(house: House) -> None:
    agreed = {"articles": {"readings": {"false_opener_loses": "penalty"}}, "agreed_by": list(house.member.values())}
    sitting = play(house, UNOPENED, FALSELY_OPENED, funds=14, **agreed)
    paid = {"player": house.member["D"], "amount": 6, "toward": "loan"}
    entry = house.scorekeeper.post(f"{sitting}/payments", paid)
    assert entry.status_code == 201, entry.text
    # Without the penalty the bank would have advanced him nothing, and he would have had nothing to pay back.
    stopped = ask(house, sitting, false_opener_loses="nothing")["stopped"]
    assert (stopped["entry"], stopped["game"], stopped["code"]) == (6, None, "does_not_stand")
    hidden = ask(house, sitting, house.desk("player", "E"), false_opener_loses="nothing")["stopped"]
    assert (hidden["entry"], hidden["code"], hidden["law"]) == (None, "entry", None)


def test_an_unknown_reading_is_refused(house: House) -> None:
    sitting = play(house, TWO_PAIRS)
    for readings in ({"honour": "counts"}, {"two_pair_fifth": "perhaps"}):
        answer = house.owner.post(f"{sitting}/what-if", {"readings": readings})
        assert (answer.status_code, list(answer.json["errors"])) == (422, ["readings"])


def test_a_game_that_still_runs_ends_the_evening(house: House) -> None:
    sitting = play(house, TWO_PAIRS)
    house.begin(sitting, None)
    assert len(ask(house, sitting, two_pair_fifth="counts")["games"]) == 1
