"""A card table in memory: a club, its sittings and their games, with every event of every stream kept.

    table = Table("ABCDE", ante=3, limit=12).start("A")
    table.play("deal; C stakes 6; D passes; E passes; A passes; B passes")
    assert table.settlement.results["C"] == 3

Acts are written as in a game file: see tests/acts.py.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ledger.articles import Articles, Kitty
from ledger.cards import Card
from ledger.events.base import Event
from ledger.events.club import ClubFounded, MemberJoined
from ledger.events.settlement import Settlement
from ledger.events.sitting import Counters, CountersBoughtBack, CutForDeal
from ledger.laws.readings import complete
from ledger.play.commands import Command
from ledger.play.decide import decide
from ledger.play.legal import LegalAction, legal_actions
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state import club as clubs
from ledger.state import game_fold as games
from ledger.state import sitting as sittings
from ledger.state.game import Game
from ledger.state.sitting import Sitting
from ledger.table.agreement import Seating
from ledger.table.commands import BuyBack, CutCards, EntryCommand, SellCounters
from ledger.table.conduct import close, end_game, open_sitting, start_game
from ledger.table.entries import decide_entry
from tests.acts import command, commands

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
    """Articles with these fields; all others have their defaults."""
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
        **fields: object,
    ) -> None:
        self.seats = tuple(seats)
        self.club_events: list[Event] = [ClubFounded(currency="GBP")]
        self.club_events += [MemberJoined(member=m, name=m) for m in self.seats]
        self.sitting_events: list[Event] = []
        self.game_events: list[list[Event]] = []
        self._game: Game | None = None
        self.sittings = 0
        self.sit(terms or articles(**fields))  # type: ignore[arg-type]
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
        seating = Seating(
            seats=self.seats, articles=terms, held_on="1896-11-05", agreed_by=consenting, carried_from=carried_from
        )
        opened, registered = open_sitting(self.club, "club", f"sitting {self.sittings + 1}", seating)
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
        cards: dict[Member, Card] = dict(player_and_card.split() for player_and_card in drawn.split(","))  # type: ignore[misc]
        cut: CutForDeal = self.record(CutCards(cards=cards))
        return cut

    def close(self, **options: object) -> None:
        closed, concluded = close(self.sitting, self.name, **options)  # type: ignore[arg-type]
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
        events, after = decide(self.game, command)
        self.game_events[-1] += events
        self._game = games.fold(events, self.game)
        assert self._game == after, "the game that was decided is the game that is folded"
        if self.game.over:
            assert self.sitting.game is not None
            self.enter(end_game(self.sitting.game, self.game))
        return events

    def play(self, acts: str) -> "Table":
        """Record acts."""
        for act in commands(acts):
            self.do(act)
        return self

    def refusal(self, act: str | Command) -> tuple[int | None, str]:
        """The law and the code with which an act is refused; nothing is recorded. Fails if the act is lawful."""
        try:
            decide(self.game, command(act) if isinstance(act, str) else act)
        except Refused as why:
            return why.law, why.code
        raise AssertionError(f"{act} was not refused")

    def legal(self, action: str) -> tuple[LegalAction, ...]:
        """The lawful acts of one kind."""
        return tuple(act for act in legal_actions(self.game) if act.action == action)

    def bounds(self) -> tuple[int | None, int | None] | None:
        """The least and the most that may be staked now; None where nothing may."""
        return next(((stake.least, stake.most) for stake in self.legal("stake")), None)

    @property
    def to_act(self) -> Member | None:
        return self.game.turn.player

    def awards(self) -> dict[Member, int]:
        """What each player took from the pool."""
        return {award.player: award.amount for award in self.settlement.awards}
