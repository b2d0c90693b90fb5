"""What a reader may know. Every way out of the service goes through here: routes, streams, exports, logs, errors.

A reader learns nothing that the table would not have told him. Hands of players who have retired are shown to
nobody (28); a player sees his own cards and those laid open; numbers drawn are withheld from the other players
while the game runs (51); the order of the pack, and the scorekeeper's notes, are for nobody at the table.

`known_events` leaves out of a game's events what is hidden from a reader. Whatever he is shown of the game, and
whatever is judged at his asking, follows from these events and from nothing else, so that two deals which he cannot
tell apart give him the same answers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from ledger.cards import Card
from ledger.events.adjustment import SittingAdjusted, StandingAdjusted
from ledger.events.amendment import Amendment, ArticlesCorrected, GameStands, HandUnsealed, SittingCorrected
from ledger.events.base import Event, nested_fields, sealed_fields
from ledger.events.club import (
    ClubFounded,
    ClubRenamed,
    MemberJoined,
    MemberRenamed,
    PartErased,
    SittingConcluded,
    SittingRegistered,
    TokenIssued,
    TokenRevoked,
)
from ledger.events.game import Action, Dealt, Drew
from ledger.events.mishaps import DealerAsked, DiscardsCollected
from ledger.events.pen import GamePenTaken, PenTaken
from ledger.events.sitting import GameEnded, GameStarted, SittingClosed, SittingOpened
from ledger.events.webhook import WebhookAdded, WebhookRemoved, WebhookSecretRenewed
from ledger.laws.draw import number_is_withheld
from ledger.laws.say import hand_is_buried
from ledger.roles import INSPECTORS, KEEPERS, UNSEALERS, Role
from ledger.seats import Member
from ledger.table.entries import KIND_OF_EVENT
from ledger.telling.buried import Burials, burials


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who reads: in which role, and which member he is where he reads as a player."""

    role: Role
    member: Member | None = None

    @property
    def keeps_the_book(self) -> bool:
        """Whether he reads for the club rather than as one of the players."""
        return self.role in KEEPERS

    @property
    def inspects(self) -> bool:
        """Whether he may know of the club's tokens, of what was erased, and of what others asked."""
        return self.role in INSPECTORS

    @property
    def unseals(self) -> bool:
        """Whether he may have a buried hand unsealed."""
        return self.role in UNSEALERS


OF_THE_TABLE = (SittingOpened, GameStarted, GameEnded, SittingClosed, PenTaken, Amendment, SittingAdjusted)
"""Events of a sitting of which everybody hears. Whose affair an entry is stands in `ledger.table.entries`."""


def known_events(events: Sequence[Event], reader: Reader, *, unsealed: bool = False) -> tuple[Event, ...]:
    """A game's events as a reader may know them, each in its place, without what is hidden from him.

    `events` is the whole record of the game: a hand that is buried now is hidden in what was written before as well.
    `unsealed`: with the hands that this reader, being an auditor, has had unsealed. Every answer that goes by them
    leaves a trail; they stay hidden in everything that is merely read.
    """
    opened = {event.player for event in events if isinstance(event, HandUnsealed)} if unsealed else set()
    sight = Sight(reader, burials(events), frozenset(opened) if reader.unseals else frozenset())
    return tuple(sight.known(event) for event in events)


@dataclass(frozen=True, slots=True)
class Sight:
    """What one reader may know of one game, looking back on the whole of its record.

    `unsealed` are the players whose buried hands are open to him.
    """

    reader: Reader
    burials: Burials
    unsealed: frozenset[Member] = frozenset()

    def sees_hand(self, member: Member, deals: Iterable[int]) -> bool:
        """Whether the reader may see the cards of a player that belong to these deals, named by their steps.

        A buried hand stays hidden from the club when a correction strikes the pass. Its own player sees it again: he
        is in the game, and held it before.
        """
        if member in self.unsealed:
            return True
        if hand_is_buried(self.burials.game, member):
            return False
        if self.reader.member == member:
            return True
        return self.reader.keeps_the_book and not any((member, deal) in self.burials.hands for deal in deals)

    def _holds_buried_cards(self, member: Member, deals: Iterable[int], cards: Iterable[Card] | None) -> bool:
        """Whether cards of a hand that is not buried were in a buried one, by another record of the same pack."""
        if any((member, deal) in self.burials.hands for deal in deals):
            return False
        packs = [self.burials.packs[deal] for deal in deals if deal in self.burials.packs]
        return any(not self.burials.cards[pack].isdisjoint(cards or ()) for pack in packs)

    def sees_number(self, member: Member) -> bool:
        """Whether the reader may be told how many cards a player drew."""
        if self.reader.keeps_the_book:
            return True
        return not number_is_withheld(self.burials.game, member, self.reader.member or "")

    @property
    def _hears_all(self) -> bool:
        """Whether he may know what the table itself is not told while the game runs (51)."""
        return self.reader.keeps_the_book or self.burials.game.over

    def known(self, event: Event) -> Event:
        """One event, and the events within it, as the reader may know them."""
        changes: dict[str, Any] = {
            name: tuple(self.known(inner) for inner in getattr(event, name)) for name in nested_fields(type(event))
        }
        match event:
            case Dealt():
                changes |= self._of_deal(event)
            case Drew():
                changes |= self._of_draw(event)
            case DealerAsked(player=asker):
                changes |= {} if self._hears_all or self.reader.member == asker else {"answer": None}
            case DiscardsCollected():
                changes |= {} if self._hears_all else {"collected": None, "announced": None}
            case _ if not self.reader.keeps_the_book:
                changes |= dict.fromkeys(sealed_fields(type(event)))
        if not self.reader.keeps_the_book:
            changes |= _private_to_the_club(event)
        return replace(event, **changes) if changes else event

    def _of_deal(self, event: Dealt) -> dict[str, Any]:
        hands, deals = event.hands or {}, (event.step,)
        # In the order of the seats: the store gives them back in that of their ids, which tells nobody anything.
        seen = {
            m: hands[m]
            for m in self.burials.game.seats
            if m in hands and self.sees_hand(m, deals) and not self._holds_buried_cards(m, deals, hands[m])
        }
        return {"hands": seen or None, "pack": None}

    def _of_draw(self, event: Drew) -> dict[str, Any]:
        """A draw whose number is withheld tells only that it was had, and whether it fouled the hand: its law, and
        whether it is irregular, would tell more."""
        hidden: dict[str, Any] = {}
        deals = self.burials.deals_of_draw.get(event.step, frozenset())
        if not self.sees_hand(event.player, deals):
            hidden |= {"discards": None, "cards": None}
        elif self._holds_buried_cards(event.player, deals, event.cards):
            hidden |= {"cards": None}
        if not self.sees_number(event.player):
            hidden |= dict.fromkeys(("discarded", "asked", "given", "made_right"))
            hidden |= {"law": event.law if event.fouled else 39, "irregular": event.fouled}
        return hidden


def _private_to_the_club(event: Event) -> dict[str, Any]:
    """What of any event is not for a player: the note beside an act, the token that took the pen, and by how much each
    account differs."""
    if isinstance(event, PenTaken | GamePenTaken):
        return {"token": None}
    withheld: dict[str, Any] = {"note": None} if isinstance(event, Action) else {}
    return {**withheld, "moved": {}} if hasattr(event, "moved") else withheld


def sees_part(known: Event, part: str) -> bool:
    """Whether a sealed part of an event stands in what a reader may know of it. The part has the name that it is
    stored under: 'cards', 'hands/<member>', or, of an event within this one, 'tail/0/hands/<member>'."""
    name, _, key = part.partition("/")
    if name in nested_fields(type(known)):
        at, _, inner = key.partition("/")
        return sees_part(getattr(known, name)[int(at)], inner)
    value = getattr(known, name)
    return value is not None and (not key or key in value)


def sees_entry(entry: Event, reader: Reader) -> bool:
    """Whether a reader may see an event of a sitting: a player's account and limits are his own affair."""
    if isinstance(entry, OF_THE_TABLE):
        return True
    kind = KIND_OF_EVENT.get(type(entry))
    if kind is None:
        raise TypeError(f"nobody has said who may know a {type(entry).__name__}")
    theirs = [getattr(entry, name) for name in kind.whose]
    return reader.keeps_the_book or not theirs or (reader.member is not None and reader.member in theirs)


def redacted_entry(entry: Event, reader: Reader) -> Event:
    """An entry in a sitting's book as this reader may know it: why something was corrected is for the club, and what an
    adjustment leaves to be paid is for those who pay it and are paid."""
    if reader.keeps_the_book:
        return entry
    match entry:
        case SittingCorrected() | ArticlesCorrected() | GameStands():
            return replace(entry, reason=None)
        case SittingAdjusted(made_good=made_good, lent=lent, loans=loans):
            return replace(
                entry,
                made_good={m: n for m, n in made_good.items() if m == reader.member},
                lent={m: n for m, n in lent.items() if m == reader.member},
                loans=tuple(loan for loan in loans if reader.member in (loan.lender, loan.borrower)),
                moved={},
            )
    return entry


def known_event(event: Event, reader: Reader) -> Event | None:
    """An event of any stream but a game's as this reader may know it, with what it holds within; None where it is not
    for him at all. What he may know of a game follows from its whole record: see `known_events`.

    Raises TypeError for an event of which nobody has decided who may know it.
    """
    match event.topic.partition(".")[0]:
        case "club":
            return _known_of_club(event, reader)
        case "sitting":
            return _known_of_sitting(event, reader)
        case "trail":
            return event if reader.inspects else None
    raise _undecided(event)


def _known_of_sitting(event: Event, reader: Reader) -> Event | None:
    if not sees_entry(event, reader):
        return None
    known = redacted_entry(event, reader)
    changes: dict[str, Any] = {
        name: tuple(inner for nested in getattr(event, name) if (inner := known_event(nested, reader)) is not None)
        for name in nested_fields(type(event))
    }
    if not reader.keeps_the_book:
        changes |= _private_to_the_club(event)
    return replace(known, **changes) if changes else known


def _known_of_club(event: Event, reader: Reader) -> Event | None:
    match event:
        case (
            ClubFounded() | ClubRenamed() | MemberJoined() | MemberRenamed() | SittingRegistered() | StandingAdjusted()
        ):
            return event
        case SittingConcluded(owed=owed):
            own = {m: n for m, n in owed.items() if m == reader.member}
            return event if reader.keeps_the_book else replace(event, owed=own)
        case TokenIssued() | TokenRevoked() | WebhookAdded() | WebhookSecretRenewed() | WebhookRemoved():
            return event if reader.inspects else None
        case PartErased(part=part):
            # That a name is gone is for everybody to hear who may have kept it; why, and what else, is not.
            return event if reader.inspects else replace(event, reason=None) if part == "name" else None
    raise _undecided(event)


def _undecided(event: Event) -> TypeError:
    return TypeError(f"nobody has decided who may know a {type(event).__name__}")
