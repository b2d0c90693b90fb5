"""The audit log over HTTP: checkpoints, receipts that hold without the service, and proofs that it has only grown."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from ledger.store import SharedDatastore
from ops import verify_receipt
from ops.verify_receipt import Wrong
from projections import READ_MODELS
from projections.follow import ClubFollower
from projections.merkle import newest_checkpoint
from projections.signing import KEY_FILE, Sealer, Signer, key_in
from projections.tables import ReadTables
from tests.acts import ILLUSTRATED
from tests.api.house import Desk, House
from tests.api.test_after_the_close import closed, mended, pay

HANDS = {
    "B": ["Kh", "Kd", "2c", "3c", "9d"],
    "C": ["Ah", "Ad", "5c", "6d", "9s"],
    "D": ["2h", "3h", "4h", "7s", "8s"],
    "E": ["2d", "3d", "4d", "7c", "8c"],
    "A": ["Qh", "Qd", "Qs", "4c", "7h"],
}
PLAY = """
    C stakes 6; D passes; E stakes 6; A stakes 18; B stakes 15
    B draws 2; C stakes 12; C draws 0; E passes; A draws 1
    C stakes 6; A stakes 6; B stakes 18; C stakes 24; A passes; B stakes 12
    C shows Ah Ad 5c 6d 9s; B shows Kh Kd 5h 6c 9d
"""


@pytest.fixture
def house(own_house: House) -> House:
    """A club of its own, because its log is signed with the key of the test."""
    return own_house


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    """A key of the test's own."""
    return Signer(key_in(tmp_path / KEY_FILE), tmp_path / "checkpoints")


def tables_of(house: House) -> ReadTables:
    return ReadTables(SharedDatastore(house.clubs.pool, UUID(house.id)))


def sign(house: House, signer: Signer) -> None:
    """Follow the log to its end, and sign it."""
    tables = tables_of(house)
    follower = ClubFollower(house.store, tables, READ_MODELS, Sealer(signer, UUID(house.id), tables))
    while follower.advance(10_000):
        pass


def deal(house: House, game: str, **more: Any) -> None:
    body = {"action": "deal", "cards": {house.member[m]: cards for m, cards in HANDS.items()}, **more}
    answer = house.scorekeeper.post(f"{game}/actions", body)
    assert answer.status_code == 201, answer.text


def receipt(desk: Desk, house: House, game: str) -> dict[str, Any]:
    answer = desk.get(f"{house.path}/log/receipt?game={game.rsplit('/', 1)[1]}")
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json
    return body


def proves(receipt: dict[str, Any], house: House, signer: Signer) -> str:
    """The sentences of the verifier about a receipt."""
    return "\n".join(verify_receipt.verify(json.dumps(receipt), [signer.vkey(UUID(house.id))]))


def sealed(receipt: dict[str, Any]) -> dict[str, str]:
    """The sealed parts of a receipt, by the version of their event and their name."""
    return {f"{e['version']} {part['part']}": part["body"] for e in receipt["events"] for part in e["sealed"]}


# Checkpoints


def test_the_checkpoint_is_the_signed_root_and_says_how_far_it_goes(house: House, signer: Signer) -> None:
    house.play(house.begin(house.sit()), ILLUSTRATED)
    desks = (house.owner, house.scorekeeper, house.auditor, house.desk("player", "A"))
    sign(house, signer)
    for desk in desks:
        answer = desk.get(f"{house.path}/log/checkpoint?at_least={house.position()}")
        assert answer.status_code == 200
        body = answer.json
        assert answer.headers["Poolbook-Position"] == str(body["position"]) == str(house.position())
        assert body["vkey"] == signer.vkey(UUID(house.id))
        assert body["note"].split("\n")[:3] == [f"poolbook/{house.id}", str(body["size"]), body["root"]]
        key = verify_receipt.key_of(body["vkey"])
        checkpoint = verify_receipt.checkpoint_of(body["note"], house.id, [key], "the note")
        assert (checkpoint.size, base64.b64encode(checkpoint.root).decode()) == (body["size"], body["root"])


def test_the_bare_note_is_answered_to_who_asks_for_text(house: House, signer: Signer) -> None:
    house.sit()
    sign(house, signer)
    path = f"{house.path}/log/checkpoint"
    note = house.owner.get(path, Accept="text/plain")
    assert note.content_type == "text/plain; charset=utf-8"
    assert note.text == house.owner.get(path).json["note"]
    assert note.text.count("\n") == 5
    assert note.headers["Poolbook-Position"] == str(house.position())
    assert house.owner.get(path, Accept="*/*").content_type == "application/json"


def test_a_checkpoint_that_does_not_come_in_time_is_503_with_how_far_it_is(
    house: House, signer: Signer, impatient: None
) -> None:
    nothing = house.owner.get(f"{house.path}/log/checkpoint")
    assert (nothing.status_code, nothing.headers["Retry-After"]) == (503, "2")
    assert "signed nowhere yet" in nothing.json["detail"]
    sign(house, signer)
    covered = house.position()
    house.sit()
    late = house.owner.get(f"{house.path}/log/checkpoint?at_least={house.position()}")
    assert (late.status_code, late.json["type"]) == (503, "/problems/unavailable")
    assert f"signed up to {covered}" in late.json["detail"]
    assert house.owner.get(f"{house.path}/log/checkpoint?at_least={covered}").status_code == 200


# Receipts


def test_a_receipt_of_each_reader_verifies_and_says_what_the_game_came_to(house: House, signer: Signer) -> None:
    game = house.begin(house.sit())
    house.play(game, ILLUSTRATED)
    house.begin(house.sit())
    sign(house, signer)
    for desk in (house.owner, house.scorekeeper, house.auditor, house.desk("player", "D")):
        sentences = proves(receipt(desk, house, game), house, signer)
        assert f"{house.member['C']} takes 126 (laws 59)" in sentences
        for letter, net in {"A": "-24", "B": "-48", "C": "+78", "D": "+0", "E": "-6"}.items():
            assert f"{house.member[letter]} {net}" in sentences
        assert "The pool was 126, of which 0 was carried in; it adds up." in sentences


def test_what_a_receipt_discloses_is_what_its_reader_may_see(house: House, signer: Signer) -> None:
    game = house.begin(house.sit())
    deal(house, game, note="the pack was sticky")
    house.play(game, PLAY)
    sign(house, signer)
    member = house.member
    keepers = sealed(receipt(house.auditor, house, game))
    assert keepers["2 note"] == '"the pack was sticky"'
    hands = {name.split("/")[1] for name in keepers if name.startswith("2 hands/")}
    assert hands == {member["B"], member["C"]}, "the others have retired, and nobody sees their hands"
    assert keepers == sealed(receipt(house.owner, house, game)) == sealed(receipt(house.scorekeeper, house, game))
    assert json.loads(keepers[f"2 hands/{member['C']}"]) == HANDS["C"]
    winner = receipt(house.desk("player", "C"), house, game)
    assert {name for name in sealed(winner) if "hands" in name} == {f"2 hands/{member['C']}"}
    assert not [name for name in sealed(winner) if "note" in name]
    retired = receipt(house.desk("player", "D"), house, game)
    assert not [name for name in sealed(retired) if "hands" in name]
    for shown in (winner, retired):
        assert "sticky" not in json.dumps(shown)
        texts = [event["state"] for event in shown["events"]] + list(sealed(shown).values())
        assert not [text for text in texts if '"Qh"' in text]
        assert proves(shown, house, signer)


def test_a_receipt_names_each_command_and_tells_nothing_of_its_key(house: House, signer: Signer) -> None:
    game = house.begin(house.sit())
    deal(house, game)
    passing = [f"{player} passes" for player in "CDEAB"]
    for n, act in enumerate(passing):
        answer = house.scorekeeper.post(f"{game}/actions", house.act(act), Idempotency_Key=f"the-hand-of-B-is-bad-{n}")
        assert answer.status_code == 201, answer.text
    sign(house, signer)
    for reader in (house.owner, house.auditor, house.desk("player", "A")):
        states = [json.loads(event["state"]) for event in receipt(reader, house, game)["events"]]
        assert len({state["command"] for state in states}) >= len(passing)
        assert "the-hand-of-B" not in json.dumps(states)


def test_a_corrected_game_and_one_paid_otherwise_have_receipts_that_add_up(house: House, signer: Signer) -> None:
    game = house.begin(house.sit())
    deal(house, game)
    house.play(game, PLAY)
    struck = house.scorekeeper.post(
        f"{game}/corrections",
        {
            "strike": [4],
            "insert": [{"after": 3, "action": {"action": "stake", "player": house.member["E"], "amount": 7}}],
            "reason": "he staked seven",
        },
    )
    assert struck.status_code == 201, struck.text
    sign(house, signer)
    shown = receipt(house.auditor, house, game)
    sentences = proves(shown, house, signer)
    assert "1 corrections among them" in sentences
    assert "The pool was 127" in sentences
    assert f"{house.member['E']} -7" in sentences
    parts = sealed(shown)
    assert [body for name, body in parts.items() if name.endswith(" reason")] == ['"he staked seven"']
    for player in "AE":
        assert not [name for name in parts if name.endswith(f"hands/{house.member[player]}")]
    paid = house.scorekeeper.post(
        f"{game}/paid", {"paid": {house.member["C"]: 100, house.member["B"]: 27}, "reason": "as the table had it"}
    )
    assert paid.status_code == 201, paid.text
    sign(house, signer)
    sentences = proves(receipt(house.desk("player", "E"), house, game), house, signer)
    assert "The table paid otherwise:" in sentences
    assert f"{house.member['B']} was paid 27" in sentences


def test_a_receipt_that_was_cut_off_before_a_payment_says_first_that_later_events_may_exist(
    house: House, signer: Signer
) -> None:
    game = house.begin(house.sit())
    house.play(game, ILLUSTRATED)
    settled = house.owner.get(game).json["version"]
    paid = {"paid": {house.member["C"]: 100, house.member["B"]: 26}, "reason": "as the table had it"}
    assert house.scorekeeper.post(f"{game}/paid", paid).status_code == 201
    sign(house, signer)
    whole = receipt(house.owner, house, game)
    cut = {**whole, "events": whole["events"][:-1]}
    for document, version in ((whole, house.owner.get(game).json["version"]), (cut, settled)):
        first, *_ = proves(document, house, signer).splitlines()
        assert first.startswith(f"Later events may exist: this receipt ends with event {version} of the game")
        assert first.endswith(f"the service says of the game that its version is {version}.")


def test_a_void_game_has_a_receipt(house: House, signer: Signer) -> None:
    game = house.begin(house.sit())
    body = {"reason": "the wrong ante-man", "agreed_by": list(house.member.values())}
    assert house.scorekeeper.post(f"{game}/void", body).status_code == 201
    sign(house, signer)
    assert "made void by all its players" in proves(receipt(house.owner, house, game), house, signer)


def test_the_first_and_the_last_game_of_a_long_log_are_proved_under_one_checkpoint(
    house: House, signer: Signer
) -> None:
    sitting = house.sit(funds=400)
    games = []
    for dealer in ("A", None, None):
        games.append(house.begin(sitting, dealer))
        seats = house.owner.get(games[-1]).json
        house.play(games[-1], "deal")
        while house.owner.get(games[-1]).json["phase"] == "say":
            turn = house.letter[house.owner.get(games[-1]).json["to_act"]]
            house.play(games[-1], f"{turn} passes")
        assert seats["phase"] == "ante"
    sign(house, signer)
    receipts = [receipt(house.owner, house, game) for game in games]
    assert len({shown["checkpoint"] for shown in receipts}) == 1
    for shown in receipts:
        assert "is carried out of it" in proves(shown, house, signer)


def test_a_running_game_has_no_receipt_for_anybody(house: House, signer: Signer) -> None:
    game = house.begin(house.sit())
    house.play(game, "deal")
    sign(house, signer)
    for desk in (house.owner, house.desk("player", "A")):
        answer = desk.get(f"{house.path}/log/receipt?game={game.rsplit('/', 1)[1]}")
        assert (answer.status_code, answer.json["code"], answer.json["law"]) == (422, "game_running", None)


def test_a_receipt_waits_for_a_checkpoint_over_the_whole_game(house: House, signer: Signer, impatient: None) -> None:
    game = house.begin(house.sit())
    sign(house, signer)
    house.play(game, ILLUSTRATED)
    answer = house.owner.get(f"{house.path}/log/receipt?game={game.rsplit('/', 1)[1]}")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"
    sign(house, signer)
    assert proves(receipt(house.owner, house, game), house, signer)


def test_there_is_no_receipt_of_what_is_no_game_of_this_club(new_house: Callable[[], House], signer: Signer) -> None:
    here, there = new_house(), new_house()
    sitting = there.sit()
    game = there.begin(sitting)
    there.play(game, ILLUSTRATED)
    for club in (here, there):
        sign(club, signer)
    for stream in (game.rsplit("/", 1)[1], sitting.rsplit("/", 1)[1], here.id, str(uuid4())):
        assert here.owner.get(f"{here.path}/log/receipt?game={stream}").status_code == 404
    for query in ("", "?game=", "?game=7", "?game=latest", f"?game={uuid4()}&game={uuid4()}", f"?games={uuid4()}"):
        answer = here.owner.get(f"{here.path}/log/receipt{query}")
        assert (answer.status_code, answer.json["type"]) == (422, "/problems/invalid"), query


def test_a_receipt_of_one_club_does_not_verify_as_anothers(new_house: Callable[[], House], signer: Signer) -> None:
    here, there = new_house(), new_house()
    game = here.begin(here.sit())
    here.play(game, ILLUSTRATED)
    sign(here, signer)
    shown = receipt(here.owner, here, game)
    with pytest.raises(Wrong, match="other_club"):
        proves(shown, there, signer)
    with pytest.raises(Wrong, match="other_club"):
        proves({**shown, "club": there.id}, here, signer)


def test_nothing_is_claimed_while_the_tree_is_made_again(house: House, signer: Signer) -> None:
    game = house.begin(house.sit())
    house.play(game, ILLUSTRATED)
    sign(house, signer)
    tables = tables_of(house)
    with tables.transaction() as cursor:
        tables.forget(cursor, READ_MODELS)
    newest = newest_checkpoint(tables)
    assert newest is not None
    for path in (f"receipt?game={game.rsplit('/', 1)[1]}", f"consistency?from=1&to={newest.size}"):
        answer = house.owner.get(f"{house.path}/log/{path}")
        assert (answer.status_code, answer.json["detail"]) == (
            503,
            "the log's tree is being made again from the events",
        )
    assert house.owner.get(f"{house.path}/log/checkpoint").status_code == 200, "which nobody makes again"


# Consistency


def test_the_log_is_shown_to_have_only_grown(house: House, signer: Signer) -> None:
    sizes, notes = [], []
    for _ in range(2):
        house.sit()
        sign(house, signer)
        body = house.owner.get(f"{house.path}/log/checkpoint").json
        sizes.append(body["size"])
        notes.append(body["note"])
    for desk in (house.owner, house.desk("player", "A")):
        answer = desk.get(f"{house.path}/log/consistency?from={sizes[0]}&to={sizes[1]}")
        assert answer.status_code == 200
        body = answer.json
        assert (body["from"], body["to"], body["club"]) == (*sizes, house.id)
        assert (body["first_note"], body["second_note"]) == tuple(notes)
        roots = base64.b64decode(body["first_root"]), base64.b64decode(body["second_root"])
        path = [base64.b64decode(node) for node in body["proof"]]
        assert verify_receipt.grows(*sizes, *roots, path)
    unsigned = house.owner.get(f"{house.path}/log/consistency?from=2&to={sizes[1]}").json
    assert unsigned["first_note"] is None
    assert house.owner.get(f"{house.path}/log/consistency?from=3&to=3").json["proof"] == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("", "from"),
        ("?from=1", "to"),
        ("?from=0&to=3", "from"),
        ("?from=3&to=2", "from"),
        ("?from=1&to=1000000", "to"),
        ("?from=1&to=99999999999999999999", "to"),
        ("?from=-1&to=2", "from"),
        ("?from=1.0&to=2", "from"),
        ("?from=one&to=2", "from"),
        ("?from=1&to=2&via=3", "via"),
    ],
)
def test_sizes_that_the_log_has_not_had_are_named(house: House, signer: Signer, query: str, field: str) -> None:
    sign(house, signer)
    answer = house.owner.get(f"{house.path}/log/consistency{query}")
    assert (answer.status_code, answer.json["type"]) == (422, "/problems/invalid")
    assert field in answer.json["errors"]


def test_a_log_that_cannot_be_signed_is_counted_among_the_numbers(house: House, tmp_path: Path) -> None:
    blocked = tmp_path / "checkpoints"
    blocked.write_text("not a directory")
    sign(house, Signer(key_in(tmp_path / KEY_FILE), blocked))
    text = house.app.test_client().get("/metrics").text
    (count,) = (line.split()[1] for line in text.splitlines() if line.startswith("poolbook_clubs_unsigned "))
    assert float(count) >= 1


def test_a_game_adjusted_after_the_close_has_a_receipt_that_adds_up(house: House, signer: Signer) -> None:
    sitting, game = closed(house)
    mended(house, game)
    assert pay(house, sitting, "C", 25, "D").status_code == 201
    paid = {house.member["D"]: 20, house.member["C"]: 5}
    answer = house.scorekeeper.post(f"{game}/paid", {"paid": paid, "reason": "as the table paid"})
    assert answer.status_code == 201, answer.text
    sign(house, signer)
    shown = receipt(house.owner, house, game)
    assert [event["topic"] for event in shown["events"]].count("game.adjusted") == 2
    sentences = proves(shown, house, signer)
    assert house.member["D"] in sentences
