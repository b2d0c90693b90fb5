"""The way back from the record: the command that a recorded action answers to.

Corrections and what-if replays say a game's acts over again, and a game file writes them down.
"""

from collections.abc import Mapping
from typing import Any

from ledger.events.game import (
    Action,
    Borrowed,
    Dealt,
    Drew,
    HandShown,
    Passed,
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
    Misdealt,
    PackCut,
    Shuffled,
)
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
from ledger.state.game import BANK


def command_of(action: Action) -> Command:
    """The command that gives this action again in the game it was recorded in, its player always named.

    Raises ValueError for a draw whose number is withheld from the reader: it cannot be said again.
    """
    said: dict[str, Any] = {"irregular": action.irregular, "note": action.note}
    match action:
        case Dealt(hands=hands, pack=pack):
            # Where the order of the pack is known, the hands follow from it (7).
            counts, cut = action.counts or None, False if action.uncut else None
            return Deal(hands=None if pack else hands, pack=pack, counts=counts, cut=cut, **said)
        case Straddled(player=m):
            return Straddle(player=m, **said)
        case Staked(player=m, amount=n):
            return Stake(player=m, amount=n, **said)
        case Passed(player=m):
            return Pass(player=m, **said)
        case Stood(player=m):
            return Stand(player=m, **said)
        case ShowDemanded(player=m):
            return DemandShow(player=m, **said)
        case Borrowed():
            return _borrow(action, said)
        case Drew():
            return _draw(action, said)
        case HandShown(player=m, cards=cards, original=original, joker_as=joker_as):
            return Show(player=m, cards=cards, original=original, joker_as=joker_as, **said)
    return _mishap(action, said)


def _mishap(action: Action, said: Mapping[str, Any]) -> Command:
    match action:
        case Shuffled(player=m):
            return Shuffle(player=m, **said)
        case PackCut(player=m):
            return CutPack(player=m, **said)
        case Distracted(player=m):
            return Distract(player=m, **said)
        case CardExposed(player=m, card=card):
            return Expose(player=m, card=card, **said)
        case Misdealt(player=m, reason=reason):
            return Misdeal(player=m, reason=reason, **said)
        case HandFouled(player=m, number=n, found=found):
            return Foul(player=m, number=n, found=found, **said)
        case CardsTakenUp(player=m):
            return TakeUp(player=m, **said)
        case DealerAsked(player=m):
            return AskDealer(player=m, **said)
        case DiscardsCollected(announced=announced, cut_by=cut_by):
            return CollectDiscards(announced=announced, cut_by=cut_by, **said)
        case LawWaived(waived=law, agreed_by=agreed_by):
            return WaiveLaw(law=law, agreed_by=agreed_by, **said)
    raise TypeError(f"{type(action).__name__} has no command")


def _draw(drew: Drew, said: Mapping[str, Any]) -> Draw:
    if drew.discarded is None:
        raise ValueError("the number drawn is withheld, so the draw cannot be said again")
    return Draw(
        player=drew.player,
        discarded=drew.discarded,
        discards=drew.discards,
        cards=drew.cards,
        asked=drew.asked,
        given=drew.given,
        made_right=bool(drew.made_right),
        **said,
    )


def _borrow(loan: Borrowed, said: Mapping[str, Any]) -> Borrow:
    return Borrow(
        player=loan.player,
        lender=None if loan.lender == BANK else loan.lender,
        amount=loan.amount,
        red=loan.red,
        white=loan.white,
        blue=loan.blue,
        **said,
    )
