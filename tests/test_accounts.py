"""The postings of every event balance, and the accounts agree with the till, the table and the settlement."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.articles import Kitty
from ledger.books.accounts import (
    BANK_CASH,
    CARRIED,
    CLUB,
    IN_ISSUE,
    KITTY,
    STANDS_OVER,
    Account,
    Posting,
    balances,
    between_players,
    check_balanced,
    credit,
    differences,
    loan,
    player,
    pool,
)
from ledger.books.postings import MOVE_NOTHING, POSTERS, issued, postings
from ledger.events.base import TOPICS, Event
from ledger.events.game import GameBegun, GameSettled, GameUnopened
from ledger.events.settlement import Refund
from ledger.events.sitting import CountersBoughtBack, GameEnded, GameStarted, Loan
from ledger.refusals import BooksDoNotBalance
from ledger.table.commands import Pay
from ledger.table.entries import decide_entry
from tests.acts import ILLUSTRATED
from tests.play.random_play import Evening
from tests.play.table import QUEENS, TENS, Table, articles


def in_order(table: Table) -> Iterator[tuple[Event, str]]:
    """The events of a table's present sitting with their streams, in the order in which they were recorded."""
    games = iter(enumerate(table.game_events, 1))
    for event in table.sitting_events:
        if isinstance(event, GameStarted):
            _, of_game = next(games)
            for game_event in of_game:
                yield game_event, event.game
        yield event, table.name


def ledger(table: Table) -> dict[Account, int]:
    """The balances of all accounts after the events of a table."""
    return balances(p for event, stream in in_order(table) for p in postings(event, stream))


def settled(table: Table) -> GameSettled | GameUnopened:
    event = table.game_events[-1][-1]
    assert isinstance(event, GameSettled | GameUnopened)
    return event


def test_every_event_there_is_either_posts_or_is_known_to_move_nothing() -> None:
    assert set(POSTERS) | MOVE_NOTHING == set(TOPICS.values())
    assert not set(POSTERS) & MOVE_NOTHING


def test_an_event_nobody_decided_on_is_not_passed_over() -> None:
    class Unheard(Event):
        """An event of a later release."""

    with pytest.raises(TypeError, match="Unheard"):
        postings(Unheard(), "stream")


def test_the_illustrated_game_in_the_books() -> None:
    table = Table("ABCDE").start("A").play(ILLUSTRATED)
    assert ledger(table) == {
        BANK_CASH: 500,
        player("A"): -76,
        player("B"): -52,
        player("C"): -178,
        player("D"): -100,
        player("E"): -94,
    }


def test_while_a_game_runs_its_stakes_lie_in_its_pool() -> None:
    table = Table("ABCDE").start("A").play("deal; C stakes 6; D passes; E stakes 6")
    standing = ledger(table)
    assert standing[pool("sitting 1, game 1")] == -(3 + 6 + 6)
    assert standing[player("B")] == -97


def test_a_game_is_not_posted_a_second_time_by_the_sitting() -> None:
    table = Table("ABCDE").start("A").play(ILLUSTRATED)
    told_again = [e for e in table.sitting_events if isinstance(e, GameStarted | GameEnded)]
    assert len(told_again) == 2
    assert [postings(event, table.name) for event in told_again] == [(), ()]


def test_counters_sold_on_credit_are_owed_not_paid() -> None:
    table = Table("AB", funds=0)
    table.sell("A", on_credit=True, blue=2)
    assert ledger(table) == {credit("A"): 24, player("A"): -24}


def test_an_unopened_pool_is_carried_and_taken_into_the_next_game() -> None:
    table = Table("ABCDE").start("A").play("deal; C passes; D passes; E passes; A passes; B passes")
    assert ledger(table)[CARRIED] == -3
    table.start()
    standing = ledger(table)
    assert CARRIED not in standing
    assert standing[pool("sitting 1, game 2")] == -(3 + 5 * 3 + 3)


def test_what_a_player_lends_another_the_club_neither_owes_nor_is_owed() -> None:
    table = Table("ABC").start("A").play("deal; C borrows 5 of A")
    standing = ledger(table)
    assert standing[between_players("C")] == 5
    assert standing[between_players("A")] == -5
    assert standing[player("C")] == -105
    assert loan("C") not in standing


def test_what_the_bank_lends_is_in_issue_and_owed() -> None:
    table = Table("ABC").start("A").play("deal; C borrows 5 of the bank")
    lent = table.game_events[-1][-1]
    assert issued(lent) == 5
    assert ledger(table)[loan("C")] == 5


def test_a_kitty_for_expenses_becomes_the_clubs_own_at_the_close() -> None:
    table = Table("AB", articles(kitty=Kitty(amount=2, purpose="expenses")))
    table.start("A").play("deal; A stakes 6; B passes")
    assert ledger(table)[KITTY] == -2
    for member in "AB":
        table.buy_back(member, odd=table.sitting.funds[member])
    table.close()
    assert ledger(table) == {BANK_CASH: 2, CLUB: -2}


def test_a_reward_kitty_is_paid_to_the_hand_that_earns_it() -> None:
    table = Table("AB", articles(kitty=Kitty(amount=2, purpose="reward", hand_class="pair")))
    table.start("A").play("deal; A stakes 6; B stakes 3; B draws 0; A draws 0; A stakes 1; B stakes 1")
    table.play(f"A shows {QUEENS}; B shows {TENS}" if table.to_act == "A" else f"B shows {TENS}; A shows {QUEENS}")
    assert table.settlement.reward is not None
    assert ledger(table) == {BANK_CASH: 200, player("A"): -107, player("B"): -93}


def test_a_pool_that_stands_over_is_money_until_the_next_sitting_takes_it_in() -> None:
    table = Table("AB").start("A").play("deal; A passes; B passes")
    for member in "AB":
        table.buy_back(member, odd=table.sitting.funds[member])
    before = table.name
    table.close(stands_over=True)
    assert ledger(table) == {BANK_CASH: 3, STANDS_OVER: -3}
    table.sit(articles(), carried_from=before)
    assert ledger_of_last_sitting(table) == {STANDS_OVER: 3, CARRIED: -3}


def ledger_of_last_sitting(table: Table) -> dict[Account, int]:
    return balances(p for event in table.sitting_events for p in postings(event, table.name))


def test_a_carried_pool_divided_by_consent_is_paid_in_money() -> None:
    table = Table("AB").start("A").play("deal; A passes; B passes")
    for member in "AB":
        table.buy_back(member, odd=table.sitting.funds[member])
    table.close(divided={"A": 1, "B": 2}, agreed_by="AB")
    assert ledger(table) == {}


def test_a_wrong_count_at_the_buy_back_stands_in_the_books_by_name() -> None:
    table = Table("AB")
    table.buy_back("A", odd=98)
    assert ledger(table) == {BANK_CASH: 102, differences("A"): -2, player("B"): -100}


def test_credit_and_loan_set_off_at_the_buy_back_are_no_longer_owed() -> None:
    table = Table("AB", funds=0)
    table.sell("A", on_credit=True, odd=10)
    bought = table.buy_back("A", odd=10)
    assert (bought.credit, bought.cash_due) == (10, 0)
    assert ledger(table) == {}


def test_money_paid_to_the_bank_lessens_what_is_owed() -> None:
    table = Table("AB", funds=0)
    table.sell("A", on_credit=True, odd=10)
    table.record(Pay(player="A", amount=4, toward="credit"))
    assert ledger(table) == {BANK_CASH: 4, credit("A"): 6, player("A"): -10}


def test_money_paid_by_one_player_to_another_never_reaches_the_bank() -> None:
    table = Table("ABC").start("A").play("deal; C borrows 5 of A")
    lent = replace(table.sitting, loans=(Loan(lender="A", borrower="C", amount=5),))
    table.enter(decide_entry(lent, Pay(player="C", amount=5, toward="loan", to="A")))
    standing = ledger(table)
    assert between_players("C") not in standing
    assert standing[BANK_CASH] == 300


def test_refunds_go_from_the_payer_to_the_payee_and_an_advance_is_the_banks_loan() -> None:
    table = Table("ABCDE").start("A").play(ILLUSTRATED)
    event = settled(table)
    refunds = (Refund(payer="A", payee="B", amount=4, law=14),)
    document = replace(event.settlement, refunds=refunds, advances={"A": 1})
    standing = balances(postings(replace(event, settlement=document), "game"))
    assert standing[player("A")] == 4 - 1
    assert standing[player("B")] == -4
    assert standing[loan("A")] == 1


def test_a_settlement_that_gives_out_more_than_the_pool_is_not_posted() -> None:
    event = settled(Table("ABCDE").start("A").play(ILLUSTRATED))
    false = replace(event, settlement=replace(event.settlement, pool=event.settlement.pool - 1))
    with pytest.raises(BooksDoNotBalance, match="GameSettled sum to -1"):
        postings(false, "game")


def test_a_buy_back_whose_sums_disagree_is_not_posted() -> None:
    table = Table("AB")
    bought = table.buy_back("A", odd=100)
    assert isinstance(bought, CountersBoughtBack)
    with pytest.raises(BooksDoNotBalance):
        postings(replace(bought, cash_due=99), table.name)
    with pytest.raises(BooksDoNotBalance, match="100 by the till"):
        postings(replace(bought, book=99, difference=0, cash_due=99), table.name)


def test_counters_that_nobody_sold_are_found_out_though_the_sum_is_nought() -> None:
    sale = (Posting(player("A"), -5), Posting(BANK_CASH, 5))
    check_balanced(sale, 5, "a sale")
    with pytest.raises(BooksDoNotBalance, match="puts 5 in issue by its postings, 0 by the till"):
        check_balanced(sale, 0, "a sale")


def agrees_with_the_table(table: Table) -> None:
    """Check that every account has the balance that the sitting's own state has."""
    total: dict[Account, int] = {}
    in_issue = 0
    for event, stream in in_order(table):
        of_event = postings(event, stream)
        in_issue += issued(event)
        total = balances([*(Posting(a, n) for a, n in total.items()), *of_event])
        assert sum(total.values()) == 0
        assert -sum(n for account, n in total.items() if account.kind in IN_ISSUE) == in_issue
        if isinstance(event, GameSettled | GameUnopened):
            assert pool(stream) not in total
            for member, funds in event.settlement.funds.items():
                assert -total.get(player(member), 0) == funds
    sitting = table.sitting
    assert in_issue == sitting.issued
    assert -total.get(CARRIED, 0) == sitting.carried
    assert -total.get(KITTY, 0) == sitting.kitty
    for member in table.seats:
        assert -total.get(player(member), 0) == sitting.funds[member]
        assert total.get(credit(member), 0) == sitting.credit.get(member, 0)
        assert total.get(loan(member), 0) == sitting.lent.get(member, 0)
        lent = sum(
            loan_made.amount * ((loan_made.borrower == member) - (loan_made.lender == member))
            for loan_made in sitting.loans
        )
        assert total.get(between_players(member), 0) == lent


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(min_value=0, max_value=2**32), games=st.integers(min_value=1, max_value=5))
def test_whatever_an_evening_brings_the_books_balance_and_agree_with_the_table(seed: int, games: int) -> None:
    evening = Evening(seed)
    # What is lawful is asked, at length, in tests/play; here it is only played.
    with patch("tests.play.random_play.ask_everything"), patch("tests.play.random_play.Watch"):
        for _ in range(games):
            evening.play_game()
    agrees_with_the_table(evening.table)
    evening.go_home()
    agrees_with_the_table(evening.table)


def test_the_books_of_a_game_need_nothing_but_the_game() -> None:
    table = Table("ABCDE").start("A").play(ILLUSTRATED)
    begun = table.game_events[-1][0]
    assert isinstance(begun, GameBegun)
    of_game = [p for event in table.game_events[-1] for p in postings(event, "game")]
    assert balances(of_game) == {player(m): -n for m, n in table.settlement.results.items() if n}
