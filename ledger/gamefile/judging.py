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

from ledger.events.game import Phase, Staked
from ledger.gamefile import acts
from ledger.gamefile.against import ClubAtHand, slips_against
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
    ExpectNextDealer,
    ExpectOwes,
    ExpectPhase,
    ExpectRefused,
    ExpectResults,
    ExpectRewarded,
    ExpectTurn,
    GameFile,
    GameFileError,
    Line,
    PayOut,
    Record,
    StartGame,
)
from ledger.gamefile.reader import INDIFFERENT, Reading, Unread, read
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
_HEADLESS = "the games are not judged, since the head is not certain"
_TIMELY = ("wrong_phase", "out_of_turn", "game_over")
_ASK_THE_MONEY = (ExpectHas, ExpectOwes, ExpectCash, ExpectKitty, ExpectRewarded, ExpectPhase, ExpectTurn)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a file is found to be: the file if all of it can be read, how far it was played, its slips in order, and
    notes on what was not judged."""

    reading: Reading
    gamefile: GameFile | None
    played: Played
    slips: tuple[GameFileError, ...]
    notes: tuple[str, ...]


def judge(text: str, club: ClubAtHand | None = None) -> Judgement:
    """Read and play a whole file, and report every slip in it, against a club if one is at hand.

    Never raises for the content of a file.
    """
    reading = read(text)
    of_club = slips_against(reading, club) if club else ()
    if reading.opening is None:
        return Judgement(reading, None, Played(), reading.errors, (_HEADLESS,))
    judged = _Judge((reading.opening, *reading.body))
    judged.run()
    slips = sorted((*reading.errors, *of_club, *judged.played.errors), key=lambda error: error.line)
    whole = not any(isinstance(item, Unread) for item in reading.body) and not reading.errors
    lines = (reading.opening, *(item for item in reading.body if isinstance(item, Line)))
    return Judgement(reading, GameFile(lines) if whole else None, judged.played, tuple(slips), judged.notes)


@dataclass
class _Judge:
    """A file as far as it has been judged, which is up to the line `at`.

    `blocked` is the line of the slip after which the running game is not judged, `table` that from which it is not
    certain who sits at the table or deals, `money` and `carried` those from which the counters and the carried pool are
    not certain. `opened` says whether the blocked game was certainly opened, `stated` what the file says it carried.
    """

    items: Sequence[Line | Unread]
    at: int = 0
    played: Played = field(default_factory=Played)
    games: int = 0
    blocked: int | None = None
    table: int | None = None
    money: int | None = None
    carried: int | None = None
    over: bool = False
    opened: bool = False
    jack_pot: bool = False
    stated: ExpectCarried | None = None
    refused_line: int = 0
    passed_over: bool = False
    paid_over: bool = False
    perhaps_refused: bool = False
    unjudged: dict[int, list[int]] = field(default_factory=dict)

    def run(self) -> None:
        """Judge every line, and what the end of the file lacks."""
        for at, item in enumerate(self.items):
            self.at = at
            self._take(item)
        if self.blocked is None and self.table is None:
            self.played = ended(self.played)

    def _take(self, item: Line | Unread) -> None:
        if isinstance(item, Unread):
            self._unread(item)
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
        elif self.played.awaited is not None:
            self.played = replace(self.played, awaited=None)
        else:
            self._pass_over(line)

    def _line_of_blocked_game(self, line: Line) -> None:
        match line.act:
            case ExpectRefused():
                self.passed_over = True
            case ExpectCarried() as carried:
                self.stated = carried
            case Record(command=Deal()) if self.over:
                self._begin_unjudged(self.blocked or line.number)
            case Record(command=command):
                self.stated = None
                self.opened = self.opened or isinstance(command, Draw | Show | DemandShow | Stake)
                if isinstance(command, Misdeal):
                    self.opened = False
            case Enter(command=Arrive() | Depart()) if not isinstance(self._following(), Record):
                self._free()
                self._pass_over(line)
            case PayOut():
                self.jack_pot = True

    def _is_certain(self, act: Act) -> bool:
        """Whether an act or an expectation can be judged while the counters are not certain."""
        if self.paid_over and isinstance(act, Expectation) and not isinstance(act, ExpectRefused | ExpectNextDealer):
            return False
        if isinstance(act, ExpectCarried):
            return self.carried is None
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
            case PayOut():
                self._doubt_payment(self.money or line.number)
            case ExpectCarried(amount=amount, minimum=minimum) if self.played.sitting is not None:
                self.carried = None
                self.played = replace(self.played, sitting=freed(self.played.sitting, amount, minimum))

    def _judge(self, line: Line) -> None:
        before = self.played
        self.played = replace(after(before, line), stopped=False)
        refused = len(self.played.errors) > len(before.errors) and not isinstance(line.act, Expectation)
        if not refused or before.awaited:
            self.perhaps_refused = self.perhaps_refused and isinstance(line.act, Expectation)
            if self.money is not None and before.awaited and self.played.errors != before.errors:
                # With other counters it may well be refused.
                self.played = replace(self.played, errors=before.errors)
            return
        if self.perhaps_refused:
            self.played, self.perhaps_refused = before, False
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
            case Record(command=command):
                self._out_of_game(line.number, isinstance(command, Deal))
            case Enter(command=Arrive() | Depart()):
                self._unseat(line.number)
            case Enter(command=CutCards()) if not self.games:
                self._unseat(line.number)
            case PayOut():
                self._doubt_payment(line.number)
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

    def _out_of_game(self, slip: int, deals: bool) -> None:
        """Note what is not certain after an act of a game was refused or cannot be read: the game that it belongs to.

        Where the cards are dealt and no game runs, the beginning of a game was forgotten, if acts of it follow.
        """
        if self._running:
            self._block(slip)
        elif self.played.game is None and not self.games:
            self._unseat(slip)
        elif deals and isinstance(self._following(), Record):
            self._begin_unjudged(slip)
        else:
            self._block(slip)

    def _following(self) -> Act | None:
        """The next act of a game, or the next beginning of one, below this line."""
        acts_below = (item.act for item in self.items[self.at + 1 :] if isinstance(item, Line))
        return next((act for act in acts_below if isinstance(act, Record | StartGame)), None)

    def _start_in_game(self, line: Line) -> None:
        """Note what is not certain after a game was begun while another ran: an act of that is missing, or the line is
        one too many."""
        following = self._following()
        if self.played.game is not None and self.played.game.phase == Phase.ANTE:
            self._unseat(line.number)
        elif isinstance(following, Record) and isinstance(following.command, Deal | Straddle):
            self._begin_unjudged(line.number)
            self.jack_pot = True
        else:
            self._block(line.number)

    def _start(self, line: Line) -> None:
        if self.passed_over or (self.money is not None and self.played.awaited):
            # It was to be refused where that is not certain.
            self.passed_over, self.played = False, replace(self.played, awaited=None)
            return
        if self.played.awaited:
            self._judge(line)
            return
        self.games += 1
        self.paid_over = False
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
            if self._running:
                self._start_in_game(line)
            else:
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
        self.over = False

    def _block(self, slip: int) -> None:
        self.over = not self._running
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

    def _doubt_payment(self, slip: int) -> None:
        """Note that it is not certain what was paid out of the last pool, nor what of it was carried."""
        self._doubt_money(slip)
        self.carried, self.paid_over = self.carried or slip, True

    def _unseat(self, slip: int) -> None:
        self.table, self.blocked = slip, None
        self._doubt_money(slip)
        self.played = replace(self.played, awaited=None)

    def _unread(self, item: Unread) -> None:
        awaited = self.played.awaited is not None or self.passed_over
        self.played, self.passed_over = replace(self.played, awaited=None), False
        if self.table is not None or awaited or item.word in ("expect", *INDIFFERENT):
            return
        if item.word == "refused":
            self.passed_over = self.blocked is not None
            self.perhaps_refused = self.blocked is None
            return
        if item.word in _OF_MONEY:
            if item.word == "paid":
                self._doubt_payment(item.number)
            else:
                self._doubt_money(item.number)
        elif item.word == "game":
            self.games += 1
            self._free()
            self._note(item.number)
            self._begin_unjudged(item.number)
        elif self.blocked is not None and (item.word in _IN_A_GAME or isinstance(self._following(), Record)):
            if item.word == "deal" and self.over:
                self._begin_unjudged(self.blocked)
        elif item.word in _IN_A_GAME or self._running:
            self._out_of_game(item.number, item.word == "deal")
        else:
            self._unseat(item.number)

    def _note(self, slip: int) -> None:
        self.unjudged.setdefault(slip, []).append(self.games)

    @property
    def notes(self) -> tuple[str, ...]:
        """A sentence for each slip that leaves games unjudged."""
        return tuple(
            f"{_games(numbers)} not judged, since line {slip} decides how {_it_begins(numbers)}"
            for slip, numbers in self.unjudged.items()
        )


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
