"""Each recorded act as a sentence, for the terminal, the page and those who read with their ears."""

from collections.abc import Callable, Sequence

from ledger.events.base import Event, Member
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
from ledger.game import BANK
from ledger.laws.cards import Card

Name = Callable[[Member], str]

OPENERS = {"J": "knaves", "Q": "queens", "K": "kings"}
NUMBERS = ("none", "one", "two", "three", "four", "five")
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
            return "The cards are dealt"
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
    raise TypeError(f"no words for {type(event).__name__}")


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
        return f"{who} has his draw"
    if event.discarded == 0:
        return f"{who} keeps his hand"
    said = f"{who} draws {NUMBERS[event.discarded]}"
    if event.discards:
        said += f", throwing away {_cards(event.discards)}"
    return f"{said}, and takes {_cards(event.cards)}" if event.cards else said


def _shown(event: HandShown, name: Name) -> str:
    said = f"{name(event.player)} shows {_cards(event.cards or event.original)}"
    if event.joker_as:
        said += f", the joker as {event.joker_as}"
    return f"{said}, with openers {_cards(event.original)}" if event.cards and event.original else said


def _ended(event: GameSettled | GameUnopened, name: Name) -> str:
    document = event.settlement
    parts = [f"{name(a.player)} takes {a.amount}" for a in document.awards]
    parts += [f"{name(p.player)} pays {p.amount} for opening without openers" for p in document.penalties]
    if document.reward:
        parts.append(f"{name(document.reward.player)} wins the kitty of {document.reward.amount}")
    if document.carried_out:
        to = f" to a jack-pot for {OPENERS[document.minimum]}" if document.minimum else ""
        parts.append(f"{document.carried_out} is carried{to}")
    return "; ".join(parts) or "Nothing was in the pool"
