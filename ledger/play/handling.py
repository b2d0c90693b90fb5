"""What the handlers of acts share: the fields that every act has, the mark of irregular acts, acts out of turn."""

from typing import Any

from ledger.events.game import Phase
from ledger.play.commands import Command
from ledger.refusals import Refused
from ledger.seats import Member
from ledger.state.game import Game

STAKING = frozenset({Phase.SAY, Phase.DRAW, Phase.BETTING})
"""The phases in which counters go into the pool."""


def common(game: Game, command: Command, law: int | None) -> dict[str, Any]:
    """The fields that every recorded act has. `decide` replaces the turn before it by the turn after it."""
    return {"step": game.step + 1, "law": law, "turn": game.turn, "note": command.note}


def check_marked(command: Command, law: int, detail: str) -> None:
    """Refuse an act that the laws forbid unless it is marked as irregular because it happened all the same."""
    if not command.irregular:
        raise Refused(law, "not_marked", f"{detail}; if it happened, record it as irregular")


def out_of_turn(game: Game, member: Member) -> bool:
    """Whether it is another player's turn."""
    return game.turn.player not in (None, member)
