"""How an amended game file differs from the record of its sitting, as slips to be struck and acts to be put in.

The acts of each game are compared one by one, and what its table paid. Whatever else differs (the articles, the entries
at the till, the number of games, who was dealt in) cannot be expressed as a correction of games.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum

from ledger.afterwards.game_corrections import Insertion, Slips
from ledger.afterwards.payout import awarded
from ledger.articles import Articles
from ledger.events.adjustment import SittingAdjusted
from ledger.events.amendment import GamePaid
from ledger.events.base import Event
from ledger.events.game import Action, GameBegun
from ledger.events.sitting import Entry, GameStarted, LimitsSet, SittingClosed, SittingOpened
from ledger.gamefile.lines import Act, Close, Enter, GameFile, OpenSitting, PayOut, Record, StartGame
from ledger.gamefile.names import renamed
from ledger.gamefile.payouts import payout_of
from ledger.gamefile.rehearsal import Played
from ledger.gamefile.writer import written
from ledger.play.commands import Command
from ledger.play.commands_again import command_of
from ledger.seats import Member
from ledger.state.in_force import begun_and_acts, entries_in_force
from ledger.table.commands import BuyBack, SetLimits
from ledger.table.entries import command_of_entry


class Matter(StrEnum):
    """What a difference is about that no correction of a game can express: the articles or the seats, the sitting's
    book, which games were played and by whom, or a payment that the file leaves out."""

    ARTICLES = "articles"
    BOOK = "book"
    GAMES = "games"
    PAID = "paid"


@dataclass(frozen=True, slots=True)
class Amiss:
    """A difference that no correction of a game can express: what it is about, and a sentence that tells it."""

    matter: Matter
    sentence: str


class NoCorrection(Exception):
    """The file differs from the record in what no correction of a game can express."""

    def __init__(self, differences: Sequence[Amiss]) -> None:
        super().__init__("; ".join(difference.sentence for difference in differences))
        self.differences = tuple(differences)


@dataclass(frozen=True, slots=True)
class StruckAct:
    """An act of the record that the file does not have, by its step and in words."""

    step: int
    words: str


@dataclass(frozen=True, slots=True)
class ActPutIn:
    """An act of the file that the record does not have: its line, its words, and where in the record it belongs."""

    line: int
    words: str
    insertion: Insertion


@dataclass(frozen=True, slots=True)
class AmendedGame:
    """A game that the file has otherwise than the record: its number in the sitting, its id, and what differs.

    `paid` is what the table paid by the file, with members' ids; None if the file does not say it.
    """

    number: int
    game: str
    struck: tuple[StruckAct, ...]
    put_in: tuple[ActPutIn, ...]
    paid: PayOut | None = None
    paid_words: str | None = None

    @property
    def slips(self) -> Slips:
        """The correction that makes the record agree with the file."""
        return Slips(tuple(act.step for act in self.struck), tuple(act.insertion for act in self.put_in))


@dataclass(frozen=True, slots=True)
class _Played:
    """An act of a game as it was played, by the step or the line under which it was recorded."""

    at: int
    command: Command


def amended_games(
    gamefile: GameFile,
    played: Played,
    entries: Sequence[Event],
    games: Mapping[str, Sequence[Event]],
    ids: Mapping[str, Member],
) -> tuple[AmendedGame, ...]:
    """The games that the file has otherwise than the record, in the order of play.

    `played` is the file played to its end; `entries` are all events of the sitting, and `games` those of each of its
    games; `ids` are the members by the names of the file. Raises NoCorrection for any other difference.
    """
    in_force = entries_in_force(entries)
    begun = [event.game for event in in_force if isinstance(event, GameStarted)]
    names = {member: name for name, member in ids.items()}
    amiss = [*_head(gamefile.opening, in_force, ids), *_entries(gamefile, in_force, ids, names)]
    in_file, paid_in_file = _games(played, ids), _paid_in_file(gamefile, ids)
    if len(in_file) != len(begun):
        amiss.append(Amiss(Matter.GAMES, f"the file has {len(in_file)} games, and the record {len(begun)}"))
    amended: list[AmendedGame] = []
    for number, (game, (first, acts)) in enumerate(zip(begun, in_file, strict=False), 1):
        recorded, of_record = begun_and_acts(games[game])
        seats = tuple(ids[name] for name in first.seats)
        if (recorded.seats, recorded.dealer) != (seats, ids[first.dealer]):
            sentence = f"game {number} has another dealer or other players in the file than on the record"
            amiss.append(Amiss(Matter.GAMES, sentence))
            continue
        on_record = [_Played(act.step, _plain(command_of(act))) for act in of_record if isinstance(act, Action)]
        differing = _differing(number, game, on_record, acts, names)
        said, stands = paid_in_file.get(number), _paid_on_record(games[game])
        if said is None and stands is not None:
            sentence = f"game {number} has on the record what its table paid, and the file does not say it"
            amiss.append(Amiss(Matter.PAID, sentence))
        if differing.struck or differing.put_in or said != stands:
            words = written(renamed(said, lambda member: names.get(member, member))) if said else None
            amended.append(replace(differing, paid=said, paid_words=words if said != stands else None))
    if amiss:
        raise NoCorrection(amiss)
    return tuple(amended)


def _plain(command: Command) -> Command:
    return replace(command, note=None)


def _games(played: Played, ids: Mapping[str, Member]) -> list[tuple[GameBegun, list[_Played]]]:
    """The games of the file: their beginnings with the names of the file, their acts with members' ids."""
    games: list[tuple[GameBegun, list[_Played]]] = []
    for step in played.steps:
        match step.line.act:
            case StartGame():
                (begun,) = (event for event in step.events if isinstance(event, GameBegun))
                games.append((begun, []))
            case Record():
                acts = (event for event in step.events if isinstance(event, Action))
                commands = (renamed(_plain(command_of(act)), ids.__getitem__) for act in acts)
                games[-1][1].extend(_Played(step.line.number, command) for command in commands)
    return games


def _paid_in_file(gamefile: GameFile, ids: Mapping[str, Member]) -> dict[int, PayOut]:
    """What the table paid by the file in each game of which it says so, by the game's number, with members' ids."""
    paid: dict[int, PayOut] = {}
    number = 0
    for line in gamefile.lines:
        number += isinstance(line.act, StartGame)
        if isinstance(line.act, PayOut):
            paid[number] = renamed(line.act, ids.__getitem__)
    return paid


def _paid_on_record(events: Sequence[Event]) -> PayOut | None:
    """What the table paid by the record of a game; None if that is not on it."""
    payments = [event for event in events if isinstance(event, GamePaid)]
    return payout_of(events, awarded(events), payments[-1]) if payments else None


def _differing(
    number: int, game: str, on_record: Sequence[_Played], in_file: Sequence[_Played], names: Mapping[Member, str]
) -> AmendedGame:
    """What differs between the acts of a game on the record and in the file."""
    struck: list[StruckAct] = []
    put_in: list[ActPutIn] = []
    ours, theirs = [[repr(act.command) for act in acts] for acts in (on_record, in_file)]
    for kind, first, last, begin, end in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        struck += [StruckAct(act.at, _words(act.command, names)) for act in on_record[first:last]]
        # What is put in stands after all that it replaces.
        after = on_record[last - 1].at if last else 0
        put_in += [
            ActPutIn(act.at, _words(act.command, names), Insertion(after, act.command)) for act in in_file[begin:end]
        ]
    return AmendedGame(number, game, tuple(struck), tuple(put_in))


def _words(command: Command, names: Mapping[Member, str]) -> str:
    return written(renamed(Record(command), lambda member: names.get(member, member)))


def _head(opening: OpenSitting, in_force: Sequence[Event], ids: Mapping[str, Member]) -> Iterable[Amiss]:
    opened = in_force[0]
    assert isinstance(opened, SittingOpened), "a sitting's first event is SittingOpened"
    if tuple(ids[name] for name in opening.seats) != opened.seats:
        yield Amiss(Matter.ARTICLES, "the players, or the order of their seats, are others than on the record")
    for name in Articles.__struct_fields__:
        in_file, recorded = getattr(opening.articles, name), getattr(opened.articles, name)
        if in_file != recorded:
            sentence = f"the articles have {name} {_shown(in_file)} in the file, and {_shown(recorded)} on the record"
            yield Amiss(Matter.ARTICLES, sentence)


def _shown(value: object) -> str:
    return str(dict(value)) if isinstance(value, Mapping) else str(value)


def _entries(
    gamefile: GameFile, in_force: Sequence[Event], ids: Mapping[str, Member], names: Mapping[Member, str]
) -> Iterable[Amiss]:
    """Each entry of the sitting's book that only the file has, or only the record."""
    on_record = [_entry_of(event) for event in _until_the_close(in_force) if _is_entered(event)]
    in_file = [(line, renamed(line.act, ids.__getitem__)) for line in gamefile.lines if _is_compared(line.act)]
    left = list(on_record)
    for line, act in in_file:
        at = next((n for n, recorded in enumerate(left) if _is_same(act, recorded)), None)
        if at is None:
            sentence = f"line {line.number}: '{line.text.strip()}' is not in the sitting's book as it stands"
            yield Amiss(Matter.BOOK, sentence)
        else:
            del left[at]
    for act in left:
        if not (isinstance(act, Close) or isinstance(getattr(act, "command", None), BuyBack)):
            words = written(renamed(act, lambda member: names.get(member, member)))
            yield Amiss(Matter.BOOK, f"the sitting's book has '{words}', and the file does not")


def _until_the_close(in_force: Sequence[Event]) -> Iterable[Event]:
    for event in in_force:
        yield event
        if isinstance(event, SittingClosed):
            return


def _is_entered(event: Event) -> bool:
    return isinstance(event, Entry | SittingClosed) and not isinstance(event, LimitsSet | SittingAdjusted)


def _is_compared(act: Act) -> bool:
    return isinstance(act, Close) or (isinstance(act, Enter) and not isinstance(act.command, SetLimits))


def _entry_of(event: Event) -> Act:
    if isinstance(event, SittingClosed):
        consented = event.agreed_by if event.divided else ()
        return Close(stands_over=event.carried > 0, divided=event.divided, agreed_by=consented)
    assert isinstance(event, Entry)
    return Enter(command_of_entry(event))


def _is_same(in_file: Act, recorded: Act) -> bool:
    """Whether an entry of the file is one of the record. A buy-back by the book is the one that was made: an amended
    game gives another balance, and what was counted stays what was counted."""
    match in_file, recorded:
        case Enter(BuyBack(player=player, counters=None)), Enter(BuyBack(player=other)):
            return player == other
        case Close(), Close():
            return True
    return in_file == recorded
