"""The way back from the record: the command that a recorded action answers to.

Corrections and what-if replays say a game's acts over again, and a game file writes them down.
"""

from collections.abc import Mapping
from typing import Any

from ledger.commands import Borrow, Command, Deal, DemandShow, Draw, Pass, Show, Stake, Stand, Straddle
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
from ledger.game import BANK


def command_of(action: Action) -> Command:
    """The command that gives this action again in the game it was recorded in, its player always named.

    Raises ValueError for a draw whose number is withheld from the reader: it cannot be said again.
    """
    said: dict[str, Any] = {"irregular": action.irregular, "note": action.note}
    match action:
        case Dealt(hands=hands, pack=None):
            return Deal(hands=hands, **said)
        case Dealt(pack=pack):
            # The hands follow from the order of the pack (7).
            return Deal(pack=pack, **said)
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
        case Drew(player=m, discarded=n, discards=discards, cards=cards):
            if n is None:
                raise ValueError("the number drawn is withheld, so the draw cannot be said again")
            return Draw(player=m, discarded=n, discards=discards, cards=cards, **said)
        case HandShown(player=m, cards=cards, original=original, joker_as=joker_as):
            return Show(player=m, cards=cards, original=original, joker_as=joker_as, **said)
    raise TypeError(f"{type(action).__name__} has no command")


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
