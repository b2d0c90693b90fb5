"""The reconciliation of a sitting: what every player should have by the book, beside what was counted and paid.

It is recomputed from the entries in force, without the till's stored figures: balances and differences are added up
again, and `must_be_nought` compares them with the money and with the till.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

from msgspec.structs import replace

from ledger.books.sheet import COLOURS, Colour, Holding, Reckoning
from ledger.events.amendment import Amendment
from ledger.events.base import Event
from ledger.events.sitting import (
    Counters,
    CountersBoughtBack,
    CountersSold,
    GameEnded,
    GameStarted,
    MemberArrived,
    PaymentMade,
    SittingClosed,
    SittingOpened,
)
from ledger.seats import Member
from ledger.state.in_force import entries_in_force


def reckon(events: Iterable[Event]) -> Reckoning:
    """The reconciliation of a sitting from its events, by those in force.

    The sheet of a closed sitting stays as it was: what is adjusted or paid after the close is no part of it.
    """
    events = list(events)
    reckoning = reduce(_reckoned, entries_in_force(events), Reckoning())
    amendments = [event for event in events if isinstance(event, Amendment)]
    for debt in amendments[-1].debts if amendments else ():
        reckoning = _plus(reckoning, debt.debtor, owed_for_games=debt.amount)
        reckoning = _plus(reckoning, debt.creditor, owed_for_games=-debt.amount)
    return reckoning


def _reckoned(reckoning: Reckoning, event: Event) -> Reckoning:
    if reckoning.closed:
        return reckoning
    add = RECKONED.get(type(event))
    return add(reckoning, event) if add else reckoning


def _open(_: Reckoning, event: SittingOpened) -> Reckoning:
    colours = {name: Colour(colour=name, worth=worth) for name, worth in event.articles.counter_values.items()}
    return Reckoning(
        carried_before=event.carried,
        kitty_before=event.kitty,
        carried=event.carried,
        kitty=event.kitty,
        colours={**colours, "odd": Colour(colour="odd", worth=1, opened=event.carried + event.kitty)},
        players={member: Holding(member=member, place=place) for place, member in enumerate(event.seats)},
    )


def _arrive(reckoning: Reckoning, event: MemberArrived) -> Reckoning:
    if event.player in reckoning.players:
        return reckoning
    holding = Holding(member=event.player, place=len(reckoning.players))
    return replace(reckoning, players={**reckoning.players, event.player: holding})


def _plus(reckoning: Reckoning, member: Member, **amounts: int) -> Reckoning:
    """The reckoning with these amounts added to columns of a player."""
    holding = reckoning.players[member]
    after = replace(holding, **{name: getattr(holding, name) + n for name, n in amounts.items()})
    return replace(reckoning, players={**reckoning.players, member: after})


def _counted(reckoning: Reckoning, counters: Counters, column: str) -> tuple[Reckoning, int]:
    """The reckoning with counters added to a column of their colours, and the counters' value."""
    numbers = {name: getattr(counters, name) for name in reckoning.colours}
    if not any(numbers.values()):
        return reckoning, 0
    colours = {
        name: replace(colour, **{column: getattr(colour, column) + numbers[name]})
        for name, colour in reckoning.colours.items()
    }
    value = sum(numbers[name] * colour.worth for name, colour in reckoning.colours.items())
    return replace(reckoning, colours=colours), value


def _sell(reckoning: Reckoning, event: CountersSold) -> Reckoning:
    reckoning, value = _counted(reckoning, event.counters, "sold")
    return _plus(reckoning, event.player, in_hand=value, paid=event.paid, on_credit=event.owed)


def _buy_back(reckoning: Reckoning, event: CountersBoughtBack) -> Reckoning:
    reckoning, value = _counted(reckoning, event.counters, "bought_back")
    in_hand = reckoning.players[event.player].in_hand
    reckoning = _plus(
        reckoning,
        event.player,
        **{name: getattr(event.counters, name) for name in COLOURS},
        counted=value,
        difference=value - in_hand,
        in_hand=-in_hand,
        credit=event.credit,
        loan=event.loan,
        cash_due=event.cash_due,
    )
    return replace(reckoning, till_difference=reckoning.till_difference + event.difference)


def _pay(reckoning: Reckoning, event: PaymentMade) -> Reckoning:
    if event.to is not None:
        return _plus(_plus(reckoning, event.player, repaid=event.amount), event.to, repaid=-event.amount)
    return _plus(reckoning, event.player, **{f"{event.toward}_repaid": event.amount})


def _start(reckoning: Reckoning, event: GameStarted) -> Reckoning:
    astray = reckoning.astray + reckoning.carried - event.carried_in
    return replace(reckoning, running=event.game, carried=0, in_pool=event.carried_in, astray=astray)


def _end(reckoning: Reckoning, event: GameEnded) -> Reckoning:
    reckoning, _ = _counted(reckoning, event.lent_counters, "lent")
    for member, net in event.results.items():
        lent = event.lent.get(member, 0)
        reckoning = _plus(reckoning, member, net=net, lent=lent, in_hand=net + lent)
    for loan in event.loans:
        reckoning = _plus(reckoning, loan.borrower, borrowed=loan.amount, in_hand=loan.amount)
        reckoning = _plus(reckoning, loan.lender, borrowed=-loan.amount, in_hand=-loan.amount)
    return replace(
        reckoning,
        running=None,
        in_pool=0,
        carried=event.carried_out,
        kitty=reckoning.kitty + event.kitty - event.rewarded,
        till_lent=reckoning.till_lent + sum(event.lent.values()),
    )


def _close(reckoning: Reckoning, event: SittingClosed) -> Reckoning:
    for member, share in event.divided.items():
        reckoning = _plus(reckoning, member, divided=share)
    return replace(
        reckoning,
        closed=True,
        carried=0,
        kitty=0,
        to_club=event.kitty_to_club,
        carried_over=event.carried,
        kitty_over=event.kitty,
    )


RECKONED: Mapping[type[Event], Callable[[Reckoning, Any], Reckoning]] = {
    SittingOpened: _open,
    MemberArrived: _arrive,
    CountersSold: _sell,
    CountersBoughtBack: _buy_back,
    PaymentMade: _pay,
    GameStarted: _start,
    GameEnded: _end,
    SittingClosed: _close,
}
"""The functions that add an event to a reckoning: of every event that moves counters or money, or seats a player."""
