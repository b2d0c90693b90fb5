"""A card table in memory: a club, its sittings and their games, with every event of every stream kept.

    table = Table("ABCDE", ante=3, limit=12).start("A")
    table.play("deal; C stakes 6; D passes; E passes; A passes; B passes")
    assert table.settlement.results["C"] == 3

An act is written as who does what: `C straddles`, `C stakes 6`, `C passes`, `C throws away` (an irregular pass at
the show), `C stands`, `C demands`, `C borrows 5`, `C borrows 5 of D`, `C draws 2 dropping 2c 3d taking 4h 5h`,
`C shows Ah Ad 5c 6d 9s`, with `from Kh Kd` for the openers he held and `as Ks` for the joker, `C proves Kh Kd`
where openers are all he lays down; any of them may be done `irregularly`. And `deal` or
`deal C Ah Ad 5c 6d 9s / D ...` for the hands that are known. Of what goes wrong: `misdeal wrong_count of C`,
`C shuffles`, `C cuts`, `C distracts`, `C exposes 5h`, `C raises` his cards, `C asks` the dealer, `C holds 6 dealt`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ledger.articles import Articles, Kitty
from ledger.cards import Card
from ledger.events.base import Event
from ledger.events.club import ClubFounded, MemberJoined
from ledger.events.settlement import Settlement
from ledger.events.sitting import Counters, CountersBoughtBack, CutForDeal
from ledger.laws.readings import complete
from ledger.play.commands import (
    AskDealer,
    Borrow,
    Command,
    CutPack,
    Deal,
    DemandShow,
    Distract,
    Draw,
    Expose,
    Foul,
    Misdeal,
    Pass,
    Show,
    Shuffle,
    Stake,
    Stand,
    Straddle,
    TakeUp,
)
from ledger.play.decide import decide
from ledger.play.legal import LegalAction, legal_actions
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state import club as clubs
from ledger.state import game as games
from ledger.state import sitting as sittings
from ledger.state.game import Game
from ledger.state.sitting import Sitting
from ledger.table.agreement import Seating
from ledger.table.commands import BuyBack, CutCards, EntryCommand, SellCounters
from ledger.table.conduct import close, end_game, open_sitting, start_game
from ledger.table.entries import decide_entry

ACES, KINGS, QUEENS = "Ah Ad 5c 6d 9s", "Kh Kd 5h 6c 9d", "Qh Qd 7c 8d 2s"
KNAVES, TENS, NOTHING = "Jh Jd 7h 8c 3s", "Th Td 4c 8h 3c", "Kc 4d 6h 8s 2h"
"""Six hands without a card in common, the best first."""


def articles(
    ante: int = 3,
    limit: int = 12,
    *,
    kitty: Kitty | None = None,
    variants: Iterable[str] = (),
    abrogated: Iterable[int] = (),
    loans: bool = True,
    **readings: str,
) -> Articles:
    """Articles in which whatever is not said is at its default."""
    return Articles(
        ante=ante,
        limit=limit,
        readings=complete(readings),
        variants=tuple(variants),
        kitty=kitty,
        abrogated=tuple(abrogated),
        loans=loans,
    )


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `Ah Td 9c`."""
    return tuple(text.split())


class Table:
    """One sitting at a time, and the game it plays. Everybody seated agrees to the articles."""

    def __init__(
        self,
        seats: Iterable[Member] = "ABCDE",
        terms: Articles | None = None,
        *,
        funds: int | Mapping[Member, int] = 100,
        **said: object,
    ) -> None:
        self.seats = tuple(seats)
        self.club_events: list[Event] = [ClubFounded(currency="GBP")]
        self.club_events += [MemberJoined(member=m, name=m) for m in self.seats]
        self.sitting_events: list[Event] = []
        self.game_events: list[list[Event]] = []
        self._game: Game | None = None
        self.sittings = 0
        self.sit(terms or articles(**said))  # type: ignore[arg-type]
        for member in self.seats:
            bought = funds if isinstance(funds, int) else funds.get(member, 0)
            if bought:
                self.sell(member, odd=bought)

    # ---- the sitting

    @property
    def club(self) -> clubs.Club:
        return clubs.fold(self.club_events)

    @property
    def name(self) -> str:
        """The id of the present sitting."""
        return f"sitting {self.sittings}"

    def sit(
        self, terms: Articles, *, agreed_by: Iterable[Member] | None = None, carried_from: str | None = None
    ) -> None:
        """Open a sitting of those seated."""
        consenting = self.seats if agreed_by is None else tuple(agreed_by)
        asked = Seating(
            seats=self.seats, articles=terms, held_on="1896-11-05", agreed_by=consenting, carried_from=carried_from
        )
        opened, registered = open_sitting(self.club, "club", f"sitting {self.sittings + 1}", asked)
        self.sittings += 1
        self.sitting_events = [opened]
        self.club_events.append(registered)
        self.sitting: Sitting = sittings.fold(self.sitting_events)

    def enter(self, event: Event) -> None:
        """Write an event into the sitting's book, which must balance."""
        self.sitting_events.append(event)
        self.sitting = sittings.apply(self.sitting, event)
        sittings.check_conserved(self.sitting)

    def record(self, command: EntryCommand) -> Any:
        """Make an entry in the sitting's book."""
        entry = decide_entry(self.sitting, command)
        self.enter(entry)
        return entry

    def sell(self, member: Member, *, on_credit: bool = False, **counters: int) -> None:
        self.record(SellCounters(player=member, counters=Counters(**counters), on_credit=on_credit))

    def buy_back(self, member: Member, **counters: int) -> CountersBoughtBack:
        bought: CountersBoughtBack = self.record(BuyBack(player=member, counters=Counters(**counters)))
        return bought

    def cut(self, drawn: str) -> CutForDeal:
        """Record a cut for the deal, written `A 5h, B Kd`."""
        cards: dict[Member, Card] = dict(each.split() for each in drawn.split(","))  # type: ignore[misc]
        cut: CutForDeal = self.record(CutCards(cards=cards))
        return cut

    def close(self, **how: object) -> None:
        closed, concluded = close(self.sitting, self.name, **how)  # type: ignore[arg-type]
        self.enter(closed)
        self.club_events.append(concluded)

    # ---- the game

    @property
    def game(self) -> Game:
        assert self._game is not None, "no game has been begun"
        return self._game

    @property
    def settlement(self) -> Settlement:
        document = self.game.settlement
        assert document is not None, f"the game is still in the phase {self.game.phase}"
        return document

    def start(self, dealer: Member | None = None, *, sitting_out: Iterable[Member] = ()) -> "Table":
        """Begin the next game of the sitting."""
        game_id = f"{self.name}, game {self.sitting.games + 1}"
        begun, started = start_game(self.sitting, self.name, game_id, dealer=dealer, sitting_out=tuple(sitting_out))
        self.game_events.append([begun])
        self._game = games.fold([begun])
        self.enter(started)
        return self

    def do(self, command: Command) -> tuple[Event, ...]:
        """Record an act; a game that it ends goes into the sitting's book."""
        events = decide(self.game, command)
        self.game_events[-1] += events
        self._game = games.fold(events, self.game)
        if self.game.over:
            assert self.sitting.game is not None
            self.enter(end_game(self.sitting.game, self.game))
        return events

    def play(self, acts: str) -> "Table":
        """Record acts written as in the head of this module, divided by semicolons."""
        for act in acts.split(";"):
            self.do(command(act))
        return self

    def refusal(self, act: str | Command) -> tuple[int | None, str]:
        """The law and the word with which an act is refused; nothing is recorded."""
        try:
            decide(self.game, command(act) if isinstance(act, str) else act)
        except Refused as why:
            return why.law, why.code
        raise AssertionError(f"{act} was not refused")

    def legal(self, action: str) -> tuple[LegalAction, ...]:
        """The lawful acts of one kind."""
        return tuple(each for each in legal_actions(self.game) if each.action == action)

    def bounds(self) -> tuple[int | None, int | None] | None:
        """The least and the most that may be staked now; None where nothing may."""
        return next(((each.least, each.most) for each in self.legal("stake")), None)

    @property
    def to_act(self) -> Member | None:
        return self.game.turn.player

    def awards(self) -> dict[Member, int]:
        """What each player took from the pool."""
        return {award.player: award.amount for award in self.settlement.awards}


def command(act: str) -> Command:
    """The command that an act is written for."""
    if act.endswith(" irregularly"):
        return replace(command(act.removesuffix(" irregularly")), irregular=True)
    who, _, rest = act.strip().partition(" ")
    if who == "deal":
        return Deal(cards=_hands(rest) or None)
    if who == "misdeal":
        reason, _, wrong = rest.partition(" of ")
        return Misdeal(reason=reason, player=wrong or None)
    verb, *words = rest.split()
    said = _clauses(words)
    plain = said[""]
    match verb:
        case "straddles":
            return Straddle(player=who)
        case "stakes":
            return Stake(player=who, amount=int(plain[0]))
        case "passes":
            return Pass(player=who)
        case "throws":
            return Pass(player=who, irregular=True)
        case "stands":
            return Stand(player=who)
        case "demands":
            return DemandShow(player=who)
        case "borrows":
            return Borrow(player=who, amount=int(plain[0]), lender=next(iter(said["of"]), games.BANK))
        case "draws":
            return Draw(player=who, discard=said["dropping"] or int(plain[0]), cards=said["taking"] or None)
        case "shows":
            return Show(player=who, cards=plain, original=said["from"], joker_as=next(iter(said["as"]), None))
        case "shuffles":
            return Shuffle(player=who)
        case "cuts":
            return CutPack(player=who)
        case "distracts":
            return Distract(player=who)
        case "exposes":
            return Expose(player=who, card=plain[0])
        case "raises":
            return TakeUp(player=who)
        case "asks":
            return AskDealer(player=who)
        case "holds":
            return Foul(player=who, cards=int(plain[0]), found=plain[1])
        case "proves":
            return Show(player=who, original=plain)
    raise ValueError(f"{act!r} is no act")


def _hands(text: str) -> dict[Member, tuple[Card, ...]]:
    if not text:
        return {}
    named = [each.split() for each in text.split("/")]
    return {member: tuple(held) for member, *held in named}


def _clauses(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The words of an act by the preposition they follow, those before any under ''."""
    found: dict[str, list[str]] = {"": [], "of": [], "dropping": [], "taking": [], "from": [], "as": []}
    clause = ""
    for word in words:
        if word in found:
            clause = word
        else:
            found[clause].append(word)
    return {name: tuple(said) for name, said in found.items()}
