"""Results and the day-book: they say what the settlements say."""

from types import SimpleNamespace
from uuid import UUID, uuid4

import pytest

from ledger.events.game import GameSettled, GameUnopened
from ledger.events.sitting import GameEnded
from projections.daybook import games_of, sittings
from projections.follow import ClubFollower
from projections.pages import BadCursor
from projections.results import (
    Total,
    results_of_member,
    total_of_member,
    totals_of_club,
    totals_of_sitting,
)
from projections.tables import ReadTables
from tests.play.table import ACES, KINGS, Table
from tests.projections.evenings import Writer, played


def results_of_game(tables: ReadTables, game: UUID) -> list[SimpleNamespace]:
    """The rows of a game, by member."""
    return tables.select(SimpleNamespace, "SELECT * FROM results WHERE game = %(game)s ORDER BY member", {"game": game})


ILLUSTRATED = (
    "deal; C stakes 6; D passes; E stakes 6; A stakes 18; B stakes 15; B draws 2; C stakes 12; C draws 5; E passes; "
    "A draws 1; C stakes 6; A stakes 6; B stakes 18; C stakes 24; A passes; B stakes 12; "
    f"C shows {ACES}; B shows {KINGS}"
)
UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"


def test_the_illustrated_game(writer: Writer, tables: ReadTables, follower: ClubFollower) -> None:
    writer.write(Table("ABCDE").start("A").play(ILLUSTRATED))
    follower.advance()
    rows = results_of_game(tables, writer.stream("sitting 1, game 1"))
    assert [(r.member, r.net, r.played, r.opened, r.won, r.shown) for r in rows] == [
        ("A", -24, True, False, False, False),
        ("B", -48, True, False, False, True),
        ("C", 78, True, True, True, True),
        ("D", 0, False, False, False, False),
        ("E", -6, True, False, False, False),
    ]
    (listed,) = games_of(tables, writer.stream("sitting 1")).items
    assert (listed.number, listed.phase, listed.dealer, listed.players) == (1, "settled", "A", list("ABCDE"))
    assert (listed.pool, listed.carried_in, listed.carried_out, listed.minimum) == (126, 0, 0, None)
    assert listed.settled_at is not None
    assert listed.settled_at > listed.begun_at


def test_a_game_that_runs_is_listed_with_its_pool_and_has_no_results(
    writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    writer.write(Table("ABCDE").start("A").play("deal; C stakes 6; D passes"))
    follower.advance()
    game = writer.stream("sitting 1, game 1")
    (listed,) = games_of(tables, writer.stream("sitting 1")).items
    assert (listed.game, listed.phase, listed.pool, listed.settled_at) == (game, "say", 9, None)
    assert sittings(tables).items[0].running == game
    assert results_of_game(tables, game) == []
    assert totals_of_club(tables).items == ()


def test_an_unopened_game_costs_what_was_paid_and_its_pool_awaits_the_next(
    writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    writer.write(Table("ABCDE").start("A").play(UNOPENED))
    follower.advance()
    assert {r.member: r.net for r in results_of_game(tables, writer.stream("sitting 1, game 1")) if r.net} == {"B": -3}
    (listed,) = games_of(tables, writer.stream("sitting 1")).items
    assert (listed.phase, listed.carried_out) == ("unopened", 3)
    (sitting,) = sittings(tables).items
    assert (sitting.carried, sitting.minimum, sitting.running, sitting.games) == (3, "J", None, 1)


def test_a_jack_pot_takes_in_what_was_carried(writer: Writer, tables: ReadTables, follower: ClubFollower) -> None:
    writer.write(Table("ABCDE").start("A").play(UNOPENED).start())
    follower.advance()
    _, jack_pot = games_of(tables, writer.stream("sitting 1")).items
    assert (jack_pot.minimum, jack_pot.carried_in, jack_pot.pool) == ("J", 3, 3 + 5 * 3 + 3)
    assert sittings(tables).items[0].carried == 0


def test_a_closed_sitting_is_listed_as_closed(writer: Writer, tables: ReadTables, follower: ClubFollower) -> None:
    writer.write(played(seed=1, games=2))
    follower.advance()
    (sitting,) = sittings(tables).items
    assert (sitting.number, sitting.held_on, sitting.status, sitting.games) == (1, "1896-11-05", "closed", 2)
    assert sitting.closed_at is not None


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_results_are_those_of_the_settlements_and_of_the_sitting(
    seed: int, writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    table = played(seed, games=6)
    writer.write(table, together=20)
    while follower.advance():
        pass
    ended = [event for event in table.sitting_events if isinstance(event, GameEnded)]
    assert len(ended) == 6
    for events, end in zip(table.game_events, ended, strict=True):
        settled = events[-1]
        assert isinstance(settled, GameSettled | GameUnopened)
        results = {r.member: r for r in results_of_game(tables, writer.stream(end.game))}
        assert {m: r.net for m, r in results.items()} == dict(settled.settlement.results) == dict(end.results)
        assert {m for m, r in results.items() if r.won} == {a.player for a in settled.settlement.awards if a.amount}
    sums = {m: sum(end.results.get(m, 0) for end in ended) for m in table.seats}
    totals = totals_of_sitting(tables, writer.stream("sitting 1"))
    assert {total.member: total.net for total in totals} == {
        m: net for m, net in sums.items() if any(m in end.results for end in ended)
    }
    assert totals == totals_of_club(tables).items


def test_totals_of_the_club_are_over_all_its_sittings(
    writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    for _ in range(2):
        writer.write(Table("ABCDE").start("A").play(ILLUSTRATED))
    follower.advance()
    assert total_of_member(tables, "C") == Total(member="C", net=156, games=2, played=2, opened=2, won=2, shown=2)
    assert total_of_member(tables, "A") == Total(member="A", net=-48, games=2, played=2, passed_after_draw=2)
    assert total_of_member(tables, "D") == Total(member="D", net=0, games=2, passed_before_draw=2)
    assert [t.net for t in totals_of_sitting(tables, writer.stream("sitting 1", 2))] == [-24, -48, 78, 0, -6]
    assert total_of_member(tables, "nobody") == Total(member="nobody")


def test_sittings_are_leafed_through_though_more_are_opened_meanwhile(
    writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    for _ in range(3):
        writer.write(Table("ABCDE"))
    follower.advance()
    first = sittings(tables, limit=2)
    assert [s.number for s in first.items] == [3, 2]
    writer.write(Table("ABCDE"))
    follower.advance()
    rest = sittings(tables, limit=2, cursor=first.next)
    assert ([s.number for s in rest.items], rest.next) == ([1], None)


def test_games_and_results_are_leafed_through_to_the_last(
    writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    table = played(seed=5, games=5)
    writer.write(table)
    follower.advance()
    sitting, numbers, cursor = writer.stream("sitting 1"), [], None
    while True:
        leaf = games_of(tables, sitting, limit=2, cursor=cursor)
        numbers += [game.number for game in leaf.items]
        if (cursor := leaf.next) is None:
            break
    assert numbers == [1, 2, 3, 4, 5]
    member = table.seats[0]
    whole = results_of_member(tables, member)
    first = results_of_member(tables, member, limit=1)
    second = results_of_member(tables, member, limit=50, cursor=first.next)
    assert first.items + second.items == whole.items
    assert [result.number for result in whole.items] == sorted((r.number for r in whole.items), reverse=True)


def test_totals_are_leafed_through_by_member(writer: Writer, tables: ReadTables, follower: ClubFollower) -> None:
    writer.write(Table("ABCDE").start("A").play(ILLUSTRATED))
    follower.advance()
    first = totals_of_club(tables, limit=3)
    assert ([t.member for t in first.items], first.next) == (["A", "B", "C"], "C")
    rest = totals_of_club(tables, limit=3, cursor=first.next)
    assert ([t.member for t in rest.items], rest.next) == (["D", "E"], None)


@pytest.mark.parametrize("cursor", ["", "x", "-1", "1.5", "1;--", "²", "9" * 30])
def test_a_cursor_that_no_page_gave_is_refused(cursor: str, tables: ReadTables) -> None:
    with pytest.raises(BadCursor):
        sittings(tables, cursor=cursor)


def test_a_sitting_nobody_knows_has_no_games(tables: ReadTables) -> None:
    assert games_of(tables, uuid4()).items == ()
