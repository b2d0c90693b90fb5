"""Pools paid otherwise than the laws award them: law and money are two things, and the difference is a debt."""

from typing import Any

import pytest

from ledger.articles import Kitty
from ledger.books.accounts import Account
from ledger.events.sitting import Debt
from ledger.refusals import Invalid, Refused
from ledger.table.commands import Pay
from tests.corrections.afterwards import Book, slips
from tests.play.table import ACES, KINGS, QUEENS, Table

C_BEATS_D = (
    "deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0; C stakes 5; D stakes 5; "
    f"C shows {ACES}; D shows {KINGS}"
)
"""C takes 25: 11 of his own, 11 of D's, and the ante of 3."""
UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"
"""The first game of five, which leaves 3 to a jack-pot."""
D_OPENS = "deal; D stakes 6; E passes; A passes; B passes; C passes; "
"""The second game of five, which D opens and wins alone; in a jack-pot he has to show."""


def refusal(doing: Any, *arguments: Any, **options: Any) -> str:
    with pytest.raises(Refused) as refused:
        doing(*arguments, **options)
    return refused.value.code


def invalid(doing: Any, *arguments: Any, **options: Any) -> str:
    with pytest.raises(Invalid) as refused:
        doing(*arguments, **options)
    return str(refused.value)


def between(book: Book) -> dict[str, int]:
    return {a.owner: n for a, n in book.ledger().items() if a.kind == "between_players"}


def check_books(book: Book) -> None:
    """Check that the accounts balance, and that they have the counters that the sitting has."""
    ledger, sitting = book.ledger(), book.sitting
    assert sum(ledger.values()) == 0
    assert {a.owner: -n for a, n in ledger.items() if a.kind == "player"} == {
        m: n for m, n in sitting.funds.items() if n
    }
    assert -ledger.get(Account("carried"), 0) == sitting.carried + sitting.astray
    assert -ledger.get(Account("kitty"), 0) == sitting.kitty


def home(book: Book) -> None:
    for member, funds in book.sitting.funds.items():
        book.table.buy_back(member, odd=funds)


def test_the_difference_between_law_and_payment_is_a_debt_between_members() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    book.pay({"C": 20, "D": 5})
    assert book.debts == [(0, "D", "C", 5)]
    assert between(book) == {"D": 5, "C": -5}
    check_books(book)


def test_a_debt_is_settled_by_a_payment_between_members() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    book.pay({"C": 20, "D": 5})
    assert "owes 5" in invalid(book.table.record, Pay(player="D", amount=6, toward=Debt.LOAN, to="C"))
    book.table.record(Pay(player="D", amount=5, toward=Debt.LOAN, to="C"))
    assert between(book) == {}
    # The money passed between them: a correction of the payment by which it was due leaves it where it went.
    book.pay({"C": 25})
    assert between(book) == {"D": -5, "C": 5}
    book.table.record(Pay(player="C", amount=5, toward=Debt.LOAN, to="D"))
    assert between(book) == {}
    home(book)
    book.table.close()


def test_a_payment_stands_through_a_correction_and_a_correction_of_that() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    book.pay({"C": 20, "D": 5})
    book.correct(slips([11], [(11, f"C shows {QUEENS}")]))
    assert book.game().paid == {"C": 20, "D": 5}
    assert book.settlement().awards[0].player == "D"
    assert book.sitting.funds == {"A": 100, "B": 97, "C": 109, "D": 94, "E": 100}
    assert book.debts == [(0, "C", "D", 20)]
    check_books(book)
    book.correct(slips([13], [(10, f"C shows {ACES}")]))
    assert (book.game().paid, book.debts) == ({"C": 20, "D": 5}, [(0, "D", "C", 5)])
    check_books(book)


def test_a_correction_after_which_the_pool_never_held_what_was_paid_says_so() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    book.pay({"C": 20, "D": 5})
    was = len(book.events())
    assert refusal(book.correct, slips([9, 10], [(8, "C stakes 4"), (8, "D stakes 4")])) == "paid_otherwise"
    del book.events()[was:]
    assert refusal(book.correct, slips([12])) == "paid_otherwise", "a pool that was paid out is that of a game over"


@pytest.mark.parametrize("paid", [{"C": 24}, {"C": 26}])
def test_a_total_that_was_never_there_says_what_to_do(paid: dict[str, int]) -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    assert "say in `from`" in invalid(book.pay, paid)


@pytest.mark.parametrize(
    ("paid", "sources", "why"),
    [
        ({"C": 26}, {"carried": 1}, "more than the 0 that the laws carry"),
        ({"C": 26}, {"kitty": 1}, "more than the 0 that the laws set aside"),
        ({"C": 24}, {"kitty": -1}, "no kitty"),
        ({"C": 24}, {"carried": -2}, "comes to 23"),
        ({"C": 25}, {"penalties": {"C": 1}}, "penalties that were not due"),
        ({"C": 25}, {"refunds": {"B": 1}}, "refunds that were not due"),
    ],
)
def test_a_source_must_have_what_was_paid_out_of_it(paid: dict[str, int], sources: dict[str, Any], why: str) -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    if "penalties" in sources:
        paid = {"C": 24}
    assert why in invalid(book.pay, paid, **sources)


def test_carried_money_that_was_paid_out_leaves_no_jack_pot() -> None:
    book = Book(Table().start("A").play(UNOPENED))
    book.pay({"B": 3}, carried=3)
    assert (book.sitting.carried, book.sitting.minimum) == (0, None)
    assert (book.debts, book.sitting.held) == ([], {"B": 3})
    check_books(book)


def test_a_game_won_whose_pool_was_carried_was_followed_by_a_jack_pot() -> None:
    book = Book(Table().start("A").play(UNOPENED.replace("B passes", "B stakes 6")))
    book.pay({"B": 6}, carried=-3)
    assert (book.sitting.carried, book.sitting.minimum) == (3, "J")
    check_books(book)


def test_a_kitty_that_was_forgotten_is_owed_to_it() -> None:
    book = Book(Table(kitty=Kitty(amount=2, purpose="expenses")).start("A").play(C_BEATS_D))
    assert book.sitting.kitty == 2
    book.pay({"C": 25}, kitty=2)
    assert (book.sitting.kitty, book.debts, book.sitting.held) == (0, [], {"C": 2})
    check_books(book)


def test_a_false_opener_who_was_paid_holds_what_the_laws_carry_until_a_later_game_tells_whose_it_is() -> None:
    book = Book(Table().start("A").play(UNOPENED))
    book.table.start().play(D_OPENS + "D shows openers Th Td")
    assert (book.sitting.carried, book.sitting.minimum) == (33, "Q")
    book.pay({"D": 27}, carried=27, penalties={"D": 6})
    assert (book.sitting.carried, book.sitting.minimum, book.sitting.held) == (0, None, {"D": 33})
    check_books(book)
    # The next game is played as an ordinary one: D opens, and E wins with a hand that would have won the jack-pot.
    book.table.start().play(
        "deal; E stakes 6; A passes; B passes; C passes; D stakes 3; D draws 0; E draws 0; E stakes 3; D stakes 3; "
        f"E shows {ACES}; D shows {KINGS}"
    )
    assert book.sitting.affected == (book.id(2),)
    assert refusal(book.table.close) == "affected_games"
    book.stand(2)
    assert book.sitting.affected == ()
    # By the laws E would have won 33 more, and what all pay to a jack-pot besides.
    assert book.sitting.held == {}
    assert sorted(book.debts) == [(2, "A", "E", 3), (2, "B", "E", 3), (2, "C", "E", 3), (2, "D", "E", 36)]
    check_books(book)
    home(book)
    book.table.close()


def test_a_later_game_never_changes_its_kind() -> None:
    """A slip found in the game before makes it unopened; the next was no jack-pot when it was played, and is none."""
    book = Book(Table().start("A").play(UNOPENED.replace("B passes", "B stakes 6")))
    book.table.start().play(D_OPENS)
    book.correct(slips([6], [(6, "B passes")]), 0)
    assert book.sitting.affected == (book.id(1),)
    assert refusal(book.stand, 1) == "carried_otherwise", "B has what the laws carry, and the book has it nowhere"
    book.pay({"B": 3}, 0, carried=3)
    assert book.sitting.affected == (book.id(1),)
    book.stand(1)
    assert (book.game(1).minimum, book.sitting.minimum, book.sitting.affected) == (None, None, ())
    assert book.sitting.untraced == (book.id(1),), "D did not show, so nobody knows whether he had openers"
    assert book.debts == []
    check_books(book)
    home(book)
    book.table.close()


def test_a_game_that_is_not_affected_is_not_left_as_it_was_played() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    assert refusal(book.stand) == "not_affected"


def test_a_game_that_stands_is_affected_again_when_the_table_could_not_have_begun_it() -> None:
    book = Book(Table().start("A").play(UNOPENED))
    book.table.start().play(D_OPENS + "D shows openers Kh Kd")
    book.pay({"B": 3}, 0, carried=3)
    assert book.sitting.affected == (book.id(1),)
    assert refusal(book.stand, 1) == "carried_otherwise"
    book.pay({}, 0)
    assert (book.sitting.affected, book.sitting.debts) == ((), ())
    check_books(book)


def test_a_reward_that_the_kitty_had_not_is_not_left_as_it_was_played() -> None:
    book = Book(Table(kitty=Kitty(amount=2, purpose="reward", hand_class="threes")).start("A").play(C_BEATS_D))
    book.table.start().play(
        "deal; D stakes 6; E stakes 6; A passes; B passes; C passes; D draws 0; E draws 0; D stakes 5; E stakes 5; "
        f"D shows Ah Ad As 6d 9s; E shows {KINGS}"
    )
    assert (book.settlement(1).reward.amount, book.sitting.kitty) == (4, 0)  # type: ignore[union-attr]
    book.pay({"C": 25}, 0, kitty=2)
    assert book.sitting.affected == (book.id(1),)
    assert refusal(book.stand, 1) == "no_funds"
    book.correct(slips(), 1, rebase=True)
    assert book.settlement(1).reward.amount == 2  # type: ignore[union-attr]
    book.stand(1)
    assert (book.sitting.affected, book.sitting.kitty) == ((), 0)
    assert book.debts == [(1, "C", "D", 2)]
    check_books(book)


def test_what_a_player_holds_is_let_go_where_nobody_can_say_who_would_have_won_it() -> None:
    book = Book(Table().start("A").play(UNOPENED))
    book.pay({"B": 3}, carried=3)
    book.table.start().play(D_OPENS)
    book.stand(1)
    assert (book.sitting.held, book.sitting.untraced, book.debts) == ({}, (book.id(1),), [])
    book.table.start()
    assert book.sitting.affected == ()
