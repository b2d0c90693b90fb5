"""hledger itself accepts the journal for hledger, and comes to our balances."""

import csv
import shutil
import subprocess
from decimal import Decimal
from io import StringIO

import pytest

from ledger.application.club_books import NotFound
from ledger.exports import FORMATS
from ledger.exports.views import ClubView
from ledger.store import Club, ClubStore
from tests.exports.kept import NAMES, balances_of, only, sitting_of, view_of
from tests.projections.evenings import Writer

FORMAT = FORMATS["hledger"]

PROGRAM = shutil.which("hledger")
needs_hledger = pytest.mark.skipif(
    PROGRAM is None, reason="hledger is not installed (on Debian: apt-get install hledger)"
)


def hledger(journal: str, *command: str) -> subprocess.CompletedProcess[str]:
    assert PROGRAM is not None
    return subprocess.run(
        [PROGRAM, "-f", "-", *command],
        input=journal,
        capture_output=True,
        encoding="utf-8",
        env={"LANG": "C.UTF-8"},
        timeout=60,
        check=False,
    )


def balances(journal: str, places: int) -> dict[str, int]:
    """The balances that hledger finds in a journal by account, in minor units."""
    run = hledger(journal, "balance", "--flat", "--no-total", "--output-format", "csv")
    assert run.returncode == 0, run.stderr
    rows = list(csv.reader(StringIO(run.stdout)))[1:]
    return {name: int(Decimal(amount.split()[0].replace(",", "")).scaleb(places)) for name, amount in rows}


def text(view: ClubView) -> str:
    return "".join(FORMAT.write(view))


@needs_hledger
@pytest.mark.parametrize(("currency", "places"), [("GBP", 2), ("JPY", 0), ("KWD", 3), ("LSD", 0)])
def test_hledger_finds_the_journal_in_order_and_comes_to_the_same_balances(
    currency: str, places: int, store: ClubStore, club: Club
) -> None:
    view = view_of(store, club, currency=currency)
    journal = text(view)
    checked = hledger(journal, "check", "--strict")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert balances(journal, places) == balances_of(view)
    assert sum(balances_of(view).values()) == 0
    assert len(balances_of(view)) > 5


@needs_hledger
@pytest.mark.parametrize("seed", range(6))
def test_hledger_is_content_with_random_evenings(seed: int, store: ClubStore, club: Club) -> None:
    view = view_of(store, club, seeds=[seed])
    journal = text(view)
    checked = hledger(journal, "check", "--strict")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert balances(journal, 2) == balances_of(view)


@needs_hledger
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" = ", " = 1"),
        ("account Assets:Bank-Cash\n", "\n"),
        ("commodity 1000.00 GBP", ""),
        ("  -1.00 GBP", "  -1.01 GBP"),
    ],
    ids=["a balance", "a declaration", "the commodity", "an amount"],
)
def test_hledger_would_have_found_it(old: str, new: str, store: ClubStore, club: Club) -> None:
    journal = text(view_of(store, club))
    assert old in journal
    assert hledger(journal.replace(old, new, 1), "check", "--strict").returncode != 0


@needs_hledger
def test_a_sitting_and_a_game_are_told_by_themselves(store: ClubStore, club: Club) -> None:
    view = view_of(store, club)
    writer = Writer(store, club.id)
    sitting = sitting_of(view, 2)
    games = [writer.stream(f"sitting 1, game {n}", 2) for n in (1, 2, 3, 4)]
    of_sitting = text(only(view, sitting=sitting))
    assert hledger(of_sitting, "check", "--strict").returncode == 0
    assert balances(of_sitting, 2) == balances_of(view, [sitting, *games])
    of_game = text(only(view, game=games[0]))
    assert hledger(of_game, "check", "--strict").returncode == 0
    assert balances(of_game, 2) == balances_of(view, [games[0]])
    assert "sitting 2, game 1: begun" in of_game


def test_every_entry_says_where_it_stands_in_the_log(store: ClubStore, club: Club) -> None:
    journal = text(view_of(store, club))
    sold = next(entry for entry in journal.split("\n\n") if "counters sold" in entry).splitlines()
    assert sold[0].endswith("* sitting 1: counters sold")
    assert all(fact in sold[1] for fact in ("position:", "stream:", "version:", "recorded-at:"))
    assert sold[0].startswith("1896-11-05 ")


def test_members_are_named_where_their_accounts_are_declared_and_nowhere_else(store: ClubStore, club: Club) -> None:
    journal = text(view_of(store, club))
    players = "account Liabilities:Counters:Players"
    assert f"{players}:Ada-the-Ace-Lovelace  ; {NAMES['A']}\n    ; member-id:A\n" in journal
    assert f"{players}:Zoë-Brontë  ; Zoë Brontë\n    ; member-id:C\n" in journal
    assert f"{players}:Member-E  ; E\n" in journal
    assert all("account " in line for line in journal.splitlines() if '"the Ace"' in line)


def test_pounds_shillings_and_pence_are_told_in_pence(store: ClubStore, club: Club) -> None:
    journal = text(view_of(store, club, currency="LSD", seeds=[]))
    assert "commodity 1000. PENCE\n" in journal
    assert "    Assets:Bank-Cash  100 PENCE\n" in journal


def test_the_same_books_are_written_out_in_the_same_bytes(store: ClubStore, club: Club) -> None:
    view = view_of(store, club)
    assert text(view) == text(view)


def test_balances_are_asserted_at_the_close_of_each_sitting_and_at_the_end(store: ClubStore, club: Club) -> None:
    journal = text(view_of(store, club))
    assert journal.count("balances, closed") == 2
    assert journal.count("balances, so far") == 1


def test_a_sitting_nobody_knows_is_not_found(store: ClubStore, club: Club) -> None:
    view = view_of(store, club, seeds=[])
    for unknown in (only(view, sitting=club.id), only(view, game=club.id)):
        with pytest.raises(NotFound):
            text(unknown)


def test_it_is_for_those_who_read_for_the_club() -> None:
    assert FORMAT.roles == ("owner", "scorekeeper", "auditor")
