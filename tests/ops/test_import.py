"""An imported club equals the club that was exported; a damaged file is reported line by line."""

import json
import re
import tracemalloc
from base64 import b64decode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode
from uuid import UUID, uuid4

import psycopg
import pytest
from click.testing import CliRunner, Result
from psycopg.conninfo import conninfo_to_dict

from ledger.application.club_books import ClubBooks, KeyReused, Request
from ledger.application.clubs import Clubs
from ledger.events.club import ClubFounded, MemberJoined
from ledger.events.game import GameBegun
from ledger.events.sitting import SittingOpened
from ledger.exports import FORMATS, jsonl
from ledger.exports.views import view_for
from ledger.state import club as club_state
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.store import Actor, Club, ClubStore, Directory, SharedDatastore, SharedPool
from ledger.telling.redaction import Reader, known_events
from ops import importing, logfile
from ops.cli import main
from ops.demo import demo_club
from ops.importing import UNKNOWN, ClubTaken, Unfoldable, bring_back
from ops.logfile import BadFile, checked
from ops.migrate import migrate
from projections.rebuild import digest, rebuild
from projections.tables import ReadTables
from tests.acts import ILLUSTRATED
from tests.api.house import House
from tests.ops.conftest import ROOT
from tests.projections.evenings import Writer, played

OWNER = Reader("owner")
KEY = "a-key-of-an-earlier-request"
ILLUSTRATED_FILE = ROOT / "ops" / "demo" / "illustrated.game"


@dataclass
class Books:
    """The books of one club in one database."""

    url: str
    pool: SharedPool
    club: Club

    @property
    def datastore(self) -> SharedDatastore:
        return SharedDatastore(self.pool, self.club.id)

    @property
    def store(self) -> ClubStore:
        return ClubStore(self.datastore)

    def export(self, file: Path, *, complete: bool = False) -> Path:
        """The log written to a file."""
        view = view_for(ClubBooks(self.club.id, self.store), self.club.name, OWNER)
        file.write_text("".join((jsonl.write_complete if complete else jsonl.write)(view)))
        return file

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The rows that a query selects; it may name the club as `club`."""
        with psycopg.connect(self.url) as connection:
            connection.execute("SET search_path TO poolbook")
            return connection.execute(query.encode(), {"club": self.club.id}).fetchall()

    def events(self) -> list[tuple[Any, ...]]:
        return self.rows("SELECT * FROM stored_events WHERE club = %(club)s ORDER BY notification_id")

    def commands(self) -> list[tuple[Any, ...]]:
        return self.rows(
            "SELECT key, stream, from_version, to_version, recorded_at FROM commands WHERE club = %(club)s ORDER BY key"
        )

    def sealed(self) -> list[tuple[Any, ...]]:
        return self.rows("SELECT * FROM sealed WHERE club = %(club)s ORDER BY stream, version, part")

    def rebuilt(self) -> str:
        """The digest of the read tables after a rebuild."""
        tables = ReadTables(self.datastore)
        rebuild(self.store, tables)
        return digest(tables)

    def states(self) -> dict[UUID, object]:
        """The folded state of every stream; a game is redacted for the owner."""
        streams = self.rows("SELECT DISTINCT originator_id FROM stored_events WHERE club = %(club)s")
        return {stream: self._state(stream) for (stream,) in streams}

    def _state(self, stream: UUID) -> object:
        events = [recorded.event for recorded in self.store.load(stream)]
        if isinstance(events[0], GameBegun):
            return games.fold(known_events(events, OWNER))
        if isinstance(events[0], SittingOpened):
            return sittings.fold(events)
        return club_state.fold(events)


@pytest.fixture
def elsewhere(new_database: Callable[[], str]) -> Iterator[Callable[[Club], Books]]:
    """Another database, without clubs, and the books that are imported into it."""
    url = new_database()
    migrate(url)
    pool = SharedPool(url)
    yield lambda club: Books(url, pool, club)
    pool.close()


@pytest.fixture(scope="module")
def evenings(database_url: str, pool: SharedPool, new_club: Callable[[], Club]) -> Books:
    """A club with evenings of random play, with hands shown and thrown away. Tests only read it."""
    club = new_club()
    store = ClubStore(SharedDatastore(pool, club.id))
    writer = Writer(store, club.id)
    writer.save([("club", ClubFounded(currency=club.currency))])
    for seed in (1896, 1897):
        writer.write(played(seed, games=3))
    return Books(database_url, pool, club)


@pytest.fixture(scope="module")
def eventful(shared_house: House, database_url: str) -> Books:
    """A club with every kind of event in its books: corrections, a dispute and its ruling, a void game, an unsealing,
    money paid otherwise, a close, a token revoked, and a name erased. Tests only read it."""
    house = shared_house
    post, sitting = house.scorekeeper.post, house.sit()

    def recorded(answer: Any) -> Any:
        assert answer.status_code == 201, answer.text
        return answer.json

    first = house.begin(sitting)
    house.play(first, ILLUSTRATED)
    strike = {"strike": [3], "insert": [{"after": 2, "action": house.act("D passes")}], "reason": "D spoke first"}
    recorded(post(f"{first}/corrections", strike))
    recorded(house.auditor.post(f"{first}/unsealings", {"player": house.member["E"], "reason": "asked for"}))
    recorded(post(f"{first}/paid", {"paid": {house.member["C"]: 120, house.member["B"]: 6}, "reason": "by agreement"}))
    second = house.begin(sitting, None)
    house.play(second, "deal")
    laid = {"parties": [house.member["C"], house.member["D"]], "kind": "fact", "question": "What was it?"}
    recorded(post(f"{second}/disputes", laid))
    evidence = {"witness": house.member["E"], "can_give": True, "statement": "I saw nothing."}
    recorded(post(f"{second}/disputes/1/evidence", evidence))
    recorded(post(f"{second}/disputes/1/ruling", {"referee": house.member["B"], "ruling": "Play on."}))
    recorded(post(f"{second}/void", {"reason": "mistake", "agreed_by": list(house.member.values())}))
    running = house.begin(house.sit(players="ABC"), "B")
    cards = {house.member[p]: hand.split() for p, hand in {"A": "Ah Ad 5c", "B": "Kh Kd 6c", "C": "2h 2d 9s"}.items()}
    hands = {m: [*hand, f"{n}c", f"{n}h"] for n, (m, hand) in zip("378", cards.items(), strict=True)}
    recorded(post(f"{running}/actions", {"action": "deal", "cards": hands, "note": "dealt by B"}))
    recorded(post(f"{running}/actions", {**house.act("A passes"), "note": "at once"}))
    recorded(house.owner.post(f"{house.path}/members", {"name": "F"}, Idempotency_Key=KEY))
    revoked = house.issue("scorekeeper")["id"]
    recorded(house.owner.post(f"{house.path}/tokens/{revoked}/revoke"))
    books = Books(database_url, house.clubs.pool, house.clubs.entry(UUID(house.id)))
    name = next(
        notification
        for notification in books.store.notifications(0, 100)
        if isinstance(notification.recorded.event, MemberJoined)
    )
    place = name.recorded.originator_id, name.recorded.originator_version
    with psycopg.connect(database_url) as owner:
        erase = "INSERT INTO poolbook.erasures (club, stream, version, part) VALUES (%s, %s, %s, 'name')"
        owner.execute(erase, (books.club.id, *place))
    return books


@pytest.fixture(params=["evenings", "eventful"])
def original(request: pytest.FixtureRequest) -> Books:
    """A club with some events."""
    books: Books = request.getfixturevalue(request.param)
    return books


# The same club


@pytest.mark.parametrize("complete", [True, False])
def test_a_club_that_was_brought_back_is_the_club_that_was_exported(
    original: Books, elsewhere: Callable[[Club], Books], tmp_path: Path, complete: bool
) -> None:
    file = original.export(tmp_path / "log.jsonl", complete=complete)
    here = elsewhere(original.club)
    back = bring_back(here.url, file)
    assert here.events() == original.events()
    assert here.states() == original.states()
    assert (digest(ReadTables(here.datastore)), here.rebuilt()) == (back.digest, original.rebuilt())
    assert back.digest == original.rebuilt()
    assert back.events == len(original.events())
    assert back.root == b64decode(json.loads(file.read_text().splitlines()[-1])["root"])
    assert set(here.sealed()) <= set(original.sealed())
    assert (here.sealed() == original.sealed()) is complete
    assert here.export(tmp_path / "again.jsonl", complete=complete).read_bytes() == file.read_bytes()
    columns = "SELECT id, name, currency, position, last_at FROM clubs WHERE id = %(club)s"
    assert here.rows(columns) == original.rows(columns)


def test_every_command_has_its_key_and_its_versions_again_and_a_hash_that_no_request_has(
    eventful: Books, elsewhere: Callable[[Club], Books], tmp_path: Path
) -> None:
    here = elsewhere(eventful.club)
    back = bring_back(here.url, eventful.export(tmp_path / "log.jsonl", complete=True))
    assert here.commands() == eventful.commands()
    assert len(here.commands()) == back.commands > 30
    assert set(here.rows("SELECT request_hash FROM commands")) == {(UNKNOWN,)}
    books = ClubBooks(here.club.id, here.store)
    nobody = Actor(token=None, member=None, role="operator")
    # Also where something of what a command wrote has been erased: the file holds no hash to know its repeat by.
    for name, *_ in here.commands():
        command = here.store.find_command(name)
        assert command is not None
        for recorded in here.store.load(command.stream, gt=command.from_version - 1, lte=command.from_version):
            assert not here.store.is_same_request(command, recorded.actor, b"x" * 32)
    with pytest.raises(KeyReused):
        books.add_member(Request(nobody, KEY, b"x" * 32), "Z")
    added = books.add_member(Request(nobody, "another", b"x" * 32), "Z")
    assert added.position == eventful.store.max_position() + 1


def test_a_club_without_an_event_is_brought_back_into(
    evenings: Books, elsewhere: Callable[[Club], Books], tmp_path: Path
) -> None:
    file, here, club = evenings.export(tmp_path / "log.jsonl"), elsewhere(evenings.club), evenings.club
    Directory(SharedDatastore(here.pool)).add_club(replace(club, name="?", currency="EUR"))
    bring_back(here.url, file)
    assert here.events() == evenings.events()
    named = here.rows("SELECT name, currency FROM clubs WHERE id = %(club)s")
    assert named == [(club.name, club.currency)]


def test_positions_with_gaps_as_earlier_releases_gave_them_come_back_without(
    evenings: Books, elsewhere: Callable[[Club], Books], tmp_path: Path
) -> None:
    file = evenings.export(tmp_path / "log.jsonl")
    first, *events, last = file.read_text().splitlines(keepends=True)
    spread = [changed(line, position=3 * json.loads(line)["position"] - 1) for line in events]
    summed = sha256("".join([first, *spread]).encode()).hexdigest()
    file.write_text("".join([first, *spread, changed(last, sha256=summed).replace(" ", "")]))
    here = elsewhere(evenings.club)
    back = bring_back(here.url, file)
    assert here.events() == evenings.events()
    assert back.digest == here.rebuilt() == evenings.rebuilt()


def test_imports_of_one_club_at_once_bring_it_back_once(
    evenings: Books, elsewhere: Callable[[Club], Books], tmp_path: Path
) -> None:
    file, here = evenings.export(tmp_path / "log.jsonl"), elsewhere(evenings.club)
    with ThreadPoolExecutor(3) as threads:
        imports = [threads.submit(bring_back, here.url, file) for _ in range(3)]
        refused = [type(done.exception()) for done in imports if done.exception()]
    assert refused == [ClubTaken, ClubTaken]
    assert here.events() == evenings.events()


# Where it must not be


@pytest.mark.parametrize("same", ["id", "name"])
def test_a_club_whose_id_or_name_has_books_is_refused_by_name(
    evenings: Books, elsewhere: Callable[[Club], Books], tmp_path: Path, same: str
) -> None:
    file, here = evenings.export(tmp_path / "log.jsonl"), elsewhere(evenings.club)
    if same == "id":
        bring_back(here.url, file)
    else:
        other = replace(evenings.club, id=uuid4())
        Directory(SharedDatastore(here.pool)).add_club(other)
        store = ClubStore(SharedDatastore(here.pool, other.id))
        Writer(store, other.id).save([("club", ClubFounded(currency="GBP"))])
    before = here.rows("SELECT * FROM poolbook.clubs")
    with pytest.raises(ClubTaken, match=evenings.club.name):
        bring_back(here.url, file)
    assert here.rows("SELECT * FROM poolbook.clubs") == before
    assert here.rows("SELECT count(*) FROM clubs") == [(1,)]


@pytest.mark.parametrize("when", ["after the events", "at a read model", "at the last comparison", "at a changed file"])
def test_whatever_goes_wrong_leaves_no_trace(
    evenings: Books,
    elsewhere: Callable[[Club], Books],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    when: str,
) -> None:
    file, here = evenings.export(tmp_path / "log.jsonl"), elsewhere(evenings.club)
    kind: type[Exception] = ZeroDivisionError

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        match when:
            case "after the events":
                broken.setattr(ReadTables, "move_to", fail)
            case "at a read model":
                model = importing.READ_MODELS[-1]
                broken.setattr(type(model), "apply", fail)
                kind = Unfoldable
            case "at the last comparison":
                broken.setattr(importing, "_count", fail)
            case "at a changed file":
                lines = file.read_text().splitlines(keepends=True)
                file.write_text("".join(lines[:-2] + lines[-1:]))
                kind = BadFile
        with pytest.raises(kind):
            bring_back(here.url, file)
    assert here.rows("SELECT count(*) FROM poolbook.clubs") == [(0,)]
    assert here.rows("SELECT count(*) FROM stored_events") == here.rows("SELECT count(*) FROM games") == [(0,)]
    bring_back(here.url, evenings.export(file))
    assert here.events() == evenings.events()


# What may have befallen a file


@pytest.fixture
def lines(eventful: Books, tmp_path: Path) -> list[str]:
    """The lines of a good file, each with its end."""
    return eventful.export(tmp_path / "good.jsonl").read_text().splitlines(keepends=True)


Faults = Callable[[list[str] | bytes], list[str]]


@pytest.fixture
def faults(tmp_path: Path) -> Faults:
    """The reported faults of a file with these lines or bytes; none for a good file."""

    def faults_of(content: list[str] | bytes) -> list[str]:
        file = tmp_path / "suffered.jsonl"
        file.write_bytes(content if isinstance(content, bytes) else "".join(content).encode())
        try:
            checked(file)
        except BadFile as error:
            return [fault.sentence for fault in error.faults]
        return []

    return faults_of


def changed(line: str, **fields: Any) -> str:
    return json.dumps({**json.loads(line), **fields}) + "\n"


def test_a_good_file_has_no_fault(lines: list[str], faults: Faults) -> None:
    assert faults(lines) == []


def test_a_file_cut_off_at_any_line_is_said_to_be(lines: list[str], faults: Faults) -> None:
    for kept in range(1, len(lines)):
        assert faults(lines[:kept]) == ["the last line is missing: the file has been cut off"]


def test_a_file_cut_off_in_the_middle_of_a_line_says_in_which(lines: list[str], faults: Faults) -> None:
    for kept in range(1, len(lines)):
        line, cut_off = faults([*lines[:kept], lines[kept][: len(lines[kept]) // 2]])
        assert line.startswith(f"line {kept + 1}: is not JSON: ")
        assert line.endswith("the file ends in the middle of it")
        assert cut_off == "the last line is missing: the file has been cut off"


def test_no_changed_byte_goes_unnoticed(lines: list[str], faults: Faults, note_seed: Callable[[object], None]) -> None:
    chance, good = Random(1896), "".join(lines).encode()
    note_seed(1896)
    for _ in range(200):
        at = chance.randrange(len(good) - 1)
        other = chance.choice([n for n in range(256) if n != good[at]])
        assert faults(good[:at] + bytes([other]) + good[at + 1 :]), (at, good[at], other)


def test_a_changed_word_in_an_event_is_found_by_the_root(lines: list[str], faults: Faults) -> None:
    at = next(n for n, line in enumerate(lines) if "game.staked" in line)
    state = json.loads(lines[at])["state"].replace('"amount":6', '"amount":9')
    assert state != json.loads(lines[at])["state"]
    sentences = faults([*lines[:at], changed(lines[at], state=state), *lines[at + 1 :]])
    assert sentences == ["these are not the events that were exported: their root differs from that in the last line"]


def test_a_changed_name_or_position_is_found_by_the_last_line(lines: list[str], faults: Faults) -> None:
    club = {**json.loads(lines[0])["club"], "name": "Another"}
    last = json.loads(lines[-2])["position"]
    for spoilt in (
        [changed(lines[0], club=club), *lines[1:]],
        [*lines[:-2], changed(lines[-2], position=last + 1), lines[-1]],
    ):
        assert faults(spoilt) == ["a byte of the file was changed: its SHA-256 differs from that in the last line"]


def test_lines_that_were_swapped_doubled_or_taken_out_are_named(lines: list[str], faults: Faults) -> None:
    at = next(n for n, line in enumerate(lines) if "game.staked" in line)
    swapped = faults([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]])
    assert any(sentence.startswith(f"line {at + 2}: position ") for sentence in swapped)
    doubled = faults([*lines[: at + 1], *lines[at:]])
    assert doubled[0].startswith(f"line {at + 2}: position ")
    assert doubled[1].startswith(f"line {at + 2}: version ")
    missing = faults([*lines[:at], *lines[at + 1 :]])
    assert len(missing) == 1
    assert missing[0].startswith(f"line {at + 1}: version ")
    assert "comes after" in missing[0]


def test_lines_of_another_club_are_named(lines: list[str], evenings: Books, faults: Faults, tmp_path: Path) -> None:
    theirs = evenings.export(tmp_path / "theirs.jsonl").read_text().splitlines(keepends=True)
    last = json.loads(lines[-2])["position"]
    for n, word in ((1, "club.founded does not belong to the club"), (2, "sitting.opened does not belong to the club")):
        moved = changed(theirs[n], position=last + 1)
        sentences = faults([*lines[:-1], moved, lines[-1]])
        assert len(sentences) == 1
        assert sentences[0].startswith(f"line {len(lines)}: {word}")
    game = next(line for line in theirs if "game.begun" in line)
    sentences = faults([*lines[:-1], changed(game, position=last + 1), lines[-1]])
    assert [sentence for sentence in sentences if "game.begun does not belong to the club" in sentence]
    assert faults([theirs[0], *lines[1:]])[0].startswith("line 2: club.founded does not belong to the club")


def test_every_bad_line_is_told_and_not_the_first_alone(lines: list[str], faults: Faults) -> None:
    bad = {3: "{", 5: '{"events": "many"}\n', 7: "\n", 9: "[]\n", 11: changed(lines[11], topic="game.invented")}
    spoilt = [bad[n] + ("" if bad[n].endswith("\n") else "\n") if n in bad else line for n, line in enumerate(lines)]
    by_line = {int(sentence.split(":")[0].removeprefix("line ")): sentence for sentence in faults(spoilt)}
    assert {n + 1 for n in bad} <= set(by_line)
    assert "knows no event 'game.invented': upgrade the service first" in by_line[12]


def test_a_part_that_is_not_the_one_that_was_sealed_is_named(lines: list[str], faults: Faults) -> None:
    at = next(n for n, line in enumerate(lines) if "club.member_joined" in line and "sealed" in line)
    (part,) = json.loads(lines[at])["sealed"]
    for sealed in ([{**part, "body": '"Z"'}], [{**part, "part": "hands"}], [{**part, "salt": "AAAA"}]):
        (sentence,) = faults([*lines[:at], changed(lines[at], sealed=sealed), *lines[at + 1 :]])
        assert sentence.startswith(f"line {at + 1}: ")
        assert "is not the one that was recorded" in sentence
    (sentence,) = faults([*lines[:at], changed(lines[at], sealed=[part, part]), *lines[at + 1 :]])
    assert sentence == f"line {at + 1}: holds a sealed part twice"


def with_the_name_put_back(lines: list[str], before: list[str]) -> tuple[list[str], int, int]:
    """Put the words back that were erased since `before`.

    Returns the lines, the number of the line that records the erasure, and that of the line with the words.
    """
    documents = [json.loads(line) for line in lines]
    at = next(n for n, document in enumerate(documents) if document.get("topic") == "club.part_erased")
    of = json.loads(documents[at]["state"])["public"]
    name = next(
        n for n, e in enumerate(documents) if (e.get("stream"), e.get("version")) == (of["of_stream"], of["of_version"])
    )
    forged = [*lines[:name], before[name], *lines[name + 1 :]]
    summed = sha256("".join(forged[:-1]).encode()).hexdigest()
    forged[-1] = changed(forged[-1], sha256=summed).replace(" ", "")
    return forged, at + 1, name + 1


def test_words_that_an_event_of_the_same_file_erases_are_refused_by_line(
    own_house: House, database_url: str, faults: Faults, elsewhere: Callable[[Club], Books], tmp_path: Path
) -> None:
    books = Books(database_url, own_house.clubs.pool, own_house.clubs.entry(UUID(own_house.id)))
    before = books.export(tmp_path / "before.jsonl").read_text().splitlines(keepends=True)
    answer = own_house.owner.post(f"{own_house.path}/members/{own_house.member['C']}/erasure", {"reason": "he asked"})
    assert answer.status_code == 201
    lines = books.export(tmp_path / "after.jsonl").read_text().splitlines(keepends=True)
    assert faults(lines) == []
    forged, erasing, held = with_the_name_put_back(lines, before)
    assert faults(forged) == [f"line {erasing}: erases the sealed part 'name' of line {held}, which still holds it"]
    here, file = elsewhere(books.club), tmp_path / "forged.jsonl"
    file.write_text("".join(forged))
    with pytest.raises(BadFile):
        bring_back(here.url, file)
    assert here.rows("SELECT count(*) FROM poolbook.clubs") == [(0,)]


def test_an_event_of_a_newer_shape_asks_for_an_upgrade(lines: list[str], faults: Faults) -> None:
    at = next(n for n, line in enumerate(lines) if "game.staked" in line)
    state = json.dumps({**json.loads(json.loads(lines[at])["state"]), "version": 99})
    (sentence,) = faults([*lines[:at], changed(lines[at], state=state), *lines[at + 1 :]])
    assert "is stored in version 99" in sentence
    assert sentence.endswith("upgrade the service first")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"version": 2, "more": 1}, "the export has version 2, and this release reads up to 1: upgrade it first"),
        ({"version": 0}, "this is not a club's log: it is 'poolbook', version 0"),
        ({"format": "another"}, "this is not a club's log: it is 'another', version 1"),
        ({"complete": "yes"}, "this is not the first line of a club's log: Expected `bool`, got `str`"),
    ],
)
def test_a_first_line_of_another_kind_or_version_is_refused(
    lines: list[str], faults: Faults, fields: dict[str, Any], problem: str
) -> None:
    (sentence,) = faults([changed(lines[0], **fields), *lines[1:]])
    assert sentence.startswith(f"line 1: {problem}")


def test_a_file_without_its_first_line_or_with_more_after_its_last_is_refused(lines: list[str], faults: Faults) -> None:
    (sentence,) = faults(lines[1:])
    assert sentence.startswith("line 1: this is not the first line of a club's log")
    assert faults([*lines, lines[1]]) == [f"line {len(lines) + 1}: comes after the last line"]
    assert faults([lines[0], lines[-1]])[0].startswith("there are 0 events, and the last line says ")


def test_what_is_not_text_is_said_not_to_be(lines: list[str], faults: Faults) -> None:
    good = [line.encode() for line in lines]
    at = next(n for n, line in enumerate(lines) if "club.member_joined" in line and "sealed" in line)
    name = json.loads(lines[at])["sealed"][0]["body"].strip('"').encode()
    spoilt = good[at].replace(b'\\"' + name, b'\\"' + b"\xff\xfe" + name)
    assert spoilt != good[at]
    assert faults(b"".join([*good[:at], spoilt, *good[at + 1 :]])) == [f"line {at + 1}: is not text in UTF-8"]


def test_a_line_of_two_hundred_megabytes_is_named_and_never_held(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    with open(file, "wb") as raw:
        raw.write(lines[0].encode() + lines[1].encode())
        raw.truncate(raw.tell() + (200 << 20))
        raw.seek(0, 2)
        raw.write(b"\n" + lines[-1].encode())
    tracemalloc.start()
    with pytest.raises(BadFile) as refused:
        checked(file)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [fault.sentence for fault in refused.value.faults] == [
        f"line 3: is longer than {logfile.LONGEST_LINE} bytes"
    ]
    assert most < 4 * logfile.LONGEST_LINE


# At the command line


Run = Callable[..., Result]


def as_url(conninfo: str) -> str:
    """A conninfo in the form that the settings take."""
    return f"postgresql:///?{urlencode(conninfo_to_dict(conninfo), quote_via=quote)}"


@pytest.fixture
def run(new_database: Callable[[], str]) -> Run:
    """Runs a command on a database without clubs."""
    url = as_url(new_database())

    def poolbook(*arguments: object) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments], env={"POOLBOOK_DATABASE_URL": url})

    return poolbook


def test_a_club_goes_out_and_comes_back_at_the_command_line(run: Run, evenings: Books, tmp_path: Path) -> None:
    file = evenings.export(tmp_path / "log.jsonl")
    root, events = json.loads(file.read_text().splitlines()[-1])["root"], len(evenings.events())
    dry = run("import", "--dry-run", file)
    assert dry.exit_code == 0, dry.output
    assert f"{events} events without a fault; nothing written" in dry.output
    assert "none: `poolbook club NAME` makes one" in run("export", "jsonl").output
    result = run("import", file)
    assert result.exit_code == 0, result.output
    assert f"{evenings.club.name} ({evenings.club.id}): {events} events" in result.output
    assert f"root {root}, as the file says" in result.output
    assert f"poolbook token issue owner --club {evenings.club.id}" in result.output
    assert run("export", "jsonl").stdout_bytes == file.read_bytes()
    again = run("import", file)
    assert (again.exit_code, f"({evenings.club.id}) has events in this database already" in again.output) == (65, True)
    assert run("token", "issue", "owner").output.startswith("pb_")
    assert run("export", "jsonl").stdout.splitlines()[1:-1][:events] == file.read_text().splitlines()[1:-1]


def test_a_club_whose_founding_was_not_completed_is_said_to_have_no_books(
    run: Run, evenings: Books, elsewhere: Callable[[Club], Books], tmp_path: Path
) -> None:
    url = elsewhere(evenings.club).url
    pool = SharedPool(url)
    Directory(SharedDatastore(pool)).add_club(replace(evenings.club, id=uuid4(), name="Bare"))
    pool.close()
    for name in FORMATS:
        bare = CliRunner().invoke(main, ["export", name], env={"POOLBOOK_DATABASE_URL": as_url(url)})
        assert (bare.exit_code, bare.stdout) == (65, "")
        assert "the club Bare has no events yet: send the request that makes it again" in bare.stderr


def test_a_file_is_written_whole_or_not_at_all_and_over_nothing(run: Run, evenings: Books, tmp_path: Path) -> None:
    run("import", evenings.export(tmp_path / "log.jsonl"))
    out = tmp_path / "out"
    out.mkdir()
    file = out / "written.jsonl"
    assert run("export", "jsonl", file).exit_code == 0
    assert file.read_bytes() == (tmp_path / "log.jsonl").read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    file.write_text("something else")
    refused = run("export", "jsonl", file)
    assert (refused.exit_code, refused.output) == (65, f"poolbook: {file} exists already; --force replaces it\n")
    part = run("export", "jsonl", "--force", "--game", uuid4(), file)
    assert (part.exit_code, file.read_text()) == (65, "something else")
    sitting = json.loads((tmp_path / "log.jsonl").read_text().splitlines()[2])["stream"]
    part = run("export", "jsonl", "--force", "--sitting", sitting, file)
    assert (part.exit_code, file.read_text()) == (65, "something else")
    assert "the whole log of a club" in part.output
    assert [path.name for path in out.iterdir()] == ["written.jsonl"]
    assert run("export", "jsonl", "--force", "--complete", file).exit_code == 0
    assert json.loads(file.read_text().splitlines()[0])["complete"] is True
    assert run("export", "jsonl", out / "no" / "such" / "folder").exit_code == 65
    assert run("export", "pdf").exit_code == 2


def test_in_a_folder_a_file_is_named_after_the_club_and_its_years(run: Run, evenings: Books, tmp_path: Path) -> None:
    run("import", evenings.export(tmp_path / "log.jsonl"))
    out = tmp_path / "out"
    out.mkdir()
    for name in ("xlsx", "csv", "hledger"):
        written = run("export", name, out)
        assert written.exit_code == 0, written.output
        assert run("export", name, out).exit_code == 65, "nothing is written over"
    assert run("export", "csv", "--from", "1896-11-05", "--to", "1896-11-05", out).exit_code == 0
    assert run("export", "csv", "--from", "1900-01-01", tmp_path / "none.csv").exit_code == 0
    assert (tmp_path / "none.csv").read_bytes().count(b"\n") == 1
    names = ("books-1896.journal", "results-1896.csv", "results-1896.xlsx", "results-from-1896-11-05-to-1896-11-05.csv")
    club = re.sub("[^a-z0-9]+", "-", evenings.club.name.lower())
    assert sorted(path.name for path in out.iterdir()) == [f"{club}-{name}" for name in names]
    one = run("export", "csv", "--sitting", "1")
    assert {line.split(",")[1] for line in one.stdout.splitlines()} == {"sitting_number", "1"}
    assert run("export", "csv", "--sitting", "99").exit_code == 65
    assert run("export", "csv", "--sitting", "first").exit_code == 65
    assert run("export", "csv", "--sitting", "1" * 5000).exit_code == 65
    assert run("export", "csv", "--from", "1896-11-06", "--to", "1896-11-05").exit_code == 2
    assert run("export", "csv", "--from", "yesterday").exit_code == 2


def test_a_workbook_goes_to_a_program_and_not_to_a_terminal(
    run: Run, evenings: Books, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("import", evenings.export(tmp_path / "log.jsonl"))
    assert run("export", "xlsx").stdout_bytes[:2] == b"PK"
    monkeypatch.setattr("ops.exporting._is_terminal", lambda: True)
    refused = run("export", "xlsx")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "name a FILE, or a folder such as `.`" in refused.stderr
    assert run("export", "csv").exit_code == 0


def test_the_help_says_which_format_is_for_what(run: Run) -> None:
    text = " ".join(run("export", "--help").output.split())
    for outside in FORMATS.values():
        assert f"{outside.name} {outside.summary}" in text
    assert "For a spreadsheet take xlsx" in text


def test_an_event_that_was_tampered_with_ends_an_export_with_its_place(
    new_database: Callable[[], str], evenings: Books, tmp_path: Path
) -> None:
    url, file = new_database(), tmp_path / "written.jsonl"
    migrate(url)
    bring_back(url, evenings.export(tmp_path / "log.jsonl"))
    with psycopg.connect(url) as superuser:
        superuser.execute("SET session_replication_role = replica")
        superuser.execute("UPDATE poolbook.sealed SET body = body || ' '")
    there = {"POOLBOOK_DATABASE_URL": as_url(url)}
    result = CliRunner().invoke(main, ["export", "jsonl", str(file)], env=there)
    assert result.exit_code == 65
    assert re.search(r"what is stored cannot be read: event \d+ of stream \S+: the sealed part", result.output)
    assert not file.exists()
    assert not list(tmp_path.glob(".*"))


def test_what_is_wrong_with_any_file_is_told_before_any_is_written(run: Run, evenings: Books, tmp_path: Path) -> None:
    good = evenings.export(tmp_path / "good.jsonl")
    cut, unlawful = tmp_path / "cut.jsonl", tmp_path / "unlawful.game"
    cut.write_bytes(good.read_bytes()[:-9])
    unlawful.write_text(ILLUSTRATED_FILE.read_text().replace("D passes\n", "D stakes 5\n"))
    result = run("import", good, cut, unlawful)
    assert result.exit_code == 65
    assert f"{cut}: the last line is missing: the file has been cut off" in result.output
    assert f"{unlawful}: line " in result.output
    assert "(law 26)" in result.output
    assert "none: `poolbook club NAME` makes one" in run("export", "jsonl").output


def test_no_more_faults_are_told_than_can_be_read(run: Run, tmp_path: Path, evenings: Books) -> None:
    lines = evenings.export(tmp_path / "log.jsonl").read_text().splitlines(keepends=True)
    bad = tmp_path / "bad.jsonl"
    bad.write_text(lines[0] + "{\n" * 50 + "".join(lines[1:]))
    printed = run("import", bad).output.splitlines()
    assert len(printed) == logfile.MOST_REPORTED + 1
    assert printed[-1] == "and 30 more"


@pytest.mark.parametrize(
    ("name", "content", "advice"),
    [
        ("empty", b"", "is empty"),
        ("log.jsonl.gz", b"\x1f\x8b\x08\x00", "is compressed: gunzip it first"),
        ("books.zip", b"PK\x03\x04", "if it is a backup, use `poolbook restore`"),
        ("other.json", b'{"clubs": []}', "line 1: this is not the first line of a club's log"),
        ("latin.game", b"players Andr\xe9, B\n", "is not text in UTF-8"),
        ("some.game", b"ante 3\nlimit x\n", "line 2: "),
    ],
)
def test_a_file_of_another_kind_is_told_what_to_do(
    run: Run, tmp_path: Path, name: str, content: bytes, advice: str
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    result = run("import", file)
    assert (result.exit_code, advice in result.output) == (65, True), result.output


def test_a_directory_or_nothing_is_no_file(run: Run, tmp_path: Path) -> None:
    assert run("import", tmp_path).exit_code == run("import", tmp_path / "nothing").exit_code == 2
    assert run("import").exit_code == 2


def test_several_game_files_are_recorded_in_one_run_as_record_does(run: Run, tmp_path: Path) -> None:
    assert run("club", "The Green Baize").exit_code == 0
    other = tmp_path / "another.game"
    other.write_text("# Another evening.\n" + ILLUSTRATED_FILE.read_text().replace("on 1895-10-05", "on 1895-10-12"))
    dry = run("import", "--dry-run", "--add-members", ILLUSTRATED_FILE, other)
    assert dry.output.count("lawful from end to end, for The Green Baize; nothing was recorded") == 2
    strangers = run("import", ILLUSTRATED_FILE, other)
    assert (strangers.exit_code, "--add-members enters new members" in strangers.output) == (65, True)
    result = run("import", "--add-members", ILLUSTRATED_FILE, other)
    assert result.exit_code == 0, result.output
    assert result.output.count("A -24  B -48  C +78  D 0  E -6") == 2
    again = run("record", ILLUSTRATED_FILE, other)
    assert again.output.count("lines were recorded already") == 2


def test_a_game_file_that_came_back_with_its_club_is_not_recorded_again(
    run: Run, new_database: Callable[[], str], tmp_path: Path
) -> None:
    run("club", "The Green Baize")
    run("record", "--add-members", ILLUSTRATED_FILE)
    file = tmp_path / "log.jsonl"
    run("export", "jsonl", "--complete", file)
    there = {"POOLBOOK_DATABASE_URL": as_url(new_database())}
    assert CliRunner().invoke(main, ["import", str(file)], env=there).exit_code == 0
    result = CliRunner().invoke(main, ["record", str(ILLUSTRATED_FILE)], env=there)
    assert (result.exit_code, "before the club was imported" in result.output) == (65, True)
    again = CliRunner().invoke(main, ["export", "jsonl", "--complete"], env=there)
    assert again.stdout_bytes == file.read_bytes()


def test_an_export_that_is_not_complete_holds_no_secret_and_its_import_says_what_follows(
    run: Run, new_database: Callable[[], str], tmp_path: Path
) -> None:
    run("club", "The Green Baize")
    run("record", "--add-members", ILLUSTRATED_FILE)
    files = [tmp_path / "log.jsonl", tmp_path / "complete.jsonl"]
    run("export", "jsonl", files[0])
    run("export", "jsonl", "--complete", files[1])
    headers = [json.loads(file.read_text().splitlines()[0]) for file in files]
    assert "command_secret" not in headers[0]
    assert headers[1]["command_secret"] not in files[0].read_text()
    printed = [
        CliRunner().invoke(main, ["import", str(file)], env={"POOLBOOK_DATABASE_URL": as_url(new_database())}).output
        for file in files
    ]
    assert "no key of an earlier request is known here" in printed[0]
    assert "no key of an earlier request" not in printed[1]


@pytest.mark.parametrize("secret", ["", "AAAA", "A" * 44, 7])
def test_a_secret_that_cannot_be_one_is_a_fault_of_the_first_line(
    evenings: Books, tmp_path: Path, secret: object
) -> None:
    file = evenings.export(tmp_path / "log.jsonl", complete=True)
    first, *rest = file.read_text().splitlines(keepends=True)
    header = {**json.loads(first), "command_secret": secret}
    file.write_text("".join([json.dumps(header, separators=(",", ":")) + "\n", *rest]))
    with pytest.raises(BadFile, match="line 1: this is not the first line"):
        checked(file)


def test_a_demonstration_club_that_came_back_is_left_as_it_came(
    new_database: Callable[[], str], tmp_path: Path
) -> None:
    urls, file = [new_database(), new_database()], tmp_path / "log.jsonl"
    for url in urls:
        migrate(url)
    first, second = (Clubs(url) for url in urls)
    club, token = demo_club(first, tmp_path)
    assert token is not None
    Books(urls[0], first.pool, club).export(file)
    bring_back(urls[1], file)
    (tmp_path / "elsewhere").mkdir()
    there = Books(urls[1], second.pool, club)
    before = there.events()
    assert demo_club(second, tmp_path / "elsewhere") == (second.entry(club.id), None)
    assert there.events() == before
    for clubs in (first, second):
        clubs.close()
