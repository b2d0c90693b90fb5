"""The reconciliation of a sitting: each of the sums that must be nought shows a fault of its own kind."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from ledger.books.reckoning import reckon
from ledger.books.sheet import Reckoning
from ledger.events.base import Event
from ledger.events.sitting import Counters, CountersBoughtBack, CountersSold, Debt, GameEnded, PaymentMade
from ledger.table.commands import Pay
from tests.play.table import Table
from tests.projections.evenings import played

LOAN = "deal; C stakes 6; D passes; E passes; A passes; B stakes 3; B draws 0; C draws 0; C stakes 2; B stakes 5"


def always(reckoning: Reckoning) -> dict[str, int]:
    return {line.name: line.amount for line in reckoning.must_be_nought() if line.always and line.amount}


def with_a_loan() -> Table:
    """C borrows from the bank and from E, and loses. Everybody has handed his counters in, D four too few."""
    table = Table("ABCDE", funds={"A": 20, "B": 20, "C": 8, "D": 20, "E": 20}).start("A")
    table.play(
        f"{LOAN}; C borrows 9 of the bank; C borrows 4 of E; C stakes 3; B shows Ah Ad 5c 6d 9s; C shows Kh Kd 5h 6c 9d"
    )
    for member, counted in {"A": 20, "B": 31, "C": 10, "D": 16, "E": 16}.items():
        table.buy_back(member, odd=counted)
    return table


def test_what_was_lent_won_and_counted_comes_to_what_each_should_have() -> None:
    reckoning = reckon(with_a_loan().sitting_events)
    his = reckoning.players["C"]
    assert (his.paid, his.lent, his.borrowed, his.net, his.book, his.in_hand) == (8, 9, 4, -11, 10, 0)
    assert (his.counted, his.loan, his.cash_due, his.loan_owed, his.players_owed) == (10, 9, 1, 0, 4)
    assert (reckoning.players["D"].difference, reckoning.total("difference")) == (-4, -4)
    assert reckoning.players["E"].players_owed == -4
    assert (reckoning.cash_taken, reckoning.cash_paid_out) == (88, 84)
    assert [line.amount for line in reckoning.must_be_nought()] == [0] * 7


def test_what_is_owed_between_players_does_not_change_who_won_until_it_is_paid() -> None:
    table = with_a_loan()
    assert reckon(table.sitting_events).net_due() == {"A": 0, "B": 11, "C": -11, "D": 0, "E": 0}
    table.record(Pay(player="C", amount=4, toward=Debt.LOAN, to="E"))
    reckoning = reckon(table.sitting_events)
    assert reckoning.net_due() == {"A": 0, "B": 11, "C": -7, "D": 0, "E": -4}
    assert (reckoning.players["C"].players_owed, reckoning.players["E"].players_owed) == (0, 0)


def spoilt(events: Sequence[Event], kind: type[Event], change: Callable[[Any], Any]) -> list[Event]:
    """The same events, with the last event of one kind changed."""
    at = max(n for n, event in enumerate(events) if isinstance(event, kind))
    return [*events[:at], change(events[at]), *events[at + 1 :]]


@pytest.mark.parametrize(
    ("line", "kind", "change"),
    [
        ("till", CountersBoughtBack, lambda e: replace(e, difference=e.difference + 1)),
        ("money", CountersBoughtBack, lambda e: replace(e, cash_due=e.cash_due + 1)),
        ("money", CountersSold, lambda e: replace(e, paid=e.paid - 1)),
        ("lent", GameEnded, lambda e: replace(e, lent_counters=Counters(odd=e.lent_counters.odd + 1))),
        ("counters", GameEnded, lambda e: replace(e, kitty=e.kitty + 1)),
        ("counters", GameEnded, lambda e: replace(e, results={**e.results, "A": e.results["A"] + 1})),
    ],
)
def test_each_line_finds_its_fault(line: str, kind: type[Event], change: Callable[[Any], Any]) -> None:
    events = with_a_loan().sitting_events
    assert always(reckon(events)) == {}
    assert line in always(reckon(spoilt(events, kind, change)))


@pytest.mark.parametrize("seed", range(20))
def test_random_evenings_come_to_nought_from_the_first_entry_to_the_close(seed: int) -> None:
    events = played(seed, games=4).sitting_events
    for length in range(1, len(events) + 1):
        reckoning = reckon(events[:length])
        assert always(reckoning) == {}
        assert sum(reckoning.net_due().values()) == 0
    assert any(isinstance(event, PaymentMade | CountersBoughtBack) for event in events)
    assert reckoning.held == 0
