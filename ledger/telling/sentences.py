"""Each recorded act as a sentence, for the terminal, the page and those who read with their ears."""

from collections.abc import Callable, Sequence

from ledger.cards import Card
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
    Misdealt,
    PackCut,
    Shuffled,
)
from ledger.seats import Member
from ledger.state.game import BANK

Name = Callable[[Member], str]

OPENERS = {"J": "knaves", "Q": "queens", "K": "kings"}
NUMBERS = ("none", "one", "two", "three", "four", "five")
MISDEALS = {
    "uncut": "A misdeal: the pack was not cut",
    "face_up": "A misdeal: a card lay face up in the pack",
    "wrong_count": "A misdeal: {who} has a wrong number of cards",
}
STAKES = {
    "opened": "{who} opens with {n}",
    "went_in": "{who} goes in with {n}",
    "made_good": "{who} makes good with {n}",
    "called": "{who} calls with {n}",
    "bet": "{who} bets {n}",
    "raised": "{who} raises, staking {n}",
    "ahead": "{who} deposits {n} out of turn",
    "short": "{who} deposits {n}, which is less than is due",
}
COUNTED = {
    "opened": "{who}'s turn is reached: {n} deposited before it opens",
    "went_in": "{who}'s turn is reached: {n} deposited before it brings him in",
    "made_good": "{who}'s turn is reached: {n} deposited before it makes good",
    "called": "{who}'s turn is reached: {n} deposited before it calls",
    "bet": "{who}'s turn is reached: {n} deposited before it is his bet",
    "raised": "{who}'s turn is reached: {n} deposited before it raises",
    "short": "{who}'s turn is reached: {n} deposited before it does not suffice",
}


def sentence(event: Event, name: Name) -> str:
    """The event in words. `name` gives each member's name; amounts are in minor units."""
    match event:
        case GameBegun():
            return _begun(event, name)
        case Straddled(player=m, amount=n):
            return f"{name(m)} straddles with {n}"
        case Dealt():
            return _dealt(event, name)
        case Staked(player=m, amount=n, act=act):
            return STAKES[act].format(who=name(m), n=n)
        case Passed(player=m, unseen=True):
            return f"{name(m)} throws his hand away unseen"
        case Passed(player=m, irregular=irregular):
            return f"{name(m)} passes{' out of turn' if irregular else ''}"
        case StakeCounted(player=m, amount=n, act=act):
            return COUNTED[act].format(who=name(m), n=n)
        case Stood(player=m):
            return f"{name(m)} stands"
        case ShowDemanded(player=m, amount=n, total=total):
            return f"{name(m)} deposits {n} and demands a show for {total}"
        case Borrowed(player=m, lender=lender, amount=n):
            return f"{name(m)} borrows {n} of {'the bank' if lender == BANK else name(lender)}"
        case Drew():
            return _drew(event, name)
        case HandShown():
            return _shown(event, name)
        case GameSettled() | GameUnopened():
            return _ended(event, name)
        case Misdealt(reason=reason, player=m):
            return MISDEALS[reason].format(who=name(m) if m else "")
        case HandFouled():
            return _fouled(event, name)
        case DiscardsCollected(cut_by=m):
            return f"The discards are collected and shuffled{f', and {name(m)} cuts them' if m else ''}"
        case LawWaived(waived=law):
            return f"Law {law} is waived for this game, by consent of everybody in it"
    return _of_a_player(event, name)


def _of_a_player(event: Event, name: Name) -> str:
    match event:
        case Shuffled(player=m):
            return f"{name(m)} shuffles"
        case PackCut(player=m):
            return f"{name(m)} cuts the pack"
        case Distracted(player=m):
            return f"{name(m)} distracts the dealer"
        case CardExposed(player=m, card=card, law=40):
            return f"{card} is exposed in the draw of {name(m)}, and goes back to the pack"
        case CardExposed(player=m, card=card):
            return f"{card} is exposed in dealing, and is {name(m)}'s"
        case CardsTakenUp(player=m):
            return f"{name(m)} raises his cards"
        case DealerAsked(player=m, answer=answer):
            told = "" if answer is None else f", and is told {number(answer)}"
            return f"{name(m)} asks how many the dealer drew{told}"
    return _afterwards(event, name)


def number(n: int) -> str:
    """A number of cards in words, as far as a hand has cards."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def _dealt(event: Dealt, name: Name) -> str:
    said = "The cards are dealt"
    if event.uncut:
        said += " of a pack that was not cut"
    return said + "".join(f", {number(n)} to {name(m)}" for m, n in event.counts.items())


def _fouled(event: HandFouled, name: Name) -> str:
    said = f"{name(event.player)}'s hand holds {number(event.number)}, and is foul"
    if event.refund:
        said += f"; {name(event.refund.payer)} owes him {event.refund.amount}"
    return said


def _afterwards(event: Event, name: Name) -> str:
    """What was said of the record afterwards, and of disputes."""
    match event:
        case GameCorrected(struck=struck, inserted=inserted):
            said = [f"struck: {_steps(struck)}"] if struck else []
            said += [f"put in: {_steps(inserted)}"] if inserted else []
            return "The record is corrected" + (f" ({'; '.join(said)})" if said else "")
        case GameVoided():
            return "The game is void by the consent of its players, and every stake goes back"
        case GamePaid(paid=paid):
            return "; ".join(f"{name(m)} was in fact paid {n}" for m, n in paid.items()) or "Nothing was in fact paid"
        case HandUnsealed(player=m):
            return f"The hand of {name(m)} is read by an auditor"
        case Disputed(n=n, parties=parties, referee=judge):
            decides = f"{name(judge)} decides" if judge else "nobody is free to decide, and the record stands"
            return f"Dispute {n} of {' and '.join(map(name, parties))}: {decides}"
        case EvidenceGiven(n=n, witness=m, can_give=able):
            return f"{name(m)} {'gives evidence' if able else 'can give no evidence'} in dispute {n}"
        case Ruled(n=n, referee=m):
            return f"{name(m)} rules in dispute {n}"
    raise TypeError(f"no words for {type(event).__name__}")


def _steps(steps: Sequence[int]) -> str:
    return ", ".join(f"step {n}" for n in steps)


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(cards)


def _begun(event: GameBegun, name: Name) -> str:
    said = f"{name(event.dealer)} deals"
    if event.minimum:
        paid = next(iter(event.payments.values()), 0)
        said += f"; a jack-pot for {OPENERS[event.minimum]}, and each pays {paid}"
    return f"{said}; {name(event.ante_man)} antes {event.ante}" if event.ante else said


def _drew(event: Drew, name: Name) -> str:
    who = name(event.player)
    if event.discarded is None:
        said = f"{who} has his draw"
    elif event.discarded == 0:
        said = f"{who} keeps his hand"
    else:
        said = f"{who} draws {NUMBERS[event.discarded]}"
    if event.discards:
        said += f", throwing away {_cards(event.discards)}"
    if event.asked is not None:
        said += f", asks for {number(event.asked)}"
    if event.given is not None:
        said += f", is given {number(event.given)}"
    if event.cards:
        said += f", and takes {_cards(event.cards)}"
    if event.made_right:
        said += "; it is made right"
    return f"{said}; his hand is foul" if event.fouled else said


def _shown(event: HandShown, name: Name) -> str:
    said = f"{name(event.player)} shows {_cards(event.cards or event.original)}"
    if event.joker_as:
        said += f", the joker as {event.joker_as}"
    return f"{said}, with openers {_cards(event.original)}" if event.cards and event.original else said


def _ended(event: GameSettled | GameUnopened, name: Name) -> str:
    document = event.settlement
    parts = [f"{name(a.player)} takes {a.amount}" for a in document.awards]
    parts += [f"{name(r.payer)} pays {name(r.payee)} {r.amount} for a foul hand" for r in document.refunds]
    parts += [f"{name(p.player)} pays {p.amount} for opening without openers" for p in document.penalties]
    if document.reward:
        parts.append(f"{name(document.reward.player)} wins the kitty of {document.reward.amount}")
    if document.carried_out:
        to = f" to a jack-pot for {OPENERS[document.minimum]}" if document.minimum else ""
        parts.append(f"{document.carried_out} is carried{to}")
    return "; ".join(parts) or "Nothing was in the pool"
