"""Each recorded act as a sentence, for the terminal, the page and those who read with their ears."""

from collections.abc import Callable, Sequence

from ledger.events.amendment import GameCorrected, GamePaid, GameVoided, HandUnsealed
from ledger.events.base import Event, Member
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
        case Passed(player=m, unseen=unseen):
            return f"{name(m)} throws his hand away unseen" if unseen else f"{name(m)} passes"
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
        case _:
            return _afterwards(event, name)


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
