"""What a reader may see. Every way out of the service goes through here: routes, streams, pages, logs, errors.

A reader learns nothing that the table would not have told him. Hands of players who have retired are shown to
nobody (28); a player sees his own cards and those laid open; numbers drawn are withheld from the other players
while the game runs (51); the order of the pack, and the scorekeeper's notes, are for nobody at the table.
"""

from dataclasses import dataclass, replace
from typing import Any

from ledger.events.amendment import Amendment, SittingCorrected
from ledger.events.base import Event, nested_fields, sealed_fields
from ledger.events.club import (
    ClubFounded,
    MemberJoined,
    PartErased,
    SittingConcluded,
    SittingRegistered,
    TokenIssued,
    TokenRevoked,
)
from ledger.events.game import Action, Dealt, Drew
from ledger.events.mishaps import DealerAsked, DiscardsCollected
from ledger.events.sitting import GameEnded, GameStarted, SittingClosed, SittingOpened
from ledger.laws.draw import number_is_withheld
from ledger.laws.say import hand_is_buried
from ledger.roles import INSPECTORS, KEEPERS, Role
from ledger.seats import Member
from ledger.state.game import Game
from ledger.state.player import Player
from ledger.table.entries import KIND_OF_EVENT


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
        """Whether he may know of the club's tokens, and of what was erased."""
        return self.role in INSPECTORS


OF_THE_TABLE = (SittingOpened, GameStarted, GameEnded, SittingClosed, Amendment)
"""Events of a sitting of which everybody hears. Whose affair an entry is stands in `ledger.table.entries`."""


def sees_hand(game: Game, member: Member, reader: Reader) -> bool:
    """Whether a reader may see the hidden cards of a player."""
    if hand_is_buried(game, member):
        return False
    return reader.keeps_the_book or reader.member == member


def sees_number(game: Game, member: Member, reader: Reader) -> bool:
    """Whether a reader may be told how many cards a player drew."""
    return reader.keeps_the_book or not number_is_withheld(game, member, reader.member or "")


def redacted(game: Game, reader: Reader, latest: Game | None = None) -> Game:
    """The game as this reader may know it. `latest`: the state he looks back from, where `game` is an earlier one."""
    players = {m: _player(latest or game, m, p, reader) for m, p in game.players.items()}
    withheld = not reader.keeps_the_book and not (latest or game).over
    return replace(game, players=players, pack=None, collected=0 if withheld else game.collected)


def _player(game: Game, member: Member, player: Player, reader: Reader) -> Player:
    if not sees_hand(game, member, reader):
        player = replace(player, original=None, discards=(), drew=None)
    if not sees_number(game, member, reader):
        player = replace(player, discarded=0, given=0, given_known=False, announced=None)
    return player


def redacted_action(action: Action, game: Game, reader: Reader) -> Action:
    """One recorded act as this reader may know it, `game` being the state the reader looks back from."""
    if not reader.keeps_the_book:
        action = replace(action, note=None)
    match action:
        case Dealt(hands=hands):
            # In the order of the seats: the store gives them back in that of their ids, which tells nobody anything.
            seen = {m: hands[m] for m in game.seats if hands and m in hands and sees_hand(game, m, reader)}
            return replace(action, hands=seen or None, pack=None)
        case Drew(player=member):
            if not sees_hand(game, member, reader):
                action = replace(action, discards=None, cards=None)
            return action if sees_number(game, member, reader) else _without_number(action)
        case DealerAsked(player=member):
            return action if hears_answer(game, member, reader) else replace(action, answer=None)
        case DiscardsCollected():
            shown = reader.keeps_the_book or game.over
            return action if shown else replace(action, collected=None, announced=None)
        case _:
            return action


def _without_number(draw: Drew) -> Drew:
    """A draw of which one hears only that it was had, and whether it fouled the hand; its law would tell more."""
    law = draw.law if draw.fouled else 39
    return replace(draw, discarded=None, asked=None, given=None, made_right=None, law=law)


def hears_answer(game: Game, asker: Member, reader: Reader) -> bool:
    """Whether a reader hears what the dealer answered: he who asked (49), and nobody else while the game runs (51)."""
    return reader.keeps_the_book or game.over or reader.member == asker


def redacted_event(event: Event, game: Game, reader: Reader) -> Event:
    """Anything recorded of a game as this reader may know it: what was written beside the play is for the club."""
    if isinstance(event, Action):
        return redacted_action(event, game, reader)
    withheld: dict[str, Any] = dict.fromkeys(nested_fields(type(event)), ())
    if not reader.keeps_the_book:
        withheld |= dict.fromkeys(sealed_fields(type(event)))
    return replace(event, **withheld) if withheld else event  # type: ignore[type-var]


def sees_part(event: Event, part: str, game: Game, reader: Reader) -> bool:
    """Whether a reader may be given a sealed part of something recorded of a game, by the name that the part has:
    'cards', 'hands/<member>', or, of an event within it, 'tail/0/hands/<member>'."""
    name, _, key = part.partition("/")
    if name in nested_fields(type(event)):
        at, _, inner = key.partition("/")
        return sees_part(getattr(event, name)[int(at)], inner, game, reader)
    value = getattr(redacted_event(event, game, reader), name)
    return value is not None and (not key or key in value)


def looked_back_on(now: Game, written: Game) -> Game:
    """The state from which a record that no longer stands is looked back on: who retired in either is retired."""
    gone = {m for m, p in written.players.items() if p.retired}
    players = {m: replace(p, retired=p.retired or m in gone) for m, p in now.players.items()}
    return replace(now, players=players)


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
    """An entry in a sitting's book as this reader may know it: why something was struck is for the club."""
    if isinstance(entry, SittingCorrected) and not reader.keeps_the_book:
        return replace(entry, reason=None)
    return entry


def told(event: Event, reader: Reader, game: Game | None = None) -> Event | None:
    """Anything recorded in any stream of a club as this reader may know it, with what it holds within; None where it
    is not for him at all. `game` is the state that he looks back from, for what was recorded of a game.

    Raises TypeError for an event of which nobody has said who may know it.
    """
    stream = event.topic.partition(".")[0]
    if stream == "club":
        return _told_of_club(event, reader)
    if stream == "game":
        assert game is not None, "what a reader sees of a game follows from how it stands"
        seen = redacted_event(event, game, reader)
    elif stream == "sitting":
        if not sees_entry(event, reader):
            return None
        seen = redacted_entry(event, reader)
    else:
        raise TypeError(f"nobody has said who may know a {type(event).__name__}")
    changed: dict[str, Any] = {
        name: tuple(each for inner in getattr(event, name) if (each := told(inner, reader, game)) is not None)
        for name in nested_fields(type(event))
    }
    if not reader.keeps_the_book and hasattr(event, "moved"):
        # By how much each account differs: those of the other players are not his affair.
        changed["moved"] = {}
    return replace(seen, **changed) if changed else seen  # type: ignore[type-var]


def _told_of_club(event: Event, reader: Reader) -> Event | None:
    match event:
        case ClubFounded() | MemberJoined() | SittingRegistered():
            return event
        case SittingConcluded(owed=owed):
            own = {m: n for m, n in owed.items() if m == reader.member}
            return event if reader.keeps_the_book else replace(event, owed=own)
        case TokenIssued() | TokenRevoked():
            return event if reader.inspects else None
        case PartErased(part=part):
            # That a name is gone is for everybody to hear who may have kept it; why, and what else, is not.
            return event if reader.inspects else replace(event, reason=None) if part == "name" else None
    raise TypeError(f"nobody has said who may know a {type(event).__name__}")
