"""The verifier finds and names every change of a receipt, and needs nothing of the service."""

import base64
import copy
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.answers.log import consistency_body, receipt_body
from api.schemas.log import Consistency, Receipt
from ledger import merkle as trees
from ledger.gamefile import parse, rehearse
from ledger.store import Club, ClubStore, Directory, Recorded, SharedDatastore, SharedPool
from ledger.store.envelope import Actor
from ledger.store.mapper import EnvelopeMapper
from ledger.telling.redaction import Reader
from ops import verify_receipt
from ops.verify_receipt import Event, Wrong, run, verify
from projections import READ_MODELS, merkle
from projections.follow import ClubFollower
from projections.signing import KEY_FILE, Sealer, Signer, checkpoint_file, key_in
from projections.tables import ReadTables
from tests.corrections.afterwards import Book, slips
from tests.corrections.test_settled_games import C_BEATS_D, QUEENS
from tests.games.test_games import FILES
from tests.ops.conftest import ROOT
from tests.play.table import Table
from tests.projections.evenings import Writer, played
from tests.test_merkle import grown, root_of

NAMES = (
    *("unreadable", "not_a_receipt", "other_version", "malformed", "bad_key", "bad_checkpoint", "other_club"),
    *("bad_signature", "not_in_log", "gap", "not_a_game", "unfinished", "broken_seal", "does_not_add_up"),
    *("forked", "not_comparable", "bad_consistency"),
)
"""Everything that the verifier may say is wrong."""


@dataclass(frozen=True)
class Given:
    """A club's log of two evenings, each signed, and the receipt of its first game."""

    club: UUID
    vkey: str
    receipt: dict[str, Any]
    notes: tuple[str, str]
    growth: dict[str, Any]
    checkpoints: Path
    other: "Given | None" = None

    @property
    def text(self) -> str:
        return json.dumps(self.receipt)


def made(pool: SharedPool, place: Path, seed: int) -> Given:
    """The receipt is as its owner sees it, under the newer of two checkpoints."""
    club = uuid4()
    datastore = SharedDatastore(pool, club)
    Directory(datastore).add_club(Club(id=club, name="x", currency="GBP", created_at=datetime.now(UTC)))
    store, tables, signer = ClubStore(datastore), ReadTables(datastore), Signer(key_in(place / KEY_FILE), place)
    writer = Writer(store, club)
    for evening_seed in (seed, seed + 1):
        writer.write(played(evening_seed, games=3))
        follower = ClubFollower(store, tables, READ_MODELS, Sealer(signer, club, tables))
        while follower.advance(10_000):
            pass
    kept = merkle.checkpoints(tables)
    assert len(kept) == 2
    game = max(
        {
            logged.recorded.originator_id
            for logged in store.notifications(0, 10_000)
            if logged.stored.topic == "game.settled"
        },
        key=lambda game: sum(len(stored.parts) for _, stored in store.as_stored(game)),
    )
    leaves = merkle.proofs_of_stream(tables, game, kept[1].size)
    receipt = receipt_body(club, game, list(store.as_stored(game)), leaves, kept[1], Reader("owner"))
    growth = merkle.consistency(tables, kept[0].size, kept[1].size)
    return Given(
        club=club,
        vkey=signer.vkey(club),
        receipt=Receipt().dump(receipt),
        notes=(kept[0].note, kept[1].note),
        growth=Consistency().dump(consistency_body(club, growth, (kept[0], kept[1]))),
        checkpoints=checkpoint_file(place, club),
    )


@pytest.fixture(scope="module")
def given_(pool: SharedPool, tmp_path_factory: pytest.TempPathFactory) -> Given:
    """A real receipt."""
    return made(pool, tmp_path_factory.mktemp("one"), 60)


@pytest.fixture(scope="module")
def other(pool: SharedPool, tmp_path_factory: pytest.TempPathFactory) -> Given:
    """The receipt of another club, under another key."""
    return made(pool, tmp_path_factory.mktemp("other"), 62)


def wrong(text: str, keys: list[str], *others: str | None) -> str:
    """The name of the error of the verifier."""
    with pytest.raises(Wrong) as error:
        verify(text, keys, *others)
    assert str(error.value).startswith(f"{error.value.name}: ")
    assert error.value.name in NAMES
    return error.value.name


def test_a_real_receipt_says_what_it_proves(given_: Given) -> None:
    lines = verify(given_.text, [given_.vkey])
    begun = json.loads(given_.receipt["events"][0]["state"])["public"]
    ended = json.loads(given_.receipt["events"][-1]["state"])["public"]["settlement"]
    assert f"the events 1 to {len(given_.receipt['events'])} of the game {given_.receipt['game']}" in lines[2]
    assert f"Players: {', '.join(begun['seats'])}." in lines
    assert f"The pool was {ended['pool']}, of which {ended['carried_in']} was carried in; it adds up." in lines
    for player, net in ended["results"].items():
        assert f"  {player} {net:+d}" in lines


# Tampering


Step = str | int


def places(value: Any, path: tuple[Step, ...] = ()) -> Iterator[tuple[tuple[Step, ...], Any]]:
    """Every place in a document, with its value."""
    yield path, value
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*path, name))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from places(inner, (*path, n))


def spoilt(value: Any, *, every_letter: bool) -> Iterator[Any]:
    """Wrong values for a place. Of a text every letter is changed, or some; of one of 90 letters and more, some."""
    if isinstance(value, str):
        some = {0, 1, len(value) // 3, len(value) // 2, len(value) - 2, len(value) - 1} & set(range(len(value)))
        for at in range(len(value)) if every_letter and len(value) < 90 else some:
            letter = "B" if value[at] == "A" else "A"
            yield value[:at] + letter + value[at:][1:]
        yield from (value + " ", value[:-1], 7, None, [value])
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value - 1, 10**30, float(value), str(value), True, None)
    elif isinstance(value, list):
        yield from ({}, None, "")
    else:
        yield from ([], None, "", {**value, "more": 1})
        yield from ({k: v for k, v in value.items() if k != name} for name in value)


def put(document: Any, path: tuple[Step, ...], value: Any) -> Any:
    """The document with another value in one place. What does not lead to the place is shared, not copied."""
    if not path:
        return value
    changed = document.copy()
    changed[path[0]] = put(document[path[0]], path[1:], value)
    return changed


@pytest.mark.parametrize("every_letter", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_every_field_of_a_receipt_that_is_changed_is_found(given_: Given, every_letter: bool) -> None:
    tried, errors = 0, set()
    key = [given_.vkey]
    for path, value in places(given_.receipt):
        for wrong_value in spoilt(value, every_letter=every_letter):
            tried += 1
            text = json.dumps(put(given_.receipt, path, wrong_value))
            try:
                lines = verify(text, key)
            except Wrong as error:
                errors.add(error.name)
            else:
                raise AssertionError((path, value, wrong_value, lines))
    assert tried > 2000
    wanted = {"not_a_receipt", "other_version", "malformed", "bad_checkpoint", "other_club", "bad_signature"}
    assert errors == {*wanted, "not_in_log", "gap", "broken_seal"}


def test_every_letter_of_the_signed_note_counts(given_: Given) -> None:
    note = given_.receipt["checkpoint"]
    for at in range(len(note)):
        changed = note[:at] + ("x" if note[at] != "x" else "y") + note[at + 1 :]
        wrong(json.dumps({**given_.receipt, "checkpoint": changed}), [given_.vkey])


def test_events_left_out_put_in_or_moved_are_found(given_: Given) -> None:
    events, key = given_.receipt["events"], [given_.vkey]

    def name(changed: list[Any]) -> str:
        return wrong(json.dumps({**given_.receipt, "events": changed}), key)

    for n in range(len(events) - 1):
        assert name(events[:n] + events[n + 1 :]) == "gap"
    assert name(events[:-1]) == "unfinished"
    assert name([]) == "gap"
    assert name([*events, events[-1]]) == "gap"
    assert name([events[1], events[0], *events[2:]]) == "gap"
    renumbered = [{**event, "version": n} for n, event in enumerate(events[1:], 1)]
    assert name(renumbered) == "not_in_log"


def test_a_part_of_another_event_or_disclosed_twice_is_found(given_: Given) -> None:
    changed = copy.deepcopy(given_.receipt)
    with_parts = [event for event in changed["events"] if event["sealed"]]
    assert len(with_parts) > 1, "the evening has cards in it"
    first, second = with_parts[:2]
    first["sealed"], second["sealed"] = second["sealed"], first["sealed"]
    assert wrong(json.dumps(changed), [given_.vkey]) == "broken_seal"
    changed = copy.deepcopy(given_.receipt)
    sealed = next(event["sealed"] for event in changed["events"] if event["sealed"])
    sealed.append(sealed[0])
    assert wrong(json.dumps(changed), [given_.vkey]) == "malformed"


def test_a_receipt_may_withhold_every_sealed_part_and_still_holds(given_: Given) -> None:
    changed = copy.deepcopy(given_.receipt)
    for event in changed["events"]:
        event["sealed"] = []
    lines = verify(json.dumps(changed), [given_.vkey])
    assert any(line.endswith("sealed parts 0 are disclosed here, and are those that were sealed.") for line in lines)


# Files that are none


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("", "unreadable"),
        ("nonsense", "unreadable"),
        ("[" * 100_000, "unreadable"),
        ('{"format": NaN}', "unreadable"),
        ('{"format": "poolbook-receipt", "format": "poolbook-receipt"}', "unreadable"),
        ("null", "not_a_receipt"),
        ("[]", "not_a_receipt"),
        ("{}", "not_a_receipt"),
        ('{"format": "poolbook-consistency", "version": 1}', "not_a_receipt"),
        ('{"format": "poolbook-receipt"}', "other_version"),
        ('{"format": "poolbook-receipt", "version": 2, "club": 1}', "other_version"),
        ('{"format": "poolbook-receipt", "version": true}', "other_version"),
        ('{"format": "poolbook-receipt", "version": 1}', "malformed"),
    ],
)
def test_what_is_no_receipt_is_named(given_: Given, text: str, name: str) -> None:
    assert wrong(text, [given_.vkey]) == name


def test_a_receipt_cut_off_anywhere_is_unreadable(given_: Given) -> None:
    text = given_.text
    for at in range(1, len(text), max(1, len(text) // 200)):
        assert wrong(text[:at], [given_.vkey]) == "unreadable"


@given(st.text(max_size=300))
def test_any_text_gets_a_name_and_never_a_traceback(text: str) -> None:
    key = "poolbook/x+00000000+AAAA"
    with pytest.raises(Wrong):
        verify(text, [key])
    with pytest.raises(Wrong):
        verify_receipt.document(text, verify_receipt.RECEIPT, "it", {})


def test_a_key_that_is_none_is_named(given_: Given) -> None:
    name, key_id, public = given_.vkey.split("+", 2)
    kind_2 = base64.b64encode(b"\x02" + base64.b64decode(public)[1:]).decode()
    for text in (
        "",
        "nonsense",
        f"{name}+{key_id}",
        f"{name}+{key_id}+{public[:-4]}",
        f"{name}+00000000+{public}",
        f"{name}+{key_id}+{kind_2}",
        f"+{key_id}+{public}",
        f"{name}x+{key_id}+{public}",
    ):
        assert wrong(given_.text, [text]) == "bad_key", text


def test_another_clubs_key_or_an_older_one_is_named(given_: Given, other: Given, tmp_path: Path) -> None:
    assert wrong(given_.text, [other.vkey]) == "other_club"
    rotated = Signer(key_in(tmp_path / "another"), tmp_path).vkey(given_.club)
    assert wrong(given_.text, [rotated]) == "bad_signature"
    assert verify(given_.text, [rotated, given_.vkey]), "one of those given suffices"


def test_the_checkpoint_of_another_club_or_game_is_named(given_: Given, other: Given) -> None:
    theirs = {**given_.receipt, "checkpoint": other.receipt["checkpoint"]}
    assert wrong(json.dumps(theirs), [given_.vkey]) == "other_club"
    assert wrong(json.dumps({**given_.receipt, "game": other.receipt["game"]}), [given_.vkey]) == "not_in_log"
    older = {**given_.receipt, "checkpoint": given_.notes[0]}
    assert wrong(json.dumps(older), [given_.vkey]) == "not_in_log"


# Checkpoints kept elsewhere


def test_the_same_checkpoint_in_the_file_outside_is_recognised(given_: Given) -> None:
    lines = verify(given_.text, [given_.vkey], given_.checkpoints.read_text())
    assert lines[-1].startswith("The file of checkpoints has the same one")


def test_a_note_that_a_crash_left_half_written_in_the_file_is_passed_over(given_: Given) -> None:
    first, second = given_.notes
    for torn in (first[:-1], first[:-40], first[:60], first[:45], first[:20]):
        lines = verify(given_.text, [given_.vkey], f"\n{torn}\n{second}")
        assert lines[-1].startswith("The file of checkpoints has the same one")


def test_an_older_checkpoint_needs_a_consistency_proof_and_is_shown_by_it(given_: Given) -> None:
    older = given_.notes[0]
    assert wrong(given_.text, [given_.vkey], older) == "not_comparable"
    lines = verify(given_.text, [given_.vkey], older, json.dumps(given_.growth))
    assert lines[-1] == (
        f"The log of {given_.growth['to']} events only adds to that of {given_.growth['from']}, which both were signed."
    )


def test_two_logs_of_one_size_are_a_fork(given_: Given, tmp_path: Path) -> None:
    signer = Signer(key_in(given_.checkpoints.parent / KEY_FILE), tmp_path)
    forged = signer.sign(given_.club, given_.growth["to"], bytes(32)).note
    assert wrong(given_.text, [given_.vkey], given_.notes[0] + "\n" + forged) == "forked"


def test_every_field_of_a_consistency_proof_that_is_changed_is_found(given_: Given, tmp_path: Path) -> None:
    passed, errors = [], set()
    for path, value in places(given_.growth):
        for wrong_value in spoilt(value, every_letter=True):
            changed = put(given_.growth, path, wrong_value)
            try:
                verify(given_.text, [given_.vkey], given_.notes[0], json.dumps(changed))
            except Wrong as error:
                errors.add(error.name)
            else:
                passed.append(path)
    # The notes in a proof are for convenience: it is the file's and the receipt's own that count.
    assert set(passed) <= {("first_note",), ("second_note",)}
    assert errors == {"malformed", "other_version", "other_club", "not_comparable", "bad_consistency"}


def test_a_consistency_proof_of_another_club_or_between_other_sizes_is_named(given_: Given, other: Given) -> None:
    key, older = [given_.vkey], given_.notes[0]
    assert wrong(given_.text, key, older, json.dumps(other.growth)) == "other_club"
    between_others = {**given_.growth, "from": 1}
    assert wrong(given_.text, key, older, json.dumps(between_others)) == "not_comparable"
    assert wrong(given_.text, key, other.notes[0]) == "other_club"
    for text in ("", "nonsense", older[:40], older[:-30]):
        assert wrong(given_.text, key, text) == "bad_checkpoint"


@given(st.integers(1, 70), st.integers(1, 70), st.data())
def test_its_proofs_agree_with_the_writers(first: int, second: int, data: st.DataObject) -> None:
    first, second = sorted((first, second))
    hashes = [trees.leaf_hash(bytes([n])) for n in range(second)]
    _, kept = grown(hashes)
    older, newer = root_of(first, kept), root_of(second, kept)
    path = trees.proof(trees.consistency_spans(first, second), kept)
    assert verify_receipt.grows(first, second, older, newer, path)
    assert not verify_receipt.grows(first, second, older, bytes(32), path)
    assert not verify_receipt.grows(first, second, bytes(32), newer, path)
    assert not verify_receipt.grows(first, second, older, newer, (*path, newer))
    for n in range(len(path)):
        assert not verify_receipt.grows(first, second, older, newer, (*path[:n], bytes(32), *path[n + 1 :]))
        assert not verify_receipt.grows(first, second, older, newer, (*path[:n], *path[n + 1 :]))
    index = data.draw(st.integers(0, second - 1))
    proof = trees.proof(trees.inclusion_spans(index, second), kept)
    assert verify_receipt.root_above(hashes[index], index, second, proof) == newer
    assert verify_receipt.root_above(hashes[index], index, second, (*proof, newer)) is None
    if proof:
        assert verify_receipt.root_above(hashes[index], index, second, proof[:-1]) is None


# The settlement


def facts_of(events: list[Any]) -> list[Event]:
    """The events as the verifier reads them from a receipt."""
    mapper, facts = EnvelopeMapper(), []
    for version, event in enumerate(events, 1):
        recorded = Recorded(
            originator_id=UUID(int=1),
            originator_version=version,
            at=datetime(1896, 11, 5, tzinfo=UTC),
            command="c",
            actor=Actor(token=None, member=None, role="owner"),
            event=event,
        )
        stored = mapper.to_stored_event(recorded)
        state = json.loads(stored.state)
        facts.append(Event(version, version, stored.topic, state["at"], state["public"], 0, len(state["seals"])))
    return facts


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_settlement_of_every_worked_example_adds_up(path: Path) -> None:
    for events in rehearse(parse(path.read_text(encoding="utf-8"))).game_events:
        facts = verify_receipt.in_force(facts_of(list(events)))
        if facts[-1][0] in ("game.settled", "game.unopened", "game.paid"):
            assert verify_receipt.check_settlement(facts)
        else:
            with pytest.raises(Wrong, match="unfinished"):
                verify_receipt.check_settlement(facts)


@pytest.mark.parametrize("seed", range(70, 74))
def test_every_game_played_by_chance_adds_up(seed: int) -> None:
    for events in played(seed, games=4).game_events:
        assert verify_receipt.check_settlement(verify_receipt.in_force(facts_of(events)))


def amounts_in(document: Any, path: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    return (place for place, value in places(document) if isinstance(value, int) and {"amount", "results"} & set(place))


def test_every_amount_of_a_settlement_that_is_changed_does_not_add_up() -> None:
    tried = 0
    for seed in (71, 72, 73, 74):
        for events in played(seed, games=4).game_events:
            facts = verify_receipt.in_force(facts_of(events))
            *before, (topic, public) = facts
            if topic != "game.settled":
                continue
            document = public["settlement"]
            wanted = [*amounts_in(document), ("pool",), ("carried_in",), ("carried_out",), ("kitty",)]
            for path in wanted:
                value = document
                for step in path:
                    value = value[step]
                changed = {**public, "settlement": put(document, path, value + 1)}
                with pytest.raises(Wrong, match="does_not_add_up"):
                    verify_receipt.check_settlement([*before, (topic, changed)])
                tried += 1
    assert tried > 100


# The command


def files(given_: Given, place: Path) -> tuple[Path, Path, Path]:
    paths = place / "receipt.json", place / "checkpoints", place / "growth.json"
    for path, text in zip(paths, (given_.text, given_.notes[0], json.dumps(given_.growth)), strict=True):
        path.write_text(text)
    return paths


def test_the_exit_code_and_the_first_wrong_thing(
    given_: Given, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    receipt, checkpoints, growth = files(given_, tmp_path)
    assert run(receipt, [given_.vkey]) == 0
    assert run(receipt, [given_.vkey], checkpoints, growth) == 0
    assert capsys.readouterr().err == ""
    assert run(receipt, [given_.vkey], checkpoints) == 65
    assert capsys.readouterr().err.startswith("wrong: not_comparable: ")
    assert run(receipt, ["nonsense"]) == 64
    assert run(receipt, [given_.vkey], None, growth) == 64
    assert run(tmp_path / "nowhere", [given_.vkey]) == 65
    assert run(tmp_path, [given_.vkey]) == 65
    receipt.write_bytes(b"\xff\xfe")
    assert run(receipt, [given_.vkey]) == 65
    assert "not text in UTF-8" in capsys.readouterr().err


def test_the_file_alone_verifies_on_a_machine_that_has_nothing_else_of_ours(given_: Given, tmp_path: Path) -> None:
    receipt, *_ = files(given_, tmp_path)
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(ROOT / "ops" / "verify_receipt.py", alone / "verify_receipt.py")

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        # -I: neither this checkout nor anything that the environment names is on the path.
        command = [sys.executable, "-I", str(alone / "verify_receipt.py"), *arguments]
        return subprocess.run(command, cwd=alone, capture_output=True, text=True, timeout=60)

    good = call(str(receipt), "--key", given_.vkey)
    assert (good.returncode, good.stderr) == (0, "")
    assert "it adds up" in good.stdout
    assert call().returncode == call(str(receipt)).returncode == call("--nonsense").returncode == 64
    taught = call("--help")
    assert taught.returncode == 0
    for name in NAMES:
        assert f"`{name}`" in taught.stdout, name
    receipt.write_text(given_.text.replace("game.settled", "game.settles"))
    bad = call(str(receipt), "--key", given_.vkey)
    assert (bad.returncode, bad.stdout) == (65, "")
    assert bad.stderr.startswith("wrong: not_in_log: ")
    assert bad.stderr.count("\n") == 1


def test_the_command_of_the_service_says_the_same(given_: Given, tmp_path: Path) -> None:
    receipt, checkpoints, growth = files(given_, tmp_path)
    environment = {"PATH": "/usr/bin:/bin", "POOLBOOK_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing"}

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "ops.cli", "verify-receipt", *arguments]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)

    options = ("--key", given_.vkey, "--checkpoint", str(checkpoints), "--consistency", str(growth))
    good = call(str(receipt), *options)
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.splitlines() == verify(given_.text, [given_.vkey], given_.notes[0], json.dumps(given_.growth))
    assert call(str(tmp_path / "nowhere"), "--key", given_.vkey).returncode == 65
    assert call(str(receipt), "--key", "nonsense").returncode == 64


def test_a_payment_that_stands_after_a_correction_adds_up() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    book.pay({"C": 20, "D": 5})
    book.correct(slips([11], [(11, f"C shows {QUEENS}")]))
    sentences = verify_receipt.check_settlement(verify_receipt.in_force(facts_of(book.events())))
    assert sentences[-2:] == ["  C was paid 20", "  D was paid 5"]
