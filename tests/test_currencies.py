"""The currencies, and how their minor units are written."""

import pytest

from ledger.books.currencies import CURRENCIES, decimals


@pytest.mark.parametrize(
    ("currency", "places"),
    [("GBP", 2), ("EUR", 2), ("MGA", 2), ("JPY", 0), ("ISK", 0), ("XPF", 0), ("KWD", 3), ("TND", 3), ("LSD", 0)],
)
def test_a_currency_is_written_with_the_decimals_of_its_minor_unit(currency: str, places: int) -> None:
    assert decimals(currency) == places


def test_each_currency_is_there_once_and_most_have_two_decimals() -> None:
    assert len(set(CURRENCIES)) == len(CURRENCIES)
    counted = [decimals(currency) for currency in CURRENCIES]
    assert (counted.count(0), counted.count(3), set(counted)) == (17, 7, {0, 2, 3})
