"""Entries in a sitting's book: what passed at the till, who came and went, and cuts for the deal."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any

from ledger.events.amendment import Amendment, GameRestated, GameWithdrawn, SittingCorrected
from ledger.events.base import Event
from ledger.events.sitting import (
    CountersBoughtBack,
    CountersSold,
    CutForDeal,
    Entry,
    MemberArrived,
    MemberDeparted,
    PaymentMade,
)
from ledger.store import Recorded
from ledger.table.company import advice
from ledger.times import timestamp

Body = dict[str, Any]


def entry_body(entry: Entry) -> Body:
    """What an entry says, under its number."""
    return {"id": entry.entry, **BODIES.get(type(entry), _plain)(entry)}


def listed_entry_body(recorded: Recorded, *, stands: bool = True) -> Body:
    """An entry as the list has it; `stands` unless a correction struck it."""
    event = recorded.event
    assert isinstance(event, Entry)
    place = {"type": event.topic, "at": timestamp(recorded.at), "version": recorded.originator_version}
    return {**entry_body(event), **place, "stands": stands}


def _plain(entry: Entry) -> Body:
    """The fields of an entry under their own names."""
    return {f.name: getattr(entry, f.name) for f in fields(entry) if f.name != "entry"}


def _sale(sold: CountersSold) -> Body:
    return {**_plain(sold), "funds_before": sold.funds_after - sold.value}


def _buy_back(bought: CountersBoughtBack) -> Body:
    return {
        **_plain(bought),
        "counted": {**asdict(bought.counters), "value": bought.value},
        "set_off": {"credit": bought.credit, "loan": bought.loan},
    }


def _cut(cut: CutForDeal) -> Body:
    """The cards, and who deals, or who must draw again."""
    decided: Body = {"redraw": list(cut.redraw)} if cut.dealer is None else {"dealer": cut.dealer}
    return {"cards": dict(cut.cards), **decided}


def _payment(paid: PaymentMade) -> Body:
    return {**_plain(paid), "owed_before": paid.owed_after + paid.amount}


def _table(change: MemberArrived | MemberDeparted) -> Body:
    """Who sits at the table after an arrival or a departure, and under which articles (81)."""
    return {**_plain(change), "advice": advice(change.seats)}


def _amendment(amendment: Amendment) -> Body:
    known = ("struck", "affected", "game", "reopened", "reason")
    return {name: getattr(amendment, name) for name in known if hasattr(amendment, name)}


BODIES: Mapping[type[Event], Callable[[Any], Body]] = {
    CountersSold: _sale,
    CountersBoughtBack: _buy_back,
    CutForDeal: _cut,
    PaymentMade: _payment,
    MemberArrived: _table,
    MemberDeparted: _table,
    GameRestated: _amendment,
    GameWithdrawn: _amendment,
    SittingCorrected: _amendment,
}
"""What is answered of an entry where that is not just its fields."""
