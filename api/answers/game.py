"""A game, as its reader may know it."""

from collections.abc import Sequence
from uuid import UUID

from api.joined import Joined
from ledger.application.club_books import Saved
from ledger.events.base import Event
from ledger.play.legal import irregular_actions, legal_actions
from ledger.seats import Member
from ledger.state.game import Game, fold
from ledger.telling.redaction import Reader, redacted


def as_saved(events: Sequence[Event], saved: Saved) -> tuple[Game, Game]:
    """The game as a write left it, and as its events have it now: a repeat is answered after others have written."""
    latest = fold(events)
    return (fold(events[: saved.last]) if saved.last < len(events) else latest), latest


def game_body(game_id: UUID, game: Game, reader: Reader, latest: Game | None = None) -> Joined:
    """The game for this reader; `latest` where he looks back from a later state. All of it is read off the
    redacted state, so nothing can be answered that he may not see."""
    seen = redacted(game, reader, latest)
    beside = {
        "id": game_id,
        "retired": [m for m in seen.seats if seen.players[m].retired],
        "demanded": [m for m in seen.seats if seen.players[m].demand],
        "legal": legal_actions(seen),
        "irregular": irregular_actions(seen),
        "stakes": {m: _stake(seen, m) for m in seen.seats},
        "cards": {m: seen.players[m].hand for m in seen.seats},
    }
    return Joined(beside, seen)


def _stake(game: Game, member: Member) -> Joined:
    player = game.players[member]
    return Joined({"funds": game.settlement.funds[member] if game.settlement else player.funds}, player)
