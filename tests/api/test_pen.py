"""The pen: one scorekeeper writes down the games of a table, and the others read."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from werkzeug.test import TestResponse

from ledger.application.club_books import ClubBooks
from ledger.exports import FORMATS
from ledger.gamefile.export import from_events
from ledger.gamefile.lines import Act
from ledger.store import ClubStore
from tests.acts import ILLUSTRATED
from tests.api.house import Desk, House
from tests.api.test_repeats_and_races import at_once, repeated


def issue(house: House, label: str, role: str = "scorekeeper") -> tuple[str, Desk]:
    """The id of a new token with a label, and a client with it."""
    issued = house.owner.post(f"{house.path}/tokens", {"role": role, "label": label}).json
    return issued["id"], Desk(house.app, issued["token"])


def take(desk: Desk, sitting: str, **headers: str) -> TestResponse:
    answer = desk.post(f"{sitting}/pen", {}, **headers)
    assert answer.status_code == 201, answer.text
    return answer


def refusal(answer: TestResponse) -> tuple[Any, ...]:
    body = answer.json
    return answer.status_code, body["type"], body.get("law"), body.get("code"), body["detail"]


HELD = (422, "/problems/refused", None, "pen_held", "the tablet keeps the score at this table: take the pen to write")


def test_a_sitting_names_the_token_that_has_the_pen(house: House) -> None:
    sitting, (_, tablet) = house.sit(), issue(house, "the tablet")
    assert house.owner.get(sitting).json["pen"] is None
    taken = take(tablet, sitting)
    assert taken.json["pen"] == "the tablet"
    assert taken.json["position"] == int(taken.headers["Poolbook-Position"]) == house.position()
    assert taken.headers["ETag"] == f'"{taken.json["version"]}"'
    for desk in (house.owner, house.auditor, house.desk("player", "A")):
        assert desk.get(sitting).json["pen"] == "the tablet"


def test_while_nobody_has_the_pen_everybody_who_may_record_writes(house: House) -> None:
    game = house.begin(house.sit())
    _, other = issue(house, "another")
    assert other.post(f"{game}/actions", {"action": "deal"}).status_code == 201
    assert house.owner.post(f"{game}/actions", house.act("C stakes 6")).status_code == 201


def test_a_game_is_begun_and_written_down_by_him_who_has_the_pen(house: House) -> None:
    sitting, (_, tablet), everybody = house.sit(), issue(house, "the tablet"), [*house.member.values()]
    take(tablet, sitting)
    begin = {"dealer": house.member["A"]}
    before = house.position()
    assert refusal(house.scorekeeper.post(f"{sitting}/games", begin)) == HELD
    game = f"/v1/games/{tablet.post(f'{sitting}/games', begin).json['id']}"
    for path, body in (
        ("actions", {"action": "deal"}),
        ("waivers", {"law": 22, "agreed_by": everybody}),
        ("void", {"reason": "by mistake", "agreed_by": everybody}),
    ):
        assert refusal(house.scorekeeper.post(f"{game}/{path}", body)) == HELD
    assert tablet.post(f"{game}/actions", {"action": "deal"}).status_code == 201
    strike = {"strike": [1], "reason": "not yet"}
    assert refusal(house.scorekeeper.post(f"{game}/corrections", strike)) == HELD
    assert tablet.post(f"{game}/corrections", strike).status_code == 201
    assert house.position() == before + 5


def test_the_till_disputes_payments_and_finished_games_do_not_ask_for_the_pen(house: House) -> None:
    sitting, (_, tablet), member = house.sit(), issue(house, "the tablet"), house.member
    game = house.begin(sitting)
    house.play(game, ILLUSTRATED)
    take(tablet, sitting)
    running = f"/v1/games/{tablet.post(f'{sitting}/games', {}).json['id']}"
    write = house.scorekeeper.post
    laid = {"parties": [member["D"]], "kind": "fact", "question": "Who dealt?"}
    assert write(f"{running}/disputes", laid).status_code == 201
    assert tablet.post(f"{running}/void", {"reason": "by mistake", "agreed_by": [*member.values()]}).status_code == 201
    sale = {"player": member["A"], "red": 1, "white": 0, "blue": 0}
    assert write(f"{sitting}/counter-sales", sale).status_code == 201
    passed_again = {"strike": [3], "insert": [{"after": 3, "action": house.act("D passes")}], "reason": "as it was"}
    corrected = write(f"{game}/corrections", passed_again)
    assert corrected.status_code == 201, corrected.text
    awards = {award["player"]: award["amount"] for award in corrected.json["settlement"]["awards"]}
    assert write(f"{game}/paid", {"paid": awards, "reason": "as awarded"}).status_code == 201


def test_a_ruling_that_corrects_a_running_game_asks_for_the_pen(house: House) -> None:
    sitting, (_, tablet), member = house.sit(), issue(house, "the tablet"), house.member
    game = house.begin(sitting)
    house.play(game, "deal; C stakes 6")
    take(tablet, sitting)
    laid = {"parties": [member["C"]], "kind": "fact", "question": "Did he stake?"}
    referee = house.scorekeeper.post(f"{game}/disputes", laid).json["referee"]
    ruling = {"referee": referee, "ruling": "No.", "correction": {"strike": [2]}}
    assert refusal(house.scorekeeper.post(f"{game}/disputes/1/ruling", ruling)) == HELD
    assert house.scorekeeper.post(f"{game}/disputes/1/ruling", {**ruling, "correction": None}).status_code == 201


def test_the_pen_is_taken_from_another_in_the_middle_of_a_game(house: House) -> None:
    sitting, (_, tablet) = house.sit(), issue(house, "the tablet")
    game = house.begin(sitting)
    house.play(game, "deal")
    take(tablet, sitting)
    assert refusal(house.scorekeeper.post(f"{game}/actions", house.act("C stakes 6"))) == HELD
    assert tablet.post(f"{game}/actions", house.act("C stakes 6")).status_code == 201
    take(house.scorekeeper, sitting)
    assert tablet.post(f"{game}/actions", house.act("D passes")).json["code"] == "pen_held"
    assert house.scorekeeper.post(f"{game}/actions", house.act("D passes")).status_code == 201


def test_who_has_the_pen_and_takes_it_changes_nothing(house: House) -> None:
    sitting, (_, tablet) = house.sit(), issue(house, "the tablet")
    first, again = repeated(tablet, f"{sitting}/pen", {})
    assert first.json == again.json
    before = house.position()
    other_key = take(tablet, sitting, Idempotency_Key="another")
    assert other_key.headers["Idempotency-Replayed"] == "true"
    assert {**other_key.json, "position": 0} == {**first.json, "position": 0}
    assert house.position() == before


def test_a_repeat_that_comes_late_takes_the_pen_from_nobody(house: House) -> None:
    sitting, (_, tablet) = house.sit(), issue(house, "the tablet")
    take(tablet, sitting, Idempotency_Key="k")
    take(house.scorekeeper, sitting)
    take(tablet, sitting, Idempotency_Key="k")
    assert house.owner.get(sitting).json["pen"] == "of scorekeeper"


def test_the_pen_of_a_revoked_token_is_nobodys(house: House) -> None:
    sitting, (token, tablet) = house.sit(), issue(house, "the tablet")
    take(tablet, sitting)
    game = f"/v1/games/{tablet.post(f'{sitting}/games', {'dealer': house.member['A']}).json['id']}"
    tag = house.owner.get(sitting).headers["ETag"]
    house.owner.post(f"{house.path}/tokens/{token}/revoke")
    seen = house.owner.get(sitting, If_None_Match=tag)
    assert (seen.status_code, seen.json["pen"]) == (200, None)
    assert house.scorekeeper.post(f"{game}/actions", {"action": "deal"}).status_code == 201


def test_a_token_whose_label_was_erased_keeps_the_pen_under_its_id(own_house: House) -> None:
    sitting, (token, tablet) = own_house.sit(), issue(own_house, "the tablet")
    take(tablet, sitting)
    version = own_house.store.version(UUID(own_house.id))
    erasure = {"stream": own_house.id, "version": version, "part": "label", "reason": "asked for"}
    assert own_house.owner.post(f"{own_house.path}/erasures", erasure).status_code == 201
    assert own_house.owner.get(sitting).json["pen"] == token


@pytest.mark.parametrize("role", ["auditor", "player"])
def test_who_may_not_record_may_not_take_the_pen(house: House, role: str) -> None:
    sitting = house.sit()
    desk = house.desk(role, "A" if role == "player" else None)
    answer = desk.post(f"{sitting}/pen", {})
    assert (answer.status_code, answer.json["type"]) == (403, "/problems/forbidden")


def test_the_pen_of_another_club_of_no_sitting_and_of_a_closed_one(
    house: House, new_house: Callable[[], House]
) -> None:
    sitting = house.sit(funds=0)
    stranger = new_house().scorekeeper
    assert stranger.post(f"{sitting}/pen", {}).status_code == 404
    assert stranger.post(f"/v1/sittings/{house.id}/pen", {}).status_code == 404
    assert house.scorekeeper.post(f"{sitting}/pen", {"force": True}).status_code == 422
    assert house.scorekeeper.post(f"{sitting}/pen", {}, If_Match='"99"').status_code == 412
    house.scorekeeper.post(f"{sitting}/close")
    assert house.scorekeeper.post(f"{sitting}/pen", {}).status_code == 422


def test_an_act_that_races_with_the_pen_loses(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, (_, tablet) = house.sit(), issue(house, "the tablet")
    game = house.begin(sitting)
    save, taken = ClubStore.save, list[bool]()

    def taken_first(store: ClubStore, *arguments: Any) -> int:
        """The pen is taken after the act was decided on, and before it is saved."""
        if not taken:
            taken.append(True)
            take(tablet, sitting)
        return save(store, *arguments)

    monkeypatch.setattr(ClubStore, "save", taken_first)
    assert refusal(house.scorekeeper.post(f"{game}/actions", {"action": "deal"})) == HELD
    assert house.owner.get(game).json["phase"] == "ante"


def test_of_many_who_take_the_pen_at_once_the_last_has_it(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    desks = [issue(house, f"tablet {n}")[1] for n in range(6)]
    at_once(house.app, None, 6, lambda _, n: take(desks[n], sitting))
    pen = house.owner.get(sitting).json["pen"]
    answers = [desk.post(f"{game}/actions", {"action": "shuffle"}).status_code for desk in desks]
    assert answers == [201 if pen == f"tablet {n}" else 422 for n in range(6)]


def test_an_act_loads_its_own_game_only(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, (_, tablet) = house.sit(), issue(house, "the tablet")
    take(tablet, sitting)
    game = f"/v1/games/{tablet.post(f'{sitting}/games', {'dealer': house.member['A']}).json['id']}"
    for name in ("sitting_events", "sitting", "club"):
        monkeypatch.setattr(ClubBooks, name, lambda *_, at=None: pytest.fail("loaded") if at is None else None)
    assert tablet.post(f"{game}/actions", {"action": "deal"}).status_code == 201


def test_a_game_that_is_played_on_is_written_by_him_who_has_the_pen_now(house: House) -> None:
    sitting, (_, first), (_, second) = house.sit(), issue(house, "the first"), issue(house, "the tablet")
    take(first, sitting)
    game = f"/v1/games/{first.post(f'{sitting}/games', {'dealer': house.member['A']}).json['id']}"
    for act in ("deal", "C passes", "D passes", "E passes", "A passes", "B passes"):
        assert first.post(f"{game}/actions", house.act(act)).status_code == 201
    take(second, sitting)
    assert first.post(f"{game}/corrections", {"strike": [6], "reason": "not yet"}).status_code == 201
    assert refusal(first.post(f"{game}/actions", house.act("B passes"))) == HELD
    assert second.post(f"{game}/actions", house.act("B passes")).status_code == 201


def as_file(house: House, sitting: str, game: str) -> list[Act]:
    """The lines of the game file of a sitting."""
    books, game_id = house.clubs.books(UUID(house.id)), UUID(game[10:])
    file = from_events(books.sitting_events(UUID(sitting[13:])), {str(game_id): books.game_events(game_id)}, {})
    return [line.act for line in file.lines]


def test_the_pen_is_on_the_record_and_no_part_of_the_play(own_house: House) -> None:
    house = own_house
    sitting, plain = house.sit(), house.sit()
    take(house.scorekeeper, sitting)
    games = [house.begin(place) for place in (sitting, plain)]
    for game in games:
        house.play(game, "deal; C stakes 6")
    take(house.owner, sitting)
    take(house.scorekeeper, sitting)
    strike = {"strike": [2], "reason": "a slip"}
    for game in games:
        assert house.scorekeeper.post(f"{game}/corrections", strike).status_code == 201
        house.play(game, "C passes; D passes; E passes; A passes; B passes")
    house.follow()
    replays = [house.owner.get(f"{game}/replay").json["frames"] for game in games]
    assert replays[0] == replays[1]
    records = [house.owner.get(f"{game}/actions").json["items"] for game in games]
    assert [(line["type"], line["step"], line["struck"]) for line in records[0]] == [
        (line["type"], line["step"], line["struck"]) for line in records[1]
    ]
    settlements = [house.owner.get(f"{game}/settlement").json for game in games]
    assert settlements[0] == settlements[1]
    files = [as_file(house, place, game) for place, game in zip((sitting, plain), games, strict=True)]
    assert files[0] == files[1]
    assert house.owner.post(f"{house.path}/verify").json["ok"]


def test_everybody_hears_that_the_pen_was_taken_and_players_not_by_which_token(own_house: House) -> None:
    sitting, (token, tablet) = own_house.sit(), issue(own_house, "the tablet")
    own_house.begin(sitting)
    take(tablet, sitting)

    def heard(desk: Desk) -> list[tuple[str, str | None]]:
        lines = map(json.loads, desk.get(f"{own_house.path}/events").text.splitlines())
        return [(line["topic"], line["event"]["token"]) for line in lines if line["topic"].endswith(".pen_taken")]

    assert heard(own_house.auditor) == [("sitting.pen_taken", token), ("game.pen_taken", token)]
    assert heard(own_house.desk("player", "A")) == [("sitting.pen_taken", None), ("game.pen_taken", None)]


def test_every_format_can_be_written_out_of_a_game_with_a_pen(own_house: House) -> None:
    sitting = own_house.sit()
    take(own_house.scorekeeper, sitting)
    own_house.play(own_house.begin(sitting), ILLUSTRATED)
    for name in FORMATS:
        of_sitting = f"?sitting={sitting[13:]}" if name != "jsonl" else ""
        answer = own_house.owner.get(f"{own_house.path}/exports/{name}{of_sitting}")
        assert answer.status_code == 200, (name, answer.text)
