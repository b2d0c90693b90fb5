"""The one table of acts: every kind of act at the table, declared once.

Everything else about acts follows from it: the phases and turns that admit an act (`admission`, `turns`), its handler
(`decide`), the irregular acts on offer (`legal`), the words and schemas of the API, the lines of a game file, and
whether it moves money. A new act takes a command, an event, a handler for its law, a sentence, and one entry here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ledger.events.game import (
    Action,
    Borrowed,
    Dealt,
    Drew,
    HandShown,
    Passed,
    Phase,
    ShowDemanded,
    Staked,
    Stood,
    Straddled,
)
from ledger.events.mishaps import (
    CardExposed,
    CardsTakenUp,
    DealerAsked,
    DiscardsCollected,
    Distracted,
    HandFouled,
    LawWaived,
    MisdealReason,
    Misdealt,
    PackCut,
    Shuffled,
)
from ledger.play import dealing, drawing, irregularities, staking
from ledger.play.commands import (
    AskDealer,
    Borrow,
    CollectDiscards,
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
    WaiveLaw,
)
from ledger.play.handling import STAKING
from ledger.seats import Member
from ledger.state.game import Game


def always(game: Game, command: Any) -> bool:
    """True for every game and command."""
    return True


def never(game: Game, command: Any) -> bool:
    """False for every game and command."""
    return False


def if_marked(game: Game, command: Command) -> bool:
    """Whether the command is marked as irregular, and the show has not begun (55)."""
    return command.irregular and game.phase in STAKING


def in_the_say(game: Game, command: Command) -> bool:
    """Whether the game is in the say, when the table may hear of what happened in the deal (11)."""
    return game.phase == Phase.SAY


def unless_a_count_was_wrong(game: Game, command: Misdeal) -> bool:
    """Whether a misdeal is the table's act: it is not one player's wrong number of cards that makes it (12)."""
    return command.reason != MisdealReason.WRONG_COUNT


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One kind of act.

    `word` is its name in the API. `line` is how a game file writes it: plain words, {fields} of the command, and
    [parts] that may be left out; None where the game file has a grammar of its own for it. `out_of_turn` says whether
    the act is admitted in another player's turn, `of_table` whether it is admitted for a player who has retired,
    because it is the table's act and not his own. An act that `keeps_turn` leaves the turn unchanged. `irregular` says
    whether the act can have happened against the laws in a game at this point; None where it is never irregular.
    `route` is the API route that records it.
    """

    word: str
    command: type[Command]
    event: type[Action]
    handler: Callable[[Game, Member, Any], Action]
    phases: frozenset[Phase]
    line: str | None
    out_of_turn: Callable[[Game, Any], bool] = never
    of_table: Callable[[Game, Any], bool] = never
    keeps_turn: bool = False
    irregular: Callable[[Game], bool] | None = None
    moves_money: bool = False
    route: Literal["actions", "waivers"] = "actions"


ANTE, DRAW, BETTING, SHOW = (frozenset({phase}) for phase in (Phase.ANTE, Phase.DRAW, Phase.BETTING, Phase.SHOW))

ACTS: tuple[Act, ...] = (
    Act(
        word="straddle",
        command=Straddle,
        event=Straddled,
        handler=staking.straddle,
        phases=ANTE,
        line="{player} straddles",
        keeps_turn=True,
        moves_money=True,
    ),
    Act(
        word="deal",
        command=Deal,
        event=Dealt,
        handler=dealing.deal,
        phases=ANTE,
        line=None,
        of_table=always,
        irregular=irregularities.deal_amiss,
    ),
    Act(
        word="misdeal",
        command=Misdeal,
        event=Misdealt,
        handler=dealing.misdeal,
        phases=ANTE | STAKING | SHOW,
        line="misdeal {reason} [of {player}]",
        out_of_turn=always,
        of_table=unless_a_count_was_wrong,
        irregular=irregularities.misdeal_amiss,
        moves_money=True,
    ),
    Act(
        word="expose",
        command=Expose,
        event=CardExposed,
        handler=dealing.expose,
        phases=ANTE | DRAW | {Phase.SAY},
        line="{player} exposes {card}",
        out_of_turn=in_the_say,
        keeps_turn=True,
        irregular=irregularities.expose_amiss,
    ),
    Act(
        word="stake",
        command=Stake,
        event=Staked,
        handler=staking.stake,
        phases=STAKING,
        line="{player} stakes {amount}",
        out_of_turn=if_marked,
        irregular=irregularities.stake_amiss,
        moves_money=True,
    ),
    Act(
        word="pass",
        command=Pass,
        event=Passed,
        handler=staking.throw_down,
        phases=STAKING | SHOW,
        line="{player} passes",
        out_of_turn=if_marked,
        irregular=irregularities.pass_amiss,
    ),
    Act(
        word="stand",
        command=Stand,
        event=Stood,
        handler=staking.stand,
        phases=BETTING,
        line="{player} stands",
    ),
    Act(
        word="demand_show",
        command=DemandShow,
        event=ShowDemanded,
        handler=staking.demand_show,
        phases=STAKING,
        line="{player} demands a show",
        moves_money=True,
    ),
    Act(
        word="borrow",
        command=Borrow,
        event=Borrowed,
        handler=staking.borrow,
        phases=STAKING,
        line=None,
        keeps_turn=True,
        moves_money=True,
    ),
    Act(
        word="take_up",
        command=TakeUp,
        event=CardsTakenUp,
        handler=drawing.take_up,
        phases=STAKING,
        line="{player} raises his cards",
        out_of_turn=always,
        keeps_turn=True,
    ),
    Act(
        word="draw",
        command=Draw,
        event=Drew,
        handler=drawing.draw,
        phases=DRAW,
        line=None,
        irregular=irregularities.draw_amiss,
    ),
    Act(
        word="ask_dealer",
        command=AskDealer,
        event=DealerAsked,
        handler=drawing.ask_dealer,
        phases=DRAW | BETTING,
        line="{player} asks the dealer",
        out_of_turn=always,
        keeps_turn=True,
    ),
    Act(
        word="collect_discards",
        command=CollectDiscards,
        event=DiscardsCollected,
        handler=drawing.collect_discards,
        phases=DRAW,
        line="collect [announced {announced}] [cut by {cut_by}]",
        out_of_turn=always,
        of_table=always,
        keeps_turn=True,
    ),
    Act(
        word="foul",
        command=Foul,
        event=HandFouled,
        handler=drawing.foul,
        phases=STAKING | SHOW,
        line="{player} holds {cards} {found}",
        out_of_turn=always,
        irregular=irregularities.foul_amiss,
    ),
    Act(
        word="show",
        command=Show,
        event=HandShown,
        handler=staking.show,
        phases=SHOW,
        line=None,
    ),
    Act(
        word="shuffle",
        command=Shuffle,
        event=Shuffled,
        handler=dealing.shuffle,
        phases=ANTE,
        line="{player} shuffles",
        out_of_turn=always,
        of_table=always,
        keeps_turn=True,
    ),
    Act(
        word="cut",
        command=CutPack,
        event=PackCut,
        handler=dealing.cut,
        phases=ANTE,
        line="{player} cuts",
        out_of_turn=always,
        of_table=always,
        keeps_turn=True,
    ),
    Act(
        word="distract",
        command=Distract,
        event=Distracted,
        handler=dealing.distract,
        phases=ANTE,
        line="{player} distracts the dealer",
        out_of_turn=always,
        of_table=always,
        keeps_turn=True,
    ),
    Act(
        word="waive_law",
        command=WaiveLaw,
        event=LawWaived,
        handler=dealing.waive,
        phases=ANTE | STAKING | SHOW,
        line="waive {law} agreed by {agreed_by}",
        route="waivers",
        out_of_turn=always,
        of_table=always,
        keeps_turn=True,
    ),
)
"""Every kind of act, in the order in which the API lists them."""

ACT_OF: Mapping[type[Command], Act] = {act.command: act for act in ACTS}
"""Each act by its command."""

ACT_RECORDED_AS: Mapping[type[Action], Act] = {act.event: act for act in ACTS}
"""Each act by its event."""
