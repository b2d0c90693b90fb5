"""Books that were lawfully recorded and corrected agree when they are recomputed."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from uuid import uuid4

import psycopg
import pytest

from ledger.events.amendment import GameCorrected
from ledger.events.club import ClubFounded, TokenIssued
from ledger.events.sitting import GameStarted
from ledger.store import Club, ClubStore, Recorded, SharedDatastore, SharedPool
from ledger.store.mapper import EnvelopeMapper
from projections.follow import ClubFollower
from projections.tables import ReadTables
from projections.verify import Report, verify
from projections.verify.snapshot import BATCH
from tests.corrections.afterwards import Book, slips
from tests.play.irregular_play import UnrulyEvening
from tests.play.random_play import Evening
from tests.play.table import Table
from tests.projections.evenings import Placed, Writer, played
from tests.projections.test_money import meddle, play

EVENINGS = [*((Evening, seed) for seed in range(4)), *((UnrulyEvening, seed) for seed in range(4))]


@pytest.fixture
def keeper(writer: Writer) -> Writer:
    """A writer into books that were opened as the service opens them."""
    writer.save([("club", ClubFounded(currency="GBP"))])
    return writer


@pytest.fixture
def verified(database_url: str, club: Club, follower: ClubFollower) -> Callable[[], Report]:
    """Follows to the end, and verifies."""

    def run() -> Report:
        while follower.advance():
            pass
        return verify(database_url, club)

    return run


def said_since(writer: Writer, book: Book) -> Iterator[Placed]:
    """The saves for the amendments of games and of the sitting that are not saved yet."""
    begun = [event.game for event in book.entries if isinstance(event, GameStarted)]
    streams = {**dict(zip(begun, book.table.game_events, strict=True)), book.table.name: book.entries}
    for name, events in streams.items():
        had = writer.version(name)
        yield from ((name, event) for event in events[had:])


def test_a_club_of_an_older_release_agrees_and_it_is_told_what_cannot_be_compared(
    keeper: Writer, verified: Callable[[], Report]
) -> None:
    keeper.save([("club", TokenIssued(token=str(uuid4()), role="owner"))])
    report = verified()
    assert report.ok, report.first_difference
    assert {"name_not_recorded", "tokens_not_imported"} <= {notice.code for notice in report.notices}


@pytest.mark.parametrize(("kind", "seed"), EVENINGS, ids=lambda of: getattr(of, "__name__", of))
def test_evenings_corrected_by_chance_agree_with_themselves(
    kind: type[Evening], seed: int, keeper: Writer, verified: Callable[[], Report]
) -> None:
    evening, chance = kind(seed), Random(seed)
    for _ in range(3):
        play(evening)
    keeper.write(evening.table)
    book, topics = Book(evening.table), Counter[str]()
    for _ in range(30):
        meddle(book, chance)
        events = list(said_since(keeper, book))
        if events:
            keeper.save(events)
            topics.update(event.topic for _, event in events)
        if book.sitting.game is not None:
            break
    report = verified()
    assert report.first_difference is None
    assert sum(topics.values()) > 1, "something was corrected"
    assert report.checked["settlements"] >= 3
    assert report.checked["postings"] > 0


def test_a_correction_that_was_stored_in_its_first_shape_agrees_as_well(
    keeper: Writer, verified: Callable[[], Report], store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table("ABCD").start("A").play("deal; C stakes 6; D passes; A passes; B passes")
    keeper.write(table)
    book = Book(table)
    book.correct(slips([2], [(1, "C stakes 9")]))
    state_of = EnvelopeMapper.state_of

    def as_it_was(mapper: EnvelopeMapper, recorded: Recorded, seals: Mapping[str, str]) -> bytes:
        state = state_of(mapper, recorded, seals)
        if not isinstance(recorded.event, GameCorrected):
            return state
        first = json.loads(state)
        first["public"] |= {"played": ["C"], "opener": "C", "shown": []}
        return json.dumps({**first, "version": 1}, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    with monkeypatch.context() as earlier:
        earlier.setattr(EnvelopeMapper, "state_of", as_it_was)
        keeper.save(said_since(keeper, book))
    stored = [
        logged.stored.state for logged in store.notifications(0, 10_000) if logged.stored.topic == GameCorrected.topic
    ]
    assert [json.loads(state)["version"] for state in stored] == [1]
    assert verified().first_difference is None


def test_more_events_than_a_batch_holds_are_verified_with_the_same_outcome(
    keeper: Writer, verified: Callable[[], Report], store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in (21, 22):
        keeper.write(played(seed, games=3))
    whole = verified()
    assert whole.ok, whole.first_difference
    assert whole.checked["events"] == sum(1 for _ in store.notifications(0, 10_000)) < BATCH
    for size in (1, 7, 100):
        monkeypatch.setattr("projections.verify.snapshot.BATCH", size)
        assert verified() == whole


@pytest.fixture(params=["one process", "two processes"])
def processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a club with few events, or as for one with many."""
    monkeypatch.setattr("projections.verify.verification.MANY", 0 if request.param == "two processes" else 10**9)


@pytest.mark.usefixtures("processes")
def test_progress_is_told_from_the_first_batch_to_the_last(
    keeper: Writer, verified: Callable[[], Report], database_url: str, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper.write(played(23, games=2))
    verified()
    monkeypatch.setattr("projections.verify.snapshot.BATCH", 50)
    calls: list[tuple[int, int]] = []
    report = verify(database_url, club, progress=lambda done, total: calls.append((done, total)))
    assert {total for _, total in calls} == {report.checked["events"]}
    assert [done for done, _ in calls] == sorted({done for done, _ in calls})
    assert calls[-1][0] == report.checked["events"]


def test_books_in_which_nothing_is_recorded_agree(verified: Callable[[], Report]) -> None:
    report = verified()
    assert report.ok, report.first_difference
    assert report.checked["events"] == 0


def test_two_processes_come_to_what_one_comes_to(
    keeper: Writer, verified: Callable[[], Report], database_url: str, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of the two passes finds a difference, the first in the order of kinds is reported."""
    keeper.write(played(26, games=3))
    changes = {
        "accounts": "UPDATE accounts SET balance = balance + 1 WHERE club = %s",
        "tables": "UPDATE results SET net = net + 1 WHERE club = %s",
        "rows": "UPDATE commands SET to_version = 99 WHERE club = %s AND key = 'save 9'",
    }
    whole = verified()
    assert whole.ok
    with psycopg.connect(database_url, autocommit=True, options="-c search_path=poolbook") as hand:
        hand.execute("SET session_replication_role = replica")
        for kind, change in ("", ""), *changes.items():
            if change:
                hand.execute(change.encode(), (club.id,))
            reports = []
            for many in (0, 10**9):
                monkeypatch.setattr("projections.verify.verification.MANY", many)
                reports.append(verified())
            assert reports[0].first_difference == reports[1].first_difference
            assert (reports[0].first_difference.kind if reports[0].first_difference else "") == kind
            assert kind or reports == [whole, whole]


@pytest.mark.usefixtures("processes")
def test_what_is_recorded_while_it_runs_is_not_looked_at(
    keeper: Writer, verified: Callable[[], Report], database_url: str, club: Club, pool: SharedPool
) -> None:
    """Everything is of one moment: a follower and a writer beside it change nothing in what is found."""
    keeper.write(played(24, games=2))
    before = verified()
    beside = ClubFollower(keeper.store, ReadTables(SharedDatastore(pool, club.id)))

    def meanwhile(done: int, total: int) -> None:
        keeper.write(played(25, games=1))
        beside.advance()

    during = verify(database_url, club, progress=meanwhile)
    assert during == before
    assert verified().checked["events"] > before.checked["events"]
