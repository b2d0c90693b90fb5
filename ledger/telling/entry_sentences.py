"""Each entry of a sitting's book as a sentence: the till, the cut, arrivals, departures, limits, corrections."""

from collections.abc import Callable, Mapping
from typing import Any

from ledger.events.adjustment import SittingAdjusted
from ledger.events.amendment import ArticlesCorrected, GameRestated, GameStands, GameWithdrawn, SittingCorrected
from ledger.events.base import Event
from ledger.events.sitting import (
    Counters,
    CountersBoughtBack,
    CountersSold,
    CutForDeal,
    Debt,
    Entry,
    LimitsSet,
    MemberArrived,
    MemberDeparted,
    PaymentMade,
)
from ledger.telling.sentences import Amount, Name, in_results


def entry_sentence(entry: Entry, name: Name, amount: Amount = str) -> str:
    """The entry in words. `name` gives each member's name, `amount` writes minor units, by default as a plain number.

    Raises TypeError for an entry that has no sentence.
    """
    if type(entry) not in SENTENCES:
        raise TypeError(f"{type(entry).__name__} has no sentence in ledger/telling/entry_sentences.py")
    return SENTENCES[type(entry)](entry, name, amount)


def counters_in_words(counters: Counters, amount: Amount) -> str:
    """Counters by colour and their small change, as in `2 red, 1 blue and 4d`."""
    parts = [f"{n} {colour}" for colour in ("red", "white", "blue") if (n := getattr(counters, colour))]
    parts += [amount(counters.odd)] if counters.odd else []
    return _listed(parts) or "no counters"


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _sold(event: CountersSold, name: Name, amount: Amount) -> str:
    counters = counters_in_words(event.counters, amount)
    return f"{name(event.player)} buys {counters} for {amount(event.value)}{' on credit' if event.on_credit else ''}"


def _bought_back(event: CountersBoughtBack, name: Name, amount: Amount) -> str:
    text = f"{name(event.player)} hands in {counters_in_words(event.counters, amount)}, {amount(event.value)}"
    if event.difference:
        text += f", {amount(abs(event.difference))} {'more' if event.difference > 0 else 'less'} than the book has"
    for debt, set_off in (("his credit", event.credit), ("his loan", event.loan)):
        text += f"; {amount(set_off)} is set off against {debt}" if set_off else ""
    return f"{text}; {amount(event.cash_due)} is paid out"


def _cut(event: CutForDeal, name: Name, amount: Amount) -> str:
    cards = ", ".join(f"{name(member)} {card}" for member, card in event.cards.items())
    outcome = f"{name(event.dealer)} deals" if event.dealer else f"{_listed([*map(name, event.redraw)])} draw again"
    return f"The cut for the deal: {cards}; {outcome}"


def _paid(event: PaymentMade, name: Name, amount: Amount) -> str:
    if event.amount < 0:
        return f"The bank pays {name(event.player)} {amount(-event.amount)} that it owes him"
    payment = f"{name(event.player)} pays {amount(event.amount)}"
    if event.to is not None:
        return f"{payment} to {name(event.to)} for what he owes him"
    return f"{payment} towards {'his credit' if event.toward == Debt.CREDIT else 'his loan of the bank'}"


def _limited(event: LimitsSet, name: Name, amount: Amount) -> str:
    limits = [f"at a loss of {amount(event.loss)}"] if event.loss is not None else []
    limits += [f"at {event.stop_at}"] if event.stop_at is not None else []
    return f"{name(event.player)} stops {' or '.join(limits)}" if limits else f"{name(event.player)} lifts his limits"


def _corrected(event: SittingCorrected, name: Name, amount: Amount) -> str:
    entries = _listed([str(n) for n in event.struck])
    return f"Struck: {'entry' if len(event.struck) == 1 else 'entries'} {entries}"


def _stands(event: GameStands, name: Name, amount: Amount) -> str:
    text = "A game stands as it was played"
    if event.game in event.untraced:
        return f"{text}; nobody can tell how the laws would have ended it"
    owed = [d for d in event.debts if d.game == event.game]
    debts = [f"{name(debt.debtor)} owes {name(debt.creditor)} {amount(debt.amount)}" for debt in owed]
    return "; by the laws ".join([text, _listed(debts)]) if debts else text


def _adjusted(event: SittingAdjusted, name: Name, amount: Amount) -> str:
    text = f"A game is adjusted after the close: {in_results(event.changes, name, amount)}"
    for fund, gain in (("the club", event.club), ("what stands over", event.stands_over), ("the kitty", event.kitty)):
        text += f"; {fund} {amount(abs(gain))} {'more' if gain > 0 else 'less'}" if gain else ""
    for member, n in event.made_good.items():
        text += f"; {amount(abs(n))} of {name(member)} is set off against the difference at his buy-back"
    for loan in event.loans:
        debtor, creditor = (loan.borrower, loan.lender) if loan.amount > 0 else (loan.lender, loan.borrower)
        text += f"; {name(debtor)} owes {name(creditor)} {amount(abs(loan.amount))}"
    for member, n in event.lent.items():
        owes = f"{name(member)} owes the bank" if n > 0 else f"the bank owes {name(member)}"
        text += f"; {owes} {amount(abs(n))}"
    return text


def _articles(event: ArticlesCorrected, name: Name, amount: Amount) -> str:
    terms = f"ante {amount(event.articles.ante)}, limit {amount(event.articles.limit)}"
    return f"The articles are corrected, by everybody's consent: {terms}; seats {_listed([*map(name, event.seats)])}"


SENTENCES: Mapping[type[Event], Callable[[Any, Name, Amount], str]] = {
    CountersSold: _sold,
    CountersBoughtBack: _bought_back,
    CutForDeal: _cut,
    PaymentMade: _paid,
    MemberArrived: lambda e, name, amount: f"{name(e.player)} sits down at the left of {name(e.left_of)}",
    MemberDeparted: lambda e, name, amount: f"{name(e.player)} leaves the table",
    LimitsSet: _limited,
    GameRestated: lambda e, name, amount: "A game is played on" if e.reopened else "A game is restated",
    GameStands: _stands,
    GameWithdrawn: lambda e, name, amount: "A game was made void, and is withdrawn",
    SittingCorrected: _corrected,
    SittingAdjusted: _adjusted,
    ArticlesCorrected: _articles,
}
"""The sentence of each kind of entry."""
