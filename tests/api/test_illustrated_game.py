"""The illustrated game of the book over HTTP, from seating to the close, to the penny."""

import pytest

from tests.acts import ILLUSTRATED
from tests.api.house import House


@pytest.fixture
def played(house: House) -> tuple[str, str]:
    """The paths of a sitting and of the illustrated game, played to its end."""
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, ILLUSTRATED)
    return sitting, game


def test_before_the_deal_the_ante_is_staked_and_nobody_is_compelled_to_act(house: House) -> None:
    answer = house.scorekeeper.post(f"{house.sit()}/games", {"dealer": house.member["A"]})
    game = answer.json
    assert answer.headers["ETag"] == f'"{game["version"]}"' == '"1"'
    assert answer.headers["Poolbook-Position"] == str(game.pop("position"))
    assert (game["number"], game["phase"], game["pool"], game["carried_in"], game["highest"]) == (1, "ante", 3, 0, 3)
    assert game["to_act"] is None
    assert house.letter[game["dealer"]] == "A"
    assert house.letter[game["ante_man"]] == "B"
    assert [house.letter[m] for m in game["seats"]] == list("ABCDE") == [house.letter[m] for m in game["in_game"]]
    assert game["retired"] == game["demanded"] == []
    assert game["irregular"] == ["deal", "misdeal", "expose"]
    assert game["legal"] == [
        {"action": "straddle", "player": house.member["C"], "least": 6, "most": 6, "law": 21},
        {"action": "deal", "player": house.member["A"], "least": None, "most": None, "law": 7},
    ]
    assert game["stakes"][house.member["B"]] == {"ante": 3, "stake": 0, "total": 3, "round": 3, "funds": 97}
    assert game["stakes"][house.member["C"]] == {"ante": 0, "stake": 0, "total": 0, "round": 0, "funds": 100}
    assert set(game["cards"].values()) == {None}
    assert game["jack_pot"] is None
    assert house.owner.get(f"/v1/games/{game['id']}").json == game


def test_an_act_answers_with_its_events_and_the_game_after_it(house: House) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal")
    answer = house.scorekeeper.post(f"{game}/actions", {"action": "stake", "amount": 6})
    assert answer.status_code == 201
    assert answer.headers["ETag"] == '"3"'
    assert answer.headers["Poolbook-Position"] == str(answer.json["position"]) == str(house.position())
    assert answer.json["step"] == 2
    assert answer.json["events"] == [
        {
            "type": "game.staked",
            "step": 2,
            "law": 25,
            "phase": "say",
            "to_act": house.member["D"],
            "irregular": False,
            "by_waiver": None,
            "note": None,
            "player": house.member["C"],
            "amount": 6,
            "act": "opened",
            "on_loan": False,
        }
    ]
    after = answer.json["game"]
    assert after == house.owner.get(game).json
    assert (after["phase"], after["pool"], after["highest"], after["to_act"]) == ("say", 9, 6, house.member["D"])
    assert after["legal"] == [
        {"action": "stake", "player": house.member["D"], "least": 6, "most": 18, "law": 26},
        {"action": "pass", "player": house.member["D"], "least": None, "most": None, "law": 27},
    ]


def test_c_takes_126_and_every_penny_has_its_law(house: House, played: tuple[str, str]) -> None:
    _, game = played
    settlement = house.owner.get(f"{game}/settlement").json
    sums = [settlement[name] for name in ("pool", "carried_in", "carried_out", "kitty")]
    assert sums == [126, 0, 0, 0]
    (award,) = settlement["awards"]
    assert (house.letter[award["player"]], award["amount"]) == ("C", 126)
    claims = {(c["source"]["kind"], house.letter[c["source"]["player"]]): c["amount"] for c in award["claims"]}
    assert claims == {("ante", "B"): 3, ("stake", "A"): 24, ("stake", "B"): 45, ("stake", "C"): 48, ("stake", "E"): 6}
    assert {c["law"] for c in award["claims"]} == {59}
    assert house.by_letter(settlement["results"]) == {"A": -24, "B": -48, "C": 78, "D": 0, "E": -6}
    assert [(house.letter[h["player"]], h["class"], h["name"]) for h in settlement["hands"]] == [
        ("C", "threes", "threes, kings"),
        ("B", "two_pairs", "two pairs, queens and eights"),
    ]
    assert len(settlement["readings"]) == 19
    assert settlement["refunds"] == settlement["penalties"] == settlement["turned_by"] == []
    assert settlement["reward"] is None
    assert settlement["paid"] is None
    assert settlement["laws"] == [59]


def test_the_document_of_a_settlement_has_what_is_stored_what_was_done_and_what_else_could_be_read(
    house: House, played: tuple[str, str]
) -> None:
    assert list(house.owner.get(f"{played[1]}/settlement").json) == [
        *("pool", "carried_in", "awards", "refunds", "penalties", "kitty", "reward", "carried_out"),
        *("hands", "results", "laws", "readings", "edition", "paid", "done", "ruled", "turned_by"),
    ]


def test_the_last_act_settles_the_game_in_the_same_answer(house: House) -> None:
    game = house.begin(house.sit())
    last = house.play(game, ILLUSTRATED)
    assert [(e["type"], e["step"], e["law"]) for e in last["events"]] == [
        ("game.hand_shown", 19, 59),
        ("game.settled", 19, 59),
    ]
    assert last["step"] == 19
    assert last["game"]["phase"] == "settled"
    assert last["game"]["legal"] == last["game"]["irregular"] == []
    funds = {m: stake["funds"] for m, stake in last["game"]["stakes"].items()}
    assert house.by_letter(funds) == {"A": 76, "B": 52, "C": 178, "D": 100, "E": 94}


def test_the_sitting_has_the_result_and_the_deal_passes_to_b(house: House, played: tuple[str, str]) -> None:
    sitting = house.owner.get(played[0]).json
    assert house.by_letter(sitting["funds"]) == {"A": 76, "B": 52, "C": 178, "D": 100, "E": 94}
    assert house.letter[sitting["next_dealer"]] == "B"
    assert (sitting["status"], sitting["game"], sitting["carried"], sitting["jack_pot"]) == ("open", None, 0, None)


def test_while_a_game_runs_the_sitting_shows_the_counters_that_are_left(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, "deal; C stakes 6")
    body = house.owner.get(sitting).json
    assert house.by_letter(body["funds"]) == {"A": 100, "B": 97, "C": 94, "D": 100, "E": 100}
    assert f"/v1/games/{body['game']}" == game


def test_everybody_is_bought_back_and_the_sitting_closes(house: House, played: tuple[str, str]) -> None:
    sitting, _ = played
    for player, funds in {"A": 76, "B": 52, "C": 178, "D": 100}.items():
        answer = house.scorekeeper.post(
            f"{sitting}/buy-backs", {"player": house.member[player], "red": 0, "white": 0, "blue": 0, "odd": funds}
        )
        assert answer.json["cash_due"] == funds, answer.text
    short = house.scorekeeper.post(
        f"{sitting}/buy-backs", {"player": house.member["E"], "red": 0, "white": 0, "blue": 0, "odd": 92}
    )
    assert short.status_code == 201
    assert {name: short.json[name] for name in ("counted", "book", "difference", "set_off", "cash_due")} == {
        "counted": {"red": 0, "white": 0, "blue": 0, "odd": 92, "value": 92},
        "book": 94,
        "difference": -2,
        "set_off": {"credit": 0, "loan": 0},
        "cash_due": 92,
    }
    closed = house.scorekeeper.post(f"{sitting}/close")
    assert closed.status_code == 201, closed.text
    assert closed.json["status"] == "closed"
    assert house.owner.get(sitting).json["status"] == "closed"


def test_an_unopened_game_carries_its_pool_to_a_jack_pot(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, "deal; C passes; D passes; E passes; A passes; B passes")
    settlement = house.owner.get(f"{game}/settlement").json
    assert (settlement["awards"], settlement["carried_out"], settlement["pool"]) == ([], 3, 3)
    body = house.owner.get(sitting).json
    assert (body["carried"], body["jack_pot"]) == (3, {"minimum": "J"})
    following = house.owner.get(house.begin(sitting, dealer=None)).json
    assert (following["jack_pot"], following["carried_in"], following["pool"]) == ({"minimum": "J"}, 3, 3 + 5 * 3 + 3)


def test_a_replay_has_a_frame_for_every_step_and_one_on_request(house: House, played: tuple[str, str]) -> None:
    _, game = played
    replay = house.owner.get(f"{game}/replay").json
    assert [frame["step"] for frame in replay["frames"]] == list(range(20))
    assert replay["frames"][0]["entries"][0]["sentence"] == "A deals; B antes 3"
    assert replay["frames"][-1]["pool"] == 126
    at_step_2 = house.owner.get(f"{game}/replay?step=2").json
    assert at_step_2["frames"] == replay["frames"][2:3]
    assert at_step_2["frames"][0]["entries"][0]["law"] == 25
    assert house.owner.get(f"{game}/replay?step=20").status_code == 404


def test_lists_and_results_say_how_far_they_have_come(own_house: House) -> None:
    sitting = own_house.sit()
    game = own_house.begin(sitting)
    own_house.play(game, ILLUSTRATED)
    own_house.follow()
    position = str(own_house.position())
    sittings = own_house.owner.get(f"{own_house.path}/sittings?at_least={position}")
    assert sittings.headers["Poolbook-Position"] == position
    assert [s["id"] for s in sittings.json["items"]] == [sitting.rsplit("/", 1)[1]]
    listed = own_house.owner.get(f"{sitting}/games").json
    assert [(g["id"], g["number"], g["pool"], g["phase"]) for g in listed["items"]] == [
        (game.rsplit("/", 1)[1], 1, 126, "settled")
    ]
    for path in (f"{sitting}/results", f"{own_house.path}/results"):
        items = own_house.owner.get(path).json["items"]
        assert {own_house.letter[i["player"]]: i["net"] for i in items} == {
            "A": -24,
            "B": -48,
            "C": 78,
            "D": 0,
            "E": -6,
        }


@pytest.mark.parametrize("path", ["/sittings", "/members"])
def test_a_read_that_must_see_more_than_there_is_says_try_later(house: House, path: str, impatient: None) -> None:
    house.follow()
    position = house.position()
    answer = house.owner.get(f"{house.path}{path}?at_least={position}")
    assert (answer.status_code, answer.headers["Poolbook-Position"]) == (200, str(position))
    answer = house.owner.get(f"{house.path}{path}?at_least={position + 1}")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0


def test_lists_are_given_a_page_at_a_time(own_house: House) -> None:
    names: list[str] = []
    path: str | None = f"{own_house.path}/members?limit=2"
    while path:
        answer = own_house.owner.get(path)
        names += [item["name"] for item in answer.json["items"]]
        link = answer.headers.get("Link")
        assert (link is None) == (answer.json["next"] is None)
        path = link and link.partition("<")[2].partition(">")[0]
    assert names == list("ABCDE")
