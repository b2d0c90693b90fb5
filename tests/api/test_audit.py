"""The audit: everything done to the record afterwards, with who, when, why, and the state before and after."""

import json
from collections.abc import Callable
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from projections.audit import KINDS
from tests.acts import ILLUSTRATED
from tests.api.house import Desk, House
from tests.conftest import NoteSeed

KIND_OF_TOPIC = {
    "game.voided": "void",
    "game.paid": "paid",
    "sitting.game_stands": "as_played",
    "game.law_waived": "waiver",
    "game.ruled": "ruling",
    "game.unsealed": "unsealing",
    "club.part_erased": "erasure",
    "club.member_renamed": "renaming",
    "club.renamed": "renaming",
    "club.token_issued": "token_issued",
    "club.token_revoked": "token_revoked",
    "club.webhook_added": "webhook",
    "club.webhook_secret_renewed": "webhook",
    "club.webhook_removed": "webhook",
    "sitting.limits_set": "limits",
    "sitting.corrected": "correction",
    "sitting.articles_corrected": "correction",
}


def audit(house: House, query: str = "", desk: Desk | None = None) -> list[dict[str, Any]]:
    house.follow()
    answer = (desk or house.owner).get(f"{house.path}/audit{query}")
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json["items"]
    return items


def write(house: House, path: str, body: dict[str, Any], desk: Desk | None = None) -> Any:
    answer = (desk or house.scorekeeper).post(path, body)
    assert answer.status_code == 201, answer.text
    return answer.json


@pytest.fixture
def house(own_house: House) -> House:
    """A club of its own, because the audit covers the whole club."""
    return own_house


@pytest.fixture
def sitting(house: House) -> str:
    return house.sit()


@pytest.fixture
def game(house: House, sitting: str) -> str:
    """The illustrated game, settled: C takes 126."""
    path = house.begin(sitting)
    house.play(path, ILLUSTRATED)
    return path


def test_a_correction_shows_what_each_had_before_and_after_and_what_moved(house: House, game: str) -> None:
    sitting_id = house.owner.get(game).json["sitting"]
    paid = {"paid": {house.member["C"]: 100, house.member["B"]: 26}, "reason": "as they shared it"}
    write(house, f"{game}/paid", paid)
    (entry,) = audit(house, "?kind=paid")
    assert (entry["kind"], entry["reason"], entry["game"], entry["sitting"]) == (
        "paid",
        "as they shared it",
        game.split("/")[-1],
        sitting_id,
    )
    assert house.by_letter(entry["before"]["results"]) == {"A": -24, "B": -48, "C": 78, "D": 0, "E": -6}
    assert house.by_letter(entry["after"]["results"]) == {"A": -24, "B": -22, "C": 52, "D": 0, "E": -6}
    assert (entry["before"]["paid"], house.by_letter(entry["after"]["paid"])) == (None, {"B": 26, "C": 100})
    assert entry["before"]["awards"] == entry["after"]["awards"] == {house.member["C"]: 126}
    assert {m.split("/")[-1].split(":")[-1]: n for m, n in entry["moved"].items()} == {
        house.member["B"]: -26,
        house.member["C"]: 26,
    }
    assert sum(entry["moved"].values()) == 0
    assert (entry["stream"], entry["texts"]) == (game.split("/")[-1], ["reason"])


def test_a_struck_act_is_in_the_audit_with_its_step_and_its_author(house: House, sitting: str) -> None:
    game = house.begin(sitting)
    house.play(game, "deal; C stakes 6; D stakes 6")
    put_in = {"after": 2, "action": house.act("D stakes 9")}
    write(house, f"{game}/corrections", {"strike": [3], "insert": [put_in], "reason": "nine, not six"})
    (entry,) = audit(house, "?kind=correction")
    issued = {t["label"]: t["id"] for t in house.owner.get(f"{house.path}/tokens").json["items"]}
    assert entry["actor"] == {
        "token": issued["of scorekeeper"],
        "label": "of scorekeeper",
        "member": None,
        "role": "scorekeeper",
    }
    assert (entry["strikes"], entry["inserts"], entry["reason"]) == ([3], [4], "nine, not six")
    assert (entry["before"]["results"], entry["after"]["results"]) == (None, None)
    assert sum(entry["moved"].values()) == 0
    assert 3 in {abs(n) for n in entry["moved"].values()}


def test_a_struck_arrival_shows_the_seats_before_and_after(house: House) -> None:
    sitting = house.sit(players="ABC")
    arrival = {"player": house.member["D"], "left_of": house.member["A"]}
    entry_number = write(house, f"{sitting}/arrivals", arrival)["id"]
    write(house, f"{sitting}/corrections", {"strike": [entry_number], "reason": "he only looked on"})
    (entry,) = audit(house, f"?sitting={sitting.split('/')[-1]}&kind=correction")
    assert [house.letter[m] for m in entry["before"]["seats"]] == ["A", "D", "B", "C"]
    assert [house.letter[m] for m in entry["after"]["seats"]] == ["A", "B", "C"]
    assert (entry["strikes"], entry["entry"], entry["game"]) == ([entry_number], entry_number + 1, None)


def test_a_ruling_comes_with_its_dispute_and_a_void_with_those_who_agreed(house: House, sitting: str) -> None:
    game = house.begin(sitting)
    house.play(game, "deal; C stakes 6")
    laid = {"parties": [house.member["C"], house.member["D"]], "kind": "fact", "question": "Six?"}
    write(house, f"{game}/disputes", laid)
    write(house, f"{game}/disputes/1/ruling", {"referee": house.member["A"], "ruling": "Six."})
    everybody = list(house.member.values())
    write(house, f"{game}/void", {"reason": "begun by mistake", "agreed_by": everybody})
    void, ruling = audit(house, f"?game={game.split('/')[-1]}")
    assert (ruling["kind"], ruling["reason"], ruling["law"]) == ("ruling", "Six.", 77)
    assert (ruling["dispute"]["question"], ruling["dispute"]["n"]) == ("Six?", 1)
    assert (void["kind"], void["agreed_by"], void["after"]["phase"]) == ("void", everybody, "void")
    assert sum(void["moved"].values()) == 0


def test_an_unsealing_says_whose_hand_and_why_and_never_a_card(house: House) -> None:
    game = house.begin(house.sit())
    hands = {"A": "2c 3c 4c 5c 7d", "B": "2s 3s 4s 5s 7s", "C": "Ah Ad 6c 6d 9s", "D": "8h Jc Jd Jh Js"}
    cards = {house.member[p]: hand.split() for p, hand in hands.items()}
    write(house, f"{game}/actions", {"action": "deal", "cards": cards})
    house.play(game, "C stakes 6; D passes; E passes; A passes; B passes")
    write(house, f"{game}/unsealings", {"player": house.member["D"], "reason": "he asked"}, house.auditor)
    (entry,) = audit(house, "?kind=unsealing")
    assert (entry["player"], entry["reason"], entry["actor"]["role"]) == (house.member["D"], "he asked", "auditor")
    assert not [card for card in hands["D"].split() if f'"{card}"' in json.dumps(audit(house))]
    assert audit(house) == audit(house, desk=house.auditor)


def test_a_limit_lifted_by_name_shows_what_it_was(house: House, sitting: str) -> None:
    write(house, f"{sitting}/limits", {"player": house.member["B"], "loss": 20})
    write(house, f"{sitting}/limits", {"player": house.member["B"], "loss": None})
    lifted, first = audit(house, f"?kind=limits&member={house.member['B']}")
    assert (first["before"], first["after"]) == ({"loss": None, "stop_at": None}, {"loss": 20, "stop_at": None})
    assert (lifted["before"], lifted["after"]) == (first["after"], first["before"])
    assert lifted["player"] == house.member["B"]


def test_tokens_are_in_it_from_their_issue_to_their_end(house: House) -> None:
    issued = house.issue("player", "C")
    write(house, f"{house.path}/tokens/{issued['id']}/revoke", {}, house.owner)
    revoked, given = audit(house)[:2]
    assert (given["kind"], given["token"], given["before"]) == ("token_issued", issued["id"], None)
    assert given["after"] == {"role": "player", "member": house.member["C"], "expires_at": None}
    assert (revoked["kind"], revoked["token"], revoked["after"]) == ("token_revoked", issued["id"], None)
    assert revoked["before"] == given["after"]
    assert "pb_" not in json.dumps(audit(house))


def test_what_is_erased_is_gone_from_the_audit_which_says_that_it_was_erased(house: House, game: str) -> None:
    write(house, f"{game}/paid", {"paid": {house.member["C"]: 126}, "reason": "an unkind word"})
    (entry,) = audit(house, "?kind=paid")
    body = {"stream": entry["stream"], "version": entry["version"], "part": entry["texts"][0], "reason": "unkind"}
    write(house, f"{house.path}/erasures", body, house.owner)
    erasure, paid = audit(house)[:2]
    assert (paid["reason"], paid["texts"], paid["after"]) == (None, [], entry["after"])
    assert (erasure["kind"], erasure["reason"]) == ("erasure", "unkind")
    assert erasure["erased"] == {"stream": entry["stream"], "version": entry["version"], "part": "reason"}


def test_the_label_of_a_token_is_gone_from_what_was_done_with_it(house: House) -> None:
    token = house.issue("owner", None)
    desk = Desk(house.app, token["token"])
    member = write(house, f"{house.path}/members", {"name": "F"}, desk)["id"]
    write(house, f"{house.path}/members/{member}/erasure", {"reason": "asked"}, desk)
    (entry,) = audit(house, "?kind=erasure")
    assert entry["actor"]["label"] == "of owner"
    (issued,) = [e for e in audit(house, "?kind=token_issued") if e["token"] == token["id"]]
    body = {"stream": house.id, "version": issued["version"], "part": "label", "reason": "asked"}
    write(house, f"{house.path}/erasures", body, house.owner)
    assert [e["actor"]["label"] for e in audit(house, "?kind=erasure")][-1] is None


@pytest.mark.parametrize(
    ("query", "field"),
    [("?kind=gossip", "kind"), ("?member=A", "member"), ("?from=yesterday", "from"), ("?cursor=x", "cursor")],
)
def test_what_cannot_be_asked_is_a_problem(house: House, query: str, field: str) -> None:
    answer = house.owner.get(f"{house.path}/audit{query}")
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


def test_it_is_leafed_through_by_time_and_by_page_with_the_filter_kept(house: House) -> None:
    for _ in range(3):
        house.issue("auditor")
    whole = audit(house)
    assert [e["position"] for e in whole] == sorted((e["position"] for e in whole), reverse=True)
    at = whole[2]["at"]
    assert audit(house, f"?from={at}") == whole[:3]
    assert audit(house, f"?to={at}") == whole[3:]
    assert audit(house, f"?sitting={uuid4()}") == []
    items: list[dict[str, Any]] = []
    path: str | None = f"{house.path}/audit?kind=token_issued&limit=2"
    while path:
        answer = house.owner.get(path)
        items += answer.json["items"]
        link = answer.headers.get("Link")
        path = link.split(">")[0][1:] if link else None
        assert (path is None) == (answer.json["next"] is None)
    assert items == audit(house, "?kind=token_issued")


def test_who_may_not_inspect_the_club_is_told_nothing(house: House) -> None:
    for desk in (house.scorekeeper, house.desk("player", "A")):
        assert house.app.test_client().get(f"{house.path}/audit", headers=desk.headers()).status_code == 403


@pytest.mark.parametrize("seed", range(3))
def test_after_a_random_evening_the_audit_is_what_the_raw_record_says(
    new_house: Callable[[], House], seed: int, note_seed: NoteSeed
) -> None:
    note_seed(seed)
    chance, house = Random(seed), new_house()
    sitting = house.sit()
    games: list[str] = []
    for n in range(16):
        _something(house, sitting, games, chance, n)
    entries = audit(house, "?limit=200")
    expected = []
    for logged in house.store.notifications(0, 10_000):
        event = logged.recorded.event
        kind = KIND_OF_TOPIC.get(event.topic)
        if event.topic == "game.corrected":
            kind = "rebase" if event.begun else "correction"  # type: ignore[attr-defined]
        # A payment that stands after a correction is shown with the correction.
        if kind and not getattr(event, "stands", False):
            recorded = logged.recorded
            place = (str(recorded.originator_id), recorded.originator_version)
            expected.append((logged.position, kind, *place, recorded.actor.role))
    assert [
        (e["position"], e["kind"], e["stream"], e["version"], e["actor"]["role"]) for e in reversed(entries)
    ] == expected
    assert {e["kind"] for e in entries} > {"token_issued"}
    assert {e["kind"] for e in entries} <= set(KINDS)
    _check_money(house, entries, games)


def _something(house: House, sitting: str, games: list[str], chance: Random, n: int) -> None:
    """Do one thing that an owner or a scorekeeper might do, or go on with the games."""
    everybody = list(house.member.values())
    if not games or chance.random() < 0.3:
        games.append(house.begin(sitting, None if house.owner.get(sitting).json["next_dealer"] else "A"))
        house.play(games[-1], "deal")
        if chance.random() < 0.3:
            write(house, f"{games[-1]}/void", {"reason": f"void {n}", "agreed_by": everybody})
            return
        while (state := house.owner.get(games[-1]).json)["to_act"]:
            opener = state["highest"] <= 3
            player = house.letter[state["to_act"]]
            least = next((x["least"] for x in state["legal"] if x["action"] == "stake"), None)
            house.play(games[-1], f"{player} stakes {least}" if opener and least else f"{player} passes")
        return
    game = chance.choice(games)
    state = house.owner.get(game).json
    results = house.owner.get(f"{game}/settlement").json.get("awards", [])
    match chance.randrange(5):
        case 0 if state["phase"] == "settled" and results:
            winner, amount = results[0]["player"], results[0]["amount"]
            other = chance.choice([m for m in everybody if m != winner])
            some = chance.randrange(1, amount)
            write(house, f"{game}/paid", {"paid": {winner: amount - some, other: some}, "reason": f"paid {n}"})
        case 1:
            laid = {"parties": [chance.choice(everybody)], "kind": "law", "question": f"question {n}"}
            house.scorekeeper.post(f"{game}/disputes", laid)
            disputes = house.owner.get(f"{game}/disputes").json["items"]
            if disputes and not disputes[-1]["decided"] and disputes[-1]["referee"]:
                ruling = {"referee": disputes[-1]["referee"], "ruling": f"ruling {n}"}
                house.scorekeeper.post(f"{game}/disputes/{disputes[-1]['n']}/ruling", ruling)
        case 2:
            write(house, f"{sitting}/limits", {"player": chance.choice(everybody), "loss": None})
        case 3 if state["phase"] != "void":
            put_in = {"after": 0, "action": {"action": "shuffle", "player": everybody[0]}}
            correction = {"insert": [put_in], "reason": f"correction {n}"}
            house.scorekeeper.post(f"{game}/corrections", correction)
        case _:
            house.issue("auditor")


def _check_money(house: House, entries: list[dict[str, Any]], games: list[str]) -> None:
    """Check that each entry of a game begins where the one before it ended, and the last agrees with the settlement."""
    last: dict[str, dict[str, Any]] = {}
    for entry in reversed(entries):
        if entry["game"] and entry["after"]:
            assert sum(entry["moved"].values()) == 0
            before = last.get(entry["game"])
            if before and before["results"] is not None:
                assert entry["before"] == before
            last[entry["game"]] = entry["after"]
    for game in games:
        if (after := last.get(game.split("/")[-1])) and after["results"] is not None:
            assert house.owner.get(f"{game}/settlement").json["results"] == after["results"]
