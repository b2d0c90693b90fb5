"""Each event of a game as a sentence, for the terminal, the page and screen readers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ledger.cards import Card
from ledger.events.adjustment import GameAdjusted
from ledger.events.amendment import GameCorrected, GamePaid, GameVoided, HandUnsealed
from ledger.events.base import Event
from ledger.events.dispute import Disputed, EvidenceGiven, Ruled
from ledger.events.game import (
    Borrowed,
    Dealt,
    Drew,
    GameBegun,
    GameSettled,
    GameUnopened,
    HandShown,
    Passed,
    ShowDemanded,
    StakeCounted,
    Staked,
    StakeKind,
    Stood,
    Straddled,
)
from ledger.events.mishaps import (
    CardExposed,
    CardsTakenUp,
    DealerAsked,
    DiscardsCollected,
    Distracted,
    HandFouled,
    LawWaived,
    MisdealReason,
    Misdealt,
    PackCut,
    Shuffled,
)
from ledger.events.pen import GamePenTaken
from ledger.events.settlement import Done, Penalty
from ledger.seats import Member
from ledger.state.game import BANK

Name = Callable[[Member], str]
Amount = Callable[[int], str]

OPENERS = {"J": "knaves", "Q": "queens", "K": "kings"}
NUMBERS = ("none", "one", "two", "three", "four", "five")
MISDEALS = {
    MisdealReason.UNCUT: "A misdeal: the pack was not cut",
    MisdealReason.FACE_UP: "A misdeal: a card lay face up in the pack",
    MisdealReason.WRONG_COUNT: "A misdeal: {who} has a wrong number of cards",
}
STAKES = {
    StakeKind.OPENED: "{who} opens with {n}",
    StakeKind.WENT_IN: "{who} goes in with {n}",
    StakeKind.MADE_GOOD: "{who} makes good with {n}",
    StakeKind.CALLED: "{who} calls with {n}",
    StakeKind.BET: "{who} bets {n}",
    StakeKind.RAISED: "{who} raises, staking {n}",
    StakeKind.AHEAD: "{who} deposits {n} out of turn",
    StakeKind.SHORT: "{who} deposits {n}, which is less than is due",
}
COUNTED = {
    StakeKind.OPENED: "{who}'s turn is reached: {n} deposited before it opens",
    StakeKind.WENT_IN: "{who}'s turn is reached: {n} deposited before it brings him in",
    StakeKind.MADE_GOOD: "{who}'s turn is reached: {n} deposited before it makes good",
    StakeKind.CALLED: "{who}'s turn is reached: {n} deposited before it calls",
    StakeKind.BET: "{who}'s turn is reached: {n} deposited before it is his bet",
    StakeKind.RAISED: "{who}'s turn is reached: {n} deposited before it raises",
    StakeKind.SHORT: "{who}'s turn is reached: {n} deposited before it does not suffice",
}


UNNAMED = "he named none; openers that he no longer holds are proved by naming the cards first dealt to him"
"""What a false opener is told who might have proved openers by naming them (33)."""


def sentence(event: Event, name: Name, amount: Amount = str) -> str:
    """The event in words. `name` gives each member's name, `amount` writes minor units, by default as a plain number.

    Raises TypeError for an event that has no sentence.
    """
    if type(event) not in SENTENCES:
        raise TypeError(f"{type(event).__name__} has no sentence in ledger/telling/sentences.py")
    return SENTENCES[type(event)](event, name, amount)


def number(n: int) -> str:
    """A number of cards in words, as far as a hand has cards."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def _dealt(event: Dealt, name: Name, amount: Amount) -> str:
    text = "The cards are dealt"
    if event.uncut:
        text += " of a pack that was not cut"
    return text + "".join(f", {number(n)} to {name(m)}" for m, n in event.counts.items())


def _fouled(event: HandFouled, name: Name, amount: Amount) -> str:
    text = f"{name(event.player)}'s hand holds {number(event.number)}, and is foul"
    if event.refund:
        text += f"; {name(event.refund.payer)} owes him {amount(event.refund.amount)}"
    return text


def _steps(steps: Sequence[int]) -> str:
    return ", ".join(f"step {n}" for n in steps)


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(cards)


def _lender(event: Borrowed, name: Name) -> str:
    return "the bank" if event.lender == BANK else name(event.lender)


def _begun(event: GameBegun, name: Name, amount: Amount) -> str:
    text = f"{name(event.dealer)} deals"
    if event.minimum:
        paid = next(iter(event.payments.values()), 0)
        text += f"; a jack-pot for {OPENERS[event.minimum]}, and each pays {amount(paid)}"
    return f"{text}; {name(event.ante_man)} antes {amount(event.ante)}" if event.ante else text


def _drew(event: Drew, name: Name, amount: Amount) -> str:
    who = name(event.player)
    if event.discarded is None:
        text = f"{who} has his draw"
    elif event.discarded == 0:
        text = f"{who} keeps his hand"
    else:
        text = f"{who} draws {NUMBERS[event.discarded]}"
    if event.discards:
        text += f", throwing away {_cards(event.discards)}"
    if event.asked is not None:
        text += f", asks for {number(event.asked)}"
    if event.given is not None:
        text += f", is given {number(event.given)}"
    if event.cards:
        text += f", and takes {_cards(event.cards)}"
    if event.made_right:
        text += "; it is made right"
    return f"{text}; his hand is foul" if event.fouled else text


def _shown(event: HandShown, name: Name, amount: Amount) -> str:
    text = f"{name(event.player)} shows {_cards(event.cards or event.original)}"
    if event.joker_as:
        text += f", the joker as {event.joker_as}"
    return f"{text}, with openers {_cards(event.original)}" if event.cards and event.original else text


def _ended(event: GameSettled | GameUnopened, name: Name, amount: Amount) -> str:
    document = event.settlement
    parts = [f"{name(a.player)} takes {amount(a.amount)}" for a in document.awards]
    parts += [f"{name(r.payer)} pays {name(r.payee)} {amount(r.amount)} for a foul hand" for r in document.refunds]
    parts += [_penalty(penalty, name, amount) for penalty in document.penalties]
    if document.reward:
        parts.append(f"{name(document.reward.player)} wins the kitty of {amount(document.reward.amount)}")
    if document.carried_out:
        to = f" to a jack-pot for {OPENERS[document.minimum]}" if document.minimum else ""
        parts.append(f"{amount(document.carried_out)} is carried{to}")
    return "; ".join(parts) or "Nothing was in the pool"


def _penalty(penalty: Penalty, name: Name, amount: Amount) -> str:
    text = f"{name(penalty.player)} pays {amount(penalty.amount)} for opening without openers"
    return f"{text} ({UNNAMED})" if penalty.unnamed else text


def _demanded(event: ShowDemanded, name: Name, amount: Amount) -> str:
    return f"{name(event.player)} deposits {amount(event.amount)} and demands a show for {amount(event.total)}"


def _passed(event: Passed, name: Name, amount: Amount) -> str:
    if event.unseen:
        return f"{name(event.player)} throws his hand away unseen"
    return f"{name(event.player)} passes{' out of turn' if event.irregular else ''}"


def _exposed(event: CardExposed, name: Name, amount: Amount) -> str:
    if event.law == 40:
        return f"{event.card} is exposed in the draw of {name(event.player)}, and goes back to the pack"
    return f"{event.card} is exposed in dealing, and is {name(event.player)}'s"


def _asked(event: DealerAsked, name: Name, amount: Amount) -> str:
    answer = "" if event.answer is None else f", and is told {number(event.answer)}"
    return f"{name(event.player)} asks how many the dealer drew{answer}"


def _corrected(event: GameCorrected, name: Name, amount: Amount) -> str:
    changes = [f"struck: {_steps(event.struck)}"] if event.struck else []
    changes += [f"put in: {_steps(event.inserted)}"] if event.inserted else []
    return "The record is corrected" + (f" ({'; '.join(changes)})" if changes else "")


def _in_fact_paid(event: GamePaid, name: Name, amount: Amount) -> str:
    payments = [f"{name(m)} was in fact paid {amount(n)}" for m, n in event.paid.items()]
    text = "; ".join(payments) or "Nothing was in fact paid"
    if event.stands:
        text = f"What was paid stands: {text}"
    if event.done is None:
        return text
    done = [f"{amount(n)} {what}" for n, what in _besides(event.done) if n]
    return f"{text}; {', '.join(done) or 'nothing was set aside or carried'}"


def _besides(done: Done) -> Iterator[tuple[int, str]]:
    """The amounts of what the table did besides paying out the pool, and a word for each."""
    yield done.carried_out, "was carried"
    yield done.kitty, "was set aside for the kitty"
    yield sum(penalty.amount for penalty in done.penalties), "was paid as a penalty"
    yield sum(refund.amount for refund in done.refunds), "was refunded"


def _disputed(event: Disputed, name: Name, amount: Amount) -> str:
    rules = f"{name(event.referee)} decides" if event.referee else "nobody is free to decide, and the record stands"
    return f"Dispute {event.n} of {' and '.join(map(name, event.parties))}: {rules}"


def _evidence(event: EvidenceGiven, name: Name, amount: Amount) -> str:
    return f"{name(event.witness)} {'gives' if event.can_give else 'can give no'} evidence in dispute {event.n}"


def _ruled(event: Ruled, name: Name, amount: Amount) -> str:
    fixed = [f"{reading} is read as {value}" for reading, value in event.reading.items()]
    in_this_game = f": in this game {' and '.join(fixed)}" if fixed else ""
    return f"{name(event.referee)} rules in dispute {event.n}{in_this_game}"


def _collected(event: DiscardsCollected, name: Name, amount: Amount) -> str:
    cut = f", and {name(event.cut_by)} cuts them" if event.cut_by else ""
    return f"The discards are collected and shuffled{cut}"


def _adjusted(event: GameAdjusted, name: Name, amount: Amount) -> str:
    return f"The sitting was closed: an adjusting entry, {in_results(event.changes, name, amount)}"


def in_results(changes: Mapping[Member, int], name: Name, amount: Amount) -> str:
    """By how much results differ, in words."""
    parts = [f"{name(m)} {amount(abs(n))} {'more' if n > 0 else 'less'}" for m, n in changes.items()]
    return ", ".join(parts) or "which changes no result"


SENTENCES: Mapping[type[Event], Callable[[Any, Name, Amount], str]] = {
    GameBegun: _begun,
    Straddled: lambda e, name, amount: f"{name(e.player)} straddles with {amount(e.amount)}",
    Dealt: _dealt,
    Staked: lambda e, name, amount: STAKES[e.act].format(who=name(e.player), n=amount(e.amount)),
    StakeCounted: lambda e, name, amount: COUNTED[e.act].format(who=name(e.player), n=amount(e.amount)),
    Passed: _passed,
    Stood: lambda e, name, amount: f"{name(e.player)} stands",
    ShowDemanded: _demanded,
    Borrowed: lambda e, name, amount: f"{name(e.player)} borrows {amount(e.amount)} of {_lender(e, name)}",
    Drew: _drew,
    HandShown: _shown,
    GameSettled: _ended,
    GameUnopened: _ended,
    Shuffled: lambda e, name, amount: f"{name(e.player)} shuffles",
    PackCut: lambda e, name, amount: f"{name(e.player)} cuts the pack",
    Distracted: lambda e, name, amount: f"{name(e.player)} distracts the dealer",
    CardExposed: _exposed,
    Misdealt: lambda e, name, amount: MISDEALS[e.reason].format(who=name(e.player) if e.player else ""),
    HandFouled: _fouled,
    CardsTakenUp: lambda e, name, amount: f"{name(e.player)} raises his cards",
    DealerAsked: _asked,
    DiscardsCollected: _collected,
    LawWaived: lambda e, name, amount: f"Law {e.waived} is waived for this game, by consent of everybody in it",
    GameCorrected: _corrected,
    GameVoided: lambda e, name, amount: "The game is void by the consent of its players, and every stake goes back",
    GamePaid: _in_fact_paid,
    HandUnsealed: lambda e, name, amount: f"The hand of {name(e.player)} is read by an auditor",
    GameAdjusted: _adjusted,
    GamePenTaken: lambda e, name, amount: "The pen changes hands",
    Disputed: _disputed,
    EvidenceGiven: _evidence,
    Ruled: _ruled,
}
"""The sentence of each event of a game."""
