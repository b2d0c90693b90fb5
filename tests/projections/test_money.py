"""Pools, settlements, results and the reckoning of random, randomly corrected evenings, compared with a slate."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest

from ledger.afterwards.game_corrections import Slips
from ledger.books.transfers import transfers
from ledger.events.game import Action
from ledger.events.sitting import CountersBoughtBack, CountersSold
from ledger.refusals import BooksDoNotBalance, Invalid, Refused
from ledger.state.in_force import begun_and_acts, entries_in_force
from projections.buyback import reckoning_of
from projections.daybook import games_of
from projections.follow import ClubFollower
from projections.pools import Pool, pools_of
from projections.rebuild import digest, rebuild
from projections.settlements import Settled, settlements_of
from projections.tables import ReadTables
from tests.corrections.afterwards import Book
from tests.play.irregular_play import UnrulyEvening
from tests.play.random_play import Evening
from tests.play.table import Table
from tests.projections.evenings import Writer, played
from tests.projections.slate import Accounts, GameSlate

EVENINGS = [*((Evening, seed) for seed in range(6)), *((UnrulyEvening, seed) for seed in range(6))]


def play(at: Evening) -> None:
    """Play a game of the evening without the checks at every step, which tests/play makes."""
    with (
        patch("tests.play.random_play.ask_everything"),
        patch("tests.play.random_play.Watch"),
        patch.object(UnrulyEvening, "_check"),
    ):
        at.play_game()


def meddle(book: Book, chance: Random) -> None:
    """Amend the books: correct a game, record a payment as made, or strike entries."""
    n = chance.randrange(len(book.table.game_events))
    had = len(book.events(n)), len(book.entries)
    try:
        match chance.choice(("correct", "correct", "pay", "strike")):
            case "correct":
                stand = [e.step for e in begun_and_acts(book.events(n))[1] if isinstance(e, Action)]
                struck = chance.sample(stand, min(len(stand), chance.randint(1, 2)))
                book.correct(Slips(tuple(struck)), n, rebase=chance.random() < 0.3)
            case "pay":
                book.pay(otherwise(book, n, chance), n)
            case "strike":
                sold = [e.entry for e in entries_in_force(book.entries) if isinstance(e, CountersSold)]
                book.strike(chance.choice(sold))
    except (Refused, Invalid):
        del book.events(n)[had[0] :]
        del book.entries[had[1] :]


def otherwise(book: Book, n: int, chance: Random) -> dict[str, int]:
    """The awards of a game, given to other players, with the same sum."""
    due = sum(award.amount for award in book.settlement(n).awards)
    taker, other = chance.sample(book.game(n).seats, 2)
    share = chance.randint(0, due)
    return {taker: share, other: due - share}


def go_home(book: Book, chance: Random) -> None:
    """Buy everybody's counters back, some on a wrong count."""
    for member, funds in book.sitting.funds.items():
        book.table.buy_back(member, odd=max(0, funds + chance.choice((0, 0, -1, 2))))


def take_back(book: Book, chance: Random) -> None:
    """Strike a buy-back."""
    bought = [e for e in book.entries if isinstance(e, CountersBoughtBack)]
    book.strike(chance.choice(bought).entry)


@pytest.fixture(params=EVENINGS, ids=lambda of: f"{of[0].__name__} {of[1]}")
def book(request: pytest.FixtureRequest) -> Iterator[Book]:
    """An evening of four games, as yet without corrections."""
    kind, seed = request.param
    evening = kind(seed)
    for _ in range(4):
        play(evening)
    return Book(evening.table)


def test_whatever_is_corrected_every_table_says_what_stands(
    book: Book, writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    chance = Random(len(book.entries))
    writer.catch_up(book.table)
    follow(follower)
    check(book, writer, tables)
    for _ in range(8):
        meddle(book, chance)
        if book.sitting.game is not None:
            break
    writer.catch_up(book.table)
    follow(follower)
    check(book, writer, tables)
    for step in (go_home, take_back) if book.sitting.game is None else ():
        with suppress(Refused):
            step(book, chance)
        writer.catch_up(book.table)
        follow(follower)
        check(book, writer, tables)
    live = digest(tables)
    rebuild(writer.store, tables)
    assert digest(tables) == live


def follow(follower: ClubFollower) -> None:
    while follower.advance(7):
        pass


def check(book: Book, writer: Writer, tables: ReadTables) -> None:
    sitting = writer.stream(book.table.name)
    slates = {writer.stream(book.id(n)): GameSlate(events) for n, events in enumerate(book.table.game_events)}
    pools, settled = pools_of(tables, sitting).items, settlements_of(tables, sitting).items
    assert {pool.game for pool in pools} == set(slates)
    assert [pool.number for pool in pools] == sorted(pool.number for pool in pools)
    for pool in pools:
        check_pool(pool, slates[pool.game])
    assert {settlement.game for settlement in settled} == {game for game, slate in slates.items() if slate.document}
    for settlement in settled:
        check_settlement(settlement, slates[settlement.game])
    for game, slate in slates.items():
        assert results_of(tables, game) == slate.results()
    check_reckoning(book, sitting, tables)


def check_pool(pool: Pool, slate: GameSlate) -> None:
    assert pool.carried_in == slate.carried_in
    assert {s.member: (s.ante, s.payment, s.stake) for s in pool.shares} == {
        m: (put["ante"], put["payment"], put["stake"]) for m, put in slate.put.items()
    }
    assert {s.member for s in pool.shares if s.retired} == slate.retired
    fines = {fine.player: fine.amount for fine in slate.document.penalties} if slate.document else {}
    assert {s.member: s.penalty for s in pool.shares if s.penalty} == fines
    assert pool.paid == (dict(slate.paid.paid) if slate.paid else None)


def check_settlement(settled: Settled, slate: GameSlate) -> None:
    document = slate.document
    assert document is not None
    assert settled.document.awards == document.awards
    assert settled.document.results == (slate.paid.results if slate.paid else document.results)
    assert set(settled.demanded) == slate.demanded
    assert settled.paid == (slate.paid.paid if slate.paid else None)


def results_of(tables: ReadTables, game: UUID) -> dict[str, dict[str, Any]]:
    rows = tables.select(SimpleNamespace, "SELECT * FROM results WHERE game = %(game)s", {"game": game})
    beside = ("game", "member", "sitting", "number", "begun_position", "settled_at")
    return {r.member: {name: value for name, value in vars(r).items() if name not in beside} for r in rows}


def check_reckoning(book: Book, sitting: UUID, tables: ReadTables) -> None:
    """Check the reckoning against the double entry, which has no colours."""
    reckoning, accounts = reckoning_of(tables, sitting), Accounts(book)
    assert reckoning is not None
    assert {line.name: line.amount for line in reckoning.must_be_nought() if line.always} == dict.fromkeys(
        ("counters", "money", "till", "lent"), 0
    )
    assert sum(reckoning.net_due().values()) == 0
    transfers(reckoning.net_due())
    if book.sitting.game is not None:
        return
    assert reckoning.cash_taken - reckoning.cash_paid_out == accounts["bank_cash"]
    assert -accounts["kitty"] == reckoning.kitty
    assert -accounts["carried"] == reckoning.carried + reckoning.astray
    for member, his in reckoning.players.items():
        assert his.in_hand == -accounts[f"player:{member}"]
        assert his.credit_owed == accounts[f"credit:{member}"]
        assert his.loan_owed == accounts[f"loan:{member}"]
        assert his.players_owed == accounts[f"between_players:{member}"]
        assert his.difference == accounts[f"differences:{member}"]
    assert {m: h.in_hand for m, h in reckoning.players.items()} == dict(book.sitting.funds)
    assert {m: h.net for m, h in reckoning.players.items() if h.net} == {m: n for m, n in book.sitting.won.items() if n}


def test_the_corrections_tried_are_of_every_kind() -> None:
    met: set[str] = set()
    for kind, seed in EVENINGS:
        evening = kind(seed)
        for _ in range(4):
            play(evening)
        book = Book(evening.table)
        chance = Random(len(book.entries))
        for _ in range(8):
            meddle(book, chance)
            if book.sitting.game is not None:
                met.add("a game reopened")
                break
        met |= {type(e).__name__ for events in book.table.game_events for e in events}
        met |= {type(e).__name__ for e in book.entries}
        met |= {"a rebase" for es in book.table.game_events for e in es if getattr(e, "begun", ())}
    kinds = {"GameCorrected", "GamePaid", "GameRestated", "SittingCorrected", "a game reopened", "a rebase"}
    assert met >= kinds | {"Misdealt", "HandFouled", "StakeCounted", "ShowDemanded"}


def test_a_closed_evening_has_nothing_left_that_must_be_nought(
    writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    for seed in (3, 5, 8):
        table = played(seed, games=5)
        writer.write(table)
        follow(follower)
        reckoning = reckoning_of(tables, writer.stream("sitting 1"))
        assert reckoning is not None
        assert reckoning.closed
        assert [line.amount for line in reckoning.must_be_nought()] == [0] * 7
        assert reckoning.kitty == reckoning.carried == 0


def test_a_pool_that_does_not_add_up_is_not_shown(writer: Writer, tables: ReadTables, follower: ClubFollower) -> None:
    writer.write(Table("ABCDE").start("A").play("deal; C stakes 6; D passes; E passes; A passes; B passes"))
    follow(follower)
    sitting = writer.stream("sitting 1")
    (pool,) = pools_of(tables, sitting).items
    assert (pool.total, pool.left) == (9, 0)
    with tables.transaction() as cursor:
        cursor.execute("UPDATE pool_shares SET stake = stake + 1 WHERE member = 'C'")
    with pytest.raises(BooksDoNotBalance, match="does not add up"):
        pools_of(tables, sitting)


def test_stakes_that_a_misdeal_gives_back_are_in_the_pool_no_more(
    writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    table = Table("ABCDE", misdeal_stakes="returned").start("A")
    table.play("deal; C stakes 6")
    writer.catch_up(table)
    follow(follower)
    sitting = writer.stream(table.name)
    assert [(p.total, p.left) for p in pools_of(tables, sitting).items] == [(9, 9)]
    table.play("misdeal wrong_count of D irregularly")
    writer.catch_up(table)
    follow(follower)
    assert [(p.total, p.left) for p in pools_of(tables, sitting).items] == [(3, 3)]
    assert [game.pool for game in games_of(tables, sitting).items] == [3]


@pytest.mark.parametrize("batch", [1, 2, 3, 500])
def test_a_running_game_has_the_same_rows_wherever_the_batches_end(
    batch: int, writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    table = Table("ABCDE").start("A")
    for acts in ("deal", "C stakes 6; D stakes 6; E passes", "A passes; B stakes 3; B draws 0; C draws 0", "D draws 0"):
        table.play(acts)
        writer.catch_up(table)
        while follower.advance(batch):
            pass
        (pool,) = pools_of(tables, writer.stream(table.name)).items
        assert (pool.phase, pool.total) == (table.game.phase, table.game.pool)
        live = digest(tables)
        rebuild(writer.store, tables)
        assert digest(tables) == live


def test_a_void_game_has_an_empty_pool_and_neither_settlement_nor_results(
    writer: Writer, tables: ReadTables, follower: ClubFollower
) -> None:
    book = Book(Table("ABCDE").start("A").play("deal; C stakes 6"))
    writer.catch_up(book.table)
    follow(follower)
    sitting = writer.stream(book.table.name)
    assert [(p.phase, p.total, p.left) for p in pools_of(tables, sitting).items] == [("say", 9, 9)]
    book.void()
    writer.catch_up(book.table)
    follow(follower)
    assert [(p.phase, p.total, p.left) for p in pools_of(tables, sitting).items] == [("void", 0, 0)]
    assert settlements_of(tables, sitting).items == ()
    check(book, writer, tables)


def test_the_tables_hold_nothing_that_is_sealed(writer: Writer, tables: ReadTables, follower: ClubFollower) -> None:
    """What is dealt and thrown away unseen is in none of them."""
    deal = "deal C: Ah Ad 5c 6d 9s; D: 2c 3c 4d 6h 8d"
    writer.write(Table("ABCDE").start("A").play(f"{deal}; C stakes 6; D passes; E passes; A passes; B passes"))
    follow(follower)
    with tables.transaction() as cursor:
        for table in ("results", "pools", "pool_shares", "settlements", "reckonings", "reckoned_players"):
            for row in cursor.execute(f"SELECT * FROM {table} WHERE club = %(club)s".encode()).fetchall():
                # In an id any two characters may stand.
                values = {name: value for name, value in row.items() if not isinstance(value, UUID)}
                assert "4d" not in str(values)
