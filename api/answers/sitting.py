"""A sitting."""

from typing import Any
from uuid import UUID

from ledger.articles import Articles
from ledger.laws.deal import next_dealer
from ledger.state.game import Game
from ledger.state.sitting import Sitting
from ledger.table.company import advice


def sitting_body(sitting_id: UUID, sitting: Sitting, running: Game | None) -> dict[str, Any]:
    """The sitting; `running` is its running game, whose players' counters are read from there."""
    return {
        "id": str(sitting_id),
        "number": sitting.number,
        "held_on": sitting.held_on,
        "status": "closed" if sitting.closed else "open",
        "ante": sitting.articles.ante,
        "limit": sitting.articles.limit,
        "counters": sitting.articles.counter_values,
        "seats": list(sitting.seats),
        "articles": articles_body(sitting.articles),
        "funds": {
            m: running.players[m].funds if running and m in running.players else n for m, n in sitting.funds.items()
        },
        "next_dealer": next_dealer(sitting),
        "carried": sitting.carried,
        "jack_pot": jack_pot_body(sitting.minimum),
        "kitty": sitting.kitty,
        "game": sitting.game,
        "advice": advice(sitting.seats),
        "version": sitting.version,
    }


def articles_body(articles: Articles) -> dict[str, Any]:
    """The articles in force, complete (81)."""
    kitty = articles.kitty
    return {
        "variants": list(articles.variants),
        "readings": dict(articles.readings),
        "kitty": kitty and {"amount": kitty.amount, "purpose": kitty.purpose, "class": kitty.hand_class},
        "abrogated": list(articles.abrogated),
        "loans": articles.loans,
    }


def jack_pot_body(minimum: str | None) -> dict[str, Any] | None:
    """The openers that a jack-pot asks."""
    return {"minimum": minimum} if minimum else None
