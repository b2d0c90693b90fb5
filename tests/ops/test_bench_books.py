"""The benchmark fills a club with books like those that the service writes."""

from itertools import islice
from random import Random
from uuid import uuid4

import pytest

from ledger.application.clubs import Clubs
from ledger.events.club import ClubFounded, MemberJoined
from ledger.events.game import GameBegun
from ledger.state import club as clubs_of
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.store import ClubStore, SharedDatastore
from ops import bench_books
from ops.bench import _request
from ops.evenings import Evening, evenings
from projections.rebuild import rebuild
from projections.tables import ReadTables
from projections.verify import verify


def test_an_evening_played_by_chance_folds_and_is_the_same_for_the_same_seed() -> None:
    members = tuple("ABCDE")
    joined = [MemberJoined(member=m, name=m) for m in members]
    club, club_id = clubs_of.fold([ClubFounded(currency="GBP"), *joined]), uuid4()
    saves, saves_again = (Evening(Random(5), club_id, club, members).play(6).saves for _ in range(2))
    assert saves == saves_again
    streams = {stream: [e for save in saves for s, e in save if s == stream] for save in saves for stream, _ in save}
    (book,) = (events for events in streams.values() if events[0].topic == "sitting.opened")
    assert sittings.fold(book).closed
    played = [games.fold(events) for events in streams.values() if isinstance(events[0], GameBegun)]
    assert [game.over for game in played] == [True] * 6
    assert any(game.settlement and game.settlement.hands for game in played), "somebody showed"


def test_copies_of_evenings_are_books_that_verify(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, small in (("GAMES", 3), ("PLAYED", 2), ("TOGETHER", 2)):
        monkeypatch.setattr(bench_books, name, small)
    clubs = Clubs(database_url)
    club, _ = clubs.found_club(_request(), f"Bench {uuid4()}", "GBP")
    written, played = bench_books.fill(database_url, club, clubs.books(club.id), 300)
    assert written >= 300
    assert played % 6 == 0
    datastore = SharedDatastore(clubs.pool, club.id)
    rebuild(ClubStore(datastore), ReadTables(datastore))
    report = verify(database_url, club)
    assert report.ok, report.first_difference
    assert report.checked["settlements"] == played
    begun = list(islice(bench_books.games(clubs.books(club.id)), 2))
    assert all(seconds > 0 for seconds in begun)
    clubs.close()


def test_evenings_never_end() -> None:
    members = tuple("ABC")
    club = clubs_of.fold([ClubFounded(currency="GBP"), *[MemberJoined(member=m, name=m) for m in members]])
    several = list(islice(evenings(1, uuid4(), club, members, 1), 3))
    assert len({sitting.id for sitting in several}) == 3
