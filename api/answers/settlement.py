"""The settlement of a game."""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.afterwards.what_if import Turned
from ledger.events.settlement import Awarded, NamedHand, Refund, Settlement
from projections.settlements import Settled


def settlement_body(
    document: Settlement, turned: Sequence[Turned], paid: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """The stored document, what was in fact paid, and which single other reading would have changed it."""
    return {**document_body(document, paid), "turned_by": [_turned_body(each) for each in turned]}


def listed_settlement_body(settled: Settled) -> dict[str, Any]:
    """The settlement of a game in the list of its sitting."""
    return {
        "game": str(settled.game),
        "number": settled.number,
        "corrected": settled.corrected,
        "demanded": list(settled.demanded),
        **document_body(settled.document, settled.paid),
    }


def document_body(document: Settlement, paid: Mapping[str, int] | None) -> dict[str, Any]:
    """The stored document, and what was in fact paid where that is another sum."""
    return {
        "pool": document.pool,
        "carried_in": document.carried_in,
        "awards": [_award_body(each) for each in document.awards],
        "refunds": [refund_body(each) for each in document.refunds],
        "penalties": [{"player": each.player, "amount": each.amount, "law": each.law} for each in document.penalties],
        "kitty": document.kitty,
        "reward": document.reward and {"player": document.reward.player, "amount": document.reward.amount},
        "carried_out": document.carried_out,
        "hands": [_hand_body(each) for each in document.hands],
        "results": dict(document.results),
        "laws": list(document.laws),
        "readings": dict(document.readings),
        "edition": document.edition,
        "paid": None if paid is None else dict(paid),
    }


def _award_body(award: Awarded) -> dict[str, Any]:
    claims = [
        {"source": {"kind": c.source.kind, "player": c.source.player}, "amount": c.amount, "law": c.law}
        for c in award.claims
    ]
    return {"player": award.player, "amount": award.amount, "claims": claims}


def _hand_body(hand: NamedHand) -> dict[str, Any]:
    return {"player": hand.player, "cards": list(hand.cards), "class": hand.hand_class, "name": hand.name}


def _turned_body(turned: Turned) -> dict[str, Any]:
    named = {"reading": turned.reading, "value": turned.value}
    if turned.unlawful_at is not None:
        return {**named, "unlawful_at": turned.unlawful_at}
    return {**named, "changes": dict(turned.changes or {})}


def refund_body(refund: Refund) -> dict[str, Any]:
    """What a foul hand is paid, and by whom (14, 16)."""
    return {"from": refund.payer, "to": refund.payee, "amount": refund.amount, "law": refund.law}
