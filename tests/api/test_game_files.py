"""Game files over HTTP: judged as the command line judges them, recorded once."""

from importlib.resources import files

import pytest
from werkzeug.test import TestResponse

from api.requests import LARGEST_BODY
from ledger.application.club_books import ClubBooks
from tests.api.house import Desk, House
from tests.api.problems import forbidden_by, refused_as

EVENING = files("ops.demo").joinpath("illustrated.game").read_text().replace("currency GBP", "currency LSD")
TYPE = "text/plain; charset=utf-8"


@pytest.fixture
def house(own_house: House) -> House:
    """A club for each test, in which the same evening can be recorded."""
    return own_house


def send(house: House, desk: Desk, text: str | bytes, query: str = "", content_type: str = TYPE) -> TestResponse:
    data = text if isinstance(text, bytes) else text.encode()
    return desk.post(f"{house.path}/game-files{query}", data=data, content_type=content_type)


def test_a_file_is_recorded_and_sent_again_adds_nothing(house: House) -> None:
    answer = send(house, house.scorekeeper, EVENING)
    assert answer.status_code == 201, answer.text
    recorded = answer.json
    assert recorded["results"] == {"A": -24, "B": -48, "C": 78, "D": 0, "E": -6}
    assert recorded["players"] == house.member
    sitting = answer.headers["Location"]
    assert sitting == f"/v1/sittings/{recorded['sitting']}"
    assert house.owner.get(sitting).json["held_on"]
    (game,) = recorded["games"]
    assert house.owner.get(f"/v1/games/{game}").json["phase"] == "settled"
    assert {line["role"] for line in house.owner.get(f"/v1/games/{game}/actions").json["items"]} == {"scorekeeper"}
    assert answer.headers["Poolbook-Position"] == str(recorded["position"]) == str(house.position())
    again = send(house, house.scorekeeper, EVENING)
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert again.json == {**recorded, "replayed": recorded["lines"]}
    assert str(house.position()) == answer.headers["Poolbook-Position"]
    events = house.store.load(ClubBooks(house.store.club, house.store).latest_game())
    assert {event.actor.token for event in events} != {None}


def test_a_dry_run_judges_and_records_nothing(house: House) -> None:
    before = house.position()
    answer = send(house, house.scorekeeper, EVENING, "?dry_run=true")
    assert answer.status_code == 200, answer.text
    assert (answer.json["sitting"], answer.json["games"], answer.json["players"]) == (None, [], house.member)
    assert answer.json["results"] == {"A": -24, "B": -48, "C": 78, "D": 0, "E": -6}
    assert house.position() == before


def test_every_slip_is_named_by_its_line_and_nothing_is_recorded(house: House) -> None:
    before = house.position()
    lines = EVENING.splitlines()
    stake = lines.index(next(line for line in lines if line.startswith("C stakes 6")))
    unread = [*lines[:stake], "C dances", "C steaks 6", *lines[stake + 1 :]]
    for query in ("", "?dry_run=true"):
        problem = refused_as(send(house, house.scorekeeper, "\n".join(unread), query), 422, "invalid")
        assert [slip["line"] for slip in problem["slips"]] == [stake + 1, stake + 2]
        assert set(problem["errors"]) == {f"line {stake + 1}", f"line {stake + 2}"}
        assert problem["recorded"] == 0
    small = "\n".join([*lines[:stake], "C stakes 2", *lines[stake + 1 :]])
    (slip,) = refused_as(send(house, house.scorekeeper, small), 422, "invalid")["slips"]
    assert (slip["line"], slip["law"]) == (stake + 1, 25)
    assert refused_as(send(house, house.scorekeeper, ""), 422, "invalid")["slips"]
    assert refused_as(send(house, house.scorekeeper, EVENING.replace("C stakes 6", "C stakes \0")), 422, "invalid")
    assert house.position() == before


def test_players_whom_the_club_does_not_know_are_entered_by_those_who_may(house: House) -> None:
    before = house.position()
    evening = EVENING.replace("E", "Ernest")
    (slip,) = refused_as(send(house, house.scorekeeper, evening), 422, "invalid")["slips"]
    assert slip["message"].startswith("no member of the club is called Ernest; ")
    assert (slip["column"], slip["code"]) == (evening.splitlines()[slip["line"] - 1].index("Ernest") + 1, "no_member")
    refused_as(send(house, house.scorekeeper, evening, "?add_members=true"), 403, "forbidden")
    dry = send(house, house.owner, evening, "?add_members=true&dry_run=true")
    assert (dry.status_code, dry.json["players"]["Ernest"]) == (200, None)
    assert house.position() == before
    answer = send(house, house.owner, evening, "?add_members=true")
    assert answer.status_code == 201, answer.text
    names = {member["id"]: member["name"] for member in house.owner.get(f"{house.path}/members").json["items"]}
    assert names[answer.json["players"]["Ernest"]] == "Ernest"


def test_names_that_the_club_cannot_tell_apart_are_slips_and_nobody_is_entered(house: House) -> None:
    twice = house.owner.post(f"{house.path}/members", {"name": "B", "same_name": True})
    assert twice.status_code == 201
    before = house.position()
    for old, new, message in (
        ("E", "D\u200b", "holds U+200B"),
        ("E", "d", "D and d are one name to the club"),
        ("E", "E", "several members are called B: rename them first"),
    ):
        evening = EVENING if old == new else EVENING.replace(old, f'"{new}"')
        answer = send(house, house.owner, evening, "?add_members=true")
        assert any(message in slip["message"] for slip in refused_as(answer, 422, "invalid")["slips"]), answer.text
    assert house.position() == before


def test_an_evening_that_stands_already_is_recorded_a_second_time_only_if_that_is_said(house: House) -> None:
    first = send(house, house.scorekeeper, EVENING).json
    for desk, text in ((house.owner, EVENING), (house.scorekeeper, f"# as amended\n{EVENING}")):
        answer = send(house, desk, text, "?dry_run=true")
        forbidden_by(answer, None, "stands_already")
        assert answer.json["sitting"] == first["sitting"]
    other = send(house, house.owner, EVENING, "?anyway=true")
    assert (other.status_code, other.json["sitting"] != first["sitting"]) == (201, True)


def test_a_recording_that_broke_off_goes_on_when_the_file_is_sent_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    act, acts = ClubBooks.act, list[object]()

    def breaking(books: ClubBooks, *given: object) -> object:
        acts.append(given)
        if len(acts) == 5:
            raise ConnectionError
        return act(books, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(ClubBooks, "act", breaking)
    assert send(house, house.scorekeeper, EVENING).status_code == 500
    answer = send(house, house.scorekeeper, EVENING)
    assert answer.status_code == 201, answer.text
    assert 0 < answer.json["replayed"] < answer.json["lines"]
    assert answer.json["results"] == {"A": -24, "B": -48, "C": 78, "D": 0, "E": -6}


@pytest.mark.parametrize("role", ["auditor", "player"])
def test_who_may_not_record_may_not_send_a_file(house: House, role: str) -> None:
    refused_as(
        send(house, house.desk(role, "A" if role == "player" else None), EVENING, "?dry_run=true"), 403, "forbidden"
    )


def test_a_file_is_text_in_utf_8_of_a_bounded_size(house: House) -> None:
    before = house.position()
    for content_type in ("application/json", "text/plain; charset=latin-1", "text/html"):
        refused_as(send(house, house.owner, EVENING, content_type=content_type), 415, "unsupported-media-type")
    for content_type in ("application/octet-stream", "text/plain"):
        answer = send(house, house.owner, EVENING, "?dry_run=true", content_type=content_type)
        assert answer.status_code == 200, answer.text
    refused_as(send(house, house.owner, b"players \xff"), 400, "malformed")
    refused_as(send(house, house.owner, "#".ljust(LARGEST_BODY + 1)), 413, "too-large")
    for query in ("?dry_run=yes", "?dry=true"):
        refused_as(send(house, house.owner, EVENING, query), 422, "invalid")
    assert house.position() == before
