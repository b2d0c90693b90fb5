"""Random evenings whose last game was recorded wrongly, and found so after the close.

After its correction everybody stands as if it had been recorded right from the start: what he has in money and what he
owes or is owed come to the same, and so does the money that is no member's.
"""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from random import Random

import pytest

from ledger.afterwards.game_corrections import Insertion, Slips
from ledger.books.accounts import CLUB, IN_ISSUE, STANDS_OVER
from ledger.books.reckoning import reckon
from ledger.events.base import Event
from ledger.events.sitting import CountersBoughtBack, CountersSold, GameStarted, PaymentMade
from ledger.play.commands_again import command_of
from ledger.refusals import Refused
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.table.conduct import end_game
from tests.corrections.test_after_the_close import Closed
from tests.corrections.test_random_corrections import acts, otherwise, play
from tests.play.irregular_play import UnrulyEvening
from tests.play.random_play import Evening
from tests.play.table import Table

SEEDS = range(25)
EVENINGS = [*((Evening, seed) for seed in SEEDS), *((UnrulyEvening, seed) for seed in SEEDS)]


def closed_with(table: Table, last: Sequence[Event], counted: dict[str, int] | None = None) -> Closed:
    """The evening with another record of its last game, the counters bought back by the book or as counted."""
    evening = copy(table)
    (begun,) = [n for n, e in enumerate(table.sitting_events) if isinstance(e, GameStarted)][-1:]
    started = table.sitting_events[begun]
    assert isinstance(started, GameStarted)
    ended = end_game(started.game, games.fold(last))
    evening.sitting_events = [*table.sitting_events[: begun + 1], ended]
    evening.game_events = [*(list(events) for events in table.game_events[:-1]), list(last)]
    evening.club_events = list(table.club_events)
    evening.sitting = sittings.fold(evening.sitting_events)
    for member, funds in evening.sitting.funds.items():
        evening.buy_back(member, odd=counted[member] if counted else funds)
    evening.close(stands_over=True)
    return Closed(evening)


def standing(book: Closed) -> tuple[dict[str, int], int]:
    """What each member has won in money and in debts, and the money of the club and what stands over."""
    won: Counter[str] = Counter()
    for event in book.entries:
        match event:
            case CountersSold():
                won[event.player] -= event.paid
            case CountersBoughtBack():
                won[event.player] += event.cash_due
            case PaymentMade():
                won[event.player] -= event.amount
                won.update({event.to: event.amount} if event.to else {})
    ledger = book.ledger()
    for account, balance in ledger.items():
        if account.kind in ("credit", "loan", "between_players"):
            won[account.owner] -= balance
    return {m: n for m, n in won.items() if n}, ledger.get(CLUB, 0) + ledger.get(STANDS_OVER, 0)


def to_right(wrong: Sequence[Event], right: Sequence[Event]) -> Slips:
    """The correction that makes one record of a game the other."""
    recorded, should = acts(wrong), acts(right)
    pairs = zip(recorded, should, strict=False)
    common = next((n for n, (ours, theirs) in enumerate(pairs) if ours != theirs), min(len(recorded), len(should)))
    after = recorded[common - 1].step if common else 0
    return Slips(
        tuple(act.step for act in recorded[common:]),
        tuple(Insertion(after, command_of(act)) for act in should[common:]),
    )


def wrong_records(right: Sequence[Event], chance: Random) -> list[list[Event]]:
    """Other records of a game that ended otherwise."""
    records = [otherwise(right, chance) for _ in range(12)]
    over = [record for record in records if games.fold(record).settlement is not None]
    return [record for record in over if end_game("", games.fold(record)) != end_game("", games.fold(right))]


def check_late(kind: type[Evening], seed: int) -> int:
    """Correct the last game of an evening, recorded wrongly in several ways, after the close. How many ways."""
    chance, evening = Random(seed), kind(seed)
    for _ in range(chance.randint(1, 3)):
        play(evening)
    table, corrected = evening.table, 0
    right = table.game_events[-1]
    try:
        should = closed_with(table, right)
    except Refused:  # A player has less than nothing, or the carried pool cannot stand over.
        return 0
    for wrong in wrong_records(right, chance):
        try:
            book = closed_with(table, wrong)
        except Refused:
            continue
        sheet = reckon(book.entries)
        entry = book.mend(to_right(wrong, right))
        assert standing(book) == standing(should)
        assert reckon(book.entries) == sheet
        assert not any(account.kind in IN_ISSUE for account in book.ledger())
        assert sum(entry.changes.values()) + entry.club + entry.stands_over + entry.kitty == 0
        corrected += 1
    return corrected


@pytest.mark.parametrize(("kind", "seed"), EVENINGS, ids=lambda of: getattr(of, "__name__", of))
def test_who_was_recorded_wrongly_stands_after_a_late_correction_as_if_it_had_been_right(
    kind: type[Evening], seed: int
) -> None:
    check_late(kind, seed)


def test_late_corrections_were_found_that_differ() -> None:
    assert sum(check_late(kind, seed) for kind, seed in EVENINGS[::5]) > 10


@pytest.mark.parametrize("seed", SEEDS)
def test_where_the_count_was_right_and_the_record_wrong_nobody_owes_anything(seed: int) -> None:
    chance, evening = Random(seed), Evening(seed)
    play(evening)
    table, right = evening.table, evening.table.game_events[-1]
    counted = dict(sittings.fold(table.sitting_events).funds)
    for wrong in wrong_records(right, chance):
        same_fund = end_game("", games.fold(wrong)), end_game("", games.fold(right))
        if any(a.lent or a.loans for a in same_fund) or same_fund[0].carried_out != same_fund[1].carried_out:
            continue
        try:
            book = closed_with(table, wrong, counted)
        except Refused:
            continue
        entry = book.mend(to_right(wrong, right))
        assert (entry.loans, entry.lent) == ((), {})
        assert not any(account.kind == "differences" for account in book.ledger())


@pytest.mark.slow
def test_five_thousand_evenings_found_late() -> None:
    for seed in range(2_500):
        check_late(Evening, 1_000 + seed)
        check_late(UnrulyEvening, 1_000 + seed)
