"""Entries in a sitting's book: the till, arrivals and departures, and cuts for the deal."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import asdict

from ledger.events.adjustment import SittingAdjusted
from ledger.events.amendment import (
    Amendment,
    ArticlesCorrected,
    GameRestated,
    GameStands,
    GameWithdrawn,
    SittingCorrected,
)
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
    """The body of an entry, with its number as `id`."""
    return {"id": entry.entry, **BODIES.get(type(entry), _plain)(entry)}


def listed_entry_body(recorded: Recorded, *, stands: bool = True) -> Body:
    """The body of an entry in the list. `stands` is False if a correction struck it."""
    event = recorded.event
    assert isinstance(event, Entry)
    place = {"type": event.topic, "at": timestamp(recorded.at), "version": recorded.originator_version}
    return {**entry_body(event), **place, "stands": stands}


def _plain(entry: Entry) -> Body:
    """The fields of an entry under their own names."""
    return {name: field for name, field in asdict(entry).items() if name != "entry"}


def _sale(sold: CountersSold) -> Body:
    return {**_plain(sold), "funds_before": sold.funds_after - sold.value}


def _buy_back(bought: CountersBoughtBack) -> Body:
    return {
        **_plain(bought),
        "counted": {**asdict(bought.counters), "value": bought.value},
        "set_off": {"credit": bought.credit, "loan": bought.loan},
    }


def _cut(cut: CutForDeal) -> Body:
    """The cards, and the dealer, or the players who must draw again."""
    decided: Body = {"redraw": list(cut.redraw)} if cut.dealer is None else {"dealer": cut.dealer}
    return {"cards": dict(cut.cards), **decided}


def _payment(paid: PaymentMade) -> Body:
    return {**_plain(paid), "owed_before": paid.owed_after + paid.amount}


def _table(change: MemberArrived | MemberDeparted) -> Body:
    """The seats after an arrival or a departure, and the articles from then on (81)."""
    return {**_plain(change), "advice": advice(change.seats)}


def _adjustment(adjusted: SittingAdjusted) -> Body:
    return {name: field for name, field in _plain(adjusted).items() if name not in ("moved", "issued")}


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
    GameStands: _amendment,
    GameWithdrawn: _amendment,
    SittingCorrected: _amendment,
    SittingAdjusted: _adjustment,
    ArticlesCorrected: _amendment,
}
"""Makes the body of an entry, for kinds of entry whose body is not just their fields."""
