"""Each entry of a sitting's book in words."""

import pytest

from ledger.events import TOPICS
from ledger.events.sitting import Counters, CountersBoughtBack, CutForDeal, Entry, LimitsSet
from ledger.telling.entry_sentences import SENTENCES, entry_sentence

NAMES = {"a": "Anna", "b": "Bert", "c": "Carl"}


def written(entry: Entry) -> str:
    return entry_sentence(entry, NAMES.__getitem__, lambda amount: f"{amount}d")


def test_every_kind_of_entry_has_a_sentence() -> None:
    assert set(SENTENCES) == {event for event in TOPICS.values() if issubclass(event, Entry)}


def test_an_entry_without_a_sentence_is_named() -> None:
    class Unheard(Entry):
        """An entry of which nobody has heard."""

    with pytest.raises(TypeError, match="Unheard has no sentence"):
        written(Unheard(entry=1))


def bought_back(counters: Counters, **amounts: int) -> str:
    zeros = dict.fromkeys(("value", "book", "difference", "credit", "loan", "cash_due"), 0)
    return written(CountersBoughtBack(entry=1, player="a", counters=counters, **{**zeros, **amounts}))


def test_a_buy_back_tells_the_difference_and_what_is_set_off() -> None:
    assert bought_back(Counters()) == "Anna hands in no counters, 0d; 0d is paid out"
    assert bought_back(
        Counters(red=1, blue=2, odd=4), value=31, book=40, difference=-9, credit=5, loan=6, cash_due=20
    ) == (
        "Anna hands in 1 red, 2 blue and 4d, 31d, 9d less than the book has; 5d is set off against his credit; "
        "6d is set off against his loan; 20d is paid out"
    )


def test_a_cut_tells_the_dealer_or_who_draws_again() -> None:
    cards = {"a": "9h", "b": "9d", "c": "Ks"}
    assert written(CutForDeal(entry=1, cards=cards, dealer="a")) == (
        "The cut for the deal: Anna 9h, Bert 9d, Carl Ks; Anna deals"
    )
    again = CutForDeal(entry=1, cards=cards, dealer=None, redraw=("a", "b"))
    assert written(again).endswith("; Anna and Bert draw again")


def test_limits_are_told_as_they_stand_afterwards() -> None:
    hour = "1895-11-02T23:30:00Z"
    assert written(LimitsSet(entry=1, player="a", loss=60, stop_at=hour)) == f"Anna stops at a loss of 60d or at {hour}"
    assert written(LimitsSet(entry=1, player="a", loss=None, stop_at=None)) == "Anna lifts his limits"
