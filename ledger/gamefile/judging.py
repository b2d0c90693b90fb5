"""Judging a whole file in one run: every slip, and nothing that the correction of an earlier slip would make vanish.

A slip in a game leaves the rest of that game unjudged. A later game is judged if its beginning is certain:

* The deal passes on whatever happened, and who sits at the table follows from arrivals and departures.
* The carried pool is certain if the file expects it (`expect carried 3 jack-pot J`) between the slip and the next game.
  It is also certain, and nothing, if the game with the slip was no jack-pot and was opened, for then somebody won it.
  Where a reading carries the odd counter to the next game it is not certain.
* The counters of the players are not certain any more. The game is then judged as if everybody had enough, and an act
  that may be lawful for one who has run out (a demand, a loan, a second stand, a draw or show before its time) is not
  reported, but leaves the rest of the game unjudged. Counters, payments and the close are not judged after that.

A slip between the games makes uncertain what its line would have changed: the counters, or who sits at the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ledger.events.game import Staked
from ledger.gamefile import acts
from ledger.gamefile.lines import (
    Act,
    AsPlayed,
    Close,
    Enter,
    Expectation,
    ExpectCarried,
    ExpectCash,
    ExpectHas,
    ExpectKitty,
    ExpectOwes,
    ExpectRefused,
    ExpectResults,
    ExpectRewarded,
    GameFile,
    GameFileError,
    Line,
    PayOut,
    Record,
    StartGame,
)
from ledger.gamefile.reader import Reading, Unread, read
from ledger.gamefile.rehearsal import Played, after, ended
from ledger.gamefile.uncertain import dealt, departed, freed
from ledger.play.commands import Borrow, Deal, DemandShow, Draw, Misdeal, Pass, Show, Stake, Stand, Straddle
from ledger.table.commands import Arrive, CutCards, Depart

_IN_A_GAME = frozenset((*acts.VERBS, *acts.ALONE))
_OF_MONEY = frozenset(("counters", "buy", "pays", "limits", "paid"))
_LESS_MAY_DO = (DemandShow, Borrow, Stand)
"""Acts that may be lawful for one who has run out of counters, and not for others."""
_WHENEVER = (Stake, Pass, Straddle, Deal)
"""Acts that are never lawful earlier because somebody has run out of counters."""
_TIMELY = ("wrong_phase", "out_of_turn", "game_over")
_ASK_THE_MONEY = (ExpectHas, ExpectOwes, ExpectCash, ExpectKitty, ExpectRewarded)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a file is found to be: the file if all of it can be read, its slips in order, and notes on what was not
    judged."""

    reading: Reading
    gamefile: GameFile | None
    slips: tuple[GameFileError, ...]
    notes: tuple[str, ...]


def judge(text: str) -> Judgement:
    """Read and play a whole file, and report every slip in it. Never raises for the content of a file."""
    reading = read(text)
    if reading.opening is None:
        return Judgement(reading, None, reading.errors, ("the games are not judged, since the head is not certain",))
    judged = _Judge()
    for item in (reading.opening, *reading.body):
        judged.take(item, reading.body)
    judged.finish()
    slips = sorted((*reading.errors, *judged.played.errors), key=lambda error: error.line)
    whole = not any(isinstance(item, Unread) for item in reading.body) and not reading.errors
    lines = (reading.opening, *(item for item in reading.body if isinstance(item, Line)))
    return Judgement(reading, GameFile(lines) if whole else None, tuple(slips), judged.notes)


@dataclass
class _Judge:
    """A file as far as it has been judged.

    `blocked` is the line of the slip after which the running game is not judged, `table` that from which it is not
    certain who sits at the table or deals, `money` and `carried` those from which the counters and the carried pool are
    not certain. `opened` says whether the blocked game was certainly opened, `stated` what the file says it carried.
    """

    played: Played = field(default_factory=Played)
    games: int = 0
    blocked: int | None = None
    table: int | None = None
    money: int | None = None
    carried: int | None = None
    opened: bool = False
    jack_pot: bool = False
    stated: ExpectCarried | None = None
    refused_line: int = 0
    passed_over: bool = False
    unjudged: dict[int, list[int]] = field(default_factory=dict)

    def take(self, item: Line | Unread, body: Sequence[Line | Unread]) -> None:
        """Judge one more line, or what follows from one that cannot be read."""
        if isinstance(item, Unread):
            self._unread(item, body)
        elif isinstance(item.act, StartGame):
            self._start(item)
        elif self.table is None and item.number != self.refused_line:
            self._line(item)

    # -- lines that can be read ------------------------------------------------------------------------------------

    def _line(self, line: Line) -> None:
        if self.passed_over and not isinstance(line.act, Expectation):
            # The act that was to be refused where nothing is judged.
            self.passed_over = False
        elif self.blocked is not None:
            self._line_of_blocked_game(line)
        elif self.money is None or self._is_certain(line.act):
            self._judge(line)
        else:
            self._pass_over(line)

    def _line_of_blocked_game(self, line: Line) -> None:
        match line.act:
            case ExpectRefused():
                self.passed_over = True
            case ExpectCarried() as carried:
                self.stated = carried
            case Record(command=command):
                self.stated = None
                self.opened = self.opened or isinstance(command, Draw | Show | DemandShow | Stake)
                if isinstance(command, Misdeal):
                    self.opened = False
            case Enter(command=Arrive() | Depart()):
                self._free()
                self._pass_over(line)
            case PayOut(carried=carried) if carried:
                self.jack_pot = True

    def _is_certain(self, act: Act) -> bool:
        """Whether an act or an expectation can be judged while the counters are not certain."""
        if isinstance(act, ExpectResults):
            kitty = self.played.sitting.articles.kitty if self.played.sitting else None
            return kitty is None or kitty.purpose == "expenses"
        if isinstance(act, Enter):
            return isinstance(act.command, Arrive | CutCards)
        return not isinstance(act, (*_ASK_THE_MONEY, PayOut, AsPlayed, Close))

    def _pass_over(self, line: Line) -> None:
        """Do what a line that is not judged changes for certain."""
        match line.act:
            case Enter(command=Depart(player=player)) if self.played.sitting is not None:
                self.played = replace(self.played, sitting=departed(self.played.sitting, player))
            case Enter(command=Arrive()):
                self._judge(line)
            case PayOut(carried=carried) if carried:
                self.carried = self.money

    def _judge(self, line: Line) -> None:
        before = self.played
        self.played = replace(after(before, line), stopped=False)
        refused = len(self.played.errors) > len(before.errors) and not isinstance(line.act, Expectation)
        if not refused or before.awaited:
            if self.money is not None and before.awaited and self.played.errors != before.errors:
                # With other counters it may well be refused.
                self.played = replace(self.played, errors=before.errors)
            return
        self.refused_line = line.number
        error = self.played.errors[-1]
        if self.money is not None and isinstance(line.act, Record) and _depends_on_money(line.act, error):
            self.played = before
            self._block(self.money)
            self._note(self.money)
            return
        self._refused(line)

    def _refused(self, line: Line) -> None:
        """Note what is not certain after an act was refused."""
        match line.act:
            case Record(command=Deal()) if not self._running:
                # A game of which the beginning was forgotten.
                self._begin_unjudged(line.number)
            case Record():
                self._block(line.number)
            case Enter(command=Arrive() | Depart()):
                self._unseat(line.number)
            case Enter(command=CutCards()) if not self.games:
                self._unseat(line.number)
            case PayOut():
                self._doubt_money(line.number)
                self.carried = self.carried or line.number
            case Enter() | AsPlayed():
                self._doubt_money(line.number)
            case Close():
                self._unseat(line.number)
            case _:
                self._unseat(line.number)

    # -- games -----------------------------------------------------------------------------------------------------

    @property
    def _running(self) -> bool:
        return self.played.game is not None and not self.played.game.over

    def _start(self, line: Line) -> None:
        self.games += 1
        self.passed_over = False
        if self.table is not None:
            self._note(self.table)
            return
        assert isinstance(line.act, StartGame)
        self._free()
        if self.carried is not None:
            slip = self.carried
            self._begin_unjudged(slip, line.act)
            self._note(slip)
            return
        sitting = self.played.sitting
        if self.money is not None and sitting is not None:
            self.played = replace(self.played, sitting=freed(sitting, 0, None, rich=True, keep_carried=True))
        before = self.played
        self.jack_pot = bool(sitting and sitting.minimum)
        self._judge(line)
        if self.refused_line == line.number:
            self.table = None
            self.played = replace(before, errors=self.played.errors)
            self._begin_unjudged(line.number, line.act)

    def _begin_unjudged(self, slip: int, act: StartGame | None = None) -> None:
        """Begin a game that is not judged: its dealer is the next in turn, if that is certain."""
        sitting = self.played.sitting
        turn = dealt(sitting, act) if sitting is not None else None
        if turn is None:
            self._unseat(slip)
            return
        self.jack_pot = self.carried is not None or bool(sitting and sitting.minimum)
        self.played = replace(self.played, sitting=turn, game=None)
        self._block(slip)

    def _block(self, slip: int) -> None:
        self.blocked, self.stated, self.passed_over = slip, None, False
        events = self.played.game_events[-1] if self.played.game is not None and self.played.game_events else ()
        self.opened = any(isinstance(event, Staked) for event in events)
        self._doubt_money(slip)
        self.played = replace(self.played, awaited=None)

    def _free(self) -> None:
        """End a game that is not judged, with what is certain of it."""
        slip, sitting = self.blocked, self.played.sitting
        if slip is None or sitting is None:
            return
        self.blocked = None
        carried, minimum, certain = 0, None, False
        if self.stated is not None:
            carried, minimum, certain = self.stated.amount, self.stated.minimum, True
        elif self.opened and not self.jack_pot and sitting.articles.readings["odd_counter"] == "eldest":
            certain = True
        self.carried = None if certain else slip
        self.stated = None
        self.played = replace(self.played, sitting=freed(sitting, carried, minimum), game=None)

    # -- what is not certain ---------------------------------------------------------------------------------------

    def _doubt_money(self, slip: int) -> None:
        self.money = self.money if self.money is not None else slip

    def _unseat(self, slip: int) -> None:
        self.table, self.blocked = slip, None
        self._doubt_money(slip)
        self.played = replace(self.played, awaited=None)

    def _unread(self, item: Unread, body: Sequence[Line | Unread]) -> None:
        awaited = self.played.awaited is not None or self.passed_over
        self.played, self.passed_over = replace(self.played, awaited=None), False
        if self.table is not None or awaited or item.word in ("expect", "close"):
            return
        if item.word in _OF_MONEY:
            self._doubt_money(item.number)
            if item.word == "paid":
                self.carried = self.carried or item.number
        elif item.word == "game":
            self.games += 1
            self._free()
            self._note(item.number)
            self._begin_unjudged(item.number)
        elif item.word in _IN_A_GAME or self._running or self._game_goes_on(item, body):
            if self.blocked is None:
                self._block(item.number)
        else:
            self._unseat(item.number)

    def _game_goes_on(self, item: Unread, body: Sequence[Line | Unread]) -> bool:
        """Whether an act of the game that is not judged follows before another game begins."""
        if self.blocked is None:
            return False
        behind = [line for line in body if isinstance(line, Line) and line.number > item.number]
        following = next((line.act for line in behind if isinstance(line.act, Record | StartGame)), None)
        return isinstance(following, Record)

    def _note(self, slip: int) -> None:
        self.unjudged.setdefault(slip, []).append(self.games)

    @property
    def notes(self) -> tuple[str, ...]:
        """A sentence for each slip that leaves games unjudged."""
        return tuple(
            f"{_games(numbers)} not judged, since line {slip} decides how {_it_begins(numbers)}"
            for slip, numbers in self.unjudged.items()
        )

    def finish(self) -> None:
        """Judge what the end of the file lacks."""
        if self.blocked is None and self.table is None:
            self.played = ended(self.played)


def _depends_on_money(act: Record, error: GameFileError) -> bool:
    command = act.command
    return isinstance(command, _LESS_MAY_DO) or (error.slip.code in _TIMELY and not isinstance(command, _WHENEVER))


def _games(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"game {numbers[0]} is"
    return (
        f"games {numbers[0]} to {numbers[-1]} are"
        if numbers[-1] - numbers[0] == len(numbers) - 1
        else (f"games {', '.join(map(str, numbers))} are")
    )


def _it_begins(numbers: Sequence[int]) -> str:
    return "it goes" if len(numbers) == 1 else "they go"
