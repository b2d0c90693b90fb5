"""Slips in a sitting's book: struck sales, buy-backs, cuts, arrivals, departures, payments and limits."""

import pytest

from ledger.events.sitting import Debt
from ledger.laws.deal import next_dealer
from ledger.refusals import Invalid, Refused
from ledger.table.commands import Arrive, Depart, Pay, SetLimits
from tests.corrections.afterwards import Book, slips
from tests.play.table import Table

ALL_PASS = "deal; C passes; D passes; E passes; A passes; B stakes 6"
"""The first game of five, which the ante-man opens and wins alone."""


def refusal(book: Book, *entries: int) -> tuple:
    with pytest.raises(Refused) as refused:
        book.strike(*entries)
    return refused.value.law, refused.value.code, refused.value.step


def test_a_sale_is_struck_and_its_number_is_not_given_again() -> None:
    book = Book(Table("ABC", funds=20))
    book.table.sell("A", red=1)
    book.strike(4)
    assert (book.sitting.funds["A"], book.sitting.issued, book.sitting.out.red) == (20, 60, 0)
    book.table.sell("B", red=1)
    assert book.entries[-1].entry == 6
    assert book.ledger() == Book(_bought(20, 23, 20)).ledger()


def _bought(*funds: int) -> Table:
    return Table("ABC", funds=dict(zip("ABC", funds, strict=True)))


@pytest.mark.parametrize("entry", [0, 7, -1])
def test_an_entry_that_is_not_there_is_not_struck(entry: int) -> None:
    with pytest.raises(Invalid):
        Book(Table("ABC")).strike(entry)


def test_a_correction_that_strikes_nothing_is_none() -> None:
    with pytest.raises(Invalid):
        Book(Table("ABC")).strike()


def test_a_struck_entry_and_a_correction_are_not_struck() -> None:
    book = Book(Table("ABC"))
    book.strike(1)
    for entry in (1, 4):
        with pytest.raises(Invalid):
            book.strike(entry)


def test_a_sale_is_not_struck_of_counters_that_were_played_with() -> None:
    book = Book(Table(funds=dict.fromkeys("ABCDE", 6)).start("A").play(ALL_PASS.replace("6", "3")))
    book.strike(4)
    assert book.sitting.funds["D"] == 0
    assert refusal(book, 2)[1] in ("no_funds", "affected_games")


def test_a_sale_to_a_player_of_the_running_game_is_not_struck() -> None:
    book = Book(Table().start("A", sitting_out="E"))
    assert refusal(book, 1)[1] == "in_play"
    book.strike(5)
    assert book.sitting.funds["E"] == 0


def test_a_sale_struck_before_a_buy_back_shows_in_its_difference() -> None:
    book = Book(Table("ABC", funds=20))
    book.table.sell("A", odd=5)
    book.table.buy_back("A", odd=20)
    book.strike(4)
    bought = book.entries[-1].replaced[0]
    assert (bought.book, bought.difference) == (20, 0)
    assert not any(account.kind == "differences" for account in book.ledger())


def test_a_buy_back_is_struck_and_his_counters_are_before_him_again() -> None:
    book = Book(Table("ABC", funds=20))
    book.table.buy_back("A", odd=18)
    book.strike(4)
    assert book.sitting.funds["A"] == 20
    assert book.ledger() == Book(_bought(20, 20, 20)).ledger()


def test_law_2_the_cut_is_open_again_when_the_first_game_was_made_void() -> None:
    book = Book(Table("ABC"))
    book.table.start("A")
    with pytest.raises(Refused, match="known already"):
        book.table.cut("A 2h, B 9d, C Kd")
    book.void("ABC")
    assert book.table.cut("A Qh, B 2d, C Kd").dealer == "B"
    with pytest.raises(Refused, match="known already"):
        book.table.cut("A 2h, B 9d, C Kd")
    assert book.table.start().game.dealer == "B"


def test_law_2_a_dealer_cut_for_before_a_void_game_deals_unless_they_cut_again() -> None:
    book = Book(Table("ABC"))
    book.table.cut("A 2h, B 9d, C Kd")
    book.table.start()
    book.void("ABC")
    assert next_dealer(book.sitting) == "A", "the dealer is as before the game"
    book.table.cut("A Qh, B 2d, C Kd")
    with pytest.raises(Refused, match="known already"):
        book.table.cut("A 2h, B 9d, C Kd")
    book.table.sell("A", red=1)
    book.strike(book.sitting.entries)
    assert next_dealer(book.sitting) == "B", "both cuts stand where the book is entered again"


def test_a_cut_is_struck_and_cut_again_but_not_once_the_dealer_has_dealt() -> None:
    book = Book(Table("ABC"))
    book.table.cut("A 2h, B 9d, C Kd")
    book.strike(4)
    assert next_dealer(book.sitting) is None
    assert book.table.cut("A Qh, B 9d, C Kd").dealer == "B"
    book.table.start()
    book.table.play("deal; A passes; B passes; C passes")
    # The dealer may have been named as well: what was dealt stands, and the record of the cut goes.
    book.strike(6)
    assert book.sitting.last_dealer == "B"


def test_an_arrival_is_struck_until_he_has_played() -> None:
    book = Book(Table("ABC"))
    book.table.record(Arrive(player="D", left_of="B"))
    book.strike(4)
    assert book.sitting.seats == ("A", "B", "C")
    assert book.entries[-1].seats == ("A", "B", "C")
    book.table.record(Arrive(player="D", left_of="B"))
    book.table.sell("D", odd=50)
    assert refusal(book, 6)[2] == 7
    book.table.start("A").play("deal; D passes; C passes; A passes; B stakes 6")
    assert refusal(book, 6, 7)[1] == "in_play"


def test_a_departure_is_struck() -> None:
    book = Book(Table("ABC", funds={"A": 20, "B": 20}))
    book.table.record(Depart(player="C"))
    book.strike(3)
    assert book.sitting.seats == ("A", "B", "C")


def test_payments_and_limits_are_struck() -> None:
    book = Book(Table("AB", funds=20))
    book.table.sell("A", odd=10, on_credit=True)
    book.table.record(Pay(player="A", amount=4, toward=Debt.CREDIT))
    book.table.record(SetLimits(player="B", loss=10, stop_at=None))
    assert refusal(book, 3)[2] == 4, "nothing would be owed that was paid"
    book.strike(4, 5)
    assert (book.sitting.credit["A"], book.sitting.limits) == (10, {})
    assert not any(str(account) == "credit:A" and n != 10 for account, n in book.ledger().items())


def test_a_game_is_corrected_after_its_sittings_book_was() -> None:
    book = Book(Table().start("A").play(ALL_PASS))
    book.table.sell("A", red=1)
    book.strike(6)
    book.correct(slips([6], [(6, "B passes")]))
    assert (book.sitting.funds["B"], book.sitting.carried, book.sitting.minimum) == (97, 3, "J")


def test_a_sale_struck_before_an_arrival_leaves_the_newcomer_in_his_place() -> None:
    book = Book(Table("ABC", funds=20))
    book.table.sell("A", odd=5)
    book.table.record(Arrive(player="N", left_of="B"))
    book.strike(4)
    assert (book.sitting.seats, book.sitting.funds["A"]) == (("A", "B", "N", "C"), 20)
