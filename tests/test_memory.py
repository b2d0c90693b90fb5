"""What a process remembers is never answered once it is past, and what is forgotten is read again."""

from collections.abc import Callable, Iterator
from multiprocessing import get_context
from threading import Thread
from uuid import UUID, uuid4

import pytest

from ledger.application.club_books import ClubBooks, Request
from ledger.application.clubs import Clubs
from ledger.application.erasures import Erasures
from ledger.application.memory import Memory, Stream
from ledger.application.tokens import Tokens
from ledger.events.club import MemberJoined
from ledger.events.sitting import Articles, Counters
from ledger.laws.readings import complete
from ledger.play.commands import Deal, Pass
from ledger.refusals import Refused
from ledger.roles import Role
from ledger.store import Actor, ActorRevoked, ClubStore, SharedDatastore, SharedPool
from ledger.store.tokens import digest_of
from ledger.table.agreement import Seating
from ledger.table.commands import SellCounters
from ops import tailing
from ops.remembering import Rememberer, tables
from tests.statements import collected

OPERATOR = Actor(token=None, member=None, role=Role.OPERATOR)


def request(actor: Actor = OPERATOR) -> Request:
    return Request(actor, str(uuid4()), b"")


@pytest.fixture
def process(database_url: str) -> Iterator[Callable[..., Clubs]]:
    """Opens the clubs as another process would."""
    opened: list[Clubs] = []

    def open_clubs(**more: int) -> Clubs:
        opened.append(Clubs(database_url, **more))  # type: ignore[arg-type]
        return opened[-1]

    yield open_clubs
    for clubs in opened:
        clubs.close()


@pytest.fixture
def books(process: Callable[..., Clubs]) -> tuple[ClubBooks, ClubBooks]:
    """The books of one club in two processes."""
    one, other = process(), process()
    club, _ = one.found_club(request(), "Two rooms", "GBP")
    return one.books(club.id), other.books(club.id)


def test_what_another_process_has_recorded_is_read_at_the_next_look(books: tuple[ClubBooks, ClubBooks]) -> None:
    here, there = books
    assert len(here.club().members) == len(there.club().members) == 0
    for n in range(3):
        here.add_member(request(), f"member {n}")
        assert len(there.club().members) == 2 * n + 1
        there.add_member(request(), f"guest {n}")
        assert len(here.club().members) == 2 * n + 2
        assert here.recorded(here.club_id) == tuple(there.store.load(here.club_id))


def test_a_decision_asks_the_database_nothing_but_to_save(books: tuple[ClubBooks, ClubBooks]) -> None:
    here, _ = books
    here.add_member(request(), "the first")
    with collected() as statements:
        here.add_member(request(), "the second")
    (sent,) = statements.sent
    assert "poolbook.record(" in sent


def test_within_one_look_nothing_is_asked_twice(books: tuple[ClubBooks, ClubBooks]) -> None:
    here, there = books
    there.add_member(request(), "a guest")
    here.club()
    with collected() as statements, here.memory.at_one_look():
        for _ in range(5):
            assert len(here.club().members) == 1
            assert len(here.recorded(here.club_id)) == 3
    # A pool that opens a connection meanwhile sends its settings.
    assert [count for query, count in statements.sent.items() if "stored_events" in query] == [1]


def test_streams_that_are_remembered_as_of_different_moments_are_looked_at_again(
    database_url: str, process: Callable[..., Clubs]
) -> None:
    """Another process begins a game and plays it but for its last act. Here the sitting is remembered without a game,
    and the game not at all: together they would not balance."""
    club, (sitting,) = tables(database_url, 1)
    here, there = process().books(club), process().books(club)
    seats = here.sitting(sitting).seats
    for player in seats:
        here.enter(request(), sitting, SellCounters(player=player, counters=Counters(odd=5)))
    game = there.start_game(request(), sitting, seats[0], ()).stream
    for command in (Deal(), *[Pass()] * (len(seats) - 1)):
        there.act(request(), game, command)
    here.act(request(), game, Pass())
    assert there.game(game).over
    assert there.sitting(sitting).game is None


def test_a_save_beside_those_of_another_process_is_decided_without_a_look_and_answered_after_one(
    database_url: str, process: Callable[..., Clubs]
) -> None:
    club, (sitting,) = tables(database_url, 1)
    here, there = process().books(club), process().books(club)
    player = here.sitting(sitting).seats[0]
    sale = SellCounters(player=player, counters=Counters(odd=5))
    here.enter(request(), sitting, sale)
    with here.memory.at_one_look():
        there.add_member(request(), "a guest")
        with collected() as statements:
            here.enter(request(), sitting, sale)
            here.enter(request(), sitting, sale)
        assert list(statements.sent.values()) == [2], "two saves, and nothing is asked"
        assert here.sitting(sitting).funds[player] == 15
        assert len(here.club().members) == 5
        assert here.memory.position == here.store.max_position()


def test_the_position_of_what_is_read_is_that_of_the_look(books: tuple[ClubBooks, ClubBooks]) -> None:
    """Whoever reads on from this position misses nothing of what he was not shown."""
    here, there = books
    here.club()
    with here.memory.at_one_look():
        position = here.memory.position
        there.add_member(request(), "a guest")
        assert len(here.club().members) == 0
        assert here.memory.position == position == there.memory.position - 1
    assert len(here.club().members) == 1
    assert here.memory.position == there.memory.position


def test_a_refusal_is_looked_at_again_where_another_process_has_recorded(books: tuple[ClubBooks, ClubBooks]) -> None:
    here, there = books
    here.add_member(request(), "Percy")
    (percy,) = here.club().members
    Erasures(there).erase_name(request(), percy, "he asked for it")
    with pytest.raises(Refused, match="erased"):
        Erasures(here).erase_name(request(), percy, "again")
    there.add_member(request(), "George")
    george = next(member for member in there.club().members if member != percy)
    assert Tokens(here).issue(request(), Role.PLAYER, george, "his").token.member == george


def test_a_refusal_is_looked_at_again_though_another_thread_has_looked_meanwhile(
    books: tuple[ClubBooks, ClubBooks], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = books
    assert not here.club().members
    for name in ("Percy", "George"):
        there.add_member(request(), name)
    articles = Articles(ante=3, limit=12, readings=complete({}))
    seating = Seating(seats=tuple(there.club().members), articles=articles, held_on="1895-11-02")

    def new_id() -> UUID:
        """Called between the look at the members and the judgement."""
        looking = Thread(target=here.memory.look)
        looking.start()
        looking.join()
        return uuid4()

    monkeypatch.setattr(here, "new_id", new_id)
    opened = here.open_sitting(request(), seating)
    assert here.sitting(opened.stream).seats == seating.seats


def test_a_repeat_of_what_another_process_has_recorded_reads_what_that_recorded(
    books: tuple[ClubBooks, ClubBooks],
) -> None:
    here, there = books
    here.club()
    wanted = request()
    first = there.add_member(wanted, "Percy")
    with here.memory.at_one_look(look=False):
        again = here.add_member(wanted, "Percy")
        assert (again.stream, again.last, again.replayed) == (first.stream, first.last, True)
        assert here.recorded(again.stream)[again.last - 1] == there.recorded(first.stream)[first.last - 1]


def test_words_that_another_process_has_erased_are_remembered_no_more(books: tuple[ClubBooks, ClubBooks]) -> None:
    here, there = books
    here.add_member(request(), "Percy")
    (percy,) = here.club().members
    Erasures(there).erase_name(request(), percy, "he asked for it")
    assert here.club().members == {percy: None}
    joined = [r.event for r in here.recorded(here.club_id) if isinstance(r.event, MemberJoined)]
    assert [event.name for event in joined] == [None]


def test_a_token_opens_nothing_more_once_any_process_has_revoked_it(
    process: Callable[..., Clubs],
) -> None:
    one, other = process(), process()
    club, owner = one.found_club(request(), "Two rooms", "GBP")
    assert owner.secret is not None
    digest = digest_of(owner.secret)
    for clubs in (one, other):
        for _ in range(2):
            known = clubs.token(digest)
            assert known is not None
            assert known.revoked_at is None
    with collected() as statements:
        assert one.token(digest, look=False) is not None
    assert not statements.sent
    actor = Actor(token=str(owner.token.id), member=None, role=Role.OWNER)
    Tokens(other.books(club.id)).revoke(request(), owner.token.id)
    assert one.token(digest, look=False) is not None, "nobody has looked yet"
    with pytest.raises(ActorRevoked):
        one.books(club.id).add_member(request(actor), "too late")
    with pytest.raises(ActorRevoked):
        Erasures(one.books(club.id)).erase_name(request(actor), "nobody", "a refusal tells him nothing either")
    revoked = one.token(digest)
    assert revoked is not None
    assert revoked.revoked_at is not None
    assert len(one.books(club.id).club().members) == 0


def test_a_memory_that_is_too_small_costs_reading_and_nothing_else(process: Callable[..., Clubs]) -> None:
    small, plain = process(remembered_events=2), process()
    club, _ = small.found_club(request(), "Forgetful", "GBP")
    for n in range(5):
        small.books(club.id).add_member(request(), f"member {n}")
        assert small.books(club.id).club() == plain.books(club.id).club()
    assert small.memory.events <= 2


def test_the_streams_not_used_for_the_longest_time_are_forgotten_first() -> None:
    memory, club = Memory(most_events=6), uuid4()
    streams = [uuid4() for _ in range(3)]
    for stream in streams:
        memory.put(club, stream, Stream((None, None)))  # type: ignore[arg-type]
    memory.find(club, streams[0])
    memory.put(club, uuid4(), Stream((None, None)))  # type: ignore[arg-type]
    assert [memory.find(club, stream) is not None for stream in streams] == [True, False, True]
    assert (memory.events, len(memory)) == (6, 3)


def test_a_process_that_was_idle_for_long_begins_its_memory_anew(
    books: tuple[ClubBooks, ClubBooks], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.application.memory._FARTHEST", 4)
    monkeypatch.setattr("ledger.application.memory._BATCH", 2)
    here, there = books
    assert len(here.club().members) == 0
    for n in range(12):
        there.add_member(request(), f"member {n}")
    assert here.club() == there.club()


def test_a_founding_that_is_rolled_back_is_remembered_nowhere(process: Callable[..., Clubs]) -> None:
    clubs = process()
    with pytest.raises(Exception, match="name"):
        clubs.found_club(request(), "\u202e", "GBP")
    assert clubs.memory.events == 0


@pytest.mark.parametrize("remembered", [40, 10_000])
def test_two_processes_that_remember_correct_and_erase_never_answer_from_the_past(
    database_url: str, remembered: int
) -> None:
    """A short run of `python -m ops.remembering`, whose processes are threads of this one."""
    club, sittings = tables(database_url, 1)
    rememberers = [Rememberer(database_url, club, sittings, seed, remembered) for seed in (1, 2)]
    done = get_context("spawn").Value("i", 0)
    for _ in range(40):
        for rememberer in rememberers:
            rememberer.go_on(1, done)
    assert done.value == 80
    for rememberer in rememberers:
        assert rememberer.outcomes["play"] > 5
        rememberer.close()


def test_four_writers_and_a_reader_who_misses_nothing(database_url: str) -> None:
    """A short run of `python -m ops.tailing`."""
    assert tailing.run(database_url, 4_000) == []


def test_a_reader_who_would_miss_something_is_found_out(pool: SharedPool, store: ClubStore) -> None:
    class Skipping(ClubStore):
        def notifications(self, gt: int, limit: int, streams: object = ()):  # type: ignore[no-untyped-def]
            return [one for one in super().notifications(gt, limit) if one.position != 3]

    saved = get_context("spawn").Value("l", 0)
    tailing.write(pool.url, store.club, 1, saved)
    skipping = Skipping(SharedDatastore(pool, store.club))
    assert tailing.tail(skipping, tailing.IN_A_SAVE)[0] == "position 4 came after 2"
