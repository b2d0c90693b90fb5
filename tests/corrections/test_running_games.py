"""Slips in the record of a running game."""

import pytest

from ledger.events.game import Action, StakeCounted
from ledger.laws.deal import next_dealer
from ledger.refusals import Invalid, Refused
from ledger.state.in_force import events_in_force, record_of
from tests.corrections.afterwards import Book, slips, steps
from tests.play.table import ACES, KINGS, Table


@pytest.fixture
def book() -> Book:
    """A game in its say: C opened with 6 and D went in."""
    return Book(Table().start("A").play("deal; C stakes 6; D stakes 6"))


def test_the_last_entry_is_struck_and_the_turn_is_his_again(book: Book) -> None:
    book.correct(slips([3]))
    assert (book.game().turn.player, book.game().pool, book.game().players["D"].funds) == ("D", 9, 100)
    assert steps(book.events()) == [1, 2]


def test_a_number_once_given_is_never_given_again(book: Book) -> None:
    book.correct(slips([3]))
    book.table.play("D stakes 8")
    assert steps(book.events()) == [1, 2, 4]
    book.correct(slips([2], [(2, "C stakes 7")]))
    assert steps(book.events()) == [1, 5, 4]
    book.table.play("E passes")
    assert steps(book.events()) == [1, 5, 4, 6]


def test_a_number_given_to_what_was_put_in_is_never_given_again(book: Book) -> None:
    book.correct(slips(insert=[(0, "A shuffles")]))
    assert steps(book.events()) == [4, 1, 2, 3]
    book.table.play("E passes")
    assert steps(book.events()) == [4, 1, 2, 3, 5]
    book.correct(slips(insert=[(4, "A shuffles")]))
    assert steps(book.events()) == [4, 6, 1, 2, 3, 5]


def test_an_act_that_was_left_out_is_put_in_and_what_follows_is_judged_anew(book: Book) -> None:
    book.table.play("E passes; A passes; B passes; C draws 2; D draws 1; C stakes 3; D stakes 3")
    book.correct(slips([2, 3], [(1, "C stakes 8"), (3, "D stakes 8")]))
    stakes = [(e.step, e.amount, e.act) for e in events_in_force(book.events()) if hasattr(e, "act")]
    assert stakes == [(11, 8, "opened"), (12, 8, "went_in"), (9, 3, "bet"), (10, 3, "called")]
    assert book.game().pool == 3 + 16 + 6


def test_a_stake_that_counted_by_itself_counts_before_what_is_put_in_after_the_same_act() -> None:
    """D's pass reaches the turn of E, who had staked before it; A's act comes only then."""
    book = Book(Table().start("A").play("deal; C stakes 6; E stakes 6 irregularly; D passes; A stakes 6"))
    book.correct(slips([5], [(4, "A passes")]))
    counted = [(e.step, e.player) for e in events_in_force(book.events()) if isinstance(e, StakeCounted)]
    assert counted == [(4, "E")]
    assert (steps(book.events()), book.game().turn.player, book.game().pool) == ([1, 2, 3, 4, 6], "B", 15)


def test_a_stake_that_counted_by_itself_counts_again_after_the_act_that_stands_instead() -> None:
    book = Book(Table().start("A").play("deal; C stakes 6; E stakes 6 irregularly; D passes; A stakes 6"))
    book.correct(slips([4], [(4, "D stakes 6")]))
    counted = [(e.step, e.player, e.act) for e in events_in_force(book.events()) if isinstance(e, StakeCounted)]
    assert counted == [(6, "E", "went_in")]


def test_everything_recorded_stays_and_struck_entries_stand_in_their_places(book: Book) -> None:
    book.correct(slips([2], [(2, "C borrows 1 of the bank"), (2, "C stakes 6")]))
    lines = [(line.event.step, line.struck) for line in record_of(book.events()) if isinstance(line.event, Action)]
    assert lines == [(1, False), (2, True), (4, False), (5, False), (3, False)]


def test_what_follows_must_still_be_lawful_and_the_first_step_that_is_not_is_named(book: Book) -> None:
    with pytest.raises(Refused) as refused:
        book.correct(slips([2], [(2, "C stakes 8")]))
    assert (refused.value.law, refused.value.step) == (26, 3)
    with pytest.raises(Refused) as refused:
        book.correct(slips([1]))
    assert (refused.value.code, refused.value.step) == ("wrong_phase", 2)


@pytest.mark.parametrize("correction", [slips(), slips([9]), slips([0]), slips([], [(9, "D passes")])])
def test_a_correction_that_touches_nothing_is_none(book: Book, correction) -> None:
    with pytest.raises(Invalid):
        book.correct(correction)


def test_what_is_struck_already_is_not_struck_again(book: Book) -> None:
    book.correct(slips([3]))
    with pytest.raises(Invalid):
        book.correct(slips([3]))


def test_a_correction_may_end_the_game(book: Book) -> None:
    book.table.play("E passes; A passes; B passes; C draws 0; D draws 0; C stakes 1; D stakes 1; C shows " + ACES)
    book.correct(slips([], [(11, f"D shows {KINGS}")]))
    assert book.settlement().results == {"A": 0, "B": -3, "C": 10, "D": -7, "E": 0}
    assert book.sitting.game is None
    assert book.sitting.funds["C"] == 110


def test_a_game_begun_by_mistake_is_made_void_by_all_its_players(book: Book) -> None:
    with pytest.raises(Refused) as refused:
        book.void("ABCD")
    assert refused.value.law == 80
    before = next_dealer(book.sitting)
    book.void()
    assert book.game().phase == "void"
    assert set(book.sitting.funds.values()) == {100}
    assert (book.sitting.game, book.sitting.last_dealer, before) == (None, None, "B")
    assert not any(account.kind == "pool" for account in book.ledger())
    assert book.table.start("A").game.number == 2
    with pytest.raises(Refused):
        Book.correct(book, slips([2]), 0)


def test_a_void_jack_pot_leaves_pool_openers_and_dealer_as_before_it() -> None:
    book = Book(Table().start("A").play("deal; C passes; D passes; E passes; A passes; B passes"))
    ledger = book.ledger()
    book.table.start().play("deal; D borrows 7 of the bank; D stakes 9")
    book.void()
    assert (book.sitting.carried, book.sitting.minimum, next_dealer(book.sitting)) == (3, "J", "B")
    assert book.ledger() == ledger
    assert book.table.start().game.pool == 3 + 15 + 3
