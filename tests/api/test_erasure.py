"""Names and free texts erased over HTTP: gone from every answer and every table, while the record stays."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.api.house import Desk, House
from tests.api.test_access import ROUTES
from tests.club_tables import rows_of_club

SECRET = "Quirinius"
"""A word that stands nowhere else."""


@pytest.fixture
def house(own_house: House) -> House:
    """A club of its own, because every test searches the whole club for the erased words."""
    return own_house


@pytest.fixture
def named(house: House) -> str:
    """A member whose name is the word."""
    answer = house.owner.post(f"{house.path}/members", {"name": SECRET}, Idempotency_Key="enter")
    assert answer.status_code == 201
    member: str = answer.json["id"]
    house.member["Q"], house.letter[member] = member, "Q"
    return member


def erase_name(house: House, member: str, **headers: str) -> Any:
    return house.owner.post(f"{house.path}/members/{member}/erasure", {"reason": "He asked for it."}, **headers)


def erase(house: House, stream: str, version: int, part: str, desk: Desk | None = None) -> Any:
    body = {"stream": stream.split("/")[-1], "version": version, "part": part, "reason": "It was unkind."}
    return (desk or house.owner).post(f"{house.path}/erasures", body)


def everywhere(house: House, url: str) -> str:
    """Every row of the club in every table, as text."""
    rows = [row for rows in rows_of_club(url, house.id).values() for row in rows]
    assert rows
    return "\n".join(str([v.decode("latin-1") if isinstance(v, bytes) else v for v in row]) for row in rows)


def read_everything(house: House, sitting: str, game: str) -> str:
    house.follow()
    texts = []
    for method, path in ROUTES:
        if method == "GET" and not path.endswith("/events"):
            url = path.replace("{club}", house.id).replace("{member}", house.member["Q"])
            url = url.replace("/v1/sittings/{sitting}", sitting).replace("/v1/games/{game}", game)
            texts.append(house.owner.get(url).text)
    return "\n".join(texts)


def test_an_erased_name_is_nowhere_any_more_and_the_id_stands_for_it(
    house: House, named: str, database_url: str
) -> None:
    house.issue("player", "Q")
    label = {"role": "player", "label": f"{SECRET}'s telephone", "member": named}
    assert house.owner.post(f"{house.path}/tokens", label).status_code == 201
    sitting = house.sit(players="ABQ")
    game = house.begin(sitting)
    house.play(game, "deal; Q stakes 6; A passes; B passes")
    before = read_everything(house, sitting, game)
    assert SECRET in before
    assert SECRET in everywhere(house, database_url)
    bytes_before = [logged.stored.state for logged in house.store.notifications(0, 1000)]
    answer = erase_name(house, named)
    assert answer.status_code == 201, answer.text
    assert (answer.json["id"], answer.json["name"]) == (named, None)
    assert [erased["part"] for erased in answer.json["erased"]] == ["name", "label", "label"]
    members = house.owner.get(f"{house.path}/members").json["items"]
    assert {"id": named, "name": None} in members
    assert [t["label"] for t in house.owner.get(f"{house.path}/tokens").json["items"] if t["member"] == named] == [
        None,
        None,
    ]
    after = read_everything(house, sitting, game)
    assert SECRET not in after
    assert named in after
    assert SECRET not in everywhere(house, database_url)
    assert [logged.stored.state for logged in house.store.notifications(0, 1000)][: len(bytes_before)] == bytes_before


def test_an_erasure_is_carried_out_once_however_often_it_is_sent(house: House, named: str) -> None:
    first = erase_name(house, named, Idempotency_Key="erase")
    again = erase_name(house, named, Idempotency_Key="erase")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json["erased"] == first.json["erased"]
    position = house.position()
    other = erase_name(house, named)
    assert (other.status_code, other.json["code"], other.json["law"]) == (422, "erased", None)
    assert house.position() == position


def test_after_the_erasure_no_guess_at_the_name_can_be_tried(house: House, named: str) -> None:
    path = f"{house.path}/members"
    assert house.owner.post(path, {"name": "Somebody"}, Idempotency_Key="enter").status_code == 422
    erase_name(house, named)
    for guess in (SECRET, "Somebody"):
        answer = house.owner.post(path, {"name": guess}, Idempotency_Key="enter")
        assert (answer.status_code, answer.json["id"], answer.json["name"]) == (201, named, None)
        assert answer.headers["Idempotency-Replayed"] == "true"


def test_only_a_member_has_a_name_to_be_erased(new_house: Callable[[], House]) -> None:
    here, there = new_house(), new_house()
    for stranger in (str(uuid4()), there.member["A"], "nobody"):
        assert erase_name(here, stranger).status_code == 404
    assert erase_name(here, here.member["A"], If_Match='"1"').status_code == 412
    missing = here.owner.post(f"{here.path}/members/{here.member['A']}/erasure", {})
    assert (missing.status_code, list(missing.json["errors"])) == (422, ["reason"])


def noted_game(house: House) -> tuple[str, str]:
    """A sitting and its game, with a note, a dispute, and a correction that inserts an act."""
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, "deal")
    body = {**house.act("C stakes 6"), "note": f"a note on {SECRET}"}
    assert house.scorekeeper.post(f"{game}/actions", body).status_code == 201
    house.play(game, "D stakes 6")
    body = {"parties": [house.member["C"], house.member["D"]], "kind": "fact", "question": f"Did {SECRET} stake?"}
    assert house.scorekeeper.post(f"{game}/disputes", body).status_code == 201
    evidence = {"witness": house.member["E"], "can_give": True, "statement": f"{SECRET} did."}
    assert house.scorekeeper.post(f"{game}/disputes/1/evidence", evidence).status_code == 201
    put_in = {"after": 2, "action": {**house.act("D stakes 9"), "note": f"{SECRET} again"}}
    ruling = {
        "referee": house.member["A"],
        "ruling": f"Nine, said {SECRET}.",
        "correction": {"strike": [3], "insert": [put_in]},
    }
    assert house.scorekeeper.post(f"{game}/disputes/1/ruling", ruling).status_code == 201
    return sitting, game


def test_every_text_of_a_game_can_be_found_and_erased(house: House, named: str, database_url: str) -> None:
    sitting, game = noted_game(house)
    erase_name(house, named)
    state = house.owner.get(game).json
    texts = []
    for line in house.owner.get(f"{game}/actions").json["items"]:
        texts += [(line["version"], part) for part in line["texts"]]
    assert {part.split("/")[-1] for _, part in texts} == {"note", "question", "statement", "ruling", "reason"}
    (dispute,) = house.owner.get(f"{game}/disputes").json["items"]
    assert (dispute["version"], "question") in texts
    assert (dispute["evidence"][0]["version"], "statement") in texts
    assert (dispute["ruling_version"], "ruling") in texts
    erased_texts: set[tuple[int, str]] = set()
    for version, part in texts:
        answer = erase(house, game, version, part)
        if (version, part) in erased_texts:
            assert answer.json["code"] == "erased"  # it went with the ruling that it repeats
            continue
        assert answer.status_code == 201, answer.text
        erased_texts |= {(erased["version"], erased["part"]) for erased in answer.json["erased"]}
    assert erased_texts == set(texts)
    assert SECRET not in read_everything(house, sitting, game)
    assert SECRET not in everywhere(house, database_url)
    after = house.owner.get(game).json
    assert after == state
    assert all(not line["texts"] for line in house.owner.get(f"{game}/actions").json["items"])


def test_a_note_stays_erased_through_a_later_correction(house: House, named: str) -> None:
    _, game = noted_game(house)
    lines = house.owner.get(f"{game}/actions").json["items"]
    noted = next(line for line in lines if line["step"] == 2)
    assert erase(house, game, noted["version"], "note").status_code == 201
    correction = {"strike": [2], "insert": [{"after": 1, "action": house.act("C stakes 7")}], "reason": "a slip"}
    assert house.scorekeeper.post(f"{game}/corrections", correction).status_code == 201
    lines = house.owner.get(f"{game}/actions").json["items"]
    notes = [line["note"] for line in lines if line.get("note")]
    assert notes == [f"{SECRET} again"]


def test_an_erased_reason_of_an_erasure_leaves_only_that_there_was_one(house: House, named: str) -> None:
    erase_name(house, named)
    version = house.clubs.books(UUID(house.id)).club().version
    assert erase(house, house.id, version, "reason").status_code == 201
    again = erase(house, house.id, version, "reason")
    assert again.json["code"] == "erased"


@pytest.mark.parametrize(
    ("version", "part", "field", "says"),
    [
        (2, "hands", "part", "holds no words"),
        (3, "discards", "part", "can be erased: note"),
        (3, "turn", "part", "can be erased: note"),
        (99, "note", "version", "the versions 1 to"),
    ],
)
def test_nothing_that_the_laws_judge_by_is_erased(
    house: House, named: str, version: int, part: str, field: str, says: str
) -> None:
    _, game = noted_game(house)
    position = house.position()
    answer = erase(house, game, version, part)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])
    assert says in answer.json["detail"]
    assert house.position() == position


def test_what_is_not_this_clubs_cannot_be_erased(new_house: Callable[[], House]) -> None:
    here, there = new_house(), new_house()
    game = there.begin(there.sit())
    for stream in (game, there.id, str(uuid4())):
        answer = erase(here, stream, 1, "note")
        assert (answer.status_code, list(answer.json["errors"])) == (422, ["stream"])
    assert erase(there, game, 1, "note", there.scorekeeper).status_code == 403


def test_players_are_not_told_what_there_is_to_erase(house: House, named: str) -> None:
    _, game = noted_game(house)
    for line in house.desk("player", "A").get(f"{game}/actions").json["items"]:
        assert line["texts"] == []


def test_the_entries_of_a_sitting_tell_their_versions(house: House, named: str) -> None:
    sitting = house.sit()
    correction = {"strike": [1], "reason": f"{SECRET} was not there"}
    assert house.scorekeeper.post(f"{sitting}/corrections", correction).status_code == 201
    entry = house.owner.get(f"{sitting}/entries").json["items"][-1]
    assert SECRET in entry["reason"]
    assert erase(house, sitting, entry["version"], "reason").status_code == 201
    assert house.owner.get(f"{sitting}/entries").json["items"][-1]["reason"] is None
