"""Slips in the record of a game that is over, and what they leave to the games after it."""

import pytest
from msgspec.structs import replace

from ledger.events.game import GameSettled
from ledger.laws.register import EDITION
from ledger.refusals import Invalid, Refused
from tests.corrections.afterwards import Book, slips
from tests.play.table import ACES, KINGS, QUEENS, Table

C_BEATS_D = (
    "deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0; C stakes 5; D stakes 5; "
    f"C shows {ACES}; D shows {KINGS}"
)
UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"


def refusal(doing, *arguments, **options) -> tuple:
    with pytest.raises(Refused) as refused:
        doing(*arguments, **options)
    return refused.value.code, refused.value.step


def home(book: Book) -> None:
    for member, funds in book.sitting.funds.items():
        book.table.buy_back(member, odd=funds)


def test_the_ledger_has_the_difference_and_the_sitting_with_it() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    assert book.sitting.funds == {"A": 100, "B": 97, "C": 114, "D": 89, "E": 100}
    book.correct(slips([11], [(11, f"C shows {QUEENS}")]))
    assert book.sitting.funds == {"A": 100, "B": 97, "C": 89, "D": 114, "E": 100}
    assert book.settlement().results["D"] == 14
    moved = {"player:C": 25, "player:D": -25}
    assert book.events()[-1].moved == moved
    right = Book(Table().start("A").play(C_BEATS_D.replace(ACES, QUEENS)))
    assert book.ledger() == right.ledger()


def test_a_game_whose_last_act_is_struck_is_played_on() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    book.correct(slips([12]))
    assert (book.game().phase, book.sitting.game, book.sitting.won) == ("show", book.id(0), {})
    book.table.play(f"D shows {QUEENS}")
    assert book.sitting.funds["C"] == 114
    book.table.start()


def test_a_game_is_not_corrected_to_an_unfinished_one_after_the_next_was_played() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    book.table.start().play("deal; D passes; E passes; A passes; B passes; C passes")
    assert refusal(book.correct, slips([12]), 0)[0] == "unfinished"


def test_a_later_game_that_took_another_pool_is_affected_and_the_sitting_stays_open_until_it_is_mended() -> None:
    book = Book(Table().start("A").play(UNOPENED))
    book.table.start().play("deal; D stakes 6; E passes; A passes; B passes; C passes; D shows openers Kh Kd")
    assert book.settlement().pool == 27
    book.correct(slips([6], [(6, "B stakes 6")]), 0)
    assert book.sitting.affected == (book.id(1),)
    assert book.sitting.astray == -3
    assert refusal(book.table.close)[0] == "affected_games"
    # The jack-pot is none any more: D need not have shown, and must not have.
    assert refusal(book.correct, slips(), 1, rebase=True)[1] == 7
    book.correct(slips([7]), 1, rebase=True)
    assert (book.sitting.affected, book.sitting.astray) == ((), 0)
    assert book.settlement(1).results == {"A": 0, "B": 0, "C": -3, "D": 3, "E": 0}
    right = Book(Table().start("A").play(UNOPENED.replace("B passes", "B stakes 6")))
    right.table.start().play("deal; D stakes 6; E passes; A passes; B passes; C passes")
    assert book.ledger() == right.ledger()
    assert book.sitting.funds == right.sitting.funds
    home(book)
    book.table.close()


def test_a_later_game_that_could_not_have_been_played_with_what_there_was_is_affected() -> None:
    table = Table(funds=dict.fromkeys("ABCDE", 20)).start("A").play(C_BEATS_D)
    book = Book(table)
    table.start().play("deal; D passes; E stakes 6; A passes; B passes; C stakes 15; C draws 0; E passes")
    table.start().play("deal; E passes; A passes; B passes; C passes; D passes")
    book.correct(slips([11], [(11, f"C shows {QUEENS}")]), 0)
    assert book.sitting.affected == (book.id(1),)
    assert refusal(book.correct, slips(), 1, rebase=True) == ("no_funds", 6)
    book.correct(slips([6, 7, 8], [(5, "C passes")]), 1, rebase=True)
    assert book.sitting.affected == ()
    assert book.sitting.funds["C"] == 9 - 3


def test_a_later_game_with_other_counters_and_the_same_end_is_not_affected() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    book.table.start().play("deal; D passes; E stakes 6; A passes; B passes; C stakes 15; C draws 0; E passes")
    book.correct(slips([11], [(11, f"C shows {QUEENS}")]), 0)
    assert book.sitting.affected == ()
    assert book.sitting.funds["C"] == 89 + 6


@pytest.mark.parametrize(("edition", "affected"), [("1", False), (EDITION, True)])
def test_what_an_older_edition_of_the_rules_settled_otherwise_is_not_affected_by_that(
    edition: str, affected: bool
) -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    book.table.start().play("deal; D passes; E stakes 6; A passes; B passes; C stakes 15; C draws 0; E passes")
    begun, *acts, settled = book.events(1)
    assert isinstance(settled, GameSettled)
    otherwise = replace(settled, settlement=replace(settled.settlement, laws=(1,)))
    book.table.game_events[1] = [replace(begun, edition=edition), *acts, otherwise]
    book.correct(slips([11], [(11, f"C shows {QUEENS}")]), 0)
    assert bool(book.sitting.affected) == affected


def test_what_was_bought_back_shows_another_difference() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    book.table.buy_back("C", odd=89)
    home(book)
    book.correct(slips([11], [(11, f"C shows {QUEENS}")]))
    assert set(book.sitting.funds.values()) == {0}
    right = Book(Table().start("A").play(C_BEATS_D.replace(ACES, QUEENS)))
    right.table.buy_back("C", odd=89)
    for member, funds in {"A": 100, "B": 97, "D": 89, "E": 100}.items():
        right.table.buy_back(member, odd=funds)
    assert book.ledger() == right.ledger()
    book.table.close()


def test_nothing_is_corrected_once_the_sitting_has_closed() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    home(book)
    book.table.close()
    assert refusal(book.strike, 1)[0] == "sitting_closed"


def test_what_was_paid_is_kept_beside_what_the_laws_award() -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    before = book.settlement()
    book.pay({"C": 20, "D": 5})
    now = book.settlement()
    assert (now.awards, book.game().paid) == (before.awards, {"C": 20, "D": 5})
    assert now.results == {"A": 0, "B": -3, "C": 9, "D": -6, "E": 0}
    assert book.sitting.funds == {"A": 100, "B": 97, "C": 109, "D": 94, "E": 100}
    assert book.ledger()[next(a for a in book.ledger() if str(a) == "player:D")] == -94
    book.pay({"C": 25})
    assert book.settlement().results == before.results
    assert book.sitting.won["C"] == 14


@pytest.mark.parametrize("paid", [{"C": 24}, {"C": 26}, {"C": 26, "D": -1}, {"Z": 25}, {}])
def test_as_much_is_paid_as_the_laws_award(paid: dict[str, int]) -> None:
    book = Book(Table().start("A").play(C_BEATS_D))
    with pytest.raises(Invalid):
        book.pay(paid)
