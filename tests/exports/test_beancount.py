"""beancount's own loader accepts the file for beancount, and comes to our balances."""

from collections import Counter
from datetime import date
from decimal import Decimal

import pytest
from beancount import loader
from beancount.core.data import Balance, Open, Transaction

from ledger.application.club_books import NotFound
from ledger.exports import FORMATS
from ledger.exports.views import ClubView
from ledger.store import Club, ClubStore
from tests.exports.kept import NAMES, balances_of, only, sitting_of, view_of
from tests.projections.evenings import Writer

FORMAT = FORMATS["beancount"]


def text(view: ClubView) -> str:
    return "".join(FORMAT.write(view))


def loaded(file: str) -> tuple[list[object], list[object]]:
    """The entries and the errors that beancount finds in a file."""
    entries, errors, _ = loader.load_string(file, dedent=False)
    return entries, errors


def balances(entries: list[object], places: int) -> dict[str, int]:
    """The balances of beancount's entries by account, in minor units."""
    amounts: Counter[str] = Counter()
    for entry in entries:
        if isinstance(entry, Transaction):
            for posting in entry.postings:
                amounts[posting.account] += int(Decimal(posting.units.number).scaleb(places))
    return {account: amount for account, amount in amounts.items() if amount}


@pytest.mark.parametrize(
    ("currency", "commodity", "places"),
    [("GBP", "GBP", 2), ("JPY", "JPY", 0), ("KWD", "KWD", 3), ("LSD", "PENCE", 0)],
)
def test_beancount_loads_the_file_and_comes_to_the_same_balances(
    currency: str, commodity: str, places: int, store: ClubStore, club: Club
) -> None:
    view = view_of(store, club, currency=currency)
    entries, errors = loaded(text(view))
    assert errors == []
    assert balances(entries, places) == balances_of(view)
    assert {p.units.currency for e in entries if isinstance(e, Transaction) for p in e.postings} == {commodity}
    asserted = {e.account: int(e.amount.number.scaleb(places)) for e in entries if isinstance(e, Balance)}
    opened = {e.account for e in entries if isinstance(e, Open)}
    assert asserted == {account: balances_of(view).get(account, 0) for account in opened}


@pytest.mark.parametrize("seed", range(6))
def test_beancount_is_content_with_random_evenings(seed: int, store: ClubStore, club: Club) -> None:
    view = view_of(store, club, seeds=[seed])
    entries, errors = loaded(text(view))
    assert errors == []
    assert balances(entries, 2) == balances_of(view)


@pytest.mark.parametrize(
    ("old", "new"),
    [("  -1.00 GBP", "  -1.01 GBP"), (" ~ 0.00 GBP", "1 ~ 0.00 GBP"), (" open ", " close ")],
    ids=["an amount", "a balance", "an opening"],
)
def test_beancount_would_have_found_it(old: str, new: str, store: ClubStore, club: Club) -> None:
    file = text(view_of(store, club))
    assert old in file
    assert loaded(file.replace(old, new, 1))[1] != []


def test_a_balance_is_asserted_to_the_last_decimal(store: ClubStore, club: Club) -> None:
    file = text(view_of(store, club, seeds=[]))
    assert "balance Assets:Bank-Cash  5.00 ~ 0.00 GBP" in file
    assert loaded(file.replace("5.00 ~", "5.01 ~"))[1] != []


def test_a_sitting_and_a_game_are_told_by_themselves(store: ClubStore, club: Club) -> None:
    view = view_of(store, club)
    writer = Writer(store, club.id)
    sitting = sitting_of(view, 2)
    games = [writer.stream(f"sitting 1, game {n}", 2) for n in (1, 2, 3, 4)]
    entries, errors = loaded(text(only(view, sitting=sitting)))
    assert errors == []
    assert balances(entries, 2) == balances_of(view, [sitting, *games])
    entries, errors = loaded(text(only(view, game=games[0])))
    assert errors == []
    assert balances(entries, 2) == balances_of(view, [games[0]])


def test_every_entry_says_where_it_stands_in_the_log(store: ClubStore, club: Club) -> None:
    view = view_of(store, club)
    entries, _ = loaded(text(view))
    log = {logged.position: logged.recorded for logged in store.notifications(0, 100_000)}
    transactions = [entry for entry in entries if isinstance(entry, Transaction)]
    assert len(transactions) > 20
    for entry in transactions:
        recorded = log[int(entry.meta["position"])]
        assert entry.meta["stream"] == str(recorded.originator_id)
        assert int(entry.meta["version"]) == recorded.originator_version
        assert entry.date == date(1896, 11, 5)


def test_members_are_named_where_their_accounts_are_opened(store: ClubStore, club: Club) -> None:
    entries, _ = loaded(text(view_of(store, club)))
    named = {e.account: e.meta.get("member") for e in entries if isinstance(e, Open)}
    players = {a.removeprefix("Liabilities:Counters:Players:"): name for a, name in named.items() if ":Players:" in a}
    assert players["Ada-the-Ace-Lovelace"] == NAMES["A"]
    assert players["Zoë-Brontë"] == "Zoë Brontë"
    assert players["Back-slash"] == NAMES["D"].strip().replace("  ", " ")
    assert players["Member-E"] == "E"
    ids = {e.account: e.meta.get("member-id") for e in entries if isinstance(e, Open)}
    assert ids["Liabilities:Counters:Players:Zoë-Brontë"] == "C"
    assert named["Assets:Bank-Cash"] is None


def test_the_same_books_are_written_out_in_the_same_bytes(store: ClubStore, club: Club) -> None:
    view = view_of(store, club)
    assert text(view) == text(view)


def test_a_sitting_nobody_knows_is_not_found(store: ClubStore, club: Club) -> None:
    view = view_of(store, club, seeds=[])
    for unknown in (only(view, sitting=club.id), only(view, game=club.id)):
        with pytest.raises(NotFound):
            text(unknown)


def test_it_is_for_those_who_read_for_the_club() -> None:
    assert FORMAT.roles == ("owner", "scorekeeper", "auditor")
