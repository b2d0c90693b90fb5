"""A game after what was said of it; a hand unsealed; disputes."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from api.answers.game import cards_body, game_body
from api.answers.settlement import settlement_body
from ledger.afterwards.disputes import Dispute
from ledger.afterwards.payout import awarded
from ledger.afterwards.what_if import turned_by
from ledger.events.base import Event
from ledger.state import game as games
from ledger.state.player import Player
from ledger.telling.redaction import Reader


def corrected_body(
    game_id: UUID, events: Sequence[Event], last: int, affected: Sequence[str], reader: Reader
) -> dict[str, Any]:
    """The game as of the event `last`, looked back on from all its events."""
    then, latest = list(events[:last]), games.fold(events)
    game = games.fold(then)
    settlement = None
    if game.settlement is not None:
        settlement = settlement_body(game.settlement, turned_by(then, awarded(then)), game.paid)
    return {
        "game": game_body(game_id, game, reader, latest),
        "settlement": settlement,
        "affected": list(affected),
    }


def unsealed_body(member: str, player: Player) -> dict[str, Any]:
    """A hand as far as it is recorded."""
    return {
        "player": member,
        "original": cards_body(player.original),
        "discards": cards_body(player.discards or None),
        "drawn": cards_body(player.drew),
        "cards": cards_body(player.hand),
    }


def dispute_body(found: Dispute, reader: Reader) -> dict[str, Any]:
    """A dispute. What people said is for the club; a player sees who decided, and under which law."""
    laid, ruled, told = found.laid, found.ruled, reader.keeps_the_book
    evidence = [
        {
            "witness": m,
            "can_give": each.can_give,
            "statement": each.statement if told else None,
            "version": found.heard_at[m],
        }
        for m, each in found.evidence.items()
    ]
    return {
        "n": laid.n,
        "step": laid.step,
        "parties": list(laid.parties),
        "kind": laid.kind,
        "question": laid.question if told else None,
        "referee": laid.referee,
        "witnesses": list(laid.witnesses),
        "evidence": evidence,
        "law": ruled and ruled.law,
        "ruling": ruled.ruling if ruled and told else None,
        "decided": ruled is not None,
        "version": found.laid_at,
        "ruling_version": found.ruled_at,
    }
