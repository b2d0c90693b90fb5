"""The row of acts under a table: one button for each plain act, always in one order; and the acts beside it.

A button is lit where the ledger offers its act. Of one that is not, the rules themselves say why: they judge the act on
the game as its reader knows it, and refuse it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ledger.cards import HAND
from ledger.events.base import Event
from ledger.events.game import Phase, Staked, StakeKind
from ledger.laws.betting import least_due
from ledger.laws.jackpot import is_jack_pot
from ledger.laws.register import LAWS, Law
from ledger.play.acts import ACTS, Act
from ledger.play.commands import Command, Deal, DemandShow, Draw, Pass, Show, Stake, Stand, Straddle
from ledger.play.handling import STAKING
from ledger.play.judging import judged
from ledger.play.legal import LegalAction, irregular_actions, legal_actions
from ledger.refusals import Invalid, Refused
from ledger.seats import Member
from ledger.state.game import Game

Sentence = Callable[[Event], str]
"""Puts an event in words."""

LABELS: Mapping[StakeKind, str] = {
    StakeKind.OPENED: "Open",
    StakeKind.WENT_IN: "Go in",
    StakeKind.MADE_GOOD: "Make good",
    StakeKind.CALLED: "Call",
    StakeKind.BET: "Bet",
    StakeKind.RAISED: "Raise",
}
"""What is written on the button of a stake, by what the stake would do."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why an act is refused: the sentence of the rules, and the law that they name."""

    detail: str
    law: Law | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """One act of the row. `body` is what it sends, `sentence` the line of the record that would follow; `sentence` is
    empty where the scorekeeper has still to name an amount or cards. `why_not` is None where the act is lawful."""

    id: str
    label: str
    body: Mapping[str, Any]
    amount: int | None = None
    sentence: str = ""
    why_not: WhyNot | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The acts under the table.

    stake     the least stake of the player whose turn it is; before the deal the next straddle
    others    before the deal, the straddles of those who sit farther off
    bounds    the least and the most of another amount than the least; None where there is none
    draws     in the draw a button for each number of cards from none to five, else nothing
    second    the deal, the draw while it is not the time for it, the stand, or the show, by the phase
    demand    the demand of a show
    throw     the pass
    proves    whether the hand that is to be shown has openers to prove: "only" them, or "too"
    """

    stake: Button
    others: tuple[Button, ...]
    bounds: LegalAction | None
    draws: tuple[Button, ...]
    second: Button
    demand: Button
    throw: Button
    proves: str


def row_of(game: Game, sentence: Sentence) -> Row | None:
    """The row of acts of a game as its reader knows it; None where the game is over."""
    if game.over:
        return None
    row = _Row(game, sentence)
    straddlers = [offer.player for offer in row.offered if offer.action == "straddle"]
    return Row(
        stake=row.straddle("stake", next(iter(straddlers), None)) if game.phase == Phase.ANTE else row.stake(),
        others=tuple(row.straddle(f"straddle-{player}", player) for player in straddlers[1:]),
        bounds=row.bounds(),
        draws=tuple(row.draws()) if game.phase == Phase.DRAW else (),
        second=row.second(),
        demand=row.button("demand", "Demand a show", DemandShow(player=row.turn), "demand_show"),
        throw=row.button("pass", "Pass", Pass(player=row.turn), "pass"),
        proves=_proves(game),
    )


def _proves(game: Game) -> str:
    if game.phase != Phase.SHOW or not is_jack_pot(game) or game.turn.player != game.opener:
        return ""
    return "only" if game.turn.law == 33 else "too"


class _Row:
    """The game for which a row is made, the acts that the ledger offers in it, and how events are put in words."""

    def __init__(self, game: Game, sentence: Sentence) -> None:
        self.game, self.sentence = game, sentence
        self.offered = legal_actions(game)
        self.turn = game.turn.player

    def button(self, id: str, label: str, command: Command, act: str, **fields: Any) -> Button:
        """A button, as the rules judge its command. `fields` go into its body beside the action and the player."""
        outcome = judged(self.game, command)
        body = {"action": act, **({"player": command.player} if command.player else {}), **fields}
        if isinstance(outcome, Refused | Invalid):
            return Button(id=id, label=label, body=body, amount=fields.get("amount"), why_not=_why_not(outcome))
        amount = getattr(outcome, "amount", None)
        if isinstance(outcome, Staked):
            label = LABELS[outcome.act]
        return Button(id=id, label=label, body=body, amount=amount, sentence=self.sentence(outcome))

    def straddle(self, id: str, player: Member | None) -> Button:
        return self.button(id, "Straddle", Straddle(player=player), "straddle")

    def bounds(self) -> LegalAction | None:
        """What may be staked, where that is more than one amount."""
        stakes = [offer for offer in self.offered if offer.action == "stake" and offer.least != offer.most]
        return stakes[0] if stakes else None

    def stake(self) -> Button:
        least = least_due(self.game, self.turn) if self.turn and self.game.phase in STAKING else 1
        return self.button("stake", "Stake", Stake(player=self.turn, amount=least), "stake", amount=least)

    def draws(self) -> Iterator[Button]:
        for number in range(HAND + 1):
            yield self.button(
                f"draw-{number}", str(number), Draw(player=self.turn, discard=number), "draw", discard=number
            )

    def second(self) -> Button:
        match self.game.phase:
            case Phase.ANTE:
                return self.button("second", "Deal", Deal(player=self.game.dealer), "deal")
            case Phase.BETTING:
                return self.button("second", "Stand", Stand(player=self.turn), "stand")
            case Phase.SHOW:
                lawful = any(offer.action == "show" for offer in self.offered)
                shown = self.button("second", "Show", Show(player=self.turn), "show")
                return Button(id="second", label="Show", body=shown.body) if lawful else shown
        return self.button("second", "Draw", Draw(player=self.turn, discard=0), "draw", discard=0)


def _why_not(refusal: Refused | Invalid) -> WhyNot:
    if isinstance(refusal, Invalid):
        return WhyNot("; ".join(" ".join(problems) for problems in refusal.errors.values()), None)
    return WhyNot(refusal.detail, LAWS.get(refusal.law or 0))


BESIDE_THE_ROW = ("take_up", "ask_dealer", "borrow", "collect_discards", "shuffle", "cut", "distract", "waive_law")
"""The regular acts that a game rarely needs, in the order in which the page lists them."""

IRREGULAR = tuple(act.word for act in ACTS if act.irregular)
"""The acts that may be recorded as irregular."""


def acts_beside(game: Game) -> dict[str, bool]:
    """The regular acts that have no button in the row, and whether the game is in a phase for each."""
    words: dict[str, Act] = {act.word: act for act in ACTS}
    return {word: game.phase in words[word].phases for word in BESIDE_THE_ROW}


def irregular_acts(game: Game) -> dict[str, bool]:
    """The irregular acts, and whether each can have happened in this game by now."""
    possible = irregular_actions(game)
    return {word: word in possible for word in IRREGULAR}
