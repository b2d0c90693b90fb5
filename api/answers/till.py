"""Entries in a sitting's book: what passed at the till, who came and went, and cuts for the deal."""

from dataclasses import fields
from typing import Any

from api.answers.sitting import articles_body
from ledger.events.amendment import Amendment
from ledger.events.sitting import (
    CountersBoughtBack,
    CountersSold,
    CutForDeal,
    Entry,
    LimitsSet,
    MemberArrived,
    MemberDeparted,
    PaymentMade,
)
from ledger.store import Recorded
from ledger.table.company import advice
from ledger.times import timestamp


def sale_body(sold: CountersSold) -> dict[str, Any]:
    """Counters sold."""
    return {
        "id": sold.entry,
        "player": sold.player,
        "value": sold.value,
        "paid": sold.paid,
        "owed": sold.owed,
        "funds_before": sold.funds_after - sold.value,
        "funds_after": sold.funds_after,
    }


def buy_back_body(bought: CountersBoughtBack) -> dict[str, Any]:
    """Counters bought back."""
    counters = bought.counters
    return {
        "id": bought.entry,
        "player": bought.player,
        "counted": {
            "red": counters.red,
            "white": counters.white,
            "blue": counters.blue,
            "odd": counters.odd,
            "value": bought.value,
        },
        "book": bought.book,
        "difference": bought.difference,
        "set_off": {"credit": bought.credit, "loan": bought.loan},
        "cash_due": bought.cash_due,
    }


def cut_body(cut: CutForDeal) -> dict[str, Any]:
    """Who deals, or who must draw again."""
    return {"redraw": list(cut.redraw)} if cut.dealer is None else {"dealer": cut.dealer}


def payment_body(paid: PaymentMade) -> dict[str, Any]:
    """Money paid towards what is owed."""
    return {
        "id": paid.entry,
        "player": paid.player,
        "amount": paid.amount,
        "toward": paid.toward,
        "to": paid.to,
        "owed_before": paid.owed_after + paid.amount,
        "owed_after": paid.owed_after,
    }


def table_body(change: MemberArrived | MemberDeparted) -> dict[str, Any]:
    """Who sits at the table after an arrival or a departure, and under which articles (81)."""
    return {
        "id": change.entry,
        "player": change.player,
        "seats": list(change.seats),
        "articles": articles_body(change.articles),
        "advice": advice(change.seats),
    }


def limits_body(limits: LimitsSet) -> dict[str, Any]:
    """The limits a player has set himself."""
    return {"id": limits.entry, "player": limits.player, "loss": limits.loss, "stop_at": limits.stop_at}


def entry_body(recorded: Recorded, *, stands: bool = True) -> dict[str, Any]:
    """One numbered entry, by its kind; `stands` unless a correction struck it."""
    event = recorded.event
    assert isinstance(event, Entry)
    common = {"id": event.entry, "type": event.topic, "at": timestamp(recorded.at), "stands": stands}
    common["version"] = recorded.originator_version
    match event:
        case CountersSold():
            return {**common, **sale_body(event)}
        case CountersBoughtBack():
            return {**common, **buy_back_body(event)}
        case CutForDeal():
            return {**common, "cards": dict(event.cards), **cut_body(event)}
        case Amendment():
            known = ("struck", "affected", "game", "reopened", "reason")
            return {**common, **{name: getattr(event, name) for name in known if hasattr(event, name)}}
        case PaymentMade():
            return {**common, **payment_body(event)}
        case MemberArrived() | MemberDeparted():
            return {**common, **table_body(event)}
        case LimitsSet():
            return {**common, **limits_body(event)}
        case _:
            said = {f.name: getattr(event, f.name) for f in fields(event) if f.name != "entry"}
            return {**common, **said}
