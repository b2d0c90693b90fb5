"""Games of a closed sitting that are corrected or paid otherwise: the adjusting entry, and what the members owe."""

import pytest

from ledger.afterwards.adjusting import adjust, check_reason
from ledger.afterwards.game_corrections import Slips, correct
from ledger.afterwards.payout import pay, standing
from ledger.articles import Kitty
from ledger.books.accounts import STANDS_OVER, between_players, differences, loan
from ledger.books.reckoning import reckon
from ledger.events.adjustment import SittingAdjusted
from ledger.events.base import Event
from ledger.events.sitting import Debt, Loan
from ledger.gamefile import from_events
from ledger.refusals import Invalid, Refused
from ledger.table.commands import Pay
from ledger.table.entries import decide_entry
from ledger.telling.entry_sentences import entry_sentence
from ledger.telling.redaction import Reader, redacted_entry
from tests.corrections.afterwards import Book, slips
from tests.play.table import ACES, KINGS, QUEENS, Table, articles

C_BEATS_D = (
    "deal; C stakes 6; D stakes 6; E passes; A passes; B passes; C draws 0; D draws 0; C stakes 5; D stakes 5; "
    f"C shows {ACES}; D shows {KINGS}"
)
D_WINS = slips([11], [(11, f"C shows {QUEENS}")])
UNOPENED = "deal; C passes; D passes; E passes; A passes; B passes"


class Closed(Book):
    """The books of a table whose sitting is closed."""

    def adjust(self, new: list[Event], n: int = -1) -> SittingAdjusted:
        """Record these events of a game, and the adjusting entry, as the application does."""
        all_games = {self.id(k): events for k, events in enumerate(self.table.game_events)}
        made = adjust(self.table.club, self.table.name, self.entries, self.id(n), new, all_games)
        self.events(n).extend([*new, made.of_game])
        self.entries.append(made.of_sitting)
        if made.of_club:
            self.table.club_events.append(made.of_club)
        self.table.sitting = self.sitting
        return made.of_sitting

    def mend(self, asked: Slips, n: int = -1) -> SittingAdjusted:
        return self.adjust([correct(self.events(n), self.id(n), asked, "a slip")[0]], n)

    def pay_at_the_club(self, payer: str, amount: int, to: str | None = None) -> None:
        self.entries.append(decide_entry(self.sitting, Pay(player=payer, amount=amount, toward=Debt.LOAN, to=to)))


def home(table: Table, **counted: int) -> Closed:
    """Buy back everybody's counters, by the book or as counted, and close the sitting."""
    for member, funds in table.sitting.funds.items():
        table.buy_back(member, odd=counted.get(member, funds))
    table.close()
    return Closed(table)


def test_who_lost_by_a_correction_after_the_close_owes_it_to_who_won() -> None:
    book = home(Table().start("A").play(C_BEATS_D))
    sheet = reckon(book.entries)
    entry = book.mend(D_WINS)
    assert (entry.changes, entry.club, entry.stands_over, entry.kitty) == ({"C": -25, "D": 25}, 0, 0, 0)
    assert (entry.loans, entry.lent) == ((Loan(lender="D", borrower="C", amount=25),), {})
    assert book.ledger()[between_players("C")] == 25
    assert book.ledger()[between_players("D")] == -25
    assert not any(account.kind == "player" for account in book.ledger())
    assert reckon(book.entries) == sheet
    assert book.settlement().results["D"] == 14
    assert entry_sentence(entry, str) == ("A game is adjusted after the close: C 25 less, D 25 more; C owes D 25")


def test_a_payment_after_the_close_settles_what_an_adjustment_left_owing() -> None:
    book = home(Table().start("A").play(C_BEATS_D))
    sheet = reckon(book.entries)
    book.mend(D_WINS)
    with pytest.raises(Invalid, match="he owes 25 there"):
        book.pay_at_the_club("C", 26, to="D")
    book.pay_at_the_club("C", 25, to="D")
    assert between_players("C") not in book.ledger()
    assert reckon(book.entries) == sheet


def test_what_a_difference_at_the_buy_back_made_good_is_made_good_and_not_owed_again() -> None:
    table = Table().start("A").play(C_BEATS_D)
    assert table.sitting.funds == {"A": 100, "B": 97, "C": 114, "D": 89, "E": 100}
    book = home(table, C=89, D=114)
    assert book.ledger()[differences("D")] == 25
    entry = book.mend(D_WINS)
    assert (entry.made_good, entry.loans, entry.lent) == ({"C": 25, "D": -25}, (), {})
    assert not any(account.kind == "differences" for account in book.ledger())


def test_who_is_owed_what_the_club_gained_by_a_count_is_owed_it_by_the_bank() -> None:
    book = home(Table().start("A").play(C_BEATS_D), C=89)
    entry = book.mend(D_WINS)
    assert (entry.made_good, entry.lent) == ({"C": 25}, {"D": -25})
    assert book.ledger()[loan("D")] == -25
    with pytest.raises(Invalid, match="the bank owes him 25"):
        book.pay_at_the_club("D", 25)
    with pytest.raises(Invalid, match="the bank owes him 25"):
        book.pay_at_the_club("D", -26)
    book.pay_at_the_club("D", -25)
    assert loan("D") not in book.ledger()


def test_a_correction_of_a_correction_is_adjusted_by_what_is_different_again() -> None:
    book = home(Table().start("A").play(C_BEATS_D))
    before = book.ledger()
    book.mend(D_WINS)
    again = book.mend(slips([13], [(13, f"C shows {ACES}")]))
    assert again.changes == {"C": 25, "D": -25}
    assert book.ledger() == before
    assert [e.entry for e in book.entries if isinstance(e, SittingAdjusted)] == [11, 12]


def test_a_pool_that_was_to_be_carried_stands_over_from_the_closed_sitting() -> None:
    book = home(Table().start("A").play("deal; C passes; D passes; E passes; A passes; B stakes 3"))
    entry = book.mend(slips([6], [(6, "B passes")]))
    assert (entry.changes, entry.stands_over, entry.lent) == ({"B": -3}, 3, {"B": 3})
    assert book.ledger()[STANDS_OVER] == -3
    standing = book.table.club.standing[book.table.name]
    assert (standing.carried, standing.minimum, standing.players) == (3, "J", tuple("ABCDE"))
    book.table.sit(articles(), carried_from=book.table.name)
    assert (book.table.sitting.carried, book.table.sitting.minimum) == (3, "J")


def test_what_stood_over_and_was_taken_over_since_is_borne_by_the_club() -> None:
    table = Table().start("A").play(UNOPENED)
    for member, funds in table.sitting.funds.items():
        table.buy_back(member, odd=funds)
    table.close(stands_over=True)
    first, name = Closed(table), table.name
    entries = table.sitting_events
    table.sit(articles(), carried_from=name)
    all_games = {first.table.game_events[0][0].sitting + ", game 1": first.table.game_events[0]}
    game = next(iter(all_games))
    correction = correct(table.game_events[0], game, slips([6], [(6, "B stakes 3")]), "a slip")[0]
    made = adjust(table.club, name, entries, game, [correction], all_games)
    assert (made.of_sitting.changes, made.of_sitting.club, made.of_club) == ({"B": 3}, -3, None)
    assert made.of_sitting.moved == {"player:B": 3, "loan:B": -3, "carried": -3, "club": 3}


def test_a_kitty_for_expenses_is_the_clubs_and_a_reward_kitty_stands_over() -> None:
    for purpose, fund in (("expenses", "club"), ("reward", "kitty")):
        kitty = Kitty(amount=2, purpose=purpose, hand_class="fours" if purpose == "reward" else None)
        table = Table("ABCD", articles(kitty=kitty)).start("A")
        book = home(table.play("deal; C stakes 6; D passes; A passes; B passes"))
        entry = book.mend(slips([2, 5], [(2, "C passes"), (5, "B passes")]))
        assert getattr(entry, fund) == -2, purpose
        assert sum(entry.changes.values()) + entry.club + entry.stands_over + entry.kitty == 0


def test_later_games_of_a_closed_sitting_stay_and_are_listed() -> None:
    table = Table().start("A").play(UNOPENED)
    table.start().play("deal; D stakes 6; E passes; A passes; B passes; C passes; D shows openers Kh Kd")
    book = home(table)
    later = list(book.events(1))
    entry = book.mend(slips([6], [(6, "B stakes 3")]), 0)
    assert entry.affected == (book.id(1),)
    assert (entry.changes, entry.club) == ({"B": 3}, -3)
    assert book.events(1) == later


def test_a_payment_of_the_pool_found_after_the_close_is_adjusted_too() -> None:
    book = home(Table().start("A").play(C_BEATS_D), C=109, D=94)
    entry = book.adjust([pay(book.events(), {"C": 20, "D": 5}, "as it was paid")])
    assert (entry.changes, entry.made_good) == ({"C": -5, "D": 5}, {"C": 5, "D": -5})
    assert entry.loans == (Loan(lender="C", borrower="D", amount=5),)
    assert not any(account.kind == "differences" for account in book.ledger())


def test_who_was_bought_back_what_the_laws_give_him_is_owed_nothing_for_a_pool_paid_otherwise() -> None:
    book = home(Table().start("A").play(C_BEATS_D))
    entry = book.adjust([pay(book.events(), {"C": 20, "D": 5}, "as it was paid")])
    assert (entry.changes, entry.loans, entry.lent) == ({"C": -5, "D": 5}, (), {})


def test_a_payment_stands_when_its_game_is_corrected_after_the_close_and_the_debt_follows_the_laws() -> None:
    table = Table().start("A").play(C_BEATS_D)
    paid = Book(table)
    paid.pay({"C": 20, "D": 5})
    assert paid.ledger()[between_players("D")] == 5
    book = home(table)
    correction = correct(book.events(), book.id(0), D_WINS, "a slip")[0]
    stands = standing(book.game(), [*book.events(), correction])
    assert stands is not None
    entry = book.adjust([correction, stands])
    assert (entry.changes, entry.lent) == ({}, {})
    assert entry.loans == (Loan(lender="D", borrower="C", amount=25),)
    assert book.ledger()[between_players("C")] == 20


def test_a_game_of_a_closed_sitting_cannot_be_left_unfinished() -> None:
    book = home(Table().start("A").play(C_BEATS_D))
    with pytest.raises(Refused) as refused:
        book.mend(slips([12]))
    assert refused.value.code == "unfinished"


@pytest.mark.parametrize("reason", [None, "", "  "])
def test_an_adjustment_without_a_reason_is_refused(reason: str | None) -> None:
    with pytest.raises(Refused) as refused:
        check_reason(reason)
    assert refused.value.code == "no_reason"


def test_a_player_reads_of_an_adjusting_entry_what_is_his_own_affair() -> None:
    book = home(Table().start("A").play(C_BEATS_D), C=89)
    entry = book.mend(D_WINS)
    of_a = redacted_entry(entry, Reader("player", "A"))
    assert (of_a.changes, of_a.made_good, of_a.lent, of_a.moved) == (entry.changes, {}, {}, {})
    assert redacted_entry(entry, Reader("player", "D")).lent == {"D": -25}
    assert redacted_entry(entry, Reader("owner")) == entry


def test_a_game_file_of_an_adjusted_sitting_plays_the_evening_as_it_is_now() -> None:
    book = home(Table().start("A").play(C_BEATS_D))
    book.mend(D_WINS)
    book.pay_at_the_club("C", 25, to="D")
    exported = from_events(book.entries, {book.id(0): book.events(0)}, {m: m for m in "ABCDE"})
    lines = [line.text for line in exported.lines]
    assert "C shows Qh Qd 7c 8d 2s" in lines
    assert lines[-1] == "close"
