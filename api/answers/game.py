"""A game, as its reader may know it."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from api.answers.sitting import jack_pot_body
from ledger.application.club_books import Saved
from ledger.cards import Card
from ledger.events.base import Event
from ledger.play.legal import LegalAction, irregular_actions, legal_actions
from ledger.seats import Member
from ledger.state.game import Game, fold
from ledger.telling.redaction import Reader, redacted


def as_saved(events: Sequence[Event], saved: Saved) -> tuple[Game, Game]:
    """The game as a write left it, and as its events have it now: a repeat is answered after others have written."""
    latest = fold(events)
    return (fold(events[: saved.last]) if saved.last < len(events) else latest), latest


def game_body(game_id: UUID, game: Game, reader: Reader, latest: Game | None = None) -> dict[str, Any]:
    """The game for this reader; `latest` where he looks back from a later state. All of it is read off the
    redacted state, so nothing can be answered that he may not see."""
    seen = redacted(game, reader, latest)
    return {
        "id": str(game_id),
        "number": seen.number,
        "sitting": seen.sitting,
        "phase": seen.phase,
        "dealer": seen.dealer,
        "ante_man": seen.ante_man,
        "to_act": seen.turn.player,
        "seats": list(seen.seats),
        "in_game": list(seen.in_game),
        "retired": [m for m in seen.seats if seen.players[m].retired],
        "demanded": [m for m in seen.seats if seen.players[m].demand],
        "legal": [legal_body(each) for each in legal_actions(seen)],
        "irregular": list(irregular_actions(seen)),
        "pool": seen.pool,
        "carried_in": seen.carried_in,
        "highest": seen.highest,
        "stakes": {m: _stake_body(seen, m) for m in seen.seats},
        "cards": {m: cards_body(seen.players[m].hand) for m in seen.seats},
        "jack_pot": jack_pot_body(seen.minimum),
        "version": seen.version,
    }


def _stake_body(game: Game, member: Member) -> dict[str, int]:
    player = game.players[member]
    return {
        "ante": player.ante,
        "stake": player.stake,
        "total": player.total,
        "round": player.round,
        "funds": game.settlement.funds[member] if game.settlement else player.funds,
    }


def legal_body(legal: LegalAction) -> dict[str, Any]:
    """A lawful act."""
    return {
        "action": legal.action,
        "player": legal.player,
        "least": legal.least,
        "most": legal.most,
        "law": legal.law,
    }


def cards_body(cards: Iterable[Card] | None) -> list[Card] | None:
    """Cards as a list; null where they are not known."""
    return None if cards is None else list(cards)
