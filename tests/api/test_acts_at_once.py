"""Several acts in one request: all or none, one version for each event, one key, one answer."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from api.schemas.actions import MOST_ACTS
from ledger.gamefile import renamed
from tests.acts import ILLUSTRATED, body, commands
from tests.api.house import Desk, House
from tests.api.problems import STRANGER, forbidden_by, invalid, refused_as
from tests.api.test_hidden_hands import DISAGREE, HAND_OF_C, HAND_OF_D, SAY, audit, without_request_id


@pytest.fixture
def house(own_house: House) -> House:
    """A club for each test, because the club remembers keys, and a trail."""
    return own_house


def acts_of(house: House, text: str) -> list[dict[str, Any]]:
    """The bodies of acts written as in a game file."""
    return [body(renamed(act, house.member.__getitem__)) for act in commands(text)]


def unlike_twins(answer: dict[str, Any]) -> dict[str, Any]:
    """What an answer says of a game but for what differs between two games played alike."""
    return {name: value for name, value in answer.items() if name not in ("id", "sitting", "number", "position")}


def test_the_illustrated_game_is_recorded_by_one_request_as_by_many(house: House) -> None:
    sitting, other = house.sit(), house.sit()
    together, single = house.begin(sitting), house.begin(other)
    last = house.play(single, ILLUSTRATED)
    answer = house.scorekeeper.post(f"{together}/actions", acts_of(house, ILLUSTRATED))
    assert answer.status_code == 201, answer.text
    assert (answer.json["step"], answer.json["game"]["phase"]) == (last["step"], "settled")
    assert unlike_twins(answer.json["game"]) == unlike_twins(last["game"])
    assert answer.headers["ETag"] == f'"{answer.json["game"]["version"]}"'
    assert answer.headers["Poolbook-Position"] == str(answer.json["position"])
    by_many, by_one = (house.owner.get(f"{game}/actions?limit=200").json["items"] for game in (single, together))
    without_time = [{name: value for name, value in line.items() if name != "at"} for line in by_many]
    assert [{name: value for name, value in line.items() if name != "at"} for line in by_one] == without_time
    assert [line["version"] for line in by_one] == list(range(2, len(by_one) + 2))
    shown = [{name: line[name] for name in event} for line, event in zip(by_one, answer.json["events"], strict=True)]
    assert shown == answer.json["events"]
    replays = [house.owner.get(f"{game}/replay").json["frames"] for game in (together, single)]
    assert replays[0] == replays[1]
    assert house.owner.get(f"{together}/settlement").json["results"] == {
        house.member[letter]: net for letter, net in {"A": -24, "B": -48, "C": 78, "D": 0, "E": -6}.items()
    }
    assert house.owner.get(sitting).json["funds"] == house.owner.get(other).json["funds"]
    assert house.owner.post(f"{house.path}/verify").json["ok"]


def test_a_list_is_judged_one_act_after_the_other_and_nothing_of_a_refused_one_is_recorded(house: House) -> None:
    game = house.begin(house.sit())
    before = house.position()
    answer = house.scorekeeper.post(f"{game}/actions", acts_of(house, "deal; C stakes 6; E stakes 6; A passes"))
    forbidden_by(answer, 23, "out_of_turn")
    assert (answer.json["index"], answer.json["to_act"]) == (2, house.member["D"])
    assert answer.json["detail"].startswith("act 3 of the list: it is another player's turn: D may ")
    assert (house.position(), house.owner.get(game).json["version"]) == (before, 1)


def test_no_act_follows_the_one_that_ends_the_game(house: House) -> None:
    game = house.begin(house.sit())
    before = house.position()
    acts = [*acts_of(house, ILLUSTRATED), {"action": "pass", "player": house.member["A"]}]
    answer = house.scorekeeper.post(f"{game}/actions", acts)
    forbidden_by(answer, None, "game_over")
    assert (answer.json["index"], house.position()) == (len(acts) - 1, before)


def test_acts_that_make_no_sense_are_named_by_their_places(house: House) -> None:
    game = house.begin(house.sit())
    before = house.position()
    deal = {"action": "deal"}
    answer = house.scorekeeper.post(f"{game}/actions", [deal, {"action": "dance"}, deal, {"action": "stake"}, 7])
    invalid(answer, "1", "3", "4")
    assert answer.json["errors"]["3"] == {"amount": ["Missing data for required field."]}
    stranger = {"action": "stake", "player": STRANGER, "amount": 6}
    answer = house.scorekeeper.post(f"{game}/actions", [deal, stranger])
    invalid(answer, "1")
    assert (answer.json["index"], list(answer.json["errors"]["1"])) == (1, ["player"])
    for number in (0, MOST_ACTS + 1):
        answer = house.scorekeeper.post(f"{game}/actions", [deal] * number)
        assert f"1 to {MOST_ACTS} acts" in refused_as(answer, 422, "invalid")["detail"]
    assert house.position() == before


def test_a_list_has_one_key_and_is_repeated_as_a_whole(house: House) -> None:
    game = house.begin(house.sit())
    acts = acts_of(house, "deal; C stakes 6; D passes")
    first = house.scorekeeper.post(f"{game}/actions", acts, Idempotency_Key="three acts", If_Match='"1"')
    invalid(first, "Idempotency-Key")
    first = house.scorekeeper.post(f"{game}/actions", acts, Idempotency_Key="three-acts", If_Match='"1"')
    assert (first.status_code, first.json["step"], first.headers["ETag"]) == (201, 3, '"4"')
    house.play(game, "E stakes 6")
    again = house.scorekeeper.post(f"{game}/actions", acts, Idempotency_Key="three-acts", If_Match='"1"')
    assert (again.status_code, again.headers["Idempotency-Replayed"], again.headers["ETag"]) == (201, "true", '"4"')
    assert (again.json["events"], again.json["game"]) == (first.json["events"], first.json["game"])
    invalid(house.scorekeeper.post(f"{game}/actions", acts[:2], Idempotency_Key="three-acts"), "Idempotency-Key")
    one = house.scorekeeper.post(f"{game}/actions", acts_of(house, "A passes"), Idempotency_Key="a-list-of-one")
    assert (one.status_code, len(one.json["events"])) == (201, 1)
    again = house.scorekeeper.post(f"{game}/actions", acts_of(house, "A passes"), Idempotency_Key="a-list-of-one")
    assert (again.status_code, again.json["game"]) == (201, one.json["game"])
    assert house.owner.get(game).json["version"] == 6


def test_of_lists_sent_at_once_one_wins_and_a_stale_one_is_told_the_version(house: House) -> None:
    game, acts = house.begin(house.sit()), acts_of(house, "deal; C stakes 6; D passes")
    with ThreadPoolExecutor(4) as threads:
        answers = list(
            threads.map(
                lambda _: Desk(house.app, house.scorekeeper.token).post(f"{game}/actions", acts, If_Match='"1"'),
                range(4),
            )
        )
    assert Counter(answer.status_code for answer in answers) == {201: 1, 412: 3}
    stale = house.scorekeeper.post(f"{game}/actions", acts_of(house, "E stakes 6"), If_Match='"1"')
    assert refused_as(stale, 412, "stale")["version"] == 4 == house.owner.get(game).json["version"]


def test_a_list_tells_no_more_of_hidden_cards_than_that_they_disagree(house: House) -> None:
    game = house.begin(house.sit())
    hands = {house.member["D"]: HAND_OF_D, house.member["C"]: HAND_OF_C}
    assert house.scorekeeper.post(f"{game}/actions", [{"action": "deal", "cards": hands}]).status_code == 201
    house.play(game, SAY)
    before = acts_of(house, "C keeps; E keeps; C stakes 1; E stakes 1; C shows Ah Ad 5c 6d 9s")
    lawful, impossible = (acts_of(house, f"E shows {cards}") for cards in ("Qh Qd 7c 8d 2s", "Kh Qd 7c 8d 2s"))
    position = house.position()
    too_many = [
        house.scorekeeper.post(f"{game}/actions", [*before, *shown, *acts_of(house, "A passes")])
        for shown in (lawful, impossible)
    ]
    assert without_request_id(too_many[0]) == without_request_id(too_many[1])
    forbidden_by(too_many[1], None, "game_over")
    assert (too_many[1].json["index"], house.position()) == (len(before) + 1, position)
    answer = house.scorekeeper.post(f"{game}/actions", [*before, *impossible])
    forbidden_by(answer, None, "cards_disagree")
    assert (answer.json["detail"], "index" in answer.json) == (DISAGREE, False)
    assert len(audit(house, "cards_refused")) == 1
    assert house.scorekeeper.post(f"{game}/actions", [*before, *lawful]).status_code == 201
