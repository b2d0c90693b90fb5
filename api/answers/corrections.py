"""A game after a correction, and disputes."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from api.answers.game import game_body
from api.joined import Joined
from ledger.afterwards.disputes import Dispute, readings_ruled
from ledger.afterwards.payout import awarded
from ledger.afterwards.what_if import turned_by
from ledger.events.base import Event
from ledger.state import game_fold as games
from ledger.telling.redaction import Reader


def corrected_body(game_id: UUID, known: Sequence[Event], last: int, affected: Sequence[str]) -> dict[str, Any]:
    """The game as of its event number `last`. `known` are all its events, as the reader may know them."""
    then = known[:last]
    game = games.fold(then)
    settlement = None
    if game.settlement is not None:
        beside = {
            "turned_by": turned_by(then, awarded(then)),
            "ruled": readings_ruled(then),
            "paid": game.paid,
            "done": game.done,
        }
        settlement = Joined(beside, game.settlement)
    return {"game": game_body(game_id, game), "settlement": settlement, "affected": affected}


def dispute_body(dispute: Dispute, reader: Reader) -> Joined:
    """A dispute. The words of people are for readers who keep the book; a player sees who decided, by which law."""
    laid, ruled, shows_words = dispute.laid, dispute.ruled, reader.keeps_the_book
    evidence = [
        Joined({"version": dispute.heard_at[m]}, given if shows_words else replace(given, statement=None, number=None))
        for m, given in dispute.evidence.items()
    ]
    beside = {
        "evidence": evidence,
        "law": ruled and ruled.law,
        "ruling": ruled.ruling if ruled and shows_words else None,
        "number": ruled.number if ruled and shows_words else None,
        "reading": ruled.reading if ruled else {},
        "decided": ruled is not None,
        "version": dispute.laid_at,
        "ruling_version": dispute.ruled_at,
    }
    return Joined(beside, laid if shows_words else replace(laid, question=None, ground=None))
