"""A game, with what its reader may see."""

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
    """The game after a write, and the game now; they differ where a repeat is answered after later writes."""
    latest = fold(events)
    return (fold(events[: saved.last]) if saved.last < len(events) else latest), latest


def game_body(game_id: UUID, game: Game, reader: Reader, latest: Game | None = None) -> Joined:
    """The body of a game for this reader; `latest` is the game now, where `game` is an earlier state.

    Everything is taken from the redacted state, so nothing can be answered that he may not see.
    """
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
