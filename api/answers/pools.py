"""The money in the pools of a sitting."""

from typing import Any

from api.answers.settlement import refund_body
from projections.pools import Pool, Share


def pool_body(pool: Pool) -> dict[str, Any]:
    """The pool of one game: what came in, and where it went."""
    document = pool.settlement
    return {
        "game": str(pool.game),
        "number": pool.number,
        "phase": pool.phase,
        "corrected": pool.corrected,
        "carried_in": pool.carried_in,
        "players": [_share_body(share) for share in pool.shares],
        "total": pool.total,
        "awards": [{"player": a.player, "amount": a.amount} for a in document.awards] if document else [],
        "paid": pool.paid,
        "kitty": document.kitty if document else 0,
        "carried_out": document.carried_out if document else 0,
        "left": pool.left,
        "refunds": [refund_body(each) for each in document.refunds] if document else [],
    }


def _share_body(share: Share) -> dict[str, Any]:
    return {
        "player": share.member,
        "ante": share.ante,
        "payment": share.payment,
        "stake": share.stake,
        "penalty": share.penalty,
        "total": share.total,
        "forfeited": share.total if share.retired else 0,
    }
