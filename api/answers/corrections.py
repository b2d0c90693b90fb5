"""A game after what was said of it, and disputes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from api.answers.game import game_body
from api.joined import Joined
from ledger.afterwards.disputes import Dispute
from ledger.afterwards.payout import awarded
from ledger.afterwards.what_if import turned_by
from ledger.events.base import Event
from ledger.state import game as games
from ledger.telling.redaction import Reader


def corrected_body(
    game_id: UUID, events: Sequence[Event], last: int, affected: Sequence[str], reader: Reader
) -> dict[str, Any]:
    """The game as of the event `last`, looked back on from all its events."""
    then, latest = list(events[:last]), games.fold(events)
    game = games.fold(then)
    settlement = None
    if game.settlement is not None:
        settlement = Joined({"turned_by": turned_by(then, awarded(then)), "paid": game.paid}, game.settlement)
    return {"game": game_body(game_id, game, reader, latest), "settlement": settlement, "affected": affected}


def dispute_body(found: Dispute, reader: Reader) -> Joined:
    """A dispute. What people said is for the club; a player sees who decided, and under which law."""
    laid, ruled, told = found.laid, found.ruled, reader.keeps_the_book
    evidence = [
        Joined({"version": found.heard_at[m]}, each if told else replace(each, statement=None))
        for m, each in found.evidence.items()
    ]
    beside = {
        "evidence": evidence,
        "law": ruled and ruled.law,
        "ruling": ruled.ruling if ruled and told else None,
        "decided": ruled is not None,
        "version": found.laid_at,
        "ruling_version": found.ruled_at,
    }
    return Joined(beside, laid if told else replace(laid, question=None))
