"""What every recorded act has in common, and the mark without which nothing irregular is recorded."""

from typing import Any

from ledger.play.commands import Command
from ledger.refusals import Refused
from ledger.state.game import Game


def common(game: Game, command: Command, law: int | None) -> dict[str, Any]:
    """The fields of every action; whose turn it then is follows when the act is known."""
    return {"step": game.step + 1, "law": law, "turn": game.turn, "note": command.note}


def check_marked(command: Command, law: int, detail: str) -> None:
    """What the laws forbid is recorded only if it is said to have happened all the same."""
    if not command.irregular:
        raise Refused(law, "not_marked", f"{detail}; if it happened, it is recorded as irregular")
